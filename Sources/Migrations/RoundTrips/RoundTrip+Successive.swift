import VersionedCodec

extension MigrationPlan {
    /// The round trips of a document through versions that lie ever farther away, in one direction.
    ///
    /// Each trip continues where the shorter one turned back. On the way back it reuses the results of that one, from
    /// the version on in which the document is the same. So each version costs two steps, unless a step changes what
    /// all versions before it get back.
    func successiveRoundTrips(
        _ document: JSONDocument, from: String, through labels: [String],
        _ environment: MigrationEnvironment
    ) -> [RoundTrip] {
        guard graph.isLine else {
            return labels.map { through in
                let outward = OutwardTrip(of: document, from: from, in: self, environment)
                let returning = ReturnTrip(of: document, to: from, in: self, environment)
                outward.extend(to: through, behind: from)
                returning.begin(at: through)
                return roundTrip(outward, returning, document, from: from, through: through, environment)
            }
        }
        var previous = from
        let outward = OutwardTrip(of: document, from: from, in: self, environment)
        let returning = ReturnTrip(of: document, to: from, in: self, environment)
        return labels.map { through in
            outward.extend(to: through, behind: previous)
            returning.extend(to: previous, from: through)
            previous = through
            return roundTrip(outward, returning, document, from: from, through: through, environment)
        }
    }

    @inline(never)
    @_optimize(size)
    private func roundTrip(
        _ outward: OutwardTrip, _ returning: ReturnTrip, _ document: JSONDocument, from: String, through: String,
        _ environment: MigrationEnvironment
    ) -> RoundTrip {
        let (path, out): (MigrationPath, OutwardTrip.Result)
        do throws(MigrationError) {
            // A document that does not fit the way there is reported even if there is no way back.
            (path, out) = (
                try self.path(from: from, to: through, withRemarks: false), try outward.result(at: through)
            )
            try checkRecognition(of: .value(out.value), on: path, from: nil, document.bytes)
        } catch {
            return RoundTrip(from: from, through: through, outcome: .of(error), losses: [])
        }
        let judge = judge(of: path, environment)
        defer { keep(judge) }
        do throws(MigrationError) {
            let home = try returning.result(of: out.value, from: through)
            try judge.checkRecognition(of: .value(home.value))
            let losses = Loss.inDocumentOrder(
                judge.losses(of: document.root, comingBackAs: home.value, out.value, out.records, home.records),
                document.bytes)
            var additions: [Loss.Difference] = []
            if document.root.isExceeded(by: home.value) {
                additions = Loss.Difference.between(document.root, home.value, areOneDocument: true).filter {
                    $0.before == nil
                }
            }
            let returned = RoundTrip.Returned(losses: losses, additions: additions)
            return RoundTrip(from: from, through: through, outcome: .returned(returned), losses: losses)
        } catch {
            let losses = judge.losses(of: document.root, becoming: out.value, out.records)
            return RoundTrip(
                from: from, through: through, outcome: .of(error),
                losses: Loss.inDocumentOrder(losses, document.bytes))
        }
    }
}

extension RoundTrip.Outcome {
    /// The outcome for an error on the way.
    static func of(_ error: MigrationError) -> Self {
        [.refused, .noWay].contains(error.code) ? .refused(error) : .failed(error)
    }
}
