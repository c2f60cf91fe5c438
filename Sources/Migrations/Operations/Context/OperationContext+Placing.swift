import VersionedCodec

/// Placing of values, for operations that write to a new place or remove a value.
extension OperationContext {
    /// Where the way of a pointer begins: at the scope, or at the scratch values.
    private func start(of pointer: JSONPointer, in scope: NodeID) -> NodeID {
        pointer.isScratch ? arena.makeScratch() : scope
    }

    /// Whether a value can be put at a place: its container exists, or can be made. Fails if it cannot, unless the
    /// rules skip it.
    mutating func canPut(
        at pointer: JSONPointer, in scope: NodeID, _ rules: Rules, makingParents: Bool = false
    ) throws(MigrationError) -> Bool {
        var node = start(of: pointer, in: scope)
        for (depth, token) in pointer.tokens.enumerated() {
            let isLast = depth == pointer.tokens.count - 1
            switch arena.kind(of: node) {
            case .object:
                if isLast { return true }
                let member = arena.member(token, of: node)
                if member.isNone {
                    if makingParents { return true }
                    let here = pointer.prefix(depth + 1)
                    try unexpected(
                        .absent, rules.absent, "there is no object to put \(shown(pointer)) into", at: here)
                    return false
                }
                node = member
            case .array:
                let count = arena.count(of: node)
                let index = token == "-" && isLast ? count : JSONPointer.index(of: token)
                guard let index, isLast ? index <= count : index < count else {
                    try noElement(token, of: count, rules, at: pointer.prefix(depth + 1))
                    return false
                }
                if isLast { return true }
                node = arena.element(index, of: node)
            default:
                if mayLackMembers, arena.isNull(node) {
                    throw undecided(byNull: node, at: pointer.prefix(depth), whatBecomesOf: pointer)
                }
                if rules.wrongKind == .error {
                    let here = pointer.prefix(depth)
                    throw wrongKind(expected: "an object", found: arena.value(of: node), at: here)
                }
                doubt()
                return false
            }
        }
        return true
    }

    /// Asks the rule about a value that is in the way; returns whether to continue. An overwritten value is a loss.
    mutating func clear(
        _ existing: NodeID, at pointer: JSONPointer, _ rule: JSONOperation.ConflictRule
    ) throws(MigrationError) -> Bool {
        switch rule {
        case .skip:
            if mayLackMembers, arena.isNull(existing) {
                throw undecided(byNull: existing, at: pointer, whatBecomesOf: pointer)
            }
            // The way back may take what is there for what it has put there.
            doubt()
            return false
        case .overwrite:
            lose(existing, at: pointer, "it is overwritten")
            return true
        case .error:
            let value = arena.value(of: existing)
            let shown = value.isContainer ? value.kind.phrase : Loss.shortened(value.text())
            throw error(.exists, "the place is taken by \(shown)", at: pointer, found: value, decidedBy: .exists)
        }
    }

    /// Notes an empty object around a target: the way back will remove the objects around it that are then empty, this
    /// one among them.
    mutating func noteEmptyParent(of target: JSONPointer, in scope: NodeID) {
        if target.isScratch { return }
        var (depth, parent) = (target.tokens.count, NodeID.none)
        while depth > 1, parent.isNone {
            depth -= 1
            parent = arena.find(target, upTo: depth, from: scope)
        }
        guard !parent.isNone, arena.isObject(parent), arena.isEmpty(parent),
            arena.isObject(arena.parent(of: parent))
        else { return }
        let place = target.prefix(depth)
        lose(
            arena.value(of: parent), at: place, "the way back cannot distinguish an empty object from an absent one",
            .isAboutWayBack)
    }

    /// Puts a new value at a place that may be taken; returns whether it did. A partial document gets the objects on
    /// the way: they may be in the whole one.
    mutating func put(
        _ new: JSONValue, at pointer: JSONPointer, in scope: NodeID, _ rules: Rules, makingParents: Bool = false
    ) throws(MigrationError) -> Bool {
        if !makingParents { try needParent(of: pointer, in: scope, rules) }
        let makingParents = makingParents || isPartial
        guard try prepare(pointer, in: scope, rules, makingParents: makingParents) else { return false }
        return try put(arena.make(new), at: pointer, in: scope, makingParents: makingParents)
    }

