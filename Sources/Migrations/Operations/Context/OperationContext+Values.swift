import VersionedCodec

/// Operations over values, in the arena.
extension OperationContext {
    /// Gives an error without a place in the payload that of the innermost value on the way to what it names.
    ///
    /// - `value`: The current value.
    func locate(_ error: inout MigrationError, in value: JSONValue) {
        if error.offset != nil { return }
        error.offset = value.sourceOffset
        guard let place = error.path, place.isWithin(path) else { return }
        var current = value
        for token in place.tokens.dropFirst(path.tokens.count) {
            guard let next = current[at: JSONPointer([token])] else { return }
            current = next
            error.offset = current.sourceOffset ?? error.offset
        }
    }

    /// The value at a pointer, or `nil` if there is none and the rule is to skip.
    ///
    /// A scalar on the way is an error of its own kind: the place could never be there.
    func value(
        at pointer: JSONPointer, of value: JSONValue, _ rules: Rules
    ) throws(MigrationError) -> JSONValue? {
        var current = value
        for (depth, token) in pointer.tokens.enumerated() {
            let here = JSONPointer(Array(pointer.tokens.prefix(depth)))
            switch current.kind {
            case .object:
                guard let member = current[token] else {
                    try unexpected(.absent, rules.absent, absence(token, pointer, depth), at: pointer)
                    return nil
                }
                current = member
            case .array:
                guard let index = JSONPointer.index(of: token), let element = current[index] else {
                    try unexpected(.absent, rules.absent, Self.absence(ofElement: token), at: pointer)
                    return nil
                }
                current = element
            default:
                if leavesAlone(current) { return nil }
                if rules.wrongKind == .error { throw wrongKind(expected: "an object", found: current, at: here) }
                return nil
            }
        }
        return current
    }
}
