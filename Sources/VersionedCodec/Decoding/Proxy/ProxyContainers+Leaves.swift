/// The types that the coder reads by itself.
extension ProxyUnkeyedContainer {
    mutating func decode(_ type: Bool.Type) throws -> Bool { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf(type) { try $0.decode(type) } }
}

extension ProxySingleValueContainer {
    func decode(_ type: Bool.Type) throws -> Bool { try leaf { try $0.decode(type) } }
    func decode(_ type: String.Type) throws -> String { try leaf { try $0.decode(type) } }
    func decode(_ type: Int.Type) throws -> Int { try leaf { try $0.decode(type) } }
    func decode(_ type: Int8.Type) throws -> Int8 { try leaf { try $0.decode(type) } }
    func decode(_ type: Int16.Type) throws -> Int16 { try leaf { try $0.decode(type) } }
    func decode(_ type: Int32.Type) throws -> Int32 { try leaf { try $0.decode(type) } }
    func decode(_ type: Int64.Type) throws -> Int64 { try leaf { try $0.decode(type) } }
    func decode(_ type: Int128.Type) throws -> Int128 { try leaf { try $0.decode(type) } }
    func decode(_ type: UInt.Type) throws -> UInt { try leaf { try $0.decode(type) } }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try leaf { try $0.decode(type) } }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try leaf { try $0.decode(type) } }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try leaf { try $0.decode(type) } }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try leaf { try $0.decode(type) } }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try leaf { try $0.decode(type) } }
}
