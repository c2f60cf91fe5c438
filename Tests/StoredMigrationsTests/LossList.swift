import Migrations
import StoredMigrations

/// A losses file as the command line writes it.
struct LossList {
    private var text: [UInt8] = []
    private(set) var isComplete = true
    private var last: StoredPath?
    private var start = 0

    var lines: [String] { String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init) }

    mutating func add(_ report: StoredMigration.Report) throws {
        if report.file != last { (last, start) = (report.file, text.count) }
        if report.takesBackLosses { text.removeSubrange(start...) }
        if let earlier = report.earlierLosses, try !earlier.read({ text += $0 }) { isComplete = false }
        for loss in report.losses { text += loss.line(in: report.file) }
    }
}
