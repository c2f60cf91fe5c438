/// What operations have done to values that the values themselves do not show.
///
/// Values are known by their offsets in the text. Only a way that has no way back needs this.
package struct ValueFates {
    /// The values that went into others, each with the other one.
    package private(set) var merged: [Int: Int] = [:]

    /// Values that were divided, each with the parts that together have all of it.
    package private(set) var parts: [Int: Parts] = [:]

    /// The texts that a value was divided into. A copy of one is not another part.
    package struct Parts: Sendable {
        private let count: Int
        private let different: Int
        /// The texts; if a part was divided again, its own texts follow.
        private let texts: [[String]]
        /// Where their characters are, if that is noted; empty if not, or if one was divided once more.
        private let places: [UInt64]
        /// Whether one of them is the whole value, and the others are empty.
        private let isOneWhole: Bool

        /// - `places`: Where the characters of all of them are, if that is noted.
        /// - `isOneWhole`: Whether one of them is the whole value, and the others are empty.
        package init(_ texts: [String], at places: [UInt64] = [], isOneWhole: Bool = false) {
            self.init(
                count: texts.count, different: Set(texts.map { Array($0.utf8) }).count, texts: [texts], places: places,
                isOneWhole: isOneWhole)
        }

        private init(
            count: Int, different: Int, texts: [[String]], places: [UInt64] = [], isOneWhole: Bool = false
        ) {
            (self.count, self.different, self.texts, self.places) = (count, different, texts, places)
            self.isOneWhole = isOneWhole
        }

        /// Those of a value of which no parts have all: `19.99` became `19`.
        static var never: Parts { Parts(count: .max, different: .max, texts: []) }

        /// These parts, where one of them, or a copy of the whole, was divided too.
        func divided(into new: Parts) -> Parts {
            // A copy of the whole was divided in the same way: the parts of both together are to have all.
            if let texts = texts.first, new.texts == [texts] { return self }
            if isOneWhole { return new }
            if count == .max || new.count == .max { return .never }
            return Parts(
                count: count + new.count - 1, different: different + new.different - 1, texts: texts + new.texts)
        }

        /// Whether scalars have all of the value, whatever their characters are; `nil` if these decide.
        ///
        /// - `found`: Where the characters of each one are that comes from the value; `nil` if that is not noted.
        func areAll(in found: [UInt64?]) -> Bool? {
            if found.isEmpty || count == .max { return false }
            if places.isEmpty { return nil }
            if places.allSatisfy(found.contains) { return true }
            // Each one is a part, and too short to have the others in it.
            return found.count < count && found.allSatisfy { $0.map(places.contains) == true } ? false : nil
        }

        /// Whether scalars that come from the value have all of it: one each, or one text with something between them.
        func areAll(in scalars: [JSONValue]) -> Bool {
            if isOneWhole, scalars.contains(where: { $0.string?.isEmpty != true }) { return true }
            if scalars.count >= count, Set(scalars.map { $0.text() }).count >= different { return true }
            return texts.contains { texts in
                let length = texts.reduce(texts.count - 1) { $0 + $1.utf8.count }
                return scalars.contains { scalar in
                    guard let joined = scalar.string, joined.utf8.count >= length else { return false }
                    return texts.allSatisfy { joined.contains($0) }
                }
            }
        }
    }

    /// The members whose keys became values, each with the offset of its key.
    package private(set) var keys: [Int: Int] = [:]

    /// The members whose keys are nowhere.
    package private(set) var withoutKey: Set<Int> = []

    /// The members whose keys were values, each with that value.
    package private(set) var ids: [Int: Int] = [:]

    /// The members whose keys were values in an earlier step, and are values again.
    private var idsTakenBack: Set<Int> = []

    package init() {}

    package var isEmpty: Bool {
        merged.isEmpty && parts.isEmpty && keys.isEmpty && withoutKey.isEmpty && idsTakenBack.isEmpty
    }

    /// Whether the key of a member went elsewhere, or nowhere.
    func isKeyFollowed(of member: Int) -> Bool { keys[member] != nil || withoutKey.contains(member) }

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

    /// Notes that the key of a member, which was a value, is that value again.
    package mutating func takeIDBack(of member: Int) {
        if let id = ids.removeValue(forKey: member) {
            merged[id] = nil
        } else {
            idsTakenBack.insert(member)
        }
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
        other.idsTakenBack.forEach { takeIDBack(of: $0) }
        ids.merge(other.ids) { first, _ in first }
    }
}
