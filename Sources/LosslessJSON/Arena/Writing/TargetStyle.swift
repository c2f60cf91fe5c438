/// A style, with all that it writes between values as bytes.
struct TargetStyle {
    let style: WritingStyle
    let comma: [UInt8]
    let colon: [UInt8]
    /// Whether strings without escapes are written as they were read.
    let copiesPlain: Bool
    /// Whether strings with escapes are.
    let copiesEscaped: Bool
    let isSorted: Bool
    /// Whether empty objects and arrays have nothing between their brackets.
    let hasPlainEmptyObject: Bool
    let hasPlainEmptyArray: Bool

    /// The line breaks; none if the style has one line.
    private let lines: LineBreaks?

    init(_ style: WritingStyle) {
        self.style = style
        comma = Array((style.indentation.unit == nil ? style.comma : ",").utf8)
        colon = Array(style.colon.utf8)
        copiesPlain = !style.escapesSlashes && !style.escapesNonASCII
        copiesEscaped = style.keepsEscapes
        isSorted = style.keyOrder == .sorted
        hasPlainEmptyObject = style.emptyObject.utf8.count == 2
        hasPlainEmptyArray = style.emptyArray.utf8.count == 2
        lines = LineBreaks(style)
    }

    /// Appends what comes before a value of a depth that begins a line.
    @inline(__always)
    func breakLine(_ depth: Int, to arena: Arena) {
        lines?.write(depth) { arena.append($0) }
    }

    /// Whether a string without escapes holds nothing that this style escapes.
    @inline(__always)
    func copies(_ characters: UnsafeBufferPointer<UInt8>) -> Bool {
        copiesPlain
            || !characters.contains { byte in
                (style.escapesSlashes && byte == UInt8(ascii: "/")) || (style.escapesNonASCII && byte >= 0x80)
            }
    }
}
