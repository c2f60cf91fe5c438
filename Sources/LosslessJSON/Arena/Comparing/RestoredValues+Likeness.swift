/// Comparisons of whole values, without a look at what is in them.
extension RestoredValues {
    /// Whether another array came back, with more elements: it has nothing of the array itself.
    func isReplaced(_ old: NodeID, by new: NodeID) -> Bool {
        let (left, right) = (before[old], after[new])
        guard left.isArray, left.origin != right.origin, left.origin != ArenaNode.noPlace,
            left.source != ArenaNode.noPlace, before.count(of: old) < after.count(of: new)
        else { return false }
        return !after.hasValues(of: before.state.pointee.index[Int(left.source)].span, in: new)
    }

    /// Whether two containers that no arena has opened are one value.
    func isOneValue(_ left: ArenaNode, _ right: ArenaNode) -> Bool {
        guard left.form == .foreign, right.form == .foreign else { return false }
        return before.state.pointee.foreign[Int(left.start)].isOneContainer(
            with: after.state.pointee.foreign[Int(right.start)])
    }

    /// Whether a container is the same one as a node of the index, and as it was.
    func isUntouched(_ source: UInt32, _ new: NodeID) -> Bool {
        let other = after[new]
        return haveOneText && source != ArenaNode.noPlace && other.source == source
            && (other.form == .indexed || other.form == .open && !other.isDirty)
    }

    /// Whether new elements equal the old ones at the same indices, and come from nothing, or from a value in those.
    func areMadeAlike(_ elements: [NodeID], _ others: [NodeID]) -> Bool {
        guard observer == nil, elements.count == others.count else { return false }
        return zip(elements, others).allSatisfy { after[$1].origin == ArenaNode.noPlace || holds($0, after[$1].origin) }
            && zip(elements, others).allSatisfy { isAlike($0, $1) }
    }

    /// Whether a place of the text is within an element that is as it was.
    private func holds(_ element: NodeID, _ origin: UInt32) -> Bool {
        let source = before[element].source
        guard haveOneText, source != ArenaNode.noPlace, before.document?.converted == nil else { return false }
        let span = before.state.pointee.index[Int(source)].span
        return span.lowerBound < Int(origin) && Int(origin) < span.upperBound
    }

    func isAlike(_ element: NodeID, _ other: NodeID) -> Bool {
        before.isAlike(element, other, in: after, haveOneText: haveOneText)
    }

    /// Whether each element comes from the one in its place.
    func haveSameOrigins(_ old: NodeID, _ new: NodeID) -> Bool {
        var (old, new) = (old, new)
        while !old.isNone {
            let origin = before.at(old).pointee.origin
            guard !new.isNone, origin != ArenaNode.noPlace, after.at(new).pointee.origin == origin else { return false }
            (old, new) = (before.at(old).pointee.next, after.at(new).pointee.next)
        }
        return true
    }
}
