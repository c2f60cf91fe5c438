/// What an array or an object holds, shared until it is changed.
///
/// Invariants: `keys` is `nil` for an array and as long as `values` for an object; `table`, where present, maps every key
/// to its place. `@unchecked Sendable` because it is mutated only through a `JSONArray` or a `JSONObject` that has
/// checked that it is the only holder (copy on write).
final class ContainerStorage: @unchecked Sendable {
    var values: [JSONValue]
    var keys: [JSONText]
    private var table: [ByteKey: Int]?

    /// From so many members on, a table finds the keys; below it, a look at each is faster.
    private static let tableThreshold = 24

    init(values: [JSONValue], keys: [JSONText] = []) {
        self.values = values
        self.keys = keys
        rebuildTable()
    }

    /// A copy for a writer who is not the only holder.
    func copy() -> ContainerStorage { ContainerStorage(copying: self) }

    private init(copying other: ContainerStorage) {
        values = other.values
        keys = other.keys
        table = other.table
    }

    /// Releases deep values one level at a time, so that no depth of nesting can overflow the stack.
    deinit {
        guard values.contains(where: \.isContainer) else { return }
        var pending = values
        values = []
        while var value = pending.popLast() {
            guard var child = value.takeContainer(), isKnownUniquelyReferenced(&child) else { continue }
            pending.append(contentsOf: child.values)
            child.values = []
        }
    }

    // MARK: Keys

    /// The place of a key, compared byte by byte: `"\u{E9}"` and `"e\u{301}"` are two keys.
    /// O(1) from two dozen members on, else O(members).
    func index(ofKey key: String) -> Int? {
        if let table { return table[ByteKey(key)] }
        return keys.firstIndex { $0.string.utf8.elementsEqual(key.utf8) }
    }

    func append(_ value: JSONValue, key: JSONText) {
        keys.append(key)
        values.append(value)
        if table != nil {
            table?[ByteKey(key.string)] = keys.count - 1
        } else {
            rebuildTable()
        }
    }

    func insert(_ value: JSONValue, key: JSONText, at index: Int) {
        keys.insert(key, at: index)
        values.insert(value, at: index)
        rebuildTable()
    }

    func removeMember(at index: Int) -> JSONValue {
        keys.remove(at: index)
        let value = values.remove(at: index)
        rebuildTable()
        return value
    }

    func renameMember(at index: Int, to key: JSONText) {
        table?[ByteKey(keys[index].string)] = nil
        keys[index] = key
        table?[ByteKey(key.string)] = index
    }

    private func rebuildTable() {
        guard keys.count >= Self.tableThreshold else {
            table = nil
            return
        }
        table = Dictionary(
            zip(keys.map { ByteKey($0.string) }, keys.indices), uniquingKeysWith: { first, _ in first })
    }
}

/// A text compared and hashed by its UTF-8 bytes; `String ==` takes canonically equivalent texts as one.
struct ByteKey: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (lhs: ByteKey, rhs: ByteKey) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

    func hash(into hasher: inout Hasher) {
        let combined: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if combined == nil { for byte in text.utf8 { hasher.combine(byte) } }
        hasher.combine(0xFF as UInt8)  // No byte of UTF-8, so texts hashed one after another stay apart.
    }
}

extension JSONValue {
    /// The storage of a container, which this value then no longer holds.
    fileprivate mutating func takeContainer() -> ContainerStorage? {
        let taken = container
        storage = .null
        return taken
    }
}
