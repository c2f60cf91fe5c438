/// Notes what operations look at in a document, and what it is written of, so that the next one of its shape needs no
/// arena.
///
/// The arena records each read of a value's characters itself (`Arena+Recording`). Operations do not know about
/// recording. `@exclusivity(unchecked)` because it calls no code that records, and each piece would pay for the check.
final class ShapeRecorder {
    enum Piece {
        case text(Range<Int>)
        /// A range of `constants`.
        case constant(Range<Int>)
        /// A value that is computed again for each line, and its place in the side buffer.
        case computed(start: UInt32)
    }

    /// A scalar of the text, and what is made of it.
    struct Computed {
        let source: UInt32
        /// The range of the new characters in the side buffer.
        let start: UInt32
        let kind: JSONKind
        let computation: any ScalarComputation
        /// Whether the way back does not restore the scalar.
        let loses: Bool
    }

    /// Whether all that decided, and all that was written, could be noted.
    @exclusivity(unchecked) private(set) var isComplete = true
    /// The nodes of the index of the value whose shape is noted; `nil` if it is the document.
    private(set) var nodes: Range<UInt32>?
    /// The escapes of the text, once something new was written with them.
    private(set) var escapes: StringEscapes?
    /// Scalars whose characters decided.
    @exclusivity(unchecked) private(set) var seen: Set<UInt32> = []
    /// The containers that were opened, or whose layout decided in another way; `nil` while that is not noted.
    private(set) var opened: Set<UInt32>?
    /// Scalars of which it decided that they do not mean the same as a value of the plan.
    private(set) var different: [(source: UInt32, other: JSONValue)] = []
    /// Strings that were written as they were read because they have no escapes.
    private(set) var plain: [UInt32] = []
    private(set) var computed: [Computed] = []
    /// What the way back makes of computed scalars that have lost something, and the scalars that those were made of.
    private var losingCopies: [(start: UInt32, source: UInt32)] = []
    /// Where the characters of computed scalars begin that have been looked at: they are text of the shape.
    private var settled: Set<UInt32> = []
    /// The decisions that depend on several scalars.
    private(set) var findings: [(sources: [UInt32], finding: any ScalarFinding)] = []
    @exclusivity(unchecked) private(set) var pieces: [Piece] = []
    @exclusivity(unchecked) private(set) var constants: [UInt8] = []

    /// Whether the documents are JSON without tolerances.
    private let isOfJSON: Bool

    init(_ options: JSONParsingOptions = JSONParsingOptions()) { isOfJSON = options.tolerances.isEmpty }

    /// - `notesOpened`: Whether it is noted which containers are opened.
    func start(_ nodes: Range<UInt32>?, notesOpened: Bool = false) {
        self.nodes = nodes
        if notesOpened { opened?.removeAll(keepingCapacity: true) }
        opened = notesOpened ? opened ?? [] : nil
        (isComplete, escapes) = (true, nil)
        seen.removeAll(keepingCapacity: true)
        different.removeAll(keepingCapacity: true)
        plain.removeAll(keepingCapacity: true)
        computed.removeAll(keepingCapacity: true)
        losingCopies.removeAll(keepingCapacity: true)
        settled.removeAll(keepingCapacity: true)
        findings.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        constants.removeAll(keepingCapacity: true)
    }

    func giveUp() { isComplete = false }

    /// Adds what decided in another arena, where the same changes were made.
    func add(decisionsOf other: ShapeRecorder) {
        isComplete = isComplete && other.isComplete
        escapes = escapes ?? other.escapes
        seen.formUnion(other.seen)
        if let others = other.opened { opened?.formUnion(others) }
        different += other.different
        findings += other.findings
    }

    /// The escapes of this text decide how something new is written.
    func noteEscapes(of text: UnsafeBufferPointer<UInt8>) {
        if escapes != nil { return }
        escapes = escapes(of: text)
        if escapes == nil { giveUp() }
    }

    /// The escapes of a text of the kind that is recorded; `nil` where only its strings could tell, as there may be
    /// comments.
    func escapes(of text: UnsafeBufferPointer<UInt8>) -> StringEscapes? {
        if !text.holds(UInt8(ascii: "\\")) { return StringEscapes() }
        return isOfJSON ? StringEscapes(ofJSON: text) : nil
    }

    /// The characters of these values decide. The surroundings of a value whose shape is recorded are the same for the
    /// next one.
    func noteSeen(_ seen: Range<UInt32>) {
        if let nodes {
            if !seen.overlaps(nodes) { return }
            if seen.lowerBound < nodes.lowerBound { return giveUp() }
        }
        for node in seen { self.seen.insert(node) }
    }

    /// The layout of a container decides.
    func noteOpened(_ container: UInt32) { opened?.insert(container) }

    /// The layout of these values decides, and of all that is in them.
    func noteLayout(of nodes: Range<UInt32>) {
        if opened != nil { opened?.formUnion(nodes) }
    }

    func noteDifferent(_ source: UInt32, from other: JSONValue) { different.append((source, other)) }

    func notePlain(_ source: UInt32) { plain.append(source) }

    func noteComputed(_ value: Computed) { computed.append(value) }

    func noteLosingCopy(of source: UInt32, at start: UInt32) { losingCopies.append((start, source)) }

    /// The scalar of the text from which a computed one differs, whose characters begin here in the side buffer; `nil`
    /// if it may be equal to that.
    func sourceDiffering(from start: UInt32) -> UInt32? {
        computed.first { $0.loses && $0.start == start }?.source
            ?? losingCopies.first { $0.start == start }?.source
    }

    /// The computed value whose characters begin here in the side buffer.
    func computed(at start: UInt32) -> Computed? { computed.first { $0.start == start } }

    /// The characters of a computed scalar decide, which begin here in the side buffer: so do those of its source, and
    /// the next document has both.
    func noteSeenComputed(at start: UInt32) {
        if settled.contains(start) { return }
        guard let number = computed.firstIndex(where: { $0.start == start }) else { return giveUp() }
        let source = computed.remove(at: number).source
        noteSeen(source..<source + 1)
        settled.insert(start)
    }

    func isSettled(_ start: UInt32) -> Bool { settled.contains(start) }

    func noteFinding(_ finding: some ScalarFinding, of sources: [UInt32]) { findings.append((sources, finding)) }

    /// The side buffer is used again from a place on.
    func forget(from start: Int) {
        if computed.contains(where: { $0.start >= start }) { giveUp() }
        losingCopies.removeAll { $0.start >= start }
        if !settled.isEmpty { settled = settled.filter { $0 < start } }
    }

    func noteText(_ range: Range<Int>) {
        if case .text(let last)? = pieces.last, last.upperBound == range.lowerBound {
            pieces[pieces.count - 1] = .text(last.lowerBound..<range.upperBound)
        } else {
            pieces.append(.text(range))
        }
    }

    func noteConstant(_ bytes: UnsafeBufferPointer<UInt8>) {
        let start = constants.count
        constants += bytes
        if case .constant(let last)? = pieces.last {
            pieces[pieces.count - 1] = .constant(last.lowerBound..<constants.count)
        } else {
            pieces.append(.constant(start..<constants.count))
        }
    }

    func noteComputedPiece(_ start: UInt32) { pieces.append(.computed(start: start)) }
}
