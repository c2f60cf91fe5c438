import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Dictionaries whose keys are cases of enums, with keys that no case has.
@Suite struct CaseKeyTests {
    typealias Genre = UnknownRawValueTests.Genre
    typealias Level = UnknownRawValueTests.Level

    enum Plain: String, Codable { case a, b, other }

    private static let format = VersionFormat(unknownCases: [UnknownCase(Level.other), UnknownCase(Plain.other)])

    @Test(arguments: CoderRoutes.json) func aPlaceForTheKeyKeepsAllMembers(_ route: any CoderRoute) throws {
        let payload: JSONValue = ["rock": 1, "folk": 2, "blues": 3]
        let laid = Laid(route, format: Self.format)
        let read = try laid.reading([Genre: Int].self, payload)
        #expect(read.value == [.rock: 1, .other("folk"): 2, .other("blues"): 3])
        #expect(
            read.issues.map { $0.withoutPosition }.sorted() == [
                #"at "/blues": "blues" is not a case of Genre, so other("blues") was used (version 1)"#,
                #"at "/folk": "folk" is not a case of Genre, so other("folk") was used (version 1)"#,
            ])
        #expect(try laid.write(read.value).isEquivalent(to: payload))
    }

    @Test(arguments: CoderRoutes.json) func ofSeveralThatComeToOneKeyTheFirstByItsNameCounts(_ route: any CoderRoute)
        throws
    {
        let read = try Laid(route, format: Self.format).reading([Level: Int].self, ["9": 1, "x": 2, "1": 3, "10": 4])
        #expect(read.value == [.low: 3, .other: 4])
        #expect(
            Set(read.issues.map { $0.withoutPosition }) == [
                #"at "/10": "10" is not a case of Level, so other was used (version 1)"#,
                #"at "/9": "9" is not a case of Level, so other was used; another member has that key, so this one was left out (version 1)"#,
                #"at "/x": "x" is not a case of Level, so other was used; another member has that key, so this one was left out (version 1)"#,
            ])
        let owned = try Laid(route, format: Self.format).reading([Level: Int].self, ["7": 1, "-1": 2])
        #expect(owned.value == [.other: 2] && owned.issues.count == 1 && owned.issues[0].effect == .skipped)
    }

    @Test(arguments: CoderRoutes.json) func keysOfOtherEnumsAreElementsOfAnArray(_ route: any CoderRoute) throws {
        let read = try Laid(route, format: Self.format).reading([Plain: Int].self, ["a", 1, "z", 2])
        #expect(read.value == [.a: 1, .other: 2])
        #expect(
            read.issues.map { $0.withoutPosition } == [
                #"at "/2": "z" is not a case of Plain, so other was used (version 1)"#
            ])
    }

    @Test(arguments: CoderRoutes.json) func membersOfModelsHaveSuchKeysToo(_ route: any CoderRoute) throws {
        struct Shelf: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case counts, nested }
            var counts: [Level: [Genre: Genre]]
            var nested: [[Genre: Int]]?
        }
        for layouts in [
            [], [try KeyLayout(Shelf.CodingKeys.self, [.counts: .path("/deep/counts"), .nested: .key("n")])],
        ] {
            let laid = Laid(route, layouts, format: Self.format)
            let shelf = Shelf(counts: [.other: [.other("a"): .other("b")], .low: [:]], nested: [[.other("c"): 1]])
            let written = try laid.write(shelf)
            #expect(try laid.read(Shelf.self, written) == shelf)
        }
    }

    @Test(arguments: CoderRoutes.json) func valuesStayStrict(_ route: any CoderRoute) throws {
        let laid = Laid(route, format: Self.format)
        #expect(try laid.fault([Genre: Int].self, ["folk": "x"]).hasPrefix(#"at "/folk": "#))
        _ = try laid.fault([Genre: Int].self, [1])
        let refused = Laid(route, format: VersionFormat(unknownCases: [.refused(Genre.self)]))
        _ = try refused.fault([Genre: Int].self, ["folk": 1])
    }

    @Test func ourDecoderReadsDoubledAndConvertedKeys() throws {
        var decoder = VersionedJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try decoder.decode([Genre: Int].self, from: #"{"a_b": 1}"#) == [.other("a_b"): 1])
        decoder.parsingOptions.duplicateKeys = .last
        #expect(
            try decoder.decode([Genre: Int].self, from: #"{"rock": 1, "x": 2, "rock": 3, "x": 4}"#) == [
                .rock: 3, .other("x"): 4,
            ])
        let many = (0..<2000).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
        #expect(try decoder.decode([Genre: Int].self, from: "{\(many)}").count == 2000)
    }
}
