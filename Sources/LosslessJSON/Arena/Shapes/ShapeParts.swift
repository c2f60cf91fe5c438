/// A text split into fixed parts and parts that may differ.
///
/// Unsafe code: the text is borrowed from the arena while it records, and is not reset meanwhile.
struct ShapeParts {
    var fixed: [UInt8] = []
    var values: [ShapeLayout.Value] = []
    var pieces: [LineShape.Piece] = []
    var constants: [UInt8] = []
    /// The number of the value that a node is.
    var numbers: [UInt32: Int] = [:]
    var isComplete = true
    /// The pieces of the text of which bytes are in other pieces, too, and the computed values that are written again.
    private(set) var repeated: [LineShape.Piece] = []

    private let text: UnsafeBufferPointer<UInt8>
    /// Where the text begins in that of the index.
    private let start: Int
    private var spans: [Range<Int>] = []

    /// - `sources`: The values that the notes need.
    init(_ recorder: ShapeRecorder, _ part: DocumentPart, noting sources: [UInt32]) {
        (text, start) = (part.text, part.start)
        let plain = Set(
            recorder.plain + recorder.sources + recorder.different.map(\.source)
                + sources)
        var end = 0
        numbers.reserveCapacity(part.nodes.count)
        let closed = ClosedContainers(recorder, part, noting: sources)
        var (next, around) = (part.nodes.lowerBound, [UInt32]())
        while next < part.nodes.upperBound {
            let number = next
            next += 1
            let node = part.index[Int(number)]
            if recorder.seen.contains(number) { continue }
            while let last = around.last, last <= number { around.removeLast() }
            let depth = UInt16(truncatingIfNeeded: around.count)
            let kind: ShapeLayout.Value.Kind
            switch node.rawKind {
            case IndexNode.array where closed.contains(number): (kind, next) = (.array, node.next)
            case IndexNode.object where closed.contains(number): (kind, next) = (.object, node.next)
            case IndexNode.array, IndexNode.object:
                around.append(node.next)
                continue
            case IndexNode.string: kind = plain.contains(number) ? .plainString : .string
            case IndexNode.number: kind = .number
            case IndexNode.true, IndexNode.false: kind = .boolean
            default: continue
            }
            let content = node.content.lowerBound - start..<node.content.upperBound - start
            fixed += text[end..<content.lowerBound]
            numbers[number] = values.count
            values.append(
                ShapeLayout.Value(
                    kind: kind, before: content.lowerBound - end,
                    node: closed.mayVary ? 0 : number - part.nodes.lowerBound, depth: depth))
            spans.append(content)
            end = content.upperBound
        }
        fixed += text[end...]
        add(recorder)
    }

    /// Adds what the document was written of.
    private mutating func add(_ recorder: ShapeRecorder) {
        var texts: [(range: Range<Int>, piece: LineShape.Piece)] = []
        var numbers = Set<Int>()
        let computed = recorder.remaining
        for piece in recorder.pieces {
            switch piece {
            case .text(let range):
                let count = pieces.count
                add(range.lowerBound - start..<range.upperBound - start)
                if pieces.count > count, case .text = pieces[count] { texts.append((range, pieces[count])) }
            case .constant(let range):
                recorder.constants.withUnsafeBufferPointer { addConstant(UnsafeBufferPointer(rebasing: $0[range])) }
            case .computed(let start):
                let number = computed.partitioningIndex { $0.start >= start }
                if number < computed.count, computed[number].start == start {
                    pieces.append(.computed(number))
                    if !numbers.insert(number).inserted { repeated.append(.computed(number)) }
                } else {
                    isComplete = false
                }
            }
        }
        texts = texts.inOrder { $0.range.lowerBound < $1.range.lowerBound }
        var end = 0
        for (range, piece) in texts {
            if range.lowerBound < end { repeated.append(piece) } else { end = range.upperBound }
        }
    }

    private mutating func add(_ range: Range<Int>) {
        guard let start = edge(range.lowerBound), let end = edge(range.upperBound) else {
            isComplete = false
            return
        }
        if start.value == end.value { return addConstant(UnsafeBufferPointer(rebasing: text[range])) }
        pieces.append(.text(start, end))
    }

    private mutating func addConstant(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.isEmpty { return }
        if case .constant(let start, let count)? = pieces.last {
            pieces[pieces.count - 1] = .constant(start: start, count: count + bytes.count)
        } else {
            pieces.append(.constant(start: constants.count, count: bytes.count))
        }
        constants += bytes
    }

    /// Where a container, or the characters of a scalar, begin and end.
    func edges(of source: UInt32, _ part: DocumentPart) -> (LineShape.Edge, LineShape.Edge)? {
        if let number = numbers[source] {
            // Those of an empty string are at one place.
            return (
                LineShape.Edge(value: number, distance: values[number].before),
                LineShape.Edge(value: number + 1, distance: 0)
            )
        }
        let node = part.index[Int(source)]
        let range = node.isContainer ? node.span : node.content
        guard let first = edge(range.lowerBound - start), let last = edge(range.upperBound - start) else { return nil }
        return (first, last)
    }

    /// Whether only scalars may differ in a container, and it is compact where none of them has an escape.
    func isCompact(_ container: UInt32, _ part: DocumentPart) -> Bool {
        let node = part.index[Int(container)]
        if !node.isContainer { return false }
        for inner in container..<node.next {
            if let number = numbers[inner], values[number].kind.isContainer { return false }
        }
        let span = node.span.lowerBound - start..<node.span.upperBound - start
        return LazyValue.isCompact(UnsafeBufferPointer(rebasing: text[span]))
    }

    /// The place as a distance from the last value that ends at or before it; `nil` if it is within one.
    func edge(_ place: Int) -> LineShape.Edge? {
        guard 0...text.count ~= place else { return nil }
        let value = spans.partitioningIndex { $0.upperBound > place }
        if value < spans.count, spans[value].lowerBound < place { return nil }
        return LineShape.Edge(value: value, distance: place - (value == 0 ? 0 : spans[value - 1].upperBound))
    }
}
