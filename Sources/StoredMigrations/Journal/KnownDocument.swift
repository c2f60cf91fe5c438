/// What an earlier run has made of a document, as the journal has it.
struct KnownDocument {
    let old: Digest
    let new: Digest
    /// How many of its lines were bad.
    let bad: Int
    /// The target of that run.
    let target: String
    /// Whether that run had the plan, the target and the destination of this one.
    let hasPlan: Bool
    /// Whether that run had the options of this one that decide about results.
    let hasOptions: Bool
    /// Where the last record of its losses is: 0 if it has none, -1 if they are not in the journal.
    let losses: Int
}
