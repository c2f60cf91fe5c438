#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The bytes of a document, or of a part of one, while they are written, with the values that are open.
///
/// What comes in the order of the text is written at once. The rest, a `superEncoder` above all, goes into a tree
/// (`EncodingNode`) that reserves its place in the bytes (`PendingTree`), and is written there at the end.
///
/// One for each call, never shared between tasks. Invariants: the first `depth` places of `values` are initialised, and
/// `room` is how many there are; `types` is that of the last of `typeCaches`; what `bytes`, `late`, `containerSlots`
/// and `firstValues` point to lies in one piece of memory, of which all but the last is initialised as long as the
/// output lives.
final class JSONOutput {
    /// What has been written; at an address of its own, because access to it needs no check then.
    let bytes: UnsafeMutablePointer<[UInt8]>

    /// What has been written, to look at.
    var content: [UInt8] { bytes.pointee }

    private(set) var escapes: StringEscapes

    /// Whether the members of all objects are sorted by the bytes of their names.
    private(set) var sortsMembers: Bool

    /// What values are written with here.
    var scope: EncodingScope

    /// What becomes of members that are nil here.
    var nilMembers: NilMembers

    /// The values that are open, outermost first.
    private(set) var values: UnsafeMutablePointer<OutputFrame>
    private let firstValues: UnsafeMutablePointer<OutputFrame>
    private(set) var depth = 0
    /// How many values may be open before somebody looks closer, and for how many there is memory.
    private var room = firstRoom
    private var capacity = firstRoom
    private var lastID: UInt32 = 0

    /// Whether arrays and objects may be nested deeper than the rules allow, so that the text is looked through.
    private(set) var mayBeTooDeep = false

    /// How many values are open around a part of a document, and the innermost part of this one that is being written.
    let outerDepth: Int
    var innermostPart: JSONOutput?

    /// The types that have been met, for each way in which keys have been written.
    var typeCaches: [TypeInfoCache]
    static let mostTypeCaches = 32

    /// The types of the way in which keys are written now.
    var types: TypeTable<TypeInfo>

    private static let firstRoom = 16

    /// The containers of the key types that have been asked for, to be used again, and how many are given out.
    private let containerSlots: UnsafeMutablePointer<EncodingContainerSlot>
    private var slotCount = 0
    private static let mostSlots = 32

    /// The version that is to be written into the object of the next value, and the place of that value on the stack of
    /// open values.
    var stamp: VersionStamp?
    var stampDepth = -1

    /// What is put right later; apart from the object, because access to it needs no check then.
    private let late: UnsafeMutablePointer<Late>

    private struct Late {
        var notedMembers: [NotedMember] = []
        var pendingTrees: [PendingTree] = []
        var sorting = MemberSorting()
        var unkeptKeys: [UInt32: [ByteKey: any CodingKey]] = [:]
        var nodes: [UInt32: EncodingNode] = [:]
        var nestedValues: [NestedValue] = []
        var sharedKeys: [SharedKeys] = []
        var tablePairs: [TablePair] = []

        /// Gives up what belongs to a document, but not its memory, unless that is large.
        mutating func clear() {
            if !pendingTrees.isEmpty { pendingTrees = [] }
            if !nodes.isEmpty { nodes = [:] }
            if !sharedKeys.isEmpty { sharedKeys.removeAll(keepingCapacity: true) }
            if !nestedValues.isEmpty { nestedValues.removeAll(keepingCapacity: true) }
            if !unkeptKeys.isEmpty { unkeptKeys = [:] }
            if notedMembers.capacity > 256 { notedMembers = [] } else { notedMembers.removeAll(keepingCapacity: true) }
            sorting.clear()
        }
    }

    /// The members of open objects that note them.
    var notedMembers: [NotedMember] {
        get { late.pointee.notedMembers }
        _modify { yield &late.pointee.notedMembers }
    }

    /// The memory in which members are sorted.
    var sorting: MemberSorting {
        get { late.pointee.sorting }
        _modify { yield &late.pointee.sorting }
    }

    /// What the trees leave in the bytes, in order.
    var pendingTrees: [PendingTree] {
        get { late.pointee.pendingTrees }
        _modify { yield &late.pointee.pendingTrees }
    }

    /// The keys of open values, by their numbers, where a key may have another name each time, so that no table knows
    /// it.
    var unkeptKeys: [UInt32: [ByteKey: any CodingKey]] {
        get { late.pointee.unkeptKeys }
        _modify { yield &late.pointee.unkeptKeys }
    }

    /// The trees of open values, by their numbers.
    var nodes: [UInt32: EncodingNode] {
        get { late.pointee.nodes }
        _modify { yield &late.pointee.nodes }
    }

