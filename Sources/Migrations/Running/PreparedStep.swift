import VersionedCodec

/// A step of a path with what can be known of it before there is a document, and what it remembers from one document
/// to the next.
final class PreparedStep {
    let step: MigrationPath.Step
    let name: String
    private let operations: [JSONOperation]

    /// Whether operations may be deferred: none of them makes values, which needs the whole document.
    private let mayDefer: Bool
    private let environment: MigrationEnvironment
    private let absentPlaces: AbsentPlaces?
    /// The places that name the version before the step, and those of them that do not name it after the step.
    private let marksBefore: [MigrationPlan.VersionMark]
    private let left: [JSONPointer]
    /// The places that name other versions, where a document may name this one, too.
    private let others: [JSONPointer]
    private let location: VersionLocation?
    private let labels: [String]
    /// The places that name the version after the step, and had another meaning before it.
    private let taken: [JSONPointer]
    /// The values that name the version after the step: as the plan writes it, and as a string.
    private let marks: [MigrationPlan.VersionMark]
    private let marksAsString: [MigrationPlan.VersionMark]
    /// The memory of the last document, and a context for it.
    private var memory: ArenaMemory
    private var context: OperationContext

    /// - `memory`: The memory of the documents that come first.
    init(
        _ plan: MigrationPlan, _ step: MigrationPath.Step, _ given: MigrationEnvironment, in memory: ArenaMemory
    ) {
        self.memory = memory
        self.step = step
        name = step.name
        environment = plan.environment(of: step, given)
        absentPlaces = AbsentPlaces(plan, step)
        context = OperationContext(environment, in: memory)
        operations = step.operations
        marksBefore = plan.marks(of: step.from)
        (left, taken) = (plan.placesLeft(by: step), plan.placesTaken(by: step))
        marks = plan.marks(of: step.to)
        others = plan.otherPlaces(than: (marksBefore + marks).map(\.pointer))
        (location, labels) = (plan.location, plan.labels)
        marksAsString = marks.map { ($0.pointer, .string(step.to)) }
        mayDefer = !step.isNormalizing && !operations.contains { $0.makesValues || $0.removesMadeValues }
    }

    /// Whether the memory of the last document is small enough to be kept for the next one.
    var isSmall: Bool { memory.isSmall }

    /// How a step runs on one document.
    struct Manner {
        /// Whether the document names its version as a string, where the plan leaves that to each document.
        var saysVersionAsString = false
        /// The version that the document has come from, if it goes back there: what that way could not make may be
        /// absent.
        var origin: String?
        /// Whether operations find out by themselves whether the way back restores what they change.
        var triesWayBack = true
        /// Whether operations note what is lost.
        var recordsLosses = true
        /// Whether operations note what they do to values, because there is no way back.
        var followsValues = false
        var deferred: DeferredScopes?
        /// Called after each operation, with its description; and with `nil` before the first one, when what names the
        /// version before the step has been removed.
        var observer: ((String?) -> Void)?
        /// Is called before each operation, those within others too.
        var reached: ((JSONOperation) -> Void)?
        /// Called after each operation, including nested ones.
        var left: (() -> Void)?
    }

    /// Runs the operations of the step on the document in an arena; an error does not name the step yet.
    ///
    /// - `given`: The document, where it is within another one.
    func run(
        in memory: ArenaMemory, _ manner: Manner, _ records: inout LossRecords, at given: NodeID? = nil
    ) throws(MigrationError) {
        let arena = memory.arena
        let root = given ?? arena.root
        if records.start == nil { records.start = step.from }
        begin(in: memory, manner, from: records.start ?? step.from)
        if !records.fates.isEmpty { context.earlierIDs = records.fates.ids }
        environment.beginBridges(of: name)
        defer {
            (context.deferred, context.observer, context.reached, context.left) = (nil, nil, nil, nil)
            memory.arena.scratch = .none  // The step is at its end.
        }
        // A part of a document names its version only if it named one before. A result of one is judged as a whole.
        let isMarked =
            !environment.isPartial || environment.isJudged
            || marksBefore.contains { !arena.find($0.pointer, from: root).isNone }
        if isMarked, isNamedOtherwise(root, arena, asString: manner.saysVersionAsString) { records.isInDoubt = true }
        if isMarked, !step.isNormalizing, removeOtherMarks(in: root, arena) { records.isInDoubt = true }
        // What operations declare of their way back is true if a path leads to one member.
        if !records.isInDoubt, arena.repeatsKeys { records.isInDoubt = true }
        for place in left { context.remove(at: place, in: root) }
        manner.observer?(nil)
        try context.run(operations, at: root)
        // Normalizing a document has no way back.
        if context.isInDoubt || step.isNormalizing && !arena.isUnchanged { records.isInDoubt = true }
        if isMarked {
            if clearTaken(in: root, arena) { records.isInDoubt = true }
            // Operations of the way back may find an object that is there only for what names the version.
            if marks.contains(where: { $0.pointer.tokens.count > 1 && arena.find($0.pointer.parent, from: root).isNone }
            ) {
                records.isInDoubt = true
            }
            try MigrationPlan.mark(arena, manner.saysVersionAsString ? marksAsString : marks, at: given)
        }
        context.addRecords(to: &records, of: (name, step.from))
    }

