/// Why a way back may find nothing at a place.
enum AbsenceReason: Hashable {
    /// The way there gave the value up.
    case givenUp
    /// The way there left a value of another kind as it was, elsewhere; in this document it may not have been there.
    case skipped
}
