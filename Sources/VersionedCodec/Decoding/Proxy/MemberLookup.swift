/// The member of a key that has rules: aliases, a place elsewhere, forms of nil, a default, a value that is flattened.
struct MemberLookup<Key: CodingKey> {
    let container: ProxyKeyedContainer<Key>
    let key: Key
    let resolvedKey: ResolvedKey
    let found: FoundMember
    let form: KeyPlace.NilForms?

    var context: FormatContext { container.context }

    /// What makes up the member; `nil` if it is there, or is an error where it is not.
    private var madeUp: ToleranceRun? { found.isThere ? nil : container.decoder.flattening?.madeUp }

    /// Looks for a member in its places; the first that is not nil is taken.
    ///
    /// - Throws: `DecodingError` if a step leads through a value that is not an object.
    init(_ key: Key, in container: ProxyKeyedContainer<Key>) throws {
        self.container = container
        self.key = key
        resolvedKey = try container.resolvedKey(of: key)
        (found, form) = try Self.look(for: key, resolvedKey, in: container)
        if found.isThere, !resolvedKey.isFlattened, let flattening = container.decoder.flattening {
            flattening.hasMembers = true
            for path in resolvedKey.reading { try container.decoder.object.noteRead(path) }
        }
    }

    private static func look(
        for key: Key, _ resolvedKey: ResolvedKey, in container: ProxyKeyedContainer<Key>
    ) throws -> (FoundMember, KeyPlace.NilForms?) {
        if let named = container.namedCase, ByteKey(named.resolvedKey.name) != ByteKey(resolvedKey.name) {
            return (.absent, .absent)  // Another case than the one that the payload names.
        }
        var taken: (found: FoundMember, form: KeyPlace.NilForms?, place: MemberPath)?
        var others: [MemberPath] = []
        for path in resolvedKey.reading {
            let found = try find(path, resolvedKey, in: container)
            guard found.isThere else { continue }
            let form = try form(of: found, resolvedKey.nilForms)
            switch taken {
            case nil: taken = (found, form, path)
            case (_, .some(let known), let place)? where resolvedKey.nilForms.contains(known) && form == nil:
                others.append(place)
                taken = (found, form, path)
            default: others.append(path)
            }
        }
        guard let taken else { return (.absent, .absent) }
        for other in others { note(other, resolvedKey, taken.place, in: container) }
        return (taken.found, taken.form)
    }

    private static func find(
        _ path: MemberPath, _ resolvedKey: ResolvedKey, in container: ProxyKeyedContainer<Key>
    ) throws -> FoundMember {
        if resolvedKey.staysOutside || container.prefix.steps.isEmpty {
            if let rest = container.withoutVersion(path) {
                return try .whole(decoder(over: rest, named: path.member ?? resolvedKey.name))
            }
            if let name = path.member, let members = try? container.decoder.object.own() {
                return .member(members, PayloadKey(name))
            }
            return try container.decoder.object.find(path)
        }
        guard container.members != nil else { return .absent }
        return try container.decoder.object.find(MemberPath(container.prefix.steps + path.steps))
    }

    /// The form of nil that a value is in; `nil` for a value.
    private static func form(of found: FoundMember, _ forms: KeyPlace.NilForms) throws -> KeyPlace.NilForms? {
        if try found.isNull() { return .null }
        guard forms.contains(.emptyText) || forms.contains(.emptyObject), let decoder = try found.decoder() else {
            return nil
        }
        // A decoder only shows the kind of a value by refusing the other kinds.
        if forms.contains(.emptyText), (try? decoder.singleValueContainer().decode(String.self)) == "" {
            return .emptyText
        }
        if forms.contains(.emptyObject), (try? decoder.container(keyedBy: PayloadKey.self))?.allKeys.isEmpty == true {
            return .emptyObject
        }
        return nil
    }

    private static func note(
        _ other: MemberPath, _ resolvedKey: ResolvedKey, _ read: MemberPath, in container: ProxyKeyedContainer<Key>
    ) {
        let place = JSONValue.string(read.pointer.description).text()
        let key = JSONValue.string(resolvedKey.name).text()
        let isOutside = resolvedKey.staysOutside || container.prefix.steps.isEmpty
        container.context.note(
            .aliasNotRead, "this member was not read, because \(place) was read for the key \(key)",
            at: isOutside ? other.pointer : container.prefix.pointer.appending(other.pointer),
            in: container.decoder.base,
            path: JSONPointer(codingPath: container.codingPath).appending(other.pointer))
    }

    // MARK: Found values

    /// Whether the member is there, or has a default.
    var isThere: Bool { found.isThere || hasFallback }

    var hasFallback: Bool {
        guard resolvedKey.fallback != nil, let form else { return false }
        return resolvedKey.nilForms.contains(form)
    }

    /// Whether the member is nil by its rules.
    ///
    /// - Throws: `DecodingError.keyNotFound` if it is absent, as every coder does.
    func isNil() throws -> Bool {
        if hasFallback { return false }
        guard let form else { return false }
        if form == .absent, madeUp == nil { throw container.missing(key) }
        return form == .absent || resolvedKey.nilForms.contains(form)
    }

    /// Whether the member is nil, for a member that may be.
    ///
    /// - Throws: `DecodingError` if its form does not mean nil here.
    private func isNilMember<Value>(_ type: Value.Type) throws -> Bool {
        guard let form else { return false }
        if resolvedKey.nilForms.contains(form) {
            noteEmpty(type, form)
            return true
        }
        if form == .absent {
            if madeUp != nil { return true }
            throw container.missing(key)
        }
        guard form == .null else { return false }
        throw DecodingError.valueNotFound(
            type,
            .init(
                codingPath: path,
                debugDescription: "the member is null, and \(resolvedKey.nilForms.phrase) means nil here"))
    }

