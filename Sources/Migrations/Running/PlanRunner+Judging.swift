import VersionedCodec

/// What documents lose, and whether they carry it.
extension PlanRunner {
    /// How losses of documents of a version are judged.
    struct Judging {
        let judge: LossJudge
        /// Whether each document is judged.
        var isAlways: Bool
        /// Whether operations find out by themselves whether the way back restores what they change.
        let triesWayBack: Bool
        /// Whether there is a way back, and whether no document can lose a value.
        let (goesBack, isExact): (Bool, Bool)

        func isNeeded(_ records: LossRecords) -> Bool {
            isAlways || !records.losses.isEmpty || records.isInDoubt
        }
    }

    /// How losses of documents of a version are judged; `nil` if no path leads to the target, which the plan reports.
    func judging(of version: Version) -> Judging? {
        if var known = judgings[version.number] {
            // What comes back unchanged may be refused as well.
            if version.isInDoubt, environment.mustBeRecognized { known.isAlways = true }
            return known
        }
        guard let path = try? plan.path(from: labels[version.number], to: target) else { return nil }
        let judge = LossJudge(plan: plan, path: path, environment: environment)
        let judging = Judging(
            judge: judge, isAlways: judge.isNeeded(LossRecords()),
            triesWayBack: options.judgesLosses && !judge.alwaysGoesBack,
            goesBack: path.from != path.to && judge.wayBack != nil, isExact: path.lossClass == .exact)
        judgings[version.number] = judging
        return self.judging(of: version)
    }

    /// The losses of the document in the arena.
    ///
    /// - `isRestored`: Whether the steps are not all that was done to it.
    func losses(_ judging: Judging, _ records: LossRecords, _ arena: Arena, isRestored: Bool = false) -> [Loss] {
        guard options.judgesLosses, judging.isNeeded(records) else { return [] }
        let (judge, document) = (judging.judge, LossJudge.Document.read(by: arena))
        if !judging.isAlways, !isRestored, let known = judge.certainLosses(records) {
            return known
        }
        var records = records
        records.isInDoubt = true
        return judge.losses(of: document, becoming: arena, records)
    }

    /// Puts into the document what it has to carry; `nil` where the plan has to do that, or to refuse the document for
    /// what it loses or does not get back.
    ///
    /// - `isRestored`: Whether the steps are not all that was done to it.
    func carry(
        _ losses: [Loss], _ judging: Judging, _ records: LossRecords, isRestored: Bool
    ) -> ArenaCarrier.Carried? {
        switch options.losses {
        case .report:
            return mustComeBack && !comesBack(losses, judging, records) ? nil : ArenaCarrier.Carried()
        case .fail: return losses.isEmpty ? ArenaCarrier.Carried() : nil
        case .carry:
            let mayCarry = judging.goesBack && (!judging.isExact || isRestored || judging.isNeeded(records))
            if losses.isEmpty, !mayCarry { return ArenaCarrier.Carried() }
            // Where nothing can be carried, a document fails for what it would lose: a part, or one without a way back.
            if options.isPartial || !judging.goesBack { return nil }
            let arena = memory.arena
            return arenaCarrier(judging).carry(in: arena) {
                judging.judge.comparing(arena) { ArenaCarrier.changes($0, $1, of: arena) } ?? nil
            }
        }
    }

    /// Carries data of documents that go the way of a judge.
    func arenaCarrier(_ judging: Judging) -> ArenaCarrier {
        let path = judging.judge.path
        return ArenaCarrier(from: path.from, to: path.to, options: options.carrying, style: style)
    }

    /// Whether there is a way back that makes the document without a value more; its losses are known.
    private func comesBack(_ losses: [Loss], _ judging: Judging, _ records: LossRecords) -> Bool {
        let path = judging.judge.path
        if path.from == path.to { return true }
        guard judging.goesBack else { return false }
        if losses.isEmpty, judging.isExact, !judging.isNeeded(records) { return true }
        let addsNothing = judging.judge.comparing(memory.arena) { before, home in
            !RestoredValues.compare(before, home) { _ in }
        }
        return addsNothing ?? false
    }
}
