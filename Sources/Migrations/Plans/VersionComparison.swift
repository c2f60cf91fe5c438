import VersionedCodec

/// A comparison of two versions by a plan: which payloads of one can be read by readers of the other, with reasons.
///
/// ```swift
/// let comparison = try plan.comparison(of: "1", and: "2")
/// comparison.backward.verdict    // .compatible: programs that know 2 can read every payload of 1
/// comparison.forward.verdict     // .lossy: programs that know 1 can read payloads of 2, but not every value
/// comparison.full                // .lossy: the worse of the two
/// ```
public struct VersionComparison: Sendable, Equatable {
    /// How well readers of one version can read payloads of another; from best to worst.
    public enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Each payload that fits the plan can be read, and no value is lost.
        case compatible
        /// Payloads can be read, but a value may be lost, and some payloads may be refused.
        case lossy
        /// There is no path.
        case incompatible

        /// Whether the left one is the better one.
        public static func < (lhs: Verdict, rhs: Verdict) -> Bool { lhs.rank < rhs.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// An obstacle between a payload and its reader.
    public struct Obstacle: Sendable, Equatable {
        /// The step: `2 → 1`.
        public let step: String

        /// The operation or the bridge, with the enclosing scopes, or why there is no path.
        public let reason: String

        /// The possible losses; `nil` if there is no path, or if payloads are refused.
        public let lossClass: LossClass?
    }

    /// One direction.
    public struct Direction: Sendable, Equatable {
        /// The version of the payloads.
        public let from: String

        /// The version that the readers know.
        public let to: String

        /// The result.
        public let verdict: Verdict

        /// The possible losses of the whole path; `nil` if there is none.
        public let lossClass: LossClass?

        /// The obstacles; empty if the versions are compatible.
        public let obstacles: [Obstacle]
    }

    /// The name of the documents.
    public let name: String

    /// The older version.
    public let older: String

    /// The newer version.
    public let newer: String

    /// Whether readers of the newer version can read payloads of the older one.
    public let backward: Direction

    /// Whether readers of the older version can read payloads of the newer one.
    public let forward: Direction

    /// Both directions: the worse of the two.
    public var full: Verdict { max(backward.verdict, forward.verdict) }
}

extension MigrationPlan {
    /// Compares two versions, in either order.
    ///
    /// - Throws: ``MigrationError`` with the code `unknownVersion` for a label that is not in the plan.
    /// - Complexity: O(operations between the versions)
    public func comparison(of first: String, and second: String) throws(MigrationError) -> VersionComparison {
        let isInOrder = try index(of: first) <= index(of: second)
        let (older, newer) = isInOrder ? (first, second) : (second, first)
        return VersionComparison(
            name: name, older: older, newer: newer, backward: direction(from: older, to: newer),
            forward: direction(from: newer, to: older))
    }

    private func direction(from: String, to target: String) -> VersionComparison.Direction {
        do throws(MigrationError) {
            let path = try path(from: from, to: target)
            for step in path.steps {
                guard case .operations(let operations) = step.work, let message = operations.refusal else { continue }
                let obstacle = VersionComparison.Obstacle(
                    step: step.name, reason: "refuses every document: \(message)", lossClass: nil)
                return VersionComparison.Direction(
                    from: from, to: target, verdict: .incompatible, lossClass: nil, obstacles: [obstacle])
            }
            let remarks = path.remarks.map {
                VersionComparison.Obstacle(step: "\(from) → \(target)", reason: $0, lossClass: .captures)
            }
            let obstacles = path.steps.flatMap(\.obstacles) + remarks
            return VersionComparison.Direction(
                from: from, to: target, verdict: obstacles.isEmpty ? .compatible : .lossy, lossClass: path.lossClass,
                obstacles: obstacles)
        } catch {
            let obstacle = VersionComparison.Obstacle(
                step: "\(from) → \(target)", reason: error.message, lossClass: nil)
            return VersionComparison.Direction(
                from: from, to: target, verdict: .incompatible, lossClass: nil, obstacles: [obstacle])
        }
    }
}

extension MigrationPath.Step {
    fileprivate var obstacles: [VersionComparison.Obstacle] {
        switch work {
        case .operations(let operations):
            isNotLedBackAlone
                ? [.init(step: name, reason: Self.notLedBack, lossClass: .captures)]
                : obstacles(in: operations, within: "")
        case .bridge(let bridge, _) where bridge.lossClass < .captures: []
        case .bridge(let bridge, _):
            [VersionComparison.Obstacle(step: name, reason: bridge.description, lossClass: bridge.lossClass)]
        }
    }

    /// The obstacle of a condition of the way back that holds before the way there.
    private func obstacles(
        of reverse: Condition?, in operation: JSONOperation, within scope: String
    ) -> [VersionComparison.Obstacle] {
        guard let reverse, operation.lossClass >= .captures else { return [] }
        return [.init(step: name, reason: scope + "\(operation), if so already: \(reverse)", lossClass: .captures)]
    }

    private func obstacles(in operations: [JSONOperation], within scope: String) -> [VersionComparison.Obstacle] {
        operations.flatMap { operation in
            let found = obstacles(in: operation, within: scope)
            // Of scratch values nothing can be lost, but a document may be refused for them.
            return operation.usesScratch == .alone ? found.filter { $0.lossClass == nil } : found
        }
    }

    private func obstacles(in operation: JSONOperation, within scope: String) -> [VersionComparison.Obstacle] {
        guard operation.runs else {
            if operation.lossClass < .captures { return [] }
            let reason = scope + "nothing, where the other way has: \(operation)"
            return [.init(step: name, reason: reason, lossClass: operation.lossClass)]
        }
        if let obstacle = operation.body.obstacle {
            return [.init(step: name, reason: scope + obstacle, lossClass: nil)]
        }
        if let when = operation.body.alternatives {
            return obstacles(in: when.operations, within: scope + "\(operation), ")
                + obstacles(in: when.otherwise, within: scope + "when not (\(when.condition)), ")
                + obstacles(of: operation.body.reverseCondition, in: operation, within: scope)
        }
        if !operation.inner.isEmpty {
            return obstacles(in: operation.inner, within: scope + "\(operation), ")
                + obstacles(of: operation.body.reverseCondition, in: operation, within: scope)
        }
        if operation.lossClass < .captures { return [] }
        return [.init(step: name, reason: scope + operation.description, lossClass: operation.lossClass)]
    }
}
