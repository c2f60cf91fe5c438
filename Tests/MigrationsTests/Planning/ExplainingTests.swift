import Migrations
import Testing
import VersionedCodec

@Suite struct ExplainingTests {
    @Test func pathIsToldStepByStep() throws {
        let plan = try MigrationPlan(
            "Order", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [
                Migration(
                    from: "1", to: "2", "Pins have kinds",
                    operations: [
                        .each(
                            "/p",
                            [.when(.present("/l"), [.add("/k", value: 1)], otherwise: [.add("/k", value: 2)])])
                    ]),
                Migration(from: "2", to: "3", "Nothing", operations: []),
            ])
        #expect(
            try plan.explanation(from: "1", to: "3") == """
                Order: 1 → 3 (needs default)

                1 → 2 (needs default): Pins have kinds
                    each of "/p" (needs default)
                        when "/l" is present (needs default)
                            add "/k" = 1 (needs default)
                        otherwise
                            add "/k" = 2 (needs default)

                2 → 3 (exact): Nothing
                    nothing to do

                """)
        #expect(try plan.explanation(from: "2", to: "2") == "Order: 2 is 2, nothing runs\n")
    }
}
