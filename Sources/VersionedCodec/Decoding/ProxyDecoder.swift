/// A decoder over another coder's decoder, which follows the format of a version in every value below it.
///
/// The decoders of values below the first come from `superDecoder`, which stay valid; the first one is on loan from the
/// coder, so it is refused once the document is done.
final class ProxyDecoder: Decoder {
    let base: any Decoder
    let context: FormatContext

    /// The type that is being built, where that is known: not for a decoder that a model asked for by `superDecoder`.
    let model: Any.Type?

    private let object: ObjectCache
    private let isOnLoan: Bool
    private var keyTypes: Set<ObjectIdentifier> = []

    init(
        base: any Decoder, context: FormatContext, model: Any.Type? = nil, object: ObjectCache? = nil,
        isOnLoan: Bool = false
    ) {
        self.base = base
        self.context = context
        self.model = model
        self.object = object ?? ObjectCache()
        self.isOnLoan = isOnLoan
    }

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    /// A decoder of the same value for another purpose: the superclass's members, or a type in the place of this one.
    func sharing(model: Any.Type?) -> ProxyDecoder {
        ProxyDecoder(base: base, context: context, model: model, object: object, isOnLoan: isOnLoan)
    }

    // MARK: Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try checkIsAlive()
        let layout = context.layouts.resolved(for: type)
        let prefix = prefix(for: type, layout)
        let members = try object.members(of: base)
        let own = try prefix.isEmpty ? members : object.nested(prefix, in: members)
        return KeyedDecodingContainer(
            ProxyKeyedContainer<Key>(decoder: self, layout: layout, members: own, prefix: prefix))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try checkIsAlive()
        return ProxyUnkeyedContainer(base: try base.unkeyedContainer(), context: context)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try checkIsAlive()
        return ProxySingleValueContainer(base: try base.singleValueContainer(), decoder: self)
    }

    /// Where the members of these keys stand because a subclass shares its container with their class.
    private func prefix<Key: CodingKey>(for keys: Key.Type, _ layout: ResolvedLayout) -> [String] {
        let id = ObjectIdentifier(keys)
        defer { keyTypes.insert(id) }
        guard let declared = layout.declared, let placement = declared.inSubclasses else { return [] }
        // Where the type is not known, a subclass has asked for its own keys before it calls `super.init(from:)`.
        let isShared =
            model.flatMap { model in declared.isProperSubclass?(model) } ?? !keyTypes.subtracting([id]).isEmpty
        return isShared ? placement.path : []
    }

    private func checkIsAlive() throws {
        guard isOnLoan, context.hasEnded else { return }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: [],
                debugDescription: "a decoder was used after the end of the decoding that it was made for;"
                    + " keep one from superDecoder() instead"))
    }

    /// The container of an object on the way to a member, or `nil` where the payload has none.
    func nested(
        _ path: [String], in members: KeyedDecodingContainer<PayloadKey>, prefix: [String]
    ) throws -> KeyedDecodingContainer<PayloadKey>? {
        try object.nested(path, in: members, cachedBelow: prefix)
    }
}

/// The containers of one object, each asked of the coder once: Foundation builds a table of all keys each time.
final class ObjectCache {
    private var members: KeyedDecodingContainer<PayloadKey>?
    private var nested: [[String]: KeyedDecodingContainer<PayloadKey>?] = [:]

    func members(of decoder: any Decoder) throws -> KeyedDecodingContainer<PayloadKey> {
        if let members { return members }
        let made = try decoder.container(keyedBy: PayloadKey.self)
        members = made
        return made
    }

    /// The object at a path below the members, or `nil` where there is none, or `null`, on the way.
    func nested(
        _ path: [String], in members: KeyedDecodingContainer<PayloadKey>, cachedBelow prefix: [String] = []
    ) throws -> KeyedDecodingContainer<PayloadKey>? {
        let id = prefix + path
        if let known = nested[id] { return known }
        var container = members
        for token in path {
            let key = PayloadKey(token)
            guard container.contains(key), try !container.decodeNil(forKey: key) else {
                nested[id] = .some(nil)
                return nil
            }
            container = try container.nestedContainer(keyedBy: PayloadKey.self, forKey: key)
        }
        nested[id] = container
        return container
    }
}

extension FormatContext {
    /// Builds a value of any type that is not read as a leaf.
    func build<Value: Decodable>(_ type: Value.Type, from base: any Decoder) throws -> Value {
        if let native, let decoder = base as? IndexDecoder { return try native.value(type, at: decoder.node) }
        try layouts.ask(type)
        return try type.init(from: ProxyDecoder(base: base, context: self, model: type))
    }
}
