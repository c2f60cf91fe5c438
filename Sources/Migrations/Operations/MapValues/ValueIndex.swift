import VersionedCodec

/// The places of values in a list, found by what they mean: `1` and `1.0` are one value, and of equal ones the first
/// counts.
///
/// O(list) to make, O(value) to ask. Immutable.
final class ValueIndex: Sendable {
    private let values: [JSONValue]
    private let texts: TextTable
    /// Of values that are not texts, the first of each hash, and for each value the next one with its hash; -1 where
    /// there is none.
    private let first: [Int: Int32]
    private let next: [Int32]

    /// For each value of the list, the place of the first one that means the same.
    let firstPlaces: [Int32]

    init(_ values: [JSONValue]) {
        self.values = values
        texts = TextTable(values.map(\.string))
        var firstPlaces = texts.firstPlaces
        var first: [Int: Int32] = [:]
        var next: [Int32] = []
        if values.contains(where: { $0.kind != .string }) {
            next = [Int32](repeating: -1, count: values.count)
            for place in values.indices.reversed() where values[place].kind != .string {
                let hash = Self.hash(of: values[place])
                next[place] = first[hash] ?? -1
                first[hash] = Int32(place)
            }
            for place in values.indices where values[place].kind != .string {
                firstPlaces[place] = Self.first(of: values[place], in: values, first, next)
            }
        }
        (self.first, self.next, self.firstPlaces) = (first, next, firstPlaces)
    }

    /// Whether a value is in the list twice.
    var repeatsValues: Bool { firstPlaces.indices.contains { firstPlaces[$0] != $0 } }

    /// The place of the first value that means the same.
    func firstIndex(of value: JSONValue) -> Int? {
        if var text = value.string { return text.withUTF8(texts.place) }
        if first.isEmpty { return nil }
        let place = Self.first(of: value, in: values, first, next)
        return place < 0 ? nil : Int(place)
    }

    /// The place of the first value that means the same as one that is not a text; -1 if there is none.
    private static func first(
        of value: JSONValue, in values: [JSONValue], _ first: [Int: Int32], _ next: [Int32]
    ) -> Int32 {
        var place = first[hash(of: value)] ?? -1
        while place >= 0, !values[Int(place)].isEquivalent(to: value) { place = next[Int(place)] }
        return place
    }

    /// The place of the first value that means the same as one in a document.
    func firstIndex(of node: NodeID, in arena: Arena) -> Int? {
        if arena.kind(of: node) == .string, let characters = arena.plainBytes(of: node) {
            return texts.place(of: characters)
        }
        return firstIndex(of: arena.value(of: node))
    }

    /// The place of the first value that means the same as a scalar.
    ///
    /// - `content`: Its text; of a string without the quotes, and it has no escapes.
    func firstIndex(of kind: JSONKind, _ content: UnsafeBufferPointer<UInt8>) -> Int? {
        switch kind {
        case .string: texts.place(of: content)
        case .number: JSONNumber(text: String(decoding: content, as: UTF8.self)).flatMap { firstIndex(of: .number($0)) }
        case .boolean: firstIndex(of: .bool(content.first == UInt8(ascii: "t")))
        case .null: firstIndex(of: .null)
        case .array, .object: nil
        }
    }

    /// A hash that values of one meaning have in common: numbers by value, members in any order. Not a recursion.
    private static func hash(of value: JSONValue) -> Int {
        var sum = 0
        var pending = [(value: value, place: 0)]
        while let (value, place) = pending.popLast() {
            var hasher = Hasher()
            hasher.combine(place)
            hasher.combine(value.kind)
            if let text = value.string {
                for byte in text.utf8 { hasher.combine(byte) }
            } else if let number = value.number {
                hasher.combine(number.exactText)
            } else if let object = value.object {
                hasher.combine(object.count)
                for member in object {
                    var inner = hasher
                    for byte in member.key.utf8 { inner.combine(byte) }
                    pending.append((member.value, inner.finalize()))
                }
            } else if let array = value.array {
                hasher.combine(array.count)
                for (index, element) in array.enumerated() {
                    var inner = hasher
                    inner.combine(index)
                    pending.append((element, inner.finalize()))
                }
            } else {
                hasher.combine(value.bool)
            }
            sum &+= hasher.finalize()
        }
        return sum
    }
}
