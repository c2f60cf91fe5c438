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
        /// The plan refuses it in the other version, or has no way there or back: nothing is lost, and nothing
        /// converted.
        case refused(MigrationError)
        /// It does not fit the plan.
        case failed(MigrationError)
    }

    /// A payload that came back.
    public struct Returned: Sendable {
        /// What did not come back: what migrating the payload to the other version reports.
        public let losses: [Loss]

        /// Members that are there now and were not before: defaults.
        public let additions: [Difference]
    }

    /// What migrating the payload to the other version reports as lost, also where it does not come back.
    public let losses: [Loss]

    /// Whether nothing failed.
    public var isSound: Bool { if case .failed = outcome { false } else { true } }
}

extension MigrationPlan {
    /// Takes a document to every other version and back, and compares.
    ///
    /// ```swift
    /// // true: each fits the plan; a value that did not come back is a loss
    /// try plan.roundTrips(of: document).allSatisfy(\.isSound)
    /// ```
    ///
    /// Losses are those that ``migrate(_:to:from:options:)-([UInt8],_,_,_)`` reports: values that do not come back in
    /// their place, as they were written.
    ///
    /// - `context`: The facts from outside that operations may read.
    /// - Throws: `VersionError` if the version of the document cannot be determined.
    /// - Complexity: O(versions × bytes), where no step changes what the versions before it get back; else O(versions²
    ///   × bytes).
    public func roundTrips(
        of document: JSONDocument, from explicit: String? = nil, context: JSONValue? = nil
    ) throws(VersionError) -> [RoundTrip] {
        let from = try detector.detect(in: document, explicit: explicit).label
        let document = document.withoutCarriedData
        let environment = MigrationEnvironment(facts: context)
        let start = labels.firstIndex(of: from) ?? 0
        // Away from the version of the document, so that each trip knows what the shorter one brought back.
        let newer = journeys(document, from: from, through: labels[(start + 1)...], environment)
        let older = journeys(document, from: from, through: labels[..<start].reversed(), environment)
        return older.reversed() + newer
    }
}
