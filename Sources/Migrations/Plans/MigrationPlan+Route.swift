extension MigrationPlan {
    /// The path between two versions of a plan, if several are equally short, or if a longer one is wanted.
    ///
    /// ```swift
    /// // 1 → 2 → 4 and 1 → 3 → 4: the route selects one of them.
    /// MigrationPlan.Route(from: "1", to: "4", via: ["2"])
    /// ```
    ///
    /// The path in the other direction is the same, unless another route differs.
    public struct Route: Sendable, Hashable {
        /// The label of the first version.
        public let from: String

        /// The label of the last version.
        public let to: String

        /// The labels of the versions between them, in order; empty for a direct migration.
        public let via: [String]

        /// The route between two versions through others.
        public init(from: String, to target: String, via: [String]) {
            (self.from, to, self.via) = (from, target, via)
        }
    }
}

extension PlanVersion {
    /// How a version of a plan is used.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        /// Its documents are read and written.
        case readWrite
        /// Its documents are read, and none are written. No path leads to it.
        case readOnly
        /// Its documents are written, and none are read. No path begins at it.
        case writeOnly
    }
}
