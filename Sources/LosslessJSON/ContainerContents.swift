/// The contents of an array or an object: a place in a document until it is changed, then storage of its own.
enum ContainerContents: Sendable {
    case edited(ContainerStorage)
    case indexed(DocumentIndex, UInt32)

    var count: Int {
        switch self {
        case .edited(let storage): storage.values.count
        case .indexed(let index, let node): index.childCount(of: node)
        }
    }

    func value(at place: Int) -> JSONValue {
        switch self {
        case .edited(let storage): return storage.values[place]
        case .indexed(let index, let node):
            precondition(place >= 0 && place < index.childCount(of: node), "the place is out of range")
            return JSONValue(index, index.child(of: node, at: place))
        }
    }

    func key(at place: Int) -> JSONText {
        switch self {
        case .edited(let storage): return storage.keys[place]
        case .indexed(let index, let node):
            precondition(place >= 0 && place < index.childCount(of: node), "the place is out of range")
            return JSONText(index, index.child(of: node, at: place) - 1)
        }
    }

    /// The place of a key.
    func place(of key: String) -> Int? {
        switch self {
        case .edited(let storage): storage.index(ofKey: key)
        case .indexed(let index, let node): index.member(key, of: node)?.place
        }
    }

    /// The value of a key.
    func value(of key: String) -> JSONValue? {
        switch self {
        case .edited(let storage): storage.index(ofKey: key).map { storage.values[$0] }
        case .indexed(let index, let node): index.member(key, of: node).map { JSONValue(index, $0.value) }
        }
    }

    /// All values, in their order. O(children)
    var values: [JSONValue] {
        switch self {
        case .edited(let storage): storage.values
        case .indexed(let index, let node): index.children(of: node).map { JSONValue(index, $0) }
        }
    }

    /// All keys, in their order; of an array, none. O(children)
    var keys: [JSONText] {
        switch self {
        case .edited(let storage): storage.keys
        case .indexed(let index, let node):
            index[node].isObject ? index.children(of: node).map { JSONText(index, $0 - 1) } : []
        }
    }

    /// Whether both are one and the same, so that nothing need be compared.
    func isIdentical(to other: ContainerContents) -> Bool {
        switch (self, other) {
        case (.edited(let left), .edited(let right)): left === right
        case (.indexed(let left, let leftNode), .indexed(let right, let rightNode)):
            left === right && leftNode == rightNode
        default: false
        }
    }

    /// Makes sure that no other value shares the storage, for a writer. The contents do not change. O(children) if
    /// storage has to be made
    mutating func makeUnique() {
        switch self {
        case .edited(var storage):
            self = .edited(ContainerStorage.placeholder)
            if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
            self = .edited(storage)
        case .indexed(let index, let node): self = .edited(ContainerStorage(of: node, in: index))
        }
    }

    /// The storage after `makeUnique`.
    var unique: ContainerStorage {
        if case .edited(let storage) = self { storage } else { ContainerStorage(values: []) }
    }
}
