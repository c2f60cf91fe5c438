#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The bytes of a document, or of a part of one, while they are written, with the values that are open.
///
/// What comes in the order of the text is written at once. The rest, a `superEncoder` above all, goes into a tree (`EncodingNode`)
/// that leaves a hole in the bytes, and is filled in at the end.
///
/// One for each call, never shared between tasks. Invariants: the first `depth` places of `values` are initialised, and `room` is how many
/// there are; what `bytes`, `late`, `boxes`, `recentTables`, `recentModels` and `firstValues` point to lies in one piece of memory, of which all but
/// the last is initialised as long as the sheet lives.
final class EncodingSheet {
    /// What has been written; at an address of its own, because access to it needs no check then.
    let bytes: UnsafeMutablePointer<[UInt8]>

    /// What has been written, to look at.
    var output: [UInt8] { bytes.pointee }

    private(set) var escapes: StringEscapes

    /// Whether the members of all objects are sorted by the bytes of their names.
    private(set) var sortsMembers: Bool

    /// What values are written with here.
    var scope: EncodingScope

    /// The values that are open, outermost first.
    private(set) var values: UnsafeMutablePointer<OpenValue>
    private let firstValues: UnsafeMutablePointer<OpenValue>
    private(set) var depth = 0
    private var room = firstRoom
    private var lastID: UInt32 = 0

    /// The tables that were asked for last, by the address of their key types; ``scope`` holds them.
    private let recentTables: UnsafeMutablePointer<RecentTable>
    /// The models that were met last, by the address of their types.
    private let recentModels: UnsafeMutablePointer<ObjectIdentifier?>
    /// Sixteen, as ``recentPlace(of:)`` says.
    private static let recentCount = 16
    private static let firstRoom = 16

    /// The containers of the key types that were asked for last, to be used again.
    let boxes: UnsafeMutablePointer<ContainerBox>

    /// The version that is to be written into the object of the next value.
    var stamp: VersionStamp?

    /// What is put right later; apart from the object, because access to it needs no check then.
    private let late: UnsafeMutablePointer<Late>

    private struct Late {
        var notedMembers: [NotedMember] = []
        var holes: [Hole] = []
        var sorting = MemberSorting()

        /// Gives up what belongs to a document, but not its memory, unless that is large.
        mutating func clear() {
            if !holes.isEmpty { holes = [] }
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
    var holes: [Hole] {
        get { late.pointee.holes }
        _modify { yield &late.pointee.holes }
    }

    /// The keys of open values, by their numbers, where a key may have another name each time, so that no table knows it.
    var unkeptKeys: [UInt32: [ByteKey: any CodingKey]] = [:]

    /// The trees of open values, by their numbers.
    var nodes: [UInt32: EncodingNode] = [:]

    /// The contexts of trees and versions; told when the document is done.
    var contexts: [FormatContext] = []

    /// Where the sheet stands in the document.
    let base: TreePath?

    /// The sheet of the whole document; nil for that itself.
    let document: EncodingSheet?
    private var isDone = false

    /// Whether the document is done, so that what was kept of it may not be used any longer.
    var hasEnded: Bool {
        get { document?.hasEnded ?? isDone }
        set { isDone = newValue }
    }

    private struct RecentTable {
        var keyType: ObjectIdentifier?
        var table: Unmanaged<KeyTable>?
    }

    /// A place in the bytes where a tree is to be written.
    struct Hole {
        var position: Int
        let node: EncodingNode
        let context: FormatContext
        let path: TreePath?
    }

    /// Where a member begins, the table of the key type that wrote it, and its slot there; -1 where keys are told by their names.
    struct NotedMember {
        let start: Int
        let table: Unmanaged<KeyTable>?
        let slot: Int
    }

    init(
        scope: EncodingScope, escapes: StringEscapes, sortsMembers: Bool, base: TreePath? = nil,
        part document: EncodingSheet? = nil
    ) {
        self.scope = scope
        self.escapes = escapes
        self.sortsMembers = sortsMembers
        self.base = base
        self.document = document
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.memorySize, alignment: 16)
        bytes = memory.bindMemory(to: [UInt8].self, capacity: 1)
        bytes.initialize(to: [])
        late = (memory + 16).bindMemory(to: Late.self, capacity: 1)
        late.initialize(to: Late())
        boxes = (memory + Self.headSize).bindMemory(to: ContainerBox.self, capacity: Self.recentCount)
        boxes.initialize(repeating: ContainerBox(), count: Self.recentCount)
        let tables = memory + Self.headSize + Self.recentCount * MemoryLayout<ContainerBox>.stride
        recentTables = tables.bindMemory(to: RecentTable.self, capacity: Self.recentCount)
        recentTables.initialize(repeating: RecentTable(), count: Self.recentCount)
        let models = tables + Self.recentCount * MemoryLayout<RecentTable>.stride
        recentModels = models.bindMemory(to: ObjectIdentifier?.self, capacity: Self.recentCount)
        recentModels.initialize(repeating: nil, count: Self.recentCount)
        firstValues = (models + Self.recentCount * MemoryLayout<ObjectIdentifier?>.stride)
            .bindMemory(to: OpenValue.self, capacity: Self.firstRoom)
        values = firstValues
    }

