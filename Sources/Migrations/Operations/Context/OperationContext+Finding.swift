import VersionedCodec

/// Looking at the document that a step changes.
extension OperationContext {
    /// The value at a pointer from a scope, or `nil` if there is none and the rule is to skip.
    ///
    /// A scalar on the way is an error of its own kind: the place could never be there.
    @inline(__always)
    mutating func find(_ pointer: JSONPointer, in scope: NodeID, _ rules: Rules) throws(MigrationError) -> NodeID? {
        let found = arena.find(pointer, from: scope)
        if !found.isNone { return found }
        // The case of most documents.
        if rules.absent == .skip, !pointer.isScratch, arena.isObject(arena.last(onWayTo: pointer, from: scope).node) {
            return nil
        }
        try explainAbsence(of: pointer, in: scope, rules)
        // The way there may fail for what is here in the place of a value that it would have left as it was.
        if rules.absent == .error, absence(of: pointer) == .skipped { doubt() }
        return nil
    }

    /// Fails for a pointer without a value, unless the rules skip it.
    @inline(never)
    private mutating func explainAbsence(of pointer: JSONPointer, in scope: NodeID, _ rules: Rules)
        throws(MigrationError)
    {
        if pointer.isScratch, arena.scratch.isNone {
            return try unexpected(.absent, rules.absent, "there is no scratch value \(pointer.shown)", at: pointer)
        }
        var node = pointer.isScratch ? arena.scratch : scope
        for (depth, token) in pointer.tokens.enumerated() {
            let child = arena.child(token, of: node)
            if !child.isNone {
                node = child
                continue
            }
            switch arena.kind(of: node) {
            case .object: try unexpected(.absent, rules.absent, absence(token, pointer, depth), at: pointer)
            case .array:
                if skipsKey(token, rules) { return }
                try unexpected(
                    .absent, rules.absent, Self.absence(ofElement: token), at: pointer,
                    decidedBy: Self.isKey(token) ? .either : .absent)
            default:
                if isPartial && arena.isNull(node) { return }
                if rules.wrongKind == .error {
                    let here = pointer.prefix(depth)
                    throw wrongKind(expected: "an object", found: arena.value(of: node), at: here)
                }
                // The way back may have no rule for it.
                doubt()
            }
            return
        }
    }

    /// Fails where nothing is at any of several places, unless the rules skip that. The words for absent values are
    /// those of the operation.
    mutating func explainAbsence(
        ofEach pointers: [JSONPointer], in scope: NodeID, _ rules: Rules, _ message: @autoclosure () -> String,
        at place: JSONPointer
    ) throws(MigrationError) {
        do throws(MigrationError) {
            for pointer in pointers { try explainAbsence(of: pointer, in: scope, rules) }
        } catch {
            if error.code != .absent { throw error }
            try unexpected(.absent, rules.absent, message(), at: place)
        }
    }

    /// Fails where no value can be at a pointer, because an array without keys or a scalar is on the way.
    func requireReachable(_ pointer: JSONPointer, in scope: NodeID) throws(MigrationError) {
        var strict = self
        (strict.absenceReason, strict.skipsAbsentScratch) = (nil, false)
        do throws(MigrationError) {
            try strict.explainAbsence(of: pointer, in: scope, Rules())
        } catch {
            if error.rule != .absent { throw error }
        }
    }

    /// Whether a value stays as it is because it is a `null` in a partial document, which there means "nothing from now
    /// on".
    func leavesAlone(_ node: NodeID) -> Bool { isPartial && arena.isNull(node) }

    /// The value of a node.
    func value(_ node: NodeID) -> JSONValue { arena.value(of: node) }

    /// The value at a pointer of an origin, or `nil` if there is none and the rule is to skip.
    ///
    /// - `isCopied`: Whether it is only copied: what it is does not decide then.
    func value(
        at pointer: JSONPointer, in origin: JSONOperation.PathOrigin, of scope: NodeID, _ rules: Rules,
        isCopied: Bool = false
    ) throws(MigrationError) -> JSONValue? {
        if origin == .here {
            // Only the value that an operation is about may have been given up.
            var strict = self
            (strict.absenceReason, strict.skipsAbsentScratch) = (nil, false)
            return try strict.find(pointer, in: scope, rules).map(arena.value)
        }
        if let found = try seen(pointer, in: origin, here: .node(scope), isCopied: isCopied) { return found }
        if rules.absent == .skip || isPartial { return nil }
        throw error(
            .absent, "there is no \(pointer.shown) in the \(origin.rawValue)", at: .root, found: arena.value(of: scope))
    }

    /// Gives an error without a place in the payload that of the innermost value on the way to what it names.
    @inline(never)
    func locate(_ error: inout MigrationError, from scope: NodeID) {
        if error.offset != nil { return }
        error.offset = arena.origin(of: scope)
        let path = path
        guard let place = error.path, place.isWithin(path) else { return }
        var node = scope
        for token in place.tokens.dropFirst(path.tokens.count) {
            node = arena.child(token, of: node)
            if node.isNone { return }
            error.offset = arena.origin(of: node) ?? error.offset
        }
    }
}
