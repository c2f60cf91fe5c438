import Testing

@testable import Migrations
@testable import VersionedCodec

/// Plans keep runners for their next document; those must not keep the plan.
@Suite struct PlanMemoryTests {
    @Test(arguments: [false, true]) func planThatIsLetGoOfFreesItsRunners(isOneLine: Bool) throws {
        weak var runners: PlanRunners?
        do {
            let plan = try MigrationPlan(
                "order", versionAt: VersionLocation("/version", as: .integer),
                versions: [PlanVersion("1"), PlanVersion("2")],
                migrations: [
                    Migration(from: "1", to: "2", "Renamed", operations: [.rename("/a", to: "b"), .remove("/c")])
                ])
            var options = MigrationOptions()
            options.isOneLine = isOneLine
            let text = #"{"version": 1, "a": 1, "c": 2}"#
            let result = try plan.migrate(text, to: "2", options: options)
            #expect(result.text.contains("\"b\"") && result.losses.count == 1)
            try Array(text.utf8).withUnsafeBufferPointer { bytes in
                let offsets: [Int64] = [0, Int64(bytes.count)]
                let batch = try BatchMigration(.plan(plan), target: "2", from: nil, options: options)
                #expect(offsets.withUnsafeBufferPointer { batch.run(bytes, offsets: $0) }.bad == 0)
            }
            runners = plan.runners
            #expect(runners != nil)
        }
        #expect(runners == nil)
    }
}
