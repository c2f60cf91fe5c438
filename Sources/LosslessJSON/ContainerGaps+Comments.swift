/// Gaps with comments, divided between the values around them.
///
/// What follows a value on its line belongs to that value, and the rest to the next one, or to the end of the
/// container. Without a line break the comma divides them. So a comment goes with its value, and never to a neighbour.
///
/// Unsafe code: bytes are borrowed for the call, and the scanner of comments does not read beyond their end.
///
/// ```json
/// {
///   "a": 1, // of "a"
///   // of "b"
///   "b": 2  // of "b"
///   // of the object
/// }
/// ```
extension ContainerGaps {
    /// The text between two values that follow each other; `nil` if no comment is in the gaps of the container.
    ///
    /// - `previous`: The child that is written before; `nil` for a new one, and before the first.
    /// - `next`: The child that is written after; `nil` for a new one.
    /// - `newLine`: How the writer begins a new line there, or separates values on one line.
    @inline(never)
    package func commentedText(
        between previous: UInt32?, and next: UInt32?, isFirst: Bool, newLine: [UInt8]
    ) -> [UInt8]? {
        guard hasComments else { return nil }
        if children.isEmpty {
            let (comments, space) = commentsInside
            let line = lineOfLastComment(in: comments, before: space) ?? newLine[...]
            return (isFirst ? Array(comments) : [UInt8(ascii: ",")]) + line
        }
        let place = next.flatMap(place(of:))
        if isFirst, place == 0 { return Array(index.bytes[gap(before: 0)]) }
        if !isFirst, let place, place > 0, previous == children[place - 1] {
            return Array(index.bytes[gap(before: place)])
        }
        let leading =
            place.map { index.bytes[parts(ofGapBefore: $0).leading] } ?? lineOfNewChild
            ?? newLine[...]
        let trailing = isFirst ? parts(ofGapBefore: 0).trailing : trailing(previous)
        return joined(trailing, leading, hasComma: !isFirst)
    }

    /// The text before the closing bracket; `nil` if no comment is in the gaps of the container.
    ///
    /// - `last`: The child that is written last; `nil` for a new one.
    @inline(never)
    package func commentedEnd(after last: UInt32?) -> [UInt8]? {
        guard hasComments else { return nil }
        if children.isEmpty { return Array(commentsInside.space) }
        if last == children.last { return Array(index.bytes[closing]) }
        let leading = index.bytes[parts(ofGapBefore: children.count).leading]
        return joined(trailing(last), leading, hasComma: marks(in: closing).comma != nil)
    }

    /// What is left of a container without children; `nil` if no comment in it is its own.
    package var commentedEmpty: [UInt8]? {
        guard hasComments, !children.isEmpty else { return nil }
        let (start, end) = (parts(ofGapBefore: 0).trailing, parts(ofGapBefore: children.count).leading)
        var text = Array(index.bytes[start])
        if Self.marks(in: text[...]).endsInLineComment, end.isEmpty { text.append(0x0A) }
        text += index.bytes[end]
        if let comma = marks(in: end).comma { text.remove(at: text.count - end.upperBound + comma) }
        return text.contains(UInt8(ascii: "/")) ? text : nil
    }

    /// The gap before a place; that after the last child is the closing one.
    private func gap(before place: Int) -> Range<Int> {
        if place == children.count { return closing }
        return place == 0 ? opening ?? closing : between(place - 1, place)
    }

    private func parts(ofGapBefore place: Int) -> (trailing: Range<Int>, leading: Range<Int>) {
        let gap = gap(before: place)
        let marks = marks(in: gap)
        let middle =
            if let lineBreak = marks.lineBreak {
                lineBreak
            } else if place == 0 {
                gap.lowerBound
            } else if place == children.count {
                gap.upperBound
            } else {
                marks.comma.map { $0 + 1 } ?? gap.lowerBound
            }
        return (gap.lowerBound..<middle, middle..<gap.upperBound)
    }

    /// What follows a child on its line; nothing for a new one.
    private func trailing(_ child: UInt32?) -> Range<Int> {
        guard let place = child.flatMap(place(of:)) else { return 0..<0 }
        return parts(ofGapBefore: place + 1).trailing
    }

