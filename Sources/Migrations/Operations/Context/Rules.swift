import VersionedCodec

extension JSONOperation {
    /// How an operation handles an unexpected situation.
    public enum UnexpectedRule: String, Sendable, Hashable, CaseIterable {
        /// It fails with an error that names the place, the value that was found, the operation and the step.
        case error
        /// It leaves the document unchanged.
        case skip
    }

    /// How an operation handles an occupied place that it writes.
    public enum ConflictRule: String, Sendable, Hashable, CaseIterable {
        /// It fails with an error that names the place, the value that was found, the operation and the step.
        case error
        /// It leaves the document unchanged.
        case skip
        /// It writes. The previous value is a loss.
        case overwrite
    }
}

/// The rules of one operation: for an absent member, a value of the wrong kind, and an occupied place.
struct Rules: Sendable, Hashable {
    var absent: JSONOperation.UnexpectedRule = .error
    var wrongKind: JSONOperation.UnexpectedRule = .error
    var exists: JSONOperation.ConflictRule = .error
    /// Whether missing objects on the way to a target are made, and removed again, where they are empty then, on the
    /// way back.
    var makesParents = false
    /// Whether the order of elements is irrelevant: a changed order is not a loss.
    var anyOrder = false

    /// The class of an operation that adds a value computed from other members. If a rule leaves an existing value in
    /// its place, the way back removes that one too. If the new value is put into its source, or moves that, the way
    /// back does not make it again.
    func classOfAdding(_ target: JSONPointer, madeFrom source: JSONPointer) -> LossClass {
        let isApart = !target.isWithin(source) && !source.isWithin(target)
        return absent == .error && wrongKind == .error && exists == .error && isApart && !makesParents(of: target)
            ? .exact : .captures
    }

    /// Whether an error about a value beside the one that an operation is about is skipped. Tolerated absence is that
    /// of the latter: without the former, a way back fails.
    func skip(_ error: MigrationError, _ context: OperationContext) -> Bool {
        switch error.code {
        case .absent: absent == .skip || context.isPartial
        case .wrongKind, .unexpectedValue: wrongKind == .skip
        default: false
        }
    }

    /// Whether an error about an element of a list is skipped: an absent value, or one of another kind. A member or a
    /// key that the result cannot hold is neither; two elements with the same id are about `ifExists`.
    func skipsElement(_ error: MigrationError) -> Bool {
        switch error.code {
        case .absent: absent == .skip
        case .wrongKind: wrongKind == .skip
        default: false
        }
    }

    /// Whether objects around a target are made: of one that was there and empty, the way back leaves nothing.
    func makesParents(of target: JSONPointer) -> Bool {
        makesParents && target.tokens.count > 1
    }
}
