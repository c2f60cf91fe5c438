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
        var differences: [Difference] = []
        var pending: [Difference] = [Difference(path: .root, before: before, after: after, surroundings: [])]
        while let pair = pending.popLast() {
            guard let before = pair.before, let after = pair.after else {
                differences.append(pair)
                continue
            }
            if before.isEquivalent(to: after) { continue }
            let inner = Self.children(of: pair, before, after)
            if inner.isEmpty { differences.append(pair) } else { pending += inner.reversed() }
        }
        return differences
    }

    private static func children(of pair: Difference, _ before: JSONValue, _ after: JSONValue) -> [Difference] {
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
        return (0..<max(old.count, new.count)).map { index in
            Difference(
                path: pair.path.appending(index), before: before[index], after: after[index], surroundings: surroundings
            )
        }
    }

    /// Whether a loss names the earlier value, something within it, or something around it below the root.
    func isExplained(by losses: [Loss]) -> Bool {
        var offsets = Set(surroundings.dropFirst().compactMap(\.sourceOffset))
        var pending = [before].compactMap { $0 }
        while let value = pending.popLast() {
            if let offset = value.sourceOffset { offsets.insert(offset) }
            pending += value.array.map { Array($0) } ?? value.object?.map(\.value) ?? []
        }
        return losses.contains { loss in
            if let offset = loss.value.sourceOffset { return offsets.contains(offset) }
            return loss.path.isWithin(path) || path.isWithin(loss.path)
        }
    }
}
