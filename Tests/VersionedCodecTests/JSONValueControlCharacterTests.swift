import Foundation
import Testing
import VersionedCodec

/// Values of a text with unescaped control characters are written as JSON.
@Suite struct JSONValueControlCharacterTests {
    private struct Event: Codable {
        var id: Int
        var payload: JSONValue
    }

    private struct Song: Codable, UnknownMembersKeeping {
        var id: Int
        var unknownMembers = UnknownMembers()
    }

    private static let text = "{\"id\":1,\"payload\":{\"a\":\"x\ty\",\"k\n\":1,\"e\":\"\\u0041\"}}"

    private static func decoder() -> VersionedJSONDecoder {
        var decoder = VersionedJSONDecoder()
        decoder.parsingOptions.tolerances = [.controlCharacters]
        return decoder
    }

    @Test(arguments: [[], .sortedKeys, .prettyPrinted] as [JSONEncoder.OutputFormatting])
    func controlCharactersAreEscaped(formatting: JSONEncoder.OutputFormatting) throws {
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = formatting
        let event = try encoder.encode(Self.decoder().decode(Event.self, from: Self.text))
        let song = try encoder.encode(Self.decoder().decode(Song.self, from: Self.text))
        for data in [event, song] {
            let read = try VersionedJSONDecoder().decode(Event.self, from: data)
            #expect(read.payload["a"]?.string == "x\ty")
            #expect(read.payload["k\n"] == 1)
            #expect(read.payload["e"]?.string == "A")
        }
    }
}
