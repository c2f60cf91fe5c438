import Foundation
import Testing
import VersionedCodec

/// The text in any writing style is that of the compact text, read and written in the style; members are sorted by the
/// bytes of their names.
@Suite struct EncoderLayoutTests {
    private struct Shelf: Encodable {
        let title = #"a: "{b}", [\] / é"#
        let empty: [String: Int] = [:]
        let books = [["pages": [1, 2], "none": []], [:]]
    }

    static let styles = [
        WritingStyle.pretty, WritingStyle(colon: " : ", comma: ", ", emptyArray: "[ ]", finalNewline: true),
        WritingStyle(indentation: .tabs(1), escapesSlashes: true, escapesNonASCII: true, lineEnding: .crlf),
        WritingStyle(indentation: .spaces(4), emptyArray: "[\n\n]", emptyObject: "{\n }", lineEnding: .crlf),
        WritingStyle(indentation: .spaces(0), keyOrder: .sorted), WritingStyle(emptyArray: "[\n]"),
    ]

    @Test(arguments: styles) func everyStyleIsThatOfTheDocument(_ style: WritingStyle) throws {
        var encoder = VersionedJSONEncoder()
        let compact = try JSONDocument(parsing: encoder.encode(Shelf()))
        encoder.style = style
        #expect(try String(decoding: encoder.encode(Shelf()), as: UTF8.self) == compact.root.text(in: style))
        #expect(try String(decoding: encoder.encode("text"), as: UTF8.self) == JSONValue("text").text(in: style))
    }

    private struct Names: Encodable {
        enum CodingKeys: String, CodingKey {
            case last = "b", longer = "a!b", space = "a ", short = "a", object = "B", accent = "é"
        }

        var innermost = false

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(1, forKey: .accent)
            try container.encode("x,\"", forKey: .last)
            try container.encode(3, forKey: .longer)
            if !innermost { try container.encode(Names(innermost: true), forKey: .object) }
            try container.encode([4, 5], forKey: .space)
            try container.encode(6, forKey: .short)
        }
    }

    @Test func sortedMembersStandByTheBytesOfTheirNames() throws {
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let inner = #"{"a":6,"a ":[4,5],"a!b":3,"b":"x,\"","é":1}"#
        let outer = #"{"B":\#(inner),"# + inner.dropFirst()
        for _ in 0..<3 { #expect(try String(decoding: encoder.encode(Names()), as: UTF8.self) == outer) }
    }

    private enum Edition: Int, APIVersion { case v1 = 1, v2 }

    private struct Versions: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(["found": encoder.versionController(for: Edition.self).version.rawValue])
        }
    }

    @Test func aControllerInstalledLaterWritesInThePlaceOfTheEncodersOwn() throws {
        var encoder = VersionedJSONEncoder(VersionController<Edition>())
        #expect(try String(decoding: encoder.encode(Versions(), for: Edition.v1), as: UTF8.self) == #"{"found":1}"#)
        #expect(try String(decoding: encoder.encode(Versions()), as: UTF8.self) == #"{"found":2}"#)
        encoder.userInfo.install(
            VersionController<Edition>(location: VersionLocation("/v", as: .integer), legacy: nil))
        struct Page: Encodable { let number = 7 }
        #expect(try String(decoding: encoder.encode(Page(), for: Edition.v1), as: UTF8.self) == #"{"v":1,"number":7}"#)
    }
}
