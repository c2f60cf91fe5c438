import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide: errors", run word for word.
@Suite struct FieldGuideErrorsTests: GuideSuite {
    let page = GuidePage("FieldGuideErrors")
    let printed = PrintedLines()

    @Test func eachKindOfError() throws {
        // guide begin
        struct Song: Codable {
            var title: String
            var seconds: Int
        }

        for payload in [
            #"{"title": "A"}"#,
            #"{"title": "A", "seconds": "long"}"#,
            #"{"title": "A", "seconds": null}"#,
            #"{"title": "A", "seconds": 7.5}"#,
            #"{"title": "A", "seconds": }"#,
        ] {
            do {
                _ = try VersionedJSONDecoder().decode(Song.self, from: payload)
            } catch {
                print(Diagnostic(describing: error))
            }
        }
        // line 1, column 1, at the root: there is no member "seconds"
        // line 1, column 27, at "/seconds": expected an integer, found a string ("long")
        // line 1, column 27, at "/seconds": expected an integer, found null
        // line 1, column 27, at "/seconds": the number 7.5 does not fit Int
        // line 1, column 27, at "/seconds": expected a value, found "}"
        // guide end
        try check()
    }

    @Test func encodingHasOneError() throws {
        // guide begin
        do {
            _ = try VersionedJSONEncoder().encode(["gains": [1, Double.infinity]])
        } catch {
            print(Diagnostic(describing: error))
        }
        // at "/gains/1": JSON has no number for inf; nonConformingFloatEncodingStrategy may give it a text
        // guide end
        try check()
    }

    @Test func unsupportedVersions() throws {
        // guide begin
        struct Note: Codable { var text: String }

        let api = VersionController<API>(location: versionField)
        for payload in [#"{"version": 3, "text": "A"}"#, #"{"version": "two", "text": "A"}"#, #"{"text": "A"}"#] {
            do {
                _ = try api.decode(Note.self, from: payload.data)
            } catch {
                print(Diagnostic(describing: error))
            }
        }
        // line 1, column 13, at "/version": version 3 is newer than any known one; known versions: 1, 2
        // line 1, column 13, at "/version": the version is unreadable: expected an integer, found a string ("two"); known versions: 1, 2
        // line 1, column 1, at "/version": the payload names no version: looked for a version at "/version"; known versions: 1, 2; to accept such payloads, declare a default version
        // guide end
        try check()
    }

    @Test func aCatchOfFourCases() throws {
        // guide begin
        struct Song: Codable { var title: String }

        func advice(_ payload: String) throws -> String {
            do {
                let song = try VersionedJSONDecoder().decode(Song.self, from: payload)
                return song.title
            } catch DecodingError.keyNotFound(let key, _) {
                return "missing: \(key.stringValue)"
            } catch DecodingError.typeMismatch(_, let context) {
                return "wrong kind: \(context.codingPath.map(\.stringValue))"
            } catch DecodingError.valueNotFound(_, let context) {
                return "null: \(context.codingPath.map(\.stringValue))"
            } catch DecodingError.dataCorrupted(let context) {
                return "corrupted: \(context.debugDescription)"
            }
        }

        print(try advice(#"{}"#))
        // missing: title
        print(try advice(#"{"title": 7}"#))
        // wrong kind: ["title"]
        print(try advice(#"{"title": null}"#))
        // null: ["title"]
        print(try advice(#"{"title""#))
        // corrupted: line 1, column 9, at "/title": expected ":", but the text ends
        // guide end
        try check()
    }

    @Test func anErrorOfYourApp() throws {
        // guide begin
        struct Song: Codable { var title: String }

        enum AppError: Error {
            case updateNeeded(found: String)
            case badPayload(place: String, reason: String)

            init(_ error: any Error) {
                let diagnostic = Diagnostic(describing: error)
                if case DecodingError.dataCorrupted(let context) = error,
                    let version = context.underlyingError as? VersionError, version.code == .tooNew
                {
                    self = .updateNeeded(found: version.found?.text() ?? "")
                } else {
                    self = .badPayload(place: diagnostic.path?.description ?? "", reason: diagnostic.message)
                }
            }
        }

        let api = VersionController<API>(location: versionField)
        for payload in [#"{"version": 3}"#, #"{"version": 1, "title": 7}"#] {
            do {
                _ = try api.decode(Song.self, from: payload.data)
            } catch {
                print(AppError(error))
            }
        }
        // updateNeeded(found: "3")
        // badPayload(place: "/title", reason: "expected a string, found a number (7)")
        // guide end
        // guide begin
        let songs = try Migrator(
            Song.self, controller: api,
            migrations: [
                Migration(
                    from: API.v1, to: .v2, "The name is called title", operations: [.rename("/name", to: "title")])
            ])
        do {
            _ = try songs.decode(#"{"version": 3}"#.data)
        } catch {
            let version = error.underlying as? VersionError
            print(version?.code == .tooNew, Diagnostic(describing: error).position?.column ?? 0)
        }
        // true 13
        // guide end
        try check()
    }

    @Test func everythingThatIsWrong() throws {
        // guide begin
        struct Song: Codable {
            var id: Int
            var title: String
            var seconds: Int?
        }

        let sent = #"[{"id": "one", "title": 7}, {"id": 2, "title": "B", "seconds": "long"}]"#
        let report = try VersionedJSONDecoder().decodeReporting([Song].self, from: sent.data)
        print(report.value?.map(\.title) ?? [])
        // ["B"]
        for issue in report.issues { print(issue) }
        // line 1, column 9, at "/0/id": expected an integer, found a string ("one")
        // line 1, column 25, at "/0/title": expected a string, found a number (7)
        // line 1, column 64, at "/1/seconds": expected an integer, found a string ("long")
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
