import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// What a controller is told of a payload from elsewhere: `knowing(_:)`.
@Suite struct ControllerHintsTests {
    private enum Numbered: Int, APIVersion { case v1 = 1, v2, v3 }
    private enum Dated: String, APIVersion { case spring = "2026-03-01", autumn = "2026-09-15" }

    private struct Shop: Codable, Equatable { var openedAt: Date }

    private static func controller() throws -> VersionController<Numbered> {
        var controller = try VersionController<Numbered>(
            location: VersionLocation("/version", as: .integer), legacy: .v1
        ) { version in
            VersionFormat(
                dates: [version == .v1 ? try .pattern("yyyy/MM/dd", assuming: .gmt) : .iso8601],
                keys: version == .v3 ? .snakeCase : .asDeclared)
        }
        controller.detection.mediaType = try VersionMediaType("application/vnd.acme.v{version}+json")
        return controller
    }

    private static let shop = Shop(openedAt: Date(timeIntervalSince1970: 86_400))

    @Test func aMediaTypeGoesBeforeWhatThePayloadSays() throws {
        let payload = Data(#"{"version": 2, "opened_at": "1970-01-02T00:00:00Z"}"#.utf8)
        let controller = try Self.controller().knowing(VersionHints(mediaType: "application/vnd.acme.v3+json"))
        let shop = try controller.decode(Shop.self, from: payload)
        #expect(shop.version == .v3 && shop.source == .mediaType && shop.value == Self.shop)
        // Without it, the payload's own word counts, and its keys are not those of version 2.
        #expect(throws: DecodingError.self) { try Self.controller().decode(Shop.self, from: payload) }
        #expect(try VersionedJSONDecoder(controller).decode(Shop.self, from: payload) == Self.shop)
    }

    @Test(arguments: [
        (#"{"version": 2, "openedAt": "1970-01-02T00:00:00Z"}"#, 2, DetectedVersion.Source.field("/version")),
        (#"{"openedAt": "1970/01/02"}"#, 1, .legacy),
    ])
    func whereTheMediaTypeSaysNothingThePayloadDoes(payload: String, version: Int, source: DetectedVersion.Source)
        throws
    {
        for hints in [VersionHints(mediaType: "application/json"), VersionHints()] {
            let shop = try Self.controller().knowing(hints).decode(Shop.self, from: Data(payload.utf8))
            #expect(shop.version.rawValue == version && shop.source == source && shop.value == Self.shop)
        }
    }

    @Test func aVersionThatIsGivenGoesFirst() throws {
        let hints = VersionHints(explicit: "2", mediaType: "application/vnd.acme.v3+json", date: "2026-01-01")
        let payload = Data(#"{"version": 1, "openedAt": "1970-01-02T00:00:00Z"}"#.utf8)
        let shop = try Self.controller().knowing(hints).decode(Shop.self, from: payload)
        #expect(shop.version == .v2 && shop.source == .explicit && shop.value == Self.shop)
        let fixed = try Self.controller().knowing(hints).fixed(to: .v1)
        let old = try fixed.decode(Shop.self, from: Data(#"{"openedAt": "1970/01/02"}"#.utf8))
        #expect(old.version == .v1 && old.value == Self.shop)
    }

    @Test func aDayIsTheClosestEarlierVersion() throws {
        let controller = VersionController<Dated>(location: VersionLocation("/released", as: .date))
        let payload = Data(#"{"openedAt": 5}"#.utf8)
        let shop = try controller.knowing(VersionHints(date: "2026-07-31")).decode(Shop.self, from: payload)
        #expect(shop.version == .spring && shop.source == .date)
        #expect(
            try controller.knowing(VersionHints(date: "2026-09-15")).decode(Shop.self, from: payload).version == .autumn
        )
    }

    @Test(arguments: [
        (VersionHints(mediaType: "application/vnd.acme.v9+json"), VersionError.Code.tooNew),
        (VersionHints(explicit: "0"), .tooOld), (VersionHints(date: "soon"), .unreadable),
    ])
    func whatIsNotKnownIsAnError(hints: VersionHints, code: VersionError.Code) throws {
        let controller = try Self.controller().knowing(hints)
        let error = #expect(throws: DecodingError.self) {
            try controller.decode(Shop.self, from: Data(#"{"version": 1, "openedAt": "1970/01/02"}"#.utf8))
        }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect((context.underlyingError as? VersionError)?.code == code)
    }

    static let given: [(VersionHints, String)] = [
        (
            VersionHints(mediaType: "application/vnd.acme.v9+json"),
            #"version "9" of the Content-Type is newer than any known one; known versions: 1, 2, 3"#
        ),
        (
            VersionHints(explicit: "0"),
            #"version "0", which was given, is older than any known one; known versions: 1, 2, 3"#
        ),
        (
            VersionHints(date: "soon"),
            #"the version that was given is unreadable: expected a day such as "2026-03-14", found a string ("soon");"#
                + " known versions: 1, 2, 3"
        ),
        (
            VersionHints(date: "2026-01-01"),
            #"version "2026-01-01", which was given, is older than any known one; known versions: 1, 2, 3"#
        ),
    ]

    /// The payload is not at fault, so no place in it is named.
    @Test(arguments: given) func aVersionThatWasGivenIsNotOfThePayload(_ hints: VersionHints, _ text: String) throws {
        let controller = try Self.controller().knowing(hints)
        let payload = Data(#"{"version": 1, "openedAt": "1970/01/02"}"#.utf8)
        let foundation = JSONDecoder()
        foundation.userInfo.install(controller)
        let errors = [
            #expect(throws: DecodingError.self) { try controller.decode(Shop.self, from: payload) },
            #expect(throws: DecodingError.self) {
                try foundation.decode(Versioned<Shop, Numbered>.self, from: payload)
            },
        ]
        for error in errors {
            #expect(Diagnostic(describing: try #require(error), in: payload).description == text)
            #expect(Diagnostic(describing: try #require(error)).description == text)
        }
        let report = try controller.decodeReporting(Shop.self, from: payload)
        #expect(report.issues.map(\.message) == [text])
        #expect(report.issues.map(\.position) == [nil])
        // Nor that of a part of the payload.
        var decoder = VersionedJSONDecoder()
        decoder.userInfo.install(controller)
        let nested = #expect(throws: DecodingError.self) {
            try decoder.decode([Versioned<Shop, Numbered>].self, from: "[{}]")
        }
        #expect(Diagnostic(describing: try #require(nested)).description == text)
    }

    @Test func aContentTypeWithoutAVersionIsSaidToHaveNone() throws {
        let type = try VersionMediaType("application/vnd.acme.v{version}+json")
        let error = #expect(throws: VersionError.self) { try Numbered(contentType: "application/json", by: type) }
        #expect(
            error?.description == #"the Content-Type "application/json" names no version, expected one such as"#
                + #" "application/vnd.acme.v3+json"; known versions: 1, 2, 3"#)
    }

    /// Each is a value of its own: what one payload came with is not known of the next.
    @Test func theControllerItselfStaysAsItWas() throws {
        let plain = try Self.controller()
        let payload = Data(#"{"openedAt": "1970/01/02"}"#.utf8)
        let hinted = plain.knowing(VersionHints(mediaType: "application/vnd.acme.v2+json"))
        #expect(throws: DecodingError.self) { try hinted.decode(Shop.self, from: payload) }
        #expect(try plain.decode(Shop.self, from: payload).version == .v1)
        #expect(try hinted.knowing(VersionHints()).decode(Shop.self, from: payload).version == .v1)
        #expect(throws: DecodingError.self) { try hinted.decode(Shop.self, from: payload) }
    }
}
