public import VersionedCodec

extension Loss {
    /// One place at which two documents differ in meaning.
    public struct Difference: Sendable, Equatable, CustomStringConvertible {
        /// The place.
        public let path: JSONPointer

        /// The value before, or `nil` if there was none.
        public let before: JSONValue?

        /// The value now, or `nil` if there is none.
        public let after: JSONValue?

        /// The values around the earlier one, outermost first.
        let surroundings: [JSONValue]

        /// Whether the elements of an array are in another order; changes of single elements are differences of their
        /// own.
        var isOrder = false

        /// Whether both describe the same change.
        public static func == (lhs: Loss.Difference, rhs: Loss.Difference) -> Bool {
            lhs.path == rhs.path && lhs.before == rhs.before && lhs.after == rhs.after
        }

        /// The difference in one line.
        public var description: String {
            let (before, after) = (before.map { Loss.shortened($0.text()) }, after.map { Loss.shortened($0.text()) })
            let place = path.isRoot ? "at the root" : "at \(path.shown)"
            if isOrder { return "\(place): the elements came back in another order" }
            return "\(place): "
                + (before.map { "\($0) became \(after ?? "absent")" } ?? "\(after ?? "") was not there before")
        }

        /// The places at which two values differ in meaning, in the order of the first value. Numbers are compared by
        /// value, members in any order.
        public static func between(_ before: JSONValue, _ after: JSONValue) -> [Loss.Difference] {
            between(before, after, areOneDocument: false)
        }

        private static let deep = 64

        /// - Parameter areOneDocument: Whether the remains of the earlier value are in the later one, with
        ///   their source offsets: an element is then compared with its own remains, wherever those are now.
        static func between(_ before: JSONValue, _ after: JSONValue, areOneDocument: Bool) -> [Loss.Difference] {
            var differences: [Loss.Difference] = []
            var pending: [Loss.Difference] = [
                Loss.Difference(path: .root, before: before, after: after, surroundings: [])
            ]
            while let pair = pending.popLast() {
                guard !pair.isOrder, let before = pair.before, let after = pair.after else {
                    differences.append(pair)
                    continue
                }
                // Deep containers are not compared as a whole first: that would repeat at every level.
                let isDeep = before.isContainer && before.kind == after.kind && pair.path.tokens.count > Self.deep
                if !isDeep, before.isEquivalent(to: after) { continue }
                let inner = Self.children(of: pair, before, after, areOneDocument)
                if inner.isEmpty {
                    if !isDeep { differences.append(pair) }
                } else {
                    pending += inner.reversed()
                }
            }
            return differences
        }

        private static func children(
            of pair: Loss.Difference, _ before: JSONValue, _ after: JSONValue, _ areOneDocument: Bool
        ) -> [Loss.Difference] {
            let surroundings = pair.surroundings + [before]
            if let old = before.object, let new = after.object {
                let added = new.filter { old[$0.key] == nil }.map {
                    (key: $0.key, before: JSONValue?.none, after: Optional($0.value))
                }
                let kept = old.map { (key: $0.key, before: Optional($0.value), after: new[$0.key]) }
                return (kept + added).map {
                    Loss.Difference(
                        path: pair.path.appending($0.key), before: $0.before, after: $0.after,
                        surroundings: surroundings)
                }
            }
            guard let old = before.array, let new = after.array else { return [] }
            let isPlain = !areOneDocument || old.count == new.count && zip(old, new).allSatisfy { $0 == $1 }
            let pairs =
                !isPlain
                ? ElementPairs(
                    old: old.map(\.sourceOffset), new: new.map(\.sourceOffset), oldValue: { old[$0] },
                    newValue: { new[$0] }) : nil
            let partners = pairs?.partners ?? old.indices.map { new.indices.contains($0) ? $0 : nil }
            var children = old.indices.map { index in
                Loss.Difference(
                    path: pair.path.appending(index), before: old[index], after: partners[index].map { new[$0] },
                    surroundings: surroundings)
            }
            if pairs?.keepOrder == false {
                children.insert(
                    Loss.Difference(
                        path: pair.path, before: before, after: after, surroundings: pair.surroundings, isOrder: true),
                    at: 0)
            }
            let left = Set(new.indices).subtracting(partners.compactMap { $0 }).ascending()
            return children
                + left.map {
                    Loss.Difference(
                        path: pair.path.appending($0), before: nil, after: new[$0], surroundings: surroundings)
                }
        }

        /// Whether a loss names the earlier value, something within it, or something around it below the root.
        ///
        /// The loss of an order explains no more than that; of a text that was split for a while, it explains the order
        /// of the parts.
        func isExplained(by losses: LossIndex) -> Bool {
            if isWithinLosses(of: losses) { return true }
            var pending = [before].compactMap { $0 }
            while let value = pending.popLast() {
                if losses.hold(value.sourceOffset, ofOrder: isOrder) { return true }
                pending += value.heldValues
            }
            return losses.holdWithoutOffset(path)
        }

        /// Whether a loss names something around the earlier value below the root, or its order.
        func isWithinLosses(of losses: LossIndex) -> Bool {
            let isOfOrder = isOrder || before?.kind == .string && losses.hold(before?.sourceOffset, ofOrder: true)
            return isOfOrder && losses.hold(before?.sourceOffset, ofOrder: true)
                || surroundings.dropFirst().contains { losses.hold($0.sourceOffset, ofOrder: isOfOrder) }
        }
    }
}

/// Where losses are, to ask of many differences.
struct LossIndex {
    /// The paths of the lost values that do not come from the payload.
    private let withoutOffset: PathSet
    private let offsets: Set<Int>
    private let offsetsOfOrder: Set<Int>

    init(_ losses: [Loss]) {
        offsets = Set(losses.filter { !$0.isOfOrder }.compactMap(\.value.sourceOffset))
        offsetsOfOrder = Set(losses.filter(\.isOfOrder).compactMap(\.value.sourceOffset))
        withoutOffset = PathSet(losses.filter { $0.value.sourceOffset == nil }.map(\.path))
    }

    /// Whether a value at a path, within it or around it is lost that does not come from the payload.
    func holdWithoutOffset(_ path: JSONPointer) -> Bool { withoutOffset.meets(path) }

    /// Whether the value at an offset is lost, or, where that counts, the order of its elements.
    func hold(_ offset: Int?, ofOrder: Bool) -> Bool {
        guard let offset else { return false }
        return offsets.contains(offset) || ofOrder && offsetsOfOrder.contains(offset)
    }
}
