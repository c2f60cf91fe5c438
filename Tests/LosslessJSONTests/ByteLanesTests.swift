import TestSupport
import Testing

@testable import LosslessJSON

/// What is read and written in words of eight and sixteen bytes, against the same byte by byte, at each place.
@Suite struct ByteLanesTests {
    /// A control character, what strings escape, and the neighbours of these.
    private static let characters: [UInt8] =
        [0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x2E, 0x2F, 0x30, 0x5B, 0x5C, 0x5D, 0x7F]

    @Test(arguments: [0x01, 0x0A, 0x22, 0x2F, 0x5C, 0x7F] as [UInt8])
    func lowestMarkIsTheFirstEqualByte(byte: UInt8) {
        var random = SplitMix(seed: UInt64(byte))
        for _ in 0..<2000 {
            // Bytes that are the same, or one more or less, are frequent.
            let bytes = (0..<16).map { _ in
                random.next() % 3 == 0 ? byte &+ UInt8(random.next() % 3) &- 1 : UInt8(random.next() % 256)
            }
            let lanes = bytes.withUnsafeBytes { SIMD2<UInt64>(littleEndianAt: $0.baseAddress!) }
            let marks = lanes.marked(by: lanes.difference(to: byte))
            let controls = lanes.marked(by: lanes.controlDifference)
            for lane in 0..<2 {
                let part = bytes[8 * lane..<8 * lane + 8]
                let first = part.firstIndex(of: byte).map { $0 - 8 * lane }
                #expect(marks[lane].trailingZeroBitCount / 8 == first ?? 8)
                let control = part.firstIndex { $0 < 0x20 }.map { $0 - 8 * lane }
                #expect(controls[lane].trailingZeroBitCount / 8 == control ?? 8)
                #expect(lanes[lane].marked(by: lanes[lane].difference(to: byte)) == marks[lane])
            }
        }
    }

    @Test func stringsEndWhereTheyDoByteByByte() throws {
        for count in 0...36 {
            for place in 0...count {
                for character in ["", "\\", "\\n", "\\u00e9", "\u{1F}", "\"", "é", "/"] {
                    let content = String(repeating: "x", count: place) + character
                    let text = "[\"" + content + String(repeating: "y", count: count - place) + "\"]"
                    for behind in ["", " ", String(repeating: " ", count: 20)] { try expectAgreement(text + behind) }
                }
            }
        }
    }

    @Test func whiteSpaceEndsWhereItDoesByteByByte() throws {
        let spaces = [
            "", " ", "\n", "\r\n", "\t", "  ", "\n\t\t", "\n        ", "\r\n             ", "\n\n ", " \n",
            "\n       \t",
        ]
        for one in spaces {
            for other in spaces {
                for text in ["1", "\"a\"", "/", "{}"] {
                    try expectAgreement("{\(one)\"k\"\(other):\(one)\(text)\(other)}\(one)")
                    try expectAgreement("[\(one)\(text)\(other),\(one)\(text)\(other)]\(other)")
                }
            }
        }
    }

    /// Text without tolerances: the scanner accepts what the parser does.
    private func expectAgreement(_ text: String) throws {
        let buffer = IndexBuffer()
        let isRight = Array(text.utf8).withUnsafeBufferPointer {
            IndexScanner(options: JSONParsingOptions(), buffer: buffer).scan($0)
        }
        var parser = JSONParser(bytes: Array(text.utf8), options: JSONParsingOptions())
        guard let expected = try? parser.parse() else {
            #expect(!isRight, "\(text)")
            return
        }
        #expect(isRight, "\(text)")
        #expect(try JSONDocument(parsing: text).root == expected, "\(text)")
    }

    @Test(arguments: [
        StringEscapes(), StringEscapes(slashes: true), StringEscapes(nonASCII: true),
        StringEscapes(slashes: true, nonASCII: true),
    ])
    func textsAreEscapedAsTheyAreByteByByte(escapes: StringEscapes) {
        for count in 0...36 {
            for place in 0...count {
                for character in Self.characters.map({ String(UnicodeScalar($0)) }) + ["é", "語", "😀", "//", "\"/\\"] {
                    let text =
                        String(repeating: "x", count: place) + character + String(repeating: "y", count: count - place)
                    var bytes: [UInt8] = []
                    bytes.appendJSON(text, escapes)
                    #expect(bytes == Array("\"\(Self.escaped(text, escapes))\"".utf8))
                }
            }
        }
    }

    private static func escaped(_ text: String, _ escapes: StringEscapes) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": return "\\\(scalar)"
            case "/" where escapes.slashes: return "\\/"
            case "\u{8}": return "\\b"
            case "\t": return "\\t"
            case "\n": return "\\n"
            case "\u{C}": return "\\f"
            case "\r": return "\\r"
            case _ where scalar.value < 0x20, _ where !scalar.isASCII && escapes.nonASCII:
                return String(scalar).utf16.map { unit in
                    let digits = String(unit, radix: 16)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }.joined()
            default: return String(scalar)
            }
        }.joined()
    }

    @Test(arguments: 0..<4) func utf8IsValidWhereTheStandardLibrarySaysSo(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let edges: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
            0xEF, 0xF0,
            0xF4, 0xF5, 0xFF,
        ]
        for _ in 0..<Cases.some(of: 4000) {
            var bytes = (0..<Int(random.next() % 12)).flatMap { _ -> [UInt8] in
                let scalar = ["a", "é", "߿", "ࠀ", "語", "퟿", "", "�", "😀", "\u{10FFFF}"][Int(random.next() % 10)]
                return Array(String(repeating: scalar, count: Int(random.next() % 4) + 1).utf8)
            }
            if random.next() % 2 == 0, !bytes.isEmpty {
                bytes[Int(random.next() % UInt64(bytes.count))] = edges[Int(random.next() % UInt64(edges.count))]
            }
            let isValid = bytes.withUnsafeBufferPointer(UTF8Check.isValid)
            #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
    }

    @Test func everySequenceOfThreeBytesIsCheckedInARunToo() {
        for lead in UInt8(0xDF)...0xF0 {
            for second in stride(from: UInt8(0x70), to: 0xD0, by: 1) {
                let sequence = [lead, second, 0x80]
                let isValid = String(validating: sequence, as: UTF8.self) != nil
                for before in 0..<3 {
                    let bytes =
                        Array(repeating: Array("語".utf8), count: before).flatMap(\.self) + sequence + Array("語語語".utf8)
                    #expect(bytes.withUnsafeBufferPointer(UTF8Check.isValid) == isValid, "\(bytes)")
                }
            }
        }
    }
}
