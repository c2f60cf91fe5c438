import VersionedCodec

/// Runs compiled operations on a document that is being edited.
///
/// It does what every document that fits a plan needs. Whatever is unexpected, is an error, or takes more than a look at bytes and no values
/// of a part is an `EditLimit`: the caller then does the whole document over with values, which have the words for it.
struct EditExecution {
    let program: EditProgram
    let failsOnLosses: Bool
    /// Facts from outside, for what is done by values.
    var facts: JSONValue?
    /// From so many bytes on, the work of a container is put off until it is written.
    var putOffFrom = Int.max
    /// Whether that has been done with work that could have been done at once.
    private(set) var hasPutOff = false
    var losses = EditLosses()
    /// The child that each scope around the running step is at.
    var children: [Child] = []
    var works: [Work] = []
    var levels: [Level] = []
    /// The contexts of the scopes that are run by values.
    var contexts: [Int32: OperationContext] = [:]
    /// The arena of those, once there is one.
    var memory: ArenaMemory?

    struct Child {
        let place: EditPlace
        let index: Int
        /// Its key or index, where that may not be asked for later.
        var token: String?
    }

    init(_ plan: PlanEdits, options: MigrationOptions) {
        program = plan.program
        failsOnLosses = options.losses == .fail
        facts = options.context
    }

    /// Forgets the last document.
    mutating func begin() {
        hasPutOff = false
        losses.removeAll()
        if !works.isEmpty { works.removeAll() }
        if !levels.isEmpty { levels.removeAll() }
        if !contexts.isEmpty { contexts.removeAll() }
    }

    // MARK: Losing

    /// Records the loss of a value.
    mutating func lose(_ place: EditPlace, _ number: Int32, _ edits: inout IndexEdits) throws(EditLimit) {
        let note = program.losses[Int(number)]
        if failsOnLosses { throw EditLimit() }
        let path = path(note.places, edits)
        var loss = Loss(path: path, value: try edits.lost(place), reason: note.reason, group: note.reason)
        (loss.operation, loss.step) = (note.operation, note.step)
        losses.append(loss)
    }

    /// The path that leads to the last of some places; see `EditProgram.LossNote`.
    func path(_ places: [JSONPointer], _ edits: borrowing IndexEdits) -> JSONPointer {
        var path = places[0]
        for (place, child) in zip(places.dropFirst(), children) {
            path = path.appending(token(of: child, edits)).appending(place)
        }
        return path
    }

    func token(of child: Child, _ edits: borrowing IndexEdits) -> String {
        child.token ?? edits.key(of: child.place) ?? String(child.index)
    }

    // MARK: Steps

    /// Runs what leads from a version on the document that the edits have begun.
    mutating func run(_ way: VersionWay, _ edits: inout IndexEdits) throws(EditLimit) {
        edits.leave(to: 0)
        children.removeAll(keepingCapacity: true)
        for parts in [way.normalizing, way.rest] where !parts.isEmpty {
            try run(Int32(parts.lowerBound)..<Int32(parts.upperBound), at: edits.root, &edits)
        }
    }

    mutating func run(_ steps: Range<Int32>, at scope: EditPlace, _ edits: inout IndexEdits) throws(EditLimit) {
        for index in steps {
            let depth = edits.trailCount
            try run(program.steps[Int(index)], at: scope, &edits)
            edits.leave(to: depth)
        }
    }

    private mutating func run(
        _ step: EditStep, at scope: EditPlace, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        switch step {
        case .rename(let path, let key, let rules): try rename(path, to: key, rules, scope, &edits)
        case .move(let from, let to, let keepsEmptyParents, let rules):
            try move(from, to, keepsEmptyParents: keepsEmptyParents, rules, scope, &edits)
        case .copy(let from, let to, let rules): try copy(from, to, rules, scope, &edits)
        case .remove(let path, let literal, let loss, let rules):
            guard let place = try find(path, rules, scope, &edits) else { return }
            if try !isSame(place, as: literal, &edits) { try lose(place, loss, &edits) }
            try remove(place, &edits)
        case .unmark(let path):
            let place = edits.find(path, from: scope)
            if place == .absent { return }
            try remove(place, &edits)
        case .mark(let path, let literal): try mark(path, literal, scope, &edits)
        case .add(let path, let literal, let before, let rules): try add(path, literal, before, rules, scope, &edits)
        case .set(let path, let literal, let old, let loss, let rules):
            guard let place = try find(path, rules, scope, &edits) else { return }
            if try !isSame(place, as: old, &edits) { try lose(place, loss, &edits) }
            try edits.replace(place, by: literal)
            edits.touch()
        case .convert(let path, let from, let to, let rules):
            guard let place = try find(path, rules, scope, &edits) else { return }
            try convert(place, from, to, &edits)
        case .mapValues(let path, let pairs, let table, let fallback, let rules):
            guard let place = try find(path, rules, scope, &edits) else { return }
            try map(place, pairs, Int(table), fallback, rules, &edits)
        case .reformatDate(let path, let dates, let rules):
            guard let place = try find(path, rules, scope, &edits) else { return }
            try reformat(place, Int(dates), &edits)
        case .inside(let path, let inner, let rules):
            guard let place = try find(path, rules, scope, &edits) else { return }
            try inside(place, inner, of: scope, &edits)
        case .each(let path, let inner, let rules):
            guard let place = try find(path, rules, scope, &edits) else { return }
            try each(of: place, inner, &edits)
        case .everywhere(let path, let inner, let rules):
            guard let place = try find(path, rules, scope, &edits) else { return }
            let note = program.scopes[Int(inner.number)]
            try everywhere(in: place, self.path(note.places, edits), inner, &edits)
        case .all(let steps): try run(steps, at: scope, &edits)
        case .when(let condition, let steps, let others):
            try run(try holds(program.conditions[Int(condition)], scope, &edits) ? steps : others, at: scope, &edits)
        }
    }

    private mutating func inside(
        _ place: EditPlace, _ inner: EditProgram.Scope, of scope: EditPlace, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        if let steps = inner.steps, edits.work(of: place) == nil { return try run(steps, at: place, &edits) }
        guard let around = edits.original(scope) else { throw EditLimit() }
        try putOff(inner, of: place, isOfChildren: false, around: around, &edits)
    }

    private mutating func each(
        of place: EditPlace, _ inner: EditProgram.Scope, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        guard edits.isContainer(place) else { throw EditLimit() }
        let isLarge = edits.size(of: place) >= putOffFrom && !edits.isChangedWithin(place)
        guard let steps = inner.steps, edits.work(of: place) == nil, !isLarge else {
            if isLarge { hasPutOff = true }
            return try putOff(inner, of: place, isOfChildren: true, &edits)
        }
        edits.enter(place)
        var walk = try edits.children(of: place)
        var index = 0
        while let child = edits.next(&walk) {
            children.append(Child(place: child, index: index))
            try run(steps, at: child, &edits)
            children.removeLast()
            index += 1
        }
    }
}
