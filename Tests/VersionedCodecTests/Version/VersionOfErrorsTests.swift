import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Errors of decoding within a version name the version.
@Suite struct VersionOfErrorsTests {
    struct Page: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case title, seen, place }
        var title: String
        var seen: Date?
        var place: Int?
    }

    static func controller(_ format: VersionFormat = VersionFormat(dates: [.iso8601])) -> VersionController<Edition> {
        VersionController<Edition>(location: VersionLocation("/version", as: .integer), format: format)
    }

    static let faults: [(String, String)] = [
        (#"{"version": 1, "title": 5}"#, #"at "/title": expected a string, found a number (5) (version 1)"#),
        (#"{"version": 1}"#, #"at the root: there is no member "title" (version 1)"#),
        (#"{"version": 1, "title": null}"#, #"at "/title": expected a string, found null (version 1)"#),
        (
            #"{"version": 2, "title": "A", "seen": "soon"}"#,
            #"at "/seen": "soon" is not a date: expected a digit of the year, found "s" (version 2)"#
        ),
    ]

    @Test(arguments: CoderRoutes.json, faults)
    func theVersionIsNamed(_ route: any CoderRoute, _ fault: (payload: String, text: String)) throws {
        let payload = Data(fault.payload.utf8)
        let error = #expect(throws: DecodingError.self) {
            try route.decode(Page.self, from: payload, with: Self.controller())
        }
        var diagnostic = Diagnostic(describing: try #require(error), in: payload)
        #expect(diagnostic.position?.line == 1)
        diagnostic.position = nil
        #expect(diagnostic.description == fault.text)
        #expect(diagnostic.version != nil)
        #expect(DecodingIssue(describing: try #require(error)).version == diagnostic.version)
    }

    @Test(arguments: CoderRoutes.json)
    func theVersionIsNamedBelowLayouts(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(Page.CodingKeys.self, [.place: .path("/at/place")])
        let controller = Self.controller(VersionFormat(layouts: [layout]))
        let payload = try route.payload(["version": 2, "title": "A", "at": ["place": "x"]])
        let error = #expect(throws: DecodingError.self) { try route.decode(Page.self, from: payload, with: controller) }
        var diagnostic = Diagnostic(describing: try #require(error), in: payload)
        diagnostic.position = nil
        #expect(diagnostic.description == #"at "/at/place": expected an integer, found a string ("x") (version 2)"#)
    }

    struct Strict: Codable {
        enum CodingKeys: String, CodingKey { case count }
        var count: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decode(Int.self, forKey: .count)
            if count < 0 {
                throw DecodingError.dataCorruptedError(
                    forKey: .count, in: container, debugDescription: "The count is negative.")
            }
        }
    }

    @Test(arguments: CoderRoutes.json)
    func anErrorOfTheModelHasItToo(_ route: any CoderRoute) throws {
        let payload = try route.payload(["version": 2, "count": -1])
        let error = #expect(throws: DecodingError.self) {
            try route.decode(Strict.self, from: payload, with: Self.controller())
        }
        var diagnostic = Diagnostic(describing: try #require(error), in: payload)
        diagnostic.position = nil
        #expect(diagnostic.message.hasPrefix("The count is negative"))
        #expect(diagnostic.version == "2" && diagnostic.path == "/count")
    }

    struct Configured: VersionConfigurable {
        typealias Version = Edition
        var title: String
    }

    @Test func aConfigurationAndADecoderWithAControllerNameIt() throws {
        let text = #"[{"version": 2, "title": 5}]"#
        let foundation = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Configured].self, from: Data(text.utf8), configuration: Self.controller())
        }
        #expect(Diagnostic(describing: try #require(foundation)).version == "2")
        let ours = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode(
                [Configured].self, from: Data(text.utf8), configuration: Self.controller())
        }
        #expect(
            Diagnostic(describing: try #require(ours)).description
                == #"line 1, column 26, at "/0/title": expected a string, found a number (5) (version 2)"#)
        let whole = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder(Self.controller()).decode(Strict.self, from: #"{"version": 1, "count": -1}"#)
        }
        #expect(
            Diagnostic(describing: try #require(whole)).description
                == #"line 1, column 25, at "/count": The count is negative (version 1)"#)
    }

    @Test func theInnermostVersionIsNamed() throws {
        struct Outer: Codable { var pages: [Versioned<Page, Edition>] }
        let text = #"{"version": 1, "pages": [{"version": 2, "title": 5}]}"#
        let ours = #expect(throws: DecodingError.self) {
            try Self.controller().decode(Outer.self, from: Data(text.utf8))
        }
        #expect(Diagnostic(describing: try #require(ours)).version == "2")
        let foundation = JSONDecoder()
        foundation.userInfo.install(Self.controller())
        let theirs = #expect(throws: DecodingError.self) {
            try foundation.decode(Versioned<Outer, Edition>.self, from: Data(text.utf8))
        }
        #expect(Diagnostic(describing: try #require(theirs)).version == "2")
        #expect(
            Diagnostic(describing: try #require(theirs), in: Data(text.utf8)).description
                == #"line 1, column 50, at "/pages/0/title": expected a string, found a number (5) (version 2)"#)
    }

    @Test func withoutAVersionNoneIsNamed() throws {
        let error = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode(Page.self, from: #"{"title": 5}"#)
        }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == #"line 1, column 11, at "/title": expected a string, found a number (5)"#)
    }
}
