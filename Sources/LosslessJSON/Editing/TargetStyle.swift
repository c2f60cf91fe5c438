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
        line = unit.map { Array((style.lineEnding.text + String(repeating: $0, count: Self.depth)).utf8) }
        ending = style.lineEnding.text.utf8.count
        self.unit = unit?.utf8.count ?? 0
    }

    private static let depth = 32

    /// Appends what stands before a value of a depth that begins a line.
    @inline(__always)
    func breakLine(_ depth: Int, to output: inout EditBuffer<UInt8>) {
        guard let line else { return }
        line.withUnsafeBufferPointer { line in
            output.append(UnsafeBufferPointer(rebasing: line[..<(ending + min(depth, Self.depth) * unit)]))
            for _ in 0..<max(0, depth - Self.depth) {
                output.append(UnsafeBufferPointer(rebasing: line[ending..<ending + unit]))
            }
        }
    }

    /// Whether a string without escapes holds nothing that this style escapes.
    func copies(_ characters: UnsafeBufferPointer<UInt8>) -> Bool {
        copiesPlain
            || !characters.contains { byte in
                (style.escapesSlashes && byte == UInt8(ascii: "/")) || (style.escapesNonASCII && byte >= 0x80)
            }
    }
}

/// A container of a subtree that is being written.
struct OpenNode {
    /// The node behind it.
    let end: UInt32
    let isObject: Bool
    /// Where its sorted keys stand, and where the next one does.
    let firstKey: Int32
    var nextKey: Int32
    /// The first node in it that has not been given up; none where that is not done.
    var kept: UInt32
}
