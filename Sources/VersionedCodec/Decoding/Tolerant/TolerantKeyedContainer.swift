/// The members of an object, over the container of another decoder.
struct TolerantKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let place: CallKey.Place
    let frame: ObjectFrame

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }

    func call(_ kind: CallKey.Kind, _ type: Any.Type, _ key: Key) -> CallKey {
        CallKey(kind: kind, place: place, name: key.stringValue, type: ObjectIdentifier(type))
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try frame.leaf(
            call(.decode, Never.self, key), expected: Never.self, { try base.decodeNil(forKey: key) }, otherwise: .yes)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try frame.value(
            type, call(.decode, type, key), direct: { try base.decode(type, forKey: key) },
            place: { try present(key) }, wrap: { $0 }, otherwise: .value(type))
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        // A layout may declare that an empty text means nil, for example; if asking fails, decoding throws the error.
        if !base.contains(key) || (try? base.decodeNil(forKey: key)) == true {
            return try base.decodeIfPresent(type, forKey: key)
        }
        return try frame.value(
            type, call(.ifPresent, type, key), direct: { try base.decodeIfPresent(type, forKey: key) },
            place: { try base.superDecoder(forKey: key) }, wrap: { $0 },
            otherwise: .none(type))
    }

    /// The decoder of a member that must be there.
    private func present(_ key: Key) throws -> any Decoder {
        // A coder's superDecoder may give null for a member that is absent; decodeNil does not.
        _ = try base.decodeNil(forKey: key)
        return try base.superDecoder(forKey: key)
    }

    // MARK: Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let decoder = try member(key, type, .keyed)
        let container = try frame.container(decoder.base, type, kind: .keyed, name: key.stringValue) {
            try decoder.base.container(keyedBy: type)
        }
        return KeyedDecodingContainer(
            TolerantKeyedContainer<NestedKey>(base: container, place: .init(decoder.base), frame: frame))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let decoder = try member(key, [Any].self, .unkeyed)
        let container = try frame.container(decoder.base, [Any].self, kind: .unkeyed, name: key.stringValue) {
            try decoder.base.unkeyedContainer()
        }
        return TolerantUnkeyedContainer(base: container, place: .init(decoder.base), frame: frame)
    }

    func superDecoder() throws -> any Decoder {
        do {
            return TolerantDecoder(base: try base.superDecoder(), frame: frame)
        } catch {
            let key = CallKey(kind: .superclass, place: place, name: "", type: ObjectIdentifier(Key.self))
            frame.noteLeaf(error, key, expected: frame.model, .nothing)
            throw error
        }
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try member(key, Any.self, .superclass)
    }

    private func member(_ key: Key, _ type: Any.Type, _ kind: CallKey.Kind) throws -> TolerantDecoder {
        do {
            return TolerantDecoder(base: try base.superDecoder(forKey: key), frame: frame)
        } catch {
            frame.noteLeaf(error, call(kind, type, key), expected: frame.model, .nothing)
            throw error
        }
    }
}
