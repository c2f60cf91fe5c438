/// Two neighbouring versions between which a plan has no way, in one direction.
///
/// ```swift
/// plan.missingPaths.map(\.description)
/// // ["no way from 2 back to 1: the migration declares no way down"]
/// ```
public struct MissingPath: Sendable, Equatable, CustomStringConvertible {
    /// The version that there is no way from.
    public let from: String

    /// The version that there is no way to: the neighbour.
    public let to: String

    /// Why not.
    public let reason: String

    /// Whether it is the way to the newer version that is missing.
    public let isUp: Bool

    /// How many versions lie beyond each end: from none of those, either, does a way lead to those.
    let beyond: (from: Int, to: Int)

    /// Whether both say the same.
    public static func == (lhs: MissingPath, rhs: MissingPath) -> Bool {
        lhs.from == rhs.from && lhs.to == rhs.to && lhs.reason == rhs.reason
    }

    /// The missing path in one line, with the versions that it cuts off.
    public var description: String {
        let (before, after) = isUp ? ("older", "newer") : ("newer", "older")
        let start = beyond.from > 0 ? "\(from) and \(before)" : from
        let end = beyond.to > 0 ? "\(to) and \(after)" : to
        return "no way from \(start) \(isUp ? "up" : "back") to \(end): \(reason)"
    }
}

extension MigrationPlan {
    /// The ways between neighbouring versions that the plan does not have, or that refuse every document; none where
    /// each payload has a way to every version.
    ///
    /// A plan may be meant so. `versioned-json check` tells them.
    public var missingPaths: [MissingPath] {
        migrations.enumerated().flatMap { index, migration in
            // What is cut off beyond the ends can be said of a line only.
            let (older, newer) = graph.isLine ? (index, labels.count - index - 2) : (0, 0)
            return [
                missingPath(migration.from, migration.to, migration, isUp: true, beyond: (older, newer)),
                missingPath(migration.to, migration.from, migration, isUp: false, beyond: (newer, older)),
            ].compactMap { $0 }
        }
    }

    private func missingPath(
        _ from: String, _ to: String, _ migration: Migration, isUp: Bool, beyond: (Int, Int)
    ) -> MissingPath? {
        // A version that is only written has nothing to read, and one that is only read is never written.
        if self[from]?.access == .writeOnly || self[to]?.access == .readOnly { return nil }
        return migration.reasonForNoWay(isUp: isUp).map {
            MissingPath(from: from, to: to, reason: $0, isUp: isUp, beyond: beyond)
        }
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
