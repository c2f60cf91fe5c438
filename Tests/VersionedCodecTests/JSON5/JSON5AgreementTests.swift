import Foundation
import TestSupport
import Testing

@testable import LosslessJSON
@testable import VersionedCodec

/// Texts in JSON5, right and wrong ones, at random.
enum RandomJSON5 {
    /// Whether only what Foundation reads, too, and reads alike.
    struct Maker {
        var random: SplitMix
        var asFoundation = false

        mutating func pick<Element>(_ choices: [Element]) -> Element {
            choices[Int(random.next() % UInt64(choices.count))]
        }

        mutating func space() -> String {
            let common = ["", "", "", " ", "\n  ", "\t", "/* x */", "// y\n", "\u{B}", "\r\n", "\u{C}", "/**/ "]
            return pick(
                asFoundation ? common : common + ["\u{A0}", "\u{2028}", "\u{3000}", "\u{FEFF}", "// z\u{2029}"])
        }

        mutating func string() -> String {
            let quote = pick(["'", "\""])
            let common = [
                "a", "b c", "é", "😀", #"\n"#, #"\'"#, #"\""#, #"\x41"#, #"\u00e9"#, #"\ud83d\ude00"#, "//", #"\\"#,
                #"\/"#, quote == "'" ? "\"" : "'", "\u{2028}",
            ]
            let parts =
                asFoundation ? common : common + [#"\v"#, #"\0"#, #"\q"#, "\\\n", "\\\r\n", "\\\u{2028}", "\t", #"\é"#]
            return quote + (0..<(random.next() % 5)).map { _ in pick(parts) }.joined() + quote
        }

        mutating func number() -> String {
            let common = [
                "0", "-1", "1.5", "12", "0x1F", "0xabc", "-0xFF", "+7", ".5", "-.25", "3.", "+3.e2", "1e-3", "Infinity",
                "-Infinity", "+Infinity", "NaN", "+0",
            ]
            return pick(
                asFoundation ? common : common + ["0x123456789abcdef0123456789", "-0x0", "-NaN", "+NaN", ".0e5"])
        }

        mutating func value(depth: Int = 0) -> String {
            switch random.next() % (depth < 5 ? 9 : 6) {
            case 0: return pick(["null", "true", "false"])
            case 1, 2, 3: return number()
            case 4, 5: return string()
            case 6, 7:
                let elements = (0..<(random.next() % 5)).map { _ in space() + value(depth: depth + 1) + space() }
                return "[" + elements.joined(separator: ",") + (elements.isEmpty ? space() : pick(["", ",", ", "]))
                    + "]"
            default:
                let names = ["a", "$b", "_c1", "é", "null", "NaN", "日本", "Infinity"]
                var used: Set<String> = []
                let members = (0..<(random.next() % 6)).compactMap { index -> String? in
                    let name = pick(asFoundation ? names : names + [#"\u0061x"#, "y\u{301}"])
                    let key = pick([name, "'\(name)'", "\"k\(index)\"", name + "\(index)"])
                    guard used.insert(key.filter { $0 != "'" }).inserted else { return nil }
                    return space() + key + space() + ":" + space() + value(depth: depth + 1) + space()
                }
                return "{" + members.joined(separator: ",") + (members.isEmpty ? space() : pick(["", ","])) + "}"
            }
        }

        /// A text that is mostly right.
        mutating func text() -> [UInt8] {
            var bytes = Array((space() + value() + space()).utf8)
            guard random.next() % 2 == 0 else { return bytes }
            let marks = Array("'\"\\{}[],:0x.+-eE/*\n\u{A0}aNI\u{2028}\u{C3}$u1 \u{7}".utf8) + [0xC3, 0xE2]
            for _ in 0..<(1 + random.next() % 3) where !bytes.isEmpty {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 4 {
                case 0: bytes[place] = pick(marks)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(pick(marks), at: place)
                default:
                    let other = Int(random.next() % UInt64(bytes.count))
                    bytes.removeSubrange(min(place, other)..<min(max(place, other), min(place, other) + 6))
                }
            }
            return bytes
        }
    }
}

/// The JSON that is made of JSON5 against the careful parser, and against Foundation.
@Suite struct JSON5AgreementTests {
    @Test(arguments: 0..<8) func indexAgreesWithTheCarefulParser(seed: UInt64) throws {
        var maker = RandomJSON5.Maker(random: SplitMix(seed: seed &+ 500))
        var read = 0
        for round in 0..<Cases.some(of: 3000) {
            let bytes = maker.text()
            var options = JSONParsingOptions(maximumDepth: Int(maker.random.next() % 8) + 2, tolerating: .json5)
            // With some of the tolerances, too.
            if round % 3 == 0 {
                options.tolerances = JSONParsingOptions.Tolerances(
                    rawValue: UInt32(maker.random.next() % 8192) & ~32 | 64)
            }
            var parser = JSONParser(bytes: bytes, options: options)
            let shown = "\(String(decoding: bytes, as: UTF8.self)) \(options.tolerances)"
            do {
                let expected = try parser.parse()
                let document = try JSONDocument(parsing: bytes, options: options)
                read += 1
                #expect(document.root == expected, "\(shown)")
                #expect(document.root.text() == expected.text(), "\(shown)")
                #expect(document.bytes == bytes)
                let places = (Self.places(document.root), Self.places(expected))
                #expect(places.0 == places.1, "\(shown)")
                // What is written is JSON.
                let written = document.bytes(with: document.root)
                let names = JSONParsingOptions(tolerating: .nonFiniteNumbers)
                #expect(try JSONDocument(parsing: written, options: names).root == document.root, "\(shown)")
            } catch {
                #expect(throws: error, "\(shown)") { try JSONDocument(parsing: bytes, options: options) }
            }
        }
        #expect(read > Cases.some(of: 1000))
    }

    /// Where each value begins, in the order of the text.
    private static func places(_ value: JSONValue) -> [Int?] {
        let inside = (value.array.map(Array.init) ?? []) + (value.object?.map(\.value) ?? [])
        return [value.sourceOffset] + inside.flatMap(places)
    }

    @Test(arguments: 0..<8) func membersWithoutBracesAgreeWithThoseWithin(seed: UInt64) throws {
        var maker = RandomJSON5.Maker(random: SplitMix(seed: seed &+ 900))
        var decoder = VersionedJSONDecoder()
        decoder.allowsJSON5 = true
        var bare = decoder
        bare.assumesTopLevelDictionary = true
        for _ in 0..<Cases.some(of: 1000) {
            let text = String(decoding: maker.text(), as: UTF8.self)
            let first = JSON5Rewriter.firstByte(of: Array(text.utf8), .json5)
            if first == UInt8(ascii: "{") { continue }
            let within = try? decoder.decode(AnyValue.self, from: "{" + text + "\n}")
            #expect((try? bare.decode(AnyValue.self, from: text)) == within, "\(text)")
        }
    }

    #if os(Linux)
        /// Foundation elsewhere may be another one.
        @Test(arguments: 0..<8) func typedDecodingAgreesWithFoundation(seed: UInt64) throws {
            var maker = RandomJSON5.Maker(random: SplitMix(seed: seed &+ 700), asFoundation: true)
            let foundation = JSONDecoder()
            foundation.allowsJSON5 = true
            var decoder = VersionedJSONDecoder()
            decoder.allowsJSON5 = true
            decoder.parsingOptions.duplicateKeys = .first
            for _ in 0..<500 {
                let text = maker.space() + maker.value() + maker.space()
                let expected = try #require(try? foundation.decode(AnyValue.self, from: Data(text.utf8)), "\(text)")
                #expect(try decoder.decode(AnyValue.self, from: text) == expected, "\(text)")
                let document = try JSONDocument(parsing: text, options: decoder.parsingOptions)
                #expect(try decoder.decode(AnyValue.self, from: document.root) == expected, "\(text)")
            }
        }
    #endif
}

/// Any value, read by asking; numbers are equal where their Swift numbers are, and one that is not a number is equal to
/// itself.
private indirect enum AnyValue: Decodable, Equatable {
    case null, bool(Bool), integer(Int), double(String), text(String), list([AnyValue]), members([String: AnyValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double("\(value)")
        } else if let value = try? container.decode([AnyValue].self) {
            self = .list(value)
        } else {
            self = .members(try container.decode([String: AnyValue].self))
        }
    }
}
