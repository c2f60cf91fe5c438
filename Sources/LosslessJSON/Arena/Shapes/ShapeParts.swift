/// A text split into fixed parts and parts that may differ.
///
/// Unsafe code: the text is borrowed from the arena while it records, and is not reset meanwhile.
struct ShapeParts {
    /// A member of a document whose members may have any order: one that operations asked for.
    struct Slot {
        let name: [UInt8]
        /// Its bytes in the text.
        let span: Range<Int>
        /// Its values; the first is where it begins.
        let values: Range<Int>
        /// Its part of `fixed`.
        let fixed: Range<Int>

        /// Whether another one has the same name, and as many values and bytes.
        func isSame(as other: Slot) -> Bool {
            name == other.name && values == other.values && fixed == other.fixed
        }
    }

    var fixed: [UInt8] = []
    var values: [ShapeLayout.Value] = []
    var pieces: [LineShape.Piece] = []
    var constants: [UInt8] = []
    /// The number of the value that a node is.
    var numbers: [UInt32: Int] = [:]
    var isComplete = true
    /// The members that were asked for, by their names, where members may have any order; otherwise none.
    private(set) var slots: [Slot] = []
    /// What is written for each of them, and last what is written behind all members: a group of pieces for each member
    /// of the result.
    private(set) var groups: [[Range<Int>]] = []
    /// The pieces of the text of which bytes are in other pieces, too, and the computed values that are written again.
    private(set) var repeated: [LineShape.Piece] = []

    private let text: UnsafeBufferPointer<UInt8>
    /// Where the text begins in that of the index.
    private let start: Int
    private var spans: [Range<Int>] = []
    /// What is between each name and its value, where members may have any order.
    private var colon: [UInt8]?

    /// - `sources`: The values that the notes need.
    init(_ recorder: ShapeRecorder, _ part: DocumentPart, noting sources: [UInt32]) {
        (text, start) = (part.text, part.start)
        numbers.reserveCapacity(part.nodes.count)
        let closed = ClosedContainers(recorder, part, noting: sources)
        addValues(
            part.nodes, in: 0..<text.count, recorder, part, Self.plain(recorder, sources), closed, within: [])
        add(recorder)
    }

    /// The parts of a document whose members may have any order, with others beside them that were not asked for; `nil`
    /// where that is not so.
    init?(inAnyOrder members: RecordedObject, _ recorder: ShapeRecorder, _ part: DocumentPart, noting sources: [UInt32])
    {
        (text, start, colon) = (part.text, part.start, members.marks.colon)
        let (plain, closed) = (Self.plain(recorder, sources), ClosedContainers(recorder, part, noting: sources))
        for member in members.named {
            let (firstValue, firstFixed) = (values.count, fixed.count)
            values.append(ShapeLayout.Value(kind: .start, before: 0, node: 0, depth: 1))
            spans.append(member.span.lowerBound..<member.span.lowerBound)
            addValues(
                member.value..<part.index[Int(member.value)].next, in: member.span, recorder, part, plain, closed,
                within: [part.nodes.upperBound])
            slots.append(
                Slot(
                    name: member.name, span: member.span, values: firstValue..<values.count,
                    fixed: firstFixed..<fixed.count))
        }
        groups = [[Range<Int>]](repeating: [], count: slots.count + 1)
        var cutter = PieceCutter(recorder)
        var texts: [(range: Range<Int>, piece: LineShape.Piece)] = []
        for (slot, range) in members.written {
            let first = pieces.count
            guard let cut = cutter.pieces(of: range) else { return nil }
            add(cut, recorder, from: first, &texts)
            groups[slot ?? slots.count].append(first..<pieces.count)
        }
        addRepeated(texts)
    }

    private static func plain(_ recorder: ShapeRecorder, _ sources: [UInt32]) -> Set<UInt32> {
        Set(recorder.plain + recorder.sources + recorder.different.map(\.source) + sources)
    }

