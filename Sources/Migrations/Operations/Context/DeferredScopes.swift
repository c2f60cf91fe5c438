import VersionedCodec

/// Operations on the children of large containers that wait until these are written, or compared; see
/// `Arena+Deferring`.
final class DeferredScopes: DeferredChanges {
    /// From how many nodes of the index on a container is a large one.
    let threshold: Int

    /// How deep operations may wait within those that wait: writing and comparing them is a recursion. Deeper ones,
    /// which `everywhere` finds in a document of many levels, run at once.
    private static let deepest = 16

    /// The step that is running.
    var step = (name: "", from: "")

    /// How the records of deferred operations are handled.
    enum Recording {
        /// They are not needed.
        case drop
        /// The first one ends the run: a document that may lose something is judged before it is written.
        case stop
        /// They are kept as losses of the document, if a function says that they are; the first other one ends the run.
        case keepCertain((Loss) -> Bool)
        /// They are kept, in `there` and `back`.
        case keep
        /// They are kept, of operations that do not note what they do to values.
        ///
        /// - `triesWayBack`: Whether operations find out by themselves whether the way back restores what they change.
        case trace(triesWayBack: Bool)
    }

    /// Operations on each child, as they were to be run.
    private final class Work {
        let operations: [JSONOperation]
        var context: OperationContext
        /// Whether operations within these may wait as well.
        let mayDefer: Bool
        /// How many pieces of work it is within, and itself.
        let depth: Int
        let step: (name: String, from: String)
        let keepsKinds: Bool
        /// Whether it is of the way back.
        let isBack: Bool
        /// The outermost operation that it is of; `nil` while that is running.
        var operation: JSONOperation?
        /// The pieces of work that it is within, each with the number of its child.
        let outer: [Int]
        var number = 0
        /// Whether it would run on one child after another, from the first on, without waiting.
        var isInOrder = true
        /// The child that it is running on.
        var element = 0

        init(
            _ operations: [JSONOperation], _ context: OperationContext, _ step: (name: String, from: String),
            keepsKinds: Bool, mayDefer: Bool, depth: Int, isBack: Bool, outer: [Int]
        ) {
            self.outer = outer
            self.operations = operations
            self.context = context
            self.context.deferred = nil  // Otherwise each would hold the other.
            self.mayDefer = mayDefer
            self.depth = depth
            self.step = step
            self.keepsKinds = keepsKinds
            self.isBack = isBack
        }

        func copied(to scopes: DeferredScopes) -> Work {
            let copy = Work(
                operations, context.copied(to: scopes.memory), step, keepsKinds: keepsKinds, mayDefer: mayDefer,
                depth: depth, isBack: isBack, outer: outer)
            copy.operation = operation
            return copy
        }
    }

    private let memory: ArenaMemory
    private var recording: Recording
    private var works: [Work] = []
    /// Lists of numbers of works, each longer by one than an earlier one.
    private var lists: [[Int]] = []
    /// The first works that no operation is known of, and the one that is running.
    private var unnamed = 0
    private var running: Work?

    /// Whether these are the operations of a way back, after those of a way there.
    private var isBack = false

    /// Why an operation failed, and whether that was on the way back; where several do, it is the one that would have
    /// been first without waiting only if that is sought.
    private(set) var failure: (error: MigrationError, isBack: Bool)?
    /// Where that operation comes in the order without waiting.
    private var place: [Int] = []
    private let seeksFirstFailure: Bool
    /// Whether the failure that is first is not known, because operations fail that run in another order.
    private(set) var isOrderUnknown = false

    /// Whether an operation has recorded something.
    private(set) var hasRecords = false

    /// The losses of children that are certain, and those of the child whose shape is noted, with paths from there.
    private var losses = PackedLosses()
    private var ofChild: [Loss] = []
    /// How many tokens lead to that child.
    private var depthOfChild = 0

