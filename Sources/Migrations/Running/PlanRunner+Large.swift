import VersionedCodec

/// Large documents: operations on the children of their large containers are run when these are written, and when
/// losses are judged, one child after another.
extension PlanRunner {
    /// Migrates the document that has been read, and returns its losses. Where the options refuse these, nothing has
    /// been written; `nil` where the document must be in memory as a whole: it has been read again then.
    func migrateLarge(
        _ text: UnsafeBufferPointer<UInt8>, _ payload: [UInt8]?, _ way: VersionWay, _ judging: Judging,
        to sink: DocumentSink?, threshold: Int
    ) -> LossList? {
        func startOver() {
            guard sink?.startOver() ?? true, memory.arena.scanAgain(text, parsing), let payload else { return }
            memory.arena.lend(payload)
        }
        if !options.judgesLosses || !judging.isAlways {
            // Most documents lose nothing, which shows while they are written.
            if writeLarge(way, judging, to: sink, threshold) { return [] }
            startOver()
        }
        if !options.judgesLosses || sink?.failure != nil { return nil }
        if let losses = judgeLarge(way, judging, to: sink, threshold) { return losses }
        startOver()
        return nil
    }

    /// Migrates a document of which nothing is lost; `false` where something may be, or fails.
    private func writeLarge(_ way: VersionWay, _ judging: Judging, to sink: DocumentSink?, _ threshold: Int) -> Bool {
        let arena = memory.arena
        let deferred = DeferredScopes(memory, threshold: threshold, recording: options.judgesLosses ? .stop : .drop)
        arena.startDeferring(deferred)
        defer { arena.stopDeferring() }
        guard let records = run(way, judging, deferred), !options.judgesLosses || !judging.isNeeded(records) else {
            return false
        }
        return write(to: sink) && arena.haveDeferralsSucceeded
    }

    /// Judges a document before it is written.
    private func judgeLarge(
        _ way: VersionWay, _ judging: Judging, to sink: DocumentSink?, _ threshold: Int
    ) -> LossList? {
        let arena = memory.arena
        let deferred = DeferredScopes(memory, threshold: threshold, recording: .keep)
        arena.startDeferring(deferred)
        defer { arena.stopDeferring() }
        guard var records = run(way, judging, deferred) else { return nil }
        // Operations on children that others have looked into have run by now.
        records.add(deferred.takeRecords())
        guard let losses = judging.judge.losses(ofLarge: arena, records, deferred) else { return nil }
        if !losses.isEmpty, options.losses == .fail { return losses }
        return write(to: sink) && arena.haveDeferralsSucceeded ? losses : nil
    }
}
