import Foundation
import Migrations
import Testing
import VersionedCodec

/// Older payloads whose steps are operations: the migrator gives the model of the migrated document, whether that is
/// written or not.
@Suite struct OperationDecodingTests {
    private enum Steps: Int, APIVersion { case one = 1, two }

    private struct Page: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case version, state, count, items, note
            case quoted = "a\"b/ü"
        }

        var version: Int
        var state: String
        var count: Int
        var quoted: Bool
        var items: [[String: Int]]
        var note: String?
    }

    private static let payload = Data(
        #"{"version": 1, "state": "old", "count": "12", "flag": true, "items": [{"x": 1, "z": 2}, {"z": 3}], "note": "Ü"}"#
            .utf8)

    private static let scalars: [JSONOperation] = [
        .set("/state", to: "li\"ne\nü/", from: "old"), .convert("/count", from: .string, to: .number),
        .rename("/flag", to: "a\"b/ü"), .each("/items", [.rename("/z", to: "y")]),
    ]

    private static let model = Page(
        version: 2, state: "li\"ne\nü/", count: 12, quoted: true, items: [["x": 1, "y": 2], ["y": 3]], note: "Ü")

    private static func migrator(_ operations: [JSONOperation]) throws -> Migrator<Page, Steps> {
        try Migrator(
            Page.self, controller: VersionController<Steps>(location: VersionLocation("/version", as: .integer)),
            migrations: [Migration(from: Steps.one, to: .two, "all at once", operations: operations)])
    }

    @Test(arguments: [[], [JSONOperation.remove("/gone", default: 1, ifAbsent: .skip)]])
    func newKeysAndScalarsAreRead(more: [JSONOperation]) throws {
        let migrator = try Self.migrator(Self.scalars + more)
        for _ in 0..<3 {
            let decoded = try migrator.decode(Self.payload)
            #expect(decoded.model == Self.model)
            #expect(decoded.version == .one && decoded.source == .field("/version") && decoded.losses.isEmpty)
            #expect(try migrator.decode(migrator.migrate(Self.payload, to: .two).data).model == Self.model)
        }
    }

    @Test func membersComeAndGo() throws {
        let migrator = try Self.migrator(
            Self.scalars + [.remove("/note", reason: "nobody reads it"), .add("/note", value: "new")])
        var model = Self.model
        model.note = "new"
        for _ in 0..<3 {
            let decoded = try migrator.decode(Self.payload)
            #expect(decoded.model == model)
            #expect(decoded.losses.map(\.path) == ["/note"] && decoded.losses.map(\.value) == ["Ü"])
            #expect(decoded.losses.first?.position?.column == 108)
        }
    }

    @Test func theVersionMayBeTheCallersWord() throws {
        let migrator = try Self.migrator(Self.scalars)
        let payload = Data(
            String(decoding: Self.payload, as: UTF8.self).replacing(#""version": 1"#, with: #""version": 2"#).utf8)
        let decoded = try migrator.decode(payload, from: .one)
        #expect(decoded.model == Self.model && decoded.version == .one && decoded.source == .explicit)
    }

    @Test func anErrorNamesTheStepAndThePlaceInThePayload() throws {
        let migrator = try Self.migrator(Self.scalars)
        let text = String(decoding: Self.payload, as: UTF8.self)
        let error = #expect(throws: MigrationError.self) {
            try migrator.decode(Data(text.replacing(#""12""#, with: #""twelve""#).utf8))
        }
        #expect(error?.path == "/count" && error?.position?.column == 41 && error?.step == "1 → 2")
        // It migrates, and is not a model: the operations leave the fault where it was.
        let other = #expect(throws: MigrationError.self) {
            try migrator.decode(Data(text.replacing(#""x": 1"#, with: #""x": "one""#).utf8))
        }
        #expect(other?.code == .doesNotDecode && other?.path == "/items/0/x")
        #expect(try migrator.decode(Self.payload).model == Self.model)
    }

    @Test func documentsOfAllSizesFollowEachOther() throws {
        let migrator = try Self.migrator(Self.scalars)
        let long = (0..<40_000).map { #"{"z": \#($0)}"# }.joined(separator: ", ")
        let text = String(decoding: Self.payload, as: UTF8.self).replacing(#"{"z": 3}"#, with: long)
        for _ in 0..<2 {
            let decoded = try migrator.decode(Data(text.utf8)).model
            #expect(decoded.items.count == 40_001 && decoded.items.last == ["y": 39_999])
            #expect(try migrator.decode(Self.payload).model == Self.model)
        }
    }

    @Test func manyTasksShareAMigrator() async throws {
        let migrator = try Self.migrator(Self.scalars)
        let all = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    (0..<200).allSatisfy { _ in (try? migrator.decode(Self.payload).model) == Self.model }
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(all)
    }
}
