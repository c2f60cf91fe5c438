/// The types that the coder reads by itself.
extension ProxyKeyedContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try leaf(type, key) { try $0.decode(type, forKey: $1) }
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try number(type, key) { try $0.decode(type, forKey: $1) }
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try number(type, key) { try $0.decode(type, forKey: $1) }
    }

    private func number<Value: BinaryFloatingPoint & Decodable>(
        _ type: Value.Type, _ key: Key, _ read: (KeyedDecodingContainer<PayloadKey>, PayloadKey) throws -> Value
    ) throws -> Value {
        do {
            return try leaf(type, key, read)
        } catch {
            guard context.format.nonFinite != nil else { throw error }
            return try MemberLookup(key, in: self).nonFinite(error, as: type)
        }
    }
}
