/// An object of a document: with a node, or in a container that was not opened.
package enum ArenaObject {
    case node(NodeID)
    case source(UInt32)
}

extension Arena {
    /// Calls a function with all objects in a value, and with the byte of the text that each of them comes from; those
    /// that were made come from none, and are left out. O(values)
    package func findObjects(in root: NodeID, _ body: (ArenaObject, _ origin: Int) -> Void) {
        var waiting = [root]
        while let node = waiting.popLast() {
            let value = self[node]
            guard value.isContainer else { continue }
            if value.form == .indexed {
                findObjects(inIndexed: value.source, of: node, body)
            } else {
                if value.isObject, let origin = origin(of: node) { body(.node(node), origin) }
                waiting += children(of: node)
            }
        }
    }

    private func findObjects(
        inIndexed source: UInt32, of node: NodeID, _ body: (ArenaObject, _ origin: Int) -> Void
    ) {
        let index = state.pointee.index
        for place in source..<index[Int(source)].next where index[Int(place)].isObject {
            if place == source {
                if let origin = origin(of: node) { body(.node(node), origin) }
            } else {
                let start = index[Int(place)].offset
                body(.source(place), Int(document?.converted.map { $0.start(of: Int(start)) } ?? Int(start)))
            }
        }
    }

    /// The value at a place in an object; `nil` if there is none.
    package func value(at path: JSONPointer, in object: ArenaObject) -> JSONValue? {
        switch object {
        case .source(let source): return JSONValue(readDocument(), source)[at: path]
        case .node(let node):
            let found = find(path, from: node)
            return found.isNone ? .none : value(of: found)
        }
    }
}
