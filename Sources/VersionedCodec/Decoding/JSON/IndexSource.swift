/// The payload that begins at a node of an index, as far as its version is concerned.
struct IndexSource: PayloadSource {
    let scope: DecodingScope
    let root: UInt32

    var path: JSONPointer { scope.pointer(to: root) }

    func value(at pointer: JSONPointer) -> JSONValue? { node(at: pointer).map(scope.json) }

    func kind(at pointer: JSONPointer) -> JSONKind? { node(at: pointer).map { scope.nodes[Int($0)].kind } }

    func position(at pointer: JSONPointer) -> SourcePosition? { scope.position(of: node(at: pointer) ?? root) }

    private func node(at pointer: JSONPointer) -> UInt32? {
        var node = root
        for token in pointer.tokens {
            let header = scope.nodes[Int(node)]
            if header.isObject {
                node = scope.member(token, of: node)
                if node == DecodingScope.nothing { return nil }
            } else if header.isArray, let index = JSONPointer.index(of: token) {
                node += 1
                for _ in 0..<index where node < header.next { node = scope.nodes[Int(node)].next }
                if node >= header.next { return nil }
            } else {
                return nil
            }
        }
        return node
    }
}