    /// Whether the document names another version, or this one in another way, which the version after it overwrites.
    private func isNamedOtherwise(_ root: NodeID, _ arena: Arena, asString: Bool) -> Bool {
        marksBefore.contains { mark in
            let named = arena.find(mark.pointer, from: root)
            if named.isNone || arena.isSame(named, as: mark.value) { return false }
            return !asString || !arena.isSame(named, as: .string(step.from))
        }
    }

    /// Removes what names the version of the document in the place of another version; whether there was anything.
    private func removeOtherMarks(in root: NodeID, _ arena: Arena) -> Bool {
        guard let location, !others.isEmpty else { return false }
        var hasRemoved = false
        func known(_ value: JSONValue?, minor: JSONValue?) -> String? {
            value.flatMap { location.label(of: $0, minor: minor) }.flatMap { location.known($0, in: labels) }
        }
        let minor = location.minor.flatMap { arena.value(at: $0, from: root) }
        for place in others {
            guard let value = arena.value(at: place, from: root) else { continue }
            // A second number belongs to the first one, and may do so after the step.
            let isMinor = place == location.minor
            let first = isMinor ? arena.value(at: location.pointer, from: root) : value
            let next = isMinor ? marks.first { $0.pointer == location.pointer }?.value : nil
            guard known(first, minor: minor) == step.from, known(next, minor: minor) != step.to else { continue }
            hasRemoved = true
            context.remove(at: place, in: root)
        }
        return hasRemoved
    }

    /// Gives up what is in the places of the new version, which nothing there comes from; whether there was anything.
    private func clearTaken(in root: NodeID, _ arena: Arena) -> Bool {
        var hasCleared = false
        for place in taken {
            let node = arena.find(place, from: root)
            if node.isNone { continue }
            arena.set(node, to: .null)
            hasCleared = true
        }
        return hasCleared
    }

    /// Makes the context one for the document in an arena.
    ///
    /// - `start`: The version in which the way has begun.
    private func begin(in memory: ArenaMemory, _ manner: Manner, from start: String) {
        if memory === self.memory {
            context.begin()
        } else {
            (self.memory, context) = (memory, OperationContext(environment, in: memory))
        }
        context.triesWayBack = manner.triesWayBack
        context.recordsLosses = manner.recordsLosses
        context.followsValues = manner.followsValues
        context.absenceReason = absenceReason(manner, from: start)
        context.deferred = mayDefer ? manner.deferred : nil
        manner.deferred?.step = (name, step.from)
        context.reached = manner.reached
        context.left = manner.left
        context.observer = manner.observer.map { observer in { observer($0.description) } }
    }
}

extension PreparedStep {
    private func absenceReason(
        _ manner: Manner, from start: String
    ) -> ((JSONPointer, Reversal.ID?, OperationRun?) -> AbsenceReason?)? {
        let origin = manner.origin
        guard let absentPlaces, absentPlaces.hasReversals || origin != nil else { return nil }
        return { path, reversal, operation in
            if let reversal { return absentPlaces.absenceReason(path, reversal, from: start) }
            guard let origin, let operation else { return nil }
            return absentPlaces.absenceReason(path, operation, from: start, cameFrom: origin)
        }
    }
}

extension OperationContext {
    /// Adds what a step has recorded, and forgets it.
    fileprivate mutating func addRecords(to records: inout LossRecords, of step: (name: String, from: String)) {
        if !anyOrders.isEmpty { records.anyOrders += anyOrders }
        if !fates.isEmpty { records.fates.add(fates) }
        if !losses.isEmpty { records.add(takeLosses(), of: step) }
    }
}

extension LossRecords {
    /// Adds losses, marked with their step.
    mutating func add(_ new: [Loss], of step: MigrationPath.Step) { add(new, of: (step.name, step.from)) }
}
