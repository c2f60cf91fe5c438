import Migrations
import Testing
import VersionedCodec

@Suite struct LineReaderTests {
    private static let text = "one\r\n\ntwo\rx\n\r\nlast é"

    private static func lines(_ text: String, chunk: Int) throws -> [LineReader.Line] {
        var rest = Array(text.utf8)[...]
        let reader = LineReader {
            defer { rest = rest.dropFirst(chunk) }
            return rest.isEmpty ? nil : Array(rest.prefix(chunk))
        }
        var lines: [LineReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        let afterTheEnd = try reader.next()
        #expect(afterTheEnd == nil)
        return lines
    }

    @Test(arguments: 1...25)
    func linesAreTheSameWhateverTheChunks(chunk: Int) throws {
        let lines = try Self.lines(Self.text, chunk: chunk)
        #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) } == ["one", "", "two\rx", "", "last é"])
        #expect(lines.map { String(decoding: $0.ending, as: UTF8.self) } == ["\r\n", "\n", "\n", "\r\n", ""])
        #expect(lines.map(\.number) == [1, 2, 3, 4, 5])
        #expect(lines.map(\.byteOffset) == [0, 5, 6, 12, 14])
        #expect(lines.map(\.isBlank) == [false, true, false, true, false])
        #expect(lines.flatMap { $0.bytes + $0.ending } == Array(Self.text.utf8))
    }

    @Test(arguments: [("", 0), ("\n", 1), ("a", 1), ("a\n", 1), ("\n\n", 2), ("\r", 1)])
    func endOfTheStreamIsNoLine(text: String, count: Int) throws {
        #expect(try Self.lines(text, chunk: 1).count == count)
    }

    @Test func emptyChunkIsNotTheEnd() throws {
        var chunks: [[UInt8]] = [[0x61], [], [0x62, 0x0A]]
        let reader = LineReader { chunks.isEmpty ? nil : chunks.removeFirst() }
        #expect(try reader.next()?.bytes == [0x61, 0x62])
        #expect(try reader.next() == nil)
    }

    @Test func longLineTakesTimeForItsBytesOnly() throws {
        let line = [UInt8](repeating: 0x61, count: 1 << 12)
        var count = 0
        let reader = LineReader {
            count += 1
            return count <= 1000 ? line : nil
        }
        #expect(try reader.next()?.bytes.count == 1000 << 12)
    }

    @Test func errorOfTheChunksIsThrown() {
        struct Broken: Error {}
        let reader = LineReader { throw Broken() }
        #expect(throws: Broken.self) { try reader.next() }
    }
}
