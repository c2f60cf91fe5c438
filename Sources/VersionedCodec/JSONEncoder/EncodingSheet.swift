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
/// there are; `bytes`, `recentTables` and `recentModels` lie in one piece of memory, initialised as long as the sheet lives.
final class EncodingSheet {
    /// What has been written; at an address of its own, because access to it needs no check then.
    let bytes: UnsafeMutablePointer<[UInt8]>

    /// What has been written, to look at.
    var output: [UInt8] { bytes.pointee }

    let escapes: StringEscapes

    /// What values are written with here.
    var scope: EncodingScope

    /// The values that are open, outermost first.
    private(set) var values: UnsafeMutablePointer<OpenValue>
    private(set) var depth = 0
    private var room = 24
    private var lastID: UInt32 = 0

    /// The tables that were asked for last, by the address of their key types; ``scope`` holds them.
    private let recentTables: UnsafeMutablePointer<RecentTable>
    /// The models that were asked for their layouts last, by the address of their types.
    private let recentModels: UnsafeMutablePointer<ObjectIdentifier?>
    private static let recentCount = 16

    /// The version that is to be written into the object of the next value.
    var stamp: VersionStamp?

    /// The members of open objects that note them.
    var notedMembers: [NotedMember] = []

    /// The keys of open values, by their numbers, where a key may have another name each time, so that no table knows it.
    var unkeptKeys: [UInt32: [ByteKey: any CodingKey]] = [:]

    /// The trees of open values, by their numbers.
    var nodes: [UInt32: EncodingNode] = [:]

    /// The contexts of trees and versions; told when the document is done.
    var contexts: [FormatContext] = []

    /// What the trees leave in the bytes, in order.
    var holes: [Hole] = []

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

    init(scope: EncodingScope, escapes: StringEscapes, base: TreePath? = nil, part document: EncodingSheet? = nil) {
        self.scope = scope
        self.escapes = escapes
        self.base = base
        self.document = document
        values = .allocate(capacity: room)
        let tablesSize = Self.recentCount * MemoryLayout<RecentTable>.stride
        let modelsSize = Self.recentCount * MemoryLayout<ObjectIdentifier?>.stride
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<[UInt8]>.stride + tablesSize + modelsSize, alignment: 16)
        bytes = memory.bindMemory(to: [UInt8].self, capacity: 1)
        bytes.initialize(to: [])
        let tables = memory + MemoryLayout<[UInt8]>.stride
        recentTables = tables.bindMemory(to: RecentTable.self, capacity: Self.recentCount)
        recentTables.initialize(repeating: RecentTable(), count: Self.recentCount)
        recentModels = (tables + tablesSize).bindMemory(to: ObjectIdentifier?.self, capacity: Self.recentCount)
        recentModels.initialize(repeating: nil, count: Self.recentCount)
    }

    deinit {
        values.deallocate()
        bytes.deinitialize(count: 1)
        UnsafeMutableRawPointer(bytes).deallocate()
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
        values.deallocate()
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
        Int(reference.index) < depth && values[Int(reference.index)].id == reference.id
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
        let recent = recentTables + (keyType.hashPlace & (Self.recentCount &- 1))
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

    /// Asks a model for its layouts, once where nothing else comes between.
    @inline(__always)
    func ask(_ model: Any.Type) throws {
        guard scope.asksModels else { return }
        let id = ObjectIdentifier(model)
        let recent = recentModels + (id.hashPlace & (Self.recentCount &- 1))
        if recent.pointee == id { return }
        try askAnew(model)
        recent.pointee = id
    }

    @inline(never)
    private func askAnew(_ model: Any.Type) throws {
        try scope.context?.ask(model)
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
}

extension ObjectIdentifier {
    /// A number whose lowest bits differ between types that lie near each other in memory.
    @inline(__always)
    fileprivate var hashPlace: Int {
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: self)) &* 0x9E37_79B9_7F4A_7C15) >> 56)
    }
}
