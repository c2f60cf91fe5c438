/// The types that are read straight from the bytes; each way is its own, so that no value takes a detour.
extension IndexKeyedContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scope.bool(at: required(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scope.string(at: required(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scope.double(at: required(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scope.float(at: required(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scope.integer(type, at: required(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scope.integer(type, at: required(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scope.integer(type, at: required(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scope.integer(type, at: required(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scope.integer(type, at: required(key)) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scope.integer(type, at: required(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scope.integer(type, at: required(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scope.integer(type, at: required(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scope.integer(type, at: required(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scope.integer(type, at: required(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scope.integer(type, at: required(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scope.integer(type, at: required(key)) }
}

/// The same for members that may be absent or null: one look each.
extension IndexKeyedContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard let node = try present(key) else { return nil }
        return try scope.bool(at: node)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let node = try present(key) else { return nil }
        return try scope.string(at: node)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        guard let node = try present(key) else { return nil }
        return try scope.double(at: node)
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        guard let node = try present(key) else { return nil }
        return try scope.float(at: node)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        guard let node = try present(key) else { return nil }
        return try scope.integer(type, at: node)
    }
}
