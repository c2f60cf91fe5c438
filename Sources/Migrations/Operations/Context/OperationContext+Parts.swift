import VersionedCodec

/// Objects of partial documents, which may have more members than they show.
extension OperationContext {
    /// The error of an operation on a value. What a partial document lacks may be there: no rule decides about that.
    func inPart(_ fault: MigrationError, of place: NodeID) -> MigrationError {
        guard mayLackMembers, fault.code == .absent, let missing = fault.path, missing.isWithin(path) else {
            return fault
        }
        let way = JSONPointer(Array(missing.tokens.dropFirst(path.tokens.count)))
        guard mayHave(way, at: place) else { return fault }
        return error(
            .tooPartial, "a partial document without \(missing.shown) does not tell what this becomes", at: way,
            found: fault.found)
    }

    /// Fails where what is missing on the way to a place may be an array, in which the next key is an index.
    ///
    /// - `depth`: How many keys lead to the first value that is missing.
    /// - `holder`: The object that does not show that value.
    func needParents(of pointer: JSONPointer, from depth: Int, in holder: NodeID) throws(MigrationError) {
        guard mayLackMembers, !pointer.isScratch else { return }
        let keys = pointer.tokens.indices.dropFirst(depth)
        guard let index = keys.first(where: { !Self.isKey(pointer.tokens[$0]) }) else { return }
        throw tooPartial(without: pointer.prefix(index), tells: "whether it is an array", found: holder)
    }

    /// Fails where a value is put only into an object that is there already, and a partial document does not show it.
    func needParent(of pointer: JSONPointer, in scope: NodeID, _ rules: Rules) throws(MigrationError) {
        guard rules.absent == .skip, mayLackMembers, !pointer.isScratch, mayHave(pointer.parent, at: scope) else {
            return
        }
        var missing = pointer.parent
        while mayHave(missing.parent, at: scope) { missing = missing.parent }
        throw tooPartial(
            without: missing, tells: "whether there is an object to put \(shown(pointer)) into", found: scope)
    }

    /// Fails where an object of a partial document becomes an element of an array, which is always there as a whole.
    /// What is in an array already is whole.
    func needElement(_ node: NodeID, at pointer: JSONPointer) throws(MigrationError) {
        guard mayLackMembers, arena.isObject(node) else { return }
        var holder = arena.parent(of: node)
        while !holder.isNone {
            if arena.isArray(holder) { return }
            holder = arena.parent(of: holder)
        }
        throw notAllMembers(of: arena.value(of: node), at: pointer, toTell: "what the element is")
    }

    /// The same where a value is put into an array.
    func needElement(
        _ node: NodeID, at pointer: JSONPointer, movingTo target: JSONPointer, in scope: NodeID
    ) throws(MigrationError) {
        if mayLackMembers, takesElement(target, in: scope) { try needElement(node, at: pointer) }
    }

    /// Whether a value that is put into a place of a partial document becomes an element of an array.
    func takesElement(_ pointer: JSONPointer, in scope: NodeID) -> Bool {
        guard isPartial, !pointer.isRoot, !pointer.isScratch else { return false }
        let holder = arena.find(pointer, upTo: pointer.tokens.count - 1, from: scope)
        return !holder.isNone && arena.isArray(holder)
    }

    /// Fails where a rule leaves what is in a place, and a partial document does not show whether there is something.
    func needPlace(_ pointer: JSONPointer, in scope: NodeID, _ rules: Rules) throws(MigrationError) {
        guard rules.exists == .skip, mayLackMembers, !pointer.isScratch, mayHave(pointer, at: scope),
            takenAway != path.appending(pointer)
        else { return }
        throw tooPartial(without: pointer, tells: "whether the place is taken", found: scope)
    }

    /// Fails where a value that a partial document does not show would take the place of one that it shows, or go into
    /// an array that it shows.
    func needSource(
        _ source: JSONPointer, of target: JSONPointer, in scope: NodeID, _ rules: Rules
    ) throws(MigrationError) {
        guard mayLackMembers, !source.isScratch, !target.isScratch, !target.isRoot else { return }
        let null = removal(of: target, in: scope)
        if !null.isNone, mayHave(source, at: scope) {
            throw tooPartial(without: source, tells: "what \(shown(target)) becomes", found: null)
        }
        let holder = arena.find(target, upTo: target.tokens.count - 1, from: scope)
        guard !holder.isNone, arena.isArray(holder) || rules.exists == .overwrite else { return }
        let taken = arena.find(target, from: scope)
        guard arena.isArray(holder) || !taken.isNone, mayHave(source, at: scope) else { return }
        throw tooPartial(
            without: source, tells: "what \(shown(arena.isArray(holder) ? target.parent : target)) becomes",
            found: taken.isNone ? holder : taken)
    }

