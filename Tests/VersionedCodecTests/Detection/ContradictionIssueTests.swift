import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// A payload that names one version and has the shape of another: an issue, wherever issues are collected.
@Suite struct ContradictionIssueTests {
    struct Sheet: Codable, Equatable {
        var title: String
        var cells: [Int]?
    }

    static func controller() -> VersionController<Edition> {
        VersionController<Edition>(location: VersionLocation("/version", as: .integer)) { version in
            VersionFormat(shape: version == .v1 ? ["/cells": .absent] : ["/cells": .kind(.array)])
        }
    }

    static let text = #"{"version": 1, "title": "A", "cells": []}"#
    static let words =
        #"at "/cells": the payload names version 1, but "/cells" is not absent; it looks like version 2 (version 1)"#

    @Test(arguments: CoderRoutes.all)
    func aVersionedValueHasIt(_ route: any CoderRoute) throws {
        let payload = try route.payload(JSONDocument(parsing: Self.text).root)
        let read = try route.decode(Sheet.self, from: payload, with: Self.controller())
        #expect(read.version == .v1 && read.value == Sheet(title: "A", cells: []))
        #expect(read.issues.map(\.code) == [.contradictedVersion])
        #expect(read.issues.map(\.effect) == [.noted])
        let place = route.saysPositions ? "line 1, column 34, " : ""
        #expect(read.issues.map(\.description) == [place + Self.words])
    }

