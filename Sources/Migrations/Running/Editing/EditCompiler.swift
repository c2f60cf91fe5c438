import VersionedCodec

/// Compiles operations into edits over an index; `nil` for what only values can do.
struct EditCompiler {
    var builder = EditVocabulary.Builder()
    var program = EditProgram()
    /// The step that is being compiled, and where its scopes lead; see `EditProgram.LossNote`.
    private var step = ""
    private var places: [JSONPointer] = [.root]
    private var named: [(name: String, operations: [JSONOperation])] = []
    /// Whether a member of the root says the version, which operations on all members leave alone.
    var marksRoot = false

    /// Compiles the operations of a step.
    mutating func compile(_ operations: [JSONOperation], step name: String) -> [EditStep]? {
        // What is taken is known to a run over the whole document.
        if operations.contains(where: { $0.makesValues || $0.removesMadeValues }) { return nil }
        (step, places) = (name, [.root])
        return compile(operations)
    }

    private mutating func compile(_ operations: [JSONOperation]) -> [EditStep]? {
        var steps: [EditStep] = []
        for operation in operations {
            guard let step = compile(operation.body) ?? compileValue(of: operation) else { return nil }
            steps.append(step)
        }
        return steps
    }

    /// Compiles the operations of a scope, or leaves them to values of what they are for; `nil` where they look at more than that.
    private mutating func compile(
        _ operations: [JSONOperation], within path: JSONPointer, ofEach: Bool = false
    ) -> EditProgram.Scope? {
        let outer = places
        defer { places = outer }
        places[places.count - 1] = places[places.count - 1].appending(path)
        let within = places
        if ofEach { places.append(.root) }
        let steps = compile(operations)
        if steps == nil, !allowsValues(operations) { return nil }
        program.scopes.append(
            EditProgram.ScopeNote(places: within, operations: operations, step: step, named: named))
        return EditProgram.Scope(
            steps: steps.map { program.append($0) }, number: Int32(program.scopes.count - 1))
    }

    /// Leaves an operation on one value to values of that.
    private mutating func compileValue(of operation: JSONOperation) -> EditStep? {
        guard let (path, rules) = operation.onlyPlace else { return nil }
        var within = places
        within[within.count - 1] = within[within.count - 1].appending(path)
        program.scopes.append(
            EditProgram.ScopeNote(places: within, operations: [operation], step: step, named: named, value: path))
        return .inside(
            builder.path(path), EditProgram.Scope(steps: nil, number: Int32(program.scopes.count - 1)), rules)
    }

    /// Whether operations may be run on one value after another: they look at nothing else.
    private func allowsValues(_ operations: [JSONOperation]) -> Bool {
        places != [.root] && !operations.contains(where: \.readsDocument)
    }

    /// The number of what is said of a loss at a path.
    private mutating func note(_ reason: String, at path: JSONPointer, of body: some OperationBody) -> Int32 {
        var places = places
        places[places.count - 1] = places[places.count - 1].appending(path)
        program.losses.append(
            EditProgram.LossNote(places: places, reason: reason, operation: body.description, step: step))
        return Int32(program.losses.count - 1)
    }

    private mutating func compile(_ body: any OperationBody) -> EditStep? {
        switch body {
        case let rename as RenameOperation:
            return .rename(builder.path(rename.path), key: builder.key(rename.key), rename.rules)
        case let move as MoveOperation: return compile(move)
        case let copy as CopyOperation:
            guard copy.origin == .here, !copy.rules.makesParents, !copy.from.isRoot, !copy.to.isRoot else { return nil }
            return .copy(from: builder.path(copy.from), to: builder.path(copy.to), copy.rules)
        case let remove as RemoveOperation:
            guard let reason = remove.fixedLossReason, !remove.rules.makesParents else { return nil }
            let literal: Int32? =
                if case .constant(let value) = remove.restoredBy { builder.literal(value) } else { nil }
            return .remove(
                builder.path(remove.path), default: literal, loss: note(reason, at: remove.path, of: remove),
                remove.rules)
        case let add as AddOperation:
            if add.rules.makesParents { return nil }
            return .add(
                builder.path(add.path), literal: builder.literal(add.value), before: add.before.map { builder.key($0) },
                add.rules)
        case let set as SetOperation:
            return .set(
                builder.path(set.path), literal: builder.literal(set.value),
                old: builder.literal(set.old ?? set.value), loss: note(set.lossReason, at: set.path, of: set), set.rules
            )
        case let convert as ConvertOperation:
            return .convert(builder.path(convert.path), from: convert.from, to: convert.to, convert.rules)
        case let map as MapValuesOperation: return compile(map)
        case let date as ReformatDateOperation:
            program.dates.append(date.shared)
            return .reformatDate(
                builder.path(date.path), dates: Int32(program.dates.count - 1), date.rules)
        case let inside as InsideScope:
            guard let inner = compile(inside.operations, within: inside.path) else { return nil }
            return .inside(builder.path(inside.path), inner, inside.rules)
        case let each as EachScope:
            if marksRoot, each.path.isRoot, places == [.root] { return nil }
            guard let inner = compile(each.operations, within: each.path, ofEach: true) else { return nil }
            return .each(builder.path(each.path), inner, each.rules)
        case let everywhere as EverywhereScope: return compile(everywhere)
        case let scope as NamedScope:
            named.append((scope.label, scope.operations))
            defer { named.removeLast() }
            return compile(scope.operations).map { .all(program.append($0)) }
        case let when as WhenScope:
            // What the way back asks decides what is lost.
            guard when.reverseCondition == nil, let steps = compile(when.operations),
                let others = compile(when.otherwise),
                let condition = compile(when.condition)
            else { return nil }
            program.conditions.append(condition)
            return .when(
                condition: Int32(program.conditions.count - 1), program.append(steps),
                otherwise: program.append(others))
        default: return nil
        }
    }

