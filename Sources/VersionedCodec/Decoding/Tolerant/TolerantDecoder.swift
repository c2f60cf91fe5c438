/// A decoder over another that notes which calls fail, and gives tolerated calls what they are worth.
///
/// Those from `superDecoder` and nested containers belong to the same object.
struct TolerantDecoder: Decoder, JSONValueDecoder {
    /// The coder's own decoder, or one that follows a format.
    let base: any Decoder
    let frame: ObjectFrame

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try frame.container(base, type) { try base.container(keyedBy: type) }
        return KeyedDecodingContainer(
            TolerantKeyedContainer(base: container, place: .init(base), frame: frame))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try frame.container(base, [Any].self) { try base.unkeyedContainer() }
        return TolerantUnkeyedContainer(base: container, place: .init(base), frame: frame)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        let container = try frame.container(base, Any.self) { try base.singleValueContainer() }
        return TolerantSingleValueContainer(base: container, decoder: self)
    }
}

extension ObjectFrame {
    /// Asks for a container; a failure is one issue and ends the object.
    func container<Container>(
        _ base: any Decoder, _ type: Any.Type, kind: CallKey.Kind = .container, name: String = "",
        _ make: () throws -> Container
    ) throws -> Container {
        do {
            return try make()
        } catch {
            let key = CallKey(kind: kind, place: .init(base), name: name, type: ObjectIdentifier(type))
            noteLeaf(error, key, expected: type, .nothing)
            throw error
        }
    }
}

extension TolerantDecoder {
    /// Decodes the value in a version of its own, as one call of the object.
    ///
    /// - `issue`: An issue of the value as a whole, which was found before. It stays if the value cannot be read.
    func value<Value: Decodable, Version: APIVersion>(
        _ type: Value.Type, in controller: VersionController<Version>, noting issue: DecodingIssue?
    ) throws -> (Value, [DecodingIssue]) {
        let below = base.asProxy?.base ?? base
        let key = CallKey(kind: .single, place: .init(base), name: "", type: ObjectIdentifier(type))
        if let issue { frame.wholeIssue = issue }
        if let native = below.asNative {
            let session = native.session(around: base).inside(controller)
            let inner = IndexDecoder(session: session, node: native.node, isHeld: true, model: type)
            return try session.noting(at: native.node) {
                if let issue { session.recorder.note(issue) }
                return try frame.value(
                    type, key, direct: { try session.value(type, at: native.node) }, place: { inner },
                    wrap: { $0 },
                    otherwise: .value(type))
            }
        }
        let context = FormatContext(
            controller: controller, userInfo: base.userInfo,
            isPropertyList: CoderKind.isPropertyList(below),
            recorder: frame.run.recorder)
        let inner = ProxyDecoder(base: below, context: context, model: type)
        return try context.noting(depth: below.codingPath.count) {
            if let issue { context.recorder.note(issue) }
            return try frame.value(
                type, key, direct: { try inner.singleValueContainer().decode(type) }, place: { inner },
                wrap: { $0 },
                otherwise: .value(type))
        }
    }
}
