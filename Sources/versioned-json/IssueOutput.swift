import Migrations
import VersionedCodec

/// How what is wrong with payloads is written: on one line, with a mark below the value, or for a log.
struct IssueOutput {
    enum Form: String, CaseIterable { case line, caret, json }

    static let options = [
        Option(
            "--format", "FORM",
            "The form of problem reports: line (default), caret (with the line of the payload),\njson (one object on each line of standard output, and no other output there;\nfaults of plans are on standard error)."
        ),
        Common.redact,
    ]

    let form: Form
    private let redactions: [DecodingIssue.Redaction]
    private let parsing: JSONParsingOptions
    private var words: Set<String> = []

    /// Losses as they may be shown.
    ///
    /// - `payload`: The document that they are of.
    func redacted(_ losses: [Loss], payload: [UInt8]) -> [Loss] {
        if losses.isEmpty || redactions.isEmpty { return losses }
        let hidden = hidden(in: payload)
        return losses.map { $0.redacted(by: redactions, hiding: hidden) }
    }

    init(_ arguments: Arguments) throws(UsageError) {
        form = try arguments.choice("--format", default: .line)
        parsing = try Common.tolerantParsing(arguments)
        redactions = try Common.redactions(arguments)
    }

    /// Shows words of a plan, which may be keys of results, even where they are a part of a hidden value.
    mutating func show(wordsOf plan: MigrationPlan) { if !redactions.isEmpty { words.formUnion(plan.words) } }

    private func hidden(in payload: [UInt8]) -> HiddenTexts { HiddenTexts(of: payload, redactions, words: words) }

    /// Lines about a document, without those that contain a hidden text of it.
    func redacted(_ lines: [String], payload: [UInt8]) -> [String] {
        if lines.isEmpty || redactions.isEmpty { return lines }
        let hidden = hidden(in: payload)
        return lines.map { hidden.occur(in: $0) ? "the reason is redacted" : $0 }
    }

    /// Values that were not there before, as they may be shown.
    ///
    /// - `payload`: The document that they are of.
    func redacted(_ differences: [Loss.Difference], payload: [UInt8]) -> [Loss.Difference] {
        if differences.isEmpty || redactions.isEmpty { return differences }
        let hidden = hidden(in: payload)
        return differences.map { $0.redacted(by: redactions, hiding: hidden) }
    }

    /// Writes a result, which is not for the log.
    func print(_ text: String) throws {
        if form == .json { Console.error(text) } else { try Console.print(text) }
    }

    /// Writes the error that a payload is refused with.
    func report(
        _ error: any DiagnosableError, file: String, payload: [UInt8], line: LineReader.Line? = nil
    ) throws -> ExitStatus {
        if let issue = error as? DecodingIssue {
            return try report(issue, file: file, payload: payload, of: line)
        }
        guard isPlain else {
            // A payload that cannot be read is not an error of a step.
            let document = try? JSONDocument(parsing: payload, options: parsing)
            let issue =
                (error as? MigrationError).map { DecodingIssue($0, in: document) } ?? DecodingIssue(describing: error)
            return try report(issue, file: file, payload: payload, of: line)
        }
        guard let line else { return Console.report(error, file: file) }
        return Console.report(line.inStream(error.diagnostic), file: file)
    }

    /// An error of a migration as it may be shown.
    ///
    /// - `payload`: The document that it is of.
    func redacted(_ error: MigrationError, payload: [UInt8]) -> Diagnostic {
        if redactions.isEmpty { return error.diagnostic }
        let isAbout = redactions.contains { $0.applies(to: error.path?.tokens ?? []) }
        return hidden(in: payload)
            .redacted(error.diagnostic, code: error.code.rawValue, isAbout: isAbout)
    }

    /// Whether errors are written as they are.
    var isPlain: Bool { form == .line && redactions.isEmpty }

    /// Writes what is wrong with a payload.
    ///
    /// - Parameters:
    ///   - payload: The bytes of the document.
    ///   - line: The line that the document is of a stream.
    private func report(
        _ issue: DecodingIssue, file: String, payload: [UInt8], of line: LineReader.Line?
    ) throws -> ExitStatus {
        var entry = issue.logEntry(redacting: redactions)
        var diagnostic = issue.diagnostic
        let hidden = hidden(in: payload)
        var isRedacted = entry.quotation == nil && entry.message != issue.logEntry().message
        if hidden.occur(in: diagnostic.message) {
            entry.message = "\(entry.code); the reason is redacted"
            (entry.quotation, isRedacted) = (nil, true)
        }
        if let quotation = entry.quotation, hidden.occur(in: "\"\(quotation)\"") { entry.quotation = nil }
        if isRedacted { diagnostic.message = entry.message }
        diagnostic.path = diagnostic.path.map(hidden.shown)
        if let path = diagnostic.path { entry.path = path.description }
        if let line { diagnostic = line.inStream(diagnostic) }
        switch form {
        case .line: Console.report(diagnostic, file: file)
        case .caret:
            // Places are those of the characters in UTF-8.
            let text = issue.text(in: Transcoding.utf8(of: payload) ?? payload)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            // Beside the value are others, also in a payload that cannot be read.
            let shown = isRedacted || !redactions.isEmpty ? [] : lines.map(String.init)
            Console.error(([diagnostic.text(file: file)] + shown).joined(separator: "\n"))
        case .json:
            (entry.line, entry.column) = (diagnostic.position?.line, diagnostic.position?.column)
            entry.firstByte = entry.firstByte.map { $0 + (line?.byteOffset ?? 0) }
            entry.lastByte = entry.lastByte.map { $0 + (line?.byteOffset ?? 0) }
            try Console.write(try VersionedJSONEncoder().bytes(of: FileEntry(file: file, entry: entry)) + [0x0A])
        }
        return .data
    }

    /// An entry, and the file that it is about.
    private struct FileEntry: Encodable {
        let file: String
        let entry: DecodingIssue.LogEntry

        private enum CodingKeys: String, CodingKey { case file }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(file, forKey: .file)
            try entry.encode(to: encoder)
        }
    }
}
