import Migrations
import Testing
import VersionedCodec

/// Losses of a step that declares no way back: values of which nothing is in the result, or less than all.
@Suite struct WithoutWayBackTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let operations: [JSONOperation]
        let payload: String
        /// Path, value and reason of each loss.
        let losses: [String]

        init(_ operations: JSONOperation..., on payload: String, losing losses: String...) {
            (self.operations, self.payload, self.losses) = (operations, payload, losses)
        }

        var testDescription: String { "\(operations.map(\.description).joined(separator: ", ")) on \(payload)" }
    }

    private static func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "s", up: operations, down: nil)])
    }

    private static func shown(_ losses: some Sequence<Loss>) -> [String] {
        losses.map { "\($0.path) \($0.value.text()): \($0.reason)" }
    }

    private static func check(_ test: Case) throws {
        let plan = try plan(test.operations)
        let single = try plan.migrate(test.payload, to: "2", from: "1")
        #expect(shown(single.losses) == test.losses)
        #expect(single.losses.allSatisfy { $0.operation != nil })
        // A large document is judged child by child, if they are many.
        let each = try Self.plan([.each("/all", test.operations)])
        let count = 600
        let all = Array(repeating: test.payload, count: count).joined(separator: ",")
        let large = #"{"all":[\#(all)],"text":"\#(String(repeating: "x", count: 70_000))"}"#
        let losses = try each.migrate(large, to: "2", from: "1").losses
        #expect(losses.count == count * test.losses.count)
        #expect(shown(losses.suffix(test.losses.count)) == test.losses.map { "/all/\(count - 1)" + $0 })
    }

    @Test(arguments: [
        Case(.arrayToObject("/p", id: "id", value: "n"), on: #"{"p":[{"id":"A","n":1}]}"#),
        Case(.arrayToObject("/p", id: "id"), on: #"{"p":[{"id":"A","n":1}]}"#),
        Case(.arrayToObject("/p", id: "id", value: "n", default: 0), on: #"{"p":[{"id":"A"}]}"#),
        Case(.objectToArray("/p", id: "id", value: "n"), on: #"{"p":{"A":1}}"#),
        // The first part of a text is one that the plan made.
        Case(
            .add("/u", value: "https://"), .join(["/u", "/h"], into: "/u", separator: ""), on: #"{"h":"h.example"}"#),
        Case(
            .add("/u", value: "https://"), .join(["/u", "/h"], into: "/u", separator: ""), .remove("/u"),
            on: #"{"h":"h.example"}"#, losing: #"/h "h.example": the other version does not have it"#),
        // A value that became the key of an object that the plan made.
        Case(
            .gather(.only(["id", "n"]), into: "p"), .wrap("/p"), .arrayToObject("/p", id: "id"),
            on: #"{"id":"A","n":1}"#),
        Case(
            .gather(.only(["id", "n"]), into: "p"), .wrap("/p"), .arrayToObject("/p", id: "id"),
            .objectToArray("/p", id: "key"), on: #"{"id":"A","n":1}"#),
        Case(
            .gather(.only(["id", "n"]), into: "p"), .wrap("/p"), .arrayToObject("/p", id: "id"),
            .objectToArray("/p", id: "key"), .each("/p", [.remove("/key")]), on: #"{"id":"A","n":1}"#,
            losing: #"/id "A": the other version does not have it"#),
        Case(
            .gather(.only(["id", "n"]), into: "p"), .wrap("/p"), .arrayToObject("/p", id: "id"), .remove("/p"),
            on: #"{"id":"A","n":1}"#,
            losing: #"/id "A": the other version does not have it"#, "/n 1: the other version does not have it"),
        Case(
            .objectToArray("/p", id: "id", value: "n"), .arrayToObject("/p", id: "id", value: "n"),
            on: #"{"p":{"A":1}}"#),
        Case(
            .objectToArray("/p", id: "id", value: "n"), .each("/p", [.remove("/id")]), on: #"{"p":{"A":1,"B":2}}"#,
            losing: "/p/A 1: the other version does not have its key", "/p/B 2: the other version does not have its key"
        ),
        Case(
            .objectToArray("/p", id: "id", value: "n"), .each("/p", [.remove("/n")]), on: #"{"p":{"A":1}}"#,
            losing: "/p/A 1: the other version does not have it"),
        Case(
            .objectToArray("/p", id: "id", value: "n", default: 1), on: #"{"p":{"A":1,"B":2}}"#,
            losing: "/p/A 1: nothing in the other version comes from it"),
        Case(
            .objectToArray("/p", id: "id"), .each("/p", [.pick(["n"])]), on: #"{"p":{"A":{"n":1}}}"#,
            losing: #"/p/A {"n":1}: the other version does not have its key"#),
        Case(
            .transform("/p", by: [.map([.take("/n")])]), on: #"{"p":{"A":{"n":1}}}"#,
            losing: #"/p/A {"n":1}: the other version does not have its key"#),
        Case(
            .arrayToObject("/p", id: "id"), .transform("/p", by: [.map([.take("/n")])]),
            on: #"{"p":[{"id":"A","n":1}]}"#, losing: #"/p/0/id "A": nothing in the other version comes from it"#),
        Case(
            .arrayToObject("/p", id: "id"), .objectToArray("/p", id: "key"), .each("/p", [.remove("/key")]),
            on: #"{"p":[{"id":"A","n":1}]}"#, losing: #"/p/0/id "A": the other version does not have it"#),
        Case(.arrayToObject("/p", id: "id"), .objectToArray("/p", id: "key"), on: #"{"p":[{"id":"A","n":1}]}"#),
        Case(
            .arrayToObject("/p", id: "id", value: "n"), .objectToArray("/p", id: "id"), .each("/p", [.remove("/id")]),
            on: #"{"p":[{"id":"A","n":{"x":1}}]}"#, losing: #"/p/0/id "A": the other version does not have it"#),
        Case(.transform("/p", by: [.everywhere(.present("/n"))]), on: #"{"p":{"n":1}}"#),
        Case(
            .transform("/p", by: [.map([.uppercase])]), on: #"{"p":{"A":"a"}}"#,
            losing: #"/p/A "a": the other version does not have its key"#),
        Case(
            .renameKeys("/p", by: [.lowercase]), on: #"{"p":{"Ab":1,"c":2}}"#,
            losing: "/p/Ab 1: the other version does not have its key"),
        Case(.renameKeys("/p", by: [.addPrefix("x-")], back: [.lowercase]), on: #"{"p":{"Ab":1}}"#),
        Case(
            .renameKeys("/p", table: [("a", "x"), ("b", "x")]), on: #"{"p":{"b":1}}"#,
            losing: "/p/b 1: the other version does not have its key"),
        Case(
            .copy("/p/c", to: "/p/b"), .renameKeys("/p", table: [("a", "x"), ("b", "x")], ifUnknown: .keep),
            on: #"{"p":{"c":1}}"#),
        Case(
            .copy("/p/a", to: "/q"), .renameKeys("/p", by: [.uppercase]), on: #"{"p":{"a":1}}"#,
            losing: "/p/a 1: the other version does not have its key"),
        Case(.renameKeys("/p", table: [("a", "x"), ("b", "x")]), on: #"{"p":{"a":1}}"#),
    ])
    func keysOfDataAreParts(test: Case) throws { try Self.check(test) }

    @Test(arguments: [
        Case(
            .derive("/q", from: "/p", by: .part(".", 0)), .remove("/p"), on: #"{"p":"19.99"}"#,
            losing: #"/p "19.99": the other version does not have all of it"#),
        Case(
            .derive("/q", from: "/p", by: .lowercase), .remove("/p"), on: #"{"p":"AB"}"#,
            losing: #"/p "AB": the other version does not have all of it"#),
        Case(.derive("/q", from: "/p", by: .lowercase), .remove("/p"), on: #"{"p":"ab"}"#),
        Case(.derive("/q", from: "/p", by: .addPrefix("x")), .remove("/p"), on: #"{"p":"ab"}"#),
        Case(.derive("/q", from: "/p", by: .lowercase), on: #"{"p":"AB"}"#),
        Case(.split("/p", into: ["/a", "/b"], separator: "."), on: #"{"p":"19.99"}"#),
        Case(
            .split("/p", into: ["/a", "/b"], separator: "."), .remove("/b"), on: #"{"p":"19.99"}"#,
            losing: #"/p "19.99": the other version does not have all of it"#),
        Case(
            .copy("/p", to: "/c"), .split("/p", into: ["/a", "/b"], separator: "."), .remove("/b"),
            on: #"{"p":"19.99"}"#),
        Case(
            .split("/p", into: ["/a", "/b"], separator: "."), .copy("/a", to: "/c"), .remove("/b"),
            on: #"{"p":"19.99"}"#, losing: #"/p "19.99": the other version does not have all of it"#),
        Case(.split("/p", into: ["/a", "/b"], separator: "."), .copy("/a", to: "/c"), on: #"{"p":"1.1"}"#),
        Case(
            .split("/p", into: ["/a", "/b"], separator: "."), .remove("/b"), on: #"{"p":"1.1"}"#,
            losing: #"/p "1.1": the other version does not have all of it"#),
        Case(
            .copy("/p", to: "/q"), .split("/p", into: ["/a", "/b"], separator: "."),
            .split("/q", into: ["/c", "/d"], separator: "."), .remove("/a"), .remove("/d"), on: #"{"p":"19.99"}"#),
        Case(
            .copy("/p", to: "/q"), .split("/p", into: ["/a", "/b"], separator: "."),
            .split("/q", into: ["/c", "/d"], separator: "."), .remove("/a"), .remove("/c"), on: #"{"p":"19.99"}"#,
            losing: #"/p "19.99": the other version does not have all of it"#),
    ])
    func partsOfATextAreLessThanTheText(test: Case) throws { try Self.check(test) }

    @Test(arguments: [
        Case(
            .join(["/a", "/b"], into: "/p", separator: " "), .join(["/c", "/p"], into: "/q", separator: " "),
            on: #"{"a":"x","b":"y","c":"z"}"#),
        Case(
            .join(["/a", "/b"], into: "/p", separator: " "), .split("/p", into: ["/a", "/b"], separator: " "),
            .remove("/b"), on: #"{"a":"x","b":"y"}"#, losing: #"/b "y": nothing in the other version comes from it"#),
        Case(
            .join(["/a", "/b"], into: "/p", separator: " "), .mapValues("/p", [("x", "y")], fallback: "none"),
            on: #"{"a":"x","b":"y"}"#, losing: #"/a "x": it is not in the table, and becomes "none""#,
            #"/b "y": nothing in the other version comes from it"#),
        Case(
            .join(["/a", "/b"], into: "/p", separator: " "), .transform("/p", by: [.lowercase]),
            on: #"{"a":"X","b":"y"}"#, losing: #"/a "X": the other version does not have all of it"#),
    ])
    func joinedTextHasEachPartForAsLongAsItHasItsText(test: Case) throws { try Self.check(test) }

    /// The key is made in one step, and is a value again in the next.
    @Test func idThatWasAKeyIsFollowedThroughSteps() throws {
        for keeps in [true, false] {
            let plan = try MigrationPlan(
                "p", versionAt: nil, versions: ["1", "2", "3"].map { PlanVersion($0) },
                migrations: [
                    Migration(from: "1", to: "2", "s", up: [.arrayToObject("/p", id: "id")], down: nil),
                    Migration(
                        from: "2", to: "3", "s",
                        up: [.objectToArray("/p", id: "key")] + (keeps ? [] : [.each("/p", [.remove("/key")])]),
                        down: nil),
                ])
            let result = try plan.migrate(#"{"p":[{"id":"A","n":1}]}"#, to: "3", from: "1")
            #expect(
                Self.shown(result.losses)
                    == (keeps ? [] : [#"/p/0/id "A": the other version does not have it"#]))
        }
    }

    @Test(arguments: [
        Case(
            .derive("/q", from: "/p", by: .digest), .remove("/p"), on: #"{"p":{"a":1}}"#,
            losing: #"/p {"a":1}: the other version does not have it"#),
        Case(
            .derive("/q", from: "/p", by: .digest), .remove("/p/a"), on: #"{"p":{"a":1,"b":2}}"#,
            losing: "/p/a 1: the other version does not have it"),
        Case(
            .derive("/q", from: "/p", by: .join(","), .lowercase), .remove("/p"), on: #"{"p":["A"]}"#,
            losing: #"/p ["A"]: the other version does not have it"#),
        Case(.derive("/q", from: "/p", by: .join(",")), .remove("/p"), on: #"{"p":["A"]}"#),
        Case(
            .unwrap("/p", ifEmpty: .null), on: #"{"p":[]}"#, losing: "/p []: an empty array becomes null"),
    ])
    func whatSaysLessOfAContainerDoesNotComeFromIt(test: Case) throws { try Self.check(test) }

    /// The list that `back` is for does not run.
    @Test func declaredReverseSaysNothingOfWhatIsThere() throws {
        try Self.check(Case(.transform("/p", by: [.addPrefix("x")], back: [.lowercase]), on: #"{"p":"Ab"}"#))
        try Self.check(
            Case(
                .transform("/p", by: [.lowercase], back: [.uppercase]), on: #"{"p":"Ab"}"#,
                losing: #"/p "Ab": the other version does not have all of it"#))
    }

    /// An operation that has left all as it was keeps nothing of the values that it has looked at.
    @Test(arguments: [
        Case(
            .join(["/a", "/b"], into: "/f", separator: " ", ifExists: .skip), .remove("/b"),
            on: #"{"f":"x","a":"A","b":"B"}"#, losing: #"/b "B": the other version does not have it"#),
        Case(
            .arrayToObject("/l", id: "id", ifAbsent: .skip), .each("/l", [.remove("/id", ifAbsent: .skip)]),
            on: #"{"l":[{"id":"k","a":1},{"a":2}]}"#, losing: #"/l/0/id "k": the other version does not have it"#),
    ])
    func skippedOperationsKeepNothing(test: Case) throws {
        try Self.check(test)
        let parts: [String: JSONPointer] = ["x": "/a", "y": "/b"]
        try Self.check(
            Case(
                .compose("/f", try TextTemplate("{x}{y}"), from: parts, ifExists: .skip), .remove("/b"),
                on: #"{"f":"x","a":"A","b":"B"}"#, losing: #"/b "B": the other version does not have it"#))
    }

    /// A reference chooses a place, as the key of a look-up does.
    @Test(arguments: [
        Case(
            .listToTree("/p", id: "/i", parent: "/in", children: "c"), on: #"{"p":[{"i":1},{"i":2,"in":1}]}"#,
            losing: "/p/1/in 1: nothing in the other version comes from it"),
        Case(
            .listToTree("/p", id: "/i", childIDs: "c"), on: #"{"p":[{"i":1,"c":[2]},{"i":2,"c":[]}]}"#,
            losing: "/p/0/c/0 2: nothing in the other version comes from it"),
        Case(
            .listToTree("/p", level: "/l", children: "c"), on: #"{"p":[{"l":1}]}"#,
            losing: "/p/0/l 1: nothing in the other version comes from it"),
        Case(
            .attach("/f", to: "/p", id: "/i", reference: "/in", into: "c"),
            on: #"{"p":[{"i":1}],"f":[{"in":1,"n":2}]}"#,
            losing: "/f/0/in 1: nothing in the other version comes from it"),
    ])
    func referenceThatBecomesAPlaceIsLost(test: Case) throws { try Self.check(test) }

    @Test(arguments: [
        Case(
            .transform("/p", by: [.split(",")]), .remove("/p/0"), on: #"{"p":"a,b"}"#,
            losing: #"/p "a,b": the other version does not have all of it"#),
        Case(.transform("/p", by: [.split(",")]), .unwrap("/p"), on: #"{"p":"a"}"#),
        Case(
            .transform("/p", by: [.split(",")]), .move("/p/0", to: "/q"), .move("/p/0", to: "/r"), .remove("/p"),
            on: #"{"p":"a,b"}"#),
        Case(.transform("/p", by: [.split(",")]), .transform("/p", by: [.join(" ")]), on: #"{"p":"a,b"}"#),
        Case(.transform("/p", by: [.split(",")]), .printJSON("/p"), on: #"{"p":"a,b"}"#),
        Case(.derive("/q", from: "/p", by: .split(",")), .remove("/p"), on: #"{"p":"a,b"}"#),
        Case(
            .derive("/q", from: "/p", by: .split(",")), .remove("/p"), .remove("/q/0"), on: #"{"p":"a,b"}"#,
            losing: #"/p "a,b": the other version does not have all of it"#),
        Case(
            .split("/p", into: ["/a", "/b"], separator: "."), .join(["/a", "/b"], into: "/p", separator: "-"),
            on: #"{"p":"19.99"}"#),
    ])
    func elementsOfADividedTextAreItsParts(test: Case) throws { try Self.check(test) }

    @Test func listOfNothingButTheValueHasAllOfIt() throws {
        let commas = [TextTransform.splitMatches(try TextPattern("[,;]"))]
        try Self.check(Case(.transform("/p", by: commas), on: #"{"p":"ab"}"#))
        try Self.check(
            Case(
                .transform("/p", by: commas), on: #"{"p":"a,b"}"#,
                losing: #"/p "a,b": the other version does not have all of it"#))
    }

    @Test func matchKeepsATextIfItsGroupsDo() throws {
        let whole = try TextPattern(#"(?<x>[0-9]+)\.(?<y>.*)"#)
        let part = try TextPattern(#"(?<x>[0-9]+)\..*"#)
        try Self.check(Case(.match("/p", whole, into: ["x": "/x", "y": "/y"]), on: #"{"p":"19.99"}"#))
        try Self.check(
            Case(
                .match("/p", part, into: ["x": "/x"]), on: #"{"p":"19.99"}"#,
                losing: #"/p "19.99": the other version does not have all of it"#))
        try Self.check(
            Case(
                .match("/p", whole, into: ["x": "/x", "y": "/y"]), .remove("/y"), on: #"{"p":"19.99"}"#,
                losing: #"/p "19.99": the other version does not have all of it"#))
    }

    /// An empty part has nothing of a text that another part has, whatever becomes of that.
    @Test func emptyPartsOfATextMayBeRemoved() throws {
        let pattern = try TextPattern(#"(?<x>(\d+:)?)(?<y>\d+)"#)
        let match = JSONOperation.match("/p", pattern, into: ["x": "/x", "y": "/y"])
        let convert = JSONOperation.convert("/y", from: .string, to: .number)
        try Self.check(Case(match, .remove("/x"), on: #"{"p":"80"}"#))
        try Self.check(Case(match, convert, .remove("/x"), on: #"{"p":"80"}"#))
        try Self.check(
            Case(
                match, convert, .remove("/x"), on: #"{"p":"1:80"}"#,
                losing: #"/p "1:80": the other version does not have all of it"#))
        try Self.check(
            Case(
                match, convert, .remove("/y"), on: #"{"p":"80"}"#,
                losing: #"/p "80": the other version does not have all of it"#))
    }

    @Test func composeHasThePartsOfItsTemplate() throws {
        let parts: [String: JSONPointer] = ["x": "/x", "y": "/y"]
        try Self.check(Case(.compose("/p", try TextTemplate("{x}.{y}"), from: parts), on: #"{"x":"19","y":"99"}"#))
        try Self.check(
            Case(
                .compose("/p", try TextTemplate("{x}"), from: parts), on: #"{"x":"19","y":"99"}"#,
                losing: #"/y "99": nothing in the other version comes from it"#))
    }

    /// Of equal values the first is kept.
    @Test func hoistKeepsTheFirstOfTheMostFrequentValues() throws {
        try Self.check(
            Case(
                .hoist("/p", member: "/c", to: "/c", ifMixed: .keep), on: #"{"p":[{"c":"E"},{"c":"F"},{"c":"E"}]}"#,
                losing: #"/p/2/c "E": nothing in the other version comes from it"#))
    }

    /// The caller says the version, and another value is in its place.
    @Test(
        arguments: [
            (#"{"v":1,"a":1}"#, []), (#"{"v":1.0,"a":1}"#, []),
            (#"{"v":{"deep":7},"a":1}"#, [#"/v {"deep":7}: nothing in the other version comes from it"#]),
            (#"{"v":"banana","a":1}"#, [#"/v "banana": nothing in the other version comes from it"#]),
        ] as [(String, [String])])
    func valueInThePlaceOfTheVersion(payload: String, losses: [String]) throws {
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "s", up: [.rename("/a", to: "b")], down: nil)])
        let result = try plan.migrate(payload, to: "2", from: "1")
        #expect(result.text == #"{"v":2,"b":1}"#)
        #expect(Self.shown(result.losses) == losses)
    }
}
