import VersionedCodec

extension JSONValue {
    /// Whether both are written alike and come from the same places of the payload. O(values in both)
    func isTheSame(as other: JSONValue) -> Bool {
        var pending = [(self, other)]
        while let (left, right) = pending.popLast() {
            guard left.kind == right.kind, left.sourceOffset == right.sourceOffset else { return false }
            if let first = left.object, let second = right.object {
                guard first.count == second.count else { return false }
                for (one, other) in zip(first, second) {
                    guard one.key.utf8.elementsEqual(other.key.utf8) else { return false }
                    pending.append((one.value, other.value))
                }
            } else if let first = left.array, let second = right.array {
                guard first.count == second.count else { return false }
                pending += zip(first, second)
            } else if left != right {
                return false
            }
        }
        return true
    }
}
