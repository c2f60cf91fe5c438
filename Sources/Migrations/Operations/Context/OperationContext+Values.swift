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
}