    /// Fails where a `null` in a partial document removes a value that may have taken the place of another one, or
    /// that was an element of an array.
    func needOverwritten(
        by source: NodeID, at place: JSONPointer, _ target: JSONPointer, in scope: NodeID, _ rules: Rules
    ) throws(MigrationError) {
        guard mayLackMembers, arena.isNull(source), !target.isRoot, !target.isScratch else { return }
        if takesElement(target, in: scope) {
            throw undecided(byNull: source, at: place, whatBecomesOf: target.parent)
        }
        guard rules.exists == .overwrite, rules.absent == .skip else { return }
        throw undecided(byNull: source, at: place, whatBecomesOf: target)
    }

    /// The `null` in a partial document that removes a value, or one on the way to it; none if nothing does.
    private func removal(of pointer: JSONPointer, in scope: NodeID) -> NodeID {
        var node = scope
        for token in pointer.tokens {
            node = arena.child(token, of: node)
            if node.isNone || arena.isNull(node) { break }
        }
        return node.isNone || !arena.isNull(node) ? .none : node
    }

    /// Whether a partial document removes a value.
    func isRemoved(_ pointer: JSONPointer, in scope: NodeID) -> Bool {
        isPartial && !pointer.isScratch && !removal(of: pointer, in: scope).isNone
    }

    /// Removes what is made of a value, where a partial document removes that; returns whether it does.
    mutating func remove(
        _ target: JSONPointer, madeOf source: JSONPointer, in scope: NodeID, _ rules: Rules
    ) throws(MigrationError) -> Bool {
        guard isPartial, !source.isScratch, !target.isScratch else { return false }
        let null = removal(of: source, in: scope)
        if null.isNone { return false }
        // It may go with the same object.
        if removal(of: target, in: scope) == null { return true }
        try needOverwritten(by: null, at: source, target, in: scope, rules)
        _ = try put(arena.makeCopy(of: null), at: target, in: scope, rules)
        return true
    }

    /// The error for a `null` in a partial document, which removes a value.
    @inline(never)
    func undecided(byNull source: NodeID, at place: JSONPointer, whatBecomesOf other: JSONPointer) -> MigrationError {
        error(
            .tooPartial,
            "a partial document in which \(shown(place)) is null does not tell what \(shown(other)) becomes",
            at: place, found: arena.value(of: source))
    }

    /// Fails where a partial document shows only what another value is made with, and not that value.
    ///
    /// - `argument`: Where the other value is; it is shown.
    func needSubject(
        _ subject: JSONPointer, with argument: JSONPointer, becoming target: JSONPointer, in scope: NodeID
    ) throws(MigrationError) {
        guard mayLackMembers, !subject.isScratch, mayHave(subject, at: scope) else { return }
        throw tooPartial(
            without: subject, tells: "what \(shown(target)) becomes with \(shown(argument))",
            found: arena.find(argument, from: scope))
    }

    /// The same for transforms.
    func needSubject(
        _ subject: JSONPointer, of transforms: [TextTransform], becoming target: JSONPointer, in scope: NodeID
    ) throws(MigrationError) {
        guard mayLackMembers else { return }
        for argument in transforms.flatMap(\.places) where !arena.find(argument, from: scope).isNone {
            try needSubject(subject, with: argument, becoming: target, in: scope)
        }
    }

    /// Whether a place is absent only because an object does not show the member.
    func mayHave(_ pointer: JSONPointer, at place: NodeID) -> Bool {
        var node = place
        for token in pointer.tokens {
            let child = arena.child(token, of: node)
            if child.isNone { return arena.isObject(node) }
            node = child
        }
        return false
    }

    /// Fails if a value of a partial document has an object, at any depth. O(values)
    ///
    /// - `pointer`: The place of the value, relative to the current one.
    /// - `unknown`: What the members that are absent decide about: "what the array is".
    func needAllMembers(of node: NodeID, at pointer: JSONPointer, toTell unknown: String) throws(MigrationError) {
        guard mayLackMembers else { return }
        let value = arena.value(of: node)
        if value.hasObject { throw notAllMembers(of: value, at: pointer, toTell: unknown) }
    }

    /// The error for a value that becomes what something elsewhere in a partial document decides.
    func undecided(without missing: JSONPointer, of value: JSONValue) -> MigrationError {
        error(
            .tooPartial, "a partial document without \(missing.shown) does not tell what this becomes", at: .root,
            found: value)
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
    /// Whether a place is absent only because an object does not show the member.
    func mayHave(_ pointer: JSONPointer) -> Bool {
        var value = self
        for token in pointer.tokens {
            guard let next = value[at: JSONPointer([token])] else { return value.kind == .object }
            value = next
        }
        return false
    }

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
