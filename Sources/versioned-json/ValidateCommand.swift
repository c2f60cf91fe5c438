import Migrations
import VersionedCodec

/// `versioned-json validate`
struct ValidateCommand: ToolCommand {
    static let name = "validate"
    static let summary = "Tell whether files are well-formed JSON (RFC 8259, UTF-8), and where they are not."
    static let usage = "[FILE … | -]"
    static let options = [Common.maximumDepth, Common.duplicateKeys] + Common.tolerances.map(\.option)

    private let inputs: [PayloadInput]
    private let parsing: JSONParsingOptions

    init(_ arguments: Arguments) throws(UsageError) {
        inputs = Common.inputs(arguments)
        parsing = try Common.tolerantParsing(arguments)
    }

    func run() throws -> ExitStatus {
        Common.each(inputs) { input in
            _ = try JSONDocument(parsing: input.bytes(), options: parsing)
            try Console.print("\(input.name): well-formed\n")
            return .success
        }
    }
}
