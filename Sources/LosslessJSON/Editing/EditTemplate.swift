/// What became of a document, so that the next one of the same shape is read and copied together in one pass, without an index.
///
/// A shape is the text between the values: brackets, keys, colons, commas and white space, and the kind of each scalar. Operations decide by
/// shape, and by the values that they have looked at; those count as text. So a document of the same shape becomes the same pieces:
/// constants, runs of its own text, and values computed anew.
///
/// A text of this shape is JSON where each scalar is one of its kind, so reading it so checks the whole grammar; UTF-8 is checked apart.
///
/// Invariants: `fixed`, `values`, `pieces` and `constants` point to memory that is written before the template is used, and freed with it; all
/// ranges lie within. `fixed` stands before, between and behind the values, in that order.
final class EditTemplate {
    /// A scalar that may differ, and the text before it.
    struct Value {
        enum Kind {
            case string, number, boolean
            /// A string without escapes.
            case plainString

            var jsonKind: JSONKind {
                switch self {
                case .string, .plainString: .string
                case .number: .number
                case .boolean: .boolean
                }
            }
        }

        let kind: Kind
        /// How many bytes of `fixed` stand before it, from the value before on.
        let before: Int
    }

    /// A place in a text: so many bytes behind the end of a value; of the one before the first, the start of the text.
    struct Edge {
        let value: Int
        let distance: Int
    }

    enum Piece {
        case text(Edge, Edge)
        case constant(start: Int, count: Int)
        case computed(Int)
    }

    let fixed: UnsafeMutableBufferPointer<UInt8>
    let values: UnsafeMutableBufferPointer<Value>
    let pieces: UnsafeMutableBufferPointer<Piece>
    let constants: UnsafeMutableBufferPointer<UInt8>
    /// The values that are computed anew: which, and how.
    let computed: [(value: Int, tag: Int32)]
    /// The values that must not be one of the plan.
    let different: [(value: Int, literal: Int32)]
    /// The values that are reported as lost, with what is to be said of them.
    let lost: [Lost]
    let version: (index: Int, isFound: Bool)

    struct Lost {
        let start: Edge
        let end: Edge
        let tag: Int32
        let path: JSONPointer
    }

    /// A template of what has been recorded of a document; `nil` where that is not all that the document was made of.
    init?(
        _ recorder: EditRecorder, _ text: UnsafeBufferPointer<UInt8>, _ buffer: IndexBuffer,
        _ vocabulary: EditVocabulary, version: (index: Int, isFound: Bool)
    ) {
        guard recorder.isComplete, buffer.count < 4096, text.count < 1 << 16 else { return nil }
        var shape = Shape(
            text, buffer, fixing: recorder.seen, plain: recorder.computed.map(\.node) + recorder.different.map(\.node))
        shape.add(recorder.pieces, of: recorder, vocabulary)
        guard shape.isComplete else { return nil }
        var computed: [(value: Int, tag: Int32)] = []
        for (node, tag, _) in recorder.computed {
            guard let value = shape.numbers[node] else { return nil }
            computed.append((value, tag))
        }
        self.computed = computed
        different = recorder.different.compactMap { node, literal in
            shape.numbers[node].map { ($0, literal) }  // Others are fixed, and so not it.
        }
        var lost: [Lost] = []
        for (node, tag, path) in recorder.lost {
            let span = buffer[node].span
            guard let start = shape.edge(span.lowerBound), let end = shape.edge(span.upperBound) else { return nil }
            lost.append(Lost(start: start, end: end, tag: tag, path: path))
        }
        self.lost = lost
        self.version = version
        fixed = Self.memory(of: shape.fixed)
        values = Self.memory(of: shape.values)
        pieces = Self.memory(of: shape.pieces)
        constants = Self.memory(of: shape.constants)
    }

    deinit {
        fixed.deallocate()
        values.deallocate()
        pieces.deallocate()
        constants.deallocate()
    }

    private static func memory<Element>(of elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = memory.initialize(from: elements)
        return memory
    }

