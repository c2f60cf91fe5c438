import Testing

@testable import Migrations
@testable import VersionedCodec

/// Documents in which a key appears twice, and both members are kept: paths lead to the first one, whatever a plan says
/// about its way back.
@Suite struct RepeatedKeysTests {
    private static let operations: [JSONOperation] = [
        .rename("/a", to: "n"), .rename("/b", to: "a", ifExists: .overwrite), .remove("/a"), .move("/a", to: "/n"),
        .move("/a", to: "/o/n"), .move("/b", to: "/a", ifExists: .overwrite), .copy("/a", to: "/n"),
        .copy("/b", to: "/a", ifExists: .overwrite), .add("/a", value: 9, ifExists: .skip),
        .add("/a", value: 9, ifExists: .overwrite), .set("/a", to: 9, from: 1),

        .inside("/o", [.rename("/x", to: "y")]),
    ]

    private static func plan(_ operation: JSONOperation) throws -> MigrationPlan {
        try MigrationPlan(
            "Twice", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "Changes", operations: [operation])])
    }

    private static func options(_ losses: LossPolicy) -> MigrationOptions {
        var options = MigrationOptions(losses: losses)
        options.parsing.duplicateKeys = .keep
        return options
    }

    @Test(arguments: operations.indices) func whatDoesNotComeBackIsALoss(number: Int) throws {
        let plan = try Self.plan(Self.operations[number])
        for payload in [
            #"{"v":1,"a":1,"a":2,"b":3,"o":{"x":1,"x":2}}"#, #"{"v":1,"a":1,"a":{},"b":3,"o":{"x":[],"z":0,"x":1}}"#,
            #"{"v":1,"a":1,"a":1,"b":1,"o":{"x":1,"x":1}}"#,
        ] {
            let there = try plan.migrate(payload, to: "2", options: Self.options(.report))
            let home = try? plan.migrate(there.text, to: "1", options: Self.options(.report)).text
            #expect(home == payload || !there.losses.isEmpty, "\(Self.operations[number]) \(there.text)")
            let carried = try plan.migrate(payload, to: "2", options: Self.options(.carry))
            #expect(carried.losses.isEmpty)
            let back = try plan.migrate(carried.text, to: "1", options: Self.options(.report)).text
            #expect(back == payload, "\(Self.operations[number]) \(carried.text)")
        }
    }

    @Test func sortedMembersOfOneKeyStayInOrder() throws {
        let plan = try MigrationPlan(
            "Twice", versionAt: VersionLocation("/v", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2", style: WritingStyle(keyOrder: .sorted))],
            migrations: [Migration(from: "1", to: "2", "Changes", operations: [.rename("/b", to: "c")])])
        let there = try plan.migrate(#"{"v":1,"b":3,"a":1,"a":2,"a":0}"#, to: "2", options: Self.options(.fail))
        #expect(there.text == #"{"a":1,"a":2,"a":0,"c":3,"v":2}"#)
    }

    @Test func allMembersOfAKeyAreRenamed() throws {
        let plan = try Self.plan(.rename("/a", to: "b"))
        let there = try plan.migrate(#"{"v":1,"a":1,"a":2}"#, to: "2", options: Self.options(.fail))
        #expect(there.text == #"{"v":2,"b":1,"b":2}"#)
        #expect(try plan.migrate(there.text, to: "1", options: Self.options(.fail)).text == #"{"v":1,"a":1,"a":2}"#)
    }

    @Test func aMovedMemberLeavesTheOtherInItsPlace() throws {
        let there = try Self.plan(.move("/a", to: "/c")).migrate(
            #"{"v":1,"a":1,"a":2}"#, to: "2", options: Self.options(.report))
        #expect(there.text == #"{"v":2,"c":1,"a":2}"#)
        #expect(there.losses.map(\.path) == [.root])
    }
}
