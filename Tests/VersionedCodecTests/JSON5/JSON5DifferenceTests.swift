import Foundation
import Testing
import VersionedCodec

/// The rows on JSON5 of the article "Moving from JSONDecoder": what each decoder makes of a text.
@Suite struct JSON5DifferenceTests {
    /// What a decoder makes of a text, by its scalars; `an error` where it refuses it.
    private static func told<Value: Decodable>(
        _ type: Value.Type, _ text: String, by decode: (Value.Type, Data) throws -> Value
    ) -> String {
        do {
            let value = try decode(type, Data(text.utf8))
            if let members = value as? [String: Int] { return members.map { "\($0.key)=\($0.value)" }.joined() }
            if let texts = value as? [String] { return texts.joined() }
            if let doubles = value as? [Double] {
                return doubles.map { $0.isNaN ? "\($0.sign == .minus ? "-" : "")nan" : "\($0)" }.joined(separator: ", ")
            }
            return "\(value)"
        } catch {
            return "an error"
        }
    }

    private static func compare<Value: Decodable>(
        _ type: Value.Type, _ text: String, theirs: String, ours: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var decoder = VersionedJSONDecoder()
        decoder.allowsJSON5 = true
        #expect(told(type, text) { try decoder.decode($0, from: $1) } == ours, sourceLocation: sourceLocation)
        #if os(Linux)
            // Foundation elsewhere may be another one.
            let foundation = JSONDecoder()
            foundation.allowsJSON5 = true
            #expect(told(type, text) { try foundation.decode($0, from: $1) } == theirs, sourceLocation: sourceLocation)
        #endif
    }

    @Test func names() {
        Self.compare([String: Int].self, #"{\u0061: 1}"#, theirs: #"\u0061=1"#, ours: "a=1")
        Self.compare([String: Int].self, #"{\u0031: 1}"#, theirs: #"\u0031=1"#, ours: "an error")
        Self.compare([String: Int].self, #"{a\x62: 1}"#, theirs: #"a\x62=1"#, ours: "an error")
    }

    @Test func strings() {
        Self.compare([String].self, "['a\\\nb']", theirs: "a\nb", ours: "ab")
        Self.compare([String].self, "['a\\\r\nb']", theirs: "a\r\nb", ours: "ab")
        Self.compare([String].self, "['a\\\u{2028}b']", theirs: "an error", ours: "ab")
        Self.compare([String].self, #"['\v']"#, theirs: "an error", ours: "\u{B}")
        Self.compare([String].self, #"['\0']"#, theirs: "an error", ours: "\0")
        Self.compare([String].self, #"['\q']"#, theirs: "an error", ours: "q")
        Self.compare([String].self, "['a\tb']", theirs: "an error", ours: "a\tb")
        Self.compare([String].self, "['a\nb']", theirs: "an error", ours: "an error")
    }

    @Test func space() {
        for space in ["\u{A0}", "\u{2028}", "\u{2029}", "\u{3000}", "\u{1680}", "\u{2003}", "\u{202F}", "\u{205F}"] {
            Self.compare([Int].self, "[1\(space)]", theirs: "an error", ours: "[1]")
            Self.compare([Int].self, "\(space)[1]", theirs: "an error", ours: "[1]")
        }
        Self.compare([Int].self, "[1\u{FEFF}]", theirs: "an error", ours: "[1]")
        Self.compare([Int].self, "\u{FEFF}[1]", theirs: "[1]", ours: "[1]")
        Self.compare([Int].self, "[1 // x\u{2028}]", theirs: "an error", ours: "[1]")
    }

    private struct Read: Decodable, CustomStringConvertible {
        var read: Int
        var description: String { "\(read)" }
    }

    @Test func numbers() {
        Self.compare([Double].self, "[0xFFFFFFFFFFFFFFFF]", theirs: "an error", ours: "1.8446744073709552e+19")
        Self.compare(
            [Decimal].self, "[0xFFFFFFFFFFFFFFFF]", theirs: "[18446744073709551615]", ours: "[18446744073709551615]")
        Self.compare([Decimal].self, "[0xFFFFFFFFFFFFFFFFFF]", theirs: "an error", ours: "[4722366482869645213695]")
        Self.compare([Int].self, "[0x1p3]", theirs: "[8]", ours: "an error")
        Self.compare([Double].self, "[-0x0]", theirs: "0.0", ours: "-0.0")
        Self.compare([Double].self, "[-0]", theirs: "-0.0", ours: "-0.0")
        Self.compare([Double].self, "[-NaN]", theirs: "-nan", ours: "nan")
        Self.compare([Decimal].self, "[NaN]", theirs: "[NaN]", ours: "an error")
        Self.compare([Decimal].self, "[Infinity]", theirs: "[NaN]", ours: "an error")
        Self.compare(Read.self, "{read: 1, unread: Infinit}", theirs: "1", ours: "an error")
        Self.compare(
            Read.self, "{read: 1, unread: 0x\(String(repeating: "f", count: 257))}", theirs: "1", ours: "an error")
    }

    @Test func exponentWithoutDigits() async {
        #expect(throws: DecodingError.self) {
            var decoder = VersionedJSONDecoder()
            decoder.allowsJSON5 = true
            return try decoder.decode([Double].self, from: "[1e+]")
        }
        #if os(Linux)
            await #expect(processExitsWith: .failure) {
                let foundation = JSONDecoder()
                foundation.allowsJSON5 = true
                _ = try foundation.decode([Double].self, from: Data("[1e+]".utf8))
            }
        #endif
    }
}
