/// Lays out compact JSON text in a writing style: white space only, strings and numbers stay as they are.
///
/// For text that this encoder wrote itself, so that its grammar need not be checked again.
///
/// Unsafe code: the text is borrowed for the call; it is JSON that the encoder wrote, so brackets and quotes that begin
/// also end.
struct TextLayout {
    private let comma: [UInt8]
    private let colon: [UInt8]
    private let emptyArray: Empty
    private let emptyObject: Empty
    private let lineEnding: [UInt8]
    /// The indentation of a level; `nil` for one line.
    private let unit: [UInt8]?
    private let finalNewline: Bool

    /// The text of an empty container, with the indentation of its level between both parts; without, where it breaks
    /// no line.
    private struct Empty {
        let start: [UInt8]
        let end: [UInt8]
        let breaksLine: Bool

        init(_ text: String, lineEnding: [UInt8]) {
            let characters = Array(text.utf8)
            guard let last = characters.lastIndex(of: 0x0A) else {
                (start, end, breaksLine) = (characters, [], false)
                return
            }
            start = characters[...last].filter { $0 != 0x0D }.flatMap { $0 == 0x0A ? lineEnding : [$0] }
            end = Array(characters[(last + 1)...])
            breaksLine = true
        }
    }

    init(_ style: WritingStyle) {
        unit = style.indentation.unit.map { Array($0.utf8) }
        lineEnding = Array(style.lineEnding.text.utf8)
        comma = unit == nil ? Array(style.comma.utf8) : [UInt8(ascii: ",")]
        colon = Array(style.colon.utf8)
        emptyArray = Empty(style.emptyArray, lineEnding: lineEnding)
        emptyObject = Empty(style.emptyObject, lineEnding: lineEnding)
        finalNewline = style.finalNewline
    }

    /// The text laid out. O(bytes)
    func bytes(of text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count + text.count / 2 + 64)
        text.withUnsafeBufferPointer { append($0, to: &output) }
        if finalNewline { output.append(contentsOf: lineEnding) }
        return output
    }

    private func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        // A line ending and the indentation of the depth so far; it is longest at the deepest place.
        var line = unit == nil ? [] : lineEnding
        var (start, index) = (0, 0)
        func copy(_ end: Int) {
            output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
            start = end
        }
        while index < text.count {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                while text[index] != UInt8(ascii: "\"") { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
                index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = byte == UInt8(ascii: "{")
                // The closing bracket comes two after the opening one in ASCII.
                if text[index] == byte + 2 {
                    copy(index - 1)
                    append(isObject ? emptyObject : emptyArray, line, to: &output)
                    index += 1
                    start = index
                } else {
                    if let unit { line.append(contentsOf: unit) }
                    copy(index)
                    output.append(contentsOf: line)
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let unit { line.removeLast(unit.count) }
                copy(index - 1)
                output.append(contentsOf: line)
            case UInt8(ascii: ","):
                copy(index - 1)
                start = index
                output.append(contentsOf: comma)
                output.append(contentsOf: line)
            case UInt8(ascii: ":"):
                copy(index - 1)
                start = index
                output.append(contentsOf: colon)
            default: break
            }
        }
        copy(text.count)
    }

    /// Appends an empty container; `line` is a line ending and the indentation of its level.
    private func append(_ empty: Empty, _ line: [UInt8], to output: inout [UInt8]) {
        output.append(contentsOf: empty.start)
        if empty.breaksLine { output.append(contentsOf: line.dropFirst(lineEnding.count)) }
        output.append(contentsOf: empty.end)
    }
}
