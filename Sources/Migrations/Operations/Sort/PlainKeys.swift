import VersionedCodec

/// The sort keys of elements, if they are plain texts, or numbers of few digits.
///
/// Unsafe code: texts are borrowed from the arena, which does not change while the keys are compared.
struct PlainKeys {
    private let texts: [UnsafeBufferPointer<UInt8>]
    private let numbers: [SmallDecimal]
    private let comparison: JSONOperation.TextComparison

    /// `nil` if they are something else, or a mixture.
    init?(_ keys: [NodeID], _ comparison: JSONOperation.TextComparison, _ arena: Arena) {
        var scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)] = []
        for key in keys {
            guard let characters = arena.plainBytes(of: key) else { return nil }
            scalars.append((arena.kind(of: key), characters))
        }
        self.init(scalars, comparison)
    }

    init?(
        _ scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)],
        _ comparison: JSONOperation.TextComparison
    ) {
        self.comparison = comparison
        switch scalars.first?.kind {
        case .string:
            // The lowercase forms of other characters than those of ASCII are for Swift to find.
            let isPlain = { (characters: UnsafeBufferPointer<UInt8>) in characters.allSatisfy { $0 < 0x80 } }
            guard scalars.allSatisfy({ $0.kind == .string && (comparison == .bytes || isPlain($0.characters)) }) else {
                return nil
            }
            (texts, numbers) = (scalars.map(\.characters), [])
        case .number:
            let found = scalars.compactMap { $0.kind == .number ? SmallDecimal($0.characters) : nil }
            guard found.count == scalars.count else { return nil }
            (texts, numbers) = ([], found)
        default:
            guard scalars.isEmpty else { return nil }
            (texts, numbers) = ([], [])
        }
    }

    /// The places of the elements in the order that they are to have; equal ones keep theirs.
    func order(_ isDescending: Bool) -> [Int] {
        (0..<max(texts.count, numbers.count)).sorted { precedes($0, $1, isDescending) }
    }

    /// Whether an element comes before another one.
    func precedes(_ left: Int, _ right: Int, _ isDescending: Bool) -> Bool {
        let comparison = compare(left, right)
        return comparison == 0 ? left < right : (comparison < 0) != isDescending
    }

    /// Whether no two of them are equal.
    var areDifferent: Bool {
        let order = order(false)
        return zip(order, order.dropFirst()).allSatisfy { compare($0, $1) != 0 }
    }

    private func compare(_ left: Int, _ right: Int) -> Int {
        if numbers.isEmpty { return texts[left].compared(with: texts[right], comparison) }
        return numbers[left] < numbers[right] ? -1 : numbers[right] < numbers[left] ? 1 : 0
    }
}

/// The finding that elements with these keys have a certain order, which is then not computed for each document.
struct PlainOrder: ScalarFinding {
    let order: [Int]
    let comparison: JSONOperation.TextComparison
    let isDescending: Bool

    func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
        if comparison == .bytes, scalars.allSatisfy({ $0.kind == .string }) {
            // Texts are compared where they are.
            for place in order.indices.dropFirst() {
                let (left, right) = (order[place - 1], order[place])
                let found = scalars[left].characters.compared(with: scalars[right].characters, .bytes)
                if found == 0 ? left > right : (found > 0) != isDescending { return false }
            }
            return true
        }
        guard let keys = PlainKeys(scalars, comparison) else { return false }
        return zip(order, order.dropFirst()).allSatisfy { keys.precedes($0, $1, isDescending) }
    }
}

/// The finding that no two of the elements have equal keys.
struct PlainDifference: ScalarFinding {
    let comparison: JSONOperation.TextComparison

    func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
        PlainKeys(scalars, comparison)?.areDifferent == true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Below 0 where these bytes come before others, above 0 where they come after them.
    fileprivate func compared(
        with other: UnsafeBufferPointer<UInt8>, _ comparison: JSONOperation.TextComparison
    ) -> Int {
        for index in 0..<Swift.min(count, other.count) {
            let (left, right) = (comparison.key(self[index]), comparison.key(other[index]))
            if left != right { return left < right ? -1 : 1 }
        }
        return count - other.count
    }
}

extension JSONOperation.TextComparison {
    /// A byte of an ASCII text in the form that is compared.
    @inline(__always)
    func key(_ byte: UInt8) -> UInt8 {
        self == .caseInsensitive && byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}
