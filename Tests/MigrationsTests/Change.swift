import Migrations
import Testing
import VersionedCodec

/// Operations, a document of version 1, what they make of it, and what the way back makes of that.
struct Change: Sendable, CustomTestStringConvertible {
    var operations: [JSONOperation]
    var before: String
    var after: String
    /// The losses on the way up, without the step.
    var losses: [String] = []
    /// What comes back; `nil`: the document itself.
    var back: String?
    var backLosses: [String] = []

    init(
        _ operations: JSONOperation..., on before: String, gives after: String, losing losses: [String] = [],
        back: String? = nil, losingBack backLosses: [String] = []
    ) {
        self.operations = operations
        self.before = before
        self.after = after
        self.losses = losses
        self.back = back
        self.backLosses = backLosses
    }

    var testDescription: String { "\(operations.map(\.description).joined(separator: "; ")) on \(before)" }

    /// Goes up and back down, and compares texts and losses.
    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let plan = try MigrationPlan.of(operations)
        let input = try JSONDocument(parsing: before)
        let up = try plan.migrate(input, to: "2", from: "1")
        #expect(up.text == after, sourceLocation: sourceLocation)
        #expect(up.bytes == Array(after.utf8), "canonically equal is not equal", sourceLocation: sourceLocation)
        #expect(up.losses.map(\.described) == losses, sourceLocation: sourceLocation)
        #expect(input.root.text(in: input.writingStyle) == before, "the input", sourceLocation: sourceLocation)
        let down = try plan.migrate(up.text, to: "1", from: "2")
        #expect(down.text == back ?? before, sourceLocation: sourceLocation)
        #expect(down.losses.map(\.described) == backLosses, sourceLocation: sourceLocation)
    }
}

/// An operation, a document that it does not fit, and what the error says.
struct Misfit: Sendable, CustomTestStringConvertible {
    let operation: JSONOperation
    let payload: String
    /// The text of the error, without version, step and operation.
    let says: String
    let code: MigrationError.Code

    init(_ operation: JSONOperation, on payload: String, _ code: MigrationError.Code, says: String) {
        self.operation = operation
        self.payload = payload
        self.says = says
        self.code = code
    }

    var testDescription: String { "\(operation) on \(payload)" }

    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let plan = try MigrationPlan.of([operation])
        let error = #expect(throws: MigrationError.self, sourceLocation: sourceLocation) {
            try plan.migrate(payload, to: "2", from: "1")
        }
        #expect(
            error?.description == "\(says) (version 1, step 1 → 2, \(operation))", sourceLocation: sourceLocation)
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(error?.step == "1 → 2", sourceLocation: sourceLocation)
    }
}

/// The text of an operation in a plan file, and the same operation made in Swift.
struct FileForm: Sendable, CustomTestStringConvertible {
    let operation: JSONOperation
    let json: String

    init(_ json: String, _ operation: JSONOperation) {
        self.json = json
        self.operation = operation
    }

    var testDescription: String { json }

    /// Reads the text, compares, and reads once more what is written.
    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let read = try Self.reading(json)
        #expect(read == operation, sourceLocation: sourceLocation)
        #expect(try Self.reading(read.json.text()) == operation, sourceLocation: sourceLocation)
        #expect(read.json == operation.json, sourceLocation: sourceLocation)
    }

    static func reading(_ json: String) throws -> JSONOperation {
        let text = #"""
            {"planFormat": 2, "name": "test", "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "", "up": [\#(json)]}]}
            """#
        let path = try MigrationPlan(planFile: text).path(from: "1", to: "2")
        return try #require(path.steps.first?.operations.first)
    }
}

extension MigrationPlan {
    /// A plan of one step between versions that payloads do not say.
    static func of(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "test", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: operations)])
    }
}

extension Loss {
    /// The loss without its step and operation.
    var described: String {
        var diagnostic = diagnostic
        diagnostic.step = nil
        diagnostic.operation = nil
        return diagnostic.description
    }
}