    /// The parts of open values that containers within theirs write, those that were begun last at the end.
    var nestedValues: [NestedValue] {
        get { late.pointee.nestedValues }
        _modify { yield &late.pointee.nestedValues }
    }

    /// Whether nobody has a part but the list of them.
    func isUniquelyHeld(nestedAt place: Int) -> Bool { isKnownUniquelyReferenced(&late.pointee.nestedValues[place]) }

    /// A part that is in that list.
    func nestedValue(_ id: ObjectIdentifier) -> NestedValue? { nestedValues.last { ObjectIdentifier($0) == id } }

    /// The keys that key types beside the first have written into open objects.
    var sharedKeys: [SharedKeys] {
        get { late.pointee.sharedKeys }
        _modify { yield &late.pointee.sharedKeys }
    }

    /// Pairs of tables that have been compared; those of tables that the output holds.
    var tablePairs: [TablePair] {
        get { late.pointee.tablePairs }
        _modify { yield &late.pointee.tablePairs }
    }

    /// Where the output is in the document.
    let base: TreePath?

    /// The output of the whole document; nil for that itself.
    let document: JSONOutput?
    private var isDone = false

    /// Whether the document is done, so that what was kept of it may not be used any longer.
    var hasEnded: Bool {
        get { document?.hasEnded ?? isDone }
        set { isDone = newValue }
    }

    /// A place in the bytes where a tree is to be written.
    struct PendingTree {
        var position: Int
        let node: EncodingNode
        let context: FormatContext
        let path: TreePath?
    }

    /// Where a member begins, the table of the key type that wrote it, and its slot there; -1 where keys are told by
    /// their names.
    struct NotedMember {
        var start: Int
        let table: Unmanaged<KeyTable>?
        let slot: Int
    }

