import VersionedCodec

/// The losses of some steps, to be asked which of them may be of a value that did not come back.
struct LossSuspects {
    /// So many losses before and behind the place of a value are looked at closely, and so many scalars of each: time stays linear, whatever is lost.
    private static let (reach, mostScalars) = (32, 256)

    /// In the order of their places in the payload.
    private let losses: [Loss]
    private let texts: [[ScalarText]]
    private let firstOfText: [String: Int]
    private let withoutOffset: LossIndex

    /// Of a document that is lost as a whole, nothing can be said of its parts.
    init(_ losses: [Loss]) {
        let losses = losses.filter { !$0.path.isRoot }
        let order = losses.indices.sorted { left, right in
            let (first, second) = (losses[left].offset ?? .max, losses[right].offset ?? .max)
            return first == second ? left < right : first < second
        }
        self.losses = order.map { losses[$0] }
        texts = self.losses.map { $0.isOfOrder ? [] : ScalarText.all(in: $0.value, atMost: Self.mostScalars) }
        firstOfText = Dictionary(
            texts.enumerated().flatMap { loss, texts in texts.map { ($0.text, loss) } },
            uniquingKeysWith: { first, _ in first })
        withoutOffset = LossIndex(losses)
    }

    /// Whether a value that does not come from the payload is lost at a place, in it or around it.
    func hold(_ path: JSONPointer) -> Bool { withoutOffset.holdWithoutOffset(path) }

    /// A loss whose value holds a scalar of what did not come back, or a text with it in it, or a part of it: the nearest one, else one of the same text.
    func loss(thatMayHold difference: Difference) -> Loss? {
        guard let before = difference.before else { return nil }
        var wanted = ScalarText.all(in: before, atMost: Self.mostScalars)
        if difference.surroundings.last?.kind == .object, let key = difference.path.tokens.last {
            wanted.append(ScalarText(text: key, isString: true))
        }
        if difference.isOrder { return losses.first(where: \.isOfOrder) }
        let middle = losses.partitioningIndex { $0.offset ?? .max >= before.sourceOffset ?? 0 }
        for distance in 0..<Self.reach {
            for place in [middle + distance, middle - 1 - distance] where losses.indices.contains(place) {
                if texts[place].contains(where: { text in wanted.contains { $0.mayBeMade(of: text) } }) {
                    return losses[place]
                }
            }
        }
        return wanted.lazy.compactMap { firstOfText[$0.text] }.first.map { losses[$0] }
    }
}

extension [Loss] {
    /// The first index from which on all losses meet a condition. O(log losses)
    fileprivate func partitioningIndex(where condition: (Loss) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = condition(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}

/// A scalar as text: of a string, what it says.
private struct ScalarText {
    let text: String
    let isString: Bool

    static func all(in value: JSONValue, atMost limit: Int) -> [ScalarText] {
        var (texts, pending) = ([ScalarText](), [value])
        while let value = pending.popLast(), texts.count < limit {
            if value.isContainer {
                pending += value.heldValues.reversed()
            } else {
                texts.append(ScalarText(text: value.string ?? value.text(), isString: value.string != nil))
            }
        }
        return texts
    }

    /// Whether both say the same, or one is a text that has the other in it.
    func mayBeMade(of other: ScalarText) -> Bool {
        if text == other.text { return true }
        if text.isEmpty || other.text.isEmpty { return false }
        return other.isString && other.text.utf8.contains(text.utf8) || isString && text.utf8.contains(other.text.utf8)
    }
}
