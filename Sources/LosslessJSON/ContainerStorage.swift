/// The contents of an array or an object that is no longer just a place in a document; shared until it is changed.
///
/// Invariants: `keys` is empty for an array and as long as `values` for an object; `origins` is empty, or as long as
/// `values`; `table`, where present, maps every key to its place. `@unchecked Sendable` because it is mutated only
/// through a `JSONArray` or a `JSONObject` that has checked that it is the only holder (copy on write).
/// `@exclusivity(unchecked)` because no change calls code that could reach the storage, and each look-up of a key would
/// pay for the check.
final class ContainerStorage: @unchecked Sendable {
    @exclusivity(unchecked) var values: [JSONValue]
    @exclusivity(unchecked) private(set) var keys: [JSONText]

    /// Where the container was in a document, so that a writer can keep its layout.
    @exclusivity(unchecked) private(set) var source: (index: DocumentIndex, node: UInt32)?

    /// For each value the node that was in its place in that container, or `madeHere`.
    @exclusivity(unchecked) private(set) var origins: [UInt32]

    @exclusivity(unchecked) private var table: [ByteKey: Int]?

    /// The origin of what was not in the container.
    static let madeHere = UInt32.max

    /// From so many members on, a table finds the keys; below it, a look at each is faster.
    private static let tableThreshold = 24

    /// Stands where a writer has taken the storage out for a moment.
    static let placeholder = ContainerStorage(values: [])

    init(values: [JSONValue], keys: [JSONText] = []) {
        self.values = values
        self.keys = keys
        origins = []
        rebuildTable()
    }

    /// The children of a place in a document, which stay places in it. O(children)
    init(of node: UInt32, in index: DocumentIndex) {
        let children = index.children(of: node)
        values = children.map { JSONValue(index, $0) }
        keys = index[node].isObject ? children.map { JSONText(index, $0 - 1) } : []
        (source, origins) = ((index, node), children)
        rebuildTable()
    }

    /// A changed container of a document: for each value the node that was in its place, or `madeHere`.
    init(values: [JSONValue], keys: [JSONText], source: (DocumentIndex, UInt32)?, origins: [UInt32]) {
        self.values = values
        self.keys = keys
        self.source = source.map { (index: $0.0, node: $0.1) }
        self.origins = origins
        rebuildTable()
    }

    /// A copy for a writer, if there are other holders.
    func copy() -> ContainerStorage { ContainerStorage(copying: self) }

    private init(copying other: ContainerStorage) {
        values = other.values
        keys = other.keys
        origins = other.origins
        source = other.source
        table = other.table
    }

    /// Releases deep values one level at a time, so that no depth of nesting can overflow the stack.
    deinit {
        guard values.contains(where: \.holdsStorage) else { return }
        var pending = values
        values = []
        while var value = pending.popLast() {
            guard var child = value.takeStorage(), isKnownUniquelyReferenced(&child) else { continue }
            pending.append(contentsOf: child.values)
            child.values = []
        }
    }

    // MARK: Elements

    func replaceElements(_ range: Range<Int>, with elements: some Collection<JSONValue>) {
        values.replaceSubrange(range, with: elements)
        if source != nil { origins.replaceSubrange(range, with: repeatElement(Self.madeHere, count: elements.count)) }
    }

    // MARK: Members

    /// The place of a key, compared byte by byte: `"\u{E9}"` and `"e\u{301}"` are two keys.
    /// O(1) from two dozen members on, else O(members).
    func index(ofKey key: String) -> Int? {
        if let table { return table[ByteKey(key)] }
        return keys.firstIndex { $0.matches(key) }
    }

    func append(_ value: JSONValue, key: JSONText) {
        keys.append(key)
        values.append(value)
        if source != nil { origins.append(Self.madeHere) }
        if table != nil {
            table?[ByteKey(key.string)] = keys.count - 1
        } else {
            rebuildTable()
        }
    }

    func insert(_ value: JSONValue, key: JSONText, at index: Int) {
        keys.insert(key, at: index)
        values.insert(value, at: index)
        if source != nil { origins.insert(Self.madeHere, at: index) }
        rebuildTable()
    }

    /// Removes all members with a key. O(members)
    func removeMembers(of key: String) {
        keepMembers(at: keys.indices.filter { !keys[$0].matches(key) })
    }

    func keepMembers(at places: [Int]) {
        values = places.map { values[$0] }
        keys = places.map { keys[$0] }
        if source != nil { origins = places.map { origins[$0] } }
        rebuildTable()
    }

    /// Renames all members with a key. O(1) from two dozen members on if no key is repeated, otherwise O(members).
    func renameMembers(of key: String, to newKey: JSONText) {
        guard let first = index(ofKey: key) else { return }
        let hasRepeatedKeys = table.map { $0.count < keys.count } ?? true
        if table != nil {
            table?[ByteKey(key)] = nil
            table?[ByteKey(newKey.string)] = first
        }
        if hasRepeatedKeys {
            for index in keys.indices where keys[index].matches(key) { keys[index] = newKey }
        } else {
            keys[first] = newKey
        }
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

extension JSONValue {
    /// Whether the value holds storage that it may be the last to hold.
    var holdsStorage: Bool {
        if case .container(.edited, _) = storage { true } else { false }
    }

    /// The storage of a container, which this value then no longer holds.
    fileprivate mutating func takeStorage() -> ContainerStorage? {
        guard case .container(.edited(let taken), _) = storage else { return nil }
        storage = .null
        return taken
    }
}