    /// What comes before a new child: the line break and the indentation of another one, or the space after the last
    /// comma of a container on one line. O(bytes of the container)
    func findLineOfNewChild() -> ArraySlice<UInt8>? {
        for place in children.indices.reversed() {
            let gap = index.bytes[gap(before: place)]
            let end = gap.lastIndex { $0 > 0x20 || $0 == 0x0A || $0 == 0x0D }
            guard var start = end, gap[start] <= 0x20 else { continue }
            if gap[start] == 0x0A, start > gap.startIndex, gap[start - 1] == 0x0D { start -= 1 }
            return gap[start...]
        }
        guard children.count > 1, !index.bytes[inside].contains(0x0A) else { return nil }
        let gap = gap(before: children.count - 1)
        guard let comma = marks(in: gap).comma else { return nil }
        return index.bytes[comma + 1..<gap.upperBound].prefix { $0 == 0x20 || $0 == 0x09 }
    }

    /// The comments of a container without children, and the white space behind them.
    private var commentsInside: (comments: ArraySlice<UInt8>, space: ArraySlice<UInt8>) {
        let inside = index.bytes[inside]
        let end = inside.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? inside.startIndex
        return (inside[..<end], inside[end...])
    }

    /// The line break and the indentation of the last comment, for a first child below it.
    private func lineOfLastComment(
        in comments: ArraySlice<UInt8>, before space: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard space.contains(0x0A) || space.contains(0x0D) else { return nil }
        guard var start = comments.lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return space }
        let end = comments[(start + 1)...].firstIndex { $0 > 0x20 } ?? comments.endIndex
        if comments[start] == 0x0A, start > comments.startIndex, comments[start - 1] == 0x0D { start -= 1 }
        return comments[start..<end]
    }

    /// Both parts in one, with one comma or none.
    private func joined(
        _ trailing: Range<Int>, _ leading: ArraySlice<UInt8>, hasComma: Bool
    ) -> [UInt8] {
        let marks = marks(in: trailing)
        let comma = Self.marks(in: leading).comma
        var text = Array(index.bytes[trailing])
        if let comma = marks.comma, !hasComma { text.remove(at: comma - trailing.lowerBound) }
        if hasComma, marks.comma == nil, comma == nil {
            // A comma behind a comment on the same line would give that to the next value.
            let isBeside = !marks.endsInLineComment && leading.first != 0x0A && leading.first != 0x0D
            let end = isBeside ? text.lastIndex { $0 > 0x20 }.map { $0 + 1 } : nil
            text.insert(UInt8(ascii: ","), at: end ?? 0)
        }
        if marks.endsInLineComment, leading.first != 0x0A, leading.first != 0x0D {
            let rest = index.bytes[trailing.upperBound...]
            text += rest.prefix(rest.starts(with: [0x0D, 0x0A]) ? 2 : 1)
        }
        if let comma, !hasComma || marks.comma != nil {
            // The space after it was that between the comma and the value.
            let after = leading[(comma + 1)...]
            return text + leading[..<comma] + (after.first == 0x20 ? after.dropFirst() : after)
        }
        return text + leading
    }

    /// The first comma and the first line break of a gap that are in no comment.
    private struct Marks {
        var comma: Int?
        var lineBreak: Int?
        /// Whether the gap ends in a comment that a line break must end.
        var endsInLineComment = false
    }

    private func marks(in gap: Range<Int>) -> Marks { Self.marks(in: index.bytes[gap]) }

    private static func marks(in gap: ArraySlice<UInt8>) -> Marks {
        var marks = Marks()
        var rest = gap
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: ","): marks.comma = marks.comma ?? rest.startIndex
            case 0x0A, 0x0D:
                marks.lineBreak = marks.lineBreak ?? rest.startIndex
                marks.endsInLineComment = false
            case UInt8(ascii: "/"):
                marks.endsInLineComment = rest.dropFirst().first == UInt8(ascii: "/")
                rest = rest.dropFirst(lengthOfComment(rest))
                continue
            default: break
            }
            rest = rest.dropFirst()
        }
        return marks
    }

    /// The number of bytes of the comment that some bytes begin with.
    private static func lengthOfComment(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return IndexScanner.comment(from: base, to: base + bytes.count).map { $0 - base } ?? bytes.count
        }
    }
}
