import VersionedCodec

/// The context of a running step: its place in the document, and the losses so far.
struct OperationContext {
    /// The document that operations change.
    let arena: Arena
    private let memory: ArenaMemory

    /// The way from the root to the value that operations are applied to.
    private(set) var steps: [PathStep] = []

    /// The losses so far, in the order in which they came.
    private(set) var losses: [Loss] = []

    /// The offsets of arrays that lost an order which the plan declares to be irrelevant.
    private(set) var anyOrders: [Int] = []

    /// What operations have done to values that the values do not show.
    var fates = ValueFates()

    /// The members whose keys were values before an earlier step, each with that value.
    var earlierIDs: [Int: Int] = [:]

    /// Whether an operation left something as it is that its way back may change.
    private(set) var isInDoubt = false

    /// Why a value may be absent, regardless of the rule: the place, what the operation that is running leads back
    /// over, and which one that is. `nil` if nothing may.
    var absenceReason: ((JSONPointer, Reversal.ID?, OperationRun?) -> AbsenceReason?)?

    /// What the operation that is running leads back over.
    private var reversal: Reversal.ID?

    /// The operation that is running.
    private var running: ObjectIdentifier?

    /// Whether the operation that is running, or one around it, has one direction.
    private var isReverseOfNone = false

    /// Whether the operation that is running leads back over one that worked on a scratch value, which may be absent.
    /// Values within it do not count.
    var skipsAbsentScratch = false

    /// The place of a value that was taken away for a look at what is made in its place.
    var takenAway: JSONPointer?

    /// Whether operations compare what they make with what the way back makes of it. Where the document is judged
    /// anyway, or nobody asks for losses, that is a waste.
    var triesWayBack = true

    /// Whether losses are noted. Where they are known, or nobody asks for them, that is a waste; and a look at a lost
    /// value would decide about its shape.
    var recordsLosses = true

    /// Whether operations note what they do to values (`fates`). Only a way that has no way back needs it.
    var followsValues = false

    /// Called after each of the outermost operations.
    var observer: ((JSONOperation) -> Void)?

    /// Is called before each operation, those within others too.
    var reached: ((JSONOperation) -> Void)?

    /// Called after each operation, including nested ones, whether it fails or not.
    var left: (() -> Void)?

    /// The facts from outside of the document, and those of them that operations ask for often: to take one out of the
    /// others copies them all.
    let environment: MigrationEnvironment
    let isPartial: Bool
    /// Whether objects may have more members than they show.
    let mayLackMembers: Bool
    /// Whether the root may have a member that names the version.
    let hasVersionKeys: Bool

    /// The whole document as it was before the outermost operation that is running, where one of its parts looks at
    /// it.
    var document: SeenDocument?

    /// The scratch values as they were when the operations left the root of the document, where the operation that is
    /// running changes what it looks at.
    var scratchSeen: JSONValue?

    /// The values that the step makes.
    var generated = GeneratedTexts()

    /// The operations that may apply themselves again.
    var named = NamedOperations()

    /// The tables that have been looked into, for as long as the document is the same.
    var lookups = LookupCache()

    var depth = 0

    /// Whether a value within the document counts as the whole one: its operations are not the outermost ones.
    private var isInnerDocument = false

    /// Defers operations on the children of large containers until these are written, if they may be deferred.
    var deferred: DeferredScopes?

    /// A context for a step on a document in an arena.
    init(_ environment: MigrationEnvironment = MigrationEnvironment(), in memory: ArenaMemory) {
        self.environment = environment
        isPartial = environment.isPartial
        mayLackMembers = environment.isPartial && !environment.isJudged
        hasVersionKeys = !environment.versionKeys.isEmpty
        self.memory = memory
        arena = memory.arena
    }

    /// Forgets the last document of the arena; the step begins with another one.
    mutating func begin() {
        if !steps.isEmpty { steps.removeAll(keepingCapacity: true) }
        if !losses.isEmpty { losses.removeAll(keepingCapacity: true) }
        if !anyOrders.isEmpty { anyOrders.removeAll(keepingCapacity: true) }
        isInDoubt = false
        if !fates.isEmpty { fates = ValueFates() }
        if !earlierIDs.isEmpty { earlierIDs = [:] }
        if generated.isPrepared { generated = GeneratedTexts() }
        if !lookups.isEmpty { lookups = LookupCache() }
        document = nil
        scratchSeen = nil
        named = NamedOperations()
        depth = 0
    }

    /// A context for a look at what the way back would make.
    @inline(never)
    var scratch: OperationContext {
        var scratch = OperationContext(environment, in: memory)
        scratch.steps = steps
        scratch.document = document
        scratch.scratchSeen = scratchSeen
        scratch.lookups = lookups
        scratch.named = named
        scratch.depth = 1
        return scratch
    }

