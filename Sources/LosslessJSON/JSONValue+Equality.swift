extension JSONValue: Equatable {
    /// Whether both have the same JSON text: the same kinds, number texts, characters, and members in the same order.
    /// The spelling of escapes does not matter. The comparison is not recursive, so no depth overflows the stack.
    public static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
        compare(lhs, rhs) { left, right in
            left.text == right.text
        } children: { left, right in
            guard left.keys.elementsEqual(right.keys, by: { $0.matches($1) }) else {
                return nil
            }
            return Array(zip(left.values, right.values))
        }
    }

    /// Whether both mean the same: numbers are compared by their exact value (`1.0`, `1` and `10e-1` are equal), and
    /// the order of members does not matter.
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
            let keys = left.keys
            if keys.isEmpty { return Array(zip(left.values, right.values)) }
            var pairs: [(JSONValue, JSONValue)] = []
            for (key, value) in zip(keys, left.values) {
                guard let other = right.value(of: key.string) else { return nil }
                pairs.append((value, other))
            }
            return pairs
        }
    }

    private static func compare(
        _ lhs: JSONValue, _ rhs: JSONValue,
        numbers: (JSONNumber, JSONNumber) -> Bool,
        children: (ContainerContents, ContainerContents) -> [(JSONValue, JSONValue)]?
    ) -> Bool {
        var pending = [(lhs, rhs)]
        while let (left, right) = pending.popLast() {
            guard left.kind == right.kind else { return false }
            switch left.kind {
            case .null: continue
            case .boolean: if left.bool != right.bool { return false }
            case .number:
                guard let left = left.number, let right = right.number, numbers(left, right) else { return false }
            case .string:
                guard let left = left.jsonText, let right = right.jsonText, left.matches(right) else { return false }
            case .array, .object:
                guard let left = left.contents, let right = right.contents else { return false }
                if left.isIdentical(to: right) { continue }
                guard left.count == right.count, let pairs = children(left, right) else { return false }
                pending.append(contentsOf: pairs)
            }
        }
        return true
    }
}
