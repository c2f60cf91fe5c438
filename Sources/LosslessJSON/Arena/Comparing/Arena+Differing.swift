/// Which scalars make two values differ, for documents of the same shape: the same ones differ there, or the shape is
/// another one.
extension Arena {
    /// Notes that two values of the document differ in one scalar; `false`, with nothing noted, if there is none.
    func noteDifference(between value: NodeID, and other: NodeID) -> Bool {
        if !state.pointee.isRecording { return true }
        guard let (left, right) = withoutRecording({ differingScalars(value, other) }) else { return false }
        note(Difference(), of: [left, right])
        return true
    }

    /// A scalar and the one in its place in the other value, which is another one: the values themselves, or members.
    private func differingScalars(_ value: NodeID, _ other: NodeID) -> (NodeID, NodeID)? {
        if !self[value].isContainer {
            return !self[other].isContainer && valueToTell(of: value).text() != valueToTell(of: other).text()
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

    private struct Difference: ScalarFinding {
        func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
            guard scalars.count == 2 else { return false }
            return scalars[0].kind != scalars[1].kind || !scalars[0].characters.isSame(as: scalars[1].characters)
        }
    }
}
