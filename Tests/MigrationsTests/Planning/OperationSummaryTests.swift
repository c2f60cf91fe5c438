import Migrations
import Testing
import VersionedCodec

/// Sentences of an author's own for operations.
@Suite struct OperationSummaryTests {
    private static let plan = """
        {"planFormat": 2, "name": "Order", "versions": [{"version": "1"}, {"version": "2"}], "migrations": [
         {"from": "1", "to": "2", "summary": "s", "operations": [
          {"op": "inside", "path": "", "summary": "Prices have a currency", "operations": [
            {"op": "move", "from": "/total", "to": "/price/amount"},
            {"op": "add", "path": "/price/currency", "value": "EUR"}]},
          {"op": "remove", "path": "/debug", "summary": "Debug marks are gone"},
          {"op": "rename", "path": "/a", "to": "b"}]}]}
        """

    @Test func sentenceStandsForTheOperationAndAllThatItHolds() throws {
        let plan = try MigrationPlan(planFile: Self.plan)
        #expect(
            try plan.explanation(from: "1", to: "2") == """
                Order: 1 → 2 (captures)
                captures: a value may be lost, and is then reported as a loss

                1 → 2 (captures): s
                    Prices have a currency (captures)
                    Debug marks are gone (captures)
                    rename "/a" to "b" (exact)

                """)
        #expect(
            try plan.changelog() == """
                # Order

                ## 2

                s

                - Prices have a currency
                - Debug marks are gone
                - `/a` is renamed to `b`

                Going back to 1 may lose what does not fit there:

                - what does not come back, back from: Prices have a currency

                """)
        #expect(try plan.explanation(from: "2", to: "1").contains("    back from: Prices have a currency (captures)\n"))
    }

    @Test func everythingIsShownWhereThatIsAskedFor() throws {
        let plan = try MigrationPlan(planFile: Self.plan)
        let explanation = try plan.explanation(from: "1", to: "2", showingAll: true)
        #expect(
            explanation.contains("    Prices have a currency: inside the whole value (captures)\n"), "\(explanation)")
        #expect(explanation.contains("        add \"/price/currency\" = \"EUR\" (needs default)\n"), "\(explanation)")
        #expect(try plan.changelog(showingAll: true).contains("- `/debug` is removed\n"))
    }

    @Test func planFileKeepsTheSentence() throws {
        let plan = try MigrationPlan(planFile: Self.plan)
        let written = try #require(plan.planFile)
        #expect(try MigrationPlan(planFile: written.text()).planFile == written)
        #expect(written["migrations"]?[0]?["operations"]?[1]?["summary"] == "Debug marks are gone")
        let swift = JSONOperation.remove("/debug").summarized("Debug marks are gone")
        #expect(swift.json == written["migrations"]?[0]?["operations"]?[1])
        #expect(swift.summary == "Debug marks are gone")
    }

    /// Also where an operation of one direction is within.
    @Test func sentenceIsKeptInAListThatIsUsedBackwards() throws {
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat": 2, "name": "Order", "versions": [{"version": "1"}, {"version": "2"}], "lists": {"old": [
                 {"op": "inside", "path": "", "summary": "Totals are numbers", "operations": [
                  {"op": "rename", "path": "/price", "to": "total"}, {"op": "remove", "path": "/x", "ifAbsent": "skip"}]},
                 {"op": "pick", "members": ["total"], "summary": "Nothing else is known"}]},
                 "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [
                  {"op": "use", "list": "old", "reversed": true}]}]}
                """)
        #expect(try plan.explanation(from: "1", to: "2").contains("    back from: Totals are numbers (captures)\n"))
        let down = try plan.explanation(from: "2", to: "1")
        #expect(down.contains("    Totals are numbers (captures)\n"), "\(down)")
        #expect(down.contains("    Nothing else is known (captures)\n"), "\(down)")
        let written = try #require(plan.planFile)
        #expect(try MigrationPlan(planFile: written.text()).explanation(from: "2", to: "1") == down)
    }

    /// The sentence is words for people: a released one may be edited.
    @Test func lockLeavesTheSentenceOut() throws {
        var lock = PlanLock()
        try lock.add(MigrationPlan(planFile: Self.plan))
        let edited = Self.plan.replacing("Debug marks are gone", with: "No debug marks").replacing(
            "Prices", with: "They")
        #expect(lock.violations(in: try MigrationPlan(planFile: edited)).isEmpty)
        let other = edited.replacing("/debug", with: "/bug")
        #expect(!lock.violations(in: try MigrationPlan(planFile: other)).isEmpty)
    }

    @Test(arguments: [(1, #""summary" needs plan format 2; write "planFormat": 2"#)])
    func oldFormatSaysWhatToWrite(_ format: Int, says: String) {
        let text = Self.plan.replacing("\"planFormat\": 2", with: "\"planFormat\": \(format)")
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: text) }
        #expect(error?.message == says)
    }
}
