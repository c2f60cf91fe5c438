/// Keys that differ from those in the payload: keys of a format, a layout, or a strategy.
extension DecodingSession {
    /// The value of a coding key, or ``nothing``, by the layout of its type or the strategy of the decoder.
    @inline(never)
    func member<Key: CodingKey>(by key: Key, of object: UInt32) throws -> UInt32 {
        if RawDictionaryKey.isRaw(Key.self) {
            let value = member(key.stringValue, of: object)
            if let merged = slowPath?.merged, merged.contains(value) { throw sameText(key, at: value) }
            return value
        }
        guard let context else {
            switch rules.keys {
            case .useDefaultKeys: return member(key.stringValue, of: object)
            case .custom: break
            case .convertFromSnakeCase:
                if let usual = spellings.usual(of: key.stringValue), case let value = member(usual, of: object),
                    value != Self.nothing
                {
                    return value
                }
            }
            return convertedKeys(of: object).value(of: key.stringValue)
        }
        let layout = layout(for: Key.self, context)
        if layout.keepsKeys { return member(key.stringValue, of: object) }
        if let resolvedKey = layout.resolvedKey(of: key) { return member(resolvedKey.member.stringValue, of: object) }
        do throws(KeyLayout.CollisionError) {
            let resolvedKey = try context.resolvedKey(of: key, in: layout)
            layouts.note(Key.self, context.layout(for: Key.self))  // It knows one key more now.
            return member(resolvedKey.member.stringValue, of: object)
        } catch {
            let error = error.below(codingPath(of: object))
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath(of: object), debugDescription: error.description, underlyingError: error))
        }
    }

    /// The resolved layout of a key type.
    @inline(__always)
    private func layout<Key: CodingKey>(for keys: Key.Type, _ context: FormatContext) -> ResolvedLayout {
        if let known = layouts.layout(of: keys) { return known }
        let layout = context.layout(for: keys)
        layouts.note(keys, layout)
        return layout
    }

    /// Decodes a member that is found by a layout or a strategy.
    @inline(never)
    func decode<Key: CodingKey, Value: Decodable>(
        _ type: Value.Type, by key: Key, of object: UInt32
    ) throws -> Value {
        let value = try member(by: key, of: object)
        if value == Self.nothing { return try absentValue(type, key, of: object) }
        let result = try self.value(type, at: value)
        note(value, of: object)
        return result
    }

    /// The session that the value of a key is read in.
    func session<Key: CodingKey>(of key: Key) -> DecodingSession { self }

    /// The value of an absent member: nil if the version leaves nil out and the type has one.
    @inline(never)
    func absentValue<Key: CodingKey, Value: Decodable>(
        _ type: Value.Type, _ key: Key, of object: UInt32
    ) throws -> Value {
        if let context, context.leavesNilOut, let absent = Cast.absent(as: type) { return absent }
        throw absent(key, of: object)
    }

    /// The error for a key that the payload does not have.
    @inline(never)
    func absent<Key: CodingKey>(_ key: Key, of object: UInt32) -> any Error {
        if let attempt = recorder.attempt, attempt.expectsAbsence(of: key.stringValue, in: object) {
            return IssueRecorder.quietError
        }
        // A key without a place is named as it is: this is an error's text.
        guard let context, case let layout = context.layout(for: Key.self), !layout.keepsKeys,
            let spelling = try? context.resolvedKey(of: key, in: layout).member.stringValue, spelling != key.stringValue
        else { return missing(key, of: object) }
        let (member, name) = (JSONValue.string(spelling).text(), JSONValue.string(key.stringValue).text())
        let present = PresentMembers.phrase(keys(of: object).map { string(nodes[Int($0)]) }, near: spelling)
        return missing(key, of: object, "there is no member \(member) for the key \(name)\(present)")
    }

    // MARK: Layouts with places or rules

    /// A decoder for layouts that declare more than the spelling of keys; `nil` if there are none.
    func proxy<Key: CodingKey>(for keys: Key.Type, at decoder: IndexDecoder) -> ProxyDecoder? {
        if let asked = opened.asked, asked.node == decoder.node { asked.note(keys) }
        guard let context, !layout(for: keys, context).isPlain else { return nil }
        return proxy(at: decoder.node, context, model: decoder.model, isTracked: decoder.isTracked)
    }

    /// A value of the class that the payload names.
    func member<Value: Decodable>(ofFamily type: Value.Type, at node: UInt32) throws -> Value {
        guard let context, let family = context.family(of: type) else {
            return try type.init(from: IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type))
        }
        return try family.read(type, from: proxy(at: node, context, model: nil))
    }

    /// - Parameter isTracked: Whether the unknown members of the object are kept.
    func proxy(
        at node: UInt32, _ context: FormatContext, model: Any.Type?, isTracked: Bool = false
    ) -> ProxyDecoder {
        guard isTracked, let tracked = slowPath?.trackers[node] else {
            return ProxyDecoder(base: bareDecoder(at: node), context: context, model: model)
        }
        let base = tracked.object?.base ?? bareDecoder(at: node)
        let proxy = ProxyDecoder(base: base, context: context, model: model, object: tracked.object)
        proxy.object.tracked = tracked.within([])
        return proxy
    }

    /// The decoder that a model asked for by `superDecoder`. It is unknown which class it reads; if that decides about
    /// places, the decoder remembers the key types that were asked for.
    func superDecoder(at node: UInt32, isTracked: Bool = false) -> any Decoder {
        guard let context, context.hasSharedSuperclasses else {
            return IndexDecoder(session: self, node: node, isHeld: true, model: nil, isTracked: isTracked)
        }
        if isTracked, let pending = slowPath?.pendingTrackers[node] {
            let proxy = proxy(at: node, context, model: nil)
            proxy.pendingTracked = pending
            return proxy
        }
        return proxy(at: node, context, model: nil, isTracked: isTracked)
    }

    /// A decoder of the same value without a format, which shows the names of the payload.
    func bareDecoder(at node: UInt32) -> IndexDecoder {
        let bare = child(nil) {
            $0.context == nil
        } make: {
            DecodingSession(bare: self)
        }
        return IndexDecoder(session: bare, node: node, isHeld: true, model: nil)
    }

    // MARK: All keys

    /// The coding keys of an object's members, in the order of the text.
    func allKeys<Key: CodingKey>(of object: UInt32) -> [Key] {
        let isRaw = RawDictionaryKey.isRaw(Key.self)
        if keysArePlain, !isRaw, !nodes[Int(object)].hasRepeatedKey { return plainKeys(of: object) }
        let nodes = keys(of: object)
        if isRaw {
            noteMerged(nodes)
            if convertsKeys { slowPathState().dictionaries.insert(object) }
        }
        if keysArePlain || isRaw {
            return nodes.compactMap { Key(stringValue: string(self.nodes[Int($0)])) }
        }
        guard let context else { return convertedKeys(of: object).keys.compactMap { Key(stringValue: $0.stringValue) } }
        let layout = context.layout(for: Key.self)
        return nodes.compactMap { layout.key(for: string(self.nodes[Int($0)]), as: Key.self) }
    }

    /// The coding keys of an object whose keys are spelled as they are declared, in one pass.
    private func plainKeys<Key: CodingKey>(of object: UInt32) -> [Key] {
        let header = nodes[Int(object)]
        var keys: [Key] = []
        keys.reserveCapacity(min(header.count ?? 0, 1 << 16))
        var key = object + 1
        while key < header.next {
            if let made = Key(stringValue: string(nodes[Int(key)])) { keys.append(made) }
            key = nodes[Int(key + 1)].next
        }
        return keys
    }

    /// Notes keys of a dictionary that Swift takes for one text, though their characters differ: decoding them is an
    /// error.
    private func noteMerged(_ keys: [UInt32]) {
        guard
            keys.contains(where: { key in
                bytes(of: nodes[Int(key)]).contains { $0 >= 0x80 } || nodes[Int(key)].isEscaped
            })
        else { return }
        var seen: Set<String> = []
        for key in keys where !seen.insert(string(nodes[Int(key)])).inserted {
            slowPathState().merged.insert(key + 1)
            keysArePlain = false
        }
    }

    private func sameText(_ key: some CodingKey, at value: UInt32) -> DecodingError {
        corrupted(
            "the key \(JSONValue.string(key.stringValue).text()) and another one of the dictionary are one and the same Swift text,"
                + " though their characters differ", at: value)
    }

    // MARK: Strategies

    private func convertedKeys(of object: UInt32) -> ConvertedKeys {
        if let known = slowPath?.converted[object] { return known }
        let path = codingPath(of: object)
        var made = ConvertedKeys()
        for key in keys(of: object) {
            let name = string(nodes[Int(key)])
            switch rules.keys {
            case .useDefaultKeys: made.add(PayloadKey(name), key + 1)
            case .convertFromSnakeCase: made.add(PayloadKey(SnakeCase.camelCase(name)), key + 1)
            case .custom(let convert): made.add(convert(path + [PayloadKey(name)]), key + 1)
            }
        }
        slowPathState().converted[object] = made
        return made
    }
}

/// The members of an object by their converted keys; of two alike, the first.
struct ConvertedKeys {
    private(set) var keys: [any CodingKey] = []
    private var values: [ByteKey: UInt32] = [:]

    mutating func add(_ key: any CodingKey, _ value: UInt32) {
        guard values[ByteKey(key.stringValue)] == nil else { return }
        values[ByteKey(key.stringValue)] = value
        keys.append(key)
    }

    /// The key that a value has been given.
    func key(of value: UInt32) -> (any CodingKey)? {
        guard let name = values.first(where: { $0.value == value })?.key else { return nil }
        return keys.first { ByteKey($0.stringValue) == name }
    }

    func value(of name: String) -> UInt32 {
        if let value = values[ByteKey(name)] { return value }
        // A key may be the same Swift text in other characters.
        guard !name.utf8.allSatisfy({ $0 < 0x80 }), let key = keys.first(where: { $0.stringValue == name }) else {
            return DecodingSession.nothing
        }
        return values[ByteKey(key.stringValue)] ?? DecodingSession.nothing
    }
}
