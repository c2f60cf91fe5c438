import Testing
import VersionedCodec

@Suite struct VersionDetectorTests {
    private let integer = VersionDetector(known: ["1", "2"], location: VersionLocation("/version", as: .integer))
    private let text = VersionDetector(known: ["v1", "v2"], location: VersionLocation("/meta/apiVersion", as: .string))
    private let legacy = VersionDetector(
        known: ["1", "2"], location: VersionLocation("/version", as: .integer, legacy: "1"))
    private let silent = VersionDetector(known: ["1", "2"], location: nil)

    private func error(
        of detector: VersionDetector, in payload: String, explicit: String? = nil
    ) throws -> VersionError {
        let document = try JSONDocument(parsing: payload)
        return try #require(throws: VersionError.self) { try detector.detect(in: document, explicit: explicit) }
    }

    // MARK: Found

    @Test(arguments: [
        (#"{"version": 1}"#, "1"), (#"{"version": 2}"#, "2"), (#"{"version": 2.0}"#, "2"),
        (#"{"version": 20e-1}"#, "2"),
    ])
    func integerIsFound(payload: String, label: String) throws {
        let found = try integer.detect(in: JSONDocument(parsing: payload))
        #expect(found.label == label)
        #expect(found.source == .field("/version"))
        #expect(found.source.description == #"found at "/version""#)
    }

    @Test func textIsFound() throws {
        let found = try text.detect(in: JSONDocument(parsing: #"{"meta": {"apiVersion": "v\u0032"}}"#))
        #expect(found.label == "v2" && found.source == .field("/meta/apiVersion"))
    }

    @Test(arguments: ["{}", "[]", "null", #"{"Version": 2}"#])
    func payloadWithoutVersionIsTheLegacyVersion(payload: String) throws {
        let found = try legacy.detect(in: JSONDocument(parsing: payload))
        #expect(found.label == "1")
        #expect(found.source == .legacy)
        #expect(found.source.description == "declared default for payloads without a version")
    }

    @Test func fieldWinsOverTheLegacyVersion() throws {
        #expect(try legacy.detect(in: JSONDocument(parsing: #"{"version": 2}"#)).label == "2")
    }

    @Test(arguments: ["{}", #"{"version": 2}"#, #"{"version": "x"}"#])
    func explicitVersionWinsOverWhatThePayloadSays(payload: String) throws {
        for detector in [integer, legacy, silent] {
            let found = try detector.detect(in: JSONDocument(parsing: payload), explicit: "1")
            #expect(found.label == "1" && found.source == .explicit)
            #expect(found.source.description == "given explicitly")
        }
    }

    @Test func versionMayBeTheWholePayload() throws {
        let detector = VersionDetector(known: ["1"], location: VersionLocation(.root, as: .integer))
        #expect(try detector.detect(in: JSONDocument(parsing: "1")).source.description == "found at the root")
    }

    // MARK: Not found

    @Test(arguments: ["{}", "[2]", "2", #"{"meta": {"version": 2}}"#])
    func missingVersionThrowsMissingVersion(payload: String) throws {
        let error = try error(of: integer, in: " \n" + payload)
        #expect(error.code == .missing)
        #expect(error.path == "/version")
        #expect(error.position == SourcePosition(line: 2, column: 1, byteOffset: 2))
        #expect(error.found == nil)
        #expect(error.tried == [.field("/version")])
        #expect(
            error.description
                == #"line 2, column 1, at "/version": the payload names no version: looked for a version at "/version"; known versions: 1, 2; to accept such payloads, declare a default version"#
        )
    }

    @Test func payloadsThatNeverSayTheirVersionNeedAnExplicitOne() throws {
        let error = try error(of: silent, in: #"{"version": 1}"#)
        #expect(error.code == .missing)
        #expect(error.path == nil && error.position == nil && error.tried.isEmpty)
        #expect(
            error.description == "the payload names no version: no place for one is declared; known versions: 1, 2")
    }

    @Test(arguments: [
        (#""2""#, #"a string ("2")"#), ("2.5", "a number (2.5)"), ("1e60", "a number (1e60)"),
        ("true", "a boolean (true)"),
        ("null", "null"), ("[2]", "an array"), (#"{"major": 2}"#, "an object"),
    ])
    func versionOfAnotherFormThrowsUnreadableVersion(value: String, shown: String) throws {
        for detector in [integer, legacy] {
            let error = try error(of: detector, in: #"{"version": \#(value)}"#)
            #expect(error.code == .unreadable)
            #expect(error.form == .integer)
            #expect(error.found == (try JSONDocument(parsing: value).root))
            #expect(error.position == SourcePosition(line: 1, column: 13, byteOffset: 12))
            #expect(
                error.description
                    == #"line 1, column 13, at "/version": the version is unreadable: expected an integer, found \#(shown); known versions: 1, 2"#
            )
        }
    }

    @Test func numberWhereTextIsDeclaredThrowsUnreadableVersion() throws {
        let error = try error(of: text, in: #"{"meta": {"apiVersion": 2}}"#)
        #expect(error.code == .unreadable)
        #expect(
            error.diagnostic.message
                == "the version is unreadable: expected a string, found a number (2); known versions: v1, v2")
    }

    @Test(arguments: [
        ("3", VersionError.Code.tooNew, "version 3 is newer than any known one; known versions: 1, 2"),
        ("10", .tooNew, "version 10 is newer than any known one; known versions: 1, 2"),
        ("0", .tooOld, "version 0 is older than any known one; known versions: 1, 2"),
        ("-1", .tooOld, "version -1 is older than any known one; known versions: 1, 2"),
    ])
    func integerOutsideOfTheListThrowsItsOwnCode(value: String, code: VersionError.Code, message: String) throws {
        let error = try error(of: integer, in: #"{"version": \#(value)}"#)
        #expect(error.code == code)
        #expect(error.description == #"line 1, column 13, at "/version": \#(message)"#)
    }

    @Test func explicitVersionOutsideOfTheListIsToldWithoutAPlace() throws {
        let error = try error(of: integer, in: #"{"version": 1}"#, explicit: "3")
        #expect(error.code == .tooNew)
        #expect(error.tried == [.explicit])
        #expect(
            error.description == #"version "3", which was given, is newer than any known one; known versions: 1, 2"#)
    }
}
