extension MigrationPlan {
    /// Two versions that a plan does not connect in one direction: neighbours, or, with routes, any two.
    ///
    /// ```swift
    /// plan.missingPaths.map(\.description)
    /// // ["no way from 2 back to 1: the migration declares no way down"]
    /// ```
    public struct MissingPath: Sendable, Equatable, CustomStringConvertible {
        /// The version from which there is no path.
        public let from: String

        /// Its neighbour, to which there is no path.
        public let to: String

        /// The reason.
        public let reason: String

        /// Whether the path to the newer version is missing.
        public let isUp: Bool

        /// How many versions are beyond each end; these are cut off as well.
        let beyond: (from: Int, to: Int)

        /// Whether both are equal.
        public static func == (lhs: MigrationPlan.MissingPath, rhs: MigrationPlan.MissingPath) -> Bool {
            lhs.from == rhs.from && lhs.to == rhs.to && lhs.reason == rhs.reason
        }

        /// The missing path in one line, with the versions that are cut off.
        public var description: String {
            let (before, after) = isUp ? ("older", "newer") : ("newer", "older")
            let start = beyond.from > 0 ? "\(from) and \(before)" : from
            let end = beyond.to > 0 ? "\(to) and \(after)" : to
            return "no way from \(start) \(isUp ? "up" : "back") to \(end): \(reason)"
        }
    }
}

extension MigrationPlan {
    /// The paths that the plan lacks, or that refuse every document: between neighbouring versions, or, with
    /// ``routes``, between any two. Empty if each payload has a path to every version.
    ///
    /// Missing paths may be intended. `versioned-json check` lists them.
    public var missingPaths: [MigrationPlan.MissingPath] {
        if !graph.isLine { return versions.indices.flatMap(missingPaths) }
        return migrations.enumerated().flatMap { index, migration in
            // Versions beyond the ends are cut off as well.
            let (older, newer) = (index, labels.count - index - 2)
            return [
                missingPath(migration.from, migration.to, migration, isUp: true, beyond: (older, newer)),
                missingPath(migration.to, migration.from, migration, isUp: false, beyond: (newer, older)),
            ].compactMap { $0 }
        }
    }

    private func missingPath(
        _ from: String, _ to: String, _ migration: Migration, isUp: Bool, beyond: (Int, Int)
    ) -> MigrationPlan.MissingPath? {
        if isClosed(from, to) { return nil }
        return migration.reasonForNoWay(isUp: isUp).map {
            MigrationPlan.MissingPath(from: from, to: to, reason: $0, isUp: isUp, beyond: beyond)
        }
    }
}

extension MigrationPlan {
    /// The paths from a version that no migrations make, or in which one refuses every document.
    private func missingPaths(from start: Int) -> [MigrationPlan.MissingPath] {
        let paths = graph.paths(from: start)
        return versions.indices.compactMap { end in
            let (from, to) = (labels[start], labels[end])
            if start == end || isClosed(from, to) { return nil }
            let isUp = start < end
            let reason: String?
            if let path = paths[end] {
                reason =
                    path.lazy.compactMap { edge in
                        migrations[edge.migration].reasonForNoWay(isUp: edge.isUp)
                    }.first
            } else {
                let own = migrations.first { isUp ? ($0.from, $0.to) == (from, to) : ($0.to, $0.from) == (from, to) }
                reason = own?.reasonForNoWay(isUp: isUp) ?? "no migrations lead there"
            }
            return reason.map {
                MigrationPlan.MissingPath(from: from, to: to, reason: $0, isUp: isUp, beyond: (0, 0))
            }
        }
    }

    /// Whether no way is wanted: a version that is only written has nothing to read, and one that is only read is never
    /// written.
    private func isClosed(_ from: String, _ to: String) -> Bool {
        self[from]?.access == .writeOnly || self[to]?.access == .readOnly
    }
}

extension Migration {
    /// Why no document gets anywhere in a direction; `nil` if documents do.
    func reasonForNoWay(isUp: Bool) -> String? {
        do throws(NoWayBack) {
            guard case .operations(let operations) = isUp ? try up() : try down() else { return nil }
            return operations.refusal.map { "every document is refused: \($0)" }
        } catch {
            return error.reason
        }
    }
}
