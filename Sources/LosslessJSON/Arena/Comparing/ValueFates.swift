/// What operations have done to values that the values themselves do not show.
///
/// Values are known by their offsets in the text. Only a way that has no way back needs this.
package struct ValueFates {
    /// The values that went into others, each with the other one.
    package private(set) var merged: [Int: Int] = [:]

    /// The values of which others were made, each with the parts that have all of it together.
    package private(set) var parts: [Int: Parts] = [:]

    /// How many parts a value was divided into, and how many different ones: a copy of one is not another part.
    package struct Parts: Sendable {
        let count: Int
        let different: Int

        package init(_ texts: [String]) {
            self.init(count: texts.count, different: Set(texts.map { Array($0.utf8) }).count)
        }

        private init(count: Int, different: Int) { (self.count, self.different) = (count, different) }

        /// Those of a value of which no parts have all: `19.99` became `19`.
        static var never: Parts { Parts(count: .max, different: .max) }

        /// These parts, one of which was divided once more.
        func divided(into new: Parts) -> Parts {
            if count == .max || new.count == .max { return .never }
            return Parts(count: count + new.count - 1, different: different + new.different - 1)
        }
    }

    /// The members whose keys became values, each with the offset of its key.
    package private(set) var keys: [Int: Int] = [:]

    /// The members whose keys are nowhere.
    package private(set) var withoutKey: Set<Int> = []

    /// The members whose keys were values, each with that value.
    private(set) var ids: [Int: Int] = [:]

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

    /// Notes that these values have all of one, or that none have.
    package mutating func divide(_ offset: Int, into new: Parts?) {
        let new = new ?? .never
        parts[offset] = parts[offset]?.divided(into: new) ?? new
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
        for (offset, new) in other.parts { divide(offset, into: new) }
        keys.merge(other.keys) { first, _ in first }
        other.withoutKey.forEach { giveUpKey(of: $0) }
        ids.merge(other.ids) { first, _ in first }
    }
}