    /// Whether a text has the shape. `ends` gets the start of the text, then where each value ends.
    func matches(_ text: UnsafeBufferPointer<UInt8>, _ ends: inout EditBuffer<Int>) -> Bool {
        ends.truncate(to: 0)
        ends.append(0)
        guard let start = text.baseAddress, text.count >= fixed.count, var known = UnsafePointer(fixed.baseAddress)
        else { return false }
        let end = start + text.count
        var here = start
        for value in values {
            guard end - here > value.before, Self.isEqual(here, known, value.before) else { return false }
            here += value.before
            known += value.before
            switch value.kind {
            case .string, .plainString:
                let string = IndexScanner.string(from: here, to: end, [])
                guard let quote = string.quote, value.kind == .string || !string.isEscaped else { return false }
                here = quote
            case .number:
                guard here.pointee == UInt8(ascii: "-") || here.pointee &- 0x30 < 10,
                    let next = IndexScanner.number(from: here, to: end, []).end
                else { return false }
                here = next
            case .boolean:
                guard let word = IndexScanner.word(from: here, to: end), word.kind != IndexNode.null else {
                    return false
                }
                here += word.length
            }
            ends.append(here - start)
        }
        let rest = (UnsafePointer(fixed.baseAddress) ?? known) + fixed.count - known
        return end - here == rest && Self.isEqual(here, known, rest) && UTF8Check.isValid(text)
    }

    @inline(__always)
    private static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        IndexEdits.isEqual(
            UnsafeBufferPointer(start: left, count: count), UnsafeBufferPointer(start: right, count: count))
    }

    /// Where a value begins, of a text whose values end so.
    @inline(__always)
    func start(of value: Int, _ ends: borrowing EditBuffer<Int>) -> Int { ends[value] + values[value].before }
}

/// A text taken apart into what is fixed and what may differ.
private struct Shape {
    var fixed: [UInt8] = []
    var values: [EditTemplate.Value] = []
    var pieces: [EditTemplate.Piece] = []
    var constants: [UInt8] = []
    /// The number of the value that a node is.
    var numbers: [UInt32: Int] = [:]
    var isComplete = true

    private let text: UnsafeBufferPointer<UInt8>
    private var spans: [Range<Int>] = []

    init(_ text: UnsafeBufferPointer<UInt8>, _ buffer: IndexBuffer, fixing seen: [UInt32], plain: [UInt32]) {
        self.text = text
        let (seen, plain) = (Set(seen), Set(plain))
        var end = 0
        for number in 0..<UInt32(truncatingIfNeeded: buffer.count) where !seen.contains(number) {
            let node = buffer[number]
            let kind: EditTemplate.Value.Kind
            switch node.rawKind {
            case IndexNode.string: kind = plain.contains(number) ? .plainString : .string
            case IndexNode.number: kind = .number
            case IndexNode.true, IndexNode.false: kind = .boolean
            default: continue
            }
            let content = node.content
            fixed += text[end..<content.lowerBound]
            numbers[number] = values.count
            values.append(EditTemplate.Value(kind: kind, before: content.lowerBound - end))
            spans.append(content)
            end = content.upperBound
        }
        fixed += text[end...]
    }

    mutating func add(_ recorded: [EditRecorder.Piece], of recorder: EditRecorder, _ vocabulary: EditVocabulary) {
        for piece in recorded {
            switch piece {
            case .text(let range): add(range)
            case .literal(let range): addConstant(vocabulary.bytes(range))
            case .byte(let byte): withUnsafePointer(to: byte) { addConstant(UnsafeBufferPointer(start: $0, count: 1)) }
            case .scratch(let start):
                if let number = recorder.computed.firstIndex(where: { $0.start == start }) {
                    pieces.append(.computed(number))
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

    /// The place as a distance from the last value that ends at or before it; `nil` where it is within one.
    func edge(_ place: Int) -> EditTemplate.Edge? {
        let value = spans.partitioningIndex { $0.upperBound > place }
        if value < spans.count, spans[value].lowerBound < place { return nil }
        return EditTemplate.Edge(value: value, distance: place - (value == 0 ? 0 : spans[value - 1].upperBound))
    }
}

extension Array {
    /// The first index whose element, and all behind it, fulfil a condition.
    fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