    @Test func anAgreeingPayloadHasNone() throws {
        let payload = Data(#"{"version": 2, "title": "A", "cells": []}"#.utf8)
        #expect(try Self.controller().decode(Sheet.self, from: payload).issues == [])
        #expect(try Self.controller().decodeReporting(Sheet.self, from: payload).issues == [])
        // The version that the caller gives is not compared.
        #expect(try Self.controller().fixed(to: .v1).decode(Sheet.self, from: payload).issues == [])
    }

    @Test func theFactsAreThoseOfTheValue() throws {
        let issue = try #require(Self.controller().decode(Sheet.self, from: Data(Self.text.utf8)).issues.first)
        #expect(issue.byteRange == 38..<40 && issue.found == .array && issue.quotation == nil)
        let missing = Data(#"{"version": 2, "title": "A"}"#.utf8)
        let other = try #require(Self.controller().decode(Sheet.self, from: missing).issues.first)
        #expect(
            other.description == #"line 1, column 1, at "/cells": the payload names version 2, but "/cells" is not"#
                + " an array; it looks like version 1 (version 2)")
        #expect(other.found == nil && other.byteRange == nil)
    }

    @Test func aReportHasIt() throws {
        let ours = try Self.controller().decodeReporting(Sheet.self, from: Data(Self.text.utf8))
        #expect(ours.issues.map(\.description) == ["line 1, column 39, " + Self.words])
        #expect(ours.issueCount == 1 && ours.value?.issues.count == 1)
        let foundation = JSONDecoder()
        foundation.userInfo.install(Self.controller())
        let theirs = try foundation.decodeReporting(Versioned<Sheet, Edition>.self, from: Data(Self.text.utf8))
        #expect(theirs.issues.map(\.description) == [Self.words])
        #expect(theirs.issueCount == 1 && theirs.value?.issues.count == 1)
    }

    @Test func aReportOfAValueThatFailsHasIt() throws {
        let text = #"{"version": 1, "title": 5, "cells": []}"#
        let ours = try Self.controller().decodeReporting(Sheet.self, from: Data(text.utf8))
        #expect(ours.value == nil)
        #expect(ours.issues.map(\.path) == ["/title", "/cells"])
        #expect(ours.issues.map(\.code) == [.unexpectedKind, .contradictedVersion])
        let foundation = JSONDecoder()
        foundation.userInfo.install(Self.controller())
        let theirs = try foundation.decodeReporting(Versioned<Sheet, Edition>.self, from: Data(text.utf8))
        #expect(Set(theirs.issues.map(\.path)) == ["/title", "/cells"])
    }

    @Test func elementsHaveTheirOwn() throws {
        let good = #"{"version": 2, "title": "B", "cells": []}"#
        let text = #"[\#(Self.text), \#(good), {"version": 1, "title": 5, "cells": 1}]"#
        var decoder = VersionedJSONDecoder()
        decoder.userInfo.install(Self.controller())
        let ours = try decoder.decodeReporting([Versioned<Sheet, Edition>].self, from: text)
        #expect(ours.value?.map(\.issues.count) == [1, 0])
        #expect(ours.issues.map(\.path) == ["/0/cells", "/2/title", "/2/cells", "/2/cells"])
        let foundation = JSONDecoder()
        foundation.userInfo.install(Self.controller())
        let theirs = try foundation.decodeReporting([Versioned<Sheet, Edition>].self, from: Data(text.utf8))
        #expect(theirs.value?.map(\.issues.count) == [1, 0])
        #expect(Set(theirs.issues.map(\.path)) == ["/0/cells", "/2/title", "/2/cells"])
        #expect(theirs.issues.filter { $0.code == .contradictedVersion }.count == 2)
        let strict = try foundation.decodeReporting(
            [Versioned<Sheet, Edition>].self, from: Data("[\(Self.text), \(Self.text)]".utf8))
        #expect(strict.issues.map(\.path) == ["/0/cells", "/1/cells"])
    }

    @Test func aDecoderWithAControllerHasItInItsReportAndInTheLog() throws {
        var decoder = VersionedJSONDecoder(Self.controller())
        let log = DecodingIssue.Log()
        decoder.userInfo[.decodingIssues] = log
        let read = try decoder.decode(Sheet.self, from: Self.text)
        #expect(read == Sheet(title: "A", cells: []))
        #expect(log.issues.map(\.description) == ["line 1, column 39, " + Self.words])
        let report = try decoder.decodeReporting(Sheet.self, from: Self.text)
        #expect(report.issues.map(\.description) == ["line 1, column 39, " + Self.words])
        #expect(log.issues.count == 2)
        let failing = try decoder.decodeReporting(Sheet.self, from: #"{"version": 1, "title": 5, "cells": []}"#)
        #expect(failing.issues.map(\.path) == ["/cells", "/title"])
        #expect(log.issues.count == 4)
        // What one payload has is not there for the next.
        #expect(try decoder.decodeReporting(Sheet.self, from: #"{"version": 1, "title": "A"}"#).issues == [])
    }

    struct Configured: VersionConfigurable, Equatable {
        typealias Version = Edition
        var title: String
    }

    @Test func aConfigurationNotesIt() throws {
        var decoder = VersionedJSONDecoder()
        let log = DecodingIssue.Log()
        decoder.userInfo[.decodingIssues] = log
        let list = Data("[\(Self.text)]".utf8)
        _ = try decoder.decode([Configured].self, from: list, configuration: Self.controller())
        #expect(log.issues.map(\.path) == ["/0/cells"])
        let report = try decoder.decodeReporting([Configured].self, from: list, configuration: Self.controller())
        #expect(report.issues.map(\.path) == ["/0/cells"])
        let foundation = JSONDecoder()
        let other = DecodingIssue.Log()
        foundation.userInfo[.decodingIssues] = other
        _ = try foundation.decode([Configured].self, from: list, configuration: Self.controller())
        #expect(other.issues.map(\.path) == ["/0/cells"])
    }

    @Test func aDayThatWasGivenIsNotNamedByThePayload() throws {
        var detector = VersionDetector(
            known: ["2026-01-01", "2026-06-01"], location: nil,
            shapes: ["2026-01-01": ["/cells": .absent], "2026-06-01": ["/cells": .present]])
        let document = try JSONDocument(parsing: #"{"cells": []}"#)
        let hints = VersionHints(date: "2026-02-01")
        let words =
            "version 2026-01-01 is the closest to the day that was given,"
            + #" but "/cells" is not absent; it looks like version 2026-06-01"#
        #expect(
            try detector.detect(in: document, knowing: hints).contradiction?.description
                == #"line 1, column 11, at "/cells": "# + words)
        detector.rules.contradictions = .refused
        let error = #expect(throws: VersionError.self) { try detector.detect(in: document, knowing: hints) }
        #expect(error?.diagnostic.message == words + "; known versions: 2026-01-01, 2026-06-01")
    }
}
