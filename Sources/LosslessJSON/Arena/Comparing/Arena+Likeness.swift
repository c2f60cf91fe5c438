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