    /// The context for the same place of the same document in another arena.
    func copied(to memory: ArenaMemory) -> OperationContext {
        var copy = OperationContext(environment, in: memory)
        copy.steps = steps
        (copy.absenceReason, copy.reversal, copy.running) = (absenceReason, reversal, running)
        copy.isReverseOfNone = isReverseOfNone
        copy.triesWayBack = triesWayBack
        copy.recordsLosses = recordsLosses
        copy.followsValues = followsValues
        copy.skipsAbsentScratch = skipsAbsentScratch
        copy.document = document
        copy.scratchSeen = scratchSeen
        copy.named = named
        copy.depth = depth
        copy.isInnerDocument = isInnerDocument
        return copy
    }

    /// A context for a dry run of a step on the whole value.
    func look() -> OperationContext {
        OperationContext(environment, in: memory)
    }

    /// Why nothing may be at a place, where the way there decides about that.
    @inline(never)
    func absence(of pointer: JSONPointer) -> AbsenceReason? {
        guard let absenceReason, !isReverseOfNone else { return nil }
        return absenceReason(path.appending(pointer), reversal, running.map { OperationRun($0, named.level) })
    }

    // MARK: Running

    /// Applies operations, one after the other, to a value of the document.
    mutating func run(_ operations: [JSONOperation], at scope: NodeID) throws(MigrationError) {
        if depth == 0, !generated.isPrepared, operations.contains(where: { $0.makesValues || $0.removesMadeValues }) {
            return try runGenerating(operations, at: scope)
        }
        depth += 1
        defer { depth -= 1 }
        for operation in operations {
            let facts = operation.facts
            if !facts.runs { continue }
            let lossesBefore = losses.count
            let outer = (reversal, running, isReverseOfNone, skipsAbsentScratch)
            if facts.isOfOneDirection { isReverseOfNone = true }
            reversal = facts.reversal ?? reversal
            running = operation.identity
            skipsAbsentScratch = facts.skipsAbsentScratch
            defer { (reversal, running, isReverseOfNone, skipsAbsentScratch) = outer }
            if depth == 1 { document = facts.readsDocument ? see(scope, before: operation) : nil }
            if facts.readsDocument, case .copy = document, !arena.scratch.isNone { seeScratch() }
            reached?(operation)
            defer { left?() }
            do {
                try operation.run(on: scope, in: &self)
                if Self.mayBeTooLarge(arena) { try checkSize() }
            } catch {
                var error = error
                if error.operation == nil { error.operation = operation.description }
                locate(&error, from: scope)
                throw error
            }
            if losses.count > lossesBefore { name(operation, scope, from: lossesBefore) }
            // A value that moves to or from scratch values is gone at the end unless something is made of it.
            if facts.usesScratch == .withDocument { doubt() }
            if depth == 1, facts.readsItsOwnWork { doubt() }
            if depth == 1, !isInnerDocument {
                observer?(operation)
                if let deferred { deferred.name(operation) }
            }
        }
    }

    private mutating func name(_ operation: JSONOperation, _ scope: NodeID, from count: Int) {
        for index in losses.indices.dropFirst(count) {
            if losses[index].operation == nil { losses[index].operation = operation.description }
            if losses[index].offset == nil {
                (losses[index].offset, losses[index].isPlacedByHolder) = (arena.origin(of: scope), true)
            }
        }
    }

    /// Applies operations to a value outside of the document: a dry run.
    mutating func run(_ operations: [JSONOperation], on value: inout JSONValue) throws(MigrationError) {
        if arena.root.isNone {
            arena.begin(value)
            defer { arena.reset() }
            try run(operations, at: arena.root)
            return value = arena.value(of: arena.root)
        }
        let trial = arena.startTrial()
        defer { arena.end(trial) }
        let node = arena.make(value)
        try run(operations, at: node)
        value = arena.value(of: node)
    }

    /// Applies operations to a value as if it were the whole document.
    mutating func runAsDocument(_ operations: [JSONOperation], at scope: NodeID) throws(MigrationError) {
        let outer = (document: document, lookups: lookups, depth: depth, isInner: isInnerDocument)
        (depth, isInnerDocument) = (0, true)
        defer { (document, lookups, depth, isInnerDocument) = outer }
        try run(operations, at: scope)
    }

    /// The document as an operation, and those within it, will see it.
    private mutating func see(_ scope: NodeID, before operation: JSONOperation) -> SeenDocument {
        lookups = LookupCache()
        arena.noteComputed(at: { operation.body.documentReads }, from: scope)
        // Others change the document before operations that wait.
        let isCopied = operation.readsItsOwnWork || deferred != nil
        return isCopied ? .copy(arena.valueToLookAt(of: scope)) : .itself(scope)
    }

    /// Copies the scratch values for deeper scopes, which do not change them.
    private mutating func seeScratch() {
        guard isAtRoot else { return }
        scratchSeen = arena.value(of: arena.scratch)
        lookups = LookupCache()
    }

