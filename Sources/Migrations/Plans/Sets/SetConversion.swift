import VersionedCodec

/// Converts the entities of one payload after another, in an arena that holds the payload.
///
/// It handles what fits the plans; the rest is left to ``SetMigrationState``, which names faults. What an entity loses
/// is found by converting it once more, as a document by itself.
final class SetConversion {
    private let set: PlanSet
    private let entity: PlanSet.Entity
    private let target: VersionPins
    private let source: VersionPins?
    private let environment: MigrationEnvironment
    private let hints: VersionHints
    /// Whether losses are found.
    private let judges: Bool
    let memory: ArenaMemory
    /// The paths of entities, by name and version; `nil` for those that need more than operations.
    private var ways: [WayKey: EntityWay?] = [:]
    /// The version of the payload itself; `nil` for an envelope.
    private(set) var found: DetectedVersion?
    /// Whether a step has run.
    private(set) var hasRun = false
    /// Whether the order of members of the result matters on a way back, where they are sorted.
    private(set) var showsSortedMembers = false
    /// What entities have lost, those of children that waited in little memory; and what contradicts their versions.
    private var losses: [Loss] = []
    private var packed = PackedLosses()
    private(set) var contradictions: [DetectedVersion.Contradiction] = []
    private var left: [Work] = []
    /// The containers whose children wait.
    private var waiting: [Waiting] = []
    /// From how many nodes on the children of a container wait; `nil` if none does.
    private var threshold: Int?
    private var depth = 0
    /// Whether nothing has been done to the root but setting aside what the payload carries.
    private var isRootAsRead = true
    /// A value that the entities being converted are in, and its path: the payload, or a child that waited.
    private var scope = (source: UInt32(0), path: JSONPointer.root)
    /// The storages of the losses in the notes of shapes.
    private var lossStorages: [Loss.Storage] = []
    /// The child whose shape is being noted: its path, and how many losses there were before.
    private var recorded: (path: JSONPointer, losses: Int)?

    /// Children that wait are written by a recursion.
    private static let deepest = 16

    private struct WayKey: Hashable {
        let entity: String
        let from: String
    }

    /// A container whose children wait.
    private struct Waiting {
        /// Where the entities are in the children.
        let nested: NestedEntity
        let pointersLeft: Int
        /// In how many children that waited these are.
        let depth: Int
        /// The container in the index, and its path in the payload as it was read.
        let source: UInt32
        let path: JSONPointer
    }

    /// - Parameters:
    ///   - entity: The entity of the payloads.
    ///   - memory: Has the payload while it is converted.
    init(
        _ set: PlanSet, _ entity: PlanSet.Entity, to target: VersionPins, from source: VersionPins?,
        _ environment: MigrationEnvironment, _ hints: VersionHints = VersionHints(), judges: Bool = true,
        in memory: ArenaMemory
    ) {
        (self.set, self.entity, self.target, self.source) = (set, entity, target, source)
        (self.environment, self.hints, self.judges, self.memory) = (environment, hints, judges, memory)
    }

    /// Forgets the last payload.
    func reset() {
        losses.removeAll(keepingCapacity: true)
        if packed.count > 0 { packed = PackedLosses() }
        contradictions = []
        (found, hasRun, showsSortedMembers, isRootAsRead) = (nil, false, false, true)
    }

    /// Whether an entity has lost something.
    var hasLosses: Bool { !losses.isEmpty || packed.count > 0 }

    /// What entities have lost, in no order.
    var lossList: LossList {
        if packed.count == 0 { return .few(losses) }
        pack()
        return .packed(packed)
    }

    private func pack() {
        for loss in losses { packed.append(loss) }
        losses.removeAll(keepingCapacity: true)
    }

    /// Takes the losses of a payload that has been written without being converted.
    func take(_ known: [Loss], of version: DetectedVersion?) { (losses, found) = (known, version) }

    /// Calls a function that may convert the payload; the children of containers of so many nodes wait.
    func deferring<Result>(from threshold: Int, _ body: () -> Result) -> Result {
        (self.threshold, waiting, depth) = (threshold, [], 0)
        memory.arena.startDeferring(self)
        defer {
            memory.arena.stopDeferring()
            (self.threshold, waiting) = (nil, [])
        }
        return body()
    }

