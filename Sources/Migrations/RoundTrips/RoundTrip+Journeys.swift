import VersionedCodec

extension MigrationPlan {
    /// The round trips of a document through versions that lie ever farther away, in one direction.
    ///
    /// Each trip goes on where the shorter one turned back. On the way home it takes over what that one found, from the version on in which the
    /// document is the same. So each version costs two steps, unless a step changes what all versions before it get back.
    func journeys(
        _ document: JSONDocument, from: String, through labels: some Sequence<String>, _ surroundings: Surroundings
    ) -> [RoundTrip] {
        var milestones: [Milestone] = []
        var previous = from
        var wayOut = WayOut(of: document, from: from, in: self, surroundings)
        var wayHome = WayHome(of: document, to: from, in: self, surroundings)
        return labels.map { through in
            let steps =
                ["\(previous) → \(through)", "\(through) → \(previous)"]
                + [previous, through].map { "\($0), normalized" }
            wayOut.extend(to: through, behind: previous)
            wayHome.extend(to: previous, from: through)
            previous = through
            milestones.append(Milestone(steps: Set(steps), differences: nil))
            let outcome = outcome(of: wayOut, &wayHome, document, from: through, &milestones)
            return RoundTrip(from: from, through: through, outcome: outcome)
        }
    }

    private func outcome(
        of wayOut: WayOut, _ wayHome: inout WayHome, _ document: JSONDocument, from through: String,
        _ milestones: inout [Milestone]
    ) -> RoundTrip.Outcome {
        do throws(MigrationError) {
            // A document that does not fit the way there is told even where there is no way back.
            let out = try wayOut.result(at: through)
            let home = try wayHome.result(of: out.value, from: through)
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
