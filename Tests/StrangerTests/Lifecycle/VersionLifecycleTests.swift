import Foundation
import Synchronization
import Testing
import VersionedCodec

@Suite struct VersionLifecycleTests {
    enum FeedVersion: Int, APIVersion { case v1 = 1, v2, v3 }

    static func date(_ text: String) throws -> Date { try DateFormat.iso8601.date(from: text + "T00:00:00Z") }

    static func lifecycle(
        minimum: FeedVersion? = nil, _ handler: (@Sendable (VersionLifecycle<FeedVersion>.DeprecatedUse) -> Void)? = nil
    ) throws -> VersionLifecycle<FeedVersion> {
        VersionLifecycle(
            minimum: minimum,
            [
                .v1: try VersionSchedule(
                    deprecatedSince: date("2026-03-01"), sunset: date("2026-10-01"), link: "https://example.com/v1-ends"
                ),
                .v2: try VersionSchedule(sunset: date("2027-01-01"), link: "https://example.com/v2"),
            ], onDeprecatedUse: handler)
    }

    @Test(arguments: [
        ("2026-02-28", VersionSchedule.Stage.current),
        (
            "2026-03-01",
            .deprecated(
                since: Date(timeIntervalSince1970: 1_772_323_200), sunset: Date(timeIntervalSince1970: 1_790_812_800))
        ),
        (
            "2026-09-30",
            .deprecated(
                since: Date(timeIntervalSince1970: 1_772_323_200), sunset: Date(timeIntervalSince1970: 1_790_812_800))
        ),
        ("2026-10-01", .retired(since: Date(timeIntervalSince1970: 1_790_812_800))),
    ])
    func aVersionIsDeprecatedAndThenRetired(_ day: String, _ stage: VersionSchedule.Stage) throws {
        #expect(try Self.lifecycle().stage(of: .v1, at: Self.date(day)) == stage)
        #expect(try Self.lifecycle().stage(of: .v3, at: Self.date(day)) == .current)
    }

    @Test func versionsBelowTheMinimumAreRetired() throws {
        let (lifecycle, day) = (try Self.lifecycle(minimum: .v2), try Self.date("2026-01-01"))
        #expect(lifecycle.stage(of: .v1, at: day) == .retired(since: nil))
        #expect(lifecycle.served(at: day) == [.v2, .v3])
        #expect(try Self.lifecycle().served(at: Self.date("2027-01-01")) == [.v3])
        let error = try #require(throws: VersionSchedule.RetiredVersionError.self) { try lifecycle.admit(.v1, at: day) }
        #expect(error.description == #"version "1" is no longer served; served: 2, 3"#)
    }

    @Test func usesAreCountedAndDeprecatedOnesReported() throws {
        let seen = Mutex<[VersionLifecycle<FeedVersion>.DeprecatedUse]>([])
        let lifecycle = try Self.lifecycle { use in seen.withLock { $0.append(use) } }
        let (summer, winter) = (try Self.date("2026-07-01"), try Self.date("2026-12-01"))
        #expect(try lifecycle.admit(.v3, at: summer) == .current)
        try lifecycle.admit(.v1, client: "app 3.1", at: summer)
        try lifecycle.admit(.v1, at: summer)
        let error = try #require(throws: VersionSchedule.RetiredVersionError.self) {
            try lifecycle.admit(.v1, at: winter)
        }
        #expect(error.description == #"version "1" is no longer served since 2026-10-01; served: 2, 3"#)
        #expect(lifecycle.uses == [.v1: 3, .v3: 1])
        #expect(seen.withLock { $0.map(\.client) } == ["app 3.1", nil])
        #expect(try seen.withLock { $0.first?.sunset } == Self.date("2026-10-01"))
    }

    @Test func headersSayHowLongAVersionLives() throws {
        let type = try VersionMediaType("application/vnd.acme.v{version}+json")
        let lifecycle = try Self.lifecycle()
        func lines(_ version: FeedVersion) -> [String] {
            lifecycle.headers(for: version, mediaType: type).fields.map { "\($0.name): \($0.value)" }
        }
        #expect(
            lines(.v1) == [
                "Content-Type: application/vnd.acme.v1+json", "Vary: Accept", "Deprecation: @1772323200",
                "Sunset: Thu, 01 Oct 2026 00:00:00 GMT", #"Link: <https://example.com/v1-ends>; rel="deprecation""#,
            ])
        #expect(
            lines(.v2) == [
                "Content-Type: application/vnd.acme.v2+json", "Vary: Accept", "Sunset: Fri, 01 Jan 2027 00:00:00 GMT",
                #"Link: <https://example.com/v2>; rel="sunset""#,
            ])
        #expect(lines(.v3) == ["Content-Type: application/vnd.acme.v3+json", "Vary: Accept"])
        #expect(lifecycle.headers(for: .v3, vary: []).fields.isEmpty)
    }

    @Test func schedulesThatCannotBeAreRefused() throws {
        let (early, late) = (try Self.date("2026-03-01"), try Self.date("2026-10-01"))
        let order = try #require(throws: VersionSchedule.DeclarationError.self) {
            try VersionSchedule(deprecatedSince: late, sunset: early)
        }
        #expect(order.description == "the sunset of a version is before its deprecation")
        for link in ["", "https://example.com/a b", "https://example.com/\r\nSet-Cookie:x", "a>b", "é"] {
            let error = try #require(throws: VersionSchedule.DeclarationError.self) { try VersionSchedule(link: link) }
            #expect(error.code == .badLink)
        }
        #expect(
            throws: VersionSchedule.DeclarationError.self,
            performing: { try VersionSchedule(sunset: late, link: "a\"b") })
        _ = try VersionSchedule(deprecatedSince: early, sunset: early)
    }

    @Test func dateBeyondTheFormatsAreNoHeaders() throws {
        let lifecycle = VersionLifecycle<FeedVersion>([
            .v1: try VersionSchedule(deprecatedSince: .distantPast, sunset: Date(timeIntervalSince1970: 1e300))
        ])
        let fields = lifecycle.headers(for: .v1).fields.map(\.name)
        #expect(fields == ["Vary", "Deprecation"])
    }
}