    init(
        _ scope: EncodingScope, base: TreePath? = nil, part document: JSONOutput? = nil, outerDepth: Int = 0
    ) {
        self.scope = scope
        self.outerDepth = outerDepth
        (escapes, sortsMembers, nilMembers) = (scope.rules.escapes, scope.rules.sortsMembers, scope.rules.nilMembers)
        self.base = base
        self.document = document
        let cache = TypeInfoCache(scope.rules)
        (typeCaches, types) = ([cache], cache.types)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.memorySize, alignment: 16)
        bytes = memory.bindMemory(to: [UInt8].self, capacity: 1)
        bytes.initialize(to: [])
        late = (memory + 16).bindMemory(to: Late.self, capacity: 1)
        late.initialize(to: Late())
        containerSlots = (memory + Self.headSize).bindMemory(to: EncodingContainerSlot.self, capacity: Self.mostSlots)
        containerSlots.initialize(repeating: EncodingContainerSlot(), count: Self.mostSlots)
        firstValues = (memory + Self.headSize + Self.mostSlots * MemoryLayout<EncodingContainerSlot>.stride)
            .bindMemory(to: OutputFrame.self, capacity: Self.firstRoom)
        values = firstValues
        limitRoom()
    }

    /// What comes before the container slots: the bytes, and what is put right later.
    private static let headSize = 16 + MemoryLayout<Late>.stride

    private static let memorySize =
        headSize + firstRoom * MemoryLayout<OutputFrame>.stride + mostSlots * MemoryLayout<EncodingContainerSlot>.stride

    deinit {
        if values != firstValues { values.deallocate() }
        late.deinitialize(count: 1)
        containerSlots.deinitialize(count: Self.mostSlots)
        bytes.deinitialize(count: 1)
        UnsafeMutableRawPointer(bytes).deallocate()
    }

    /// A place for a container to be used again; `nil` if there are enough.
    func newSlot() -> UnsafeMutablePointer<EncodingContainerSlot>? {
        guard slotCount < Self.mostSlots else { return nil }
        defer { slotCount += 1 }
        return containerSlots + slotCount
    }

    /// Gives up the containers that could have been used again, which hold the output.
    func dropContainers() { containerSlots.update(repeating: EncodingContainerSlot(), count: slotCount) }

    /// Gives up all that belongs to the document that has been written.
    func clear() {
        depth = 0
        if mayBeTooDeep {
            mayBeTooDeep = false
            limitRoom()
        }
        setStamp(nil, at: -1)
        if bytes.pointee.capacity > Self.largestKept {
            bytes.pointee = []
        } else {
            bytes.pointee.removeAll(keepingCapacity: true)
        }
        late.pointee.clear()
    }

    /// Gives out what has been written.
    func takeOutput() -> [UInt8] {
        let taken = bytes.pointee
        bytes.pointee = []
        return taken
    }

    /// So many bytes of memory are kept from one document to the next.
    static let largestKept = 1 << 14

    /// Begins another document on an output that nobody else has any more.
    func reopen(_ rules: EncodingRules) {
        isDone = false
        if scope.rules === rules { return }
        (escapes, sortsMembers) = (rules.escapes, rules.sortsMembers)
        defer { limitRoom() }
        if typeCaches.count > 8 {
            typeCaches = []
            dropContainers()
            slotCount = 0
        }
        use(EncodingScope(rules))
    }

    /// Ends the document: encoders that were kept refuse everything from now on.
    func end() {
        isDone = true
        scope.end()
    }

    /// Whether nobody has the output but the caller and its own containers, which nobody has either.
    var isFree: Bool {
        var kept = 0
        for index in 0..<slotCount {
            guard let isFree = containerSlots[index].isFree else { continue }
            guard isFree else { return false }
            kept += 1
        }
        return document == nil && values == firstValues && ReferenceCount.isOnly(1 + kept, of: self)
    }

    // MARK: Open values

    /// Begins a value at the end of the bytes.
    @inline(__always)
    func begin(_ model: Any.Type?) throws -> FrameReference {
        if depth == room { try makeCheckedRoom() }
        return push(model)
    }

    /// Begins a part of a value that a container within its own writes, which is not a value of a model and so cannot
    /// be without an end.
    func beginNested() -> FrameReference {
        if depth == room { makeRoom() }
        return push(nil)
    }

    @inline(__always)
    private func push(_ model: Any.Type?) -> FrameReference {
        lastID &+= 1
        var value = OutputFrame(id: lastID, start: bytes.pointee.count)
        value.model = model
        (values + depth).initialize(to: value)
        defer { depth &+= 1 }
        return FrameReference(index: Int32(truncatingIfNeeded: depth), id: lastID)
    }

    /// Looks whether one value more would be too deep, and makes room for it.
    @inline(never)
    private func makeCheckedRoom() throws {
        let limits = scope.rules.depth
        if depth + outerDepth >= limits.values || openLevels > limits.levels { throw limits.fault(at: pathOfEnd) }
        makeRoom()
    }

    @inline(never)
    private func makeRoom() {
        if depth >= scope.rules.depth.levels { mayBeTooDeep = true }
        if depth == capacity {
            let larger = UnsafeMutablePointer<OutputFrame>.allocate(capacity: 2 * capacity)
            larger.moveInitialize(from: values, count: depth)
            if values != firstValues { values.deallocate() }
            values = larger
            capacity *= 2
        }
        limitRoom()
    }

    /// Stops if there is no memory for more open values, or where they may be too many.
    private func limitRoom() {
        let limits = scope.rules.depth
        guard mayBeTooDeep else { return room = min(capacity, limits.levels) }
        // Each level takes one value at least.
        let next = min(limits.values - outerDepth, depth + 1 + max(0, limits.levels - openLevels))
        room = min(capacity, max(depth + 1, next))
    }

    /// How many open values are arrays and objects.
    private var openLevels: Int {
        var levels = 0
        for index in 0..<depth where values[index].kind == .object || values[index].kind == .array { levels += 1 }
        return levels
    }

    /// Whether a reference is to the innermost open value, so that it can be written on.
    @inline(__always)
    func isInnermost(_ reference: FrameReference) -> Bool {
        let index = Int(reference.index)
        return index &+ 1 == depth && values[index].id == reference.id
    }

    /// Whether a reference is to an open value.
    func isOpen(_ reference: FrameReference) -> Bool {
        reference.index >= 0 && Int(reference.index) < depth && values[Int(reference.index)].id == reference.id
    }

    /// Gives up the innermost open value and those above a depth.
    @inline(__always)
    func drop(to newDepth: Int) { depth = newDepth }

    /// Goes back to what was written before something that failed.
    @inline(never)
    func cancel(to mark: Mark) {
        if !nestedValues.isEmpty { forgetNested(from: mark.depth) }
        if !sharedKeys.isEmpty { forgetShared(from: mark.depth) }
        while depth > mark.depth {
            if !nodes.isEmpty { nodes[values[depth - 1].id] = nil }
            depth -= 1
        }
        bytes.pointee.removeLast(bytes.pointee.count - mark.end)
        pendingTrees.removeLast(pendingTrees.count - mark.pendingTrees)
        notedMembers.removeLast(notedMembers.count - mark.notedMembers)
    }

    /// How far the output has been written.
    struct Mark {
        let end: Int
        let depth: Int
        let pendingTrees: Int
        let notedMembers: Int
    }

    @inline(__always)
    var mark: Mark {
        Mark(end: bytes.pointee.count, depth: depth, pendingTrees: pendingTrees.count, notedMembers: notedMembers.count)
    }
}
