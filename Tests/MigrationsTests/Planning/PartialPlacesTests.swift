import Migrations
import Testing
import VersionedCodec

/// Places of partial documents that operations write, and values that are in the way.
@Suite struct PartialPlacesTests {
    static func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: nil),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: operations)])
    }

    /// What is missing on the way to a place may be an array.
    private static func cases() throws -> [(JSONOperation, String, String, String)] {
        [
            (.copy("/a", to: "/l/0"), #"{"a":2}"#, "/l", "whether it is an array"),
            (.copy("/a", to: "/l/-"), #"{"a":2}"#, "/l", "whether it is an array"),
            (.copy("/a", to: "/o/l/0/n"), #"{"a":2}"#, "/o/l", "whether it is an array"),
            (.move("/a", to: "/l/0"), #"{"a":2}"#, "/l", "whether it is an array"),
            (.move("/a", to: "/l/0/n"), #"{"a":2,"z":1}"#, "/l", "whether it is an array"),
            (.derive("/l/0", from: "/a", by: .lowercase), #"{"a":"X"}"#, "/l", "whether it is an array"),
            (.split("/n", into: ["/l/0", "/f"], separator: " "), #"{"n":"x y"}"#, "/l", "whether it is an array"),
            (.join(["/f", "/g"], into: "/l/0", separator: " "), #"{"f":"x","g":"y"}"#, "/l", "whether it is an array"),
            (
                .compose("/l/0", try TextTemplate("{x}"), from: ["x": "/f"]), #"{"f":"x"}"#, "/l",
                "whether it is an array"
            ),
            (
                .match("/n", try TextPattern("(?<x>.*)"), into: ["x": "/l/0"]), #"{"n":"x"}"#, "/l",
                "whether it is an array"
            ),
            (.lookUp("/a", in: "/t", to: "/l/0"), #"{"a":"x","t":{"x":1}}"#, "/l", "whether it is an array"),
            (.hoist("/i", member: "/k", to: "/l/0"), #"{"i":[{"k":1}]}"#, "/l", "whether it is an array"),
        ]
    }

    @Test func partThatDoesNotTellIsAnError() throws {
        for (operation, part, missing, unknown) in try Self.cases() {
            let error = #expect(throws: MigrationError.self, "\(operation) of \(part)") {
                try Self.plan([operation]).migrate(part, to: "2", from: "1", options: MigrationOptions(isPartial: true))
            }
            #expect(error?.code == .tooPartial, "\(operation) of \(part)")
            #expect(error?.message == "a partial document without \"\(missing)\" does not tell \(unknown)")
        }
    }

    @Test(
        arguments: [
            (.copy("/a", to: "/o/b", makingParents: true), #"{"a":1}"#, #"{"a":5}"#),
            (.copy("/a", to: "/l/0"), #"{"a":1,"l":[7]}"#, #"{"a":5,"l":[8]}"#),
            (.rename("/a", to: "b"), #"{"a":1}"#, #"{"a":5}"#),
        ] as [(JSONOperation, String, String)])
    func migratedPartMergesIntoTheMigratedWhole(operation: JSONOperation, whole: String, part: String) throws {
        let plan = try Self.plan([operation])
        let migrated = try plan.migrate(part, to: "2", from: "1", options: MigrationOptions(isPartial: true)).text
        let merged = Self.merged(try JSONDocument(parsing: whole).root, try JSONDocument(parsing: part).root)
        let expected = try plan.migrate(merged.text(), to: "2", from: "1").text
        let result = Self.merged(
            try JSONDocument(parsing: plan.migrate(whole, to: "2", from: "1").text).root,
            try JSONDocument(parsing: migrated).root)
        #expect(result == (try JSONDocument(parsing: expected).root))
    }

    /// A merge patch (RFC 7396) on a document.
    static func merged(_ whole: JSONValue, _ part: JSONValue) -> JSONValue {
        guard let members = part.object else { return part }
        var result = whole.object ?? JSONObject()
        for member in members {
            let value = merged(whole[member.key] ?? .null, member.value)
            result[member.key] = value.isNull ? JSONValue?.none : value
        }
        return .object(result)
    }
}
