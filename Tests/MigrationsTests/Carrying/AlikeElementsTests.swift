import Foundation
import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Arrays in which elements are alike, of which some have gone since: what is carried for one is not for another.
@Suite struct AlikeElementsTests {
    private static func plan(_ operations: String) throws -> MigrationPlan {
        try MigrationPlan(
            planFile: #"{"planFormat":2,"name":"t","version":{"at":"/v","as":"integer"},"#
                + #""versions":[{"version":"1"},{"version":"2"}],"migrations":[{"from":"1","to":"2","summary":"s","#
                + #""operations":[{"op":"each","path":"/a","operations":[\#(operations)]}]}]}"#)
    }

    private static func carrying() -> MigrationOptions {
        var options = MigrationOptions(losses: .carry)
        options.carrying.limit = .max
        return options
    }

    @Test(arguments: [
        (#"{"n":1,"x":7},{"n":2,"x":8},{"n":2},{"n":1,"x":7}"#, 0, #"{"n":2,"x":8},{"n":2},{"n":1,"x":7}"#),
        (#"{"n":5},{"n":1,"x":7},{"n":1}"#, 0, #"{"n":1,"x":7},{"n":1}"#),
        (#"{"n":5},{"n":6},{"n":1},{"n":1,"x":3},{"n":8}"#, 0, #"{"n":6},{"n":1},{"n":1,"x":3},{"n":8}"#),
        (#"{"n":5},{"n":6},{"n":1},{"n":1,"x":3},{"n":8}"#, 4, #"{"n":5},{"n":6},{"n":1},{"n":1,"x":3}"#),
        (#"{"n":9},{"n":1},{"n":2,"x":1},{"n":1,"x":2},{"n":7}"#, 0, #"{"n":1},{"n":2,"x":1},{"n":1,"x":2},{"n":7}"#),
    ])
    func theOthersKeepTheirOwn(elements: String, deleted: Int, expected: String) throws {
        let plan = try Self.plan(#"{"op":"remove","path":"/x","ifAbsent":"skip"}"#)
        for largeFrom in [nil, 0] {
            let ran = try plan.run(
                on: Array(#"{"v":1,"a":[\#(elements)]}"#.utf8), to: "2", from: nil, options: Self.carrying(),
                largeFrom: largeFrom)
            var root = try JSONDocument(parsing: #require(ran).bytes).root
            root.object?["a"]?.array?.remove(at: deleted)
            let home = try plan.migrate(root.text(), to: "1")
            #expect(home.text == #"{"v":1,"a":[\#(expected)]}"#)
        }
    }

    @Test func insertedOnesMoveNothing() throws {
        let plan = try Self.plan(#"{"op":"remove","path":"/x","ifAbsent":"skip"}"#)
        let text = #"{"v":1,"a":[{"n":1,"x":1},{"n":1,"x":0},{"n":1,"k":2},{"n":1},{"n":1,"y":0}]}"#
        var root = try JSONDocument(parsing: plan.migrate(text, to: "2", options: Self.carrying()).bytes).root
        root.object?["a"]?.array?.insert("new", at: 2)
        let expected = #"{"v":1,"a":[{"n":1,"x":1},{"n":1,"x":0},"new",{"n":1,"k":2},{"n":1},{"n":1,"y":0}]}"#
        #expect(try plan.migrate(root.text(), to: "1").text == expected)
    }

    @Test func reversedOnesKeepTheirOwn() throws {
        let plan = try Self.plan(#"{"op":"remove","path":"/x","ifAbsent":"skip"}"#)
        let text = #"{"v":1,"a":[{"n":3},{"n":1,"x":1},{"n":2},{"n":1},{"n":4,"x":2}]}"#
        var root = try JSONDocument(parsing: plan.migrate(text, to: "2", options: Self.carrying()).bytes).root
        root.object?["a"]?.array?.reverse()
        let expected = #"{"v":1,"a":[{"n":4,"x":2},{"n":1},{"n":2},{"n":1,"x":1},{"n":3}]}"#
        #expect(try plan.migrate(root.text(), to: "1").text == expected)
    }

    /// Numbers that no document has are no reason to stop.
    @Test func hugeNumbersAreRefused() throws {
        let plan = try Self.plan(#"{"op":"remove","path":"/x"}"#)
        let ran = try plan.migrate(#"{"v":1,"a":[{"x":1},{"x":2}]}"#, to: "2", options: Self.carrying()).text
        for place in ["9223372036854775807", "9223372036854775806", "4611686018427387904"] {
            let damaged = ran.replacing(#""at":0"#, with: #""at":\#(place)"#)
            let error = #expect(throws: MigrationError.self) { try plan.migrate(damaged, to: "1") }
            #expect(error?.code == .badCarriedData)
        }
        let hash = try #require(ran.firstMatch(of: #/"was":\["([^"]*)"/#)).output.1
        let twins = ran.replacing("\"hunks\"", with: "\"twins\":{\"\(hash)\":9223372036854775807},\"hunks\"")
        #expect(throws: Never.self) { try plan.migrate(twins, to: "1") }
    }

    /// `true`, `null` and `""` are in many places, so that one is not the value of another place.
    @Test(arguments: ["true", "null", #""""#]) func valuesThatManyPlacesHaveJoinNothing(value: String) throws {
        let plan = try Self.plan(
            #"{"op":"remove","path":"/p","ifAbsent":"skip"},{"op":"remove","path":"/d","default":\#(value),"ifAbsent":"skip"}"#
        )
        let elements = (0..<6).map {
            $0 % 2 == 0 ? #""k\#($0)":{"p":\#(value),"d":1,"n":\#($0)}"# : #""k\#($0)":{"n":\#($0)}"#
        }
        let text = #"{"v":1,"a":{\#(elements.joined(separator: ","))}}"#
        var root = try JSONDocument(parsing: plan.migrate(text, to: "2", options: Self.carrying()).bytes).root
        root.object?["a"]?.object?["k1"] = nil
        let home = try plan.migrate(root.text(), to: "1")
        var expected = try JSONDocument(parsing: text).root
        expected.object?["a"]?.object?["k1"] = nil
        #expect(try JSONDocument(parsing: home.text).root.isEquivalent(to: expected), "\(home.text)")
    }

    /// Time grows with the number of records that share values, and not with its cube.
    @Test(.timeLimit(.minutes(2))) func valuesOfManyRecordsAreGroupedOnce() throws {
        let plan = try Self.plan(
            #"{"op":"remove","path":"/p","ifAbsent":"skip"},{"op":"remove","path":"/d","default":"x","ifAbsent":"skip"}"#
        )
        let members = (0..<4000).map { $0 % 2 == 0 ? #""k\#($0)":{"p":"x","d":"x"}"# : #""k\#($0)":{"n":1}"# }
        let text = #"{"v":1,"a":{\#(members.joined(separator: ","))}}"#
        let there = try plan.migrate(text, to: "2", options: Self.carrying())
        let home = try JSONDocument(parsing: plan.migrate(there.bytes, to: "1").bytes).root
        #expect(try home.isEquivalent(to: JSONDocument(parsing: text).root))
    }
}
