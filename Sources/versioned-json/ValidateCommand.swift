import Migrations
import VersionedCodec

/// `versioned-json validate`
struct ValidateCommand: ToolCommand {
    static let name = "validate"
    static let summary = "Tell whether files are well-formed JSON (RFC 8259, UTF-8), and where they are not."
    static let usage = "[--ndjson] [FILE … | -]"
    static let options = [Common.lines, Common.maximumDepth] + Common.tolerance

    private let inputs: [PayloadInput]
    private let parsing: JSONParsingOptions
    private let isLines: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        inputs = Common.inputs(arguments)
        parsing = try Common.tolerantParsing(arguments, isStrict: true)
        isLines = arguments.has("--ndjson")
    }

    func run() throws -> ExitStatus {
        var files = FileUses()
        files.read(inputs: inputs)
        files.writeStandardOutput()
        files.writeStandardError()
        try files.require()
        return Common.each(inputs) { input in
            if isLines { return try validateLines(input) }
            _ = try JSONDocument(parsing: input.bytes(), options: parsing)
            try Console.print("\(input.name): well-formed\n")
            return .success
        }
    }

    private func validateLines(_ input: PayloadInput) throws -> ExitStatus {
        var (good, bad) = (0, 0)
        let lines = try input.lines()
        while let line = try lines.next() {
            if line.isBlank { continue }
            do throws(JSONSyntaxError) {
                _ = try JSONDocument(parsing: line.bytes, options: parsing)
                good += 1
            } catch {
                bad += 1
                Console.report(line.inStream(error.diagnostic), file: input.name)
            }
        }
        let words = "\(good) \(good == 1 ? "line" : "lines") well-formed"
        try Console.print("\(input.name): \(words)" + (bad > 0 ? ", \(bad) not" : "") + "\n")
        return bad > 0 ? .data : .success
    }
}
