/// Comparing two values of one document.
extension Arena {
    /// How much two values are the same.
    package enum Likeness: Sendable {
        case different
        /// They mean the same, but are written in different ways.
        case equivalent
        case same
    }

    /// How much two values are the same. Of scalars, only the answer decides about the shape.
    ///
    /// Members may be in any order.
    package func likeness(of node: NodeID, to other: NodeID) -> Likeness {
        if haveOneValue(node, other) { return .same }
        guard self[node].kind == self[other].kind else { return .different }
        if self[node].isContainer {
            guard value(of: node).isEquivalent(to: value(of: other)) else { return .different }
            return isAlike(node, other, in: self, haveOneText: true) ? .same : .equivalent
        }
        let found = withoutRecording { () -> Likeness in
            if isSame(node, as: other, in: self, haveOneText: true) { return .same }
            return self[node].isNumber && value(of: node).isEquivalent(to: value(of: other)) ? .equivalent : .different
        }
        note(LikenessFinding(likeness: found), of: [node, other])
        return found
    }

    /// Which values are written in the same way, but for the order of members: for each the place of the first such
    /// one. Of scalars, only the answer decides about the shape.
    package func firstsOfSame(among nodes: [NodeID]) -> [Int] {
        let style = WritingStyle(keyOrder: .sorted)
        let found = withoutRecording { Self.firsts(of: nodes.map { value(of: $0).bytes(in: style) }) }
        note(SameFinding(firsts: found), of: nodes)
        return found
    }

    private static func firsts(of keys: [[UInt8]]) -> [Int] {
        var places: [[UInt8]: Int] = [:]
        return keys.enumerated().map { place, key in
            let first = places[key] ?? place
            places[key] = first
            return first
        }
    }

    private struct SameFinding: ScalarFinding {
        let firsts: [Int]

        func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
            let quote = UInt8(ascii: "\"")
            return Arena.firsts(of: scalars.map { ($0.kind == .string ? [quote] : []) + $0.characters }) == firsts
        }
    }

    private struct LikenessFinding: ScalarFinding {
        let likeness: Likeness

        func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
            guard scalars.count == 2, scalars[0].kind == scalars[1].kind else { return false }
            if scalars[0].characters.isSame(as: scalars[1].characters) { return likeness == .same }
            guard scalars[0].kind == .number else { return likeness == .different }
            let numbers = scalars.map { JSONNumber(checked: String(decoding: $0.characters, as: UTF8.self)) }
            return likeness == (numbers[0].hasSameValue(as: numbers[1]) ? .equivalent : .different)
        }
    }
}
