/// Changing a document.
extension IndexEdits {
    // MARK: The trail

    /// How many containers are on the trail.
    package var trailCount: Int { trail.count }

    /// The innermost container of the trail.
    package var innermost: EditPlace? { trail.count == 0 ? nil : trail.last }

    /// Whether an array is on the trail, from a depth on.
    package func isWithinArray(from depth: Int) -> Bool {
        (min(depth, trail.count)..<trail.count).contains { kind(of: trail[$0]) == .array }
    }

    /// Goes one container deeper.
    package mutating func enter(_ container: EditPlace) { trail.append(container) }

    /// Goes back.
    package mutating func leave(to count: Int) { trail.truncate(to: count) }

    /// Notes that something within each container of the trail has been changed.
    package mutating func touch() {
        for index in 0..<trail.count {
            var container = trail[index]
            if case .added(let addition) = container, case .node(let moved) = additions[Int(addition)].value {
                container = .node(moved)
            }
            guard case .node(let node) = container else { continue }
            change(node) { $0.isChanged = true }
        }
    }

    // MARK: Members

    /// Gives a member another key.
    package mutating func rename(_ place: EditPlace, to key: Int32) throws(EditLimit) {
        switch place {
        case .node(let node): change(node) { $0.key = key }
        case .added(let addition): additions[Int(addition)].key = key
        default: throw EditLimit()
        }
    }

    /// Takes a member out of its object.
    package mutating func remove(_ place: EditPlace, from parent: EditPlace) throws(EditLimit) {
        switch place {
        case .node(let node):
            guard let container = original(parent), nodes[Int(container)].isObject else { throw EditLimit() }
            change(node) { $0.isRemoved = true }
            change(container) { $0.removedChildren += 1 }
        case .added(let addition): additions[Int(addition)].isRemoved = true
        default: throw EditLimit()
        }
    }

    /// Gives a place a value of the plan.
    package mutating func replace(_ place: EditPlace, by literal: Int32) throws(EditLimit) {
        try replace(place, by: .literal(literal))
    }

    /// Gives a place the value that stands at the end of `scratch`.
    package mutating func replace(_ place: EditPlace, byScratchFrom start: Int, kind: JSONKind) throws(EditLimit) {
        guard scratch.count <= Int(UInt32.max) else { throw EditLimit() }
        try replace(
            place,
            by: .scratch(
                start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: scratch.count - start),
                kind: kind))
    }

    private mutating func replace(_ place: EditPlace, by value: NewValue) throws(EditLimit) {
        switch place {
        case .node(let node):
            if isPutOff(node) { throw EditLimit() }
            change(node) { $0.value = value }
        case .added(let addition):
            if case .node(let node) = additions[Int(addition)].value, isPutOff(node) { throw EditLimit() }
            additions[Int(addition)].value = .new(value)
        default: throw EditLimit()
        }
    }

    private func isPutOff(_ node: UInt32) -> Bool { overlay(node).map { $0.work >= 0 } ?? false }

    /// Adds a member with a value of the plan to an object, at its end or before all others.
    package mutating func add(_ key: Int32, _ literal: Int32, to object: EditPlace, atFront: Bool = false)
        throws(EditLimit)
    {
        try append(Addition(key: key, value: .new(.literal(literal))), to: object, atFront: atFront)
    }

    /// Adds a new empty object at the end of another.
    package mutating func addObject(_ key: Int32, to object: EditPlace) throws(EditLimit) -> EditPlace {
        try append(Addition(key: key, value: .object(first: -1, last: -1)), to: object, atFront: false)
        return .added(Int32(truncatingIfNeeded: additions.count - 1))
    }

    /// Puts a copy of a scalar at the end of an object.
    package mutating func copy(_ place: EditPlace, to object: EditPlace, as key: Int32) throws(EditLimit) {
        let value: Added
        switch place {
        case .node(let node):
            if let change = overlay(node), change.value != .none {
                value = .new(change.value)
            } else {
                value = .copied(node)
            }
        case .added(let addition): value = additions[Int(addition)].value
        default: throw EditLimit()
        }
        switch value {
        case .copied, .new: try append(Addition(key: key, value: value), to: object, atFront: false)
        case .node(let node): try copy(.node(node), to: object, as: key)
        case .object: throw EditLimit()
        }
    }

    /// Puts a member that has been removed at the end of an object.
    package mutating func moveRemoved(_ place: EditPlace, to object: EditPlace, as key: Int32) throws(EditLimit) {
        let value: Added
        switch place {
        case .node(let node):
            if let change = overlay(node), change.value != .none {
                value = .new(change.value)
            } else {
                value = .node(node)
            }
        case .added(let addition): value = additions[Int(addition)].value
        default: throw EditLimit()
        }
        try append(Addition(key: key, value: value), to: object, atFront: false)
    }

    private mutating func append(_ addition: Addition, to object: EditPlace, atFront: Bool) throws(EditLimit) {
        guard additions.count < Int(Int32.max) else { throw EditLimit() }
        additions.append(addition)
        let number = Int32(truncatingIfNeeded: additions.count - 1)
        var last: Int32 = -1
        if case .added(let parent) = object, case .object(let first, let end) = additions[Int(parent)].value {
            guard !atFront else { throw EditLimit() }
            additions[Int(parent)].value = .object(first: first < 0 ? number : first, last: number)
            last = end
        } else {
            guard let container = original(object), nodes[Int(container)].isObject else { throw EditLimit() }
            guard !atFront || (overlay(container)?.leadingAddition ?? -1) < 0 else { throw EditLimit() }
            change(container) { change in
                change.isChanged = true
                if atFront {
                    change.leadingAddition = number
                } else {
                    last = change.lastAddition
                    if change.firstAddition < 0 { change.firstAddition = number }
                    change.lastAddition = number
                }
            }
        }
        if last >= 0 { additions[Int(last)].next = number }
    }

    /// Takes away the objects of the trail that are empty, innermost first, down to a depth.
    package mutating func removeEmpty(above depth: Int) throws(EditLimit) {
        var innermost = trail.count - 1
        while innermost > depth {
            guard isEmptyObject(trail[innermost]) else { return }
            try remove(trail[innermost], from: trail[innermost - 1])
            innermost -= 1
        }
    }

    /// Whether an object is there and has no member.
    package func isEmpty(_ place: EditPlace) -> Bool { isEmptyObject(place) }
}
