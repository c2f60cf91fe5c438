import VersionedCodec

/// Targets, for operations that write to a new place.
extension OperationContext {
    /// Whether a value can be put at a place: its container exists, or can be made. Fails if it cannot, unless the
    /// rules skip it.
    mutating func canPut(
        at pointer: JSONPointer, of value: JSONValue, _ rules: Rules, makingParents: Bool = false
    ) throws(MigrationError) -> Bool {
        var current = value
        for (depth, token) in pointer.tokens.enumerated() {
            let here = JSONPointer(Array(pointer.tokens.prefix(depth)))
            let isLast = depth == pointer.tokens.count - 1
            switch current.kind {
            case .object:
                if isLast { return true }
                guard let member = current[token] else {
                    if makingParents { return true }
                    try unexpected(
                        .absent, rules.absent, "there is no object to put \(shown(pointer)) into",
                        at: here.appending(token))
                    return false
                }
                current = member
            case .array:
                let count = current.array?.count ?? 0
                let index = token == "-" && isLast ? count : JSONPointer.index(of: token)
                guard let index, isLast ? index <= count : index < count else {
                    try noElement(token, of: count, rules, at: here.appending(token))
                    return false
                }
                if isLast { return true }
                current = current[index] ?? .null
            default:
                if rules.wrongKind == .error { throw wrongKind(expected: "an object", found: current, at: here) }
                doubt()
                return false
            }
        }
        return true
    }

    /// Asks the rule about a value that is in the way; returns whether to continue. An overwritten value is a loss.
    mutating func clear(
        _ existing: JSONValue, at pointer: JSONPointer, _ rule: JSONOperation.ConflictRule
    ) throws(MigrationError) -> Bool {
        switch rule {
        case .error:
            let shown = existing.isContainer ? existing.kind.phrase : Loss.shortened(existing.text())
            throw error(
                .exists, "the place is taken by \(shown)", at: pointer, found: existing, decidedBy: .exists)
        case .skip:
            // The way back may take what is there for what it has put there.
            doubt()
            return false
        case .overwrite:
            lose(existing, at: pointer, "it is overwritten")
            return true
        }
    }

    /// Notes an empty object around a target: the way back will remove the objects around it that are then empty, this
    /// one among them.
    mutating func noteEmptyParent(of target: JSONPointer, in value: JSONValue) {
        var place = target.parent
        while !place.isRoot, value[at: place] == nil { place = place.parent }
        guard !place.isRoot, let parent = value[at: place], parent.object?.isEmpty == true,
            value[at: place.parent]?.kind == .object
        else { return }
        lose(
            parent, at: place, "the way back cannot distinguish an empty object from an absent one", .isAboutWayBack)
    }

    /// Puts a new value at a place that may be taken; returns whether it did.
    mutating func put(
        _ new: JSONValue, at pointer: JSONPointer, of value: inout JSONValue, _ rules: Rules,
        makingParents: Bool = false
    ) throws(MigrationError) -> Bool {
        guard try canPut(at: pointer, of: value, rules, makingParents: makingParents) else { return false }
        if let existing = value[at: pointer], value[at: pointer.parent]?.kind != .array || pointer.isRoot {
            guard try clear(existing, at: pointer, rules.exists) else { return false }
        }
        if makingParents { noteEmptyParent(of: pointer, in: value) }
        return value.put(new, at: pointer, makingParents: makingParents)
    }
}

extension JSONPointer {
    /// Fails for the end of an array: the way back cannot know which element was put there.
    func requireWayBack() throws(NoWayBack) {
        guard tokens.last == "-" else { return }
        throw NoWayBack(reason: "the way back cannot find the value that was put at the end of an array (\(shown))")
    }
}
