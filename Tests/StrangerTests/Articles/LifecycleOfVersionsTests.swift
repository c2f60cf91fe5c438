import Foundation
import Synchronization
import Testing
import VersionedCodec

/// The Swift of the article "The life of a version", run word for word.
@Suite struct LifecycleOfVersionsTests: GuideSuite {
    let page = GuidePage(article: "Sources/VersionedCodec/VersionedCodec.docc/LifecycleOfVersions.md")
    let printed = PrintedLines()

    @Test func theLifeOfAVersion() throws {
        let logged = Mutex<[String]>([])
        let log: @Sendable (String) -> Void = { line in logged.withLock { $0.append(line) } }
        // guide begin
        enum FeedVersion: Int, APIVersion { case v1 = 1, v2, v3 }

        let days = DateFormat.dateOnly
        let schedule = try VersionSchedule(
            deprecatedSince: days.date(from: "2026-03-01"), sunset: days.date(from: "2026-10-01"),
            link: "https://example.com/v1-ends")
        let lifecycle = VersionLifecycle<FeedVersion>([.v1: schedule]) { use in
            log("\(use.client ?? "somebody") still uses version \(use.version)")
        }
        // guide end
        // guide begin
        let (summer, winter) = (try days.date(from: "2026-07-01"), try days.date(from: "2026-12-01"))
        try lifecycle.admit(.v1, client: "app 3.1", at: summer)  // deprecated: the handler is called
        do {
            try lifecycle.admit(.v1, client: "app 3.1", at: winter)
        } catch {
            print(error)
        }
        // version "1" is no longer served since 2026-10-01; served: 2, 3
        print(lifecycle.uses[.v1] ?? 0)
        // 2
        print(lifecycle.served(at: winter))
        // [2, 3]
        // guide end
        // guide begin
        let type = try VersionMediaType("application/vnd.acme.v{version}+json")
        for field in lifecycle.headers(for: .v1, mediaType: type).fields { print("\(field.name): \(field.value)") }
        // Content-Type: application/vnd.acme.v1+json
        // Vary: Accept
        // Deprecation: @1772323200
        // Sunset: Thu, 01 Oct 2026 00:00:00 GMT
        // Link: <https://example.com/v1-ends>; rel="deprecation"
        // guide end
        #expect(logged.withLock { $0 } == ["app 3.1 still uses version 1"])
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