    /// What stands before the boxes: the bytes, and what is put right later.
    private static let headSize = 16 + MemoryLayout<Late>.stride

    private static let memorySize =
        headSize + firstRoom * MemoryLayout<OpenValue>.stride
        + recentCount * (MemoryLayout<ContainerBox>.stride + MemoryLayout<RecentTable>.stride + 16)

    deinit {
        if values != firstValues { values.deallocate() }
        late.deinitialize(count: 1)
        boxes.deinitialize(count: Self.recentCount)
        bytes.deinitialize(count: 1)
        UnsafeMutableRawPointer(bytes).deallocate()
    }

    /// Gives up the containers that could have been used again, which hold the sheet.
    func dropBoxes() { boxes.update(repeating: ContainerBox(), count: Self.recentCount) }

    /// Gives up all that belongs to the document that has been written.
    func clear() {
        (depth, stamp, bytes.pointee) = (0, nil, [])
        nodes.removeAll()
        unkeptKeys.removeAll()
        late.pointee.clear()
        // Those of a strategy of somebody else's go with it.
        if scope.tables !== KeyTables.asDeclared, scope.tables !== KeyTables.snakeCase { forgetTables() }
        let isKept = scope.tables === KeyTables.asDeclared || scope.tables === KeyTables.snakeCase
        scope = EncodingScope(emptyWith: isKept ? scope.tables : .asDeclared)
    }

    /// Begins another document on a sheet that nobody else has any more.
    func reopen(scope: EncodingScope, escapes: StringEscapes, sortsMembers: Bool) {
        if self.scope.tables !== scope.tables || self.escapes != escapes { forgetTables() }
        (self.scope, self.escapes, self.sortsMembers, isDone) = (scope, escapes, sortsMembers, false)
    }

    /// Whether nobody has the sheet but the caller and its own containers, which nobody has either.
    var isFree: Bool {
        var kept = 0
        for index in 0..<Self.recentCount {
            guard let isFree = boxes[index].isFree else { continue }
            guard isFree else { return false }
            kept += 1
        }
        return document == nil && values == firstValues && _getRetainCount(self) == UInt(1 + kept)
    }

    // MARK: Open values

    /// Begins a value at the end of the bytes.
    @inline(__always)
    func begin(_ model: Any.Type?) -> OpenValueReference {
        if depth == room { growValues() }
        lastID &+= 1
        var value = OpenValue(id: lastID, start: bytes.pointee.count)
        value.model = model
        (values + depth).initialize(to: value)
        defer { depth &+= 1 }
        return OpenValueReference(index: Int32(truncatingIfNeeded: depth), id: lastID)
    }

    @inline(never)
    private func growValues() {
        let larger = UnsafeMutablePointer<OpenValue>.allocate(capacity: 2 * room)
        larger.moveInitialize(from: values, count: depth)
        if values != firstValues { values.deallocate() }
        values = larger
        room *= 2
    }