    /// A part of the work on a payload that is left to do.
    private enum Work {
        /// An entity, which is the payload itself if it is the root.
        case entity(NodeID, PlanSet.Entity, isRoot: Bool)
        /// A nested entity, from the place at the end of some of its pointers.
        case nested(NodeID, NestedEntity, pointersLeft: Int, isRoot: Bool)
        /// An element, and those after it.
        case elements(NodeID, NestedEntity, pointersLeft: Int)
    }

    /// Converts the entity in the root and those in it; `false` where that is for the set.
    ///
    /// What is left to do is kept apart instead of recursing: entities may be in each other to any depth.
    func convert() -> Bool {
        left.removeAll(keepingCapacity: true)
        scope = (0, .root)
        left.append(.entity(memory.arena.root, entity, isRoot: true))
        return finish()
    }

    /// Converts what is left.
    private func finish() -> Bool {
        while let work = left.popLast() {
            let isDone =
                switch work {
                case .entity(let node, let entity, let isRoot): convert(node, entity, isRoot: isRoot)
                case .nested(let node, let nested, let pointersLeft, let isRoot):
                    visit(node, nested, pointersLeft, isRoot: isRoot)
                case .elements(let node, let nested, let pointersLeft): visit(elementsFrom: node, nested, pointersLeft)
                }
            if !isDone { return false }
        }
        return true
    }

    private func convert(_ node: NodeID, _ entity: PlanSet.Entity, isRoot: Bool) -> Bool {
        var label: String?
        if let plan = entity.planHoldingNested {
            guard let wanted = target.versions[entity.name], let version = version(of: node, entity, plan, isRoot),
                let way = way(of: plan, entity.name, from: version.label, to: wanted)
            else { return false }
            if isRoot { found = version }
            // Its way back, which another version begins, has not been looked at.
            if way.isEmpty, environment.sortsMembers == true { showsSortedMembers = true }
            if !way.isEmpty {
                // Whether a step changes a document that keeps its version is not known before.
                guard version.label != wanted, run(way, at: node) else { return false }
                hasRun = true
            }
            label = wanted
        }
        // The last one is taken first.
        for nested in entity.nested.reversed() {
            if let versions = nested.versions, let label, !versions.contains(label) { continue }
            left.append(.nested(node, nested, pointersLeft: nested.pointers.count, isRoot: isRoot))
        }
        return true
    }

    /// Goes the way to nested entities, a pointer at a time.
    private func visit(_ node: NodeID, _ nested: NestedEntity, _ pointersLeft: Int, isRoot: Bool) -> Bool {
        let arena = memory.arena
        guard pointersLeft > 0 else {
            if arena.isNull(node) { return true }
            var name = nested.entities.first
            if let kinds = nested.kinds {
                name = arena.value(at: kinds.path, from: node).flatMap(kinds.entity(named:))
                if name == nil { return kinds.unknown == .skip }
            }
            if let entity = name.flatMap({ set[$0] }) { left.append(.entity(node, entity, isRoot: isRoot)) }
            return true
        }
        let pointer = nested.pointers[nested.pointers.count - pointersLeft]
        let here = arena.find(pointer, from: node)
        if here.isNone || arena.isNull(here) { return true }
        if pointersLeft == 1, !nested.isEach {
            left.append(.nested(here, nested, pointersLeft: 0, isRoot: isRoot && pointer.isRoot))
            return true
        }
        guard arena.isContainer(here) else { return false }
        if let threshold, depth < Self.deepest, let size = arena.closedSize(of: here), size >= threshold,
            arena.isInDocument(here), arena.listForChildren(of: here) == nil, let source = arena.sourceAsRead(of: here)
        {
            arena.deferChanges(UInt32(waiting.count), toChildrenOf: here)
            let path = arena.pathAsRead(to: source, through: scope)
            waiting.append(
                Waiting(nested: nested, pointersLeft: pointersLeft - 1, depth: depth + 1, source: source, path: path))
            return true
        }
        let first = arena.firstChild(of: here)
        if !first.isNone { left.append(.elements(first, nested, pointersLeft: pointersLeft - 1)) }
        return true
    }

    private func visit(elementsFrom node: NodeID, _ nested: NestedEntity, _ pointersLeft: Int) -> Bool {
        let next = memory.arena.next(after: node)
        if !next.isNone { left.append(.elements(next, nested, pointersLeft: pointersLeft)) }
        left.append(.nested(node, nested, pointersLeft: pointersLeft, isRoot: false))
        return true
    }

