import VersionedCodec

/// An operation, and its origin in the migration: itself, or, on a derived way down, the operation that it reverses.
struct LocatedOperation {
    let operation: JSONOperation

    /// The tokens from the migration to the operation in a plan file: `operations`, `0`.
    let place: [String]

    /// The operations within a scope: its `operations`, and those `otherwise`. Of a `switch`, each case is a scope of
    /// its own among the former.
    let inner: [String: [LocatedOperation]]

    /// Operations as they are in a migration.
    static func standing(_ operations: [JSONOperation], at place: [String]) -> [LocatedOperation] {
        operations.enumerated().map { index, operation in standing(operation, at: place + [String(index)]) }
    }

    private static func standing(_ operation: JSONOperation, at place: [String]) -> LocatedOperation {
        var inner: [String: [LocatedOperation]] = [:]
        for list in operation.body.lists where !list.operations.isEmpty {
            let here = place + list.place
            inner.add(standing(list.operations, at: here), of: list, at: here)
        }
        return LocatedOperation(operation: operation, place: place, inner: inner)
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
        let lists = operation.name == back.name ? operation.body.lists : []
        for list in back.body.lists where !list.operations.isEmpty {
            let here = place + list.place
            let located = try lists.first { $0.place == list.place }.map { (original) throws(NoWayBack) in
                try leadingBack(over: original.operations, at: here)
            }
            if let located, located.map(\.operation) == list.operations {
                result.add(located, of: list, at: here)
            } else {
                result.add(standing(list.operations, at: []).map { $0.all(at: place) }, of: list, at: place)
            }
        }
        return result
    }

    private func all(at place: [String]) -> LocatedOperation {
        LocatedOperation(
            operation: operation, place: place, inner: inner.mapValues { $0.map { $0.all(at: place) } })
    }
}

extension [String: [LocatedOperation]] {
    /// Adds the operations of a list, in the scope as which it is within another one.
    fileprivate mutating func add(_ operations: [LocatedOperation], of list: OperationList, at place: [String]) {
        guard let scope = list.scope else {
            self[list.member] = operations
            return
        }
        self["operations", default: []].append(
            LocatedOperation(operation: scope, place: place, inner: ["operations": operations]))
    }
}
