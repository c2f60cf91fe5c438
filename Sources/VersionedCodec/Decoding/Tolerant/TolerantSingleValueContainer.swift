/// A whole value, over the container of another decoder.
struct TolerantSingleValueContainer: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    let decoder: TolerantDecoder

    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }

    private func call(_ type: Any.Type) -> CallKey {
        CallKey(kind: .single, place: .init(decoder.base), name: "", type: ObjectIdentifier(type))
    }

    private func leaf<Value: Decodable>(
        _ type: Value.Type, _ read: (any SingleValueDecodingContainer) throws -> Value
    ) throws -> Value {
        try decoder.frame.leaf(
            call(type), expected: type, { try read(base) }, otherwise: .value(type))
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.frame.value(
            type, call(type), direct: { try base.decode(type) }, place: { decoder.base }, wrap: { $0 },
            otherwise: .value(type))
    }

    func decode(_ type: Bool.Type) throws -> Bool { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: String.Type) throws -> String { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: Double.Type) throws -> Double { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: Float.Type) throws -> Float { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: Int.Type) throws -> Int { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: Int8.Type) throws -> Int8 { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: Int16.Type) throws -> Int16 { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: Int32.Type) throws -> Int32 { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: Int64.Type) throws -> Int64 { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: Int128.Type) throws -> Int128 { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: UInt.Type) throws -> UInt { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try leaf(type) { try $0.decode(type) } }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf(type) { try $0.decode(type) } }
}
