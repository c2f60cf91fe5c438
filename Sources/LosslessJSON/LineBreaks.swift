/// The line breaks of a style with the indentation of each level, as bytes.
///
/// Unsafe code: parts of its own array, which are borrowed for the call of `append`.
package struct LineBreaks: Sendable {
    /// A line break and the indentation of a deep line, of which others take a part.
    private let line: [UInt8]
    private let ending: Int
    private let unit: Int

    private static let depth = 32

    /// `nil` for a style that writes on one line.
    package init?(_ style: WritingStyle) {
        guard let unit = style.indentation.unit else { return nil }
        line = Array((style.lineEnding.text + String(repeating: unit, count: Self.depth)).utf8)
        ending = style.lineEnding.text.utf8.count
        self.unit = unit.utf8.count
    }

    /// Writes the line break and the indentation before a value of a depth: in one piece, if that is not very deep.
    @inline(__always)
    package func write(_ depth: Int, _ append: (UnsafeBufferPointer<UInt8>) -> Void) {
        line.withUnsafeBufferPointer { line in
            append(UnsafeBufferPointer(rebasing: line[..<(ending + min(depth, Self.depth) * unit)]))
            for _ in 0..<(unit == 0 ? 0 : max(0, depth - Self.depth)) {
                append(UnsafeBufferPointer(rebasing: line[ending..<ending + unit]))
            }
        }
    }

    /// Hands over the indentation of a depth without the line break.
    package func writeIndentation(_ depth: Int, _ append: (UnsafeBufferPointer<UInt8>) -> Void) {
        line.withUnsafeBufferPointer { line in
            for _ in 0..<(unit == 0 ? 0 : depth) { append(UnsafeBufferPointer(rebasing: line[ending..<ending + unit])) }
        }
    }
}
