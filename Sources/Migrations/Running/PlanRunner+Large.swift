import VersionedCodec

/// Large documents: operations on the children of their large containers are run when these are written, and when
/// losses are judged, one child after another.
extension PlanRunner {
    /// Migrates the document that has been read, and returns its losses. Where the options refuse these, nothing has
    /// been written; `nil` where the document must be in memory as a whole: it has been read again then.
    ///
    /// - Throws: ``MigrationError`` where the document does not fit an operation.
    func migrateLarge(
        _ text: UnsafeBufferPointer<UInt8>, _ payload: [UInt8]?, _ version: Version, _ way: VersionPath,
        _ judging: Judging, _ restoring: CarriedForTarget?, to sink: DocumentSink?, _ threshold: Int
    ) throws(MigrationError) -> Outcome? {
        func startOver() {
            guard sink?.startOver() ?? true, memory.arena.scanAgain(text, parsing), let payload else { return }
            memory.arena.lend(payload)
        }
        var (fits, outcome) = (true, Outcome(version: version, losses: [], isUnchanged: false))
        outcome.sidecar = restoring?.sidecar
        // Whether a document comes back with more shows before it is written.
        let isTakenBack = (options.losses == .carry || mustComeBack) && !judging.isExact
        if !options.judgesLosses || !judging.isAlways && !isTakenBack {
            // Most documents lose nothing, which shows while they are written.
            if writeLarge(way, judging, restoring, to: sink, threshold, &fits, &outcome) { return outcome }
            startOver()
        }
        if sink?.failure != nil { return nil }
        if options.losses == .carry {
            // What does not fit is said by the plan, which knows what is carried.
            guard fits, judging.goesBack else { return nil }
            if try carryLarge(way, judging, to: sink, threshold, &outcome) { return outcome }
            startOver()
            return nil
        }
        if fits, options.judgesLosses {
            if judgeLarge(way, judging, restoring, to: sink, threshold, &fits, &outcome) { return outcome }
            startOver()
        }
        if fits { return nil }
        defer { startOver() }
        if let error = firstError(way, judging, threshold) { throw located(error, version, text) }
        return nil
    }

    /// Migrates a document of which nothing is lost, or, where losses are only reported, nothing that must be judged;
    /// `false` where something may be, or fails.
    ///
    /// - `fits`: Becomes `false` where the document does not fit an operation.
    private func writeLarge(
        _ way: VersionPath, _ judging: Judging, _ restoring: CarriedForTarget?, to sink: DocumentSink?,
        _ threshold: Int,
        _ fits: inout Bool, _ outcome: inout Outcome
    ) -> Bool {
        let arena = memory.arena
        let certain =
            options.losses == .report && restoring == nil && !mustComeBack ? judging.judge.certainAlone : nil
        var recording = options.judgesLosses ? DeferredScopes.Recording.stop : .drop
        if let certain, options.judgesLosses {
            recording = .keepCertain(certain.hold)
        }
        let deferred = DeferredScopes(memory, threshold: threshold, recording: recording)
        arena.startDeferring(deferred)
        defer { arena.stopDeferring() }
        defer { if deferred.failure != nil { fits = false } }
        guard let records = run(way, judging, deferred, &fits) else { return false }
        var known: [Loss] = []
        if options.judgesLosses, judging.isNeeded(records) {
            let found = judging.judge.certainLosses(records)
            guard certain != nil, let found else { return false }
            known = found
        }
        outcome.outdated = restored(restoring, judging)
        guard putBack(restoring), write(to: sink), arena.haveDeferralsSucceeded else { return false }
        var losses = deferred.takeLosses()
        for loss in known { losses.append(loss) }
        if losses.count > 0 { outcome.losses = .packed(losses) }
        return true
    }

