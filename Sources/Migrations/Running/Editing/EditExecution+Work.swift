import VersionedCodec

/// Work that is put off until its container is written: that of large containers, one child at a time, and what only values can do.
extension EditExecution: PutOffWork {
    /// What is to be done to a value, or to each of its children.
    struct Work {
        let isOfChildren: Bool
        /// The children that the scopes around were at.
        let children: [Child]
        /// The path of the value.
        let path: JSONPointer
        var lists: [List] = []
        /// Whether one of the lists takes values; then all do.
        var isByValues = false
    }

    /// One list of operations, and where its losses belong among those of the document.
    struct List {
        let inner: EditProgram.Scope
        let bucket: Int32
        /// The value that the operations stand in.
        let around: UInt32
    }

    /// How much there was before a piece of work.
    struct Level {
        let works: Int
        let buckets: Int
    }

    /// Puts off what is done everywhere in a value: to the elements of an array one by one, and to an object that stays as it is member by
    /// member, as no more than the conditions that hold in them decides what becomes of them.
    mutating func everywhere(
        in place: EditPlace, _ path: JSONPointer, _ inner: EditProgram.Scope, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        switch edits.kind(of: place) {
        case .array: try putOff(inner, of: place, isOfChildren: true, at: path, &edits)
        case .object:
            guard edits.work(of: place) == nil, !edits.isChangedWithin(place) else { throw EditLimit() }
            if edits.size(of: place) < Self.small, !path.isRoot {
                return try putOff(inner, of: place, isOfChildren: false, at: path, &edits)
            }
            guard try !holds(inner, edits.value(of: place)) else { throw EditLimit() }
            edits.enter(place)
            let depth = edits.trailCount
            var walk = try edits.children(of: place)
            while let child = edits.next(&walk) {
                guard edits.isContainer(child), let key = edits.key(of: child) else { continue }
                try everywhere(in: child, path.appending(key), inner, &edits)
                edits.leave(to: depth)
            }
        case nil: throw EditLimit()
        default: return
        }
    }

    /// From so many bytes on, an object is gone into.
    private static let small = 1 << 16

    /// Whether an object is one of those that the operations of an `everywhere` are for.
    private func holds(_ inner: EditProgram.Scope, _ value: JSONValue?) throws(EditLimit) -> Bool {
        let note = program.scopes[Int(inner.number)]
        guard let value, let everywhere = note.operations.first?.body as? EverywhereScope else { throw EditLimit() }
        do throws(MigrationError) {
            return try everywhere.condition.holds(for: value, context: facts)
        } catch {
            throw EditLimit()
        }
    }

    /// Puts off the operations of a scope. What lies in the value must be as it was read.
    mutating func putOff(
        _ inner: EditProgram.Scope, of place: EditPlace, isOfChildren: Bool, at known: JSONPointer? = nil,
        around: UInt32 = 0, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        let number: Int
        if let work = edits.work(of: place) {
            guard work.isOfChildren == isOfChildren else { throw EditLimit() }
            number = Int(work.number)
        } else {
            guard !edits.isChangedWithin(place) else { throw EditLimit() }
            number = works.count
            let note = program.scopes[Int(inner.number)]
            let fixed = children.map { Child(place: $0.place, index: $0.index, token: token(of: $0, edits)) }
            let path = known ?? path(note.places, edits)
            works.append(Work(isOfChildren: isOfChildren, children: fixed, path: path))
            try edits.putOff(Int32(truncatingIfNeeded: number), of: place, isOfChildren: isOfChildren)
        }
        works[number].lists.append(List(inner: inner, bucket: losses.open(), around: around))
        if inner.steps == nil { works[number].isByValues = true }
    }

    mutating func perform(
        _ work: Int32, on node: UInt32, at index: Int, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        let work = works[Int(work)]
        levels.append(Level(works: works.count, buckets: losses.count))
        for list in work.lists { losses.mark(list.bucket) }
        let child = Child(place: .node(node), index: index)
        if work.isByValues {
            try performByValues(work, on: node, child, &edits)
        } else {
            for list in work.lists {
                guard let steps = list.inner.steps else { throw EditLimit() }
                losses.current = list.bucket
                children.removeAll(keepingCapacity: true)
                children += work.children
                children.append(child)
                edits.leave(to: 0)
                try run(steps, at: .node(node), &edits)
            }
        }
        edits.leave(to: 0)
    }

    private mutating func arenaMemory() -> ArenaMemory {
        if let memory { return memory }
        let new = ArenaMemory(nodes: 64)
        memory = new
        return new
    }

    mutating func finish(_ work: Int32) {
        guard let level = levels.popLast() else { return }
        if works.count > level.works { works.removeLast(works.count - level.works) }
        losses.dropEmpty(from: level.buckets, of: works[Int(work)].lists.lazy.map(\.bucket))
    }

    private mutating func performByValues(
        _ work: Work, on node: UInt32, _ child: Child, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        var value = edits.value(of: node)
        let path = work.isOfChildren ? work.path.appending(token(of: child, edits)) : work.path
        for list in work.lists {
            let note = program.scopes[Int(list.inner.number)]
            var context = contexts.removeValue(forKey: list.inner.number) ?? note.context(facts, in: arenaMemory())
            do throws(MigrationError) {
                if let inner = note.value {
                    let around = edits.value(of: list.around)
                    try context.run(note.operations, onValueAt: inner, &value, at: path, around)
                } else {
                    try context.within(path) { (context: inout OperationContext) throws(MigrationError) in
                        try context.run(note.operations, on: &value)
                    }
                }
            } catch {
                // The values of the whole document meet the error again, and say where.
                throw EditLimit()
            }
            if !context.losses.isEmpty {
                if failsOnLosses { throw EditLimit() }
                losses.current = list.bucket
                for loss in context.losses { losses.append(loss.detached(step: note.step)) }
            }
            context.forget(behind: (0, 0))
            contexts[list.inner.number] = context
        }
        edits.replace(node, byMade: value)
    }
}

extension EditProgram.ScopeNote {
    fileprivate func context(_ facts: JSONValue?, in memory: ArenaMemory) -> OperationContext {
        var context = OperationContext(Surroundings(facts: facts), in: memory)
        for (name, operations) in named { context.named.enter(name, operations) }
        return context
    }
}

extension OperationContext {
    /// Applies operations that look at nothing but the value at a place of another.
    ///
    /// - `path`: The path of the value from the root.
    /// - `around`: The other value, which gives no more than its place.
    fileprivate mutating func run(
        _ operations: [JSONOperation], onValueAt place: JSONPointer, _ value: inout JSONValue, at path: JSONPointer,
        _ around: JSONValue
    ) throws(MigrationError) {
        var scope = value
        for token in place.tokens.reversed() { scope = .object([token: scope]) }
        scope = scope.comingFrom(around)
        let outer = JSONPointer(Array(path.tokens.dropLast(place.tokens.count)))
        try within(outer) { (context: inout OperationContext) throws(MigrationError) in
            try context.run(operations, on: &scope)
        }
        value = scope[at: place] ?? .null
    }
}

extension Loss {
    /// The loss of a step, with a value that needs no document.
    fileprivate func detached(step: String) -> Loss {
        var loss = self
        loss.value = value.detached
        loss.step = step
        return loss
    }
}
