/// The types that a coder reads at once.
extension TolerantKeyedContainer {
    @inline(__always)
    private func leaf<Value: Decodable>(
        _ type: Value.Type, _ key: Key, _ read: (KeyedDecodingContainer<Key>) throws -> Value
    ) throws -> Value {
        try frame.leaf(
            call(.decode, type, key), expected: type, { try read(base) },
            otherwise: .value(type))
    }

    @inline(__always)
    fileprivate func leafIfPresent<Value: Decodable>(
        _ type: Value.Type, _ key: Key, _ read: (KeyedDecodingContainer<Key>) throws -> Value?
    ) throws -> Value? {
        try frame.leaf(
            call(.ifPresent, type, key), expected: type, { try read(base) },
            otherwise: .none(type))
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try leaf(type, key) { try $0.decode(type, forKey: key) }
    }
}

extension TolerantKeyedContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try leafIfPresent(type, key) { try $0.decodeIfPresent(type, forKey: key) }
    }
}
