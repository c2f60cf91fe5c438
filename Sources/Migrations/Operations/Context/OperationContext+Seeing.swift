import VersionedCodec

/// The whole document as the operations within one see it: as it was before that one.
enum SeenDocument {
    /// The document itself, of which the operation changes nothing that it looks at.
    case itself(NodeID)
    /// A copy, where the operation changes what it looks at.
    case copy(JSONValue)
}

/// Looking at values that are not in the scope of the operation that is running.
extension OperationContext {
    /// The value that an operation is applied to.
    enum Here {
        case node(NodeID)
        case value(JSONValue)

        func value(in arena: Arena) -> JSONValue {
            switch self {
            case .node(let node): arena.value(of: node)
            case .value(let value): value
            }
        }
    }

    /// The value at a pointer of the document, of the context, or of what an operation is applied to; `nil` if there is
    /// none. Scratch values are in the document.
    ///
    /// - `isCopied`: Whether it is only copied: what it is does not decide then.
    /// - Throws: Where the operation needs a context, and none is given.
    func seen(
        _ pointer: JSONPointer, in origin: JSONOperation.PathOrigin, here: Here, isCopied: Bool = false
    ) throws(MigrationError) -> JSONValue? {
        let found: JSONValue?
        switch (origin, document) {
        case (.context, _): return try facts(here: here)[at: pointer]
        case (.here, _), (.document, nil):
            guard case .node(let scope) = here else { return here.value(in: arena)[at: pointer] }
            let node = arena.find(pointer, from: scope)
            if node.isNone { return nil }
            return arena.value(of: node)
        case (.document, .copy(let copy)):
            found = pointer.isScratch ? scratchSeen?[at: JSONPointer(pointer.tokens)] : copy[at: pointer]
        case (.document, .itself(let root)):
            found = lookups.value(at: pointer) { () -> JSONValue? in
                let node = arena.find(pointer, from: root)
                if node.isNone { return nil }
                return arena.valueToLookAt(of: node)
            }
        }
        // A container that has changed is copied as it is now, with the values in it.
        if let found, !isCopied || found.source == nil { arena.noteLook(at: found) }
        return found
    }

    /// What the caller has given as the context.
    private func facts(here: Here) throws(MigrationError) -> JSONValue {
        if let facts = environment.facts { return facts }
        throw error(
            .noContext, "a fact from outside is needed, and no context is given", at: .root,
            found: here.value(in: arena))
    }

    /// Looks at the document, or at the context.
    func looking<Result>(
        at origin: JSONOperation.PathOrigin, here scope: NodeID, _ body: (NodeID) throws(MigrationError) -> Result
    ) throws(MigrationError) -> Result {
        let value: JSONValue
        switch (origin, document) {
        case (.context, _): value = try facts(here: .node(scope))
        case (.document, .copy(let copy)): value = copy
        case (.document, .itself(let root)): return try body(root)
        case (.here, _), (.document, nil): return try body(scope)
        }
        return try looking(at: value, body)
    }

    /// Looks at a value that is apart from the document.
    func looking<Result>(
        at value: JSONValue, _ body: (NodeID) throws(MigrationError) -> Result
    ) throws(MigrationError) -> Result {
        let trial = arena.startTrial()
        defer { arena.end(trial) }
        return try body(arena.make(value))
    }
}
