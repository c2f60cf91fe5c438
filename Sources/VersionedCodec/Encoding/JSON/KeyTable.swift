import Synchronization

/// The keys of one coding-key type as they are written: `,"name":`, each made once.
///
/// A key whose type is not larger than a byte, as enums are, is recognized by that byte; so a member costs neither
/// `stringValue` nor a comparison. Tables are shared between documents and tasks: their contents depend only on the key
/// type and the options of the encoder.
///
/// Invariants: memory behind a slot is filled before the slot is set, never written to again, and freed with the table.
/// A slot is set once, within the lock.
final class KeyTable: @unchecked Sendable {
    /// A key as text.
    struct Written {
        /// The bytes of `,"name":`.
        let bytes: UnsafeRawPointer
        let count: Int
    }

    let type: any CodingKey.Type

    /// Whether keys are recognized by their byte.
    let isIndexed: Bool

    /// Whether the keys are those of a dictionary: data that no style changes, without an order.
    let isDictionary: Bool

    /// Whether the members of some key are not simply in the object, so that the tree must put them in their
    /// places.
    let needsTree: Bool

    /// Whether objects are opened without further ado.
    let isPlain: Bool

    /// Whether keys may be written as other names than their own.
    let renames: Bool

    /// The table of the next key type.
    fileprivate let next = KeyTableLink()

    /// So many keys of a type are recognized by their byte; the bits of a set that is in each open object.
    static let slotCount = 128

    private let slots: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>
    /// The last slot that is set.
    private let taken = Atomic<Int>(-1)
    private let learnt = Atomic<Int>(0)
    private let memory = Mutex(Memory())

    /// Pieces of memory, the last of them with some room.
    private struct Memory: @unchecked Sendable {
        var pieces: [UnsafeMutableRawPointer] = []
        var free = 0
        var place = 0
        /// The keys whose text is not their own, by that text.
        var respelled: [[UInt8]: any CodingKey] = [:]
        /// The slots by their texts.
        var owners: [[UInt8]: Int] = [:]

        mutating func allocate(_ count: Int) -> UnsafeMutableRawPointer {
            if free < count || pieces.isEmpty {
                free = max(480, count)
                place = 0
                pieces.append(.allocate(byteCount: free, alignment: 8))
            }
            defer {
                let step = (count + 7) & ~7
                place += step
                free -= step
            }
            return pieces[pieces.count - 1] + place
        }
    }

    /// Whether a layout was declared for the key type when the table was made.
    let isDeclared: Bool
    fileprivate let escapes: StringEscapes

    init<Key: CodingKey>(
        _ type: Key.Type, isDeclared: Bool, _ escapes: StringEscapes, needsTree: Bool, renames: Bool
    ) {
        self.isDeclared = isDeclared
        self.escapes = escapes
        self.renames = renames
        self.type = type
        self.needsTree = needsTree
        isIndexed = MemoryLayout<Key>.size <= 1 && _isPOD(type)
        isDictionary = RawDictionaryKey.isRaw(type)
        isPlain = isIndexed && !needsTree
        let count = isIndexed ? MemoryLayout<Key>.size == 0 ? 1 : Self.slotCount : 0
        slots = .allocate(capacity: count)
        for index in 0..<count { (slots + index).initialize(to: Atomic(nil)) }
    }

    deinit {
        memory.withLock { memory in
            for piece in memory.pieces { piece.deallocate() }
        }
        slots.deallocate()
    }

    /// The slot of a key, or a number beyond all slots if it has none.
    @inline(__always)
    func slot<Key: CodingKey>(of key: Key) -> Int {
        guard isIndexed else { return Int.max }
        return MemoryLayout<Key>.size == 0 ? 0 : Int(unsafeBitCast(key, to: UInt8.self))
    }

    /// The text of a slot, if it has been made.
    @inline(__always)
    func written(at slot: Int) -> Written? {
        guard let entry = slots[slot].load(ordering: .acquiring) else { return nil }
        return Written(bytes: entry + 8, count: entry.load(as: Int.self))
    }

    /// Keeps the text of a slot, unless another slot has it too: then each object checks whether both are
    /// written.
    @inline(never)
    func learn(_ key: some CodingKey, _ slot: Int, spelled name: String) {
        var text: [UInt8] = [UInt8(ascii: ",")]
        text.appendJSON(name, escapes)
        text.append(UInt8(ascii: ":"))
        let isRespelled = !name.utf8.elementsEqual(key.stringValue.utf8)
        memory.withLock { memory in
            guard slots[slot].load(ordering: .relaxed) == nil, memory.owners[text] ?? slot == slot else { return }
            memory.owners[text] = slot
            if isRespelled { memory.respelled[Array(name.utf8)] = key }
            let entry = memory.allocate(8 + text.count)
            entry.storeBytes(of: text.count, as: Int.self)
            text.withUnsafeBytes { bytes in
                if let base = bytes.baseAddress { (entry + 8).copyMemory(from: base, byteCount: bytes.count) }
            }
            slots[slot].store(UnsafeRawPointer(entry), ordering: .releasing)
            learnt.add(1, ordering: .releasing)
            if slot > taken.load(ordering: .relaxed) { taken.store(slot, ordering: .releasing) }
        }
    }

