import VersionedCodec

/// Objects of partial documents, which may have more members than they show.
extension OperationContext {
    /// Whether objects may have more members than they show.
    var mayLackMembers: Bool { isPartial && !environment.isJudged }

    /// Fails if a value of a partial document has an object, at any depth. O(values)
    ///
    /// - `pointer`: The place of the value, relative to the current one.
    /// - `unknown`: What the members that are absent decide about: "what the array is".
    func needAllMembers(of node: NodeID, at pointer: JSONPointer, toTell unknown: String) throws(MigrationError) {
        guard mayLackMembers else { return }
        let value = arena.value(of: node)
        if value.hasObject { throw notAllMembers(of: value, at: pointer, toTell: unknown) }
    }

    /// The error for a value of a partial document, of whose objects all members would be needed.
    @inline(never)
    func notAllMembers(of value: JSONValue, at pointer: JSONPointer, toTell unknown: String) -> MigrationError {
        error(
            .tooPartial, "a partial document may not have all members of an object, so it does not tell \(unknown)",
            at: pointer, found: value)
    }
}

extension JSONValue {
    /// Whether the value is an object, or has one at any depth. O(values)
    var hasObject: Bool {
        var pending = [self]
        while let value = pending.popLast() {
            if value.kind == .object { return true }
            if let array = value.array { pending += array.filter(\.isContainer) }
        }
        return false
    }
}
