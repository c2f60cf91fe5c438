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
    /// Whether no byte of the text, and no computed value, is written twice.
    private(set) var takesTextOnce = true

    private let text: UnsafeBufferPointer<UInt8>
    /// Where the text begins in that of the index.
    private let start: Int
    private var spans: [Range<Int>] = []

    /// - `sources`: The values that the notes need.
    init(_ recorder: ShapeRecorder, _ part: DocumentPart, noting sources: [UInt32]) {
        (text, start) = (part.text, part.start)
        let plain = Set(
            recorder.plain + recorder.computed.map(\.source) + recorder.different.map(\.source)
                + recorder.findings.flatMap(\.sources) + sources)
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
        var (ranges, numbers): ([Range<Int>], Set<Int>) = ([], [])
        defer {
            ranges.sort { $0.lowerBound < $1.lowerBound }
            takesTextOnce =
                takesTextOnce && zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
        }
        for piece in recorder.pieces {
            switch piece {
            case .text(let range):
                let count = pieces.count
                add(range.lowerBound - start..<range.upperBound - start)
                if pieces.count > count, case .text = pieces[count] { ranges.append(range) }
            case .constant(let range):
                recorder.constants.withUnsafeBufferPointer { addConstant(UnsafeBufferPointer(rebasing: $0[range])) }
            case .computed(let start):
                if let number = recorder.computed.firstIndex(where: { $0.start == start }) {
                    pieces.append(.computed(number))
                    takesTextOnce = takesTextOnce && numbers.insert(number).inserted
                } else {
                    isComplete = false
                }
            }
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

    /// The place as a distance from the last value that ends at or before it; `nil` if it is within one.
    func edge(_ place: Int) -> LineShape.Edge? {
        guard 0...text.count ~= place else { return nil }
        let value = spans.partitioningIndex { $0.upperBound > place }
        if value < spans.count, spans[value].lowerBound < place { return nil }
        return LineShape.Edge(value: value, distance: place - (value == 0 ? 0 : spans[value - 1].upperBound))
    }
}
