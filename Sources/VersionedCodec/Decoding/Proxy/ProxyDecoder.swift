/// A decoder over another coder's decoder, which follows the format of a version in every value below it.
///
/// The decoders of values below the first come from `superDecoder`, which stay valid; the first one is on loan from the
/// coder, so it is refused once the document is done.
final class ProxyDecoder: Decoder, JSONValueDecoder {
    let base: any Decoder
    let context: FormatContext

    /// The type that is being built, if that is known: not for a decoder that a model asked for by `superDecoder`.
    let model: Any.Type?

    /// The containers of the object, made when they are asked for.
    private(set) lazy var object = ObjectCache(of: base)

    /// Facts about a value whose members are among those of another.
    let flattening: Flattening?

    private let isOnLoan: Bool

    /// The container or decoder that led here; `nil` at the top.
    let around: (any OwnPath)?

    /// Where key types are noted, if the class that is read is looked at.
    var askedKeys: AskedKeyTypes?

    /// The object of a superclass, if a keyed container is asked of this decoder.
    var pendingTracked: TrackedObject?

    /// The first key type that was asked for.
    private var firstKeys: ObjectIdentifier?

    init(
        base: any Decoder, context: FormatContext, model: Any.Type? = nil, object: ObjectCache? = nil,
        flattening: Flattening? = nil, isOnLoan: Bool = false, around: (any OwnPath)? = nil
    ) {
        self.base = base
        self.context = context
        self.model = model
        self.flattening = flattening
        self.isOnLoan = isOnLoan
        self.around = around
        if let object { self.object = object }
    }

    var codingPath: [any CodingKey] { around?.ownPath(base.codingPath) ?? base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    /// A decoder of the same value for another purpose: the superclass's members, or a type in the place of this one.
    func sharing(model: Any.Type?) -> ProxyDecoder {
        ProxyDecoder(
            base: base, context: context, model: model, object: object, flattening: flattening, isOnLoan: isOnLoan,
            around: around)
    }

    /// A decoder of the same object for a value whose members are in it.
    func flattening(_ flattening: Flattening, _ context: FormatContext) -> ProxyDecoder {
        ProxyDecoder(
            base: base, context: context, object: object, flattening: flattening, isOnLoan: isOnLoan, around: around)
    }

    // MARK: Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try checkIsAlive()
        askedKeys?.note(type)
        let layout = context.layout(for: type)
        if let native = base.asNative { native.session.opened.note(type, native.node, context, native.session.nodes) }
        let prefix = prefix(for: type, layout)
        let members = try owning { try prefix.steps.isEmpty ? own(layout) : object.object(at: prefix) }
        if let pendingTracked { object.tracked = pendingTracked }
        if let tracked = object.tracked {
            tracked.tracker.note(type, layout, prefix: tracked.prefix, shared: prefix.steps)
        }
        let container = ProxyKeyedContainer<Key>(
            decoder: layout.isRaw ? self : withoutScalarForm, layout: layout, members: members, prefix: prefix)
        if let discriminator = layout.discriminator { try container.readCase(discriminator) }
        container.noteMembers()
        return KeyedDecodingContainer(container)
    }

    /// The decoder for the members of a model: a form of scalars is not for them.
    private var withoutScalarForm: ProxyDecoder {
        guard context.scalars != nil else { return self }
        return ProxyDecoder(
            base: base, context: context.withoutScalarForm, model: model, object: object, flattening: flattening,
            isOnLoan: isOnLoan, around: around)
    }

    /// The object's own members; none if the value is not an object and a flattened one may be in its place.
    private func own(_ layout: ResolvedLayout) throws -> KeyedDecodingContainer<PayloadKey>? {
        do {
            return try object.own()
        } catch {
            guard layout.declared?.list.contains(where: \.place.isFlattened) == true else { throw error }
            return nil
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try checkIsAlive()
        return ProxyUnkeyedContainer(base: try owning { try base.unkeyedContainer() }, decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try checkIsAlive()
        return ProxySingleValueContainer(base: try base.singleValueContainer(), decoder: self)
    }

    /// Where the members of these keys are because a subclass shares its container with their class.
    private func prefix<Key: CodingKey>(for keys: Key.Type, _ layout: ResolvedLayout) -> MemberPath {
        let id = ObjectIdentifier(keys)
        if firstKeys == nil { firstKeys = id }
        guard let declared = layout.declared, let placement = declared.inSubclasses else { return .object }
        // Where the type is not known, a subclass has asked for its own keys before it calls `super.init(from:)`.
        let isShared = model.flatMap { model in declared.isProperSubclass?(model) } ?? (firstKeys != id)
        return isShared ? MemberPath(members: placement.path) : .object
    }

    private func checkIsAlive() throws {
        guard isOnLoan, context.hasEnded else { return }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: [],
                debugDescription: "a decoder was used after the end of the decoding that it was made for;"
                    + " keep one from superDecoder() instead"))
    }
}

extension FormatContext {
    /// Builds a value of any type that is not read as a leaf: of the class that the payload names, where there is a
    /// family.
    func build<Value: Decodable>(
        _ type: Value.Type, from base: any Decoder, in around: any OwnPath
    ) throws -> Value {
        try ask(type)
        if let family = family(of: type) {
            return try family.read(type, from: ProxyDecoder(base: base, context: self, around: around))
        }
        if let rule = unknownCaseRule(of: type) {
            return try ProxyDecoder(base: base, context: self, around: around).valueOrUnknown(type, rule)
        }
        return try ProxyDecoder(base: base, context: self, model: type, around: around).made(type)
    }
}

extension ProxyDecoder {
    /// Builds a value of any type that is not read as a leaf from this decoder's own value.
    func build<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try context.ask(type)
        if let family = context.family(of: type) { return try family.read(type, from: self) }
        if let rule = context.unknownCaseRule(of: type) { return try valueOrUnknown(type, rule) }
        return try sharing(model: type).made(type)
    }
}

extension ProxyDecoder {
    /// Makes a value by its own code, with the checks of its kind.
    func make<Value: Decodable>(_ type: Value.Type) throws -> Value { try make(type) { try type.init(from: $0) } }

    /// The same with code that runs in the place of the type's own.
    func make<Value: Decodable>(_ type: Value.Type, by make: (ProxyDecoder) throws -> Value) throws -> Value {
        guard context.kind(of: type).contains(.keepsUnknownMembers) else { return try make(self) }
        return try makeKeepingUnknownMembers(type, by: make)
    }
}

extension ProxyDecoder {
    /// Notes that members name the type of a flattened value, or hold it, and so belong to no model around it.
    func claimIfFlattened(_ names: String...) throws {
        guard let flattening else { return }
        flattening.hasMembers = true
        for name in names { try object.noteRead(MemberPath(member: name)) }
    }
}

extension Decoder {
    /// Notes that a member of the value names its type, and so is not a member of the model.
    func claim(_ name: String) throws {
        if let proxy = asProxy {
            proxy.flattening?.hasMembers = true
            try proxy.object.noteRead(MemberPath(member: name))
        }
        if let native = asNative {
            native.session.slowPathState().claimed[native.node, default: []].insert(ByteKey(name))
        }
    }
}
