import CVersionedJSON
import Foundation
import Testing
import VersionedCodec
import VersionedJSONLibrary

@Suite struct PlanSetCallTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "set-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(orders.utf8).write(to: folder.appending(path: "order.json"))
        let set = """
            {"planSetFormat": 1, "name": "Shop", "entities": [
              {"name": "Order", "plan": "order.json"}, {"name": "Page", "nested": [{"entity": "Order", "eachOf": "/items"}]}],
             "apiVersions": [{"version": "2025", "pins": {"Order": "1"}}, {"version": "2026", "pins": {"Order": "2"}}]}
            """
        try Data(set.utf8).write(to: folder.appending(path: "set.json"))
    }

    private func library(_ entity: String, _ name: String = "set.json") throws -> Library {
        let path = folder.appending(path: name).path
        return Library(holding: try Library.called { versionedjson_plan_set_open(path, entity, $0) })
    }

    @Test func nestedEntitiesOfEachDocumentAreMigrated() throws {
        defer { try? FileManager.default.removeItem(at: folder) }  // one that stays does no harm
        let pages = [
            #"{"items": [{"version": 1, "total": 5, "note": "x"}]}"#, "{",
            #"{"items": [{"version": 2, "price": 1.50}]}"#,
        ]
        let found = try library("Page").migrate(pages, to: "2026")
        #expect(found.map(\.outcome) == [1, 2, 0])
        #expect(found[0].text == #"{"items": [{"version": 2, "price": 5}]}"#)
        #expect(found[0].losses.contains(#""path":"/items/0/note""#))
        #expect(found[1].error.contains("unexpectedEnd"))
    }

    @Test func payloadThatStaysAsItIsIsPutOnOneLine() throws {
        defer { try? FileManager.default.removeItem(at: folder) }  // one that stays does no harm
        let text = "{\"items\": [\n  {\"version\": 2, \"price\": 1.50}\n]}\n"
        let found = try library("Page").migrate([text], to: "2026", #"{"oneLine": true}"#)
        #expect(found == [Document(outcome: 0, text: #"{"items":[{"version":2,"price":1.50}]}"#)])
        #expect(try library("Page").migrate([text], to: "2026") == [Document(outcome: 0, text: text)])
    }

    @Test func whatIsNotInTheSetIsAnError() throws {
        defer { try? FileManager.default.removeItem(at: folder) }  // one that stays does no harm
        #expect(try #require(throws: CallError.self) { try library("Nothing") }.code == "unknownEntity")
        #expect(
            try #require(throws: CallError.self) { try library("Order").migrate(["{}"], to: "9") }.code
                == "unknownVersion")
        #expect(throws: CallError.self) { try library("Order", "order.json") }
        let absent = try #require(throws: CallError.self) { try library("Order", "absent.json") }
        let path = folder.appending(path: "absent.json").path
        #expect(absent.code == "unreadable" && absent.reason == "\(path): cannot read: No such file or directory")
        try Data("{\n1}".utf8).write(to: folder.appending(path: "order.json"))
        let mistake = try #require(throws: CallError.self) { try library("Order") }
        #expect(mistake.reason?.hasPrefix(folder.appending(path: "order.json").path + ": ") == true)
        #expect(mistake.json[at: "/line"] == 2)
        try FileManager.default.removeItem(at: folder.appending(path: "order.json"))
        #expect(throws: CallError.self) { try library("Order") }
    }

    @Test func pointersThatAreMissingAreErrors() throws {
        for call in [
            { versionedjson_plan_set_open(nil, "Order", $0) }, { versionedjson_plan_set_open("set.json", nil, $0) },
        ] as [(UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> OpaquePointer?] {
            #expect(try #require(throws: CallError.self) { try Library.called(call) }.code == "invalidArgument")
        }
    }
}