    /// Judges a document before it is written; `false` where it must be in memory as a whole, or fails.
    private func judgeLarge(
        _ way: VersionPath, _ judging: Judging, _ restoring: CarriedForTarget?, to sink: DocumentSink?,
        _ threshold: Int,
        _ fits: inout Bool, _ outcome: inout Outcome
    ) -> Bool {
        let arena = memory.arena
        let deferred = DeferredScopes(memory, threshold: threshold, recording: .keep)
        arena.startDeferring(deferred)
        defer { arena.stopDeferring() }
        defer { if deferred.failure != nil { fits = false } }
        guard var records = run(way, judging, deferred, &fits) else { return false }
        outcome.outdated = restored(restoring, judging)
        // Operations on children that others have looked into have run by now.
        records.add(deferred.takeRecords())
        guard let losses = judging.judge.losses(ofLarge: arena, records, deferred) else { return false }
        outcome.losses = losses
        if !losses.isEmpty, options.losses == .fail { return true }
        if mustComeBack, LargeCarrying(arena, PlanWayBack(judging.judge, of: arena, deferred)).addsNothing() != true {
            return false
        }
        return putBack(restoring, restoring == nil ? [] : losses.array) && write(to: sink)
            && arena.haveDeferralsSucceeded
    }

    /// Puts into a document what it has to carry, before it is written; `false` where the document must be in memory as
    /// a whole.
    ///
    /// - Throws: Where it would carry more than it may.
    private func carryLarge(
        _ way: VersionPath, _ judging: Judging, to sink: DocumentSink?, _ threshold: Int, _ outcome: inout Outcome
    ) throws(MigrationError) -> Bool {
        let arena = memory.arena
        let deferred = DeferredScopes(memory, threshold: threshold, recording: .keep)
        arena.startDeferring(deferred)
        defer { arena.stopDeferring() }
        var fits = true
        guard var records = run(way, judging, deferred, &fits), arena.isObject(arena.root),
            arena.find(carrier, from: arena.root).isNone
        else { return false }
        records.add(deferred.takeRecords())
        let wayBack = PlanWayBack(judging.judge, of: arena, deferred)
        guard let changes = LargeCarrying(arena, wayBack).run() else { return false }
        if !changes.isEmpty {
            if options.judgesLosses {
                guard let lost = judging.judge.losses(ofLarge: arena, records, deferred) else { return false }
                outcome.losses = lost
            }
            let (carried, count) = arenaCarrier(judging).carry(changes, in: arena)
            (outcome.isCarried, outcome.sidecar) = (carried != nil, carried?.sidecar)
            if carried == nil, options.carrying.beyondLimit == .fail { throw options.carrying.tooMuch(count) }
        }
        return write(to: sink) && arena.haveDeferralsSucceeded
    }

    private func run(
        _ way: VersionPath, _ judging: Judging, _ deferred: DeferredScopes, _ fits: inout Bool
    ) -> LossRecords? {
        do throws(MigrationError) {
            return try run(way, judging, deferred)
        } catch {
            // Which error is the first one, a run of its own finds out.
            fits = false
            return nil
        }
    }

    /// The error of the first operation that fails, in the order in which they run where none of them waits; `nil`
    /// where the document must be in memory as a whole to find it.
    private func firstError(_ way: VersionPath, _ judging: Judging, _ threshold: Int) -> MigrationError? {
        let arena = memory.arena
        let deferred = DeferredScopes(memory, threshold: threshold, recording: .drop, seeksFirstFailure: true)
        arena.startDeferring(deferred)
        defer { arena.stopDeferring() }
        var error: MigrationError?
        do throws(MigrationError) {
            _ = try run(way, judging, deferred)
        } catch let thrown {
            error = thrown
        }
        // The operations that wait, which come before it, run where the document is written.
        arena.write(to: DocumentSink(write: { _ in }, forget: {}), in: .compact)
        if deferred.isOrderUnknown || !arena.haveDeferralsSucceeded { return nil }
        return deferred.failure?.error ?? error
    }
}
