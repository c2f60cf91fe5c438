/// The members of an object, found by the layout of a coding-key type.
struct ProxyKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ProxyDecoder
    let layout: ResolvedLayout

    /// The members of the object; `nil` where the object that should hold them is absent.
    let members: KeyedDecodingContainer<PayloadKey>?

    /// Where that object stands within the decoder's value.
    let prefix: [String]

    var codingPath: [any CodingKey] { members?.codingPath ?? decoder.codingPath + prefix.map { PayloadKey($0) } }

    // MARK: Where a key stands

    /// A member's place: the container that would hold it, and its key there.
    typealias Member = (container: KeyedDecodingContainer<PayloadKey>, key: PayloadKey)

    /// The place of a key, or `nil` where an object on the way is absent. The member itself may be absent.
    func place(of key: Key) throws -> Member? {
        guard let members else { return nil }
        switch try located(key) {
        case .member(let name): return (members, name)
        case .nested(let path):
            guard let last = path.last else { return nil }
            let container = try decoder.nested(Array(path.dropLast()), in: members, prefix: prefix)
            return container.map { ($0, PayloadKey(last)) }
        }
    }

    private func located(_ key: Key) throws -> ResolvedLayout.Place {
        do throws(KeyCollisionError) {
            return try layout.place(of: key)
        } catch {
            let error = error.below(codingPath)
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
        }
    }

    /// The member of a key.
    ///
    /// - Throws: `DecodingError.keyNotFound` where it is absent.
    func member(_ key: Key) throws -> Member {
        guard let member = try place(of: key), member.container.contains(member.key) else { throw missing(key) }
        return member
    }

    /// What the value of a key is read with.
    private func context(of key: Key) -> FormatContext { decoder.context.with(dates: layout.dates(of: key)) }

    /// The error for a key that the payload does not have.
    func missing(_ key: Key) -> DecodingError {
        // A key without a place is named as it is: this is an error's text.
        let path = (try? layout.place(of: key).path) ?? [key.stringValue]
        let place = JSONPointer(prefix + path)
        let spelled = path == [key.stringValue] && prefix.isEmpty ? "" : " for the key \"\(key.stringValue)\""
        var text = "there is no member \"\(path.count == 1 && prefix.isEmpty ? path[0] : place.description)\"" + spelled
        if path.count == 1, prefix.isEmpty, ForeignStrategy.hides(path[0], from: decoder.base) {
            text += "; the coder converts keys by a strategy of its own, which does not go with a version controller"
        }
        return .keyNotFound(key, .init(codingPath: codingPath, debugDescription: text))
    }

    /// Reads a member by the coder's own rules, and says of an absent one what was looked for.
    func leaf<Value>(
        _ key: Key, _ read: (KeyedDecodingContainer<PayloadKey>, PayloadKey) throws -> Value
    ) throws -> Value {
        guard let (container, name) = try place(of: key) else { throw missing(key) }
        do {
            return try Located.run(container.codingPath + [name]) { try read(container, name) }
        } catch DecodingError.keyNotFound(let absent, _) where absent is PayloadKey && !container.contains(name) {
            throw missing(key)
        }
    }

    // MARK: Presence

    var allKeys: [Key] {
        guard let members else { return [] }
        let own = members.allKeys.compactMap { layout.key(for: $0.stringValue, as: Key.self) }
        let nested = layout.nestedKeys(as: Key.self).filter { contains($0.key) }.map(\.key)
        return own + nested
    }

    /// Whether the member is there; also where looking for it is an error, which decoding it then throws.
    func contains(_ key: Key) -> Bool {
        do {
            guard let (container, name) = try place(of: key) else { return false }
            return container.contains(name)
        } catch {
            return true
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try leaf(key) { try $0.decodeNil(forKey: $1) }
    }

    // MARK: Values

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let whole = try Unaffected.read(type, decoder.context) { try leaf(key) { try $0.decode(type, forKey: $1) } }
        if let whole { return whole }
        if decoder.context.leavesNilOut, !contains(key), let absent = Cast.absent(as: type) { return absent }
        let member = try member(key)
        let source = MemberSource(container: member.container, key: member.key)
        let context = context(of: key)
        if let value = try LeafReader.read(type, as: type, from: source, context) { return value }
        return try context.build(type, from: member.container.superDecoder(forKey: member.key))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    // MARK: Superclasses

    func superDecoder() throws -> any Decoder {
        switch decoder.context.format.superclass {
        case .inline:
            guard let last = prefix.last else { return decoder.sharing(model: nil) }
            let outer = try decoder.base.container(keyedBy: PayloadKey.self)
            let holder = try decoder.nested(Array(prefix.dropLast()), in: outer, prefix: []) ?? outer
            return ProxyDecoder(
                base: try holder.superDecoder(forKey: PayloadKey(last)), context: decoder.context)
        case .under(let name):
            let key = PayloadKey(name)
            guard let members, members.contains(key) else {
                throw DecodingError.keyNotFound(
                    key,
                    .init(
                        codingPath: codingPath,
                        debugDescription: "there is no member \"\(name)\", which holds the superclass's members"))
            }
            return ProxyDecoder(base: try members.superDecoder(forKey: key), context: decoder.context)
        }
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let member = try member(key)
        return ProxyDecoder(base: try member.container.superDecoder(forKey: member.key), context: context(of: key))
    }
}

/// Tells a key strategy of the coder's own, which hides the payload's keys.
enum ForeignStrategy {
    private struct Anything: Decodable { init(from decoder: any Decoder) {} }

    /// Whether the payload has a member that the coder's keyed container does not show.
    static func hides(_ member: String, from decoder: any Decoder) -> Bool {
        // Not an object: then nothing of it is hidden.
        guard let values = try? decoder.singleValueContainer().decode([String: Anything].self) else { return false }
        return values[member] != nil
    }
}