    /// Notes that an empty text or object means nil.
    func noteEmpty<Value>(_ type: Value.Type, _ form: KeyPlace.NilForms) {
        guard form == .emptyText || form == .emptyObject, let decoder = try? found.decoder(),
            let peek = try? ScalarPeek(from: decoder)
        else { return }
        context.noteValue(
            .valueConverted, "an empty \(form == .emptyText ? "string" : "object") was read as nil", at: path, peek,
            expected: type)
    }

    /// The coding path of the member.
    var path: [any CodingKey] {
        switch found {
        case .absent: container.codingPath
        case .member(let members, let name): members.codingPath + [name]
        case .whole(let decoder): decoder.codingPath
        }
    }

    /// The context of the value.
    var valueContext: FormatContext { context.with(resolvedKey.values) }

    // MARK: Leaves

    /// Reads a member that must be there.
    func leaf<Value: Decodable>(
        _ type: Value.Type, _ read: (KeyedDecodingContainer<PayloadKey>, PayloadKey) throws -> Value
    ) throws -> Value {
        if hasFallback { return try fallback(type) }
        if let madeUp { return try placeholder(type, madeUp) }
        switch found {
        case .absent: throw container.missing(key)
        case .member(let members, let name):
            guard members.contains(name) else { throw container.missing(key) }
            let (source, context) = (MemberSource(container: members, key: name), valueContext)
            if context.scalars != nil, let value = try LeafReader.formed(type, from: source, context) { return value }
            do {
                return try Located.run(path) { try read(members, name) }
            } catch {
                return try LeafReader.converted(error, type, from: source, context)
            }
        case .whole(let decoder):
            let source = WholeSource(container: try decoder.singleValueContainer())
            return try LeafReader.scalar(type, from: source, valueContext)
        }
    }

    /// Reads a member that may be nil.
    func leafIfPresent<Value: Decodable>(
        _ type: Value.Type, _ read: (KeyedDecodingContainer<PayloadKey>, PayloadKey) throws -> Value
    ) throws -> Value? {
        if !hasFallback, try isNilMember(type) { return nil }
        return try leaf(type, read)
    }

    /// The text or number that is there where a floating-point number is wanted and was not found.
    func nonFinite<Value: BinaryFloatingPoint & Decodable>(_ error: any Error, as type: Value.Type) throws -> Value {
        switch found {
        case .absent: throw error
        case .member(let members, let name):
            return try LeafReader.nonFinite(
                error, as: type, from: MemberSource(container: members, key: name), valueContext)
        case .whole(let decoder):
            let source = WholeSource(container: try decoder.singleValueContainer())
            return try LeafReader.nonFinite(error, as: type, from: source, valueContext)
        }
    }

    /// A made-up value in the place of an absent one.
    @inline(never)
    private func placeholder<Value: Decodable>(_ type: Value.Type, _ run: ToleranceRun) throws -> Value {
        guard let value = Placeholder.value(type, run, depth: 0) else { throw container.missing(key) }
        return value
    }

    // MARK: Values

    /// Reads a value that must be there, or is of an optional type.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if hasFallback { return try fallback(type) }
        if resolvedKey.isFlattened, container.layout.discriminator == nil { return try flattened(type) }
        if let madeUp { return try placeholder(type, madeUp) }
        if let absent = Cast.absent(as: type) {
            let isNil =
                form == .absent ? context.leavesNilOut && resolvedKey.nilForms.contains(.absent) : try isNilMember(type)
            if isNil { return absent }
        }
        guard found.isThere else { throw container.missing(key) }
        if type == JSONValue.self, let rest = container.withoutVersion(resolvedKey.reading[0]) as? Value { return rest }
        if resolvedKey.isFlattened { return try flattenedDecoder(isWatched: false).singleValueContainer().decode(type) }
        let context = valueContext
        if case .member(let members, let name) = found {
            let source = MemberSource(container: members, key: name)
            let kind = LeafKind(type, context)
            if kind == .collection, let whole = LeafReader.whole({ try members.decode(type, forKey: name) }) {
                return whole
            }
            if kind == .scalar || kind.hasReader { return try LeafReader.read(kind, type, from: source, context) }
        }
        guard let base = try found.decoder() else { throw container.missing(key) }
        return try ProxyDecoder(base: base, context: context, around: container).singleValueContainer().decode(type)
    }

    /// Reads a value that may be nil.
    func valueIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        if resolvedKey.isFlattened, container.layout.discriminator == nil { return try flattenedIfPresent(type) }
        if !hasFallback, try isNilMember(type) { return nil }
        return try value(type)
    }

    /// A decoder of the value.
    func decoder() throws -> any Decoder {
        if hasFallback, let base = try fallbackDecoder() {
            return ProxyDecoder(base: base, context: valueContext.forJSON)
        }
        if let madeUp { return PlaceholderDecoder(run: madeUp, depth: 0) }
        if resolvedKey.isFlattened {
            guard found.isThere else { throw container.missing(key) }
            return try flattenedDecoder(isWatched: false)
        }
        guard found.isThere, let base = try found.decoder() else { throw container.missing(key) }
        return ProxyDecoder(base: base, context: valueContext, around: container)
    }

    /// The container of a case that has no value, where the payload has none either.
    func emptyCase<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey>? {
        guard let named = container.namedCase, ByteKey(named.resolvedKey.name) == ByteKey(resolvedKey.name),
            !found.isThere
        else {
            return nil
        }
        return KeyedDecodingContainer(
            ProxyKeyedContainer<NestedKey>(
                decoder: container.decoder, layout: context.layout(for: type), members: nil,
                prefix: MemberPath(container.prefix.steps + resolvedKey.reading[0].steps)))
    }
}
