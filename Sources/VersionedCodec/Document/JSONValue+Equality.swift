extension JSONValue: Equatable {
    /// Whether both would be written alike: the same kinds, number texts, characters, and members in the same order.
    /// The spelling of escapes does not count. Never recursive, so no depth overflows the stack.
    public static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
        compare(lhs, rhs) { left, right in
            left.text == right.text
        } children: { left, right in
            guard left.keys.elementsEqual(right.keys, by: { ByteKey($0.string) == ByteKey($1.string) }) else {
                return nil
            }
            return Array(zip(left.values, right.values))
        }
    }

    /// Whether both mean the same: numbers by their exact value (`1.0`, `1` and `10e-1` are one number), members in any order.
    ///
    /// ```swift
    /// let left: JSONValue = ["a": 1.0, "b": 2]
    /// let right: JSONValue = ["b": 2, "a": 1]
    /// left == right                  // false
    /// left.isEquivalent(to: right)   // true
    /// ```
    public func isEquivalent(to other: JSONValue) -> Bool {
        JSONValue.compare(self, other) { left, right in
            left.hasSameValue(as: right)
        } children: { left, right in
            guard left.keys.count == right.keys.count else { return nil }
            if left.keys.isEmpty { return Array(zip(left.values, right.values)) }
            var pairs: [(JSONValue, JSONValue)] = []
            for (key, value) in zip(left.keys, left.values) {
                guard let index = right.index(ofKey: key.string) else { return nil }
                pairs.append((value, right.values[index]))
            }
            return pairs
        }
    }

    private static func compare(
        _ lhs: JSONValue, _ rhs: JSONValue,
        numbers: (JSONNumber, JSONNumber) -> Bool,
        children: (ContainerStorage, ContainerStorage) -> [(JSONValue, JSONValue)]?
    ) -> Bool {
        var pending = [(lhs, rhs)]
        while let (left, right) = pending.popLast() {
            switch (left.storage, right.storage) {
            case (.null, .null): continue
            case (.bool(let left), .bool(let right)): if left != right { return false }
            case (.number(let left), .number(let right)): if !numbers(left, right) { return false }
            case (.string(let left), .string(let right)):
                if ByteKey(left.string) != ByteKey(right.string) { return false }
            case (.array(let left), .array(let right)), (.object(let left), .object(let right)):
                if left === right { continue }
                guard left.values.count == right.values.count, let pairs = children(left, right) else { return false }
                pending.append(contentsOf: pairs)
            default: return false
            }
        }
        return true
    }
}
