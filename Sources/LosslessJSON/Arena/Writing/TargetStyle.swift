/// A style, with all that it writes between values as bytes.
struct TargetStyle {
    let style: WritingStyle
    let comma: [UInt8]
    let colon: [UInt8]
    /// Whether strings without escapes are written as they were read.
    private let copiesPlain: Bool
    /// Whether strings with escapes are.
    let copiesEscaped: Bool
    let isSorted: Bool
    /// Whether empty objects and arrays have nothing between their brackets.
    let hasPlainEmptyObject: Bool
    let hasPlainEmptyArray: Bool

    /// A line break and the indentation of a deep line, of which others take a part; none where the style has one line.
    private let line: [UInt8]?
    private let ending: Int
    private let unit: Int

    init(_ style: WritingStyle) {
        self.style = style
        let unit = style.indentation.unit
        comma = Array((unit == nil ? style.comma : ",").utf8)
        colon = Array(style.colon.utf8)
        copiesPlain = !style.escapesSlashes && !style.escapesNonASCII
        copiesEscaped = style.keepsEscapes
        isSorted = style.keyOrder == .sorted
        hasPlainEmptyObject = style.emptyObject.utf8.count == 2
        hasPlainEmptyArray = style.emptyArray.utf8.count == 2
        line = unit.map { Array((style.lineEnding.text + String(repeating: $0, count: Self.depth)).utf8) }
        ending = style.lineEnding.text.utf8.count
        self.unit = unit?.utf8.count ?? 0
    }

    private static let depth = 32

    /// Appends what comes before a value of a depth that begins a line.
    @inline(__always)
    func breakLine(_ depth: Int, to arena: Arena) {
        guard let line else { return }
        line.withUnsafeBufferPointer { line in
            arena.append(UnsafeBufferPointer(rebasing: line[..<(ending + min(depth, Self.depth) * unit)]))
            for _ in 0..<max(0, depth - Self.depth) {
                arena.append(UnsafeBufferPointer(rebasing: line[ending..<ending + unit]))
            }
        }
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