    // MARK: The path

    /// Fixes the path: the keys on it may change later.
    mutating func settlePath() { steps = [.pointer(path)] }

    /// One or more members or elements on the way.
    enum PathStep {
        case pointer(JSONPointer)
        case element(Int)
        case member(NodeID)
        case deep(DeepPlaces, Int)
    }

    /// Goes deeper, until `leave`.
    @inline(__always)
    mutating func enter(_ step: PathStep) { steps.append(step) }

    /// Goes back from where `enter` led.
    @inline(__always)
    mutating func leave() { steps.removeLast() }

    /// Rolls back to the given counts.
    mutating func forget(behind marks: (losses: Int, anyOrders: Int)) {
        if losses.count > marks.losses { arena.giveUpRecording() }
        losses.removeLast(losses.count - marks.losses)
        anyOrders.removeLast(anyOrders.count - marks.anyOrders)
    }

    /// The losses so far, which are then forgotten.
    mutating func takeLosses() -> [Loss] {
        var taken: [Loss] = []
        swap(&taken, &losses)
        return taken
    }

    /// Forgets all that has been recorded, which others have taken.
    mutating func forgetRecords() {
        losses.removeAll(keepingCapacity: true)
        anyOrders.removeAll(keepingCapacity: true)
        if !fates.isEmpty { fates = ValueFates() }
        isInDoubt = false
    }

    // MARK: Losing

    /// Records a loss at a place relative to the current one.
    ///
    /// - `detail`: The end of the reason, for this value only.
    /// - `traits`: Further facts for judging losses.
    @inline(never)
    mutating func lose(
        _ value: JSONValue, at pointer: JSONPointer, _ reason: String, detail: String = "", _ traits: Loss.Traits = []
    ) {
        lose(value, at: pointer, LossWords(reason, detail: detail), traits)
    }

    /// Records the loss of a value at a place relative to the current one.
    ///
    /// - `computation`: What has the words for other values too.
    mutating func lose(
        _ value: JSONValue, at pointer: JSONPointer, _ words: LossWords, _ traits: Loss.Traits,
        _ computation: LossComputation? = nil
    ) {
        if !recordsLosses { return }
        let place = path(to: pointer)
        // A scratch value may still come from the document.
        if place.isScratch { return doubt() }
        var loss = Loss(path: place, value: value, reason: words.reason, group: words.group)
        loss.traits = traits
        if let computation { loss.details.computation = computation }
        losses.append(loss)
    }

    /// Records the loss of a value of the document, as it is there, at a place relative to the current one.
    mutating func lose(_ node: NodeID, at pointer: JSONPointer, _ reason: String, _ traits: Loss.Traits = []) {
        if recordsLosses { lose(arena.valueLost(at: node), at: pointer, reason, traits) }
    }

    /// Records a loss that a bridge reports, at a place relative to the current one: it counts, even if the value comes
    /// back.
    ///
    /// - `offset`: Where the value is in the payload, if it is there.
    mutating func say(_ value: JSONValue, at pointer: JSONPointer, _ reason: String, offset: Int?) {
        let place = path.appending(pointer)
        if place.isScratch { return doubt() }
        var loss = Loss(path: place, value: value, reason: reason, group: reason)
        (loss.isReportedByBridge, loss.offset) = (true, offset)
        losses.append(loss)
    }

    /// Whether a value is written as another one is, but for the order of members.
    func isWritten(_ node: NodeID, as other: JSONValue) -> Bool {
        arena.isEquivalent(node, to: other) && isRestored(node, by: other)
    }

    /// Whether a value would be the same, as a loss is judged.
    func isRestored(_ node: NodeID, by other: JSONValue) -> Bool {
        arena.isContainer(node) ? arena.value(of: node).isRestored(by: other) : arena.isSame(node, as: other)
    }

    /// Notes that something is left as it is that the way back may change: the document is then judged.
    mutating func doubt() { isInDoubt = true }

    /// Adds traits to the records since the given count.
    @inline(never)
    mutating func mark(_ traits: Loss.Traits, from count: Int) {
        for index in losses.indices.dropFirst(count) { losses[index].traits.formUnion(traits) }
    }

    /// Records that the elements of an array at a place relative to the current one lose their order.
    ///
    /// - `keys`: The keys that show the order; they come from where the array does.
    /// - `rules`: They may declare the order irrelevant.
    mutating func loseOrder(_ keys: JSONValue, at pointer: JSONPointer, _ rules: Rules = Rules()) {
        if rules.anyOrder {
            if let offset = keys.sourceOffset { anyOrders.append(offset) }
            return
        }
        if !recordsLosses { return }
        let reason = "the order of the elements is not kept"
        let place = path.appending(pointer)
        if place.isScratch { return doubt() }
        losses.append(
            Loss(path: place, value: keys, reason: reason, group: reason, isOfOrder: true))
    }
}
