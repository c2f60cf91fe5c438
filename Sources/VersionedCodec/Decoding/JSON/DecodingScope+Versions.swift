/// The version in effect.
extension DecodingScope {
    /// Where a superclass stands that its subclass reads through `superDecoder()`.
    var superclass: SuperclassPlacement { context?.format.superclass ?? .under("super") }

    /// What models see.
    var userInfo: [CodingUserInfoKey: Any] { context?.userInfo ?? rules.userInfo }

    /// What is noted while a value with a version of its own is read.
    func noting<Value>(at node: UInt32, _ read: () throws -> Value) throws -> (Value, [DecodingIssue]) {
        guard let context else { return (try read(), []) }
        return try context.noting(depth: depth(of: node), read)
    }

    /// The scope of a part of the document that a controller has found the version of.
    func inside<Version: APIVersion>(_ controller: VersionController<Version>) -> DecodingScope {
        let book = controller.book
        let isExplicit = controller.explicitVersion != nil
        func isThat(_ scope: DecodingScope) -> Bool {
            scope.isExplicit == isExplicit && scope.dateOverride == nil
        }
        if version === book, isThat(self) { return self }
        return child(book, isThat) {
            let context = FormatContext(
                controller: controller, userInfo: userInfo, isPropertyList: false, recorder: recorder)
            let scope = DecodingScope(self, context)
            scope.isExplicit = isExplicit
            context.native = scope
            return scope
        }
    }
}

extension IndexDecoder {
    /// The scope that a decoder of ours stands in: its own, or the one that a proxy around it follows.
    func scope(around decoder: any Decoder) -> DecodingScope { decoder.asProxy?.context.native ?? scope }
}

extension VersionController {
    /// The version of a payload that begins at a node.
    func version(in scope: DecodingScope, at node: UInt32) throws -> Version {
        if let explicitVersion { return explicitVersion }
        if let location {
            if let version = stated(in: scope, at: node, location) { return version }
        } else if !hasShapes, !hasHints {
            return legacy ?? current
        }
        return try detect(in: IndexDecoder(scope: scope, node: node, model: nil)).version
    }

    /// The version that a payload says in the usual way: a known label, without escapes. `nil` where it is to be looked
    /// at closely.
    func stated(in scope: DecodingScope, at node: UInt32, _ location: VersionLocation) -> Version? {
        guard usualLocation != nil else { return nil }
        var node = node
        for token in location.pointer.tokens {
            guard scope.nodes[Int(node)].isObject else { return nil }
            node = scope.member(token, of: node)
            if node == DecodingScope.nothing { return nil }
        }
        let found = scope.nodes[Int(node)]
        guard location.form == .integer ? found.isInteger : found.isString && !found.isEscaped else { return nil }
        let bytes = scope.bytes(of: found)
        return labelled { $0.count == bytes.count && $0.elementsEqual(bytes) }
    }
}
