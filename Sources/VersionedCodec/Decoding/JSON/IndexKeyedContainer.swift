/// The members of an object.
///
/// Unsafe code: the slot lies in the pool of the session, which the container holds.
struct IndexKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let session: DecodingSession

    /// Identifies the object, if the container is reused.
    private let slot: UnsafeMutablePointer<DecodingContainerSlot>?
    private let ownNode: UInt32

    init(session: DecodingSession, node: UInt32, slot: UnsafeMutablePointer<DecodingContainerSlot>?) {
        (self.session, ownNode, self.slot) = (session, node, slot)
    }

    /// The object.
    @inline(__always)
    var node: UInt32 { slot?.pointee.node ?? ownNode }

    var codingPath: [any CodingKey] { session.codingPath(of: node) }

    // MARK: Finding

    /// The value of a key, or ``DecodingSession/nothing``.
    @inline(__always)
    func value(of key: Key) throws -> UInt32 {
        session.keysArePlain ? session.member(key.stringValue, of: node) : try session.member(by: key, of: node)
    }

    /// The value of a key.
    ///
    /// - Throws: `DecodingError.keyNotFound` if there is none.
    @inline(__always)
    func required(_ key: Key) throws -> UInt32 {
        let value = try value(of: key)
        if value == DecodingSession.nothing { throw session.absent(key, of: node) }
        return value
    }

    /// The value of a key, or `nil` if there is none, or `null`.
    @inline(__always)
    func present(_ key: Key) throws -> UInt32? {
        let value = try value(of: key)
        return value == DecodingSession.nothing || session.nodes[Int(value)].isNull ? nil : value
    }

    // MARK: Presence

    /// The keys of the members, in the order of the text.
    var allKeys: [Key] { session.allKeys(of: node) }

    /// Whether the member is there; also where looking for it is an error, which decoding it then throws.
    func contains(_ key: Key) -> Bool {
        do {
            return try value(of: key) != DecodingSession.nothing
        } catch {
            return true
        }
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        do { return session.nodes[Int(try required(key))].isNull } catch { return try toleratedNil(key, error) }
    }

    // MARK: Values

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if session.recorder.attempt != nil { return try attempted(type, key) }
        return try strict(type, key)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        if session.recorder.attempt != nil { return try attemptedIfPresent(type, key) }
        return try strictIfPresent(type, key)
    }

    @inline(__always)
    func strict<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        guard session.keysArePlain else { return try session.decode(type, by: key, of: node) }
        let value = session.member(key.stringValue, of: node)
        if value == DecodingSession.nothing { return try session.absentValue(type, key, of: node) }
        let result = try session.value(type, at: value)
        session.note(value, of: node)
        return result
    }

    @inline(__always)
    func strictIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard session.keysArePlain else {
            return try present(key) == nil ? nil : session.decode(type, by: key, of: node)
        }
        let value = session.member(key.stringValue, of: node)
        if value == DecodingSession.nothing || session.nodes[Int(value)].isNull { return nil }
        let result = try session.value(type, at: value)
        session.note(value, of: node)
        return result
    }

    // MARK: Containers

    private func decoder(_ key: Key) throws -> IndexDecoder {
        session.endNativeAttempts()
        let session = session.keysArePlain ? session : session.session(of: key)
        session.opened.note(Key.self, node, in: session)
        return IndexDecoder(session: session, node: try required(key), isHeld: true, model: nil)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let nested = try decoder(key)
        return try session.tracked(nested, in: node).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let decoder = try decoder(key)
        let isTracked = session.tracksSuperclass(behind: decoder.node, of: node)
        return decoder.session.superDecoder(at: decoder.node, isTracked: isTracked)
    }

    func superDecoder() throws -> any Decoder {
        session.endNativeAttempts()
        session.opened.note(Key.self, node, in: session)
        guard case .under(let name) = session.superclass else {
            let isTracked = session.slowPath?.trackers[node] != nil
            return session.superDecoder(at: node, isTracked: isTracked)
        }
        // The key is one of those that a strategy of the decoder converts.
        let value =
            session.convertsKeys ? try session.member(by: PayloadKey(name), of: node) : session.member(name, of: node)
        guard value != DecodingSession.nothing else {
            throw session.missing(
                PayloadKey(name), of: node, "there is no member \"\(name)\", which holds the superclass's members")
        }
        return session.superDecoder(at: value, isTracked: session.tracksSuperclass(name, at: value, of: node))
    }
}
