import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide: what not to do", run word for word.
@Suite struct FieldGuideMistakesTests: GuideSuite {
    let page = GuidePage("FieldGuideMistakes")
    let printed = PrintedLines()

    @Test func tryAroundDecode() throws {
        // guide begin
        struct Song: Codable { var title: String }

        let lost = try? JSONDecoder().decode(Song.self, from: #"{"titel": "Intro"}"#.data)
        print(lost as Any)
        // nil
        let report = try VersionedJSONDecoder().decodeReporting(Song.self, from: #"{"titel": "Intro"}"#.data)
        print(report.issues)
        // [line 1, column 1, at the root: there is no member "title"]
        // guide end
        try check()
    }

    @Test func anOptionalToSilenceAnError() throws {
        // guide begin
        struct Clip: Codable { var seconds: Int? }

        do {
            _ = try JSONDecoder().decode(Clip.self, from: #"{"seconds": "7"}"#.data)
        } catch DecodingError.typeMismatch {
            print("still an error")
        }
        // still an error
        var decoder = VersionedJSONDecoder()
        decoder.conversions = [.numberFromText]
        print(try decoder.decode(Clip.self, from: #"{"seconds": "7"}"#).seconds ?? 0)
        // 7
        // guide end
        try check()
    }

    @Test func aDateWithoutAZone() throws {
        // guide begin
        let naive = try DateFormat.pattern("yyyy-MM-dd HH:mm")
        do {
            _ = try naive.date(from: "2020-06-13 07:21")
        } catch {
            print(Diagnostic(describing: error))
        }
        // the text has no time zone, and the format declares none
        //   2020-06-13 07:21
        //                   ^
        // format: yyyy-MM-dd HH:mm
        // guide end
        try check()
    }

    @Test func aDateFormatterWithoutALocaleOrOneForEachDate() throws {
        // guide begin
        let format = try DateFormat.pattern("MMM-dd-yyyy HH:mm:ss zzz", zone: .hours(8))
        print(try format.string(from: Date(timeIntervalSince1970: 1_510_651_555)))
        // Nov-14-2017 17:25:55 GMT+8
        // guide end
        try check()
    }

    @Test func jsonBuiltFromStrings() throws {
        // guide begin
        let title = #"The "best" of"#
        let glued = #"{"title": "\#(title)"}"#
        do {
            _ = try JSONDocument(parsing: glued)
        } catch {
            print(Diagnostic(describing: error))
        }
        // line 1, column 17, at "/title": expected "," or "}", found "b"
        print(try VersionedJSONEncoder().encode(["title": title]).text)
        // {"title":"The \"best\" of"}
        // guide end
        try check()
    }

    @Test func jsonserializationAndCasts() throws {
        // guide begin
        let sent = #"{"id": 9007199254740993, "author": {"name": "Ann"}}"#
        let tree = try JSONSerialization.jsonObject(with: sent.data) as? [String: Any]
        print(tree?["id"] as? String ?? "none")
        // none
        let document = try JSONDocument(parsing: sent)
        print(try document["id"].value(as: Int.self))
        // 9007199254740993
        // guide end
        try check()
    }

    @Test func aSecondModelWithAPartOfTheMembers() throws {
        // guide begin
        struct Title: Codable, UnknownMembersKeeping {
            var title: String
            var unknownMembers = UnknownMembers()
        }

        var part = try VersionedJSONDecoder().decode(Title.self, from: #"{"title": "A", "seconds": 7}"#)
        part.title = "B"
        print(try VersionedJSONEncoder().encode(part).text)
        // {"title":"B","seconds":7}
        // guide end
        try check()
    }

    @Test func catchAndPrintInsideInitFrom() throws {
        // guide begin
        struct Poll: Decodable {
            enum CodingKeys: CodingKey { case votes }
            var votes = 0

            init(from decoder: any Decoder) throws {
                do {
                    votes = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .votes)
                } catch {
                    decoder.noteIssue("the votes cannot be read, and 0 was used", at: CodingKeys.votes)
                }
            }
        }

        let report = try VersionedJSONDecoder().decodeReporting(Poll.self, from: #"{"votes": "many"}"#.data)
        print(report.value?.votes ?? -1, report.issues)
        // 0 [line 1, column 11, at "/votes": the votes cannot be read, and 0 was used]
        // guide end
        try check()
    }

    @Test func editingAReleasedWireModel() throws {
        // guide begin
        struct SongV1: Codable {
            var title: String
            var seconds: Int  // added after the release
        }

        do {
            _ = try JSONDecoder().decode(SongV1.self, from: #"{"title": "Intro"}"#.data)
        } catch DecodingError.keyNotFound(let key, _) {
            print("old files lack", key.stringValue)
        }
        // old files lack seconds
        // guide end
        // guide begin
        func plan(_ newKey: String) throws -> MigrationPlan {
            try MigrationPlan(
                "Song", versionAt: versionField, versions: [PlanVersion("1"), PlanVersion("2")],
                migrations: [
                    Migration(
                        from: "1", to: "2", "Titles have another key", operations: [.rename("/title", to: newKey)])
                ])
        }

        var lock = PlanLock()
        try lock.add(plan("name"))
        print(try lock.violations(in: plan("label"))[0].changes.count)
        // 1
        // guide end
        try check()
    }

    @Test func theLiveModelInAnOldMigration() throws {
        // guide begin
        struct Song: Codable {
            var name: String  // was `title` until version 3
        }

        func fromVersion1(_ file: String) throws -> Song { try JSONDecoder().decode(Song.self, from: file.data) }

        do {
            print(try fromVersion1(#"{"title": "Intro"}"#).name)
        } catch DecodingError.keyNotFound(let key, _) {
            print("the old migration now needs", key.stringValue)
        }
        // the old migration now needs name
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