    /// The records of the operations on the way there, and on the way back.
    var (there, back) = (LossRecords(), LossRecords())

    /// - `seeksFirstFailure`: Whether operations go on after a failure, as far as they would have come before it
    ///   without waiting.
    init(_ memory: ArenaMemory, threshold: Int, recording: Recording, seeksFirstFailure: Bool = false) {
        self.seeksFirstFailure = seeksFirstFailure
        self.memory = memory
        self.threshold = threshold
        self.recording = recording
    }

    /// The same operations for a copy of the document in another arena; operations added there belong to the way back.
    func copied(to memory: ArenaMemory, recording: Recording) -> DeferredScopes {
        let copy = DeferredScopes(memory, threshold: threshold, recording: recording)
        copy.works = works.map { $0.copied(to: copy) }
        (copy.lists, copy.unnamed, copy.isBack) = (lists, works.count, true)
        return copy
    }

    /// Calls a function, and returns what operations have recorded since.
    func records(while body: () -> Bool) -> (there: [Loss], back: [Loss])? {
        (there, back) = (LossRecords(), LossRecords())
        return body() ? (there.losses, back.losses) : nil
    }

    /// The records of the operations so far; those of later ones are not needed.
    func takeRecords() -> LossRecords {
        defer { (there, recording) = (LossRecords(), .drop) }
        return there
    }

    /// The certain losses of the children that have been written.
    func takeLosses() -> PackedLosses {
        defer { losses = PackedLosses() }
        return losses
    }

    /// Takes over the failure of the same operations in a copy of the document.
    func fail(as copy: DeferredScopes) { failure = copy.failure }

    // MARK: Deferring

    /// A list with one more piece of work.
    func add(
        _ operations: [JSONOperation], _ context: OperationContext, keepsKinds: Bool, isInOrder: Bool,
        to list: UInt32?
    ) -> UInt32 {
        let number = add(operations, context, keepsKinds: keepsKinds)
        works[number].isInOrder = isInOrder
        return longer(list, by: number)
    }

    /// Adds a piece of work; returns its number.
    func add(_ operations: [JSONOperation], _ context: OperationContext, keepsKinds: Bool) -> Int {
        let depth = (running?.depth ?? 0) + 1
        let work = Work(
            operations, context, running?.step ?? step, keepsKinds: keepsKinds,
            mayDefer: context.deferred != nil && depth < Self.deepest, depth: depth, isBack: running?.isBack ?? isBack,
            outer: seeksFirstFailure ? running.map { $0.outer + [$0.number, $0.element] } ?? [] : [])
        work.number = works.count
        work.operation = running?.operation
        works.append(work)
        return works.count - 1
    }

    /// A list that is longer than another one by one piece of work.
    func longer(_ list: UInt32?, by work: Int) -> UInt32 {
        lists.append((list.map { lists[Int($0)] } ?? []) + [work])
        return UInt32(truncatingIfNeeded: lists.count - 1)
    }

    /// Names the outermost operation of what was added since the last one.
    func name(_ operation: JSONOperation) {
        for work in works[unnamed...] where work.operation == nil { work.operation = operation }
        unnamed = works.count
    }

    func keepKinds(_ list: UInt32) -> Bool { lists[Int(list)].allSatisfy { works[$0].keepsKinds } }

    // MARK: Running

    func make(_ list: UInt32, on child: NodeID, _ element: Int) -> Bool {
        if case .keepCertain = recording { beginChild(list, child) }
        return make(list, on: child, element) { _, _ in }
    }

    /// Makes the changes of a list to a child, and calls a function after those of each operation of a step.
    func make(
        _ list: UInt32, on child: NodeID, _ element: Int, observer: (_ step: String, _ operation: JSONOperation) -> Void
    ) -> Bool {
        for number in lists[Int(list)] {
            let work = works[number]
            if seeksFirstFailure {
                if failure == nil || (work.outer + [number, element]).lexicographicallyPrecedes(place) {
                    run(work, on: child, element)
                }
                continue
            }
            if failure == nil { run(work, on: child, element) }
            if failure != nil || stopsAtRecords && hasRecords { return false }
            if let operation = work.operation { observer(work.step.name, operation) }
        }
        return true
    }

