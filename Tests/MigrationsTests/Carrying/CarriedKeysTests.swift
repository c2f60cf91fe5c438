import Migrations
import Testing
import VersionedCodec

/// Members that come back under another key: carried as one change, which an edit of the member makes outdated.
@Suite struct CarriedKeysTests {
    private static func plan(_ operations: JSONOperation...) throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer), versions: ["1", "2"].map { PlanVersion($0) },
            migrations: [Migration(from: "1", to: "2", "s", operations: operations)])
    }

    private static let camelCase = JSONOperation.renameKeys(by: [.changeCase(from: .snakeCase, to: .camelCase)])

    private static func home(
        of document: String, by plan: MigrationPlan, _ edit: (inout JSONValue) -> Void
    ) throws -> MigrationResult {
        let there = try plan.migrate(document, to: "2", options: MigrationOptions(losses: .carry))
        var edited = try JSONDocument(parsing: Array(there.text.utf8)).root
        edit(&edited)
        return try plan.migrate(edited.text(), to: "1")
    }

    @Test func unchangedMemberGetsItsKeyBack() throws {
        let plan = try Self.plan(Self.camelCase)
        let document = #"{"v":1,"user_name":2,"imageUrl":{"a":1}}"#
        let home = try Self.home(of: document, by: plan) { _ in }
        #expect(home.text == document)
        #expect(home.outdatedCarried.isEmpty)
    }

    @Test func editedMemberKeepsTheKeyOfTheWayBack() throws {
        let plan = try Self.plan(Self.camelCase)
        let home = try Self.home(of: #"{"v":1,"user_name":2,"imageUrl":{"a":1}}"#, by: plan) {
            $0.object?["imageUrl"] = ["a": 5]
        }
        #expect(home.text == #"{"v":1,"user_name":2,"image_url":{"a":5}}"#)
        #expect(home.outdatedCarried.map(\.description) == ["/imageUrl", "/image_url"])
        // It can go up again.
        #expect(try plan.migrate(home.text, to: "2").text == #"{"v":2,"userName":2,"imageUrl":{"a":5}}"#)
    }

    @Test func deletedMemberStaysDeleted() throws {
        let plan = try Self.plan(.rename("/mail", to: "email", ifAbsent: .skip))
        let home = try Self.home(of: #"{"v":1,"email":"a","n":1}"#, by: plan) { $0.object?["email"] = nil }
        #expect(home.text == #"{"v":1,"n":1}"#)
        #expect(home.outdatedCarried.map(\.description) == ["/email"])
    }

    @Test func elementsOfAnArrayDoTheSame() throws {
        let plan = try Self.plan(.each("/l", [Self.camelCase]))
        let document = #"{"v":1,"l":[{"id":1,"imageUrl":{"a":1}},{"id":2,"imageUrl":{"a":1}}]}"#
        let home = try Self.home(of: document, by: plan) {
            $0.object?["l"] = [["id": 1, "imageUrl": ["a": 5]], ["id": 2, "imageUrl": ["a": 1]]]
        }
        #expect(home.text == #"{"v":1,"l":[{"id":1,"image_url":{"a":5}},{"id":2,"imageUrl":{"a":1}}]}"#)
    }

    @Test func twoMembersOfOneValueAreToldApart() throws {
        let plan = try Self.plan(Self.camelCase)
        let document = #"{"v":1,"aB":1,"cD":1}"#
        #expect(try Self.home(of: document, by: plan) { _ in }.text == document)
        let home = try Self.home(of: document, by: plan) { $0.object?["aB"] = 7 }
        #expect(try JSONDocument(parsing: Array(home.text.utf8)).root == ["v": 1, "a_b": 7, "cD": 1])
    }
}
