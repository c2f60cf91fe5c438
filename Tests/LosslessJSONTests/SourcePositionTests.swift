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
}
