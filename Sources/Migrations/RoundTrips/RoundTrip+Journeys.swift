import VersionedCodec

extension MigrationPlan {
    /// The round trips of a document through versions that lie ever farther away, in one direction.
    func journeys(
        _ document: JSONDocument, from: String, through labels: some Sequence<String>, _ surroundings: Surroundings
    ) -> [RoundTrip] {
        var milestones: [Milestone] = []
        var previous = from
        return labels.map { through in
            let steps =
                ["\(previous) → \(through)", "\(through) → \(previous)"]
                + [previous, through].map { "\($0), normalized" }
            previous = through
            let outcome = journey(document, from: from, through: through, steps: steps, surroundings, &milestones)
            return RoundTrip(from: from, through: through, outcome: outcome)
        }
    }

    private func journey(
        _ document: JSONDocument, from: String, through: String, steps: [String], _ surroundings: Surroundings,
        _ milestones: inout [Milestone]
    ) -> RoundTrip.Outcome {
        milestones.append(Milestone(steps: Set(steps), differences: nil))
        do throws(MigrationError) {
            // A document that does not fit the way there is told even where there is no way back.
            let out = try run(try path(from: from, to: through), on: document.root, of: document, surroundings)
            let back = try path(from: through, to: from)
            let home = try run(back, on: out.value, of: document, surroundings)
            let differences = Difference.between(document.root, home.value, areOneDocument: true)
            let missing = differences.filter { $0.before != nil }
            milestones[milestones.count - 1].differences = PathSet(missing.map(\.path))
            var trace = LossTrace(
                out.losses + home.losses, of: document.root, leftOut: Set(home.leftOut),
                orderLeftOut: Set(out.leftOut + home.leftOut), milestones)
            for difference in missing { trace.account(for: difference) }
            return .returned(
                RoundTrip.Returned(
                    losses: trace.losses, additions: differences.filter { $0.before == nil },
                    leftOut: trace.leftOut, uncertain: trace.uncertain, silent: trace.silent))
        } catch {
            return [.refused, .noWay].contains(error.code) ? .refused(error) : .failed(error)
        }
    }
}

/// How far a document has come in a row of round trips, each a step longer than the one before.
struct Milestone {
    /// The names of the steps that this trip has and the one before had not.
    let steps: Set<String>

    /// Where the document came back otherwise; `nil` where it did not come back.
    var differences: PathSet?
}
