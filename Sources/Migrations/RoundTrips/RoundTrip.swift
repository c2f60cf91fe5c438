public import VersionedCodec

/// What became of a payload that went to another version and came back.
public struct RoundTrip: Sendable {
    /// The version of the payload.
    public let from: String

    /// The version that it went to.
    public let through: String

    /// What became of it.
    public let outcome: Outcome

    /// What can become of a payload on a round trip.
    public enum Outcome: Sendable {
        /// It came back; every value that did not is a loss.
        case returned(Returned)
        /// The plan refuses it in the other version, or has no way there or back: nothing is lost, and nothing converted.
        case refused(MigrationError)
        /// It does not fit the plan.
        case failed(MigrationError)
    }

    /// A payload that came back.
    public struct Returned: Sendable {
        /// The losses on both ways.
        public let losses: [Loss]

        /// Members that are there now and were not before: defaults.
        public let additions: [Difference]

        /// Values that are gone because they are what the other version makes of their absence: defaults, what is derived, and an order that says nothing.
        public let leftOut: [Difference]

        /// Values that are gone or changed, and that no loss names for certain, but one of the same step may: its value was made of several, or is the same.
        public let uncertain: [UncertainDifference]

        /// Values that are gone or changed, and that no loss names: a fault of the plan.
        public let silent: [Difference]
    }

    /// Whether nothing was lost in silence and nothing failed.
    public var isSound: Bool {
        switch outcome {
        case .returned(let returned): returned.silent.isEmpty
        case .refused: true
        case .failed: false
        }
    }
}

extension MigrationPlan {
    /// Takes a document to every other version and back, and compares.
    ///
    /// ```swift
    /// try plan.roundTrips(of: document).allSatisfy(\.isSound)    // true: whatever did not come back is listed as a loss
    /// ```
    ///
    /// Documents are compared by meaning: members in any order, numbers by value.
    ///
    /// - `context`: The facts from outside that operations may read.
    /// - Throws: `VersionError` where the version of the document cannot be told.
    /// - Complexity: O(versions × bytes), where no step changes what the versions before it get back; else O(versions² × bytes).
    public func roundTrips(
        of document: JSONDocument, from explicit: String? = nil, context: JSONValue? = nil
    ) throws(VersionError) -> [RoundTrip] {
        let from = try detector.detect(in: document, explicit: explicit).label
        let surroundings = Surroundings(facts: context)
        let start = labels.firstIndex(of: from) ?? 0
        // Away from the version of the document, so that each trip knows what the shorter one brought back.
        let newer = journeys(document, from: from, through: labels[(start + 1)...], surroundings)
        let older = journeys(document, from: from, through: labels[..<start].reversed(), surroundings)
        return older.reversed() + newer
    }
}
