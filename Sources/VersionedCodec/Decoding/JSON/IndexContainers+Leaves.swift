/// The types that are read straight from the bytes.
extension IndexUnkeyedContainer {
    mutating func decode(_ type: Bool.Type) throws -> Bool { try element(type) { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try element(type) { try $0.string(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try element(type) { try $0.double(at: $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try element(type) { try $0.float(at: $1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try element(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) { try $0.integer(type, at: $1) } }

    mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
        try elementIfPresent(type) { try $0.bool(at: $1) }
    }
    mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
        try elementIfPresent(type) { try $0.string(at: $1) }
    }
    mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
        try elementIfPresent(type) { try $0.double(at: $1) }
    }
    mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
        try elementIfPresent(type) { try $0.float(at: $1) }
    }
    mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
    mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
        try elementIfPresent(type) { try $0.integer(type, at: $1) }
    }
}

extension IndexSingleValueContainer {
    func decode(_ type: Bool.Type) throws -> Bool { try session.bool(at: node) }
    func decode(_ type: String.Type) throws -> String { try session.string(at: node) }
    func decode(_ type: Double.Type) throws -> Double { try session.double(at: node) }
    func decode(_ type: Float.Type) throws -> Float { try session.float(at: node) }
    func decode(_ type: Int.Type) throws -> Int { try session.integer(type, at: node) }
    func decode(_ type: Int8.Type) throws -> Int8 { try session.integer(type, at: node) }
    func decode(_ type: Int16.Type) throws -> Int16 { try session.integer(type, at: node) }
    func decode(_ type: Int32.Type) throws -> Int32 { try session.integer(type, at: node) }
    func decode(_ type: Int64.Type) throws -> Int64 { try session.integer(type, at: node) }
    func decode(_ type: Int128.Type) throws -> Int128 { try session.integer(type, at: node) }
    func decode(_ type: UInt.Type) throws -> UInt { try session.integer(type, at: node) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try session.integer(type, at: node) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try session.integer(type, at: node) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try session.integer(type, at: node) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try session.integer(type, at: node) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try session.integer(type, at: node) }
}
