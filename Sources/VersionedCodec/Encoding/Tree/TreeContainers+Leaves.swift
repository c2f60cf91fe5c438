/// The types that need no node.
extension TreeUnkeyedContainer {
    func encode(_ value: Bool) throws { try append(.bool(value)) }
    func encode(_ value: String) throws { try append(.string(value)) }
    func encode(_ value: Double) throws {
        if context.mayRefuse(value) { return try encodeAhead(value) }
        try append(LeafWriter.leaf(value, context))
    }
    func encode(_ value: Float) throws {
        if context.mayRefuse(value) { return try encodeAhead(value) }
        try append(LeafWriter.leaf(value, context))
    }
    func encode(_ value: Int) throws { try append(.integer(value)) }
    func encode(_ value: Int8) throws { try append(.integer(value)) }
    func encode(_ value: Int16) throws { try append(.integer(value)) }
    func encode(_ value: Int32) throws { try append(.integer(value)) }
    func encode(_ value: Int64) throws { try append(.integer(value)) }
    func encode(_ value: Int128) throws { try append(.integer(value)) }
    func encode(_ value: UInt) throws { try append(.integer(value)) }
    func encode(_ value: UInt8) throws { try append(.integer(value)) }
    func encode(_ value: UInt16) throws { try append(.integer(value)) }
    func encode(_ value: UInt32) throws { try append(.integer(value)) }
    func encode(_ value: UInt64) throws { try append(.integer(value)) }
    func encode(_ value: UInt128) throws { try append(.integer(value)) }
}

extension TreeSingleValueContainer {
    func encode(_ value: Bool) throws { try set(.bool(value)) }
    func encode(_ value: String) throws { try set(.string(value)) }
    func encode(_ value: Double) throws {
        if encoder.context.mayRefuse(value) { return try encodeAhead(value) }
        try set(LeafWriter.leaf(value, encoder.context))
    }
    func encode(_ value: Float) throws {
        if encoder.context.mayRefuse(value) { return try encodeAhead(value) }
        try set(LeafWriter.leaf(value, encoder.context))
    }
    func encode(_ value: Int) throws { try set(.integer(value)) }
    func encode(_ value: Int8) throws { try set(.integer(value)) }
    func encode(_ value: Int16) throws { try set(.integer(value)) }
    func encode(_ value: Int32) throws { try set(.integer(value)) }
    func encode(_ value: Int64) throws { try set(.integer(value)) }
    func encode(_ value: Int128) throws { try set(.integer(value)) }
    func encode(_ value: UInt) throws { try set(.integer(value)) }
    func encode(_ value: UInt8) throws { try set(.integer(value)) }
    func encode(_ value: UInt16) throws { try set(.integer(value)) }
    func encode(_ value: UInt32) throws { try set(.integer(value)) }
    func encode(_ value: UInt64) throws { try set(.integer(value)) }
    func encode(_ value: UInt128) throws { try set(.integer(value)) }
}
