/// The members of an object, found by the layout of a coding-key type.
///
/// A class, because the standard library copies a container for each member that is asked for. Code that makes types of
/// the key's or the value's type (optionals, ``MemberLookup``) is in functions of its own: such types are looked up
/// whenever a function that names them is entered.
final class ProxyKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ProxyDecoder
    let layout: ResolvedLayout

    /// The members of the object; `nil` if the object that should hold them is absent.
    let members: KeyedDecodingContainer<PayloadKey>?

    /// Where that object is within the decoder's value.
    let prefix: MemberPath

    /// The members, where a key without rules is read from them at once.
    let plainMembers: KeyedDecodingContainer<PayloadKey>?

    /// The case that a discriminator names, and its name.
    var namedCase: NamedCase<Key>?

    init(
        decoder: ProxyDecoder, layout: ResolvedLayout, members: KeyedDecodingContainer<PayloadKey>?, prefix: MemberPath
    ) {
        self.decoder = decoder
        self.layout = layout
        self.members = members
        self.prefix = prefix
        let hidesVersion = layout.isRaw && decoder.flattening != nil && decoder.hasMembersBesideVersion
        let isPlain = decoder.flattening?.isWatched != true && decoder.context.scalars == nil && !hidesVersion
        plainMembers = isPlain ? members : nil
    }

    var context: FormatContext { decoder.context }
    var codingPath: [any CodingKey] {
        members.map { decoder.ownPath($0.codingPath) } ?? decoder.codingPath + prefix.steps.map(\.key)
    }

    // MARK: Keys

    /// The resolved form of a key.
    func resolvedKey(of key: Key) throws -> ResolvedKey {
        if layout.keepsKeys { return layout.keptSlot(of: key) }
        do throws(KeyLayout.CollisionError) {
            return try context.resolvedKey(of: key, in: layout)
        } catch {
            let error = error.below(codingPath)
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
        }
    }

    /// A key without rules, and the members to read it from; `nil` if there is more to it.
    @inline(__always)
    func plain(_ key: Key) throws -> (container: KeyedDecodingContainer<PayloadKey>, key: PayloadKey)? {
        guard let plainMembers else { return nil }
        if layout.keepsKeys { return (plainMembers, PayloadKey(key)) }
        let resolvedKey = if let known = layout.resolvedKey(of: key) { known } else { try resolvedKey(of: key) }
        return resolvedKey.isPlain ? (plainMembers, resolvedKey.member) : nil
    }

    // MARK: Leaves

    /// Reads a member by the coder's own rules; the error of an absent one names the missing key.
    @inline(__always)
    func leaf<Value: Decodable>(
        _ type: Value.Type, _ key: Key, _ read: (KeyedDecodingContainer<PayloadKey>, PayloadKey) throws -> Value
    ) throws -> Value {
        guard let (container, name) = try plain(key) else { return try lookUp(type, key, read) }
        do {
            return try read(container, name)
        } catch {
            return try converted(error, type, key, container, name)
        }
    }

    /// Reads a member that may be nil.
    @inline(__always)
    func leafIfPresent<Value: Decodable>(
        _ type: Value.Type, _ key: Key, _ read: (KeyedDecodingContainer<PayloadKey>, PayloadKey) throws -> Value?
    ) throws -> Value? {
        guard let (container, name) = try plain(key) else {
            return try owning {
                try MemberLookup(key, in: self).leafIfPresent(type) {
                    guard let value = try read($0, $1) else { throw missing(key) }
                    return value
                }
            }
        }
        do {
            return try read(container, name)
        } catch {
            return try converted(error, type, key, container, name)
        }
    }

    /// A member of another kind, where a conversion is declared.
    @inline(never)
    private func converted<Value>(
        _ error: any Error, _ type: Value.Type, _ key: Key, _ container: KeyedDecodingContainer<PayloadKey>,
        _ name: PayloadKey
    ) throws -> Value {
        let error = located(error, type, key, container, name)
        return try LeafReader.converted(error, type, from: MemberSource(container: container, key: name), context)
    }

    /// The error of a member that could not be read, with its place; for an absent one, the missing key.
    private func located<Value>(
        _ error: any Error, _ type: Value.Type, _ key: Key, _ container: KeyedDecodingContainer<PayloadKey>,
        _ name: PayloadKey
    ) -> any Error {
        if case DecodingError.keyNotFound(let absent, _) = error, absent is PayloadKey, !container.contains(name) {
            return missing(key)
        }
        return owned(Located.error(error, of: type, at: container.codingPath + [name]))
    }

    /// The error for a key that the payload does not have.
    func missing(_ key: Key) -> DecodingError {
        // A key without a place is named as it is: this is an error's text.
        let resolvedKey = try? resolvedKey(of: key)
        let paths = resolvedKey?.reading ?? [MemberPath(member: key.stringValue)]
        let prefix = resolvedKey?.staysOutside == true ? .object : prefix
        let places = paths.map { path in
            let whole = prefix.steps + path.steps
            return JSONValue.string(whole.count == 1 ? whole[0].token : MemberPath(whole).pointer.description).text()
        }
        let name = JSONValue.string(key.stringValue).text()
        var text = "there is no member " + Self.list(places)
        if places != [name] {
            text += " for the key \(name)" + PresentMembers.phrase(members?.allKeys.map(\.stringValue), near: paths)
        }
        if paths.count == 1, prefix.steps.isEmpty, let member = paths[0].member,
            ForeignStrategy.hides(member, from: decoder.base)
        {
            text += "; the coder converts keys by a strategy of its own, "
            text += "which cannot be combined with a version controller"
        }
        let path = resolvedKey?.staysOutside == true ? decoder.codingPath : codingPath
        return .keyNotFound(key, .init(codingPath: path, debugDescription: text))
    }

    private static func list(_ places: [String]) -> String {
        places.count < 2
            ? places.joined() : places.dropLast().joined(separator: ", ") + " or " + (places.last ?? "")
    }

    // MARK: Presence

    var allKeys: [Key] {
        if let namedCase { return [namedCase.key] }
        guard let members else { return [] }
        let taken = layout.isRaw ? decoder.flattening?.isTaken : nil
        var seen: Set<ByteKey> = []
        let own = members.allKeys.compactMap { member -> Key? in
            if let taken, taken(member.stringValue) { return nil }
            guard let key = layout.key(for: member.stringValue, as: Key.self) else { return nil }
            return layout.keepsKeys || seen.insert(ByteKey(key.stringValue)).inserted ? key : nil
        }
        let elsewhere = layout.keysElsewhere(as: Key.self).filter {
            contains($0) && seen.insert(ByteKey($0.stringValue)).inserted
        }
        return own + elsewhere
    }

    /// Whether the member is there, or has a default; also where looking for it is an error, which decoding it then
    /// throws.
    func contains(_ key: Key) -> Bool {
        do {
            guard let (container, name) = try plain(key) else { return try MemberLookup(key, in: self).isThere }
            return container.contains(name)
        } catch {
            return true
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        guard let (container, name) = try plain(key) else {
            return try owning { try MemberLookup(key, in: self).isNil() }
        }
        do {
            return try container.decodeNil(forKey: name)
        } catch {
            throw located(error, Never.self, key, container, name)
        }
    }

    // MARK: Values

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let (container, name) = try plain(key) else { return try lookUp(type, key) }
        let kind = LeafKind(type, context)
        if kind == .scalar { return try leaf(type, key) { try $0.decode(type, forKey: $1) } }
        if kind == .collection { return try collection(type, key, container, name) }
        guard container.contains(name) else { return try absent(type, key) }
        if kind.hasReader {
            return try owning {
                try LeafReader.read(kind, type, from: MemberSource(container: container, key: name), context)
            }
        }
        return try context.build(type, from: container.superDecoder(forKey: name), in: self)
    }

    /// Reads a value that must be there, or is of an optional type, by the rules of its key.
    @inline(never)
    private func lookUp<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        try owning { try MemberLookup(key, in: self).value(type) }
    }

    @inline(never)
    private func lookUp<Value: Decodable>(
        _ type: Value.Type, _ key: Key, _ read: (KeyedDecodingContainer<PayloadKey>, PayloadKey) throws -> Value
    ) throws -> Value {
        try owning { try MemberLookup(key, in: self).leaf(type, read) }
    }

    /// A value of a member that is not there.
    @inline(never)
    private func absent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        if context.leavesNilOut, let absent = Cast.absent(as: type) { return absent }
        throw missing(key)
    }

    /// A collection that the coder reads by itself; else element by element.
    @inline(never)
    private func collection<Value: Decodable>(
        _ type: Value.Type, _ key: Key, _ container: KeyedDecodingContainer<PayloadKey>, _ name: PayloadKey
    ) throws -> Value {
        if let whole = LeafReader.whole({ try container.decode(type, forKey: name) }) { return whole }
        guard container.contains(name) else { throw missing(key) }
        return try context.build(type, from: container.superDecoder(forKey: name), in: self)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let (container, name) = try plain(key) else {
            return try owning { try MemberLookup(key, in: self).valueIfPresent(type) }
        }
        guard container.contains(name), try !container.decodeNil(forKey: name) else { return nil }
        return try decode(type, forKey: key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        if let empty = try MemberLookup(key, in: self).emptyCase(keyedBy: type) { return empty }
        let nested = try memberDecoder(key)
        if let tracked = decoder.object.tracked, let proxy = nested.asProxy, let place = try place(of: key) {
            proxy.object.tracked = tracked.within(place)
        }
        return try nested.container(keyedBy: type)
    }

    /// The steps that lead from the model's object to the member of a key.
    private func place(of key: Key) throws -> [PlaceStep]? {
        if let (_, name) = try plain(key) { return prefix.steps + [.member(name.stringValue)] }
        let resolvedKey = try resolvedKey(of: key)
        guard !resolvedKey.isFlattened else { return nil }
        let outer = resolvedKey.staysOutside ? [] : prefix.steps
        // Of several places, the one that is read is that of the first which is there.
        return try resolvedKey.reading.map { outer + $0.steps }.first {
            try decoder.object.find(MemberPath($0)).isThere
        }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try memberDecoder(key).unkeyedContainer()
    }

    // MARK: Superclasses

    func superDecoder() throws -> any Decoder {
        switch layout.declared?.superclass ?? context.format.superclass {
        case .inline:
            guard case .member(let last)? = prefix.steps.last else { return decoder.sharing(model: nil) }
            let holder = try decoder.object.object(at: prefix.holder) ?? decoder.object.own()
            return ProxyDecoder(
                base: try holder.superDecoder(forKey: PayloadKey(last)), context: context, around: decoder)
        case .under(let name):
            let key = PayloadKey(name)
            guard let members, members.contains(key) else {
                throw DecodingError.keyNotFound(
                    key,
                    .init(
                        codingPath: codingPath,
                        debugDescription: "there is no member \"\(name)\", which holds the superclass's members"))
            }
            let proxy = ProxyDecoder(base: try members.superDecoder(forKey: key), context: context, around: self)
            proxy.object.tracked = decoder.object.tracked?.within(prefix.steps + [.member(name)])
            return proxy
        }
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let inner = try memberDecoder(key)
        if let tracked = decoder.object.tracked, tracked.tracker.isOfSubclass, let proxy = inner.asProxy,
            let place = try place(of: key)
        {
            proxy.pendingTracked = tracked.superclass(at: place)
        }
        return inner
    }

    /// A decoder of a member.
    private func memberDecoder(_ key: Key) throws -> any Decoder {
        guard let (container, name) = try plain(key) else {
            return try owning { try MemberLookup(key, in: self).decoder() }
        }
        guard container.contains(name) else { throw missing(key) }
        return ProxyDecoder(base: try container.superDecoder(forKey: name), context: context, around: self)
    }
}
