import VersionedCodec

/// An operation, and its origin in the migration: itself, or, on a derived way down, the operation that it reverses.
struct LocatedOperation {
    let operation: JSONOperation

    /// The tokens from the migration to the operation in a plan file: `operations`, `0`.
    let place: [String]

    /// The operations within a scope, by the names of their lists in a plan file.
    let inner: [String: [LocatedOperation]]

    /// Operations as they are in a migration.
    static func standing(_ operations: [JSONOperation], at place: [String]) -> [LocatedOperation] {
        operations.enumerated().map { index, operation in standing(operation, at: place + [String(index)]) }
    }

    private static func standing(_ operation: JSONOperation, at place: [String]) -> LocatedOperation {
        let inner = operation.lists.map { ($0.name, standing($0.operations, at: place + [$0.name])) }
        return LocatedOperation(
            operation: operation, place: place, inner: Dictionary(inner, uniquingKeysWith: { $1 }))
    }

    /// The operations that lead back over those that are in a migration.
    static func leadingBack(
        over operations: [JSONOperation], at place: [String]
    ) throws(NoWayBack) -> [LocatedOperation] {
        var result: [LocatedOperation] = []
        for (index, operation) in operations.enumerated().reversed() {
            let here = place + [String(index)]
            for back in try operation.leadingBack() {
                if operation.oneDirection != nil {
                    result.append(standing(back, at: here))
                    continue
                }
                result.append(
                    LocatedOperation(
                        operation: back, place: here, inner: try inner(of: back, leadingOver: operation, at: here)))
            }
        }
        return result
    }

    /// The operations within a scope that leads back over another one; all at the place of that one, where they do not
    /// follow from its own.
    private static func inner(
        of back: JSONOperation, leadingOver operation: JSONOperation, at place: [String]
    ) throws(NoWayBack) -> [String: [LocatedOperation]] {
        var result: [String: [LocatedOperation]] = [:]
        let lists = operation.name == back.name ? operation.lists : []
        for list in back.lists {
            let original = lists.first { $0.name == list.name }?.operations
            let located = try original.map { (inner) throws(NoWayBack) in
                try leadingBack(over: inner, at: place + [list.name])
            }
            if let located, located.map(\.operation) == list.operations {
                result[list.name] = located
            } else {
                result[list.name] = standing(list.operations, at: []).map { $0.all(at: place) }
            }
        }
        return result
    }

    private func all(at place: [String]) -> LocatedOperation {
        LocatedOperation(
            operation: operation, place: place, inner: inner.mapValues { $0.map { $0.all(at: place) } })
    }
}

extension JSONOperation {
    /// The operations within a scope, with the names of their lists in a plan file.
    fileprivate var lists: [(name: String, operations: [JSONOperation])] {
        if let when = body.alternatives { return [("operations", when.operations), ("otherwise", when.otherwise)] }
        return inner.isEmpty ? [] : [("operations", inner)]
    }
}
