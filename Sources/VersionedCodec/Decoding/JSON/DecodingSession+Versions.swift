/// The version in effect.
extension DecodingSession {
    /// Where a superclass is that its subclass reads through `superDecoder()`.
    var superclass: VersionFormat.SuperclassPlacement { context?.format.superclass ?? .under("super") }

    /// The `userInfo` of models.
    var userInfo: [CodingUserInfoKey: Any] { context?.userInfo ?? rules.userInfo }

    /// Collects the issues while a value with a version of its own is read.
    func noting<Value>(at node: UInt32, _ read: () throws -> Value) throws -> (Value, [DecodingIssue]) {
        guard let context else { return (try read(), []) }
        return try context.noting(depth: depth(of: node), read)
    }

    /// The session of a part of the document that a controller has found the version of.
    func inside<Version: APIVersion>(_ controller: VersionController<Version>) -> DecodingSession {
        let registry = controller.registry
        let isExplicit = controller.explicitVersion != nil
        func isThat(_ session: DecodingSession) -> Bool {
            session.isExplicit == isExplicit && session.dateOverride == nil
        }
        if version === registry, isThat(self) { return self }
        return child(registry, isThat) {
            let context = FormatContext(
                controller: controller, userInfo: userInfo, isPropertyList: false, recorder: recorder)
            let session = DecodingSession(self, context)
            session.isExplicit = isExplicit
            context.native = session
            return session
        }
    }
}

extension IndexDecoder {
    /// The session that a decoder of ours is in: its own, or the one that a proxy around it follows.
    func session(around decoder: any Decoder) -> DecodingSession { decoder.asProxy?.context.native ?? session }
}

extension VersionController {
    /// The version of a payload that begins at a node.
    func version(in session: DecodingSession, at node: UInt32) throws -> FoundVersion<Version> {
        if explicitVersion == nil, location == nil, !hasShapes, !hasHints {
            return FoundVersion(legacy ?? current, .legacy)
        }
        return try detect(in: IndexDecoder(session: session, node: node, model: nil))
    }

    /// The version that a payload names in the usual way: a known label, without escapes. `nil` if a closer look is
    /// needed.
    func stated(in session: DecodingSession, at node: UInt32, _ location: VersionLocation) -> Version? {
        guard usualLocation != nil else { return nil }
        var node = node
        for token in location.pointer.tokens {
            guard session.nodes[Int(node)].isObject else { return nil }
            node = session.member(token, of: node)
            if node == DecodingSession.nothing { return nil }
        }
        let found = session.nodes[Int(node)]
        guard location.form == .integer ? found.isInteger : found.isString && !found.isEscaped else { return nil }
        let bytes = session.bytes(of: found)
        return labelled { $0.count == bytes.count && $0.elementsEqual(bytes) }
    }
}
