/// The same types where a member may be nil: one question of the coder, not three.
extension ProxyKeyedContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try numberIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try numberIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: $1) }
    }

    private func numberIfPresent<Value: BinaryFloatingPoint & Decodable>(
        _ type: Value.Type, _ key: Key, _ read: (KeyedDecodingContainer<PayloadKey>, PayloadKey) throws -> Value?
    ) throws -> Value? {
        do {
            return try leafIfPresent(type, key, read)
        } catch {
            guard context.format.nonFinite != nil else { throw error }
            return try MemberLookup(key, in: self).nonFinite(error, as: type)
        }
    }
}
