import Testing
import LosslessJSON

@Suite struct SourcePositionTests {
    @Test(arguments: [
        ("", 0, 1, 1), ("abc", 0, 1, 1), ("abc", 2, 1, 3), ("abc", 3, 1, 4),
        ("a\nb", 1, 1, 2), ("a\nb", 2, 2, 1), ("a\n\nb", 3, 3, 1), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1),
        ("\r\r\n\n\rb", 5, 5, 1), ("a\n\rb", 3, 3, 1),
        ("éb", 2, 1, 2), ("😀b", 4, 1, 2), ("e\u{301}b", 3, 1, 3), ("\u{2028}b", 3, 1, 2), ("\tb", 1, 1, 2),
    ])
    func linesAndColumnsAreCountedFromOne(text: String, offset: Int, line: Int, column: Int) {
        let position = SourcePosition(byteOffset: offset, in: Array(text.utf8))
        #expect(position == SourcePosition(line: line, column: column, byteOffset: offset))
    }

    @Test func offsetBeyondTheEndIsKeptAndPlacedAtTheEnd() {
        #expect(
            SourcePosition(byteOffset: 9, in: Array("a\nb".utf8)) == SourcePosition(line: 2, column: 2, byteOffset: 9))
    }

    /// Many bytes are counted at a time; here each by itself.
    @Test(arguments: 0..<20) func manyBytesAreCountedAsOneByOne(seed: Int) {
        let pieces = [
            "a", "plain text", "é", "\u{2028}", "😀", "\u{7F}", "\t", "\n", "\r", "\u{0}", "0123456789abcdef0123456789",
        ]
        var state = UInt64(seed + 1)
        var text = ""
        for _ in 0..<60 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let number = Int(state >> 33) % (seed % 2 == 0 ? pieces.count : 6)
            text += pieces[number]
        }
        let bytes = Array(text.utf8)
        var expected = SourcePosition(line: 1, column: 1, byteOffset: 0)
        for (offset, byte) in bytes.enumerated() {
            #expect(SourcePosition(byteOffset: offset, in: bytes) == expected)
            expected.byteOffset += 1
            let endsLine = byte == 0x0D || byte == 0x0A
            if endsLine { expected.column = 1 }
            if byte == 0x0D || byte == 0x0A && (offset == 0 || bytes[offset - 1] != 0x0D) { expected.line += 1 }
            if !endsLine, byte & 0xC0 != 0x80 { expected.column += 1 }
        }
        #expect(SourcePosition(byteOffset: bytes.count, in: bytes) == expected)
    }
}
