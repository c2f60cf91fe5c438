/// A document that operations change: nodes over its index, for as much of it as they have reached.
///
/// Unreached parts are ranges of the text, and are copied when the document is written. New text is in a side buffer.
/// The memory serves one document after another, so the next one needs no allocation.
///
/// An arena is a handle: its copies share one state, which `ArenaMemory` owns.
///
/// Unsafe code: `state` is valid as long as its `ArenaMemory` lives. `text` and `index` belong to a document that the
/// state holds, to the caller for the time of `scan` to the next `reset`, or to the arena that was copied
/// (`begin(asCopyOf:)`). Node numbers come from the arena itself and stay below `count`. Extensions in other files, and
/// the writers, rely on the same.
package struct Arena {
    let state: UnsafeMutablePointer<State>

    struct State {
        var nodes: UnsafeMutablePointer<ArenaNode>
        var count = 0
        var capacity: Int
        var side: UnsafeMutablePointer<UInt8>
        var sideCount = 0
        var sideCapacity: Int
        var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var index: UnsafeMutablePointer<IndexNode>
        var root = NodeID.none
        /// The node of the index that the document is: that of the text, or of a value in it.
        var source = DocumentIndex.root
        /// The output so far, and the range of the text that comes next.
        var output: UnsafeMutablePointer<UInt8>
        var outputCount = 0
        var outputCapacity: Int
        /// Whether `text` is at the start of the output.
        var isTextInOutput = false
        var pendingStart = 0
        var pendingEnd = 0
        /// The line that is being written.
        var line = OutputLine()
        /// Takes the output, so that it need not be kept.
        var sink: DocumentSink?
        var breaksLines = false
        /// Whether there may be comments between the values of the text, which go with them.
        var mayHaveComments = false
        /// The node in the index of the member that has been set aside.
        var aside = ArenaNode.noPlace
        /// How deep containers may be nested in the output.
        var maximumDepth = Int.max
        /// Up to which depth what is written cannot be too deep, unless a container is opened there.
        var safeDepth = Int.max
        /// Whether the output is nested deeper than it may be.
        var isTooDeep = false
        /// How often something was changed.
        var edits = 0
        /// Whether no node of the index has been given up.
        var isIndexWhole = true
        var foreign: [JSONValue] = []
        var foreignKeys: [JSONText] = []
        /// The document of `text` and `index`, if it is known as one; see `document`.
        var ownDocument: DocumentIndex?
        /// The arena that `text` and `index` belong to, where that is another one.
        var lender: UnsafeMutablePointer<State>?
        /// The text as the array that it is.
        var lent: [UInt8]?
        /// Makes deferred changes, while there may be any.
        var changes: (any DeferredChanges)?
        var deferrals = Deferrals()
        var style: WritingStyle?
        /// Whether the text has an escape anywhere, once that is known.
        var hasEscapes: Bool?
        var spacedMarks: (colon: String, comma: String)?
        var emptyContainers: (array: String, object: String)?
        var tables: [Int32: ArenaTable] = [:]
        /// The first of the containers that were opened since a trial began.
        var lowestOpened = Int32.max
        /// Records the changes to the document, while a shape is recorded.
        var recorder: ShapeRecorder?
        var isRecording = false
        /// The node of the index of the object whose members are noted then; none has this number otherwise.
        var notedObject = ArenaNode.noObject
        /// The characters of a value that is being computed.
        var scratch: [UInt8] = []
        /// The object of the scratch values of the running step, once there are some.
        var scratchValues = NodeID.none
        var buffer = IndexBuffer(capacity: 256)
        /// The index of JSON that a string holds, while that is read; `nil` until there was some.
        var bufferOfStrings: IndexBuffer?
    }
}

/// The memory of an arena.
///
/// Invariants: only one task uses it at a time. `@unchecked Sendable` because it is handed from task to task through
/// `ArenaPool` only.
package final class ArenaMemory: @unchecked Sendable {
    package let arena: Arena

    package init(nodes: Int = 128) {
        let state = UnsafeMutablePointer<Arena.State>.allocate(capacity: 1)
        let buffer = IndexBuffer(capacity: 256)
        state.initialize(
            to: Arena.State(
                nodes: MemoryPages.memory(nodes), capacity: nodes, side: MemoryPages.memory(512), sideCapacity: 512,
                index: buffer.base, output: MemoryPages.memory(1024), outputCapacity: 1024, buffer: buffer))
        arena = Arena(state: state)
    }

    deinit {
        MemoryPages.free(arena.state.pointee.nodes)
        MemoryPages.free(arena.state.pointee.side)
        MemoryPages.free(arena.state.pointee.output)
        arena.state.deinitialize(count: 1)
        arena.state.deallocate()
    }

    /// Whether the memory is small enough to be kept for a document that may never come: about a megabyte.
    package var isSmall: Bool {
        let state = arena.state
        return state.pointee.capacity <= 1 << 12 && state.pointee.sideCapacity <= 1 << 17
            && state.pointee.outputCapacity <= 1 << 18 && state.pointee.buffer.capacity <= 1 << 14
            && (state.pointee.bufferOfStrings?.capacity ?? 0) <= 1 << 14
    }
}