    /// The same for a value in the arena.
    mutating func put(
        _ new: NodeID, at pointer: JSONPointer, in scope: NodeID, _ rules: Rules, makingParents: Bool = false
    ) throws(MigrationError) -> Bool {
        if !makingParents { try needParent(of: pointer, in: scope, rules) }
        let makingParents = makingParents || isPartial
        guard try prepare(pointer, in: scope, rules, makingParents: makingParents) else { return false }
        return try put(new, at: pointer, in: scope, makingParents: makingParents)
    }

    /// Whether a value may be put at a place, by the rules; an overwritten value is a loss.
    mutating func prepare(
        _ pointer: JSONPointer, in scope: NodeID, _ rules: Rules, makingParents: Bool
    ) throws(MigrationError) -> Bool {
        guard try canPut(at: pointer, in: scope, rules, makingParents: makingParents) else { return false }
        let existing = arena.find(pointer, from: scope)
        if !existing.isNone, pointer.isRoot || !arena.isArray(arena.parent(of: existing)) {
            guard try clear(existing, at: pointer, rules.exists) else { return false }
        } else if existing.isNone {
            try needPlace(pointer, in: scope, rules)
        }
        if makingParents { noteEmptyParent(of: pointer, in: scope) }
        return true
    }

    /// Puts a detached value where a pointer leads: replaces a member, or adds one; inserts an element before an index
    /// (`-` is the end of an array). Missing objects on the way are made when asked for. Returns whether it could.
    ///
    /// - `isNew`: Whether the scope was just made, so that nothing in it is missing.
    /// - Throws: Where a partial document does not show whether an array is on the way.
    func put(
        _ new: NodeID, at pointer: JSONPointer, in scope: NodeID, isNew: Bool = false, makingParents: Bool = false
    ) throws(MigrationError) -> Bool {
        guard let last = pointer.tokens.last else {
            arena.take(new, into: scope)
            return true
        }
        var node = start(of: pointer, in: scope)
        for (depth, token) in pointer.tokens.dropLast().enumerated() {
            var child = arena.child(token, of: node)
            if child.isNone {
                guard makingParents, canTake(token, node) else { return false }
                if !isNew { try needParents(of: pointer, from: depth + 1, in: node) }
                child = arena.makeContainer(isObject: true)
                guard insert(child, token, into: node) else { return false }
            }
            node = child
        }
        return insert(new, last, into: node)
    }

    /// Whether a value can be put where a pointer leads, if missing objects on the way are made.
    func canPut(at pointer: JSONPointer, in scope: NodeID) -> Bool {
        var node = scope
        for token in pointer.tokens {
            let child = arena.child(token, of: node)
            if child.isNone { return canTake(token, node) }
            node = child
        }
        return true
    }

    /// Whether a value that is taken away from a place, with the objects that are then empty, and put there again, is
    /// where it was: all on the way to it are objects.
    func isMember(_ pointer: JSONPointer, in scope: NodeID) -> Bool {
        var node = scope
        for token in pointer.tokens {
            guard arena.isObject(node) else { return false }
            node = arena.member(token, of: node)
            if node.isNone { return false }
        }
        return true
    }

    /// Whether a value that is put at a place, and taken away again with the objects that are then empty, leaves all as
    /// it was: there are only objects on the way, and none of them is empty.
    func isFreeMember(_ pointer: JSONPointer, in scope: NodeID) -> Bool {
        var node = scope
        for token in pointer.tokens {
            guard arena.isObject(node), node == scope || !arena.isEmpty(node) else { return false }
            node = arena.member(token, of: node)
            if node.isNone { return true }
        }
        return false
    }

    private func canTake(_ token: String, _ container: NodeID) -> Bool {
        if arena.isObject(container) { return true }
        guard arena.isArray(container) else { return false }
        let count = arena.count(of: container)
        return (token == "-" ? count : JSONPointer.index(of: token) ?? .max) <= count
    }

