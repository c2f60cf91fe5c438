/// Does what has been put off, when its value is written.
package protocol PutOffWork: ~Copyable {
    /// Does a piece of work on a value, or on a child of it, which is written next.
    mutating func perform(_ work: Int32, on node: UInt32, at index: Int, _ edits: inout IndexEdits) throws(EditLimit)

    /// The value has been written, and what was done to it is forgotten.
    mutating func finish(_ work: Int32)
}

/// Work that is put off until what it is for is written, one child of a container at a time: then a large document takes the memory for the edits
/// of one child.
///
/// Whoever puts work off has looked that nothing has been changed in the value. What is in it then cannot be reached any more, so that all that
/// comes later either leaves it alone or is an `EditLimit`.
extension IndexEdits {
    /// The work that has been put off for a value.
    package func work(of place: EditPlace) -> (number: Int32, isOfChildren: Bool)? {
        guard let node = original(place), let change = overlay(node), change.work >= 0 else { return nil }
        return (change.work, change.isWorkOfChildren)
    }

    /// Whether edits have changed something within a value.
    package func isChangedWithin(_ place: EditPlace) -> Bool {
        guard let node = original(place) else { return true }
        return overlay(node)?.isChanged == true
    }

    /// How many bytes of the text a value has.
    package func size(of place: EditPlace) -> Int { original(place).map { Int(nodes[Int($0)].length) } ?? 0 }

    /// Whether a value is a member of an object or an element of an array that has been read.
    package func isContainer(_ place: EditPlace) -> Bool { original(place).map { nodes[Int($0)].isContainer } ?? false }

    /// Puts off work on a value, or on each of its children.
    package mutating func putOff(_ work: Int32, of place: EditPlace, isOfChildren: Bool) throws(EditLimit) {
        guard let node = original(place) else { throw EditLimit() }
        change(node) { change in
            change.isChanged = true
            change.work = work
            change.isWorkOfChildren = isOfChildren
        }
        touch()
    }

    /// The value of a node in the document, for work that is done by values.
    package mutating func value(of node: UInt32) -> JSONValue { JSONValue(readDocument(), node) }

    /// The value of a place in the document, where it is one that was read.
    package mutating func value(of place: EditPlace) -> JSONValue? { original(place).map { value(of: $0) } }

    /// Gives a node that is written next a value that was made of it; one that is what it was changes nothing.
    package mutating func replace(_ node: UInt32, byMade value: JSONValue) {
        if let source = value.source, source.node == node, source.index === document { return }
        made = value
        change(node) { $0.value = .made }
        document?.tables.forget()
    }

    /// How far edits have come.
    struct Marks {
        let entries: Int
        let additions: Int
        let scratch: Int
    }

    var marks: Marks { Marks(entries: entries.count, additions: additions.count, scratch: scratch.count) }

    /// Forgets the edits of a value that has been written.
    @inline(__always)
    mutating func forget(since marks: Marks) {
        for number in marks.entries..<entries.count { overlays[Int(entries[number].node)] = 0 }
        entries.truncate(to: marks.entries)
        additions.truncate(to: marks.additions)
        if scratch.count > marks.scratch { scratch.removeLast(scratch.count - marks.scratch) }
    }
}
