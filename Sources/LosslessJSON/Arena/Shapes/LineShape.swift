/// What became of a document, so that the next one of the same shape is read and copied together in one pass, without
/// an index.
///
/// A shape is the text between the values: brackets, keys, colons, commas and white space, and the kind of each scalar.
/// Operations decide by shape, and by the values that they have looked at; those count as text. So a document of the
/// same shape becomes the same pieces: constants, runs of its own text, and values computed anew.
///
/// A text of this shape is JSON where each scalar is one of its kind, so reading it so checks the whole grammar; UTF-8
/// is checked apart.
///
/// Invariants: `fixed`, `values`, `pieces` and `constants` point to memory that is written before the shape is used,
/// and freed with it; all ranges lie within. `fixed` holds the bytes before, between and after the values, in that
/// order.
final class LineShape {
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
        /// How many bytes of `fixed` are before it, from the value before on.
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
    let computed: [(value: Int, kind: JSONKind, computation: any ScalarComputation)]
    /// The values that must not mean the same as one of the plan.
    let different: [(value: Int, other: JSONValue)]
    /// What must be found of values.
    let findings: [(values: [Int], finding: any ScalarFinding)]
    /// The values that the runner of operations asks for, of which no scalar has an escape.
    let noted: [(start: Edge, end: Edge, kind: JSONKind)]
    /// Whether the text has no escape in any value, as the constants are written for such a text.
    let needsNoEscapes: Bool
    /// What the runner of operations stores for documents of this shape.
    let notes: AnyObject

    /// The shape of what has been recorded of a document; `nil` if that is not all that the document was made of.
    ///
    /// - `noted`: The offsets of the values that the notes need.
    init?(
        _ recorder: ShapeRecorder, _ text: UnsafeBufferPointer<UInt8>, _ buffer: IndexBuffer, notes: AnyObject,
        noting offsets: [Int]
    ) {
        guard recorder.isComplete, buffer.count < 4096, text.count < 1 << 16 else { return nil }
        guard let sources = buffer.values(at: offsets) else { return nil }
        var parts = ShapeParts(
            text, buffer, fixing: recorder.seen,
            plain: recorder.computed.map(\.source) + recorder.different.map(\.source)
                + recorder.findings.flatMap(\.sources) + sources)
        parts.add(recorder)
        guard parts.isComplete else { return nil }
        var noted: [(start: Edge, end: Edge, kind: JSONKind)] = []
        for source in sources {
            let content = buffer[source].isContainer ? buffer[source].span : buffer[source].content
            guard let start = parts.edge(content.lowerBound), let end = parts.edge(content.upperBound) else {
                return nil
            }
            noted.append((start, end, buffer[source].kind))
        }
        self.noted = noted
        var computed: [(value: Int, kind: JSONKind, computation: any ScalarComputation)] = []
        for one in recorder.computed {
            guard let value = parts.numbers[one.source] else { return nil }
            computed.append((value, one.kind, one.computation))
        }
        self.computed = computed
        var findings: [(values: [Int], finding: any ScalarFinding)] = []
        for (sources, finding) in recorder.findings {
            let values = sources.compactMap { parts.numbers[$0] }
            guard values.count == sources.count else { return nil }
            findings.append((values, finding))
        }
        self.findings = findings
        self.notes = notes
        needsNoEscapes = recorder.needsNoEscapes
        different = recorder.different.compactMap { source, other in
            parts.numbers[source].map { ($0, other) }  // Others are fixed, and so not it.
        }
        fixed = Self.memory(of: parts.fixed)
        values = Self.memory(of: parts.values)
        pieces = Self.memory(of: parts.pieces)
        constants = Self.memory(of: parts.constants)
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
    func matches(_ text: UnsafeBufferPointer<UInt8>, _ ends: inout PlainBuffer<Int>) -> Bool {
        ends.truncate(to: 0)
        ends.append(0)
        guard let start = text.baseAddress, text.count >= fixed.count, var known = UnsafePointer(fixed.baseAddress)
        else { return false }
        if needsNoEscapes, text.contains(UInt8(ascii: "\\")) { return false }
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
        UnsafeBufferPointer(start: left, count: count).isSame(as: UnsafeBufferPointer(start: right, count: count))
    }

    /// Where a value begins, of a text whose values end so.
    @inline(__always)
    func start(of value: Int, _ ends: borrowing PlainBuffer<Int>) -> Int { ends[value] + values[value].before }
}

extension IndexBuffer {
    /// The values that begin at these bytes; `nil` if there is none, or one is a scalar with an escape.
    fileprivate func values(at offsets: [Int]) -> [UInt32]? {
        var values: [UInt32] = []
        for offset in offsets {
            let found = (0..<UInt32(truncatingIfNeeded: count)).first {
                self[$0].rawKind != IndexNode.key && self[$0].span.lowerBound == offset
            }
            guard let found, self[found].isContainer || !self[found].isEscaped else { return nil }
            values.append(found)
        }
        return values
    }
}
