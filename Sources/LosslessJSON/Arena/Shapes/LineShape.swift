/// The result of a document, so that the next one of the same shape is read and copied in one pass, without an index.
///
/// A shape is the text between the values: brackets, keys, colons, commas and white space, and the kind of each scalar.
/// Operations decide by shape, and by the values that they have looked at; those count as text. So a document of the
/// same shape becomes the same pieces: constants, runs of its own text, and values recomputed.
///
/// A text of this shape is JSON where each scalar is one of its kind, so reading it so checks the whole grammar; UTF-8
/// is checked apart.
///
/// Invariants: `fixed`, `values`, `pieces`, `constants`, `computed` and `findings` point to memory that is written
/// before the shape is used, and freed with it; all ranges lie within. `fixed` holds the bytes before, between and
/// after the values, in that order.
final class LineShape {
    /// A scalar that may differ, and the text before it.
    struct Value {
        enum Kind {
            case string, number, boolean
            /// A string without escapes.
            case plainString

            /// Whether a node of an index is a scalar of the kind.
            @inline(__always)
            func fits(_ node: IndexNode) -> Bool {
                switch self {
                case .string: node.isString
                case .plainString: node.isString && !node.isEscaped
                case .number: node.isNumber
                case .boolean: node.bool != nil
                }
            }

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
        /// Its node in the index, counted from the first one.
        let node: UInt32
    }

    /// A place in a text: so many bytes after the end of a value; of the one before the first, the start of the text.
    struct Edge {
        let value: Int
        let distance: Int
    }

    enum Piece {
        case text(Edge, Edge)
        case constant(start: Int, count: Int)
        case computed(Int)
    }

    /// A value that is recomputed.
    struct Computed {
        let value: Int
        let kind: JSONKind
        let computation: any ScalarComputation
    }

    /// A required result for several values.
    struct Finding {
        let values: [Int]
        let finding: any ScalarFinding
    }

    /// A noted value; `node` is its node in the index, counted from the first one.
    struct Noted {
        let start: Edge
        let end: Edge
        let kind: JSONKind
        let node: UInt32

        /// The scalar of such characters, which begin at a byte of the document.
        func scalar(of characters: String, at place: Int) -> JSONValue {
            let storage: JSONValue.Storage
            switch kind {
            case .string: storage = .string(JSONText(characters))
            case .number: storage = .number(JSONNumber(checked: characters))
            case .boolean: storage = .bool(characters == "true")
            default: storage = .null
            }
            let begins = kind == .string ? place - 1 : place  // The quote.
            return JSONValue(storage, offset: UInt32(truncatingIfNeeded: begins))
        }
    }

    let fixed: UnsafeMutableBufferPointer<UInt8>
    let values: UnsafeMutableBufferPointer<Value>
    let pieces: UnsafeMutableBufferPointer<Piece>
    let constants: UnsafeMutableBufferPointer<UInt8>
    /// The values that are recomputed: which, and how.
    let computed: UnsafeMutableBufferPointer<Computed>
    /// The values that must not mean the same as one of the plan.
    let different: [(value: Int, other: JSONValue)]
    /// The required results for several values.
    let findings: UnsafeMutableBufferPointer<Finding>
    /// The values that the runner of operations asks for, of which no scalar has an escape.
    let noted: [Noted]
    /// The number of nodes in the index.
    let nodes: Int
    /// Whether the text has no escape in any value, as the constants are written for such a text.
    let needsNoEscapes: Bool
    /// The data that the runner of operations stores for documents of this shape.
    let notes: AnyObject

    /// The shape of a recorded document; `nil` if the document depends on more than the records.
    ///
    /// - `noted`: The offsets of the values that the notes need.
    init?(
        _ recorder: ShapeRecorder, _ part: DocumentPart, notes: AnyObject, noting offsets: [Int]
    ) {
        guard recorder.isComplete, part.nodes.count < 4096, part.text.count < 1 << 16 else { return nil }
        guard let sources = part.values(at: offsets) else { return nil }
        var parts = ShapeParts(
            part, fixing: recorder.seen,
            plain: recorder.plain + recorder.computed.map(\.source) + recorder.different.map(\.source)
                + recorder.findings.flatMap(\.sources) + sources)
        parts.add(recorder)
        guard parts.isComplete else { return nil }
        var noted: [Noted] = []
        for source in sources {
            guard let (start, end) = parts.edges(of: source, part) else { return nil }
            let kind = part.index[Int(source)].kind
            noted.append(Noted(start: start, end: end, kind: kind, node: source - part.nodes.lowerBound))
        }
        self.noted = noted
        var computed: [Computed] = []
        for one in recorder.computed {
            guard let value = parts.numbers[one.source] else { return nil }
            computed.append(Computed(value: value, kind: one.kind, computation: one.computation))
        }
        var findings: [Finding] = []
        for (sources, finding) in recorder.findings {
            let values = sources.compactMap { parts.numbers[$0] }
            guard values.count == sources.count else { return nil }
            findings.append(Finding(values: values, finding: finding))
        }
        self.notes = notes
        nodes = part.nodes.count
        needsNoEscapes = recorder.needsNoEscapes
        different = recorder.different.compactMap { source, other in
            parts.numbers[source].map { ($0, other) }  // Others are fixed, and so not it.
        }
        self.computed = Self.memory(of: computed)
        self.findings = Self.memory(of: findings)
        fixed = Self.memory(of: parts.fixed)
        values = Self.memory(of: parts.values)
        pieces = Self.memory(of: parts.pieces)
        constants = Self.memory(of: parts.constants)
    }

    deinit {
        computed.deinitialize()
        computed.deallocate()
        findings.deinitialize()
        findings.deallocate()
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

    /// Whether a value of a document that has an index has the shape: the text between its scalars is the same one, and
    /// so are their kinds.
    func matches(_ part: DocumentPart, _ ends: inout PlainBuffer<Int>) -> Bool {
        ends.truncate(to: 0)
        ends.append(0)
        guard part.nodes.count == nodes, let start = part.text.baseAddress, part.text.count >= fixed.count,
            var known = UnsafePointer(fixed.baseAddress)
        else { return false }
        let first = part.index + Int(part.nodes.lowerBound)
        var end = 0
        for value in values {
            let node = first[Int(value.node)]
            let place = Int(node.offset) &- part.start
            guard value.kind.fits(node), place &- end == value.before,
                Self.isEqual(start + end, known, value.before)
            else { return false }
            known += value.before
            end = place &+ Int(node.length)
            ends.append(end)
        }
        let rest = (UnsafePointer(fixed.baseAddress) ?? known) + fixed.count - known
        return part.text.count - end == rest && Self.isEqual(start + end, known, rest)
    }

    @inline(__always)
    private static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        UnsafeBufferPointer(start: left, count: count).isSame(as: UnsafeBufferPointer(start: right, count: count))
    }

    /// Where a value begins, of a text whose values end so.
    @inline(__always)
    func start(of value: Int, _ ends: borrowing PlainBuffer<Int>) -> Int { ends[value] + values[value].before }
}

extension DocumentPart {
    /// The values that begin at these bytes of the document; `nil` if there is none, or one is a scalar with an escape.
    fileprivate func values(at offsets: [Int]) -> [UInt32]? {
        var values: [UInt32] = []
        for offset in offsets {
            let found = nodes.first {
                index[Int($0)].rawKind != IndexNode.key && index[Int($0)].span.lowerBound == offset
            }
            guard let found, index[Int(found)].isContainer || !index[Int(found)].isEscaped else { return nil }
            values.append(found)
        }
        return values
    }
}
