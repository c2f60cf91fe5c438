import Migrations
import StoredMigrations
import VersionedCodec

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// How far a run over many documents has come, on standard error, at most once a second.
struct ProgressLine {
    enum Form: String, CaseIterable {
        /// A line that is written over and over, on a terminal; nothing elsewhere.
        case auto
        /// A JSON object a line.
        case json
        case none
    }

    private let form: Form
    private let total: Int
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now
    private var (files, documents, bytes, bad) = (0, 0, 0, 0)
    private var isShown = false

    /// - `selection`: The documents to count first, so that the remaining time can be estimated.
    init(_ form: Form, _ selection: DocumentSelection?) {
        self.form = form == .auto && isatty(2) == 0 ? .none : form
        if self.form != .none, let selection {
            total = TreeWalk(selection, in: DiskFileSystem()).reduce(0) { count, entry in
                if case .document = entry { count + 1 } else { count }
            }
        } else {
            total = 0
        }
    }

    mutating func add(_ report: StoredMigration.Report) {
        if form == .none { return }
        // A file of lines has a report for each part, and one in the end, which alone has bytes.
        if report.outcome != .skipped, report.bytes > 0 { files += 1 }
        documents += report.counts.all
        bytes += report.bytes
        bad += report.counts.bad
        if ContinuousClock.now - last >= .seconds(1) { show() }
    }

    /// Shows how far the run has come in the end, and leaves the line.
    mutating func finish() {
        if form == .json { show() }
        if form == .auto, isShown { PayloadOutput.writeToStandardError("\r\u{1B}[K") }
    }

    private mutating func show() {
        last = .now
        isShown = true
        let time = (last - start).components
        let seconds = max(0.001, Double(time.seconds) + Double(time.attoseconds) / 1e18)
        let left = files > 0 && total > files ? Int(seconds / Double(files) * Double(total - files)) : 0
        if form == .json {
            let object: JSONObject = [
                "files": .integer(files), "of": .integer(total), "documents": .integer(documents),
                "bytes": .integer(bytes), "bad": .integer(bad), "milliseconds": .integer(Int(seconds * 1_000)),
                "secondsLeft": .integer(left),
            ]
            PayloadOutput.writeToStandardError(JSONValue.object(object).text() + "\n")
        } else {
            let rate = Int(Double(documents) / seconds)
            PayloadOutput.writeToStandardError(
                "\r\u{1B}[K\(files) of \(total) files, \(documents) documents, \(bytes >> 20) MB, \(rate)/s, \(bad) bad, "
                    + "\(left) s left")
        }
    }
}
