/// A decoder of a payload that is not there: every value is a placeholder, every optional nil, every collection empty.
struct PlaceholderDecoder: Decoder {
    let run: ToleranceRun
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let value = Placeholder.value(type, run, depth: depth) { return value }
        throw DecodingError.valueNotFound(
            type, .init(codingPath: [], debugDescription: "there is no placeholder"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PlaceholderMembers(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        PlaceholderElements(decoder: self)
    }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        PlaceholderValue(decoder: self)
    }
}

private struct PlaceholderMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: PlaceholderDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) throws -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.value(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}

private struct PlaceholderElements: UnkeyedDecodingContainer {
    let decoder: PlaceholderDecoder

    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    private var end: DecodingError {
        .valueNotFound(
            Never.self, .init(codingPath: [], debugDescription: "the placeholder of an array is empty"))
    }

    mutating func decodeNil() throws -> Bool { throw end }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw end }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw end
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw end }
    mutating func superDecoder() throws -> any Decoder { throw end }
}

private struct PlaceholderValue: SingleValueDecodingContainer {
    let decoder: PlaceholderDecoder

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
}
