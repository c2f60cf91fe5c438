/// The step between two neighbouring versions: what changes, in one sentence, and the operations that do it.
///
/// ```swift
/// Migration(from: "1", to: "2", "Prices are numbers", operations: [
///     .convert("/price", from: .string, to: .number)
/// ])
/// ```
///
/// A migration is never edited once payloads have been written with it; the next change is a migration of its own.
public struct Migration: Sendable, Equatable {
    /// The version that the step leads up from.
    public let from: String

    /// The version that the step leads up to: the next newer one.
    public let to: String

    /// What changes, for whoever reads the changelog.
    public let summary: String

    let directions: Directions

    enum Directions: Sendable, Equatable {
        /// The way down follows from the way up.
        case derived([JSONOperation])
        /// Two halves that need not be inverses; one that is not there leads nowhere.
        case declared(up: [JSONOperation]?, down: [JSONOperation]?)
    }

    /// A migration whose way down is the reverse of its way up.
    public init(from: String, to target: String, _ summary: String, operations: [JSONOperation]) {
        self.init(from: from, to: target, summary: summary, directions: .derived(operations))
    }

    /// A migration of two halves, each written on its own; `nil` where there is no way in that direction.
    public init(from: String, to target: String, _ summary: String, up: [JSONOperation]?, down: [JSONOperation]?) {
        self.init(from: from, to: target, summary: summary, directions: .declared(up: up, down: down))
    }

    init(from: String, to target: String, summary: String, directions: Directions) {
        self.from = from
        to = target
        self.summary = summary
        self.directions = directions
    }

    /// The operations that lead up.
    func up() throws(NoWayBack) -> [JSONOperation] {
        switch directions {
        case .derived(let operations): return operations
        case .declared(let up?, _): return up
        case .declared(nil, _): throw NoWayBack(reason: "the migration declares no way up")
        }
    }

    /// The operations that lead down.
    func down() throws(NoWayBack) -> [JSONOperation] {
        switch directions {
        case .derived(let operations): return try operations.reversedOperations()
        case .declared(_, let down?): return down
        case .declared(_, nil): throw NoWayBack(reason: "the migration declares no way down")
        }
    }
}
