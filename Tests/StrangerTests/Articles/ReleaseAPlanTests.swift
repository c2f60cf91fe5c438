import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Release a plan", run word for word.
@Suite struct ReleaseAPlanTests: GuideSuite {
    let page = GuidePage(article: "Sources/Migrations/Migrations.docc/ReleaseAPlan.md")
    let printed = PrintedLines()

    @Test func releaseAPlan() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "lock-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: url) }
        // guide begin
        let plan = try MigrationPlan(
            "Shop order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "Orders have notes", operations: [.add("/note", value: "")])])
        // guide end
        // guide begin
        print(try plan.explanation(from: "2", to: "1"))
        // Shop order: 2 → 1 (captures)
        // captures: a value may be lost, and is then reported as a loss
        //
        // 2 → 1 (captures): Orders have notes
        //     remove "/note" (captures)
        //       - not lost where it is "", which the way back adds
        //       - if it is absent: nothing happens
        //
        // guide end
        // guide begin
        let comparison = try plan.comparison(of: "1", and: "2")
        print(comparison.backward.verdict)
        // compatible
        print(comparison.forward.verdict)
        // lossy
        print(comparison.forward.obstacles[0].reason)
        // remove "/note"
        // guide end
        // guide begin
        var lock = PlanLock()
        try lock.add(plan)
        try lock.file.text(in: .pretty).write(to: url, atomically: true, encoding: .utf8)
        // guide end
        // guide begin
        let released = try PlanLock(lockFile: Data(contentsOf: url))
        #expect(released.violations(in: plan).isEmpty)
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
