import Foundation
import TestSupport
import Testing

@testable import LosslessJSON

/// The index against the simple parser and against Foundation, on random texts, right and wrong ones.
@Suite struct IndexAgreementTests {
    private static let parts = [
        "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\\n\"", "\"a\u{e9}\"", "\"\\u0061\"", "1", "-0.5e3", "01", "true",
        "null",
        " ", "\n", "\"", "\\", "\t", "1.", "tru", "\"\\ud800\"", "\"\\ud83d\\ude00\"",
        "\"a long text of more than eight bytes\"",
    ]

    /// A text at random: grammatical at first, then perhaps with a few bytes changed.
    static func text(_ random: inout SplitMix) -> [UInt8] {
        var bytes: [UInt8]
        if random.next() % 4 == 0 {
            bytes = (0..<(random.next() % 12)).flatMap { _ in
                Array(parts[Int(random.next() % UInt64(parts.count))].utf8)
            }
        } else {
            bytes = Array(value(&random, depth: 0).utf8)
        }
        guard random.next() % 3 == 0, !bytes.isEmpty else { return bytes }
        for _ in 0..<(1 + random.next() % 3) where !bytes.isEmpty {
            let place = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 3 {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: place)
            default: bytes.insert(Array("\"\\{}[],:0\u{7F}\u{1}".utf8)[Int(random.next() % 11)], at: place)
            }
        }
        return bytes
    }

    static func value(_ random: inout SplitMix, depth: Int) -> String {
        let space = ["", "", " ", "\n  "][Int(random.next() % 4)]
        switch random.next() % (depth < 5 ? 9 : 6) {
        case 0: return "null"
        case 1: return random.next() % 2 == 0 ? "true" : "false"
        case 2: return ["0", "-1", "1.5", "12345678901234567890", "1e-7", "-0.0E+5"][Int(random.next() % 6)]
        case 3, 4, 5:
            return [
                #""""#, #""x""#, #""\"\\\/\b\f\n\r\t""#, #""\u00e9\ud83d\ude00""#, #""Müller über alles""#,
                #""exactly8""#,
            ][Int(random.next() % 6)]
        case 6:
            let elements = (0..<(random.next() % 5)).map { _ in value(&random, depth: depth + 1) }
            return "[" + space + elements.joined(separator: "," + space) + space + "]"
        default:
            let members = (0..<(random.next() % 14)).map { index in
                let key = random.next() % 9 == 0 ? "k\(random.next() % 20)" : "key \(index) of it"
                return "\"\(key)\"" + space + ":" + space + value(&random, depth: depth + 1)
            }
            return "{" + space + members.joined(separator: "," + space) + space + "}"
        }
    }

    @Test(arguments: 0..<8) func indexAgreesWithTheSimpleParser(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<Cases.some(of: 1500) {
            let bytes = Self.text(&random)
            let options = JSONParsingOptions(maximumDepth: Int(random.next() % 8) + 1)
            var parser = JSONParser(bytes: bytes, options: options)
            let shown = String(decoding: bytes, as: UTF8.self)
            do {
                let expected = try parser.parse()
                let document = try JSONDocument(parsing: bytes, options: options)
                #expect(document.root == expected, "\(shown)")
                #expect(document.root.text() == expected.text(), "\(shown)")
                #expect(document.bytes(with: document.root) == bytes)
                if let index = document.root.object?.map(\.key).last {
                    #expect(document.root[index] == expected[index])
                }
            } catch {
                #expect(throws: error, "\(shown)") { try JSONDocument(parsing: bytes, options: options) }
            }
        }
    }

    @Test(arguments: 0..<4) func indexAgreesWithFoundation(seed: UInt64) throws {
        var random = SplitMix(seed: seed &+ 100)
        for _ in 0..<300 {
            let bytes = Array(Self.value(&random, depth: 0).utf8)
            guard let document = try? JSONDocument(parsing: bytes) else { continue }
            let object = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            let again = try JSONSerialization.jsonObject(
                with: Data(document.root.bytes()), options: .fragmentsAllowed)
            #expect((object as? NSObject) == (again as? NSObject), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    // MARK: Hard cases

    @Test func manyMembersAreFoundInAnyOrder() throws {
        let text = "{" + (0..<100_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"
        let root = try JSONDocument(parsing: text).root
        for index in (0..<100_000).reversed() where root["key\(index)"]?.int != index { Issue.record("key\(index)") }
        let object = try #require(root.object)
        for index in stride(from: 99_999, to: 0, by: -7) where object[index].value.int != index {
            Issue.record("\(index)")
        }
        #expect(object["nothing"] == nil)
    }

    @Test func keysOfOneHashAreStillQuick() throws {
        // They differ only where the hash does not look: behind the first eight bytes, before the middle ones.
        let keys = (0..<40_000).map { "12345678\(100_000 + $0)" + String(repeating: "x", count: 34) }
        #expect(Set(keys.map(KeyHash.hash)).count == 1)
        let text = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        #expect(try JSONDocument(parsing: text).root.object?.count == 40_000)
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text.dropLast() + ",\"\(keys[7])\":1}") }
    }

    @Test func longStringsAndManyEscapes() throws {
        let long = String(repeating: "x", count: 5_000_000)
        #expect(try JSONDocument(parsing: "\"\(long)\"").root.string == long)
        let escapes = String(repeating: #"\n"#, count: 1_000_000)
        #expect(try JSONDocument(parsing: "\"\(escapes)\"").root.string?.utf8.count == 1_000_000)
    }
}
