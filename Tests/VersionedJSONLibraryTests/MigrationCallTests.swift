import CVersionedJSON
import Foundation
import TestSupport
import Testing
import VersionedCodec
import VersionedJSONLibrary

@Suite struct MigrationCallTests {
    @Test func batchHasAnEntryForEachDocumentInOrder() throws {
        let found = try Library(orders).migrate([
            #"{"version": 1, "total": 5}"#, #"{"version": 2,  "price": 1.50}"#, "{", "",
            #"{"version": 1, "total": 1e3, "note": "é"}"#, #"{"version": 9}"#,
        ])
        #expect(
            found == [
                Document(outcome: 1, text: #"{"version": 2, "price": 5}"#),
                Document(outcome: 0, text: #"{"version": 2,  "price": 1.50}"#),
                Document(
                    outcome: 2,
                    error: #"{"code":"unexpectedEnd","reason":"expected a key or \"}\", but the text ends","line":1,"#
                        + #""column":2,"byteOffset":1,"path":"","version":null,"step":null,"operation":null}"#),
                Document(
                    outcome: 2,
                    error: #"{"code":"unexpectedEnd","reason":"expected a value, but the text ends","line":1,"#
                        + #""column":1,"byteOffset":0,"path":"","version":null,"step":null,"operation":null}"#),
                Document(
                    outcome: 1, text: #"{"version": 2, "price": 1e3}"#,
                    losses: #"[{"path":"/note","value":"é","reason":"the other version does not have it","#
                        + #""operation":"remove \"/note\"","step":"1 → 2","line":1,"column":38}]"#),
                Document(
                    outcome: 2,
                    error: #"{"code":"tooNew","reason":"version 9 is newer than any known one; known versions: 1, 2","#
                        + #""line":1,"column":13,"byteOffset":12,"path":"/version","version":"9","step":null,"#
                        + #""operation":null}"#),
            ])
    }

    @Test func errorOfAStepNamesVersionStepAndOperation() throws {
        let found = try Library(orders).migrate(["{\n \"version\": 1}"])
        let error = try JSONDocument(parsing: found[0].error).root
        #expect(error[at: "/code"] == "absent" && error[at: "/path"] == "/total" && error[at: "/version"] == "1")
        #expect(error[at: "/step"] == "1 → 2" && error[at: "/operation"] == #"rename "/total" to "price""#)
        #expect(error[at: "/line"] == 1 && error[at: "/column"] == 1)
    }

    @Test func noDocumentsAreNoResults() throws { #expect(try Library(orders).migrate([]).isEmpty) }

    @Test func oneLineMakesALineOfEach() throws {
        let text = "{\n  \"version\": 1,\n  \"total\": 5\n}\n"
        let found = try Library(orders).migrate([text, text], #"{"oneLine": true}"#)
        #expect(found.map(\.text) == Array(repeating: #"{"version":2,"price":5}"#, count: 2))
        #expect(try Library(orders).migrate([text])[0].text == "{\n  \"version\": 2,\n  \"price\": 5\n}\n")
    }

    /// Documents of any length are bad where they would lose a value.
    @Test(arguments: [10, 1 << 16, 1 << 17, 1 << 20], ["", #","oneLine":true"#])
    func lossesThatAreRefusedMakeADocumentBad(length: Int, option: String) throws {
        let text = #"{"version": 1, "total": 5, "note": ""# + String(repeating: "n", count: length) + #""}"#
        let good = #"{"version": 1, "total": 5}"#
        let found = try Library(orders).migrate([text, good], #"{"losses":"fail"\#(option)}"#)
        #expect(found.map(\.outcome) == [2, 1] && found[0].text.isEmpty && found[0].losses.isEmpty)
        #expect(try JSONDocument(parsing: found[0].error).root[at: "/code"] == "losses")
    }

    /// Of a slice of a column, nothing before its first document is looked at, or needs memory.
    @Test func sliceOfALargeColumnNeedsOnlyItsOwnMemory() throws {
        let text = Array(#"{"version": 1, "total": 5}"#.utf8)
        let before: Int64 = 1 << 45
        try text.withUnsafeBytes { bytes in
            let found = try Library(orders).migrate(
                at: bytes.baseAddress.map { $0 - Int(before) }, [before, before, before + Int64(text.count)])
            #expect(found.map(\.outcome) == [2, 1] && found[1].text == #"{"version": 2, "price": 5}"#)
        }
        // Documents that are all empty need no memory at all.
        #expect(try Library(orders).migrate(at: nil, [5, 5, 5]).map(\.outcome) == [2, 2])
    }

    @Test func documentsMayBeginAnywhereInTheMemory() throws {
        let found = try Library(orders).migrate(
            bytes: [Array(#"{"version": 1, "total": 5}"#.utf8), []], after: Array("{{{".utf8))
        #expect(found.map(\.text) == [#"{"version": 2, "price": 5}"#, ""] && found.map(\.outcome) == [1, 2])
    }

    @Test func optionsSayWhatHappens() throws {
        let plan = try Library(orders)
        let lossy = #"{"version": 1, "total": 5, "note": "n"}"#
        let failed = try plan.migrate([lossy], #"{"losses": "fail"}"#)
        #expect(failed[0].outcome == 2 && failed[0].error.contains(#""code":"losses""#))
        #expect(failed[0].error.contains(#""losses":[{"path":"/note""#) && failed[0].losses.isEmpty)
        // What the last call has said does not stay.
        #expect(try plan.migrate([lossy])[0].outcome == 1)
        #expect(try plan.migrate([#"{"note": null}"#], #"{"partial": true, "from": "1"}"#)[0].text == "{}")
        #expect(try plan.migrate([#"{"version": 2, "price": 5}"#], to: "1")[0].text == #"{"version": 1, "total": 5}"#)
    }

    @Test(arguments: [
        ("[]", "options are an object"), (#"{"to": "2"}"#, #"the option "to" is unknown"#),
        (#"{"from": 1}"#, #"the option "from" is a text"#),
        (#"{"oneLine": "yes"}"#, #"the option "oneLine" is true or false"#),
        (#"{"losses": "carry"}"#, #"the option "losses" is "report" or "fail""#),
        (#"{"style": "wide"}"#, #"the option "style" is "version" or "keep""#),
    ]) func wrongOptionsAreAnError(options: String, reason: String) throws {
        let error = try #require(throws: CallError.self) { try Library(orders).migrate([], options) }
        #expect(error.code == "invalidOptions" && error.reason == reason)
    }

    @Test func unknownVersionsAreAnErrorOfTheCall() throws {
        let plan = try Library(orders)
        let reason = #"version "3" is unknown; known versions: 1, 2"#
        for call in [{ try plan.migrate(["{}"], to: "3") }, { try plan.migrate(["{}"], #"{"from": "3"}"#) }] {
            let error = try #require(throws: CallError.self) { try call() }
            #expect(error.code == "unknownVersion" && error.reason == reason)
        }
    }

    @Test func plansThatAreNoneAreErrorsWithAPlace() throws {
        let syntax = try #require(throws: CallError.self) { try Library("{\n\"planFormat\": 1,,") }
        #expect(syntax.json[at: "/line"] == 2 && syntax.json[at: "/column"] == 17)
        let mistake = try #require(throws: CallError.self) {
            try Library(orders.replacing(#""rename""#, with: #""renam""#))
        }
        #expect(mistake.code == "unknownValue" && mistake.json[at: "/path"] == "/migrations/0/operations/0/op")
        let file = try #require(throws: CallError.self) { try Library(path: "/no/such/plan") }
        #expect(file.code == "unreadable" && file.reason == "/no/such/plan: cannot read: No such file or directory")
    }

    @Test func planIsReadFromAFile() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "plan-\(UUID().uuidString).json")
        try Data(orders.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }  // one that stays does no harm
        let plan = try Library(path: file.path)
        #expect(try plan.migrate([#"{"version": 1, "total": 5}"#])[0].text == #"{"version": 2, "price": 5}"#)
    }

    @Test func contradictionsAreReported() throws {
        let plan = """
            {"planFormat": 1, "name": "order", "version": {"at": "/version", "as": "integer"},
             "versions": [{"version": "1", "shape": {"/total": "present"}}, {"version": "2", "shape": {"/price": "present"}}],
             "migrations": [{"from": "1", "to": "2", "summary": "The total is called price", "operations": [
               {"op": "rename", "path": "/total", "to": "price", "ifAbsent": "skip"}]}]}
            """
        let found = try Library(plan).migrate([#"{"version": 1, "price": 5}"#])
        #expect(found[0].contradiction.contains(#"names version 1, but \"/total\" is not present"#), "\(found)")
        #expect(found[0].contradiction.hasPrefix(#"{"code":"contradiction","#))
        #expect(found[0].contradiction.contains(#""version":"1""#))
    }

    @Test func pointersThatAreMissingAreErrors() throws {
        let calls: [(String, (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> OpaquePointer?)] = [
            ("text", { versionedjson_plan_read(nil, 0, $0) }), ("path", { versionedjson_plan_open(nil, $0) }),
            ("plan", { OpaquePointer(versionedjson_migrate(nil, "2", nil, nil, nil, 0, $0)) }),
        ]
        for (name, call) in calls {
            let error = try #require(throws: CallError.self) { try Library.called(call) }
            #expect(error.code == "invalidArgument" && error.reason == "the argument '\(name)' is missing")
        }
        #expect(versionedjson_plan_open("/no/such/plan", nil) == nil, "nobody wants to know why")
        versionedjson_plan_free(nil)
        versionedjson_results_free(nil)
        versionedjson_text_free(nil)
        #expect(versionedjson_abi() == VERSIONEDJSON_ABI)
    }

    @Test(arguments: [([5, 0], 1), ([-1, 0], 1), ([0, 3, 2], 2), ([0], -1)] as [([Int64], Int64)])
    func offsetsThatLeadElsewhereAreErrors(offsets: [Int64], count: Int64) throws {
        let plan = try Library.called { error in
            orders.withCString { versionedjson_plan_read($0, orders.utf8.count, error) }
        }
        defer { versionedjson_plan_free(plan) }
        let error = try #require(throws: CallError.self) {
            try Library.called { versionedjson_migrate(plan, "2", nil, "{}   ", offsets, count, $0) }
        }
        #expect(error.code == "invalidOffsets")
    }

    @Test func threadsShareAPlan() async throws {
        let plan = try Library(orders)
        let documents = (0..<50).map { #"{"version": 1, "total": \#($0), "note": "n"}"# } + ["{"]
        let wanted = try plan.migrate(documents)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    try (0..<20).allSatisfy { round in
                        // Options that change from call to call.
                        let found = try plan.migrate(documents, (number + round) % 2 == 0 ? nil : #"{"oneLine": true}"#)
                        return found == wanted
                    }
                }
            }
            for try await isSame in group { #expect(isSame) }
        }
    }

    @Test func anyBytesAreAResultOrAnError() throws {
        let plan = try Library(orders)
        var random = SplitMix(seed: 3)
        let base = Array(#"{"version": 1, "total": [5, "a\u00e9", null, 1e9], "note": {"x": "é"}}"#.utf8)
        let documents = (0..<2_000).map { _ in
            var bytes = base
            for _ in 0..<(1 + random.next() % 3) {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() % 127) + 1
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        for options in [nil, #"{"oneLine": true}"#, #"{"style": "keep", "losses": "fail"}"#] {
            for document in try plan.migrate(documents, options) {
                #expect((document.outcome == 2) == document.text.isEmpty && document.outcome <= 2)
                #expect((document.outcome == 2) != document.error.isEmpty)
            }
        }
    }
}
