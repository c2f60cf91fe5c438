import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct EncoderOptionsTests {
    private func text(_ encoder: VersionedJSONEncoder, _ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    struct Song: Codable, Equatable {
        var title: String
        var playedAt: Date
        var cover: Data
        var gain: Double
    }

    let song = Song(
        title: "A/B", playedAt: Date(timeIntervalSince1970: 1_700_000_000), cover: Data([251, 255]), gain: .infinity)

    @Test func strategiesAreApplied() throws {
        var encoder = VersionedJSONEncoder()
        encoder.dateEncodingStrategy = .formats([try .pattern("yyyy/MM/dd", assuming: .gmt)])
        encoder.dataEncodingStrategy = .format(.hexadecimal)
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "?")
        #expect(
            try text(encoder, song) == #"{"title":"A\/B","played_at":"2023\/11\/14","cover":"fbff","gain":"+∞"}"#)
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(Int(date.timeIntervalSince1970))
            try container.encode(encoder.codingPath.map(\.stringValue))
        }
        encoder.dataEncodingStrategy = .custom { data, encoder in try data.count.encode(to: encoder) }
        encoder.keyEncodingStrategy = .custom { path in
            Named(stringValue: "\(path.count)\(path[path.count - 1].stringValue)")
        }
        #expect(
            try text(encoder, [song])
                == #"[{"2title":"A/B","2playedAt":[1700000000,["Index 0","playedAt"]],"2cover":2,"2gain":"+∞"}]"#)
    }

    struct Named: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test func stylesLayOutTheBytes() throws {
        var encoder = VersionedJSONEncoder()
        encoder.style = WritingStyle(
            indentation: .spaces(1), keyOrder: .sorted, escapesNonASCII: true, finalNewline: true)
        let value = ["b": ["é/"], "a": [], "ü": ["𝄞"]]
        #expect(
            try text(encoder, value)
                == "{\n \"a\": [],\n \"b\": [\n  \"\\u00e9/\"\n ],\n \"\\u00fc\": [\n  \"\\ud834\\udd1e\"\n ]\n}\n")
    }

    @Test func equalModelsHaveEqualBytes() throws {
        let names = (0..<50).map { "key \($0)" }
        let texts = try (0..<5).map { _ in
            try text(VersionedJSONEncoder(), Dictionary(uniqueKeysWithValues: names.shuffled().map { ($0, 1) }))
        }
        #expect(Set(texts).count == 1)
        #expect(texts[0].hasPrefix(#"{"key 0":1,"key 1":1,"key 10":1"#))
    }

    enum Collision: String, CodingKey { case imageURL, imageUrl }

    @Test func twoKeysOfOneNameAreAnError() throws {
        var encoder = VersionedJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        for order in [[Collision.imageURL, .imageUrl], [.imageUrl, .imageURL]] {
            let error = #expect(throws: EncodingError.self) {
                try encoder.encode(
                    Writer { encoder in
                        var container = encoder.container(keyedBy: Collision.self)
                        for (index, key) in order.enumerated() { try container.encode(index, forKey: key) }
                    })
            }
            #expect(
                Diagnostic(describing: try #require(error)).message.contains(
                    "write different values in one place, \"/image_url\""))
        }
    }

    @Test func aDecimalThatIsNoNumberIsAnError() throws {
        let error = #expect(throws: EncodingError.self) { try VersionedJSONEncoder().encode(["d": Decimal.nan]) }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == #"at "/d": JSON has no number for NaN"#)
    }

    @Test func aDateOutsideTheFormatsYearsNamesItsPlace() throws {
        var encoder = VersionedJSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let error = #expect(throws: EncodingError.self) {
            try encoder.encode([Date.distantPast, Date(timeIntervalSince1970: 1e12)])
        }
        guard case .invalidValue(_, let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map(\.intValue) == [1])
        #expect(context.underlyingError is DateFormatError)
        encoder.dateEncodingStrategy = .formats([])
        #expect(throws: EncodingError.self) { try encoder.encode([Date.distantPast]) }
    }

    // MARK: Versions

    @Test func payloadsAreWrittenForAVersion() throws {
        let controller = VersionController<FeedVersion>(location: VersionLocation("/version", as: .integer)) {
            version in
            VersionFormat(
                dates: [.unixSeconds], keys: version == .v1 ? .snakeCase : .asDeclared, data: .base64URL,
                nonFinite: .init(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"))
        }
        let encoder = VersionedJSONEncoder(controller)
        #expect(
            String(decoding: try encoder.encode(song, for: FeedVersion.v1), as: UTF8.self)
                == #"{"version":1,"title":"A\/B","played_at":1700000000,"cover":"-_8","gain":"inf"}"#)
        #expect(
            try text(encoder, song) == #"{"version":3,"title":"A\/B","playedAt":1700000000,"cover":"-_8","gain":"inf"}"#
        )
        let both = [Versioned(["a": song], version: FeedVersion.v1)].map {
            Versioned($0.value["a"] ?? song, version: FeedVersion.v1)
        }
        #expect(try text(encoder, both).hasPrefix(#"[{"version":1,"title""#))
        let ofOneCall = #expect(throws: EncodingError.self) { try encoder.encode([song], for: FeedVersion.v1) }
        let missing = #expect(throws: EncodingError.self) { try encoder.encode(song, for: ShapeVersion.v1) }
        #expect(
            Diagnostic(describing: try #require(missing)).message.hasPrefix(
                "the encoder carries no version controller for ShapeVersion"))
        let noPlace = #expect(throws: EncodingError.self) { try encoder.encode([song]) }
        for error in [ofOneCall, noPlace] {
            #expect(
                Diagnostic(describing: try #require(error)).description
                    == #"at the root: there is no place for the version "/version": the written value is not an object; "#
                    + "fix the version on both sides (fixed(to:)), wrap the elements of a list in Versioned, or encode a model that holds the value"
            )
        }
    }

    struct Stamped: Encodable {
        var name = "n"
        var version: Int
    }

    @Test func aModelMayWriteItsVersionItself() throws {
        let controller = VersionController<FeedVersion>(location: VersionLocation("/version", as: .integer)) { _ in
            VersionFormat()
        }
        let encoder = VersionedJSONEncoder(controller)
        #expect(try text(encoder, Stamped(version: 3)) == #"{"name":"n","version":3}"#)
        let error = #expect(throws: EncodingError.self) { try encoder.encode(Stamped(version: 2)) }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == #"at "/version": "version" of CodingKeys and the version write different values in one place, "/version""#
        )
    }

    @Test func dictionariesArraysAndOptionalsTakeAConfiguration() throws {
        let controller = try Feed.controller().fixed(to: .v1)
        let model = try controller.decode(
            FeedUser.self,
            from: Data(#"{"version":1,"user_id":1,"name":"n","joined_at":"2020-06-13T15:21:42+0800"}"#.utf8)
        ).value
        let encoder = VersionedJSONEncoder()
        let one = try String(
            decoding: encoder.encode(Versioned(model, version: FeedVersion.v1), configuration: controller),
            as: UTF8.self)
        let keyed = try encoder.encode(["b": Versioned(model, version: FeedVersion.v1)], configuration: controller)
        #expect(String(decoding: keyed, as: UTF8.self) == "{\"b\":\(one)}")
        let list = try encoder.encode([Versioned(model, version: FeedVersion.v1), nil], configuration: controller)
        #expect(String(decoding: list, as: UTF8.self) == "[\(one),null]")
    }

    @Test func controllersAndFoundationsCodersGiveTheSameBytes() throws {
        let controller = try Feed.controller()
        let user = try controller.decode(
            FeedUser.self,
            from: Data(#"{"version":1,"user_id":1,"name":"n/m","joined_at":"2020-06-13T15:21:42+0800"}"#.utf8)
        ).value
        for version in FeedVersion.allCases {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            encoder.userInfo.install(controller)
            let theirs = try encoder.encode(
                Versioned(user, version: version), configuration: controller.fixed(to: version))
            #expect(try controller.encode(user, for: version) == theirs)
        }
    }
}
