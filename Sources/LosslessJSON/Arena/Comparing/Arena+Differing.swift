/// Which scalars make two values differ, for documents of the same shape: the same ones differ there, or the shape is
/// another one.
extension Arena {
    /// Notes that two values of the document differ in one scalar, or in their keys; `false`, with nothing noted, if
    /// they do not.
    func noteDifference(between value: NodeID, and other: NodeID) -> Bool {
        if !state.pointee.isRecording { return true }
        guard let (left, right) = withoutRecording({ differingScalars(value, other) }) else {
            guard withoutRecording({ haveOtherMembers(value, other) }) else { return false }
            noteLayout(of: self[value].source)
            noteLayout(of: self[other].source)
            return true
        }
        note(EqualityFinding(areSame: false), of: [left, right])
        return true
    }

    /// Whether two objects of the text do not have the same keys.
    private func haveOtherMembers(_ value: NodeID, _ other: NodeID) -> Bool {
        guard self[value].isObject, self[other].isObject, self[value].source != ArenaNode.noPlace,
            self[other].source != ArenaNode.noPlace
        else { return false }
        return children(of: value).contains { child in
            withKey(of: child) { member($0, hash: self[child].keyHash, of: other) }.isNone
        }
    }

    /// A scalar and the one in its place in the other value, which is another one: the values themselves, or members.
    private func differingScalars(_ value: NodeID, _ other: NodeID) -> (NodeID, NodeID)? {
        if !self[value].isContainer {
            return !self[other].isContainer && valueToReport(of: value).text() != valueToReport(of: other).text()
                ? (value, other) : nil
        }
        guard self[value].isObject, self[other].isObject else { return nil }
        for child in children(of: value) where !self[child].isContainer {
            let hash = self[child].keyHash
            let partner = withKey(of: child) { member($0, hash: hash, of: other) }
            if !partner.isNone, let found = differingScalars(child, partner) { return found }
        }
        return nil
    }
}
