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
    /// The files to come to, and their bytes; none where they are not counted.
    private let total: (files: Int, bytes: Int)
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now
    private var done = RunningCounts()
    private var isShown = false

    /// - `selection`: The documents to count first, so that the remaining time can be estimated.
    init(_ form: Form, _ selection: DocumentSelection?) {
        self.form = form == .auto && isatty(2) == 0 ? .none : form
        var total = (files: 0, bytes: 0)
        if self.form != .none, let selection {
            for case .document(let place) in TreeWalk(selection, in: DiskFileSystem()) {
                total.files += 1
                total.bytes += place.folder.facts(of: place.name)?.size ?? 0
            }
        }
        self.total = total
    }

    mutating func add(_ report: StoredMigration.Report) {
        if form == .none { return }
        done.add(report)
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
        let counts = done.counts
        let rest = total.bytes - done.bytes
        // Of compressed files, more bytes are read than they have.
        let left = done.bytes > 0 && rest > 0 ? Int(seconds / Double(done.bytes) * Double(rest)) : 0
        if form == .json {
            let object: JSONObject = [
                "files": .integer(done.files), "of": .integer(total.files), "documents": .integer(counts.all),
                "bytes": .integer(done.bytes), "ofBytes": .integer(total.bytes), "bad": .integer(counts.bad),
                "milliseconds": .integer(Int(seconds * 1_000)),
                "secondsLeft": .integer(left),
            ]
            PayloadOutput.writeToStandardError(JSONValue.object(object).text() + "\n")
        } else {
            let rate = Int(Double(counts.all) / seconds)
            PayloadOutput.writeToStandardError(
                "\r\u{1B}[K\(done.files) of \(total.files) files, \(counts.all) documents, \(done.bytes >> 20) MB, "
                    + "\(rate)/s, \(counts.bad) bad, \(left) s left")
        }
    }
}
