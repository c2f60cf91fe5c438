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

    /// Whether a scalar is the same as one of the document that this one was made of. Only the answer decides about the
    /// shape.
    package func isSame(_ node: NodeID, as other: NodeID, of document: Arena) -> Bool {
        if document[other].form == .indexed, differingSource(of: node) == document[other].source { return false }
        return relate(node, other, of: document) {
            $0 == $1
        } finding: {
            EqualityFinding(areSame: $0)
        }
    }

    /// Whether a text has all of one of the document that this one was made of. Only the answer decides about the
    /// shape.
    func holds(_ node: NodeID, textOf other: NodeID, of document: Arena) -> Bool {
        relate(node, other, of: document) { value, text in
            text.string.map { value.string?.contains($0) == true } == true
        } finding: {
            HoldingFinding(isHeld: $0)
        }
    }

    /// Decides about two scalars of two documents; the finding must hold for the same ones.
    private func relate(
        _ node: NodeID, _ other: NodeID, of document: Arena, _ decide: (JSONValue, JSONValue) -> Bool,
        finding: (Bool) -> some ScalarFinding
    ) -> Bool {
        guard !self[node].isContainer, !document[other].isContainer else {
            noteLook(at: node)
            document.noteLook(at: other)
            return decide(value(of: node), document.value(of: other))
        }
        let isTrue = decide(
            withoutRecording { value(of: node) }, document.withoutRecording { document.value(of: other) })
        if state.pointee.isRecording {
            let inputs = [recordInput(node), document.recordInput(other)]
            state.pointee.recorder?.noteFinding(finding(isTrue), of: inputs)
        }
        return isTrue
    }

    /// Which values are written in the same way, but for the order of members: for each the place of the first such
    /// one. Of scalars, only the answer decides about the shape.
    package func firstsOfSame(among nodes: [NodeID]) -> [Int] {
        let style = WritingStyle(keyOrder: .sorted)
        let found = withoutRecording { nodes.map { value(of: $0).bytes(in: style) }.placesOfFirsts }
        note(SameFinding(firsts: found), of: nodes)
        return found
    }

    private struct SameFinding: ScalarFinding {
        let firsts: [Int]

        func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
            let quote = UInt8(ascii: "\"")
            return scalars.map { ($0.kind == .string ? [quote] : []) + $0.characters }.placesOfFirsts == firsts
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

/// Whether two scalars have the same kind and characters.
struct EqualityFinding: ScalarFinding {
    let areSame: Bool

    func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
        guard scalars.count == 2 else { return false }
        return (scalars[0].kind == scalars[1].kind && scalars[0].characters.isSame(as: scalars[1].characters))
            == areSame
    }
}

/// Whether a text has all of another one.
private struct HoldingFinding: ScalarFinding {
    let isHeld: Bool

    func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
        guard scalars.count == 2, scalars.allSatisfy({ $0.kind == .string }) else { return !isHeld }
        let texts = scalars.map { String(decoding: $0.characters, as: UTF8.self) }
        return texts[0].contains(texts[1]) == isHeld
    }
}

extension Array where Element: Hashable {
    /// For each element the place of the first one that equals it. Inlined, as a generic dictionary is slow.
    @inlinable
    package var placesOfFirsts: [Int] {
        var places: [Element: Int] = [:]
        return enumerated().map { place, element in
            let first = places[element] ?? place
            places[element] = first
            return first
        }
    }
}
