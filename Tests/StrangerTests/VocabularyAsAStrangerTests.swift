import Migrations
import Testing
import VersionedCodec

/// The wider vocabulary of Migrations, used from outside.
@Suite struct VocabularyAsAStrangerTests {
    /// What may be kept, joined, and come in any order; and a version that is written as its payloads write it.
    @Test func optionsOfOperationsAndVersions() throws {
        let rule: JSONOperation.DifferenceRule = .keep
        let made = JSONOperation.generate("/id", .sequence("n-%d"))
        let plan = try MigrationPlan(
            "Shop", versionAt: VersionLocation("/v", as: .semantic),
            versions: [PlanVersion("2.0", written: "2.0"), PlanVersion("3.0")],
            migrations: [
                Migration(
                    from: "2.0", to: "3.0", "",
                    operations: [
                        .each("/l", [.remove("/id", restoredBy: made, ifDifferent: rule, ifAbsent: .skip)]),
                        .partition("/l", into: [("/a", .present("/id")), ("/b", nil)], anyOrder: true),
                        .gather(.only(["a"]), into: "all", merging: true), .sort("/b", by: "/n", anyOrder: true),
                    ])
            ])
        #expect(plan.versions.map(\.written) == ["2.0", nil])
        let up = try plan.migrate(
            #"{"v":"2.0","l":[{"n":2},{"id":"x"},{"id":"n-1","n":1}],"all":{"z":1}}"#, to: "3.0")
        #expect(up.text == #"{"v":"3.0.0","b":[{"n":1},{"n":2}],"all":{"z":1,"a":[{"id":"x"}]}}"#)
        #expect(up.losses.isEmpty)
        #expect(try plan.migrate(up.text, to: "2.0").text.hasPrefix(#"{"v":"2.0","#))
    }

    private struct Shout: CustomOperation {
        let name = "shout"
        let lossClass = LossClass.captures
        var places: [JSONPointer] { ["/word"] }

        func forward(_ value: inout JSONValue, in context: inout CustomContext) throws {
            guard let word = value["word"]?.string else { throw context.unexpected("expected a word", at: "/word") }
            let tail = context.facts?["tail"]?.string ?? (context.isPartial ? "?" : "!")
            if word.isEmpty { context.lose("", at: "/word", "nobody shouts nothing") }
            value.object?["word"] = .string(word + tail)
        }

        func back(_ value: inout JSONValue, in context: inout CustomContext) throws {
            guard let word = value["word"]?.string, !word.isEmpty else {
                throw context.unexpected("expected a shout", at: "/word", found: value["word"])
            }
            value.object?["word"] = .string(String(word.dropLast()))
        }
    }

    private static func operations() throws -> [JSONOperation] {
        let pattern = try TextPattern("(?<a>[a-z]+)-(?<b>[a-z]+)")
        let template = try TextTemplate("{a}-{b}")
        return [
            .renameKeys("/o", by: [.addPrefix("x")], ifAbsent: .skip),
            .renameKeys("/o", table: [("a", "b")], ifUnknown: .keep),
            .gather(.only(["a"]), prefix: "p", suffix: "s", in: "/o", into: "g", ifExists: .overwrite),
            .scatter("g", .except(["z"]), prefix: "p", suffix: "s", in: "/o", ifExists: .skip),
            .flatten("/l", elements: "/e", carrying: [("/n", "/n")], rest: [:]), .group("/l", size: 2),
            .parseJSON("/t"), .printJSON("/t", style: .compact), .repeatText("/t", "#"), .countText("/t", "#"),
            .match("/t", pattern, into: ["a": "/a", "b": "/b"], back: template),
            .compose("/t", template, from: ["a": "/a", "b": "/b"], back: pattern),
            .generate("/id", .sequence("c-%03d", start: 7)), .generate("/id", .uuid(seed: "s")),
            .generate("/id", .digest),
            .calculate("/n", .multiply(JSONNumber(100)), fractionDigits: 2),
            .arrayToMembers("/l", ["x", "y"], required: 1), .membersToArray("/l", ["x", "y"]),
            .listToTree("/l", id: "/id", parent: "/p", children: "c", root: .null, emptyChildren: true),
            .listToTree("/l", id: "/id", childIDs: "c"), .listToTree("/l", level: "/v", children: "c", root: 0),
            .treeToList("/l", id: "/id", parent: "/p", children: "c"), .treeToList("/l", id: "/id", childIDs: "c"),
            .treeToList("/l", level: "/v", children: "c"),
            .attach("/f", to: "/d", id: "/id", reference: "/d", into: "f"),
            .detach("/f", from: "/d", id: "/id", reference: "/d", outOf: "f"),
            .hoist("/l", member: "/c", to: "/c", ifMixed: .keep), .plunge("/c", into: "/l", as: "/c", ifMixed: .keep),
            .partition("/l", into: [("/x", .at("/k", equals: 1)), ("/y", nil)]),
            .concatenate([("/x", .at("/k", equals: 1)), ("/y", nil)], into: "/l"),
            .lookUp("/k", in: "/table", of: .context, by: "/id", take: "/v", to: "/n", ifUnknown: .skip),
            .indexToKey("/r", in: "/l", key: "/k"), .keyToIndex("/r", in: "/l"),
            .remove("/id", restoredBy: .generate("/id", .digest)),
            .copy("/a", to: "/b", in: .document, makingParents: true),
            .everywhere(where: .present("/z"), except: .at("/raw", equals: true), [.wrap("/w")]),
            .asDocument("/d", [.wrap("/w")]), .asDocument([]), .named("n", [.each("/n", [.again("n")])]),
            .custom(Shout()),
        ]
    }

    @Test func operationsSayWhatTheyAre() throws {
        for operation in try Self.operations() {
            #expect(!operation.description.isEmpty && operation.reversed != nil)
            #expect(operation.json["op"] == .string(operation.name))
        }
    }

    @Test func partFactsAndOwnOperationsMeet() throws {
        let text = #"""
            {"planFormat": 1, "name": "words", "versions": [{"version": "1"}, {"version": "2", "dates": "iso8601",
             "normalize": [{"op": "when", "if": {"path": "/old", "present": true}, "operations": [{"op": "remove", "path": "/old"}],
               "reverseIf": {"path": "/old", "present": true}}]}],
             "migrations": [{"from": "1", "to": "2", "summary": "Words are shouted", "operations": [{"op": "custom", "name": "shout"}]}]}
            """#
        let plan = try MigrationPlan(planFile: text, custom: [Shout()])
        #expect(try plan.migrate(#"{"word":"hey"}"#, to: "2", from: "1").text == #"{"word":"hey!"}"#)
        let options = MigrationOptions(context: ["tail": "."], isPartial: false)
        #expect(try plan.migrate(#"{"word":"hey"}"#, to: "2", from: "1", options: options).text == #"{"word":"hey."}"#)
        #expect(
            try plan.migrate(#"{"word":"hey"}"#, to: "2", from: "1", options: MigrationOptions(isPartial: true)).text
                == #"{"word":"hey?"}"#)
        #expect(try plan.migrate(#"{"word":"a!","old":1}"#, to: "2", from: "2").text == #"{"word":"a!"}"#)
        #expect(plan["2"]?.normalizing.count == 1 && plan["2"]?.dates != nil)
        // What the operation gives up comes back, so it is not lost.
        #expect(try plan.migrate(#"{"word":""}"#, to: "2", from: "1").losses.isEmpty)
        let more = try plan.extended(
            by: [PlanVersion("3")], [Migration(from: "2", to: "3", "", operations: [.rename("/word", to: "w")])])
        #expect(try more.migrate(#"{"word":"a"}"#, to: "3", from: "1").text == #"{"w":"a!"}"#)
        var context = CustomContext(facts: nil)
        var value: JSONValue = ["word": 1]
        #expect(throws: MigrationError.self) { try Shout().forward(&value, in: &context) }
    }
}
