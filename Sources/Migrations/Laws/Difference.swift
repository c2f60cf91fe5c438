public import VersionedCodec

/// One place in which two documents differ in meaning.
public struct Difference: Sendable, Equatable, CustomStringConvertible {
    /// The place.
    public let path: JSONPointer

    /// What stood there before, or `nil` where nothing did.
    public let before: JSONValue?

    /// What stands there now, or `nil` where nothing does.
    public let after: JSONValue?

    /// The values around the earlier one, outermost first.
    let surroundings: [JSONValue]

    /// Whether both name the same change.
    public static func == (lhs: Difference, rhs: Difference) -> Bool {
        lhs.path == rhs.path && lhs.before == rhs.before && lhs.after == rhs.after
    }

    /// The difference in one line.
    public var description: String {
        let (before, after) = (before.map { Loss.shortened($0.text()) }, after.map { Loss.shortened($0.text()) })
        let place = path.isRoot ? "at the root" : "at \(path.shown)"
        return "\(place): "
            + (before.map { "\($0) became \(after ?? "absent")" } ?? "\(after ?? "") was not there before")
    }

    /// The places in which two values differ in meaning, in the order of the first one: numbers by value, members in any order.
    public static func between(_ before: JSONValue, _ after: JSONValue) -> [Difference] {
        between(before, after, areOneDocument: false)
    }

    /// - Parameter areOneDocument: Whether what is left of the earlier value is in the later one, and has kept its source
    ///   offset: elements are then told by that, so that one that is gone does not make those behind it differ.
    static func between(_ before: JSONValue, _ after: JSONValue, areOneDocument: Bool) -> [Difference] {
        var differences: [Difference] = []
        var pending: [Difference] = [Difference(path: .root, before: before, after: after, surroundings: [])]
        while let pair = pending.popLast() {
            guard let before = pair.before, let after = pair.after else {
                differences.append(pair)
                continue
            }
            if before.isEquivalent(to: after) { continue }
            let inner = Self.children(of: pair, before, after, areOneDocument)
            if inner.isEmpty { differences.append(pair) } else { pending += inner.reversed() }
        }
        return differences
    }

    private static func children(
        of pair: Difference, _ before: JSONValue, _ after: JSONValue, _ areOneDocument: Bool
    ) -> [Difference] {
        let surroundings = pair.surroundings + [before]
        if let old = before.object, let new = after.object {
            let added = new.filter { old[$0.key] == nil }.map {
                (key: $0.key, before: JSONValue?.none, after: Optional($0.value))
            }
            let kept = old.map { (key: $0.key, before: Optional($0.value), after: new[$0.key]) }
            return (kept + added).map {
                Difference(
                    path: pair.path.appending($0.key), before: $0.before, after: $0.after, surroundings: surroundings)
            }
        }
        guard let old = before.array, let new = after.array else { return [] }
        if areOneDocument, let pairs = pairsByOffset(old, new) {
            return pairs.map { place, before, after in
                Difference(
                    path: pair.path.appending(place), before: before, after: after, surroundings: surroundings)
            }
        }
        return (0..<max(old.count, new.count)).map { index in
            Difference(
                path: pair.path.appending(index), before: before[index], after: after[index], surroundings: surroundings
            )
        }
    }

    private typealias ElementPair = (place: Int, before: JSONValue?, after: JSONValue?)

    /// The elements of two arrays in pairs of one source offset, those between in order; `nil` where the order has changed.
    private static func pairsByOffset(_ old: JSONArray, _ new: JSONArray) -> [ElementPair]? {
        var places: [Int: Int] = [:]
        for (index, element) in new.enumerated() { element.sourceOffset.map { places[$0] = index } }
        var pairs: [ElementPair] = []
        var (oldIndex, newIndex) = (0, 0)
        func fill(to oldEnd: Int, _ newEnd: Int) {
            while oldIndex < oldEnd || newIndex < newEnd {
                let (isOld, isNew) = (oldIndex < oldEnd, newIndex < newEnd)
                pairs.append(
                    (
                        isOld ? oldIndex : newIndex, isOld ? old[oldIndex] : JSONValue?.none,
                        isNew ? new[newIndex] : JSONValue?.none
                    ))
                oldIndex += isOld ? 1 : 0
                newIndex += isNew ? 1 : 0
            }
        }
        for (index, element) in old.enumerated() {
            guard let place = element.sourceOffset.flatMap({ places[$0] }) else { continue }
            guard place >= newIndex else { return nil }
            fill(to: index, place)
            fill(to: index + 1, place + 1)
        }
        fill(to: old.count, new.count)
        return pairs
    }

    /// Whether a loss names the earlier value, something within it, or something around it below the root.
    func isExplained(by losses: LossIndex) -> Bool {
        if surroundings.dropFirst().contains(where: { losses.hold($0.sourceOffset) }) { return true }
        var pending = [before].compactMap { $0 }
        while let value = pending.popLast() {
            if losses.hold(value.sourceOffset) { return true }
            pending += value.array.map { Array($0) } ?? value.object?.map(\.value) ?? []
        }
        return losses.withoutOffset.contains { $0.isWithin(path) || path.isWithin($0) }
    }
}

/// Where losses are, to ask of many differences.
struct LossIndex {
    /// The paths of the lost values that do not come from the payload, each once.
    let withoutOffset: Set<JSONPointer>
    private let offsets: Set<Int>

    init(_ losses: [Loss]) {
        offsets = Set(losses.compactMap(\.value.sourceOffset))
        withoutOffset = Set(losses.filter { $0.value.sourceOffset == nil }.map(\.path))
    }

    func hold(_ offset: Int?) -> Bool { offset.map(offsets.contains) ?? false }
}
