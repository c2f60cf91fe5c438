/// The types that need no encoder.
extension OutputKeyedContainer {
    func encode(_ member: Bool, forKey key: Key) throws {
        try put(key, { output.write(member) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: String, forKey key: Key) throws {
        try put(key, { output.write(member) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: Int, forKey key: Key) throws {
        try put(key, { output.write(Int64(member)) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: Int8, forKey key: Key) throws {
        try put(key, { output.write(Int64(member)) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: Int16, forKey key: Key) throws {
        try put(key, { output.write(Int64(member)) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: Int32, forKey key: Key) throws {
        try put(key, { output.write(Int64(member)) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: Int64, forKey key: Key) throws {
        try put(key, { output.write(Int64(member)) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: UInt, forKey key: Key) throws {
        try put(key, { output.write(UInt64(member)) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: UInt8, forKey key: Key) throws {
        try put(key, { output.write(UInt64(member)) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: UInt16, forKey key: Key) throws {
        try put(key, { output.write(UInt64(member)) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: UInt32, forKey key: Key) throws {
        try put(key, { output.write(UInt64(member)) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: UInt64, forKey key: Key) throws {
        try put(key, { output.write(UInt64(member)) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: Int128, forKey key: Key) throws {
        try put(key, { output.write(member) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: UInt128, forKey key: Key) throws {
        try put(key, { output.write(member) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: Double, forKey key: Key) throws {
        try attempt(key, { try output.write(member) }, orElse: { try $0.encode(member, forKey: key) })
    }
    func encode(_ member: Float, forKey key: Key) throws {
        try attempt(key, { try output.write(member) }, orElse: { try $0.encode(member, forKey: key) })
    }
}

/// Nil, as the format declares.
extension OutputKeyedContainer {
    func encodeIfPresent(_ member: Bool?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: String?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: Double?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: Float?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: Int?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: Int8?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: Int16?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: Int32?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: Int64?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: UInt?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: UInt8?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: UInt16?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: UInt32?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: UInt64?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: Int128?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
    func encodeIfPresent(_ member: UInt128?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }
}
