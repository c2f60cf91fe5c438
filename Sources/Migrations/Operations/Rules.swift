/// What an operation does where it meets something unexpected.
public enum UnexpectedRule: String, Sendable, Hashable, CaseIterable {
    /// It fails, with an error that says where, what was found, and which operation of which step it was.
    case error
    /// It leaves the document as it is.
    case skip
}

/// What an operation does where the place that it writes is taken.
public enum ConflictRule: String, Sendable, Hashable, CaseIterable {
    /// It fails, with an error that says where, what was found, and which operation of which step it was.
    case error
    /// It leaves the document as it is.
    case skip
    /// It writes; the value that was there is a loss.
    case overwrite
}

/// The rules of one operation: what it does where a member is absent, a value of the wrong kind, a place taken.
struct Rules: Sendable, Hashable {
    var absent: UnexpectedRule = .error
    var wrongKind: UnexpectedRule = .error
    var exists: ConflictRule = .error
    /// Whether missing objects on the way to a target are made, and removed again, where they are empty then, on the way back.
    var makesParents = false
}
