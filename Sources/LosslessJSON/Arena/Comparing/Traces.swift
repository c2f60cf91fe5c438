/// Where the values of a document, or of a child in it, come from.
struct Traces {
    /// The offsets of values, ascending, and of those that are scalars.
    private var offsets: [UInt32] = []
    private var scalars: [UInt32] = []
    /// The containers of the text that are there as they were, by their nodes in the index, ascending.
    private var containers: [UInt32] = []
    /// The containers whose children were compared one after another, and children that were compared by themselves.
    private var compared: Set<UInt32> = []
    /// Members that have the keys of the text still: the nodes of these, each with the place of its value.
    private var keys: [UInt32: UInt32] = [:]
    /// What comes from values that were made into something with less information, or into several.
    var results: [UInt32: [Result]] = [:]

    struct Result {
        /// The node, for as long as there is one.
        var node: NodeID
        /// Where its characters are, if that is noted.
        let place: UInt64?
        /// Whether it is the scalar of the text.
        let isItself: Bool
        let value: JSONValue
    }

    private(set) var changed: Set<UInt32> = []
    private(set) var fates = ValueFates()

    init() {}

    init(_ changed: [Int], _ fates: ValueFates) {
        if !changed.isEmpty { self.changed = Set(changed.map { UInt32(truncatingIfNeeded: $0) }) }
        self.fates = fates
    }

    mutating func note(_ value: ArenaNode) {
        offsets.append(value.origin)
        if !value.isContainer { scalars.append(value.origin) }
    }

    mutating func note(keyOf member: ArenaNode) {
        if member.keyForm == .indexed { keys[member.keyStart] = member.origin }
    }

    mutating func note(container source: UInt32) { containers.append(source) }

    mutating func note(compared source: UInt32) { compared.insert(source) }

    mutating func sort() {
        offsets.sortWhereNeeded()
        scalars.sortWhereNeeded()
        containers.sortWhereNeeded()
    }

    /// Adds what is in a child and comes from elsewhere; whether there is any.
    mutating func add(outside span: Range<Int>, of child: Traces) -> Bool {
        let elsewhere = child.offsets.filter { !span.contains(Int($0)) }
        if elsewhere.isEmpty { return false }
        offsets += elsewhere
        scalars += child.scalars.filter { !span.contains(Int($0)) }
        for (origin, new) in child.results where !span.contains(Int(origin)) {
            results[origin, default: []] += new.map {
                Result(node: .none, place: $0.place, isItself: $0.isItself, value: $0.value)
            }
        }
        // Those of the child itself are in none of the document.
        containers += child.containers
        return true
    }

    /// Whether all that was compared by itself is there still, and nothing of it is anywhere else.
    func keepChildrenApart(_ index: UnsafeMutablePointer<IndexNode>) -> Bool {
        compared.allSatisfy { source in
            let span = index[Int(source)].span
            return hold(UInt32(truncatingIfNeeded: span.lowerBound))
                && !holdAny(in: span.lowerBound + 1..<span.upperBound)
        }
    }

    /// Whether a value comes from this place.
    func hold(_ origin: UInt32) -> Bool { offsets.hold(origin) }

    /// Whether a member of the document has its key.
    func hold(key member: ArenaNode) -> Bool { member.keyForm == .indexed && keys[member.keyStart] == member.origin }

    /// Whether a value comes from a range.
    func holdAny(in span: Range<Int>) -> Bool {
        let next = offsets.partitioningIndex { Int($0) >= span.lowerBound }
        return next < offsets.count && Int(offsets[next]) < span.upperBound
    }

    /// Whether a container of the text is there as it was.
    func hold(container source: UInt32) -> Bool { containers.hold(source) }

    /// Whether a container, or its children, have been compared by themselves.
    func isCompared(_ source: UInt32) -> Bool { !compared.isEmpty && compared.contains(source) }

    /// Whether a container has become a text, with all that it holds.
    func hold(asText origin: UInt32) -> Bool { origin != ArenaNode.noPlace && scalars.hold(origin) }
}

extension [UInt32] {
    fileprivate mutating func sortWhereNeeded() {
        if zip(self, dropFirst()).contains(where: >) { sort() }
    }

    /// Whether a number is among these, which are ascending.
    fileprivate func hold(_ number: UInt32) -> Bool {
        let place = partitioningIndex { $0 >= number }
        return place < count && self[place] == number
    }
}
