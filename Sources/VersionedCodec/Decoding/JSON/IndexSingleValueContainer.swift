/// A whole value.
struct IndexSingleValueContainer: SingleValueDecodingContainer {
    let scope: DecodingScope
    let node: UInt32

    var codingPath: [any CodingKey] { scope.codingPath(of: node) }

    func decodeNil() -> Bool { scope.nodes[Int(node)].isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try scope.value(type, at: node) }
}