    /// The version of an entity: the one that it names, else the one that the source version of the API pins.
    private func version(
        of node: NodeID, _ entity: PlanSet.Entity, _ plan: MigrationPlan, _ isRoot: Bool
    ) -> DetectedVersion? {
        let pinned = source?.versions[entity.name].map { DetectedVersion(label: $0, source: .pinned) }
        var detector = plan.detector
        if let pinned { detector.legacy = pinned.label }
        let found = detector.detect(in: memory.arena, at: node, knowing: isRoot ? hints : VersionHints())
        return found?.source == .legacy ? pinned ?? found : found
    }

    private func way(of plan: MigrationPlan, _ name: String, from label: String, to target: String) -> EntityWay? {
        let key = WayKey(entity: name, from: label)
        if let known = ways[key] { return known }
        // The reason for a missing path is for the set.
        let way = (try? plan.path(from: label, to: target)).flatMap {
            EntityWay(name, plan, $0, environment, judges: judges, in: memory)
        }
        ways[key] = .some(way)
        return way
    }

    /// Runs the steps on an entity; `false` where one fails, or the set must find out what is lost.
    private func run(_ way: EntityWay, at node: NodeID) -> Bool {
        let arena = memory.arena
        // An entity that another one has changed is not what the text has.
        let source = node == arena.root && isRootAsRead ? 0 : arena.sourceAsRead(of: node)
        if node == arena.root { isRootAsRead = false }
        guard let records = try? way.run(in: memory, at: node) else { return false }
        // An operation on the whole entity may have put another node in its place.
        if node != arena.root, arena.parent(of: node).isNone { return false }
        if !judges { return true }
        if way.judge.sortsMembers { showsSortedMembers = true }
        if !way.judge.isNeeded(records) { return true }
        // What does not fit is said by the way over documents.
        guard let source, let judged = try? way.judge.losses(ofPart: source, readBy: arena) else { return false }
        arena.forgetComputedElsewhere()
        if judged.losses.isEmpty { return true }
        if !NotedLosses.areOfShape(judged.losses, judged.records, mayCopy: way.judge.mayCopy) {
            arena.giveUpRecording()
        }
        let path = arena.pathAsRead(to: source, through: scope)
        losses += judged.losses.map { $0.of(way.entity).moved(into: path) }
        return true
    }
}

extension SetConversion: DeferredChanges {
    func make(_ list: UInt32, on child: NodeID, _ element: Int) -> Bool {
        let (waiting, arena) = (waiting[Int(list)], memory.arena)
        if waiting.depth == 1 { pack() }
        let (outer, hasRunBefore) = ((left, depth, scope), hasRun)
        let (before, lossesBefore) = (arena.valueAsRead(child), losses.count)
        defer { (left, depth, scope) = outer }
        depth = waiting.depth
        let source = arena.source(of: child)
        scope = (source, waiting.path.appending(arena.token(of: source, element, in: waiting.source)))
        if arena.recordedSource == source { recorded = (scope.path, losses.count) }
        left = [.nested(child, waiting.nested, pointersLeft: waiting.pointersLeft, isRoot: false)]
        if finish() { return true }
        losses.removeLast(losses.count - lossesBefore)
        // What an entity loses that another one has changed is found in a value.
        arena.giveUpRecording()
        var state = SetMigrationState(
            set: set, document: arena.documentAsRead, target: target, source: self.source, environment,
            at: scope.path)
        var value = before()
        // What does not fit is said by the way over documents.
        guard let isChanged = try? state.convert(&value, waiting.nested, pointersLeft: waiting.pointersLeft) else {
            return false
        }
        losses += state.losses
        contradictions += state.contradictions
        hasRun = hasRunBefore || isChanged
        arena.set(child, to: value)
        return true
    }

    /// What the child whose shape is being noted has lost.
    var notes: (facts: AnyObject, offsets: [Int])? {
        guard let recorded, losses.count > recorded.losses else { return nil }
        let noted = NotedLosses(losses[recorded.losses...].map { $0.within(recorded.path) }, in: &lossStorages)
        return (noted, noted.offsets)
    }

    func takeRepeated(_ list: UInt32, _ source: UInt32, _ element: Int, _ shapes: borrowing ShapeCache) {
        guard let noted = shapes.notes as? NotedLosses else { return }
        let waiting = waiting[Int(list)]
        let path = waiting.path.appending(memory.arena.token(of: source, element, in: waiting.source))
        losses += noted.losses(in: shapes).map { $0.moved(into: path) }
        if waiting.depth == 1 { pack() }
    }

    func keepKinds(_ list: UInt32) -> Bool { false }
}