    /// Puts a detached value into a container: over a member, as a new one, or before an element.
    private func insert(_ new: NodeID, _ token: String, into container: NodeID) -> Bool {
        if arena.isObject(container) {
            let existing = arena.member(token, of: container)
            if existing.isNone {
                arena.insert(new, as: token, into: container)
            } else {
                arena.replace(existing, by: new)
            }
            return true
        }
        guard arena.isArray(container), canTake(token, container) else { return false }
        arena.removeKey(of: new)
        let place = token == "-" ? nil : JSONPointer.index(of: token)
        arena.insert(new, into: container, before: place.map { arena.element($0, of: container) } ?? .none)
        return true
    }

    /// Takes the value at a pointer out of its container and returns it; `none` if there is none.
    @discardableResult
    func remove(at pointer: JSONPointer, in scope: NodeID) -> NodeID {
        let found = arena.find(pointer, from: scope)
        if found.isNone { return .none }
        if pointer.isRoot {
            arena.set(found, to: JSONValue.null)
        } else {
            arena.detach(found)
        }
        return found
    }

    /// Removes the objects on the way to a pointer that are empty, innermost first; never the scope itself, an element
    /// of an array, or what another place lies within.
    func removeEmptyParents(of pointer: JSONPointer, in scope: NodeID, keepingThoseOf other: JSONPointer = .root) {
        var depth = pointer.tokens.count - 1
        while depth > 0, !other.isWithin(pointer, upTo: depth) {
            let node = arena.find(pointer, upTo: depth, from: scope)
            guard !node.isNone, arena.isObject(node), arena.isEmpty(node),
                arena.isObject(arena.parent(of: node))
            else { return }
            arena.detach(node)
            depth -= 1
        }
    }

    /// Takes the values at several places out of their containers, and with them the objects on the way that are empty
    /// then, unless another place lies within these.
    ///
    /// The last element of an array goes first: each removal moves those after it.
    func removeAll(
        _ pointers: [JSONPointer], in scope: NodeID, withEmptyParents: Bool = true, keepingThoseOf other: JSONPointer
    ) {
        for pointer in pointers.inOrder(by: JSONPointer.isBehind) {
            remove(at: pointer, in: scope)
            if withEmptyParents { removeEmptyParents(of: pointer, in: scope, keepingThoseOf: other) }
        }
    }

    /// Runs an all-or-nothing operation: if it returns that it could not run, the value and the losses are as before,
    /// and the operation has skipped them.
    mutating func attempt(
        _ operation: some OperationBody, on scope: NodeID, _ rules: Rules,
        _ body: (inout OperationContext) throws(MigrationError) -> Bool
    ) throws(MigrationError) {
        // If no rule skips anything, every mismatch is an error.
        let maySkip = isPartial || rules.absent == .skip || rules.wrongKind == .skip || rules.exists == .skip
        // Deferred changes within the value would have to be made for it.
        let holdsDeferred = maySkip && arena.holdsDeferredChanges(scope)
        let arena = arena
        let before = maySkip && !holdsDeferred ? arena.snapshot(of: scope) : ArenaSnapshot?.none
        let marks = (losses: losses.count, anyOrders: anyOrders.count)
        if try withOwnFates(body) { return }
        if holdsDeferred { arena.failDeferrals() }
        if let before { arena.restore(before) }
        forget(behind: marks)
        noteSkipped(operation, in: scope)
    }
}

extension JSONPointer {
    /// Whether a place is in an element of an array behind the one that another place is in; of keys, any order.
    fileprivate static func isBehind(_ left: JSONPointer, _ right: JSONPointer) -> Bool {
        for (left, right) in zip(left.tokens, right.tokens) where !left.hasSameBytes(as: right) {
            let places = (index(of: left) ?? -1, index(of: right) ?? -1)
            return places.0 == places.1 ? left.utf8.lexicographicallyPrecedes(right.utf8) : places.0 > places.1
        }
        return false
    }
}