    private func run(_ work: Work, on child: NodeID, _ element: Int) {
        let outer = running
        running = work
        work.element = element
        defer { running = outer }
        work.context.enter(memory.arena.isObject(memory.arena.parent(of: child)) ? .member(child) : .element(element))
        work.context.deferred = work.mayDefer ? self : nil
        work.context.earlierIDs = there.fates.ids
        switch recording {
        case .drop: (work.context.recordsLosses, work.context.triesWayBack) = (false, false)
        case .trace(let triesWayBack):
            (work.context.triesWayBack, work.context.followsValues) = (triesWayBack, false)
        case .stop, .keep, .keepCertain: break
        }
        defer { work.context.deferred = nil }
        do {
            try work.context.run(work.operations, at: child)
        } catch {
            var error = error
            error.step = error.step ?? work.step.name
            (failure, place) = ((error, work.isBack), work.outer + [work.number, element])
            if !work.isInOrder { isOrderUnknown = true }
        }
        work.context.leave()
        take(&work.context, work)
    }

    private func take(_ context: inout OperationContext, _ work: Work) {
        if context.losses.isEmpty, context.anyOrders.isEmpty, context.fates.isEmpty, !context.isInDoubt { return }
        if case .keepCertain(let isCertain) = recording, !context.isInDoubt, context.losses.allSatisfy(isCertain) {
            return add(&context, of: work.step)
        }
        if context.isInDoubt || !context.losses.isEmpty { hasRecords = true }
        switch recording {
        case .drop, .stop, .keepCertain: break
        case .keep, .trace:
            var records = LossRecords()
            (records.anyOrders, records.fates) = (context.anyOrders, context.fates)
            records.add(context.losses, of: work.step)
            if work.isBack { back.add(records) } else { there.add(records) }
        }
        context.forgetRecords()
    }

    private var stopsAtRecords: Bool {
        switch recording {
        case .stop, .keepCertain: true
        case .drop, .keep, .trace: false
        }
    }

    // MARK: Certain losses

    /// Adds what is lost of a child.
    private func add(_ context: inout OperationContext, of step: (name: String, from: String)) {
        var records = LossRecords()
        records.add(context.takeLosses(), of: step)
        context.forgetRecords()
        for loss in records.losses {
            losses.append(loss)
            if memory.arena.recordedSource == nil { continue }
            ofChild.append(loss)
            ofChild[ofChild.count - 1].path = JSONPointer(Array(loss.path.tokens.dropFirst(depthOfChild)))
        }
    }

    /// Begins a child; what others in it lose is a part of what it loses.
    private func beginChild(_ list: UInt32, _ child: NodeID) {
        guard memory.arena.recordedSource == memory.arena.source(of: child), let work = lists[Int(list)].first else {
            return
        }
        (ofChild, depthOfChild) = ([], works[work].context.path.tokens.count + 1)
    }

    var notes: (facts: AnyObject, offsets: [Int])? {
        guard case .keepCertain = recording, !ofChild.isEmpty else { return nil }
        return (ChildLosses(ofChild.map { losses.kind(of: $0) }), ofChild.compactMap(\.value.sourceOffset))
    }

    func takeRepeated(_ list: UInt32, _ source: UInt32, _ element: Int, _ shapes: borrowing ShapeCache) {
        guard let known = shapes.notes as? ChildLosses, let work = lists[Int(list)].first else { return }
        let place = works[work].context.path.appending(memory.arena.token(of: source, element))
        shapes.forEachNotedValue { number, value in losses.append(known.kinds[number], below: place, value.value) }
    }
}
