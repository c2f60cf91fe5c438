/// The payload that begins at a node of an index, as far as its version is concerned.
struct IndexSource: PayloadSource {
    let session: DecodingSession
    let root: UInt32

    var path: JSONPointer { session.pointer(to: root) }

    func value(at pointer: JSONPointer) -> JSONValue? { node(at: pointer).map(session.json) }

    func kind(at pointer: JSONPointer) -> JSONKind? { node(at: pointer).map { session.nodes[Int($0)].kind } }

    func position(at pointer: JSONPointer) -> SourcePosition? { session.position(of: node(at: pointer) ?? root) }

    /// The node at a place, or `nil` if there is none.
    func node(at pointer: JSONPointer) -> UInt32? {
        var node = root
        for token in pointer.tokens {
            let header = session.nodes[Int(node)]
            if header.isObject {
                node = session.member(token, of: node)
                if node == DecodingSession.nothing { return nil }
            } else if header.isArray, let index = JSONPointer.index(of: token) {
                node += 1
                for _ in 0..<index where node < header.next { node = session.nodes[Int(node)].next }
                if node >= header.next { return nil }
            } else {
                return nil
            }
        }
        return node
    }
}
