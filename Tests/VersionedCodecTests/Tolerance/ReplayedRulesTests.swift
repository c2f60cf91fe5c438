import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// What decoding checks beside `init(from:)` holds in replays, too.
@Suite struct ReplayedRulesTests {
    class Animal: Codable { var legs = 4 }
    class Dog: Animal { var pedName = "Rex" }

    enum Grade: String, Codable, CodingKeyRepresentable { case low, high }
    enum Plain: String, Codable { case low, high }
    enum Open: String, Codable, CodingKeyRepresentable, UnknownCaseDecodable {
        case low, high, other
        static func unknownCase(_ raw: JSONValue) -> Open { .other }
    }

    private static let controller = VersionController<ShapeVersion>(
        current: .v1, legacy: .v1, format: VersionFormat(superclass: .inline, checksSubclasses: true))

    @Test func aSubclassThatDoesNotReadItsMembersIsLeftOut() throws {
        let payload = Data(#"[{"legs": "x"}, {"legs": 3, "pedName": "Fido"}, {"legs": 2}]"#.utf8)
        let report = try Self.controller.decodeReporting([Dog].self, from: payload)
        #expect(report.value?.value.map(\.legs) == [2])
        #expect(report.issues.map(\.path) == ["/0/legs", "/1"])
        let start = #"Dog inherits init(from:) from its superclass, which does not read "pedName""#
        #expect(report.issues.last?.message.hasPrefix(start) == true)
    }

    @Test func keysThatAreNamesAreRead() throws {
        let report = try DecodeReportingTests.report(
            [Grade: Int].self, #"{"low": 1, "medium": 2, "high": "x"}"#)
        #expect(report.value == [.low: 1])
        #expect(report.issues.map(\.path) == ["/medium", "/high"])
        #expect(report.issues.map(\.effect) == [.skipped, .skipped])
    }

    @Test func aPairOfKeyAndValueIsLeftOutWhereOneFails() throws {
        let report = try DecodeReportingTests.report(
            [Plain: [Int]].self, #"["low", [1, "x"], "medium", [2], "high", 3]"#)
        #expect(report.value == [.low: [1]])
        #expect(report.issues.map(\.path) == ["/1/1", "/2", "/5"])
        let odd = try DecodeReportingTests.report([Plain: Int].self, #"["low", 1, "high"]"#)
        #expect(odd.value == nil)
        #expect(
            odd.issues.map(\.message) == ["expected keys and values in turn, found an odd number of elements"])
    }

    @Test func keysWithoutACaseAreReplacedAsDeclared() throws {
        let text = #"{"low": "x", "medium": 2, "extreme": 3, "high": 4}"#
        let report = try DecodeReportingTests.report([Open: Int].self, text)
        #expect(report.value == [.other: 3, .high: 4])
        #expect(report.issues.map(\.path) == ["/low", "/medium", "/extreme"])
        #expect(report.issues.map(\.code) == [.unexpectedKind, .unknownCase, .unknownCase])
        #expect(report.issues.map(\.effect) == [.skipped, .skipped, .noted])
        let strict = try VersionedJSONDecoder().decode([Open: Int].self, from: text.replacing("\"x\"", with: "1"))
        #expect(strict == [.low: 1, .other: 3, .high: 4])
    }

    /// A `CharacterSet` with the placeholder of its bitmap ends the program.
    @Test func typesOfFoundationGetNoPlaceholders() throws {
        struct Letters: Decodable { var set: CharacterSet, id: Int }
        let report = try DecodeReportingTests.report(Letters.self, #"{"set": {"bitmap": 5}, "id": "x"}"#)
        #expect(report.value == nil)
        #expect(report.issues.map(\.path) == ["/set/bitmap"])
        #expect(report.issues.map(\.stoppedAt) == ["set"])
    }

    /// Reads itself in its own place, and counts its levels by a value of the task.
    private struct Level: Decodable {
        @TaskLocal static var left = 3

        init(from decoder: any Decoder) throws {
            if Self.left == 0 {
                _ = try decoder.singleValueContainer().decode(Int.self)
            } else {
                self = try Self.$left.withValue(Self.left - 1) {
                    try decoder.singleValueContainer().decode(Level.self)
                }
            }
        }
    }

    @Test func aTypeThatReadsItselfInItsOwnPlaceEndsWithOneIssue() throws {
        let report = try VersionedJSONDecoder().decodeReporting([Level].self, from: #"[1, "x", 2]"#)
        #expect(report.value?.count == 2)
        #expect(report.issues.map(\.path) == ["/1"])
    }
}
