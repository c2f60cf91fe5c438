/// Unsafe code: bytes and index are borrowed for the call; each read follows a comparison with the count of the bytes.
/// The index is that of the bytes, so its places are in them.
extension WritingStyle {
    /// The style of existing bytes: that of the first indented line, the first colon, the first comma, the first empty
    /// containers and the end. Strings that were read keep their escapes. O(bytes)
    ///
    /// The bytes are those of a document that has been read without an error.
    init(detectedIn bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { WritingStyle(detectedIn: $0) }
    }

    /// The style of a text, which stays where it is for the call.
    init(detectedIn bytes: UnsafeBufferPointer<UInt8>) {
        self.init(keepsEscapes: true)
        var scan = StyleScan(bytes: bytes)
        scan.run()
        indentation = scan.indentation ?? .none
        colon = scan.colon ?? (indentation == .none ? ":" : ": ")
        if indentation == .none { comma = scan.comma ?? (colon.hasSuffix(" ") ? ", " : ",") }
        emptyArray = scan.emptyArray ?? "[]"
        emptyObject = scan.emptyObject ?? "{}"
        escapesSlashes = scan.escapes.escapesSlashes
        escapesNonASCII = scan.escapes.escapesNonASCII
        lineEnding = scan.sawCarriageReturn ? .crlf : .lf
        finalNewline = bytes.last == UInt8(ascii: "\n")
    }

    /// The style of a text without line breaks, as ``init(detectedIn:)`` finds it, by the index of its values: that
    /// knows where its strings end. O(values and bytes of strings)
    ///
    /// - `marks`: The colon and the comma of its style.
    init(
        ofLine text: UnsafeBufferPointer<UInt8>, _ nodes: UnsafeBufferPointer<IndexNode>,
        marks: (colon: String, comma: String)
    ) {
        self.init(keepsEscapes: true)
        (colon, comma) = marks
        (emptyArray, emptyObject) = Self.emptyContainers(ofLine: text, nodes)
        var escapes = EscapeScan()
        for node in nodes
        where (node.isString || node.rawKind == IndexNode.key) && text[node.span.lowerBound] == UInt8(ascii: "\"") {
            escapes.note(UnsafeBufferPointer(rebasing: text[node.content]))
        }
        escapesSlashes = escapes.escapesSlashes
        escapesNonASCII = escapes.escapesNonASCII
    }

    /// The first empty array and the first empty object of a text without line breaks, as they are written. O(values)
    static func emptyContainers(
        ofLine text: UnsafeBufferPointer<UInt8>, _ nodes: UnsafeBufferPointer<IndexNode>
    ) -> (array: String, object: String) {
        var (array, object) = (String?.none, String?.none)
        for node in nodes where node.isContainer && node.count == 0 && (node.isArray ? array : object) == nil {
            let whole = text[node.span]
            guard whole.dropFirst().dropLast().allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
            let written = String(decoding: whole, as: UTF8.self)
            if node.isArray { array = written } else { object = written }
            if array != nil, object != nil { break }
        }
        return (array ?? "[]", object ?? "{}")
    }

    /// The colon and the comma of the style of a text without line breaks, and the end of what was read for them.
    /// O(bytes before the first of both)
    static func marks(in bytes: UnsafeBufferPointer<UInt8>) -> (colon: String, comma: String, end: Int) {
        var scan = StyleScan(bytes: bytes)
        scan.stopsAtMarks = true
        let end = scan.run()
        let colon = scan.colon ?? ":"
        return (colon, scan.comma ?? (colon.hasSuffix(" ") ? ", " : ","), end)
    }
}

/// One pass over the bytes of a well-formed document that notes how it is laid out.
private struct StyleScan {
    let bytes: UnsafeBufferPointer<UInt8>
    var indentation: WritingStyle.Indentation?
    var colon: String?
    var comma: String?
    var emptyArray: String?
    var emptyObject: String?
    var escapes = EscapeScan()
    var sawCarriageReturn = false
    /// Whether the first colon and comma are all that is asked for.
    var stopsAtMarks = false

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Returns the end of what was read.
    @discardableResult
    mutating func run() -> Int {
        var index = 0
        var lastMark = 0  // Behind the last byte that was not white space.
        var opener: UInt8?  // The bracket or brace that was the last mark.
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x20, 0x09, 0x0A:
                index += 1
                continue
            case 0x0D:
                sawCarriageReturn = true
                index += 1
                continue
            case UInt8(ascii: "/"):
                // A comment: what is before it is not next to what comes after it.
                index = endOfComment(from: index)
                lastMark = index
                continue
            default: break
            }
            noteSpace(lastMark..<index, before: byte, after: opener)
            opener = nil
            switch byte {
            case UInt8(ascii: "\""): index = scanString(from: index)
            case UInt8(ascii: ":"):
                if colon == nil { colon = surrounded(lastMark..<index, mark: ":", at: index) }
                index += 1
            case UInt8(ascii: ","):
                if comma == nil { comma = surrounded(lastMark..<index, mark: ",", at: index) }
                index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                opener = byte
                index += 1
            default: index += 1
            }
            lastMark = index
            if stopsAtMarks, colon != nil, comma != nil { return index }
        }
        return index
    }

    /// The index after a comment.
    private func endOfComment(from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return start + 1 }
        return IndexScanner.comment(from: base + start, to: base + bytes.count).map { $0 - base } ?? start + 1
    }

    /// Notes what is between an opening bracket or brace and what follows it.
    private mutating func noteSpace(_ range: Range<Int>, before byte: UInt8, after opener: UInt8?) {
        guard let opener else { return }
        if byte == opener + 2 {  // ASCII has "]" and "}" two places behind "[" and "{".
            let space = emptySpace(range)
            if byte == UInt8(ascii: "]") { emptyArray = emptyArray ?? "[\(space)]" }
            if byte == UInt8(ascii: "}") { emptyObject = emptyObject ?? "{\(space)}" }
        } else if indentation == nil, let newline = bytes[range].lastIndex(of: 0x0A) {
            let unit = bytes[(newline + 1)..<range.upperBound]
            indentation = unit.first == 0x09 ? .tabs(unit.count) : .spaces(unit.count)
        }
    }

    /// The white space within an empty container: line breaks without the indentation that a writer adds.
    private func emptySpace(_ range: Range<Int>) -> String {
        let breaks = bytes[range].count { $0 == 0x0A }
        return breaks == 0
            ? String(decoding: bytes[range], as: UTF8.self) : String(repeating: "\n", count: breaks)
    }

    private func surrounded(_ before: Range<Int>, mark: String, at index: Int) -> String {
        let after = bytes[(index + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: bytes[before], as: UTF8.self) + mark + String(decoding: after, as: UTF8.self)
    }

    /// Passes over a string and returns the index after it.
    private mutating func scanString(from start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        end = min(end, bytes.count)
        if !stopsAtMarks { escapes.note(UnsafeBufferPointer(rebasing: bytes[(start + 1)..<end])) }
        return end + 1
    }
}
