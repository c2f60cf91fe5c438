import Migrations
import VersionedCodec

/// `versioned-json detect`
struct DetectCommand: ToolCommand {
    static let name = "detect"
    static let summary = "Tell the version of documents, and how it was found: FILE, VERSION and HOW, between tabs."
    static let usage = "--plan PLAN [FILE … | -]"
    static let options = [Common.plan, Common.maximumDepth]

    private let plan: String
    private let inputs: [PayloadInput]
    private let parsing: JSONParsingOptions

    init(_ arguments: Arguments) throws(UsageError) {
        plan = try arguments.required("--plan")
        inputs = Common.inputs(arguments)
        parsing = try Common.parsing(arguments)
    }

    func run() throws -> ExitStatus {
        let plan: MigrationPlan
        switch Common.plan(self.plan) {
        case .success(let loaded): plan = loaded
        case .failure(let reported): return reported.status
        }
        return Common.each(inputs) { input in
            let document = try JSONDocument(parsing: input.bytes(), options: parsing)
            let found = try plan.detector.detect(in: document)
            try Console.print("\(input.name)\t\(found.label)\t\(found.source)\n")
            return .success
        }
    }
}
