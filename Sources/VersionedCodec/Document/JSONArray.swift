/// The elements of a JSON array: a collection with value semantics.
///
/// ```swift
/// var list: JSONArray = [1, 2]
/// list.append("three")
/// list.count    // 3
/// ```
public struct JSONArray: Sendable, ExpressibleByArrayLiteral {
    private(set) var storage: ContainerStorage

    init(_ storage: ContainerStorage) { self.storage = storage }

    /// An empty array.
    public init() { storage = ContainerStorage(values: []) }

    /// An array of the given elements. O(elements)
    public init(_ elements: some Sequence<JSONValue>) { storage = ContainerStorage(values: Array(elements)) }

    /// `let list: JSONArray = [1, 2]`
    public init(arrayLiteral elements: JSONValue...) { self.init(elements) }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    }
}

extension JSONArray: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// 0.
    public var startIndex: Int { 0 }

    /// The number of elements.
    public var endIndex: Int { storage.values.count }

    /// An element; an index out of range is a programmer error. O(1)
    public subscript(position: Int) -> JSONValue {
        get { storage.values[position] }
        _modify {
            makeUnique()
            yield &storage.values[position]
        }
    }

    /// Replaces a range of elements. O(elements)
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<JSONValue>) {
        makeUnique()
        storage.values.replaceSubrange(subrange, with: newElements)
    }
}

extension JSONArray: Equatable {
    /// Whether both would be written alike.
    public static func == (lhs: JSONArray, rhs: JSONArray) -> Bool { JSONValue.array(lhs) == .array(rhs) }
}
