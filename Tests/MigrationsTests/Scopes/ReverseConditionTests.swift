import Migrations
import Testing
import VersionedCodec

/// Conditions of the way back: where they answer for a value in another way than those of the way there, that is no
/// silent loss.
@Suite struct ReverseConditionTests {
    private static let nick = JSONOperation.when(
        .not(.present("/nick")), [.add("/nick", value: "")], reverseIf: .at("/nick", equals: ""))
    private static let script = JSONOperation.when(
        .at("/s", is: .string), [.wrap("/s")], reverseIf: .at("/s", .count(1...1)))

    /// The idiom of `docs/PlanFiles.md`: an object of one member is not an array of one element.
    private static let scriptOfArrays = JSONOperation.when(
        .at("/s", is: .string), [.wrap("/s")], reverseIf: .all([.at("/s", is: .array), .at("/s", .count(1...1))]))

    @Test(arguments: [
        Change(scriptOfArrays, on: #"{"s":"x"}"#, gives: #"{"s":["x"]}"#),
        Change(scriptOfArrays, on: #"{"s":{"a":1}}"#, gives: #"{"s":{"a":1}}"#),
        Change(scriptOfArrays, on: #"{"s":["x","y"]}"#, gives: #"{"s":["x","y"]}"#),
        Change(scriptOfArrays, on: #"{"s":7}"#, gives: #"{"s":7}"#),
        Change(scriptOfArrays, on: "{}", gives: "{}"),
        Change(nick, on: #"{"name":"Ann"}"#, gives: #"{"name":"Ann","nick":""}"#),
        Change(nick, on: #"{"nick":"a"}"#, gives: #"{"nick":"a"}"#),
        Change(
            nick, on: #"{"nick":""}"#, gives: #"{"nick":""}"#,
            losing: [#"line 1, column 9, at "/nick": lost "": it is kept, and the way back takes it away"#], back: "{}"),
        Change(script, on: #"{"s":"x"}"#, gives: #"{"s":["x"]}"#),
        Change(
            .each("/l", [script]), on: #"{"l":[{"s":["x"]},{"s":["x","y"]},{"s":"z"}]}"#,
            gives: #"{"l":[{"s":["x"]},{"s":["x","y"]},{"s":["z"]}]}"#,
            losing: [
                #"line 1, column 12, at "/l/0/s": lost ["x"]: it is kept, and the way back reads it as "x""#
            ], back: #"{"l":[{"s":"x"},{"s":["x","y"]},{"s":"z"}]}"#),
        Change(
            .everywhere(where: .present("/a"), [.rename("/a", to: "b")], reverseIf: .present("/b")),
            on: #"{"l":[{"b":1},{"a":2}]}"#, gives: #"{"l":[{"b":1},{"b":2}]}"#,
            losing: [#"line 1, column 12, at "/l/0/b": lost 1: it is kept, and the way back takes it away"#],
            back: #"{"l":[{"a":1},{"a":2}]}"#),
    ])
    func whatTheWayBackChangesIsALoss(_ change: Change) throws { try change.check() }

    @Test func manyElementsCostNoSearch() throws {
        let elements = (0..<3_000).map { #"{"s":["x\#($0)"]}"# }.joined(separator: ",")
        let plan = try MigrationPlan.of([.each("/l", [Self.script])])
        #expect(try plan.migrate(#"{"l":[\#(elements)]}"#, to: "2", from: "1").losses.count == 3_000)
    }
}
