import Migrations
import Synchronization

extension StoredMigration {
    /// A stored migration on a thread of its own: the result of each document as an asynchronous sequence, and a
    /// summary at the end.
    ///
    /// ```swift
    /// let run = migration.start(DocumentSelection(["orders"]))
    /// for try await report in run { show(report) }
    /// let summary = try await run.summary
    /// ```
    ///
    /// The run waits for the reader of the sequence, so that only a few reports are in memory. If you do not need
    /// reports, await the summary at once. Cancelling the task, or releasing the run, cancels the run. It then finishes
    /// the documents in progress, and can be started again.
    ///
    /// If several loops read the sequence, each report goes to one of them.
    public final class Run: AsyncSequence, Sendable {
        /// The result of a document.
        public typealias Element = StoredMigration.Report

        private let channel = ReportChannel()

        init(_ migration: StoredMigration, _ selection: DocumentSelection, in system: any FileSystem) {
            let channel = channel
            let body: @Sendable () -> Void = {
                let result = Result {
                    try migration.run(
                        selection, in: system, isCancelled: { channel.isCancelled }, report: { channel.put($0) })
                }
                channel.finish(result)
            }
            if !WorkThread.start(body) {
                channel.finish(
                    .failure(StoredMigrationError(code: .noThread, path: "", reason: "the system has no thread left")))
            }
        }

        deinit { channel.cancel() }

        /// Ends the run after the documents in progress.
        public func cancel() { channel.cancel() }

        /// The number of documents that are done so far.
        public var progress: StoredMigration.Counts { channel.progress }

        /// The result of all documents. Waits for the end of the run. Unread reports are dropped.
        ///
        /// - Throws: The errors of ``StoredMigration/run(_:isCancelled:report:)``.
        public var summary: StoredMigration.Summary {
            get async throws {
                try await withTaskCancellationHandler {
                    try await channel.summary()
                } onCancel: {
                    channel.cancel()
                }
            }
        }

        /// An iterator over the reports.
        public func makeAsyncIterator() -> Iterator { Iterator(run: self) }

        /// The iterator over the reports.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let run: Run

            /// The next report; `nil` at the end.
            ///
            /// - Throws: The errors of ``StoredMigration/run(_:isCancelled:report:)``.
            public mutating func next() async throws -> StoredMigration.Report? {
                let channel = run.channel
                return try await withTaskCancellationHandler {
                    try await channel.next()
                } onCancel: {
                    channel.cancel()
                }
            }
        }
    }
}

extension StoredMigration {
    /// Starts the run on a thread of its own.
    ///
    /// ```swift
    /// let summary = try await migration.start(DocumentSelection(["orders"])).summary
    /// ```
    public func start(_ selection: DocumentSelection) -> StoredMigration.Run {
        StoredMigration.Run(self, selection, in: DiskFileSystem())
    }
}

/// Takes reports from the thread of a run to a task that reads them.
private final class ReportChannel: Sendable {
    private typealias Report = StoredMigration.Report
    private typealias Summary = StoredMigration.Summary

    private struct State {
        var reports: [Report] = []
        /// Where the first report that has not been read is.
        var first = 0
        /// The loops that wait for a report, the first one first.
        var readers: [CheckedContinuation<Report?, any Error>] = []
        var waiting: [CheckedContinuation<Summary, any Error>] = []
        var result: Result<Summary, any Error>?
        var counts = RunningCounts()
        var isDropping = false
        var isThreadWaiting = false
    }

    private static let mostReports = 256
    private let state = Mutex(State())
    private let cancelled = Atomic(false)
    private let hasRoom = Signal()

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }
    var progress: StoredMigration.Counts { state.withLock { $0.counts.counts } }

    func cancel() {
        cancelled.store(true, ordering: .relaxed)
        drop()
    }

    /// From now on reports are not kept.
    private func drop() {
        let isWaiting = state.withLock { state in
            state.isDropping = true
            defer { state.isThreadWaiting = false }
            return state.isThreadWaiting
        }
        if isWaiting { hasRoom.raise() }
    }

    func put(_ report: StoredMigration.Report) {
        let (reader, mustWait) = state.withLock { state -> (CheckedContinuation<Report?, any Error>?, Bool) in
            state.counts.add(report)
            if !state.readers.isEmpty { return (state.readers.removeFirst(), false) }
            if state.isDropping { return (nil, false) }
            state.reports.append(report)
            state.isThreadWaiting = state.reports.count - state.first >= Self.mostReports
            return (nil, state.isThreadWaiting)
        }
        reader?.resume(returning: report)
        if mustWait { hasRoom.wait() }
    }

    func finish(_ result: Result<StoredMigration.Summary, any Error>) {
        let (readers, waiting) = state.withLock { state in
            state.result = result
            defer { (state.readers, state.waiting) = ([], []) }
            return (state.readers, state.waiting)
        }
        for reader in readers { reader.resume(with: result.map { _ in nil }) }
        for continuation in waiting { continuation.resume(with: result) }
    }

    func next() async throws -> StoredMigration.Report? {
        try await withCheckedThrowingContinuation { continuation in
            let (found, isWaiting) = state.withLock { state -> (Result<Report?, any Error>?, Bool) in
                guard state.first < state.reports.count else {
                    if let result = state.result { return (result.map { _ in nil }, false) }
                    state.readers.append(continuation)
                    return (nil, false)
                }
                let report = state.reports[state.first]
                state.first += 1
                if state.first == state.reports.count { (state.reports, state.first) = ([], 0) }
                // The thread continues when half of what it has made is read.
                let goesOn = state.isThreadWaiting && state.reports.count - state.first <= Self.mostReports / 2
                if goesOn { state.isThreadWaiting = false }
                return (.success(report), goesOn)
            }
            if isWaiting { hasRoom.raise() }
            if let found { continuation.resume(with: found) }
        }
    }

    func summary() async throws -> StoredMigration.Summary {
        drop()
        return try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil { state.waiting.append(continuation) }
                return state.result
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
