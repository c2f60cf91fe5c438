/// The index of the results of a shape, which needs no scan: the nodes of one result, and where others differ.
///
/// Unsafe code: `variables`, `entries` and `shifts` point to memory that is written before they are used, and freed
/// with the index. The numbers in `entries` are at most the number of variables, and `shifts` has one place more.
final class ShapeIndex {
    /// Bytes of a result that differ from those of another one: a scalar of the text, or a computed one.
    struct Variable {
        enum Source {
            /// The number of a value, and how many bytes are before it.
            case value(Int, before: Int)
            case computed(Int)
        }

        let source: Source
        let count: Int
    }

    /// A node of the first result, and how many variables begin before it, and before its end.
    private struct Entry {
        let node: IndexNode
        let before: Int
        let beforeEnd: Int
    }

    private let variables: UnsafeMutableBufferPointer<Variable>
    private let entries: UnsafeMutableBufferPointer<Entry>
    /// How far each variable, and what is behind the last one, is from its place in the first result.
    private let shifts: UnsafeMutableBufferPointer<Int>
    private let buffer: IndexBuffer

    /// The index of a result whose variables have such ranges, in their order; `nil` if a variable is anything but a
    /// scalar or a part of a string.
    init?(_ result: UnsafeBufferPointer<UInt8>, _ variables: [(variable: Variable, range: Range<Int>)]) {
        let buffer = IndexBuffer(capacity: result.count / 8 + 1)
        let scanner = IndexScanner(options: JSONParsingOptions(), buffer: buffer)
        guard scanner.scan(result, from: 0) else { return nil }
        var entries: [Entry] = []
        for number in 0..<buffer.count {
            guard let entry = Self.entry(buffer[UInt32(number)], variables.map(\.range)) else { return nil }
            entries.append(entry)
        }
        self.buffer = buffer
        self.variables = UnsafeMutableBufferPointer(copyOf: variables.map(\.variable))
        self.entries = UnsafeMutableBufferPointer(copyOf: entries)
        shifts = UnsafeMutableBufferPointer(copyOf: [Int](repeating: 0, count: variables.count + 1))
    }

    deinit {
        variables.deallocate()
        entries.deallocate()
        shifts.deallocate()
    }

    private static func entry(_ node: IndexNode, _ variables: [Range<Int>]) -> Entry? {
        let (span, content) = (node.span, node.content)
        let first = variables.partitioningIndex { $0.lowerBound >= span.lowerBound }
        // Nothing may be inside of a variable.
        if first > 0, variables[first - 1].upperBound > span.lowerBound { return nil }
        if first < variables.count, variables[first] == span, !node.isContainer {
            return Entry(node: node, before: first, beforeEnd: first + 1)
        }
        let last = variables.partitioningIndex { $0.lowerBound >= span.upperBound }
        if first == last { return Entry(node: node, before: first, beforeEnd: last) }
        // What contains variables begins and ends with a byte of its own.
        let inner = node.isContainer ? span.lowerBound + 1..<span.upperBound - 1 : content
        let areInside = variables[first..<last].allSatisfy {
            inner.lowerBound <= $0.lowerBound && $0.upperBound <= inner.upperBound
        }
        guard node.isContainer || node.isString, areInside else { return nil }
        return Entry(node: node, before: first, beforeEnd: last)
    }

    /// The index of another result.
    ///
    /// - `ends`, `computedEnds`: Where the values of its text end, and the computed ones.
    func index(
        of result: UnsafeBufferPointer<UInt8>, _ ends: borrowing PlainBuffer<Int>,
        _ computedEnds: borrowing PlainBuffer<Int>
    ) -> IndexBuffer {
        var shift = 0
        for number in variables.indices {
            shifts[number] = shift
            let count =
                switch variables[number].source {
                case .value(let value, let before): ends[value + 1] - ends[value] - before
                case .computed(let value): computedEnds[value + 1] - computedEnds[value]
                }
            shift += count - variables[number].count
        }
        shifts[variables.count] = shift
        let hasEscapes = result.holds(UInt8(ascii: "\\"))
        for number in entries.indices {
            let entry = entries[number]
            var node = entry.node
            let (start, end) = (shifts[entry.before], shifts[entry.beforeEnd])
            node.offset = UInt32(truncatingIfNeeded: Int(node.offset) + start)
            node.length = UInt32(truncatingIfNeeded: Int(node.length) + end - start)
            if entry.before < entry.beforeEnd, !node.isContainer {
                node.meta = Self.meta(node, UnsafeBufferPointer(rebasing: result[node.content]), hasEscapes)
            }
            buffer.base[number] = node
        }
        return buffer
    }

    /// The kind and the flags of a scalar of these characters.
    private static func meta(
        _ node: IndexNode, _ characters: UnsafeBufferPointer<UInt8>, _ mayHaveEscapes: Bool
    ) -> UInt32 {
        switch node.rawKind {
        case IndexNode.string:
            let isEscaped = mayHaveEscapes && characters.holds(UInt8(ascii: "\\"))
            return isEscaped ? IndexNode.string | IndexNode.escaped : IndexNode.string
        case IndexNode.number:
            let isInteger = characters.allSatisfy { $0 < UInt8(ascii: "A") && $0 != UInt8(ascii: ".") }
            return isInteger ? IndexNode.number | IndexNode.integer : IndexNode.number
        case IndexNode.true, IndexNode.false:
            return characters.first == UInt8(ascii: "t") ? IndexNode.true : IndexNode.false
        default: return node.meta
        }
    }
}
