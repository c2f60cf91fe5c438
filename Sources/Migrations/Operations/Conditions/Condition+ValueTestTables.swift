import VersionedCodec

/// Conditions and tests of values that are elsewhere.
extension OperationContext {
    /// Whether a condition holds for the document, or for the context: it is the same for all that an operation looks
    /// at. O(1) but for the first time.
    func holds(
        _ condition: Condition, in origin: JSONOperation.PathOrigin, here scope: NodeID
    ) throws(MigrationError) -> Bool {
        // The shape of a value depends on each look beyond it.
        let isFixed = origin == .context || origin == .document && document != nil
        let isKept = isFixed && !arena.recordsShapeOfValue
        if isKept, let outcome = lookups.outcome(of: condition, in: origin) { return outcome }
        let outcome = try looking(at: origin, here: scope) { node throws(MigrationError) in
            try condition.holds(at: node, in: self)
        }
        if isKept { lookups.keep(outcome, of: condition, in: origin) }
        return outcome
    }

    /// Whether the object at a pointer has a member of a key.
    func isKey(
        _ key: String, of pointer: JSONPointer, in origin: JSONOperation.PathOrigin, here scope: NodeID
    ) throws(MigrationError) -> Bool {
        guard origin == .here else {
            return try seenTable(pointer, in: origin, here: .node(scope))?.hasKey(key) == true
        }
        let table = arena.find(pointer, from: scope)
        return !table.isNone && arena.isObject(table) && !arena.member(key, of: table).isNone
    }

    /// Whether a member of an element of the array at a pointer means the same as a value.
    ///
    /// O(1) in the document and in the context, but for the first time; beside the value O(elements).
    func isElement(
        _ node: NodeID, of pointer: JSONPointer, by member: JSONPointer, in origin: JSONOperation.PathOrigin,
        here scope: NodeID
    ) throws(MigrationError) -> Bool {
        guard origin == .here else {
            guard let table = try seenTable(pointer, in: origin, here: .node(scope)), table.kind == .array else {
                return false
            }
            let name = LookupCache.Name(origin: origin, path: pointer, key: member)
            return lookups.place(of: LookupCache.name(of: value(node)), in: table, name) != nil
        }
        let table = arena.find(pointer, from: scope)
        guard !table.isNone, arena.isArray(table) else { return false }
        let name = LookupCache.name(of: value(node))
        var child = arena.firstChild(of: table)
        while !child.isNone {
            let found = arena.find(member, from: child)
            if !found.isNone, LookupCache.name(of: value(found)) == name { return true }
            child = arena.next(after: child)
        }
        return false
    }
}