extension Arena {
    /// The root of the document.
    package var root: NodeID { state.pointee.root }

    /// The object of the scratch values of the running step, which is in no document; `none` if there are none yet.
    package var scratch: NodeID {
        get { state.pointee.scratchValues }
        nonmutating set { state.pointee.scratchValues = newValue }
    }

    /// The same, made if there is none yet.
    package func makeScratch() -> NodeID {
        if scratch.isNone { scratch = makeContainer(isObject: true) }
        return scratch
    }

    @inline(__always)
    subscript(_ node: NodeID) -> ArenaNode {
        unsafeAddress { UnsafePointer(at(node)) }
    }

    @inline(__always)
    func at(_ node: NodeID) -> UnsafeMutablePointer<ArenaNode> {
        assert(node.raw >= 0 && Int(node.raw) < state.pointee.count)
        return state.pointee.nodes + Int(node.raw)
    }

    /// Forgets the document.
    package func reset() {
        let state = state
        state.pointee.edits &+= 1
        state.pointee.count = 0
        state.pointee.sideCount = 0
        state.pointee.outputCount = 0
        state.pointee.isTextInOutput = false
        state.pointee.pendingStart = 0
        state.pointee.pendingEnd = 0
        if !state.pointee.foreign.isEmpty { state.pointee.foreign.removeAll(keepingCapacity: true) }
        if !state.pointee.foreignKeys.isEmpty { state.pointee.foreignKeys.removeAll(keepingCapacity: true) }
        if !state.pointee.tables.isEmpty { state.pointee.tables.removeAll() }
        if state.pointee.isRecording { stopRecording() }
        if state.pointee.lender != nil { state.pointee.lender = nil } else if document != nil { giveUpDocument() }
        if state.pointee.lent != nil { state.pointee.lent = nil }
        if state.pointee.sink != nil { state.pointee.sink = nil }
        if state.pointee.changes != nil { stopDeferring() }
        if state.pointee.line.head != nil { state.pointee.line = OutputLine() }
        if state.pointee.style != nil { state.pointee.style = nil }
        if state.pointee.hasEscapes != nil { state.pointee.hasEscapes = nil }
        if state.pointee.spacedMarks != nil { state.pointee.spacedMarks = nil }
        if state.pointee.emptyContainers != nil { state.pointee.emptyContainers = nil }
        state.pointee.root = .none
        state.pointee.source = DocumentIndex.root
        state.pointee.scratchValues = .none
        state.pointee.mayHaveComments = false
        state.pointee.aside = ArenaNode.noPlace
    }

    /// Releases the document. If it has another owner, which then holds the buffer too, the arena gets another
    /// one.
    private func giveUpDocument() {
        if document?.buffer === state.pointee.buffer,
            !isKnownUniquelyReferenced(&state.pointee.ownDocument)
        {
            state.pointee.buffer = IndexBuffer(capacity: 256)
        }
        document = nil
    }

