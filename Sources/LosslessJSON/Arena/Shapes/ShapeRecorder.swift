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
        /// A value that is computed again for each line, its place in the side buffer, and how many bytes it has here.
        case computed(start: UInt32, count: Int)
    }

    /// What is made of scalars.
    struct Computed {
        enum Input {
            /// One of the text, without escapes.
            case scalar(UInt32)
            /// Another computed one, whose characters begin here in the side buffer.
            case computed(start: UInt32)
            case constant(JSONKind, [UInt8])

            /// Whether both are one scalar, no constant.
            func isSame(as other: Input) -> Bool {
                switch (self, other) {
                case (.scalar(let left), .scalar(let right)), (.computed(let left), .computed(let right)): left == right
                default: false
                }
            }
        }

        enum Making {
            /// - `loses`: Whether the way back does not restore the scalar.
            case computation(any ScalarComputation, loses: Bool)
            case combination(any ScalarCombination)

            /// Appends the characters of the new value and returns its kind; `nil` if it cannot be made.
            func make(
                of scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)], to result: inout [UInt8]
            ) -> JSONKind? {
                switch self {
                case .computation(let computation, let loses):
                    scalars.first.flatMap {
                        computation.compute($0.characters, of: $0.kind, losing: loses, to: &result)
                    }
                case .combination(let combination): combination.combine(scalars, to: &result)
                }
            }
        }

        /// One, or those of a combination.
        let inputs: [Input]
        let making: Making
        /// The new characters in the side buffer.
        let start: UInt32
        let length: UInt32
        let rawKind: UInt8
        /// Whether something has looked at the characters: they are text of the shape.
        fileprivate(set) var isSettled = false
        /// Whether it was written with the escapes of the text.
        fileprivate(set) var isEscaped = false

        var kind: JSONKind { rawKind == 4 ? .string : rawKind == 3 ? .number : .boolean }

        var loses: Bool {
            if case .computation(_, let loses) = making { loses } else { false }
        }

        /// The scalar of the text that it is made of, if it is made of that alone.
        var source: UInt32? {
            if inputs.count == 1, case .scalar(let source) = inputs[0] { source } else { nil }
        }

        /// The input that a computation makes of this one.
        func input(madeAgainBy computation: some ScalarComputation) -> Input? {
            switch making {
            case .computation(let other, let loses): !loses && computation.undoes(other) ? inputs.first : nil
            case .combination(let other): other.scalar(madeAgainBy: computation).map { inputs[$0] }
            }
        }
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
    /// The looks at members of the document, and what became of them; `nil` while that is not noted.
    @exclusivity(unchecked) var members: RecordedMembers?
    /// Scalars of which it decided that they do not mean the same as a value of the plan.
    private(set) var different: [(source: UInt32, other: JSONValue)] = []
    /// Strings that were written as they were read because they have no escapes.
    private(set) var plain: [UInt32] = []
    /// In the order of their places in the side buffer.
    private(set) var computed: [Computed] = []
    /// What the way back makes of computed scalars that have lost something, and the scalars that those were made of.
    private var losingCopies: [(start: UInt32, source: UInt32)] = []
    /// The decisions that depend on several scalars.
    private(set) var findings: [(inputs: [Computed.Input], finding: any ScalarFinding)] = []
    @exclusivity(unchecked) private(set) var pieces: [Piece] = []
    @exclusivity(unchecked) private(set) var constants: [UInt8] = []

    /// Whether the documents are JSON without tolerances.
    private let isOfJSON: Bool

    init(_ options: JSONParsingOptions = JSONParsingOptions()) { isOfJSON = options.tolerances.isEmpty }

    /// - `notesOpened`: Whether it is noted which containers are opened.
    /// - `object`: The object whose members are noted, and its arena.
    func start(
        _ nodes: Range<UInt32>?, notesOpened: Bool = false,
        notingMembersOf object: (arena: Arena, source: UInt32)? = nil
    ) {
        self.nodes = nodes
        members = object.map { RecordedMembers(of: $0.source, in: $0.arena) }
        if notesOpened { opened?.removeAll(keepingCapacity: true) }
        opened = notesOpened ? opened ?? [] : nil
        (isComplete, escapes) = (true, nil)
        seen.removeAll(keepingCapacity: true)
        different.removeAll(keepingCapacity: true)
        plain.removeAll(keepingCapacity: true)
        computed.removeAll(keepingCapacity: true)
        losingCopies.removeAll(keepingCapacity: true)
        findings.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        constants.removeAll(keepingCapacity: true)
    }

    func giveUp() { isComplete = false }

    /// The values that are computed again for the next document, as nothing has looked at them.
    var remaining: [Computed] { computed.filter { !$0.isSettled } }

    /// The scalars of the text that others are computed of, or that something was found of.
    var sources: [UInt32] {
        (computed.flatMap { $0.isSettled ? [] : $0.inputs } + findings.flatMap(\.inputs)).compactMap {
            if case .scalar(let source) = $0 { source } else { nil }
        }
    }

    /// Adds what decided in another arena, where the same changes were made.
    func add(decisionsOf other: ShapeRecorder) {
        var known: [UInt32: UInt32] = [:]
        for (inputs, finding) in other.findings {
            findings.append((inputs.map { add($0, of: other, &known) }, finding))
        }
        isComplete = isComplete && other.isComplete
        escapes = escapes ?? other.escapes
        seen.formUnion(other.seen)
        if let others = other.opened { opened?.formUnion(others) }
        if let others = other.members { members?.add(others) }
        different += other.different
    }

    /// A scalar that something was found of in another arena. One that was computed there is computed here, too, as if
    /// its characters were behind all others.
    private func add(
        _ input: Computed.Input, of other: ShapeRecorder, _ known: inout [UInt32: UInt32]
    ) -> Computed.Input {
        guard case .computed(let place) = input else { return input }
        if let start = known[place] { return .computed(start: start) }
        guard let made = other.computed(at: place), computed.last?.start != .max else {
            giveUp()
            return input
        }
        let inputs = made.inputs.map { add($0, of: other, &known) }
        let start = computed.last.map { $0.start + 1 } ?? 0
        computed.append(
            Computed(
                inputs: inputs, making: made.making, start: start, length: made.length, rawKind: made.rawKind,
                isSettled: made.isSettled))
        known[place] = start
        return .computed(start: start)
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
        if let object = members?.object, seen.contains(object) { members?.noteWalk() }
        for node in seen { self.seen.insert(node) }
    }

    /// The layout of a container decides.
    func noteOpened(_ container: UInt32) { opened?.insert(container) }

    /// The layout of these values decides, and of all that is in them.
    ///
    /// - `includingMembers`: Whether those of the document decide, and not only what is in them.
    func noteLayout(of nodes: Range<UInt32>, includingMembers: Bool = true) {
        // What is around a value is the same for the next one.
        if let own = self.nodes, nodes.lowerBound < own.lowerBound { return }
        if includingMembers, let object = members?.object, nodes.contains(object) { members?.noteWalk() }
        if opened != nil { opened?.formUnion(nodes) }
    }

    func noteDifferent(_ source: UInt32, from other: JSONValue) { different.append((source, other)) }

    func notePlain(_ source: UInt32) { plain.append(source) }

    /// Notes a computed scalar; `false`, and the shape is given up, where its place is that of another one.
    func noteComputed(_ value: Computed) -> Bool {
        // Nothing is computed where the characters of another one still are.
        if let last = computed.last, last.start >= value.start {
            giveUp()
            return false
        }
        computed.append(value)
        return true
    }

    func noteLosingCopy(of source: UInt32, at start: UInt32) { losingCopies.append((start, source)) }

    /// The scalar of the text from which a computed one differs, whose characters begin here in the side buffer; `nil`
    /// if it may be equal to that.
    func sourceDiffering(from start: UInt32) -> UInt32? {
        computed(at: start).flatMap { $0.loses ? $0.source : nil }
            ?? losingCopies.first { $0.start == start }?.source
    }

    /// The computed value whose characters begin here in the side buffer, whether it is settled or not.
    func computed(at start: UInt32) -> Computed? { number(at: start).map { computed[$0] } }

    private func number(at start: UInt32) -> Int? {
        let number = computed.partitioningIndex { $0.start >= start }
        return number < computed.count && computed[number].start == start ? number : nil
    }

    /// The characters of a computed scalar decide, which begin here in the side buffer: so do those that it is made of,
    /// and the next document has both.
    func noteSeenComputed(at start: UInt32) {
        guard let number = number(at: start) else { return giveUp() }
        if computed[number].isSettled { return }
        computed[number].isSettled = true
        for input in computed[number].inputs {
            switch input {
            case .scalar(let source): noteSeen(source..<source + 1)
            case .computed(let start): noteSeenComputed(at: start)
            case .constant: break
            }
        }
    }

    func isSettled(_ start: UInt32) -> Bool { computed(at: start)?.isSettled == true }

    func noteFinding(_ finding: some ScalarFinding, of inputs: [Computed.Input]) {
        let isConstant = inputs.allSatisfy { if case .constant = $0 { true } else { false } }
        if !isConstant { findings.append((inputs, finding)) }
    }

    /// The side buffer is used again from a place on.
    func forget(from start: Int) {
        while let last = computed.last, last.start >= start {
            if !last.isSettled { return giveUp() }
            computed.removeLast()
        }
        forgetDecisions(from: start)
    }

    /// Another arena, of which nothing is written, has computed scalars behind a place, and is not used any more.
    func forgetElsewhere(from start: Int) {
        while let last = computed.last, last.start >= start { computed.removeLast() }
        forgetDecisions(from: start)
    }

    private func forgetDecisions(from start: Int) {
        // A decision about one of them would be about characters that nobody has.
        let areDecided = findings.contains { inputs, _ in
            inputs.contains { if case .computed(let other) = $0 { other >= start } else { false } }
        }
        if areDecided { giveUp() }
        losingCopies.removeAll { $0.start >= start }
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

    func noteEscaped(_ start: UInt32) {
        if let number = number(at: start) { computed[number].isEscaped = true }
    }

    func noteComputedPiece(_ start: UInt32, count: Int) { pieces.append(.computed(start: start, count: count)) }
}
