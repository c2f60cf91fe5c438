/// The types that need no node.
extension TreeKeyedContainer {
    func encode(_ value: Bool, forKey key: Key) throws { try set(.bool(value), for: key) }
    func encode(_ value: String, forKey key: Key) throws { try set(.string(value), for: key) }
    func encode(_ value: Double, forKey key: Key) throws {
        if context.mayRefuse(value) { return try encodeAhead(value, forKey: key) }
        try set(LeafWriter.leaf(value, context), for: key)
    }
    func encode(_ value: Float, forKey key: Key) throws {
        if context.mayRefuse(value) { return try encodeAhead(value, forKey: key) }
        try set(LeafWriter.leaf(value, context), for: key)
    }
    func encode(_ value: Int, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: Int8, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: Int16, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: Int32, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: Int64, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: Int128, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: UInt, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try set(.integer(value), for: key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try set(.integer(value), for: key) }
}

/// Nil, as the format declares.
extension TreeKeyedContainer {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }
}