    /// Whether a reference is to the innermost open value, so that it can be written on.
    @inline(__always)
    func isInnermost(_ reference: OpenValueReference) -> Bool {
        let index = Int(reference.index)
        return index &+ 1 == depth && values[index].id == reference.id
    }

    /// Whether a reference is to an open value.
    func isOpen(_ reference: OpenValueReference) -> Bool {
        reference.index >= 0 && Int(reference.index) < depth && values[Int(reference.index)].id == reference.id
    }

    /// Gives up the innermost open value and those above a depth.
    @inline(__always)
    func drop(to newDepth: Int) { depth = newDepth }

    /// Goes back to what was written before something that failed.
    @inline(never)
    func cancel(to mark: Mark) {
        while depth > mark.depth {
            nodes[values[depth - 1].id] = nil
            depth -= 1
        }
        bytes.pointee.removeLast(bytes.pointee.count - mark.end)
        holes.removeLast(holes.count - mark.holes)
        notedMembers.removeLast(notedMembers.count - mark.notedMembers)
    }

    /// How far the sheet has been written.
    struct Mark {
        let end: Int
        let depth: Int
        let holes: Int
        let notedMembers: Int
    }

    @inline(__always)
    var mark: Mark {
        Mark(end: bytes.pointee.count, depth: depth, holes: holes.count, notedMembers: notedMembers.count)
    }

    // MARK: Tables

    /// The table of a key type.
    @inline(__always)
    func table<Key: CodingKey>(of type: Key.Type) -> Unmanaged<KeyTable> {
        let keyType = ObjectIdentifier(type)
        let recent = recentTables + Self.recentPlace(of: type)
        if recent.pointee.keyType == keyType, let table = recent.pointee.table { return table }
        return findTable(of: type, recent)
    }

    @inline(never)
    private func findTable<Key: CodingKey>(
        of type: Key.Type, _ recent: UnsafeMutablePointer<RecentTable>
    ) -> Unmanaged<KeyTable> {
        let table = Unmanaged.passUnretained(scope.table(of: type, escapes))
        recent.pointee = RecentTable(keyType: ObjectIdentifier(type), table: table)
        return table
    }

    /// Whether a type has been met lately that writes itself, is no class, and has been asked for its layouts.
    @inline(__always)
    func isRecent(_ model: Any.Type) -> Bool {
        (recentModels + Self.recentPlace(of: model)).pointee == ObjectIdentifier(model)
    }

    /// Notes a type that writes itself, is no class, and has been asked for its layouts.
    func noteRecent(_ model: Any.Type) {
        (recentModels + Self.recentPlace(of: model)).pointee = ObjectIdentifier(model)
    }

    /// Asks a model for its layouts.
    @inline(__always)
    func ask(_ model: Any.Type) throws {
        if scope.asksModels { try askAnew(model) }
    }

    @inline(never)
    private func askAnew(_ model: Any.Type) throws {
        guard let context = scope.context, !context.hasAsked(model) else { return }
        try context.ask(model)
        // Keys that have been written without a layout may have one now.
        if model is any VersionedKeys.Type { forgetTables() }
    }

    /// Changes what values are written with, for the time of a call.
    func withScope<Result>(_ scope: EncodingScope, _ body: () throws -> Result) rethrows -> Result {
        let (outer, outerStamp) = (self.scope, stamp)
        defer {
            (self.scope, stamp) = (outer, outerStamp)
            forgetTables()
        }
        self.scope = scope
        forgetTables()
        return try body()
    }

    private func forgetTables() {
        recentTables.update(repeating: RecentTable(), count: Self.recentCount)
        recentModels.update(repeating: nil, count: Self.recentCount)
    }

    /// A number below `recentCount` that differs between types that lie near each other in memory.
    @inline(__always)
    static func recentPlace(of type: Any.Type) -> Int {
        let address = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
        return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 60)
    }
}
