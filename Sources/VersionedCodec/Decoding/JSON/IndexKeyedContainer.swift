/// The members of an object.
struct IndexKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let scope: DecodingScope

    /// What says which object it is, where the container is used again.
    private let box: UnsafeMutablePointer<ObjectBox>?
    private let ownNode: UInt32

    init(scope: DecodingScope, node: UInt32, box: UnsafeMutablePointer<ObjectBox>?) {
        (self.scope, ownNode, self.box) = (scope, node, box)
    }

    /// The object.
    @inline(__always)
    var node: UInt32 { box?.pointee.node ?? ownNode }

    var codingPath: [any CodingKey] { scope.codingPath(of: node) }

    // MARK: Finding

    /// The value of a key, or ``DecodingScope/nothing``.
    @inline(__always)
    func value(of key: Key) throws -> UInt32 {
        scope.keysArePlain ? scope.member(key.stringValue, of: node) : try scope.member(by: key, of: node)
    }

    /// The value of a key.
    ///
    /// - Throws: `DecodingError.keyNotFound` where there is none.
    @inline(__always)
    func required(_ key: Key) throws -> UInt32 {
        let value = try value(of: key)
        if value == DecodingScope.nothing { throw scope.absent(key, of: node) }
        return value
    }

    /// The value of a key, or `nil` where there is none, or `null`.
    @inline(__always)
    func present(_ key: Key) throws -> UInt32? {
        let value = try value(of: key)
        return value == DecodingScope.nothing || scope.nodes[Int(value)].isNull ? nil : value
    }

    // MARK: Presence

    /// The keys of the members, in the order of the text.
    var allKeys: [Key] { scope.allKeys(of: node) }

    /// Whether the member is there; also where looking for it is an error, which decoding it then throws.
    func contains(_ key: Key) -> Bool {
        do {
            return try value(of: key) != DecodingScope.nothing
        } catch {
            return true
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        do { return scope.nodes[Int(try required(key))].isNull } catch { return try toleratedNil(key, error) }
    }

    // MARK: Values

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if scope.recorder.attempt != nil { return try attempted(type, key) }
        return try strict(type, key)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        if scope.recorder.attempt != nil { return try attemptedIfPresent(type, key) }
        return try strictIfPresent(type, key)
    }

    @inline(__always)
    func strict<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        guard scope.keysArePlain else { return try scope.decode(type, by: key, of: node) }
        let value = scope.member(key.stringValue, of: node)
        if value == DecodingScope.nothing { return try scope.absentValue(type, key, of: node) }
        let result = try scope.value(type, at: value)
        scope.note(value, of: node)
        return result
    }

    @inline(__always)
    func strictIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard scope.keysArePlain else {
            return try present(key) == nil ? nil : scope.decode(type, by: key, of: node)
        }
        let value = scope.member(key.stringValue, of: node)
        if value == DecodingScope.nothing || scope.nodes[Int(value)].isNull { return nil }
        let result = try scope.value(type, at: value)
        scope.note(value, of: node)
        return result
    }

    // MARK: Containers

    private func decoder(_ key: Key, isHeld: Bool) throws -> IndexDecoder {
        scope.endNativeAttempts()
        let scope = scope.keysArePlain ? scope : scope.scope(of: key)
        scope.opened.note(Key.self, node, in: scope)
        return IndexDecoder(scope: scope, node: try required(key), isHeld: isHeld, model: nil)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let nested = try decoder(key, isHeld: true)
        return try scope.tracked(nested, in: node).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key, isHeld: true).unkeyedContainer()
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key, isHeld: true) }

    func superDecoder() throws -> any Decoder {
        scope.endNativeAttempts()
        scope.opened.note(Key.self, node, in: scope)
        guard case .under(let name) = scope.superclass else {
            let isTracked = scope.rare?.trackers[node] != nil
            return IndexDecoder(scope: scope, node: node, isHeld: true, model: nil, isTracked: isTracked)
        }
        // The key is one of those that a strategy of the decoder converts.
        let value =
            scope.convertsKeys ? try scope.member(by: PayloadKey(name), of: node) : scope.member(name, of: node)
        guard value != DecodingScope.nothing else {
            throw scope.missing(
                PayloadKey(name), of: node, "there is no member \"\(name)\", which holds the superclass's members")
        }
        return IndexDecoder(
            scope: scope, node: value, isHeld: true, model: nil,
            isTracked: scope.tracksSuperclass(name, at: value, of: node))
    }
}
