import Migrations
import Testing
import VersionedCodec

/// Elements that come back from another list than their own.
@Suite struct ElementsFromElsewhereTests {
    private func losses(_ document: String) throws -> [String] {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "s", up: [.remove("/b")], down: [.copy("/a", to: "/b")])])
        return try plan.migrate(document, to: "2", from: "1").losses.map { "\($0.path) \($0.value.text())" }
    }

    @Test func elementWithAnEqualMemberInItsPlaceIsTheSame() throws {
        #expect(try losses(#"{"a":[{"x":1,"z":3}],"b":[{"x":1}]}"#).isEmpty)
        #expect(try losses(#"{"a":[{"x":1}],"b":[{"x":1,"y":2}]}"#) == ["/b/0/y 2"])
    }

    @Test func elementWithNothingInCommonIsAnother() throws {
        #expect(try losses(#"{"a":[{"x":1}],"b":[{"x":2}]}"#) == [#"/b/0 {"x":2}"#])
        #expect(try losses(#"{"a":[{"x":1}],"b":[{"x":1},{"x":1}]}"#) == [#"/b/1 {"x":1}"#])
    }
}