    /// How many keys have been learnt.
    var learntCount: Int { learnt.load(ordering: .acquiring) }

    /// Whether another table has a text that this one has too. O(slots that are taken, of both)
    func hasName(in other: KeyTable) -> Bool {
        for slot in 0..<other.taken.load(ordering: .acquiring) + 1 {
            guard let written = other.written(at: slot) else { continue }
            let text = UnsafeRawBufferPointer(start: written.bytes, count: written.count)
            if self.slot(writtenAs: text) != nil { return true }
        }
        return false
    }

    /// The slot whose text this is; `nil` if none has been kept. O(slots that are taken)
    func slot(writtenAs text: ArraySlice<UInt8>) -> Int? { text.withUnsafeBytes { slot(writtenAs: $0) } }

    private func slot(writtenAs text: UnsafeRawBufferPointer) -> Int? {
        for slot in 0..<taken.load(ordering: .acquiring) + 1 {
            if let written = written(at: slot), written.count == text.count,
                text.elementsEqual(UnsafeRawBufferPointer(start: written.bytes, count: written.count))
            {
                return slot
            }
        }
        return nil
    }

    /// The slot whose text has a name, given with its quotes; -1 where none has been kept.
    func slot(named name: ArraySlice<UInt8>) -> Int {
        memory.withLock { $0.owners[[UInt8(ascii: ",")] + name + [UInt8(ascii: ":")]] ?? -1 }
    }

    /// The key of a slot that a key has had; `nil` where keys have none.
    func key(at slot: Int) -> (any CodingKey)? {
        guard isIndexed, slot >= 0, slot < Self.slotCount else { return nil }
        return type.key(at: slot)
    }

    /// The key that is written as a name.
    func key(spelled name: String) -> (any CodingKey)? {
        let respelled = memory.withLock { $0.respelled[Array(name.utf8)] }
        return respelled ?? type.init(stringValue: name)
    }
}

extension CodingKey {
    /// The key whose byte is the slot of a key that exists; the type must be one that ``KeyTable/isIndexed``.
    fileprivate static func key(at slot: Int) -> Self {
        MemoryLayout<Self>.size == 0 ? unsafeBitCast((), to: Self.self) : unsafeBitCast(UInt8(slot), to: Self.self)
    }
}

/// The tables of key types that are written in one way; they only grow, by one for each key type of a program.
///
/// Invariant: there are `count` lists, initialised as long as the tables live.
final class KeyTables: @unchecked Sendable {
    /// The tables of keys that are written as declared, by all encoders.
    static let asDeclared = KeyTables()
    /// The tables of keys in Foundation's snake case, by all encoders.
    static let snakeCase = KeyTables()

    private static let count = 64
    private let lists: UnsafeMutablePointer<KeyTableLink>

    init() {
        lists = .allocate(capacity: Self.count)
        for index in 0..<Self.count { (lists + index).initialize(to: KeyTableLink()) }
    }

    deinit {
        lists.deinitialize(count: Self.count)
        lists.deallocate()
    }

    /// The table of a key type.
    func table<Key: CodingKey>(
        of type: Key.Type, isDeclared: Bool, _ escapes: StringEscapes, make: () -> KeyTable
    ) -> KeyTable {
        func isIt(_ table: KeyTable) -> Bool {
            table.type == type && table.isDeclared == isDeclared && table.escapes == escapes
        }
        let address = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
        let first = lists + Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 58)
        var link = first.pointee.load()
        var last: KeyTable?
        while let table = link {
            if isIt(table) { return table }
            last = table
            link = table.next.load()
        }
        // The first task at the end of the list wins; another key type may have been put there meanwhile.
        let new = make()
        while true {
            let stored = last?.next.storeIfNil(new) ?? first.pointee.storeIfNil(new)
            if stored === new || isIt(stored) { return stored }
            last = stored
        }
    }
}

/// A reference to a table that is set once. (`AtomicLazyReference` is not specialised: each load looks up two types.)
///
/// Invariant: it owns one reference to the table that it has been set to, until it goes.
private struct KeyTableLink: ~Copyable {
    private let table = Atomic<Unmanaged<KeyTable>?>(nil)

    deinit { table.load(ordering: .acquiring)?.release() }

    func load() -> KeyTable? { table.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Sets it if it has not been set; returns what it is set to.
    func storeIfNil(_ new: KeyTable) -> KeyTable {
        let reference = Unmanaged.passRetained(new)
        let (wasSet, other) = table.compareExchange(
            expected: nil, desired: reference, ordering: .acquiringAndReleasing)
        guard !wasSet, let other else { return new }
        reference.release()
        return other.takeUnretainedValue()
    }
}