    /// Adds the values of a part of the text, and the text between them.
    ///
    /// - `around`: For each container around the part, the node behind it.
    private mutating func addValues(
        _ nodes: Range<UInt32>, in span: Range<Int>, _ recorder: ShapeRecorder, _ part: DocumentPart,
        _ plain: Set<UInt32>, _ closed: ClosedContainers, within around: [UInt32]
    ) {
        var (next, around, end) = (nodes.lowerBound, around, span.lowerBound)
        while next < nodes.upperBound {
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
        fixed += text[end..<span.upperBound]
    }

    /// Adds what the document was written of.
    private mutating func add(_ recorder: ShapeRecorder) {
        var texts: [(range: Range<Int>, piece: LineShape.Piece)] = []
        add(recorder.pieces, recorder, from: 0, &texts)
        addRepeated(texts)
    }

    /// Adds pieces that something was written of, behind those before the first of them, and notes which are of the
    /// text.
    private mutating func add(
        _ written: [ShapeRecorder.Piece], _ recorder: ShapeRecorder, from first: Int,
        _ texts: inout [(range: Range<Int>, piece: LineShape.Piece)]
    ) {
        let computed = recorder.remaining
        for piece in written {
            switch piece {
            case .text(let range):
                let count = pieces.count
                add(range.lowerBound - start..<range.upperBound - start, from: first)
                if pieces.count > count, case .text = pieces[count] { texts.append((range, pieces[count])) }
            case .constant(let range):
                recorder.constants.withUnsafeBufferPointer {
                    addConstant(UnsafeBufferPointer(rebasing: $0[range]), from: first)
                }
            case .computed(let start, _):
                let number = computed.partitioningIndex { $0.start >= start }
                if number < computed.count, computed[number].start == start {
                    pieces.append(.computed(number))
                } else {
                    isComplete = false
                }
            }
        }
    }

    private mutating func addRepeated(_ texts: [(range: Range<Int>, piece: LineShape.Piece)]) {
        var numbers = Set<Int>()
        for case .computed(let number) in pieces where !numbers.insert(number).inserted {
            repeated.append(.computed(number))
        }
        var end = 0
        for (range, piece) in texts.inOrder(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            if range.lowerBound < end { repeated.append(piece) } else { end = range.upperBound }
        }
    }

    private mutating func add(_ range: Range<Int>, from first: Int) {
        guard let start = edge(range.lowerBound), let end = edge(range.upperBound) else {
            // Between a new name and its value are the bytes that the first member has there, as all others do.
            guard let colon, text[range].elementsEqual(colon) else { return isComplete = false }
            return addConstant(UnsafeBufferPointer(rebasing: text[range]), from: first)
        }
        if start.value == end.value { return addConstant(UnsafeBufferPointer(rebasing: text[range]), from: first) }
        pieces.append(.text(start, end))
    }

    /// - `first`: The first piece that it may be joined with.
    private mutating func addConstant(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int) {
        if bytes.isEmpty { return }
        if pieces.count > first, case .constant(let start, let count)? = pieces.last {
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
        if !slots.isEmpty { return edgeInSlot(place) }
        let value = spans.partitioningIndex { $0.upperBound > place }
        if value < spans.count, spans[value].lowerBound < place { return nil }
        return LineShape.Edge(value: value, distance: place - (value == 0 ? 0 : spans[value - 1].upperBound))
    }

    /// The same where members may have any order: the slots have that of their names, and their values follow each
    /// other within.
    private func edgeInSlot(_ place: Int) -> LineShape.Edge? {
        guard let slot = slots.first(where: { $0.span.lowerBound...$0.span.upperBound ~= place }) else { return nil }
        let value = spans[slot.values].partitioningIndex { $0.upperBound > place }
        if value < slot.values.upperBound, spans[value].lowerBound < place { return nil }
        return LineShape.Edge(value: value, distance: place - spans[value - 1].upperBound)
    }
}
