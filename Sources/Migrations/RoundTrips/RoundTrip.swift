public import VersionedCodec

/// Use it in tests of a plan: the result of migrating a payload to another version and back.
public struct RoundTrip: Sendable {
    /// The version of the payload.
    public let from: String

    /// The other version.
    public let through: String

    /// The result.
    public let outcome: Outcome

    /// The possible results of a round trip.
    public enum Outcome: Sendable {
        /// It came back. Every value that did not come back is a loss.
        case returned(Returned)
        /// The plan refuses it in the other version, or has no path there or back. Nothing was converted or lost.
        case refused(MigrationError)
        /// It does not fit the plan.
        case failed(MigrationError)
    }

    /// A payload after a round trip.
    public struct Returned: Sendable {
        /// The values that did not come back: the losses of migrating the payload to the other version.
        public let losses: [Loss]

        /// Members that are new after the round trip: defaults.
        public let additions: [Loss.Difference]
    }

    /// The losses of migrating the payload to the other version, also if there is no way back.
    public let losses: [Loss]

    /// Whether no step failed.
    public var isSound: Bool { if case .failed = outcome { false } else { true } }
}

extension MigrationPlan {
    /// Migrates a document to every other version and back, and compares.
    ///
    /// ```swift
    /// // true: each fits the plan; each difference is a loss
    /// try plan.roundTrips(of: document).allSatisfy(\.isSound)
    /// ```
    ///
    /// Losses are those that a migration reports: values that the round trip does not restore in their place, with
    /// their original text.
    ///
    /// - `context`: The facts from outside that operations can read.
    /// - Throws: ``MigrationError`` if the version of the document cannot be determined.
    /// - Complexity: O(versions × bytes) if no step changes what earlier versions get back, otherwise O(versions² ×
    ///   bytes).
    public func roundTrips(
        of document: JSONDocument, from explicit: String? = nil, context: JSONValue? = nil
    ) throws(MigrationError) -> [RoundTrip] {
        let from = try version(of: document, knowing: VersionHints(explicit: explicit)).label
        let document = document.withoutCarriedData
        let environment = MigrationEnvironment(facts: context, mustBeRecognized: true, bridgeRuns: newBridgeRuns)
        let start = labels.firstIndex(of: from) ?? 0
        // Away from the version of the document, so that each trip knows what the shorter one brought back.
        let newer = successiveRoundTrips(document, from: from, through: Array(labels[(start + 1)...]), environment)
        let older = successiveRoundTrips(document, from: from, through: labels[..<start].reversed(), environment)
        return older.reversed() + newer
    }
}
