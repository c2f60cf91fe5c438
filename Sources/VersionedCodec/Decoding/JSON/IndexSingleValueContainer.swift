/// A whole value.
struct IndexSingleValueContainer: SingleValueDecodingContainer {
    let session: DecodingSession
    let node: UInt32

    var codingPath: [any CodingKey] { session.codingPath(of: node) }

    func decodeNil() -> Bool { session.nodes[Int(node)].isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try session.value(type, at: node) }
}
