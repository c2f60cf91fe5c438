/// Comparing values of an arena with those of a plan.
extension Arena {
    /// Whether a scalar is written as another one is: the same number text, the same characters.
    package func isSame(_ node: NodeID, as other: JSONValue) -> Bool {
        if self[node].kind != other.kind || self[node].isContainer { return false }
        noteLook(at: node)
        guard let characters = plainBytes(of: node) else { return value(of: node) == other }
        switch other.kind {
        case .string, .number:
            var text = other.string ?? other.number?.text ?? ""
            return text.withUTF8 { $0.isSame(as: characters) }
        default: return bool(of: node) == other.bool
        }
    }

    /// Whether a value means the same as another one.
    package func isEquivalent(_ node: NodeID, to other: JSONValue) -> Bool {
        if self[node].kind != other.kind { return false }
        guard state.pointee.isRecording else { return areEquivalent(node, other) }
        let areEqual = withoutRecording { areEquivalent(node, other) }
        noteComparison(of: node, with: other, areEqual: areEqual)
        return areEqual
    }

    private func areEquivalent(_ node: NodeID, _ other: JSONValue) -> Bool {
        if self[node].isString, let characters = plainBytes(of: node) {
            var text = other.string ?? ""
            return text.withUTF8 { $0.isSame(as: characters) }
        }
        return value(of: node).isEquivalent(to: other)
    }
}
