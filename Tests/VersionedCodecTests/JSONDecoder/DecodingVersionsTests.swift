import Foundation
import Testing
import VersionedCodec

/// A decoder that carries a controller: payloads of any version.
@Suite struct DecodingVersionsTests {
    struct Item: Codable, Equatable { var playedAt: Date }

    static func decoder(legacy: String? = nil) throws -> VersionedJSONDecoder {
        VersionedJSONDecoder(try RichModel.controller(VersionLocation("/v", as: .string, legacy: legacy)))
    }

    @Test func payloadsAreReadAsTheirVersionsWrite() throws {
        let decoder = try Self.decoder()
        for payload in [
            #"{"v": "v1", "played_at": "1970-01-01 08:00:07 +0800"}"#,
            #"{"playedAt": "1970-01-01T00:00:07Z", "v": "v2"}"#,
            #"{"played_at": 7, "v": "v9"}"#, #"{"v": "\u0076\u0039", "played_at": 7}"#,
        ] {
            #expect(try decoder.decode(Item.self, from: payload) == Item(playedAt: Date(timeIntervalSince1970: 7)))
        }
    }

    @Test func typesThatFindTheirVersionAreNotFoundTwice() throws {
        let decoder = try Self.decoder(legacy: "v9")
        let payload = #"[{"v": "v1", "played_at": "1970-01-01 08:00:07 +0800"}, {"played_at": 7}]"#
        let items = try decoder.decode([Versioned<Item, RichVersion>].self, from: payload)
        #expect(items.map(\.version) == [.v1, .v9])
        let table = try decoder.decode(
            [String: Versioned<Item, RichVersion>?].self, from: #"{"a": {"played_at": 7}, "b": null}"#)
        #expect(table["a"]??.source == .legacy)
        let one = try decoder.decode(Versioned<Item, RichVersion>.self, from: #"{"v": "v9", "played_at": 7}"#)
        #expect(one.source == .field("/v"))
    }

    @Test func versionThatCannotBeToldIsAnError() throws {
        for (payload, code) in [
            (#"{"played_at": 7}"#, VersionError.Code.missing), (#"{"v": 9}"#, .unreadable), (#"{"v": "v5"}"#, .unknown),
            ("[]", .missing),
        ] {
            let error = #expect(throws: DecodingError.self) { try Self.decoder().decode(Item.self, from: payload) }
            guard case .dataCorrupted(let context) = error else { throw try #require(error) }
            #expect((context.underlyingError as? VersionError)?.code == code)
        }
    }

    @Test func faultNamesTheVersion() throws {
        let error = #expect(throws: DecodingError.self) {
            try Self.decoder().decode(Item.self, from: #"{"v": "v9", "played_at": true}"#)
        }
        guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
        #expect((context.underlyingError as? DecodingFault)?.version == "v9")
        #expect(context.codingPath.map(\.stringValue) == ["played_at"])
    }

    @Test func aDocumentAndAValueHaveVersionsToo() throws {
        let document = try JSONDocument(parsing: #"{"v": "v9", "played_at": 7}"#)
        #expect(try Self.decoder().decode(Item.self, from: document.root).playedAt == Date(timeIntervalSince1970: 7))
        #expect(
            try Self.decoder().decode(Item.self, from: ["v": "v9", "played_at": 8] as JSONValue).playedAt
                == Date(timeIntervalSince1970: 8))
    }

    @Test func dictionariesTakeAConfiguration() throws {
        struct Tables: Decodable {
            var songs: [String: ConfigurationTests.Song]
            var none: [String: ConfigurationTests.Song]?
            enum CodingKeys: String, CodingKey { case songs, none }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                let controller = try decoder.versionController(for: ShapeVersion.self)
                songs = try container.decode(
                    [String: ConfigurationTests.Song].self, forKey: .songs, configuration: controller)
                none = try container.decodeIfPresent(
                    [String: ConfigurationTests.Song].self, forKey: .none, configuration: controller)
            }
        }
        let controller = try ConfigurationTests.controller().fixed(to: .v3)
        let payload = Data(#"{"a_b": {"played_at": 60}}"#.utf8)
        let decoder = VersionedJSONDecoder()
        let songs = try decoder.decode([String: ConfigurationTests.Song].self, from: payload, configuration: controller)
        #expect(songs["a_b"]?.playedAt == Date(timeIntervalSince1970: 60))
        let lists = try decoder.decode(
            [[ConfigurationTests.Song?]].self, from: Data(#"[[{"played_at": 60}, null]]"#.utf8),
            configuration: controller)
        #expect(lists.count == 1 && lists[0].count == 2 && lists[0][1] == nil)
        let tables = try VersionedJSONDecoder(controller).decode(
            Tables.self, from: #"{"songs": {"a_b": {"played_at": 60}}, "none": null}"#)
        #expect(tables.songs["a_b"]?.playedAt == Date(timeIntervalSince1970: 60))
        #expect(tables.none == nil)
    }

    @Test func oneDecoderServesManyTasks() async throws {
        let decoder = try Self.decoder()
        let payloads: [String] = (0..<400).map { index in
            switch index % 3 {
            case 0: #"{"v": "v9", "played_at": \#(index)}"#
            case 1: #"{"v": "v10", "played_at": "nonsense"}"#
            default: #"{"v": "v2", "playedAt": "1970-01-01T00:00:07Z"}"#
            }
        }
        let results = await withTaskGroup(of: (Int, Item?).self) { group in
            for (index, payload) in payloads.enumerated() {
                group.addTask { (index, try? decoder.decode(Item.self, from: payload)) }
            }
            return await group.reduce(into: [Int: Item?]()) { $0[$1.0] = $1.1 }
        }
        for index in 0..<400 {
            let expected: Item? =
                switch index % 3 {
                case 0: Item(playedAt: Date(timeIntervalSince1970: Double(index)))
                case 1: nil
                default: Item(playedAt: Date(timeIntervalSince1970: 7))
                }
            #expect(results[index] == expected)
        }
    }
}
