/// The result of a document, so that the next one of the same shape is read and copied in one pass, without an index.
///
/// Operations decide by layout, and by the values that they have looked at; those count as text, or have to pass the
/// same tests. So a document of the same shape becomes the same pieces: constants, runs of its own text, and values
/// recomputed.
///
/// Invariants: `pieces`, `groups`, `repeated`, `constants`, `computed` and `findings` point to memory that is written
/// before the shape is used, and freed with it; all ranges lie within.
final class LineShape {
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

    /// A required result for several values; an object for the same reason.
    final class Finding {
        let inputs: [ScalarInput]
        /// Whether one of the scalars is computed.
        let needsComputed: Bool
        private let finding: any ScalarFinding

        /// The finding owns its inputs.
        init(_ inputs: [ScalarInput], _ finding: any ScalarFinding) {
            (self.inputs, self.finding) = (inputs, finding)
            needsComputed = inputs.contains { if case .computed = $0 { true } else { false } }
        }

        deinit { inputs.forEach { $0.deallocate() } }

        @inline(never)
        func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
            finding.holds(for: scalars)
        }
    }

    /// A noted value; `node` is its node in the index, counted from the first one.
    struct Noted {
        let start: Edge
        let end: Edge
        let kind: JSONKind
        let node: UInt32
        /// Whether it is a container of which only scalars may differ, and which is compact where no scalar has an
        /// escape.
        let isCompact: Bool

        var isContainer: Bool { kind == .array || kind == .object }

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

    let pieces: UnsafeMutableBufferPointer<Piece>
    let constants: UnsafeMutableBufferPointer<UInt8>
    /// The values that are recomputed: which, and how; the shape holds one reference of each.
    let computed: UnsafeMutableBufferPointer<Unmanaged<ComputedPiece>>
    /// The values that must not mean the same as one of the plan.
    let different: [(value: Int, other: JSONValue)]
    /// The required results for several values; the shape holds one reference of each.
    let findings: UnsafeMutableBufferPointer<Unmanaged<Finding>>
    /// The values that the runner of operations asks for, of which no scalar has an escape.
    let noted: [Noted]
    /// Whether one of those is a container, and whether all that are will be compact where no scalar has an escape.
    let notesContainers, notesCompactContainers: Bool
    /// How many bytes it takes, about.
    var bytes: Int {
        pieces.count * MemoryLayout<Piece>.stride + constants.count + noted.count * MemoryLayout<Noted>.stride
            + computed.count * 64 + 512
    }

    /// Whether the result is one run of the text.
    var isCopy: Bool { pieces.count == 1 && constants.isEmpty && computed.isEmpty && groups.isEmpty }

    /// Where members may have any order: for each slot, and last for the end, its groups of pieces; each group is a
    /// member of the result.
    let groups: UnsafeMutableBufferPointer<Range<Int>>
    let groupsOfSlots: UnsafeMutableBufferPointer<Range<Int>>

    /// The pieces that write bytes again.
    let repeated: UnsafeMutableBufferPointer<Piece>
    /// The escapes of the text for which the constants are written; `nil` where every text will do.
    let escapes: StringEscapes?
    /// The data that the runner of operations stores for documents of this shape.
    let notes: AnyObject
    /// The index of the results, once one has been asked for; `nil` where each has to be scanned.
    ///
    /// `@exclusivity(unchecked)`: a shape belongs to one cache, which calls no code of others while it reads this.
    @exclusivity(unchecked) var index: ShapeIndex??

    /// The shape of a recorded document; `nil` if the document depends on more than the records.
    ///
    /// - `arena`: The one that has recorded.
    /// - `sources`: The values that the notes need.
    init?(
        _ recorder: ShapeRecorder, _ part: DocumentPart, _ parts: ShapeParts, _ arena: Arena, notes: AnyObject,
        noting sources: [UInt32]
    ) {
        var noted: [Noted] = []
        for source in sources {
            guard let (start, end) = parts.edges(of: source, part) else { return nil }
            let node = part.index[Int(source)]
            noted.append(
                Noted(
                    start: start, end: end, kind: node.kind, node: source - part.nodes.lowerBound,
                    isCompact: parts.isCompact(source, part)))
        }
        self.noted = noted
        let containers = noted.filter(\.isContainer)
        (notesContainers, notesCompactContainers) = (!containers.isEmpty, containers.allSatisfy(\.isCompact))
        var computed: [ComputedPiece] = []
        var numbers: [UInt32: Int] = [:]
        let written = Set(parts.pieces.compactMap { if case .computed(let number) = $0 { number } else { nil } })
        for one in recorder.remaining {
            numbers[one.start] = computed.count
            let isWritten = written.contains(computed.count)
            computed.append(ComputedPiece(one, parts, arena, recorder, numbers, isWritten: isWritten))
        }
        // What is found of fixed scalars alone is found again.
        let findings = recorder.findings.compactMap { inputs, finding in
            inputs.allSatisfy { ScalarInput.isFixed($0, parts, numbers) }
                ? nil : Finding(inputs.map { ScalarInput($0, parts, arena, recorder, numbers) }, finding)
        }
        self.notes = notes
        escapes = recorder.escapes
        different = recorder.different.compactMap { source, other in
            parts.numbers[source].map { ($0, other) }  // Others are fixed, and so not it.
        }
        self.computed = UnsafeMutableBufferPointer(
            copyOf: computed.map { Unmanaged.passRetained($0) })
        self.findings = UnsafeMutableBufferPointer(
            copyOf: findings.map { Unmanaged.passRetained($0) })
        pieces = UnsafeMutableBufferPointer(copyOf: parts.pieces)
        repeated = UnsafeMutableBufferPointer(copyOf: parts.repeated)
        constants = UnsafeMutableBufferPointer(copyOf: parts.constants)
        groups = UnsafeMutableBufferPointer(copyOf: parts.groups.flatMap(\.self))
        var end = 0
        groupsOfSlots = UnsafeMutableBufferPointer(
            copyOf: parts.groups.map { groups in
                defer { end += groups.count }
                return end..<end + groups.count
            })
    }

    deinit {
        for one in computed { one.release() }
        computed.deallocate()
        for finding in findings { finding.release() }
        findings.deallocate()
        pieces.deallocate()
        repeated.deallocate()
        constants.deallocate()
        groups.deallocate()
        groupsOfSlots.deallocate()
    }
}

extension DocumentPart {
    /// The values that begin at these bytes of the document; `nil` if there is none, or one is a scalar with an escape.
    func values(at offsets: [Int]) -> [UInt32]? {
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
