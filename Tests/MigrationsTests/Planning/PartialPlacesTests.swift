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

    private static let back = JSONOperation.remove(
        "/a", restoredBy: .copy("/b", to: "/a", ifExists: .skip), ifDifferent: .keep)
    private static let names: [String: JSONPointer] = ["x": "/f", "y": "/g"]

    private static func split(_ rule: JSONOperation.ConflictRule) -> JSONOperation {
        .split("/n", into: ["/f", "/g"], separator: " ", ifExists: rule)
    }
    private static func join(_ rule: JSONOperation.ConflictRule) -> JSONOperation {
        .join(["/f", "/g"], into: "/n", separator: " ", ifExists: rule)
    }
    private static func compose(_ rule: JSONOperation.ConflictRule) throws -> JSONOperation {
        .compose("/n", try TextTemplate("{x} {y}"), from: names, ifExists: rule)
    }
    private static func match(_ rule: JSONOperation.ConflictRule) throws -> JSONOperation {
        .match("/n", try TextPattern("(?<x>.*) (?<y>.*)"), into: names, ifExists: rule)
    }

    /// What is missing on the way to a place may be an array, or may be there already, or may take a place.
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

            (.rename("/a", to: "b", ifExists: .skip), #"{"a":5}"#, "/b", "whether the place is taken"),
            (.move("/o/a", to: "/b", ifExists: .skip), #"{"o":{"a":5}}"#, "/b", "whether the place is taken"),
            (.move("/a", to: "/o/b", ifExists: .skip), #"{"a":5,"o":{}}"#, "/o/b", "whether the place is taken"),
            (.copy("/a", to: "/b", ifExists: .skip), #"{"a":5}"#, "/b", "whether the place is taken"),
            (
                .derive("/b", from: "/a", by: .lowercase, ifExists: .skip), #"{"a":"Y"}"#, "/b",
                "whether the place is taken"
            ),
            (split(.skip), #"{"n":"r s"}"#, "/f", "whether the place is taken"),
            (join(.skip), #"{"f":"r","g":"s"}"#, "/n", "whether the place is taken"),
            (try match(.skip), #"{"n":"r s"}"#, "/f", "whether the place is taken"),
            (try compose(.skip), #"{"f":"r","g":"s"}"#, "/n", "whether the place is taken"),
            (
                .lookUp("/a", in: "/t", to: "/b", ifExists: .skip), #"{"a":"y","t":{"y":2}}"#, "/b",
                "whether the place is taken"
            ),
            (.gather(.only(["a"]), into: "g", ifExists: .skip), #"{"a":5}"#, "/g", "whether the place is taken"),
            (
                .gather(.only(["a"]), into: "g", merging: true, ifExists: .skip), #"{"a":5,"g":{}}"#, "/g/a",
                "whether the place is taken"
            ),
            (.scatter("g", ifExists: .skip), #"{"g":{"a":5}}"#, "/a", "whether the place is taken"),
            (
                .renameKeys(table: [("a", "b")], ifUnknown: .keep, ifExists: .skip), #"{"a":5}"#, "/b",
                #"what "/a" becomes"#
            ),

            (.rename("/a", to: "b", ifExists: .overwrite), #"{"b":5}"#, "/a", #"what "/b" becomes"#),
            (.move("/o/a", to: "/b", ifExists: .overwrite), #"{"b":5}"#, "/o/a", #"what "/b" becomes"#),
            (.copy("/a", to: "/b", ifExists: .overwrite), #"{"b":5}"#, "/a", #"what "/b" becomes"#),
            (
                .derive("/b", from: "/a", by: .lowercase, ifExists: .overwrite), #"{"b":"Y"}"#, "/a",
                #"what "/b" becomes"#
            ),
            (split(.overwrite), #"{"g":"z"}"#, "/n", #"what "/g" becomes"#),
            (join(.overwrite), #"{"n":"z"}"#, "/f", #"what "/n" becomes"#),
            (try match(.overwrite), #"{"f":"z"}"#, "/n", #"what "/f" becomes"#),
            (try compose(.overwrite), #"{"n":"z"}"#, "/f", #"what "/n" becomes"#),
            (.lookUp("/a", in: "/t", to: "/b", ifExists: .overwrite), #"{"b":8}"#, "/a", #"what "/b" becomes"#),
            (
                .gather(.only(["a"]), into: "g", merging: true, ifExists: .overwrite), #"{"g":{"a":5}}"#, "/a",
                #"what "/g/a" becomes"#
            ),
            (.scatter("g", ifExists: .overwrite), #"{"a":5}"#, "/g", #"what "/a" becomes"#),
            (.scatter("g", ifExists: .overwrite), #"{"a":5,"g":{}}"#, "/g/a", #"what "/a" becomes"#),
            (
                .renameKeys(table: [("a", "b")], ifUnknown: .keep, ifExists: .overwrite), #"{"b":5}"#, "/a",
                #"what "/b" becomes"#
            ),
            // A value that goes into an array is one of its elements.
            (.copy("/a", to: "/l/0"), #"{"l":[7]}"#, "/a", #"what "/l" becomes"#),

            (.sort("/l", by: "/k"), #"{"l":[{"k":"c"},{}]}"#, "/l/1/k", "where the element belongs"),
            (back, #"{"a":2}"#, "/b", #"whether "/a" is kept"#),
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
            // With the rule that a taken place is an error, a part may leave out what would be one.
            (.rename("/a", to: "b"), #"{"a":1}"#, #"{"a":5}"#),
            (.rename("/a", to: "b"), #"{"a":1,"z":1}"#, #"{"z":5}"#),
            (.rename("/a", to: "b", ifExists: .skip), #"{"a":1,"b":2}"#, #"{"a":5,"b":6}"#),
            (.rename("/a", to: "b", ifExists: .overwrite), #"{"a":1,"b":2}"#, #"{"a":5}"#),
            (.copy("/a", to: "/o/b", makingParents: true), #"{"a":1}"#, #"{"a":5}"#),
            (.copy("/a", to: "/l/0"), #"{"a":1,"l":[7]}"#, #"{"a":5,"l":[8]}"#),
            (.copy("/a", to: "/b", ifExists: .overwrite), #"{"a":1,"b":2}"#, #"{"a":5,"b":6}"#),
            (.sort("/l", by: "/k"), #"{"l":[{"k":2},{"k":1}]}"#, #"{"l":[{"k":4},{"k":3}]}"#),
            (
                .renameKeys(by: [.addPrefix("x-")], ifExists: .overwrite), #"{"a":1,"b":2}"#, #"{"b":5}"#
            ),
            (back, #"{"a":1,"b":1}"#, #"{"a":2,"b":2}"#), (back, #"{"a":1,"b":2}"#, #"{"a":3,"b":4}"#),
            (.add("/a", value: 1, ifExists: .overwrite), #"{"a":2,"b":0}"#, #"{"a":5}"#),
            (.add("/a", value: 1, ifExists: .overwrite), #"{"b":0,"a":2}"#, #"{"a":null}"#),
            (.add("/a", value: 1, ifExists: .overwrite), #"{"a":2,"b":0}"#, #"{"b":5}"#),
            (.each("/l", [.add("/a", value: 1, ifExists: .overwrite)]), #"{"l":[{"a":2}]}"#, #"{"l":[{"a":5}]}"#),
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

    @Test func overwrittenValueIsALoss() throws {
        let result = try Self.plan([.add("/a", value: 1, ifExists: .overwrite)]).migrate(
            #"{"a":5}"#, to: "2", from: "1", options: MigrationOptions(isPartial: true))
        #expect(result.text == #"{"a":1}"#)
        #expect(result.losses.map(\.path) == ["/a"])
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
