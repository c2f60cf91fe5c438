import Foundation
import Migrations
import Testing
import VersionedCodec

/// Versions that some documents say as an integer, and others as a string.
@Suite struct EitherFormOfVersionTests {
    private static let file = #"""
        {"planFormat": 1, "name": "", "version": {"at": "/v", "as": "integerOrString", "default": "1"},
         "versions": [{"version": "1"}, {"version": "2"}, {"version": "3"}], "migrations": [
          {"from": "1", "to": "2", "summary": "a becomes b", "operations": [{"op": "rename", "path": "/a", "to": "b"}]},
          {"from": "2", "to": "3", "summary": "b becomes c", "operations": [{"op": "rename", "path": "/b", "to": "c"}]}]}
        """#

    private let plan: MigrationPlan

    init() throws { plan = try MigrationPlan(planFile: Self.file) }

    @Test(arguments: [
        (#"{"v": 1, "a": 0}"#, "3", #"{"v": 3, "c": 0}"#), (#"{"v": "1", "a": 0}"#, "3", #"{"v": "3", "c": 0}"#),
        (#"{"a": 0}"#, "3", #"{"v": 3, "c": 0}"#), (#"{"v": "3", "c": 0}"#, "1", #"{"v": "1", "a": 0}"#),
        (#"{"v": "3", "c": 0}"#, "2", #"{"v": "2", "b": 0}"#), (#"{"v": 3, "c": 0}"#, "2", #"{"v": 2, "b": 0}"#),
        (#"{"v": "3", "c": 0}"#, "3", #"{"v": "3", "c": 0}"#),
    ])
    func eachDocumentKeepsItsWay(document: String, target: String, result: String) throws {
        #expect(try plan.migrate(document, to: target).text == result)
        let declared = MigrationOptions(style: .version)
        #expect(try plan.migrate(JSONDocument(parsing: document), to: target, options: declared).text == result)
        #expect(
            try MigrationPlan(planFile: #require(plan.planFile).text()).migrate(document, to: target).text == result)
    }

    @Test(arguments: [("1", "2"), ("3", "3")]) func aVersionThatIsGivenKeepsTheWayToo(from: String, target: String)
        throws
    {
        let document = from == "1" ? #"{"v": "1", "a": 0}"# : #"{"v": "3", "c": 0}"#
        let result = from == "1" ? #"{"v": "2", "b": 0}"# : document
        #expect(try plan.migrate(document, to: target, from: from).text == result)
    }

    @Test(arguments: [
        (#"{"meta": {"v": "2"}, "b": 0}"#, "3", #"{"v": "3", "meta": {}, "c": 0}"#),
        (#"{"meta": {"v": 2}, "b": 0}"#, "3", #"{"v": 3, "meta": {}, "c": 0}"#),
        (#"{"v": "1", "a": 0}"#, "2", #"{"b": 0, "meta": {"v": "2"}}"#),
        (#"{"v": "3", "c": 0}"#, "1", #"{"v": "1", "a": 0, "meta": {}}"#),
    ])
    func aVersionInAPlaceOfItsOwnKeepsTheWay(document: String, target: String, result: String) throws {
        let file = Self.file.replacing(#"{"version": "2"}"#, with: #"{"version": "2", "at": "/meta/v"}"#)
        #expect(try MigrationPlan(planFile: file).migrate(document, to: target).text == result)
    }

    @Test func linesOfBothWaysMayTakeTurns() throws {
        for index in 0..<40 {
            let isString = index % 3 == 1
            let (one, three) = isString ? (#""1""#, #""3""#) : ("1", "3")
            let migrated = try plan.migrate(#"{"v":\#(one),"a":\#(index)}"#, to: "3").text
            #expect(migrated == #"{"v":\#(three),"c":\#(index)}"#)
        }
    }

    @Test(arguments: [#"{"v": "1", "a": 0}"#, #"{"v": 1, "a": 0}"#, #"{"v": "3", "c": 0}"#])
    func aRoundTripComesBackInTheSameWay(document: String) throws {
        let trips = try plan.roundTrips(of: JSONDocument(parsing: document))
        #expect(trips.count == 2 && trips.allSatisfy(\.isSound))
    }

    @Test(arguments: [
        (#"{"v": "x"}"#, #"version "x" is unknown; known versions: 1, 2, 3"#),
        (#"{"v": "9"}"#, #"version "9" is newer than any known one; known versions: 1, 2, 3"#),
        (#"{"v": "01"}"#, #"version "01" is unknown; known versions: 1, 2, 3"#),
        (
            #"{"v": null}"#,
            "the version is unreadable: expected an integer or a string, found null; known versions: 1, 2, 3"
        ),
        (
            #"{"v": 1.5}"#,
            "the version is unreadable: expected an integer or a string, found a number (1.5); known versions: 1, 2, 3"
        ),
    ])
    func whatIsNoVersionIsTold(document: String, says: String) {
        let error = #expect(throws: (any Error).self) { try plan.migrate(document, to: "3") }
        #expect(error.map { "\($0)" }?.hasSuffix(says) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func aLabelThatIsNoIntegerIsRefused() {
        let error = #expect(throws: PlanError.self) {
            try MigrationPlan(
                "", versionAt: VersionLocation("/v", as: .integerOrString), versions: [PlanVersion("1.0")],
                migrations: [])
        }
        #expect(
            error?.description
                == #"the version "1.0" cannot be written as an integer, as the place of the version asks"#)
    }

    @Test(arguments: [(#""text": "v{version}""#, "text"), (#""minor": "/w""#, "minor")])
    func whatGoesWithOtherFormsIsRefused(member: String, name: String) {
        let file = Self.file.replacing(#""default": "1""#, with: member)
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: file) }
        #expect(error?.path == JSONPointer(["version", name]))
    }

    // MARK: Models

    private enum Version: Int, APIVersion { case v1 = 1, v2 }

    private struct Note: Codable, Equatable { var text = "Hi" }

    private let controller = VersionController<Version>(location: VersionLocation("/v", as: .integerOrString))

    @Test(arguments: [#"{"v":1,"text":"Hi"}"#, #"{"v":"1","text":"Hi"}"#, #"{"v":"2","text":"Hi"}"#])
    func aModelIsWrittenBackAsItCame(payload: String) throws {
        let data = Data(payload.utf8)
        let note = try controller.decode(Note.self, from: data)
        #expect(note.value == Note() && note.source == .field("/v"))
        #expect(note.version == (payload.contains("2") ? .v2 : .v1))
        // Our own coders.
        var encoder = VersionedJSONEncoder()
        encoder.userInfo.install(controller)
        #expect(try String(decoding: encoder.encode(note), as: UTF8.self) == payload)
        // Foundation's.
        let foundation = JSONEncoder()
        foundation.outputFormatting = .sortedKeys
        foundation.userInfo.install(controller)
        let decoder = JSONDecoder()
        decoder.userInfo.install(controller)
        let other = try decoder.decode(Versioned<Note, Version>.self, from: data)
        #expect(other == note)
        let written = try String(decoding: foundation.encode(other), as: UTF8.self)
        let members = payload.dropFirst().dropLast().split(separator: ",")
        #expect(written == "{\(members[1]),\(members[0])}")
        // A new payload gets the integer.
        #expect(try String(decoding: controller.encode(Note(), for: .v1), as: UTF8.self) == #"{"text":"Hi","v":1}"#)
    }

    @Test func anotherVersionOfAModelKeepsTheWay() throws {
        var note = try controller.decode(Note.self, from: Data(#"{"v":"1","text":"Hi"}"#.utf8))
        note.version = .v2
        var encoder = VersionedJSONEncoder()
        encoder.userInfo.install(controller)
        #expect(try String(decoding: encoder.encode(note), as: UTF8.self) == #"{"v":"2","text":"Hi"}"#)
        let elements = Data(#"[{"v":"1","text":"Hi"},{"v":2,"text":"Hi"}]"#.utf8)
        var decoder = VersionedJSONDecoder()
        decoder.userInfo.install(controller)
        let notes = try decoder.decode([Versioned<Note, Version>].self, from: elements)
        #expect(try encoder.encode(notes) == elements)
    }
}
