import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Raw values that no case of an enum has, by the rules of its type and of the version.
@Suite struct UnknownRawValueTests {
    enum Tier: String, Codable, UnknownCaseDecodable {
        case standard, premium, unknown
        static func unknownCase(_ raw: JSONValue) -> Tier { .unknown }
    }

    enum Level: Int, Codable, CodingKeyRepresentable { case low = 1, high, other = -1 }

    enum Ratio: Double, Codable { case half = 0.5, whole = 1 }

    enum Genre: RawRepresentable, Codable, Hashable, CodingKeyRepresentable, UnknownCaseDecodable {
        case rock, jazz, other(String)

        init?(rawValue: String) {
            guard let known = ["rock": Genre.rock, "jazz": .jazz][rawValue] else { return nil }
            self = known
        }

        var rawValue: String {
            switch self {
            case .rock: "rock"
            case .jazz: "jazz"
            case .other(let text): text
            }
        }

        static func unknownCase(_ raw: JSONValue) -> Genre { .other(raw.string ?? raw.text()) }
    }

    struct Song: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case tier, genre, level, ratio, tiers, next, shelves }
        var tier: Tier
        var genre: Genre
        var level: Level
        var ratio: Ratio
        var tiers: [Tier] = []
        var next: Tier?
        var shelves: [String: Genre] = [:]
    }

    static let format = VersionFormat(unknownCases: [
        UnknownCase(Level.other), UnknownCase(Ratio.self) { _ in .whole },
    ])

    static let good: JSONValue = [
        "tier": "premium", "genre": "rock", "level": 2, "ratio": 0.5, "tiers": [], "shelves": [:],
    ]

    static let song = Song(tier: .premium, genre: .rock, level: .high, ratio: .half)

    static func song(_ change: (inout Song) -> Void) -> Song {
        var song = song
        change(&song)
        return song
    }

    static func payload(_ changes: JSONValue) throws -> JSONValue {
        var object = try #require(good.object)
        for member in try #require(changes.object) { object[member.key] = member.value }
        return .object(object)
    }

    static let cases: [(JSONValue, Song, [String])] = [
        ([:], song, []),
        (
            ["tier": "gold"], song { $0.tier = .unknown },
            [#"at "/tier": "gold" is not a case of Tier, so unknown was used"#]
        ),
        (["tier": nil], song { $0.tier = .unknown }, [#"at "/tier": null is not a case of Tier, so unknown was used"#]),
        (["tier": 7], song { $0.tier = .unknown }, [#"at "/tier": 7 is not a case of Tier, so unknown was used"#]),
        (
            ["tier": ["a": 1]], song { $0.tier = .unknown },
            [#"at "/tier": an object is not a case of Tier, so unknown was used"#]
        ),
        (
            ["tier": []], song { $0.tier = .unknown },
            [#"at "/tier": an array is not a case of Tier, so unknown was used"#]
        ),
        (["level": 9], song { $0.level = .other }, [#"at "/level": 9 is not a case of Level, so other was used"#]),
        (["level": "2"], song { $0.level = .other }, [#"at "/level": "2" is not a case of Level, so other was used"#]),
        (["level": 1.5], song { $0.level = .other }, [#"at "/level": 1.5 is not a case of Level, so other was used"#]),
        (
            ["ratio": 0.25], song { $0.ratio = .whole },
            [#"at "/ratio": 0.25 is not a case of Ratio, so whole was used"#]
        ),
        (
            ["genre": "folk"], song { $0.genre = .other("folk") },
            [#"at "/genre": "folk" is not a case of Genre, so other("folk") was used"#]
        ),
        (
            ["tiers": ["gold", "premium", nil, true]], song { $0.tiers = [.unknown, .premium, .unknown, .unknown] },
            [
                #"at "/tiers/0": "gold" is not a case of Tier, so unknown was used"#,
                #"at "/tiers/2": null is not a case of Tier, so unknown was used"#,
                #"at "/tiers/3": true is not a case of Tier, so unknown was used"#,
            ]
        ),
        (["next": nil], song, []),
        (
            ["next": "gold"], song { $0.next = .unknown },
            [#"at "/next": "gold" is not a case of Tier, so unknown was used"#]
        ),
        (
            ["shelves": ["a": "folk"]], song { $0.shelves = ["a": .other("folk")] },
            [#"at "/shelves/a": "folk" is not a case of Genre, so other("folk") was used"#]
        ),
    ]

    @Test(arguments: CoderRoutes.json, cases)
    func anUnknownValueIsItsFallbackAndTold(_ route: any CoderRoute, _ test: (JSONValue, Song, [String])) throws {
        for style in [KeyStyle.asDeclared, .pascalCase] {
            var format = Self.format
            format.keys = style
            // A layout with a rule leads our own decoder through containers, too.
            for layouts in [[], [try KeyLayout(Song.CodingKeys.self, [.tier: .kept.dates([.dateOnly])])]] {
                var payload = JSONObject()
                for member in try #require(Self.payload(test.0).object) {
                    payload[style.spelling(of: member.key)] = member.value
                }
                let read = try Laid(route, layouts, format: format).reading(Song.self, .object(payload))
                #expect(read.value == test.1)
                let said = read.issues.map { $0.withoutPosition }
                #expect(said.count == test.2.count)
                if style == .asDeclared { #expect(said == test.2.map { $0 + " (version 1)" }) }
                #expect(
                    read.issues.allSatisfy { $0.code == .unknownCase && ($0.position != nil) == route.saysPositions })
            }
        }
    }

    @Test(arguments: CoderRoutes.json) func aPlaceForTheRawValueIsWrittenBack(_ route: any CoderRoute) throws {
        let payload = try Self.payload(["genre": "folk", "shelves": ["a": "blues", "b": "jazz"]])
        let laid = Laid(route, format: Self.format)
        let song = try laid.read(Song.self, payload)
        #expect(try laid.write(song).isEquivalent(to: payload))
    }

    static let errors: [(JSONValue, String)] = [
        (["tier": "premium", "genre": "rock", "level": 1], #"at the root: there is no member "ratio""#),
        (["tier": "premium", "level": 1, "ratio": 1], #"at the root: there is no member "genre""#),
    ]

    @Test(arguments: CoderRoutes.json, errors)
    func anAbsentMemberHasNoFallback(_ route: any CoderRoute, _ test: (JSONValue, String)) throws {
        #expect(try Laid(route, format: Self.format).fault(Song.self, test.0) == test.1)
    }

    @Test(arguments: CoderRoutes.json) func aVersionMayRefuse(_ route: any CoderRoute) throws {
        let laid = Laid(route, format: VersionFormat(unknownCases: [.refused(Tier.self)]))
        #expect(try laid.fault([Tier].self, ["gold"]).hasPrefix(#"at "/0": "#))
        let other = Laid(route, format: VersionFormat(unknownCases: [UnknownCase(Tier.standard)]))
        #expect(try other.read([Tier].self, ["gold"]) == [.standard])
    }

    @Test(arguments: CoderRoutes.json) func aWholePayloadHasAFallbackToo(_ route: any CoderRoute) throws {
        let read = try Laid(route).reading(Tier.self, "gold")
        #expect(read.value == .unknown)
        #expect(
            read.issues.map { $0.withoutPosition } == [
                #"at the root: "gold" is not a case of Tier, so unknown was used (version 1)"#
            ])
    }

    // MARK: Hand-written types

    /// Reads itself from anything, and fails deep within.
    enum Part: Codable, Equatable, UnknownCaseDecodable {
        case size(Int)
        case name(String)
        case other(String)
        static func unknownCase(_ raw: JSONValue) -> Part { .other(raw.text()) }
    }

    @Test(arguments: CoderRoutes.json) func faultsWithinAKnownCaseStayFaults(_ route: any CoderRoute) throws {
        let laid = Laid(route)
        #expect(try laid.read(Part.self, ["size": ["_0": 1]]) == .size(1))
        #expect(try laid.read(Part.self, ["shape": ["_0": 1]]) == .other(#"{"shape":{"_0":1}}"#))
        #expect(try laid.read(Part.self, 1.50) == .other("1.5"))
        #expect(try laid.fault(Part.self, ["size": ["_0": "x"]]).hasPrefix(#"at "/size/_0": "#))
        #expect(try laid.fault(Part.self, ["size": [:]]) == #"at "/size": there is no member "_0""#)
    }

    // MARK: Without a version

    @Test func ourDecoderKnowsTheRuleOfATypeWithoutAVersion() throws {
        var decoder = VersionedJSONDecoder()
        let log = DecodingIssue.Log()
        decoder.userInfo[.decodingIssues] = log
        #expect(
            try decoder.decode([Genre].self, from: #"["rock", "folk", null]"#) == [
                .rock, .other("folk"), .other("null"),
            ])
        #expect(
            log.issues.map(\.description) == [
                #"line 1, column 10, at "/1": "folk" is not a case of Genre, so other("folk") was used"#,
                #"line 1, column 18, at "/2": null is not a case of Genre, so other("null") was used"#,
            ])
        #expect(log.issues.map(\.quotation) == [#""folk""#, nil] && log.issues.map(\.found) == [.string, .null])
        #expect(throws: DecodingError.self) { try decoder.decode([Level].self, from: "[9]") }
    }

    @Test func longValuesAreCutInTheText() throws {
        let long = String(repeating: "x", count: 1000)
        let log = DecodingIssue.Log()
        var decoder = VersionedJSONDecoder()
        decoder.userInfo[.decodingIssues] = log
        #expect(try decoder.decode([Genre].self, from: "[\"\(long)\"]") == [.other(long)])
        #expect(log.issues[0].description.count < 250)
    }
}
