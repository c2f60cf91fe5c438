import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Each public entry of the encoder, as a user of the package sees it.
@Suite struct JSONEncoderFromOutsideTests {
    struct Song: Codable { var title: String, playedAt: Date }

    struct Listed: EncodableWithConfiguration {
        let name: String

        func encode(to encoder: any Encoder, configuration: String) throws {
            var container = encoder.singleValueContainer()
            try container.encode(configuration + name)
        }
    }

    let song = Song(title: "Hey", playedAt: Date(timeIntervalSince1970: 1_700_000_000))

    @Test func everyOptionIsSet() throws {
        var encoder = VersionedJSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        #expect(
            try String(decoding: encoder.bytes(of: song), as: UTF8.self)
                == #"{"title":"Hey","playedAt":"2023-11-14T22:13:20Z"}"#)
        encoder.dateEncodingStrategy = .custom { _, encoder in try "then".encode(to: encoder) }
        encoder.dataEncodingStrategy = .format(.hexadecimal)
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        #expect(
            try String(decoding: encoder.encode(song), as: UTF8.self)
                == "{\n  \"played_at\" : \"then\",\n  \"title\" : \"Hey\"\n}")
        encoder.style = .compact
        #expect(
            try String(decoding: encoder.encode(song), as: UTF8.self) == #"{"title":"Hey","played_at":"then"}"#)
    }

    @Test func configurationsReachEveryDepth() throws {
        let encoder = VersionedJSONEncoder()
        let (one, two) = (Listed(name: "a"), Listed(name: "b"))
        func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
        #expect(text(try encoder.encode(one, configuration: "x")) == #""xa""#)
        #expect(text(try encoder.encode([one, two], configuration: "x")) == #"["xa","xb"]"#)
        #expect(text(try encoder.encode(Optional<Listed>.none, configuration: "x")) == "null")
        #expect(text(try encoder.encode(["k": one, "j": two], configuration: "x")) == #"{"j":"xb","k":"xa"}"#)
    }

    @Test func versionsAreWritten() throws {
        let controller = try Feed.controller()
        let user = try controller.decode(
            FeedUser.self,
            from: Data(#"{"version":1,"user_id":1,"name":"n","joined_at":"2020-06-13T15:21:42+0800"}"#.utf8)
        ).value
        var encoder = VersionedJSONEncoder(controller)
        encoder.outputFormatting = .sortedKeys
        for version in FeedVersion.allCases {
            let written = try encoder.encode(user, for: version)
            #expect(written == Data(try encoder.bytes(of: user, for: version)))
            #expect(try controller.decode(FeedUser.self, from: written).value == user)
            #expect(
                try encoder.encode([Versioned(user, version: version)]) == Data("[".utf8) + written + Data("]".utf8))
        }
    }
}
