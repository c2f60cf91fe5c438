/// The shapes of documents in a stream, with the result of each: a document of a known shape needs no index and no
/// arena.
///
/// Where shapes do not come again, it stops looking for them, and looks again after ever more documents.
///
/// Unsafe code: the text of a document is borrowed from ``find(_:)`` on; the caller keeps it until the document is
/// written. Ranges come from a match of exactly that text. Layouts and shapes are called without a reference count:
/// `layouts` and `found` hold them, and neither changes during such a call; `lastFound` is what `found` holds.
package struct ShapeCache: ~Copyable {
    private var credit: ShapeCredit
    private(set) var layouts: KnownLayouts
    /// Those of the layouts that come again as they are, while containers may vary.
    private var aside: KnownLayouts
    /// Those of documents whose members may have any order, while containers may vary.
    var members: MemberLayouts?
    /// Whether few texts had one of those.
    var membersAreVain = false
    /// The shape that has been found, and the same without a reference count.
    private(set) var found: LineShape?
    private(set) var lastFound: Unmanaged<LineShape>?
    /// Its layout, if its members may have any order.
    private(set) var lastFoundMembers: ShapeLayout?
    private let recorder: ShapeRecorder
    var containerReader: ContainerReader

    var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Where the text begins in that of its document.
    private(set) var begins = 0
    /// Whether the text has an escape, once that is known.
    private var hasEscapes: Bool?
    /// The hash of the layout of the text, once that is known.
    private var layoutHash: UInt64?
    /// What the strings of the text escape; `nil` where that is not known.
    private var escapes: StringEscapes?
    private var haveEscapesBeenRead = false
    /// The arena that has the document, and the first node of the text, where it has an index.
    var source: (arena: Arena, node: UInt32)?
    var ends = PlainBuffer<Int>(capacity: 64)
    var computed: [UInt8] = []
    var computedEnds = PlainBuffer<Int>(capacity: 16)
    /// What is computed of more than one value, before it is put there.
    var combined: [UInt8] = []
    var scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)] = []
    /// The containers among the noted values, in their order, unless their texts will do; and the documents of those
    /// that were read.
    var containers: [JSONValue] = []
    var documents = ReusedDocuments()

    /// What is noted of a value whose shape is kept.
    enum Noting {
        /// What decides, and the result in the layout of the text.
        case result
        /// What decides.
        case decisions
        /// What decides, and a result of another kind: the order of members counts.
        case others
    }

    let noting: Noting
    /// Whether the shapes are those of values in documents.
    let recordsValues: Bool

    /// A cache of values that have an index.
    init(noting: Noting) {
        (layouts, aside) = (KnownLayouts(), KnownLayouts())
        (self.noting, recordsValues) = (noting, true)
        credit = ShapeCredit(.children, varyingContainers: noting != .others)
        recorder = ShapeRecorder()
        containerReader = ContainerReader(JSONParsingOptions())
    }

    /// A cache of lines and small documents that are read with such options.
    ///
    /// - `varyingContainers`: Whether containers that nothing has looked into may vary.
    package init(_ options: JSONParsingOptions, varyingContainers: Bool) {
        (layouts, aside) = (KnownLayouts(), KnownLayouts())
        (noting, recordsValues) = (.result, false)
        credit = ShapeCredit(.lines, varyingContainers: varyingContainers)
        recorder = ShapeRecorder(options)
        containerReader = ContainerReader(options)
    }

    /// Whether it is noted which containers are opened.
    var notesOpened: Bool { credit.containersVary }

    /// How many documents had a known shape.
    package var known: Int { credit.known }

    // MARK: Known shapes

    /// Looks for the shape of a document; whether it is known, and all that depends on values could be computed.
    ///
    /// The caller keeps the text where it is until the document is written.
    package mutating func find(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        layoutHash = nil
        if layouts.isEmpty, members == nil { return false }
        begin(with: text)
        if members != nil, noteInAnyOrder(findInAnyOrder()) { return true }
        for place in 0..<layouts.startText() where matches(layouts.number(at: place)) {
            if findShape(layouts.number(at: place), at: place) { return true }
        }
        return false
    }

    /// Notes whether the shape of a text is one of those whose members may have any order; where few are, the others do
    /// without them.
    private mutating func noteInAnyOrder(_ isFound: Bool) -> Bool {
        if isFound, let lastFound {
            lastFound._withUnsafeGuaranteedRef { credit.noteKnown($0) }
        } else {
            members?.noteMiss()
            if members?.areVain == true { (members, membersAreVain) = (nil, true) }
        }
        return isFound
    }

    /// Begins with a text that is a whole document.
    mutating func begin(with text: UnsafeBufferPointer<UInt8>) {
        (self.text, begins, source) = (text, 0, nil)
        containerReader.begin()
        (hasEscapes, haveEscapesBeenRead) = (nil, false)
    }

    /// Looks for the shape of that document among those that come less often, now that it has been scanned.
    package mutating func find(scannedBy arena: Arena) -> Bool { findByHash(arena.whole) }

    private mutating func matches(_ number: Int) -> Bool {
        let layout = Unmanaged.passUnretained(layouts[number].layout)
        return layout._withUnsafeGuaranteedRef { $0.matches(text, &ends, &containerReader) }
    }

    /// The same for a value of a document, of which only such values are looked for.
    mutating func find(_ part: DocumentPart, in arena: Arena) -> Bool {
        layoutHash = nil
        if layouts.isEmpty, members == nil { return false }
        begin(with: part, in: arena)
        if members != nil, noteInAnyOrder(findInAnyOrder(part)) { return true }
        for place in 0..<layouts.startText() where matches(part, layouts.number(at: place)) {
            if findShape(layouts.number(at: place), at: place) { return true }
        }
        return findByHash(part)
    }

    /// Begins with a value of a document.
    mutating func begin(with part: DocumentPart, in arena: Arena) {
        (text, begins, source) = (part.text, part.start, (arena, part.nodes.lowerBound))
        (hasEscapes, haveEscapesBeenRead) = (nil, false)
    }

    private mutating func matches(_ part: DocumentPart, _ number: Int) -> Bool {
        let layout = Unmanaged.passUnretained(layouts[number].layout)
        return layout._withUnsafeGuaranteedRef { $0.matches(part, &ends) }
    }

    /// Looks for the shape among those whose layouts have not been tried.
    private mutating func findByHash(_ part: DocumentPart) -> Bool {
        if layouts.areAllTried || !part.isSmall { return false }
        let hash = part.layoutHash
        layoutHash = hash
        var next = layouts.first(hash)
        while let number = next {
            if !layouts.isTried(number), matches(part, number), findShape(number, at: nil) { return true }
            next = layouts[number].next
        }
        return false
    }

    /// Looks for the shape among those of the layout that the text has.
    ///
    /// - `place`: Where the layout is among those that are tried.
    private mutating func findShape(_ number: Int, at place: Int?) -> Bool {
        let layout = Unmanaged.passUnretained(layouts[number].layout)
        for index in layouts[number].shapes.indices {
            let shape = Unmanaged.passUnretained(layouts[number].shapes[index])
            let fits = layout._withUnsafeGuaranteedRef { layout in
                shape._withUnsafeGuaranteedRef { isKnown($0, layout) }
            }
            if !fits { continue }
            setFound(layouts[number].shapes[index], nil)
            // What comes often moves to the front.
            if index > 0 { layouts[number].shapes.swapAt(index / 2, index) }
            layouts.noteFound(number, at: place)
            shape._withUnsafeGuaranteedRef { credit.noteKnown($0) }
            return true
        }
        return false
    }

    /// - `members`: The layout, if its members may have any order.
    @inline(__always)
    mutating func setFound(_ shape: LineShape, _ members: ShapeLayout?) {
        if found === shape { return }
        (found, lastFound, lastFoundMembers) = (shape, Unmanaged.passUnretained(shape), members)
    }

    mutating func isKnown(_ shape: LineShape, _ layout: ShapeLayout) -> Bool {
        if let escapes = shape.escapes, escapes != escapesOfText() { return false }
        return decides(shape, layout) && compute(shape, layout) && holdFindings(of: shape, layout, computed: true)
            && readContainers(shape, layout)
    }

    /// Whether the text has an escape.
    mutating func textHasEscapes() -> Bool {
        let found = hasEscapes ?? source?.arena.hasEscapes ?? text.holds(UInt8(ascii: "\\"))
        hasEscapes = found
        return found
    }

    /// The escapes of a text that is a whole document.
    private mutating func escapesOfText() -> StringEscapes? {
        if !haveEscapesBeenRead { (escapes, haveEscapesBeenRead) = (recorder.escapes(of: text), true) }
        return escapes
    }

    /// Whether what was decided by values of the text is decided by those of this one.
    @inline(__always)
    private mutating func decides(_ shape: LineShape, _ layout: ShapeLayout) -> Bool {
        if shape.findings.isEmpty, shape.different.isEmpty { return true }
        for (value, other) in shape.different where isSame(value, of: layout, as: other) { return false }
        return holdFindings(of: shape, layout, computed: false)
    }

    func bytes(_ value: Int, of layout: ShapeLayout) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: text[layout.start(of: value, ends)..<ends[value + 1]])
    }

    private func isSame(_ value: Int, of layout: ShapeLayout, as other: JSONValue) -> Bool {
        let (kind, bytes) = (layout.values[value].kind.jsonKind, bytes(value, of: layout))
        if kind != other.kind { return false }
        if kind == .string {
            var text = other.string ?? ""
            return text.withUTF8 { $0.isSame(as: bytes) }
        }
        let number = JSONNumber(checked: String(decoding: bytes, as: UTF8.self))
        return JSONValue(.number(number), offset: ArenaNode.noPlace).isEquivalent(to: other)
    }

    // MARK: New shapes

    /// Begins to note what is done to a document of no known shape, unless shapes do not come again.
    package mutating func startRecording(_ arena: Arena) {
        let document = arena.whole
        guard document.isSmall, mayRecord(document) else { return }
        // Where lines break, values are indented.
        arena.startRecording(recorder, notesOpened: notesOpened && arena.isOnOneLine)
    }

    /// The same for a value of a document.
    mutating func startRecording(_ part: DocumentPart, in arena: Arena) {
        if mayRecord(part) { arena.startRecording(recorder, part.nodes, notesOpened: notesOpened) }
    }

    /// Whether what is done to the value that was looked for last is worth a note.
    private mutating func mayRecord(_ part: DocumentPart) -> Bool {
        let decision = credit.noteMiss(times: layouts.timesBeforeKept) { layoutHash ?? part.layoutHash }
        if decision == .vary || decision == .compare { (aside, layouts) = (layouts, aside) }
        if decision == .compare {
            aside.removeAll()
            (members, membersAreVain) = (nil, false)
        }
        if decision == .forget { layouts.removeAll() }
        return decision == .record || decision == .vary
    }

    /// Whether what is done to the document is being noted.
    package func isRecording(_ arena: Arena) -> Bool { arena.state.pointee.isRecording }

    /// The number in the shape of a computed value that begins here in the side buffer.
    func numberOfComputed(at start: UInt32) -> Int? { recorder.remaining.firstIndex { $0.start == start } }

    /// Keeps the notes for documents of the same shape.
    ///
    /// - `notes`: The facts that the next document of the shape needs.
    /// - `offsets`: The offsets at which the noted values begin.
    package mutating func keep(_ arena: Arena, _ notes: AnyObject, noting offsets: [Int] = []) {
        keep(arena.whole, arena, notes, noting: offsets)
    }

    /// The same for a value of a document.
    ///
    /// - `others`: The characters that decided about the value in other arenas.
    mutating func keep(
        _ part: DocumentPart, _ arena: Arena, _ notes: AnyObject, noting offsets: [Int] = [],
        with others: [ShapeRecorder] = []
    ) {
        guard arena.state.pointee.isRecording else { return }
        arena.stopRecording()
        for other in others { recorder.add(decisionsOf: other) }
        guard recorder.isComplete, part.isSmall, let sources = part.values(at: offsets) else { return }
        if recorder.members != nil, keepInAnyOrder(part, arena, notes, noting: sources, recorder) { return }
        // Where containers vary, a value of a document has no other shape.
        if recordsValues, notesOpened { return }
        let parts = ShapeParts(recorder, part, noting: sources)
        guard parts.isComplete,
            let shape = LineShape(recorder, part, parts, arena, notes: notes, noting: sources)
        else { return }
        layouts.keep(shape, parts, part, byHash: !credit.containersVary)
    }

    /// Keeps that a document stays as it is.
    package mutating func keepUnchanged(_ arena: Arena, _ notes: AnyObject) {
        guard arena.state.pointee.isRecording else { return }
        recorder.noteText(0..<arena.state.pointee.text.count)
        keep(arena, notes)
    }

    /// Removes the notes of a document that does not fit; does nothing if they have been kept.
    package func stopRecording(_ arena: Arena) {
        if arena.state.pointee.isRecording { arena.stopRecording() }
    }
}