    /// Begins with a text, read strictly; `false` if it is not JSON. The caller keeps the bytes where they are until
    /// the arena is reset.
    package func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONParsingOptions) -> Bool {
        reset()
        return scanText(bytes, options)
    }

    func scanText(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONParsingOptions) -> Bool {
        let buffer = state.pointee.buffer
        guard IndexScanner(options: options, buffer: buffer).scan(bytes) else { return false }
        state.pointee.text = bytes
        state.pointee.index = buffer.base
        state.pointee.breaksLines = buffer.breaksLines
        state.pointee.mayHaveComments = options.tolerances.contains(.comments)
        state.pointee.maximumDepth = options.maximumDepth
        state.pointee.isIndexWhole = true
        beginRoot()
        return true
    }

    /// Begins again with the text that was scanned last. It is scanned once more only where its index is not whole.
    package func scanAgain(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONParsingOptions) -> Bool {
        let (text, buffer, aside) = (state.pointee.text, state.pointee.buffer, state.pointee.aside)
        let hasIndex =
            state.pointee.isIndexWhole && state.pointee.lender == nil && state.pointee.index == buffer.base
            && text.baseAddress == bytes.baseAddress && text.count == bytes.count
        reset()
        state.pointee.aside = aside
        // A document that others hold keeps the buffer.
        guard hasIndex, state.pointee.buffer === buffer else { return scanText(bytes, options) }
        beginRoot()
        return true
    }

    /// Begins with the document, without a member that has been set aside.
    func beginRoot() {
        state.pointee.root = append(rootAsRead())
        let aside = state.pointee.aside
        if aside == ArenaNode.noPlace { return }
        var member = firstChild(of: root)
        while !member.isNone, self[member].slot != aside { member = self[member].next }
        if !member.isNone { detach(member) }
    }

    /// Makes a member of the root no part of the document, here and in arenas that share it, until another one is read.
    package func setAside(_ member: NodeID) {
        state.pointee.aside = self[member].slot
        detach(member)
    }

    /// A node of the document as it has been read.
    private func rootAsRead() -> ArenaNode {
        let source = state.pointee.source
        let root = state.pointee.index[Int(source)]
        var node = ArenaNode()
        node.source = source
        node.slot = source
        node.rawKind = UInt8(truncatingIfNeeded: root.rawKind)
        let begins = document?.start(of: source) ?? root.span.lowerBound
        node.origin = UInt32(truncatingIfNeeded: begins)
        return node
    }

    /// Names the array that the text is, for values that must hold it; without it, they get a copy.
    package func lend(_ text: [UInt8]) { state.pointee.lent = text }

    /// How many bytes the text has; none if the value was made in Swift.
    package var byteCount: Int { state.pointee.text.count }

    /// How many bytes the texts have that were made since the document was read.
    package var madeBytes: Int { state.pointee.sideCount }

    /// How many nodes have been made of the text, or without it.
    package var nodeCount: Int { state.pointee.count }

    /// Whether bytes are those of the text.
    package func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { bytes.isSame(as: state.pointee.text) }

    /// Whether the text has a line break between its values, or before or after them.
    package var hasLineBreaks: Bool { state.pointee.breaksLines || state.pointee.buffer.breaksLinesAround }

    /// Begins with a value: one of a document, or one that was made in Swift.
    package func begin(_ value: JSONValue) {
        reset()
        state.pointee.maximumDepth = .max
        let index = value.source?.index ?? value.editedSource
        if let index { use(index) } else { state.pointee.text = UnsafeBufferPointer(start: nil, count: 0) }
        state.pointee.root = make(value)
    }

    /// Takes the bytes and nodes of a document, which it holds.
    private func use(_ index: DocumentIndex) {
        document = index
        // The array is never changed and lives as long as the document does, so its storage stays where it is.
        state.pointee.text = index.bytes.withUnsafeBufferPointer { $0 }
        state.pointee.index = index.buffer.base
        state.pointee.breaksLines = index.buffer.breaksLines
        state.pointee.mayHaveComments = index.mayHaveComments
    }

    /// What an arena had at one time: the same as long as nothing is changed, in the document or beside it.
    package struct Edition: Equatable {
        fileprivate let state: UnsafeMutablePointer<State>
        fileprivate let edits: Int
    }

    package var edition: Edition { Edition(state: state, edits: state.pointee.edits) }

    /// Whether nothing has changed.
    package var isUnchanged: Bool { !self[root].isDirty && self[root].source == state.pointee.source }

    // MARK: Memory

    @inline(__always)
    func reserve(_ count: Int) {
        if state.pointee.count &+ count > state.pointee.capacity { grow(by: count) }
    }

    @inline(never)
    private func grow(by count: Int) {
        let old = state.pointee.capacity
        let new = max(old * 2, state.pointee.count + count)
        state.pointee.nodes = MemoryPages.resize(state.pointee.nodes, from: old, to: new)
        state.pointee.capacity = new
    }

    /// Appends a node; there is room for it.
    @inline(__always)
    func append(_ node: ArenaNode) -> NodeID {
        reserve(1)
        let id = state.pointee.count
        state.pointee.nodes[id] = node
        state.pointee.count = id &+ 1
        return NodeID(Int32(truncatingIfNeeded: id))
    }

    /// Makes room for so many bytes more in the side buffer.
    @inline(__always)
    func reserveSide(_ count: Int) {
        if state.pointee.sideCount &+ count > state.pointee.sideCapacity { growSide(by: count) }
    }

    @inline(never)
    private func growSide(by count: Int) {
        let old = state.pointee.sideCapacity
        let new = max(old * 2, state.pointee.sideCount + count)
        state.pointee.side = MemoryPages.resize(state.pointee.side, from: old, to: new)
        state.pointee.sideCapacity = new
    }

    /// Puts bytes into the side buffer; returns where.
    func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let start = state.pointee.sideCount
        guard var base = bytes.baseAddress else { return UInt32(start) }
        // The bytes may be in the side buffer, which moves when it grows.
        let distance = base - UnsafePointer(state.pointee.side)
        reserveSide(bytes.count)
        if distance >= 0, distance < start { base = UnsafePointer(state.pointee.side) + distance }
        (state.pointee.side + start).update(from: base, count: bytes.count)
        state.pointee.sideCount = start + bytes.count
        return UInt32(start)
    }

    /// Puts a text into the side buffer; returns where, and how long it is.
    func keep(_ text: String) -> (start: UInt32, length: UInt32) {
        var text = text
        return text.withUTF8 { (keep($0), UInt32($0.count)) }
    }

    func side(_ start: UInt32, _ length: UInt32) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: state.pointee.side + Int(start), count: Int(length))
    }
}
