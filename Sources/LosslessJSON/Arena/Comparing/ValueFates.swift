/// What operations have done to values that the values themselves do not show.
///
/// Values are known by their offsets in the text. Only a way that has no way back needs this.
package struct ValueFates {
    /// The values that went into others, each with the other one.
    package private(set) var merged: [Int: Int] = [:]

    /// The values of which others were made, each with the number of those that have all of it; `Int.max` if no number
    /// does: `19.99` became `19`.
    package private(set) var parts: [Int: Int] = [:]

    /// The members whose keys became values, each with the offset of its key.
    package private(set) var keys: [Int: Int] = [:]

    /// The members whose keys are nowhere.
    package private(set) var withoutKey: Set<Int> = []

    /// The members whose keys were values, each with that value.
    private var ids: [Int: Int] = [:]

    package init() {}

    package var isEmpty: Bool { merged.isEmpty && parts.isEmpty && keys.isEmpty && withoutKey.isEmpty }

    /// All offsets.
    package var offsets: [Int] {
        merged.flatMap { [$0.key, $0.value] } + parts.keys + keys.flatMap { [$0.key, $0.value] } + withoutKey
    }

    /// Notes that all of these values go into one, which comes from where the first of them does.
    package mutating func merge(_ offsets: some Sequence<Int>, into first: Int) {
        for offset in offsets { merged[offset] = first }
    }

    /// Notes that so many values have all of one, or that none have.
    package mutating func divide(_ offset: Int, into count: Int?) {
        let earlier = parts[offset] ?? 1
        parts[offset] = count.map { earlier == .max ? .max : earlier + $0 - 1 } ?? .max
    }

    /// Notes that the key of a member becomes a value.
    package mutating func makeValue(ofKeyAt key: Int, of member: Int) { keys[member] = key }

    /// Notes that a value becomes the key of a member.
    package mutating func makeKey(of member: Int, from id: Int) {
        merged[id] = member
        ids[member] = id
    }

    /// Notes that nothing comes from the key of a member. If that was a value, it is this that is lost.
    package mutating func giveUpKey(of member: Int) {
        if let id = ids.removeValue(forKey: member) {
            merged[id] = nil
        } else {
            withoutKey.insert(member)
        }
    }

    package mutating func add(_ other: ValueFates) {
        if other.isEmpty { return }
        merged.merge(other.merged) { first, _ in first }
        for (offset, count) in other.parts { divide(offset, into: count == .max ? nil : count) }
        keys.merge(other.keys) { first, _ in first }
        other.withoutKey.forEach { giveUpKey(of: $0) }
        ids.merge(other.ids) { first, _ in first }
    }
}
