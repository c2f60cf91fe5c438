/// The bytes between the children of a container of a document: white space, commas, colons.
package struct ContainerGaps {
    package let container: UInt32

    /// The values of all members, or all elements, in the order of the text.
    package let children: [UInt32]

    let index: DocumentIndex
    private let isObject: Bool

    /// Whether there is a comment between the children, before the first, or after the last.
    private(set) var hasComments = false

    /// What comes before a new child, where there are comments; found once.
    private(set) var lineOfNewChild: ArraySlice<UInt8>?

    package init(_ container: UInt32, of index: DocumentIndex) {
        self.container = container
        self.index = index
        isObject = index[container].isObject
        var children: [UInt32] = []
        let step: UInt32 = isObject ? 1 : 0
        var child = container + 1 + step
        while child < index[container].next + step {
            children.append(child)
            child = index[child].next + step
        }
        self.children = children
        guard index.mayHaveComments else { return }
        // Outside values, a slash begins a comment.
        hasComments =
            index.bytes[children.isEmpty ? inside : closing].contains(UInt8(ascii: "/"))
            || children.indices.contains { place in
                let gap = place == 0 ? opening ?? closing : between(place - 1, place)
                return index.bytes[gap].contains(UInt8(ascii: "/"))
            }
        if hasComments { lineOfNewChild = findLineOfNewChild() }
    }

    /// Where a child begins: its key, where it has one.
    private func start(of child: UInt32) -> Int { index[isObject ? child - 1 : child].span.lowerBound }

    private func end(of child: UInt32) -> Int { index[child].span.upperBound }

    /// The range between the opening bracket and the first child.
    package var opening: Range<Int>? {
        children.first.map { index[container].span.lowerBound + 1..<start(of: $0) }
    }

    /// The range between the last child and the closing bracket; only if there is a child.
    package var closing: Range<Int> {
        (children.last.map { end(of: $0) } ?? index[container].span.upperBound - 1)..<index[container].span.upperBound
            - 1
    }

    /// The text before a child, with its comma; `nil` if the container has no example of it.
    ///
    /// - Parameter origin: The child that was in the place; `nil` for a new one.
    package func before(_ origin: UInt32?, isFirst: Bool) -> Range<Int>? {
        if isFirst { return opening }
        if let origin, let place = place(of: origin), place > 0 { return between(place - 1, place) }
        let last = children.count - 1
        return last > 0 ? clean(between(last - 1, last), mark: UInt8(ascii: ",")) : nil
    }

    /// The break of the line before the only child, for a second one to use after its comma.
    package var lineBreak: Range<Int>? {
        guard let opening, index.bytes[opening].contains(0x0A) else { return nil }
        return clean(opening, mark: nil)
    }

    /// The colon after a key; of a new member, that of the first one.
    package func colon(of origin: UInt32?) -> Range<Int>? {
        if let origin { return index[origin - 1].span.upperBound..<index[origin].span.lowerBound }
        guard isObject, let first = children.first else { return nil }
        return clean(index[first - 1].span.upperBound..<index[first].span.lowerBound, mark: UInt8(ascii: ":"))
    }

    /// The text within the brackets.
    var inside: Range<Int> {
        let span = index[container].span
        return span.lowerBound + 1..<span.upperBound - 1
    }

    func between(_ left: Int, _ right: Int) -> Range<Int> {
        end(of: children[left])..<start(of: children[right])
    }

    /// The place of a child; they are in the order of their nodes.
    func place(of child: UInt32) -> Int? {
        var (low, high) = (0, children.count)
        while low < high {
            let middle = (low + high) / 2
            if children[middle] == child { return middle }
            if children[middle] < child { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// A gap that may be written elsewhere: no comment in it, and the mark that it needs.
    private func clean(_ gap: Range<Int>, mark: UInt8?) -> Range<Int>? {
        var sawMark = mark == nil
        for byte in index.bytes[gap] where byte > 0x20 {
            if byte != mark || sawMark { return nil }
            sawMark = true
        }
        return sawMark ? gap : nil
    }
}

/// The white space at the beginning of a line, and how it changes where lines move.
package enum LineIndent {
    /// The indentation of the line around a place.
    package static func around(_ place: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return bytes[start..<place].prefix { $0 == 0x20 || $0 == 0x09 }
    }

    /// The indentation of the line that is being written.
    package static func ofLastLine(of output: [UInt8]) -> ArraySlice<UInt8> { around(output.count, in: output) }

    /// Copies lines, each but the first with another indentation.
    package static func copy(
        _ bytes: ArraySlice<UInt8>, replacing old: ArraySlice<UInt8>, by new: ArraySlice<UInt8>,
        to output: inout [UInt8]
    ) {
        let (old, new) = (Array(old), Array(new))
        guard old != new else {
            output += bytes
            return
        }
        var rest = bytes
        while let newline = rest.firstIndex(of: 0x0A) {
            output += rest[...newline]
            rest = rest[(newline + 1)...]
            if rest.starts(with: old) {
                output += new
                rest = rest.dropFirst(old.count)
            }
        }
        output += rest
    }
}
