import VersionedCodec

/// An operation that makes another value of the one at a path, by a function that knows nothing else.
protocol ValueOperation: PlaceOperation {
    /// The changed value. A loss that is recorded here covers all that does not come back.
    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue
}

extension ValueOperation {
    func remade(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        try changed(value, in: &context)
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        try change(in: scope, &context)
    }

    /// The work of `run`, for an operation that adds to it.
    func change(in scope: NodeID, _ context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        try change(place, &context)
    }

    /// Changes the value in a place.
    func change(_ place: NodeID, _ context: inout OperationContext) throws(MigrationError) {
        if context.leavesAlone(place) { return }
        context.enter(.pointer(path))
        defer { context.leave() }
        if let new = try changedOrKept(context.value(place), in: &context) { context.arena.set(place, to: new) }
    }

    /// The changed value, or `nil` if the rules leave it alone.
    private func changedOrKept(
        _ existing: JSONValue, in context: inout OperationContext
    ) throws(MigrationError) -> JSONValue? {
        let marks = (losses: context.losses.count, anyOrders: context.anyOrders.count)
        do throws(MigrationError) {
            let new = try changed(existing, in: &context).comingFrom(existing)
            context.mark(.isChange, from: marks.losses)
            // An order that the plan declares irrelevant is noted in any case.
            if context.triesWayBack || rules.anyOrder {
                noteLosses(of: existing, becoming: new, since: marks.losses, &context)
            }
            return new
        } catch {
            guard skips(error) else {
                var error = error
                context.locate(&error, in: existing)
                throw error
            }
            context.forget(behind: marks)
            doubtIfChangedByWayBack(existing, &context)
            return nil
        }
    }
}
