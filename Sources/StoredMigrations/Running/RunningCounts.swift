/// How far a run has come, also within a file of lines.
package struct RunningCounts {
    /// The files that are done.
    package private(set) var files = 0
    private var done = StoredMigration.Counts()
    private var doneBytes = 0
    /// The parts of the file of lines under way.
    private var parts = (counts: StoredMigration.Counts(), bytes: 0)

    package init() {}

    package mutating func add(_ report: StoredMigration.Report) {
        if let part = report.part {
            parts.counts += part.counts
            parts.bytes += part.bytes
            return
        }
        done += report.counts
        done.bad += parts.counts.bad
        doneBytes += report.bytes
        parts = (StoredMigration.Counts(), 0)
        if report.outcome != .skipped { files += 1 }
    }

    /// The documents so far.
    package var counts: StoredMigration.Counts {
        var counts = done
        counts += parts.counts
        return counts
    }

    /// The bytes so far.
    package var bytes: Int { doneBytes + parts.bytes }
}
