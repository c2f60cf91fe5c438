public import VersionedCodec

extension Condition {
    /// The values of a `Condition.oneOf`. A value is found by its meaning, without a search.
    ///
    /// ```swift
    /// Condition.oneOf("/currency", ["EUR", "USD"])
    /// // {"currency": "EUR"}    holds
    /// ```
    public struct Values: Sendable, RandomAccessCollection, ExpressibleByArrayLiteral {
        /// So many values are compared one by one.
        static let few = 16

        private let values: [JSONValue]
        /// `nil` if the values are few.
        private let index: ValueIndex?

        /// Values in order. O(values)
        public init(_ values: [JSONValue]) {
            self.values = values
            index = values.count > Self.few ? ValueIndex(values) : nil
        }

        /// Values in order.
        public init(arrayLiteral elements: JSONValue...) { self.init(elements) }

        /// The place of the first value.
        public var startIndex: Int { values.startIndex }

        /// The index after the last value.
        public var endIndex: Int { values.endIndex }

        /// The value at a place.
        public subscript(position: Int) -> JSONValue { values[position] }

        /// Whether one of the values means the same as one in a document: `1` and `1.0` do. O(value)
        func hold(_ node: NodeID, in arena: Arena) -> Bool {
            if let index { return index.firstIndex(of: node, in: arena) != nil }
            return values.contains { arena.isEquivalent(node, to: $0) }
        }
    }
}

extension Condition.Values: Hashable {
    /// Hashes the first few values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(values.count)
        for value in values.prefix(4) { hasher.combine(LookupCache.name(of: value)) }
    }

    /// Whether both have the same values in the same order.
    public static func == (lhs: Condition.Values, rhs: Condition.Values) -> Bool { lhs.values == rhs.values }
}
