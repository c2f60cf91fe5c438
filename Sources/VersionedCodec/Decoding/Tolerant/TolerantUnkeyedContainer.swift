/// The elements of an array, over the container of another decoder: strict, but for the element whose error left
/// `init(from:)`.
struct TolerantUnkeyedContainer: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    let place: CallKey.Place
    let frame: ObjectFrame

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    func call(_ kind: CallKey.Kind, _ type: Any.Type) -> CallKey {
        CallKey(kind: kind, place: place, name: String(base.currentIndex), type: ObjectIdentifier(type))
    }

    /// The decoder of the current element, which stays the current one.
    private func element() throws -> any Decoder {
        var copy = base
        return try copy.superDecoder()
    }

    /// Reads the current element, and continues after a placeholder.
    private mutating func element<Result>(_ read: (inout TolerantUnkeyedContainer) throws -> Result)
        throws -> Result
    {
        let index = base.currentIndex
        let result = try read(&self)
        if base.currentIndex == index, !base.isAtEnd { _ = try base.superDecoder() }
        return result
    }

    mutating func leaf<Value: Decodable>(
        _ type: Value.Type, _ read: (inout any UnkeyedDecodingContainer) throws -> Value
    ) throws -> Value {
        try element { container in
            try container.frame.leaf(
                container.call(.decode, type), expected: type, { try read(&container.base) },
                otherwise: .value(type))
        }
    }

    mutating func decodeNil() throws -> Bool {
        let (frame, key) = (frame, call(.decode, Never.self))
        return try frame.leaf(key, expected: Never.self, { try base.decodeNil() }, otherwise: .yes)
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try element { container in
            let (frame, key) = (container.frame, container.call(.decode, type))
            return try frame.value(
                type, key, direct: { try container.base.decode(type) }, place: { try container.element() },
                wrap: { $0 }, otherwise: .value(type))
        }
    }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        if base.isAtEnd { return nil }
        if try base.decodeNil() { return nil }
        return try element { container in
            let (frame, key) = (container.frame, container.call(.ifPresent, type))
            return try frame.value(
                type, key, direct: { try container.base.decodeIfPresent(type) },
                place: { try container.element() },
                wrap: { $0 }, otherwise: .none(type))
        }
    }

    // MARK: Containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let decoder = try element()
        let container = try TolerantDecoder(base: decoder, frame: frame).container(keyedBy: type)
        _ = try base.superDecoder()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let decoder = try element()
        let container = try TolerantDecoder(base: decoder, frame: frame).unkeyedContainer()
        _ = try base.superDecoder()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        do {
            return TolerantDecoder(base: try base.superDecoder(), frame: frame)
        } catch {
            frame.noteLeaf(error, call(.superclass, Any.self), expected: frame.model, .nothing)
            throw error
        }
    }
}

/// The types that a coder reads at once.
extension TolerantUnkeyedContainer {
    mutating func decode(_ type: Bool.Type) throws -> Bool { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: Double.Type) throws -> Double {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: Float.Type) throws -> Float {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: Int.Type) throws -> Int { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: Int32.Type) throws -> Int32 {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try leaf(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        try leaf(type) { try $0.decode(type) }
    }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try leaf(type) { try $0.decode(type) }
    }
}
