#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The bytes of a document, or of a part of one, while they are written, with the values that are open.
///
/// Values in the order of the text are written at once. Values of a nested container or a `superEncoder` are in a
/// segment, an output of its own; values that a layout puts elsewhere are a tree (`EncodingNode`). Both have a place in
/// the bytes (`PendingPart`), and are written there at the end.
///
/// One for each call, never shared between tasks. Invariants: the first `depth` places of `values` are initialised, and
/// `room` is how many there are; `types` is that of the last of `typeCaches`; `bytes`, `late`, `containerSlots` and
/// `firstValues` point into one piece of memory, of which all but the last is initialised as long as the output lives.
final class JSONOutput {
    /// The bytes. Outside of the object, because access to them needs no exclusivity check then.
    let bytes: UnsafeMutablePointer<[UInt8]>

    /// The bytes, for reading.
    var content: [UInt8] { bytes.pointee }

    var escapes: StringEscapes

    /// Whether the members of all objects are sorted by the bytes of their names.
    var sortsMembers: Bool

    /// The rules and the state of the version in effect.
    var scope: EncodingScope

    /// How members that are nil are written here.
    var nilMembers: VersionFormat.NilMembers

    /// The values that are open, outermost first.
    var values: UnsafeMutablePointer<OutputFrame>
    let firstValues: UnsafeMutablePointer<OutputFrame>
    var depth = 0
    /// How many values may be open before the limits are checked, and how many the memory has room for.
    var room = firstRoom
    var capacity = firstRoom
    var lastID: UInt32 = 0

    /// How deep values may be nested.
    var limits: DepthLimits

    /// Whether arrays and objects may be nested deeper than the rules allow, so that the text is looked through.
    var mayBeTooDeep = false

    /// How many values are open around a part of a document, and how many arrays and objects around a segment.
    var outerDepth: Int
    var outerLevels = 0

    /// The innermost part of this document that is being written.
    var innermostPart: JSONOutput?

    /// The known types, for each way in which keys have been written.
    var typeCaches: [TypeInfoCache]
    static let mostTypeCaches = 32
    /// How often some of them have been dropped; pointers into their `types` are invalid then.
    var droppedTypeCaches = 0

    /// The known types for the way in which keys are written now.
    var types: TypeTable<TypeInfo>

    static let firstRoom = 16

    /// The reusable containers of known key types, and how many slots are taken.
    let containerSlots: UnsafeMutablePointer<EncodingContainerSlot>
    var slotCount = 0
    static let mostSlots = 32

    var largeSizes = LargeSizes()

    /// The version that is to be written into the object of the next value, and the place of that value on the stack of
    /// open values.
    var stamp: VersionStamp?
    var stampDepth = -1

    /// State for later corrections. Outside of the object, because access to it needs no exclusivity check then.
    let late: UnsafeMutablePointer<Late>

    struct Late {
        var notedMembers: [NotedMember] = []
        var pendingParts: [PendingPart] = []
        var sorting = MemberSorting()
        var unkeptKeys: [UInt32: [ByteKey: UnkeptKeys]] = [:]
        var nodes: [UInt32: EncodingNode] = [:]
        var heldSegments: [JSONOutput] = []
        var sharedKeys: [SharedKeys] = []
        var tablePairs: [TablePair] = []

        /// Drops the state of a document, but keeps memory that is not large.
        mutating func clear() {
            for part in pendingParts { part.segment?.abandon() }
            for segment in heldSegments { segment.abandon() }
            if !pendingParts.isEmpty { pendingParts = [] }
            if !heldSegments.isEmpty { heldSegments = [] }
            if !nodes.isEmpty { nodes = [:] }
            if !sharedKeys.isEmpty { sharedKeys.removeAll(keepingCapacity: true) }
            if !unkeptKeys.isEmpty { unkeptKeys = [:] }
            if notedMembers.capacity > 256 { notedMembers = [] } else { notedMembers.removeAll(keepingCapacity: true) }
            sorting.clear()
        }
    }

    /// Whether values that have ended left more than bytes.
    var isUntidy: Bool { !late.pointee.unkeptKeys.isEmpty || !late.pointee.nodes.isEmpty }

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

    /// The parts that are still to be written into the bytes, in order.
    var pendingParts: [PendingPart] {
        get { late.pointee.pendingParts }
        _modify { yield &late.pointee.pendingParts }
    }

    /// The keys of open values, by their numbers, where a key may have another name each time, so that no table knows
    /// it.
    var unkeptKeys: [UInt32: [ByteKey: UnkeptKeys]] {
        get { late.pointee.unkeptKeys }
        _modify { yield &late.pointee.unkeptKeys }
    }

    /// The trees of open values, by their numbers.
    var nodes: [UInt32: EncodingNode] {
        get { late.pointee.nodes }
        _modify { yield &late.pointee.nodes }
    }

    /// The segments of a whole document that models hold although the values around them have ended.
    var heldSegments: [JSONOutput] {
        get { late.pointee.heldSegments }
        _modify { yield &late.pointee.heldSegments }
    }

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

    /// Where the output is in the document, unless it has a place in its parent.
    var base: TreePath?

    /// Where a segment goes, as long as the value that it is a part of is open, and which code writes it.
    var place: SegmentPlace?
    var writer = LateWriter.container

    /// A segment of the document that has been joined, to be used again; the next one is in that.
    var spare: JSONOutput?
    var spareCount = 0

    /// The output of the whole document; nil for that itself.
    var document: JSONOutput?

    /// A place in the bytes where a segment or a tree is to be written.
    struct PendingPart {
        var position: Int
        private(set) var segment: JSONOutput?
        private(set) var tree: Tree?

        final class Tree {
            let node: EncodingNode
            let context: FormatContext
            let path: TreePath?

            init(node: EncodingNode, context: FormatContext, path: TreePath?) {
                (self.node, self.context, self.path) = (node, context, path)
            }
        }

        init(position: Int, segment: JSONOutput) { (self.position, self.segment) = (position, segment) }
        init(position: Int, tree: Tree) { (self.position, self.tree) = (position, tree) }

        /// Moves the segment out, so that only the caller and a model can hold it.
        mutating func takeSegment() -> JSONOutput? {
            defer { segment = nil }
            return segment
        }

        mutating func giveBack(_ segment: JSONOutput) { self.segment = segment }

        /// The number of bytes of a segment that has ended and is to be joined; otherwise zero.
        var endedCount: Int {
            guard let segment, segment.depth == 0, segment.place != nil else { return 0 }
            return segment.bytes.pointee.count
        }

        /// The part as a node, which takes further values.
        var node: EncodingNode? { tree?.node ?? segment?.segmentNode() }

        /// Grows with all that is written into the part.
        @inline(never)
        var changes: Int { tree?.node.allChanges ?? segment?.changes ?? 0 }
    }

    /// Where a member begins, the table of the key type that wrote it, and its slot there; -1 where keys are found by
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
        limits = scope.rules.depth
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

    /// The size of what comes before the container slots: the bytes and the state for later corrections.
    private static let headSize = 16 + MemoryLayout<Late>.stride

    private static let memorySize =
        headSize + firstRoom * MemoryLayout<OutputFrame>.stride + mostSlots * MemoryLayout<EncodingContainerSlot>.stride

    deinit {
        for part in late.pointee.pendingParts { part.segment?.place = nil }
        if values != firstValues { values.deallocate() }
        late.deinitialize(count: 1)
        containerSlots.deinitialize(count: Self.mostSlots)
        bytes.deinitialize(count: 1)
        UnsafeMutableRawPointer(bytes).deallocate()
    }
}
