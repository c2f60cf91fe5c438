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
    /// - Complexity: O(versions × bytes × steps)
    public func roundTrips(
        of document: JSONDocument, from explicit: String? = nil, context: JSONValue? = nil
    ) throws(VersionError) -> [RoundTrip] {
        let from = try detector.detect(in: document, explicit: explicit).label
        return labels.filter { $0 != from }.map { through in
            let surroundings = Surroundings(facts: context)
            return RoundTrip(
                from: from, through: through,
                outcome: outcome(of: document, from: from, through: through, surroundings))
        }
    }

    private func outcome(
        of document: JSONDocument, from: String, through: String, _ surroundings: Surroundings
    ) -> RoundTrip.Outcome {
        do throws(MigrationError) {
            let (there, back) = (try path(from: from, to: through), try path(from: through, to: from))
            let out = try run(there, on: document.root, of: document, surroundings)
            let home = try run(back, on: out.value, of: document, surroundings)
            let losses = out.losses + home.losses
            let differences = Difference.between(document.root, home.value, areOneDocument: true)
            let index = LossIndex(losses)
            let unexplained = differences.filter { $0.before != nil && !$0.isExplained(by: index) }
            let (offsets, offsetsOfOrder) = (Set(home.leftOut), Set(out.leftOut + home.leftOut))
            let isLeftOut = { (difference: Difference) in
                guard let offset = difference.before?.sourceOffset else { return false }
                return difference.isOrder
                    ? offsetsOfOrder.contains(offset) : difference.after == nil && offsets.contains(offset)
            }
            return .returned(
                RoundTrip.Returned(
                    losses: losses, additions: differences.filter { $0.before == nil },
                    leftOut: unexplained.filter(isLeftOut), silent: unexplained.filter { !isLeftOut($0) }))
        } catch {
            return [.refused, .noWay].contains(error.code) ? .refused(error) : .failed(error)
        }
    }
}
