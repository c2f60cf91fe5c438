import Foundation
import Testing
import VersionedCodec

@Suite struct DecodeReportingTests {
    struct Song: Codable, Equatable, Hashable {
        enum CodingKeys: String, CodingKey { case id, title, length }
        var id: Int
        var title: String
        var length: Double?
    }

    struct Album: Codable, Equatable {
        var name: String
        var songs: [Song]
        var tags: Set<String>?
        var ratings: [String: Int]?
    }

    static func report<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ options: ReportingOptions = ReportingOptions()
    ) throws -> DecodingReport<Value> {
        try VersionedJSONDecoder().decodeReporting(type, from: text, options: options)
    }

    @Test func whatIsRightComesWithoutIssues() throws {
        let report = try Self.report([Song].self, #"[{"id": 1, "title": "A"}]"#)
        #expect(report.value == [Song(id: 1, title: "A")])
        #expect(report.issues.isEmpty)
        #expect(report.issueCount == 0)
    }

    @Test func aFailingElementIsLeftOut() throws {
        let report = try Self.report(
            [Song].self, #"[{"id": 1, "title": "A"}, {"id": "two", "title": "B"}, {"id": 3, "title": "C"}]"#)
        #expect(report.value == [Song(id: 1, title: "A"), Song(id: 3, title: "C")])
        #expect(
            report.issues.map(\.description) == [
                #"line 1, column 34, at "/1/id": expected an integer, found a string ("two")"#
            ])
        let issue = try #require(report.issues.first)
        #expect(issue.code == .unexpectedKind)
        #expect(issue.type == "Song")
        #expect(issue.member == "id")
        #expect(issue.expected == "an integer")
        #expect(issue.found == .string)
        #expect(issue.quotation == #""two""#)
        #expect(issue.byteRange == 33..<38)
        #expect(issue.effect == .failed)
    }

    @Test func anOptionalOfAnotherKindIsNil() throws {
        let report = try Self.report(Song.self, #"{"id": 1, "title": "A", "length": "x"}"#)
        #expect(report.value == Song(id: 1, title: "A"))
        #expect(report.issues.map(\.path) == ["/length"])
        #expect(report.issues.map(\.effect) == [.setToNil])
    }

    @Test(arguments: [#"{"id": 1, "title": "A"}"#, #"{"id": 1, "title": "A", "length": null}"#])
    func anAbsentOptionalIsNoIssue(_ text: String) throws {
        let report = try Self.report(Song.self, text)
        #expect(report.value == Song(id: 1, title: "A"))
        #expect(report.issues.isEmpty)
    }

    @Test func absentAndNullAreTwoProblems() throws {
        let absent = try Self.report(Song.self, #"{"title": "A"}"#)
        #expect(absent.issues.map(\.code) == [.missingMember])
        #expect(absent.issues.map(\.message) == [#"there is no member "id""#])
        let null = try Self.report(Song.self, #"{"id": null, "title": "A"}"#)
        #expect(null.issues.map(\.code) == [.unexpectedNull])
        #expect(null.issues.map(\.message) == ["expected an integer, found null"])
    }

    @Test func allProblemsOfAnObjectAreFound() throws {
        let report = try Self.report(Song.self, #"{"id": "1", "title": 7, "length": []}"#)
        #expect(report.value == nil)
        #expect(report.issues.map(\.path) == ["/id", "/title", "/length"])
    }

    @Test func problemsAtEveryDepthAreFound() throws {
        let report = try Self.report(
            Album.self,
            #"{"name": "N", "songs": [{"id": 1, "title": "A", "length": true}, {"id": null, "title": 1}, 7],"#
                + #" "tags": ["a", 1], "ratings": {"x": 1, "y": "z"}}"#)
        #expect(
            report.value == Album(name: "N", songs: [Song(id: 1, title: "A")], tags: ["a"], ratings: ["x": 1]))
        #expect(
            report.issues.map(\.path) == [
                "/songs/0/length", "/songs/1/id", "/songs/1/title", "/songs/2", "/tags/1", "/ratings/y",
            ])
        #expect(
            report.issues.map(\.effect) == [.setToNil, .failed, .failed, .skipped, .skipped, .skipped])
    }

    @Test func aRequiredFailureFailsTheNearestParentOnly() throws {
        struct Page: Decodable {
            var first: Album?
            var second: Album
        }
        let report = try Self.report(
            Page.self, #"{"first": {"name": 1, "songs": []}, "second": {"name": "B", "songs": []}}"#)
        #expect(report.value?.first == nil)
        #expect(report.value?.second == Album(name: "B", songs: []))
        #expect(report.issues.map(\.path) == ["/first/name"])
    }

    @Test func collectionsOfEveryKindSkip() throws {
        struct All: Decodable, Equatable {
            var nested: [[Int]]
            var contiguous: ContiguousArray<Int>
            var optional: [Int]?
            var optionals: [Int?]
            var dictionary: [String: [Int]]
        }
        let report = try Self.report(
            All.self,
            #"{"nested": [[1, "a"], 2, [3]], "contiguous": [1, null, 3], "optional": [true], "optionals": [1, "x", null],"#
                + #" "dictionary": {"a": [1, {}], "b": 7}}"#)
        #expect(
            report.value
                == All(
                    nested: [[1], [3]], contiguous: [1, 3], optional: [], optionals: [1, nil, nil],
                    dictionary: ["a": [1]]))
        #expect(
            report.issues.map(\.path) == [
                "/nested/0/1", "/nested/1", "/contiguous/1", "/optional/0", "/optionals/1", "/dictionary/a/1",
                "/dictionary/b",
            ])
    }

    @Test func dictionariesWithOtherKeysSkipToo() throws {
        enum Size: String, Codable, CodingKeyRepresentable { case small, large }
        struct All: Decodable, Equatable {
            var byNumber: [Int: Int]
            var bySize: [Size: Int]
        }
        let report = try Self.report(
            All.self, #"{"byNumber": {"1": 1, "2": "x"}, "bySize": {"small": true, "large": 2}}"#)
        #expect(report.value == All(byNumber: [1: 1], bySize: [.large: 2]))
        #expect(report.issues.map(\.path) == ["/byNumber/2", "/bySize/small"])
    }

    @Test func numbersThatDoNotFitAreTold() throws {
        let report = try Self.report([Int8].self, "[1, 300, 1.5, -128]")
        #expect(report.value == [1, -128])
        #expect(report.issues.map(\.code) == [.numberDoesNotFit, .numberDoesNotFit])
    }

    @Test func noJSONAndNoPayloadAreTwoErrors() throws {
        let broken = #expect(throws: DecodingError.self) { try Self.report([Int].self, "[1") }
        guard case .dataCorrupted(let context) = broken else { throw try #require(broken) }
        #expect(context.underlyingError is JSONSyntaxError)
        let absent = #expect(throws: DecodingError.self) { try Self.report([Int].self, " \n") }
        guard case .valueNotFound(_, let context) = absent else { throw try #require(absent) }
        #expect(context.underlyingError as? DecodingIssue.MissingPayload == DecodingIssue.MissingPayload())
        #expect(context.debugDescription == "there is no payload: it is empty")
    }

    @Test func nothingIsLeftOnTheDecoder() throws {
        let decoder = VersionedJSONDecoder()
        for _ in 0..<3 {
            #expect(try decoder.decodeReporting([Int].self, from: #"[1, "x"]"#).issues.count == 1)
            #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: #"[1, "x"]"#) }
            #expect(try decoder.decodeReporting([Int].self, from: "[1]").issues.isEmpty)
        }
    }

    @Test func theSameIssuesComeOnEveryRun() throws {
        let text = #"{"name": 1, "songs": [{"id": true}, {}, 5], "tags": [1, 2], "ratings": {"b": "x", "a": null}}"#
        let first = try Self.report(Album.self, text).issues
        #expect(first.count == 8)
        for _ in 0..<5 { #expect(try Self.report(Album.self, text).issues == first) }
    }
}
