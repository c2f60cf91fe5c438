import Migrations
import Testing
import VersionedCodec

/// Operations on all members of the document leave the version at its root alone.
@Suite struct VersionLeftAloneTests {
    @Test(
        arguments: [
            (
                JSONOperation.each([.rename("/a", to: "b")]), #"{"v":1,"x":{"a":1},"y":{"a":2}}"#,
                #"{"v":2,"x":{"b":1},"y":{"b":2}}"#
            ),
            (.gather(.all, into: "all"), #"{"x":1,"v":1}"#, #"{"v":2,"all":{"x":1}}"#),
            (.gather(.except(["x"]), into: "all"), #"{"v":1,"x":1,"y":2}"#, #"{"v":2,"x":1,"all":{"y":2}}"#),
            (.renameKeys(by: [.addPrefix("k-")]), #"{"v":1,"x":1}"#, #"{"v":2,"k-x":1}"#),
            (.renameKeys(table: [("x", "y")]), #"{"v":1,"x":1}"#, #"{"v":2,"y":1}"#),
            // Deeper, a member of that key is one like others.
            (.each("/m", [.wrap("")]), #"{"v":1,"m":{"v":1}}"#, #"{"v":2,"m":{"v":[1]}}"#),
            (.inside("/m", [.each([.wrap("")])]), #"{"v":1,"m":{"v":1}}"#, #"{"v":2,"m":{"v":[1]}}"#),
            (.renameKeys("/m", by: [.uppercase], back: [.lowercase]), #"{"v":1,"m":{"v":1}}"#, #"{"v":2,"m":{"V":1}}"#),
        ] as [(JSONOperation, String, String)])
    func versionStays(operation: JSONOperation, payload: String, gives: String) throws {
        let plan = try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [operation])])
        let up = try plan.migrate(payload, to: "2")
        #expect(up.text == gives)
        #expect(try plan.migrate(JSONDocument(parsing: payload), to: "2").text == gives)
        let back = try JSONDocument(parsing: try plan.migrate(up.text, to: "1").bytes).root
        #expect(back.isEquivalent(to: try JSONDocument(parsing: payload).root))
        #expect(up.losses.isEmpty)
    }

    /// A map of a version that says none, whose entries become versioned.
    @Test func versionThatIsNotThereIsNoMember() throws {
        let plan = try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: "1"),
            versions: [PlanVersion("1", isMarked: false), PlanVersion("2")],
            migrations: [
                Migration(from: "1", to: "2", "", operations: [.gather(.all, into: "all"), .each([.wrap("/x")])])
            ])
        let up = try plan.migrate(#"{"x":1}"#, to: "2")
        #expect(up.text == #"{"v":2,"all":{"x":[1]}}"#)
        #expect(try plan.migrate(up.text, to: "1").text == #"{"x":1}"#)
    }
}
