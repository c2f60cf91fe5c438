import Foundation
import TestSupport
import Testing
import VersionedCodec

/// `assumesTopLevelDictionary`, for texts that do not begin with a character of JSON.
@Suite struct MembersWithoutBracesTests {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private struct Model: Codable, Equatable { var a: Int? }

    private enum Version: Int, APIVersion { case v1 = 1 }

    private static func decoders() -> [VersionedJSONDecoder] {
        let plain = VersionedJSONDecoder()
        let controlled = VersionedJSONDecoder(
            VersionController<Version>(location: VersionLocation("/version", as: .integer), legacy: .v1))
        return [plain, controlled].flatMap { decoder in
            [false, true].map { isJSON5 in
                var decoder = decoder
                decoder.allowsJSON5 = isJSON5
                decoder.assumesTopLevelDictionary = true
                return decoder
            }
        }
    }

    @Test func byteOrderMarkMayComeBeforeMembersWithoutBraces() throws {
        for decoder in Self.decoders() {
            for (text, expected) in [
                ("", nil), (" \n", nil), (#""a":1"#, 1), (" \"a\" : 1\n", 1), (#"{"a":1}"#, 1), (#" {"a":1}"#, 1),
            ] {
                let bytes = Self.mark + Array(text.utf8)
                #expect(try decoder.decode(Model.self, from: bytes).a == expected, "\(text)")
                let report = try decoder.decodeReporting(Model.self, from: bytes)
                #expect(report.value?.a == expected && report.issues.isEmpty, "\(text)")
            }
        }
    }

    @Test func otherEncodingsAreReadWithoutBraces() throws {
        let encodings: [String.Encoding] = [
            .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
        ]
        for decoder in Self.decoders() {
            for encoding in encodings {
                let payload = try #require(#""a":1"#.data(using: encoding))
                #expect(try decoder.decode(Model.self, from: payload).a == 1)
                #expect(try decoder.decodeReporting(Model.self, from: payload).value?.a == 1)
            }
            for mark: [UInt8] in [[0xFE, 0xFF], [0xFF, 0xFE], [0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0]] {
                #expect(try decoder.decode(Model.self, from: mark).a == nil)
            }
        }
    }

    @Test func emptyTextHasNoMembersInBothWaysOfDecoding() throws {
        for decoder in Self.decoders() {
            for text in ["", " \n"] {
                #expect(try decoder.decode(Model.self, from: text).a == nil)
                #expect(try decoder.decodeReporting(Model.self, from: text).value == Model())
            }
        }
    }

    @Test func placesCountTheByteOrderMarkAsOneColumn() throws {
        for decoder in Self.decoders() {
            for (text, place) in [
                (#""a":true"#, "line 1, column 6, at \"/a\": "), ("\n \"a\":true", "line 2, column 6, at \"/a\": "),
                (#"{"a":true}"#, "line 1, column 7, at \"/a\": "), (#""a":tru"#, "line 1, column 6, at \"/a\": "),
                (#""a"1"#, "line 1, column 5, at \"/a\": "),
            ] {
                let error = #expect(throws: DecodingError.self) {
                    try decoder.decode(Model.self, from: Self.mark + Array(text.utf8))
                }
                let diagnostic = Diagnostic(describing: try #require(error))
                #expect(diagnostic.description.hasPrefix(place), "\(text): \(diagnostic)")
            }
        }
    }

    @Test func valuesThatStayJSONKnowTheirPlaceBehindAByteOrderMark() throws {
        var decoder = VersionedJSONDecoder()
        decoder.assumesTopLevelDictionary = true
        let members = try decoder.decode([String: JSONValue].self, from: Self.mark + Array(#""a":[1], "b":2"#.utf8))
        #expect(members["a"]?.sourceOffset == 7)
        #expect(members["a"]?[0]?.sourceOffset == 8)
        #expect(members["b"]?.sourceOffset == 16)
    }

    @Test func partsOfAByteOrderMarkAreErrors() {
        for decoder in Self.decoders() {
            for bytes: [UInt8] in [
                [0xEF], [0xEF, 0xBB], [0xBB], [0xBF], [0xFE], [0xFF], [0xFF, 0xFE, 0], [0xFE, 0xFF, 0],
                [0xEF, 0xBB, 0x22], Self.mark + Self.mark + Array(#"{"a":1"#.utf8), Self.mark + [0xEF],
            ] {
                #expect(throws: DecodingError.self) { try decoder.decode(Model.self, from: bytes) }
                #expect(throws: DecodingError.self) { try decoder.decodeReporting(Model.self, from: bytes) }
            }
        }
        var strict = VersionedJSONDecoder()
        strict.assumesTopLevelDictionary = true
        strict.parsingOptions.tolerances = []
        for text in ["", #""a":1"#, #"{"a":1}"#] {
            let error = #expect(throws: DecodingError.self) {
                try strict.decode(Model.self, from: Self.mark + Array(text.utf8))
            }
            guard case .dataCorrupted(let context)? = error else { continue }
            #expect((context.underlyingError as? JSONSyntaxError)?.code == .byteOrderMark)
        }
    }

    /// The scan and the parser, which words its refusals, read the same texts; where they do not, the parser traps.
    @Test func randomBytesAreReadOrRefused() {
        var random = SplitMix(seed: 41)
        let pieces: [[UInt8]] = [
            Self.mark, [0xEF], [0xBB], [0xFF, 0xFE], [0xFE, 0xFF], [0], [0, 0], Array("{".utf8), Array("}".utf8),
            Array("\"a\":1".utf8), Array(",".utf8), Array(" ".utf8), Array("\n".utf8), Array("//".utf8),
            Array("/**/".utf8), Array("a:".utf8), Array("[1]".utf8), Array("é".utf8), [0x1F],
        ]
        let decoders = Self.decoders()
        for _ in 0..<Cases.some(of: 4000) {
            let bytes = (0..<random.next() % 7).flatMap { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
            for var decoder in decoders {
                for assumes in [false, true] {
                    decoder.assumesTopLevelDictionary = assumes
                    if (try? decoder.decode([String: JSONValue].self, from: bytes)) != nil {
                        #expect((try? decoder.decodeReporting([String: JSONValue].self, from: bytes)) != nil)
                    }
                }
            }
            _ = try? JSONDocument(parsing: bytes, options: decoders[1].parsingOptions)
        }
    }
}