    private mutating func compile(_ move: MoveOperation) -> EditStep? {
        guard !move.from.isRoot, !move.to.isRoot, !move.from.isWithin(move.to), !move.to.isWithin(move.from) else {
            return nil
        }
        return .move(
            from: builder.path(move.from), to: builder.path(move.to), keepsEmptyParents: move.keepsEmptyParents,
            move.rules)
    }

    /// Which objects these are, values find out, in one part of the document after another.
    private mutating func compile(_ everywhere: EverywhereScope) -> EditStep? {
        guard everywhere.exception == nil, !everywhere.readsDocument,
            !everywhere.operations.contains(where: \.readsDocument)
        else { return nil }
        let inner = EverywhereScope(
            path: .root, condition: everywhere.condition, exception: nil, reverseCondition: everywhere.reverseCondition,
            operations: everywhere.operations, rules: everywhere.rules)
        var within = places
        within[within.count - 1] = within[within.count - 1].appending(everywhere.path)
        program.scopes.append(
            EditProgram.ScopeNote(places: within, operations: [JSONOperation(inner)], step: step, named: named))
        return .everywhere(
            builder.path(everywhere.path), EditProgram.Scope(steps: nil, number: Int32(program.scopes.count - 1)),
            everywhere.rules)
    }

    private mutating func compile(_ map: MapValuesOperation) -> EditStep? {
        var pairs: [EditProgram.MappedValue] = []
        if map.sides.values.repeatsValues { return nil }
        for pair in map.table {
            pairs.append(
                EditProgram.MappedValue(
                    value: builder.literal(pair.value), replacement: builder.literal(pair.replacement),
                    loss: map.lossReason(of: pair).map { note($0, at: map.path, of: map) },
                    keptLoss: note(OperationContext.keptReason(map.shownWayBack(of: pair)), at: map.path, of: map)))
        }
        let fallback = map.fallback.map { fallback in
            EditProgram.Fallback(
                literal: builder.literal(fallback),
                loss: note(MapValuesOperation.lossReason(fallback: fallback), at: map.path, of: map))
        }
        program.pairs += pairs
        program.tables.append(map.sides)
        let end = Int32(program.pairs.count)
        return .mapValues(
            builder.path(map.path), pairs: end - Int32(pairs.count)..<end, table: Int32(program.tables.count - 1),
            fallback: fallback, map.rules)
    }

    private mutating func compile(_ condition: Condition) -> EditCondition? {
        switch condition {
        case .present(let path): return .present(builder.path(path))
        case .kind(let path, let kinds): return .kind(builder.path(path), kinds)
        case .oneOf(let path, let values) where values.count > ConditionValues.few:
            return .oneOfMany(builder.path(path), values)
        case .oneOf(let path, let values): return .oneOf(builder.path(path), values.map { builder.literal($0) })
        case .prefix(let path, let prefix): return .prefix(builder.path(path), Array(prefix.utf8))
        case .all(let conditions): return compile(conditions).map { .all($0) }
        case .any(let conditions): return compile(conditions).map { .any($0) }
        case .not(let condition): return compile(condition).map { .not($0) }
        case .test, .elsewhere: return nil
        }
    }

    private mutating func compile(_ conditions: [Condition]) -> [EditCondition]? {
        let compiled = conditions.compactMap { compile($0) }
        return compiled.count == conditions.count ? compiled : nil
    }
}
