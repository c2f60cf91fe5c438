import Foundation
import Testing
import VersionedCodec

/// Each public entry of the decoder, as a user of the package sees it.
@Suite struct JSONDecoderFromOutsideTests {
    struct Song: Decodable, Equatable { var title: String, playedAt: Date }

    /// What its configuration says comes before its name.
    struct Listed: DecodableWithConfiguration, Equatable {
        let name: String
        init(_ name: String) { self.name = name }
        init(from decoder: any Decoder, configuration: String) throws {
            name = configuration + (try decoder.singleValueContainer().decode(String.self))
        }
    }

    enum Provider: DecodingConfigurationProviding { static var decodingConfiguration: String { "p" } }

    let song = Song(title: "Hey", playedAt: Date(timeIntervalSince1970: 1_700_000_000))

    @Test func everyOptionIsSet() throws {
        var decoder = VersionedJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let text = #"{"title": "Hey", "playedAt": "2023-11-14T22:13:20Z"}"#
        #expect(try decoder.decode(Song.self, from: text) == song)
        decoder.dateDecodingStrategy = .custom { _ in Date(timeIntervalSince1970: 1_700_000_000) }
        decoder.dataDecodingStrategy = .format(.hexadecimal)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        decoder.assumesTopLevelDictionary = true
        decoder.parsingOptions.tolerances.insert(.trailingCommas)
        decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "key"))] = 7
        #expect(try decoder.decode(Song.self, from: #""title": "Hey", "played_at": [1,]"#) == song)
        decoder.assumesTopLevelDictionary = false
        #expect(try decoder.decode([Data].self, from: #"["0aff"]"#) == [Data([10, 255])])
        #expect(try decoder.decode([Double].self, from: #"["+", "-"]"#) == [.infinity, -.infinity])
    }

    @Test func everySourceIsRead() throws {
        let decoder = VersionedJSONDecoder()
        let text = "[1, 2]"
        #expect(try decoder.decode([Int].self, from: text) == [1, 2])
        #expect(try decoder.decode([Int].self, from: Data(text.utf8)) == [1, 2])
        #expect(try decoder.decode([Int].self, from: Array(text.utf8)) == [1, 2])
        let document = try JSONDocument(parsing: text)
        #expect(try decoder.decode([Int].self, from: document.root) == [1, 2])
    }

    @Test func configurationsReachEveryDepth() throws {
        let decoder = VersionedJSONDecoder()
        let (one, list) = (Data(#""a""#.utf8), Data(#"["a", null]"#.utf8))
        #expect(try decoder.decode(Listed.self, from: one, configuration: "x") == Listed("xa"))
        #expect(try decoder.decode(Listed.self, from: Array(one), configuration: "x") == Listed("xa"))
        #expect(
            try decoder.decode(Listed.self, from: JSONDocument(parsing: one).root, configuration: "x") == Listed("xa"))
        #expect(try decoder.decode(Listed.self, from: one, configuration: Provider.self) == Listed("pa"))
        #expect(try decoder.decode([Listed?].self, from: list, configuration: "x") == [Listed("xa"), nil])
        #expect(try decoder.decode([Listed?].self, from: list, configuration: Provider.self) == [Listed("pa"), nil])
        let table = Data(#"{"k": "a", "j": "b"}"#.utf8)
        let expected = ["k": Listed("xa"), "j": Listed("xb")]
        #expect(try decoder.decode([String: Listed].self, from: table, configuration: "x") == expected)
        #expect(try decoder.decode([String: Listed].self, from: Array(table), configuration: "x") == expected)
    }

    @Test func faultsSayWhereAndWhat() throws {
        var decoder = VersionedJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode([Song].self, from: "[{\"title\": \"Hey\",\n \"played_at\": []}]")
        }
        guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map(\.stringValue) == ["Index 0", "playedAt"])
        let fault = try #require(context.underlyingError as? DecodingFault)
        #expect(fault.path == "/0/played_at")
        #expect(fault.description == "line 2, column 15, at \"/0/played_at\": expected a date, found an array")
    }

    @Test func addressesAndDecimalsReadThemselves() throws {
        struct Own: Decodable {
            let url: URL, price: Decimal
            enum CodingKeys: String, CodingKey { case url, price }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                url = try URL(from: container.superDecoder(forKey: .url))
                price = try Decimal(from: container.superDecoder(forKey: .price))
            }
        }
        let own = try VersionedJSONDecoder().decode(Own.self, from: #"{"url": "https://a.example", "price": 0.10}"#)
        #expect(own.url.absoluteString == "https://a.example")
        #expect(own.price == Decimal(1) / 10)
    }
}
