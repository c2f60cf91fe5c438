import VersionedCodec

/// A table that operations look into. That of a small document is not copied.
enum SeenTable {
    case value(JSONValue)
    case node(NodeID, children: [NodeID], Arena)

    var kind: JSONKind {
        switch self {
        case .value(let value): value.kind
        case .node(let node, _, let arena): arena.kind(of: node)
        }
    }

    var count: Int {
        switch self {
        case .value(let value): value.array?.count ?? value.object?.count ?? 0
        case .node(_, let children, _): children.count
        }
    }

    /// The key of a member of an object.
    func key(at index: Int) -> String? {
        switch self {
        case .value(let value): value.object?[index].key
        case .node(let node, let children, let arena): arena.isObject(node) ? arena.key(of: children[index]) : nil
        }
    }

    /// Whether it is an object with a member of a key.
    func hasKey(_ key: String) -> Bool {
        switch self {
        case .value(let value): value.object?[key] != nil
        case .node(let node, _, let arena): arena.isObject(node) && !arena.member(key, of: node).isNone
        }
    }

    /// A document with this many bytes is read by values: nodes for all that is in a table would need more memory.
    fileprivate static let mostBytes = 1 << 16

    /// What a pointer leads to in an element, or in the value of a member.
    func value(at pointer: JSONPointer, ofElement index: Int) -> JSONValue? {
        switch self {
        case .value(let value):
            let element = value.array?[index] ?? value.object?[index].value
            return element?[at: pointer]
        case .node(_, let children, let arena):
            let found = arena.find(pointer, from: children[index])
            if found.isNone { return nil }
            return arena.value(of: found)
        }
    }
}

extension OperationContext {
    /// The table at a pointer; `nil` if nothing is there. See ``seen(_:in:here:isCopied:)``.
    func seenTable(
        _ pointer: JSONPointer, in origin: JSONOperation.PathOrigin, here: Here
    ) throws(MigrationError) -> SeenTable? {
        // What a part of a document lacks is found out by values.
        if !mayLackMembers, arena.byteCount < SeenTable.mostBytes, origin == .document,
            case .itself(let root) = document
        {
            return lookups.table(at: pointer) { () -> SeenTable? in
                let node = arena.find(pointer, from: root)
                if node.isNone { return nil }
                return .node(node, children: arena.isContainer(node) ? arena.children(of: node) : [], arena)
            }.map { noted($0) }
        }
        return try seen(pointer, in: origin, here: here).map(SeenTable.value)
    }

    /// Notes a look at a table.
    private func noted(_ table: SeenTable) -> SeenTable {
        if case .node(let node, _, let arena) = table { arena.noteLook(at: node) }
        return table
    }
}
