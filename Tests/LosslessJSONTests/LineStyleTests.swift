import TestSupport
import Testing

@testable import LosslessJSON

/// The style of a text on one line is found by its index; that is the one that a pass over its bytes finds.
@Suite struct LineStyleTests {
    private static let parts = [
        "\"a\"", "1", "[]", "[ ]", "{}", "{ }", "\"\"", #""/""#, #""\/""#, #""a\\/b""#,
        #""\u00e9""#, #""\u001f\u007F""#,
        #""\u0080""#, "\"é\"", #""a longer text with é, / and \" in it""#, #""a longer text \\\/ and \\u00e9""#,
        #"{"k/":1}"#, #"{"k\/" : "é"}"#, "[1 ,2]", "[1, 2]", "null", #""{\"a\": [\"\\u003c\", {}, []]}""#,
    ]

    @Test func styleOfALineIsThatOfItsBytes() throws {
        var random = SplitMix(seed: 11)
        func choice(of texts: [String]) -> String { texts[Int(random.next() % UInt64(texts.count))] }
        for _ in 0..<Cases.some(of: 3000) {
            let elements = (0..<random.next() % 7).map { _ in choice(of: Self.parts) }
            let comma = choice(of: [",", ", ", " , "])
            let text = "[" + elements.joined(separator: comma) + "]"
            let bytes = Array(text.utf8)
            let (empty, found) = try bytes.withUnsafeBufferPointer { bytes in
                let memory = ArenaMemory()
                try #require(memory.arena.scan(bytes, JSONParsingOptions()))
                return (memory.arena.emptyContainers, memory.arena.style)
            }
            #expect(found == WritingStyle(detectedIn: bytes), "\(text)")
            #expect(empty == (found.emptyArray, found.emptyObject), "\(text)")
        }
    }
}
