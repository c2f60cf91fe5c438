import Migrations
import Testing
import VersionedCodec

/// A value that an operation leaves alone by a rule, and that its way back would not leave alone, is a loss where it
/// is.
@Suite struct SkippingTests {
    private static let pattern = Result { try TextPattern("(?<x>.*)-(?<y>.*)") }
    private static let template = Result { try TextTemplate("{x}-{y}") }
    private static let parts: [String: JSONPointer] = ["x": "/a", "y": "/b"]

    @Test(arguments: [
        Change(
            .split("/a", into: ["/b", "/c"], separator: ":", ifAbsent: .skip), on: #"{"b":"1","c":"2"}"#,
            gives: #"{"b":"1","c":"2"}"#,
            losing: [
                #"line 1, column 6, at "/b": lost "1": it is kept, and the way back takes it away"#,
                #"line 1, column 14, at "/c": lost "2": it is kept, and the way back takes it away"#,
            ], back: #"{"a":"1:2"}"#),
        Change(
            .join(["/b", "/c"], into: "/a", separator: ":", ifAbsent: .skip), on: #"{"a":"1:2"}"#,
            gives: #"{"a":"1:2"}"#,
            losing: [#"line 1, column 6, at "/a": lost "1:2": it is kept, and the way back takes it away"#],
            back: #"{"b":"1","c":"2"}"#),
        Change(
            .each(
                "/p", [.move("/t", to: "", ifExists: .skip)]), on: #"{"p":[{"t":"a","x":1}]}"#,
            gives: #"{"p":[{"t":"a","x":1}]}"#,
            losing: [
                #"line 1, column 12, at "/p/0/t": lost "a": it is kept, and the way back reads it as {"t":"a","x":1}"#,
                #"line 1, column 20, at "/p/0/x": lost 1: it is kept, and the way back takes it away"#,
            ], back: #"{"p":[{"t":{"t":"a","x":1}}]}"#),
        Change(
            .reformatDate("/d", from: .unixSeconds, to: .iso8601, ifWrongKind: .skip),
            on: #"{"d":"2026-11-21T00:00:00Z"}"#, gives: #"{"d":"2026-11-21T00:00:00Z"}"#,
            losing: [
                #"line 1, column 6, at "/d": lost "2026-11-21T00:00:00Z": it is kept, and the way back reads it as 1795219200"#
            ], back: #"{"d":1795219200}"#),
        Change(
            .reformatData("/d", from: .hexadecimal, to: .base64, ifWrongKind: .skip), on: #"{"d":"//8="}"#,
            gives: #"{"d":"//8="}"#,
            losing: [#"line 1, column 6, at "/d": lost "//8=": it is kept, and the way back reads it as "ffff""#],
            back: #"{"d":"ffff"}"#),
        Change(
            .move("/a", to: "/l/0", ifAbsent: .skip), on: #"{"l":[1,2]}"#, gives: #"{"l":[1,2]}"#,
            losing: [
                #"line 1, column 7, at "/l/0": lost 1: it is kept, and the way back takes it away"#
            ], back: #"{"l":[2],"a":1}"#),
    ])
    func whatTheWayBackWouldChangeIsALoss(_ change: Change) throws { try change.check() }

    /// A key in an array is absent, and what is around it is of another kind: either rule skips it.
    @Test(arguments: [
        JSONOperation.add("/c/a", value: 1, ifWrongKind: .skip), .add("/c/a", value: 1, ifAbsent: .skip),
        .remove("/c/a", ifAbsent: .skip), .remove("/c/a", ifWrongKind: .skip),
        .copy("/v", to: "/c/a", ifWrongKind: .skip), .copy("/v", to: "/c/a", ifAbsent: .skip),
        .move("/c/a", to: "/d", ifWrongKind: .skip),
    ])
    func aKeyInAnArrayIsSkippedByEitherRule(_ operation: JSONOperation) throws {
        let text = #"{"c":[7],"v":1}"#
        #expect(try MigrationPlan.of([operation]).migrate(text, to: "2", from: "1").text == text)
        let strict = #expect(throws: MigrationError.self) {
            try MigrationPlan.of([.add("/c/a", value: 1)]).migrate(text, to: "2", from: "1")
        }
        #expect(strict?.message == #""a" is not a place in an array of 1"#)
    }

    private static let byKind: [(JSONPointer, Condition?)] = [("/a/k", .at("", is: .string)), ("/d", nil)]

    /// The same where the key in an array is not what the operation begins with: nothing has changed then.
    @Test(arguments: [
        (JSONOperation.hoist("/b", member: "/x", to: "/a/k"), #"{"a":[1],"b":[{"x":1}]}"#),
        (.partition("/l", into: byKind), #"{"l":[1,"x"],"a":[2]}"#),
        (.partition("/l", into: byKind, noEmptyLists: true), #"{"l":[1,"x"],"a":[2]}"#),
        (.concatenate(byKind, into: "/e"), #"{"a":[2],"d":[1]}"#),
        (.concatenate(byKind, into: "/e", noEmptyLists: true), #"{"a":[2]}"#),
        (.concatenate([("/e", .at("", is: .string)), ("/d", nil)], into: "/a/k"), #"{"a":[2],"e":["x"],"d":[1]}"#),
        (.detach("/a/k", from: "/o", id: "/id", reference: "/r", outOf: "i"), #"{"a":[2],"o":[{"id":1,"i":[{}]}]}"#),
        (.flatten("/l", elements: "/e"), #"{"l":[{"e":[1]},[2]]}"#),
        (.flatten("/l", elements: "/e", carrying: [("/n", "/n")]), #"{"l":[{"n":1,"e":[{}]},[2]]}"#),
    ])
    func aKeyInAnArrayElsewhereIsSkippedByEitherRule(_ operation: JSONOperation, _ text: String) throws {
        for rule in ["ifAbsent", "ifWrongKind"] {
            var object = try #require(operation.json.object)
            object[rule] = "skip"
            let skipping = try FileForm.reading(JSONValue.object(object).text())
            #expect(try MigrationPlan.of([skipping]).migrate(text, to: "2", from: "1").text == text, "\(rule)")
        }
        #expect(throws: MigrationError.self) { try MigrationPlan.of([operation]).migrate(text, to: "2", from: "1") }
    }

    /// What the way there has taken away may be absent, but what is in its place is no reason to lose a part.
    @Test func aSkippedWayBackKeepsAllParts() throws {
        let parts: [(JSONPointer, Condition?)] = [("/b/a", .present("/key")), ("/rest", nil)]
        let text = #"{"b":[5],"rest":[1]}"#
        for rule in JSONOperation.UnexpectedRule.allCases {
            let plan = try MigrationPlan.of([.partition("/b/a", into: parts, ifWrongKind: rule)])
            guard rule == .skip else {
                #expect(throws: MigrationError.self) { try plan.migrate(text, to: "1", from: "2") }
                continue
            }
            let result = try plan.migrate(text, to: "1", from: "2")
            #expect(result.text == text)
            #expect(result.losses.isEmpty)
        }
    }

    /// What is skipped in one direction may be an error of the other one.
    @Test func aSkippedKeyInAnArrayIsJudged() throws {
        let plan = try MigrationPlan.of([.drop([.null], in: "/c", members: ["a"], ifAbsent: .skip)])
        let result = try plan.migrate(#"{"c":[]}"#, to: "1", from: "2")
        #expect(result.losses.map(\.path) == [.root])
    }

    @Test func aTextThatIsTakenApartOrMadeIsALossLikewise() throws {
        let (pattern, template) = (try Self.pattern.get(), try Self.template.get())
        try Change(
            .match("/s", pattern, into: Self.parts, back: template, ifAbsent: .skip), on: #"{"a":"x","b":"y"}"#,
            gives: #"{"a":"x","b":"y"}"#,
            losing: [
                #"line 1, column 6, at "/a": lost "x": it is kept, and the way back takes it away"#,
                #"line 1, column 14, at "/b": lost "y": it is kept, and the way back takes it away"#,
            ], back: #"{"s":"x-y"}"#
        ).check()
        try Change(
            .compose("/s", template, from: Self.parts, back: pattern, ifAbsent: .skip), on: #"{"s":"x-y"}"#,
            gives: #"{"s":"x-y"}"#,
            losing: [#"line 1, column 6, at "/s": lost "x-y": it is kept, and the way back takes it away"#],
            back: #"{"a":"x","b":"y"}"#
        ).check()
    }

    /// What the way back leaves alone as well is none.
    @Test(arguments: [
        Change(
            .split("/a", into: ["/b", "/c"], separator: ":", ifAbsent: .skip), on: #"{"b":"1"}"#, gives: #"{"b":"1"}"#),
        Change(.rename("/a", to: "b", ifExists: .skip), on: #"{"a":1,"b":2}"#, gives: #"{"a":1,"b":2}"#),
        Change(
            .reformatDate("/d", from: .unixSeconds, to: .iso8601, ifWrongKind: .skip), on: #"{"d":"soon"}"#,
            gives: #"{"d":"soon"}"#),
    ])
    func whatComesBackIsNoLoss(_ change: Change) throws { try change.check() }
}
