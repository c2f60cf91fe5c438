import VersionedCodec

/// Declare one for each step between two neighbouring versions: a sentence about the change, and the operations or the
/// bridge that make it.
///
/// ```swift
/// Migration(from: "1", to: "2", "Prices are numbers", operations: [
///     .convert("/price", from: .string, to: .number)
/// ])
/// ```
///
/// Do not edit a migration once payloads have been written with it. The next change is a separate migration.
public struct Migration: Sendable, Equatable {
    /// The older version of the step.
    public let from: String

    /// The next newer version.
    public let to: String

    /// The change, for readers of the changelog.
    public let summary: String

    /// Further remarks for readers of the changelog: Markdown of any length.
    public let notes: String?

    let directions: Directions

    let halves: OppositeHalves

    enum Directions: Sendable, Equatable {
        /// The way down follows from the way up.
        case derived([JSONOperation])
        /// Two halves that need not be inverses; a missing half means that there is no path.
        case declared(up: [JSONOperation]?, down: [JSONOperation]?)
        /// Typed, in both directions.
        case bridge(AnyBridge)
        /// The operations derived from the formats of both versions, in both directions.
        case reformatting(Reformatting)
    }

    /// A migration whose way down is the reverse of its way up.
    public init(
        from: String, to target: String, _ summary: String, notes: String? = nil, operations: [JSONOperation]
    ) {
        self.init(from: from, to: target, summary: summary, notes: notes, directions: .derived(operations))
    }

    /// A migration with two separate halves; `nil` if there is no path in that direction.
    public init(
        from: String, to target: String, _ summary: String, notes: String? = nil, up: [JSONOperation]?,
        down: [JSONOperation]?
    ) {
        self.init(from: from, to: target, summary: summary, notes: notes, directions: .declared(up: up, down: down))
    }

    @inline(never)
    init(from: String, to target: String, summary: String, notes: String?, directions: Directions) {
        self.from = from
        to = target
        self.summary = summary
        self.notes = notes
        self.directions = directions
        halves = OppositeHalves(directions)
    }

    /// The work of the way up.
    func up() throws(NoWayBack) -> MigrationPath.Work {
        switch directions {
        case .derived(let operations): return .operations(operations)
        case .declared(let up?, _): return .operations(up)
        case .declared(nil, _): throw NoWayBack(reason: "the migration declares no way up")
        case .bridge(let bridge): return .bridge(bridge, isUp: true)
        case .reformatting(let reformatting): return .operations(try reformatting.derivedOperations().up)
        }
    }

    /// The work of the way down.
    func down() throws(NoWayBack) -> MigrationPath.Work {
        switch directions {
        case .derived(let operations):
            do throws(NoWayBack) {
                return .operations(try operations.reversedOperations())
            } catch {
                guard let operation = operations.firstWithoutWayBack else { throw error }
                throw NoWayBack(reason: "the operation (\(operation)) has no reverse: \(error.reason)")
            }
        case .declared(_, let down?): return .operations(down)
        case .declared(_, nil): throw NoWayBack(reason: "the migration declares no way down")
        case .bridge(let bridge): return .bridge(bridge, isUp: false)
        case .reformatting(let reformatting): return .operations(try reformatting.derivedOperations().down)
        }
    }

    /// Whether the way down is the reverse of the way up.
    var isDerived: Bool { if case .derived = directions { true } else { false } }

    /// Whether plans of format 1 cannot express the operations.
    var usesNewWords: Bool {
        switch directions {
        case .derived(let operations): operations.useNewWords
        case .declared(let up, let down): (up ?? []).useNewWords || (down ?? []).useNewWords
        case .bridge, .reformatting: false
        }
    }

    /// The operations over models that cannot run: formats that were not derived, and bridges without a controller.
    func modelOperations(hasController: Bool) -> [CustomBody] {
        operations.customs.filter {
            $0.operation is any ModelOperation && (!hasController || $0.operation is PendingReformatting)
        }
    }

    /// The operations of all lists.
    private var operations: [JSONOperation] {
        switch directions {
        case .derived(let operations): operations
        case .declared(let up, let down): (up ?? []) + (down ?? [])
        case .bridge, .reformatting: []
        }
    }

    /// Whether an operation has a date format that no text describes.
    var hasCustomDates: Bool { operations.contains { $0.dateFormats.contains(where: \.isCustom) } }

    /// Whether the code of a bridge runs in either direction.
    var hasBridges: Bool { bridge != nil || !modelOperations(hasController: false).isEmpty }

    /// The bridge, where the migration is one.
    var bridge: AnyBridge? {
        if case .bridge(let bridge) = directions { bridge } else { nil }
    }
}

extension Sequence where Element == JSONOperation {
    /// The operation that leaves the others without a way back: the last one in reverse order, and the innermost.
    fileprivate var firstWithoutWayBack: JSONOperation? {
        for operation in reversed() {
            do throws(NoWayBack) { _ = try operation.leadingBack() } catch {
                return operation.inner.firstWithoutWayBack ?? operation
            }
        }
        return nil
    }
}
