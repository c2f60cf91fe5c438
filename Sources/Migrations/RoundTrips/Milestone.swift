/// How far a document has come in a row of round trips, each a step longer than the one before.
struct Milestone {
    /// The names of the steps that this trip has and the one before had not.
    let steps: Set<String>

    /// Where the document came back otherwise; `nil` where it did not come back.
    var differences: PathSet?
}
