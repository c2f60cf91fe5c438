/// The elements of a JSON array: a collection with value semantics.
///
/// ```swift
/// var list: JSONArray = [1, 2]
/// list.append("three")
/// list.count    // 3
/// ```
public struct JSONArray: Sendable, ExpressibleByArrayLiteral {
    private(set) var contents: ContainerContents

    init(_ contents: ContainerContents) { self.contents = contents }

    /// An empty array.
    public init() { contents = .edited(ContainerStorage(values: [])) }

    /// An array of the given elements. O(elements)
    public init(_ elements: some Sequence<JSONValue>) {
        contents = .edited(ContainerStorage(values: Array(elements)))
    }

    /// `let list: JSONArray = [1, 2]`
    public init(arrayLiteral elements: JSONValue...) { self.init(elements) }
}

extension JSONArray: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// 0.
    public var startIndex: Int { 0 }

    /// The number of elements.
    public var endIndex: Int { contents.count }

    /// An element; an index out of range is a programmer error. O(1)
    public subscript(position: Int) -> JSONValue {
        get { contents.value(at: position) }
        _modify {
            contents.makeUnique()
            let storage = contents.unique
            yield &storage.values[position]
        }
    }

    /// Replaces a range of elements. O(elements)
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<JSONValue>) {
        contents.makeUnique()
        contents.unique.replaceElements(subrange, with: newElements)
    }

    /// The elements, first to last. O(1), and each step too
    public func makeIterator() -> IndexingIterator<[JSONValue]> { contents.values.makeIterator() }
}

extension JSONArray: Equatable {
    /// Whether both have the same JSON text.
    public static func == (lhs: JSONArray, rhs: JSONArray) -> Bool { JSONValue.array(lhs) == .array(rhs) }
}
