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
    /// What is done about losses.
    private let losing: EntityPath.Losing
    let memory: ArenaMemory
    /// Of the way back of a large document: the way there, whose changes to a child come before those of this one.
    private let there: SetConversion?
    /// The paths of entities, by name and version; `nil` for those that need more than operations.
    private var ways: [WayKey: EntityPath?] = [:]
    /// The version of the payload itself; `nil` for an envelope.
    private(set) var found: DetectedVersion?
    /// Whether a step has run.
    private(set) var hasRun = false
    /// Whether the order of members of the result matters on a way back, where they are sorted.
    private(set) var showsSortedMembers = false
    /// Whether all records about entities are of values that the text has, where they are not judged.
    private(set) var hasRecordedValuesOfText = true
    /// What entities have lost, those of children that waited in little memory; and what contradicts their versions.
    private var losses: [Loss] = []
    private var packed = PackedLosses()
    private(set) var contradictions: [DetectedVersion.Contradiction] = []
    /// Whether entities within the payload that steps change are to name no versions.
    var leavesUnnamed = false
    /// Whether they have named versions.
    private(set) var named = NamedVersions()
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

    /// From this number on, lists are those of a way back that goes on from a way there.
    private static let firstBack: UInt32 = 1 << 31

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
        /// The list of the way there, whose changes come before.
        let before: UInt32?
    }

    /// - Parameters:
    ///   - entity: The entity of the payloads.
    ///   - memory: Has the payload while it is converted.
    ///   - there: The way there, if this is the way back of a large document, in the same memory.
    init(
        _ set: PlanSet, _ entity: PlanSet.Entity, to target: VersionPins, from source: VersionPins?,
        _ environment: MigrationEnvironment, _ hints: VersionHints = VersionHints(), losing: EntityPath.Losing = .find,
        after there: SetConversion? = nil, in memory: ArenaMemory
    ) {
        (self.set, self.entity, self.target, self.source) = (set, entity, target, source)
        (self.environment, self.hints, self.losing, self.memory) = (environment, hints, losing, memory)
        (self.there, threshold) = (there, there?.threshold)
    }

    /// The same conversion, which makes the changes that wait to a copy of the document.
    func copied(to memory: ArenaMemory) -> SetConversion {
        let copy = SetConversion(set, entity, to: target, from: source, environment, hints, losing: .record, in: memory)
        (copy.waiting, copy.threshold, copy.named) = (waiting, threshold, named)
        return copy
    }

    /// Forgets the last payload.
    func reset() {
        losses.removeAll(keepingCapacity: true)
        if packed.count > 0 { packed = PackedLosses() }
        contradictions = []
        (leavesUnnamed, named) = (false, NamedVersions())
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

    /// Forgets what has been recorded about entities.
    func forgetRecords() { hasRecordedValuesOfText = true }

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
                guard version.label != wanted, run(way, at: node, isRoot: isRoot) else { return false }
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
            arena.isInDocument(here), let place = place(ofWaiting: here)
        {
            let number = UInt32(waiting.count)
            arena.deferChanges(there == nil ? number : Self.firstBack + number, toChildrenOf: here)
            waiting.append(
                Waiting(
                    nested: nested, pointersLeft: pointersLeft - 1, depth: depth + 1, source: place.source,
                    path: place.path, before: place.list))
            return true
        }
        let first = arena.firstChild(of: here)
        if !first.isNone { left.append(.elements(first, nested, pointersLeft: pointersLeft - 1)) }
        return true
    }

    /// The place that a container had in the payload, and the list of the changes to its children that wait already;
    /// `nil` if others must not wait.
    private func place(ofWaiting container: NodeID) -> (source: UInt32, path: JSONPointer, list: UInt32?)? {
        let arena = memory.arena
        if let list = arena.listForChildren(of: container) {
            // The way back finds no losses, and needs no path.
            return there == nil || list >= Self.firstBack ? nil : (arena.source(of: container), .root, list)
        }
        guard let source = arena.sourceAsRead(of: container) else { return nil }
        return (source, arena.pathAsRead(to: source, through: scope), nil)
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

    private func way(of plan: MigrationPlan, _ name: String, from label: String, to target: String) -> EntityPath? {
        let key = WayKey(entity: name, from: label)
        if let known = ways[key] { return known }
        // The reason for a missing path is for the set.
        let way = (try? plan.path(from: label, to: target)).flatMap {
            EntityPath(name, plan, $0, environment, losing, in: memory)
        }
        ways[key] = .some(way)
        return way
    }

    /// Runs the steps on an entity; `false` where one fails, or the set must find out what is lost.
    private func run(_ way: EntityPath, at node: NodeID, isRoot: Bool) -> Bool {
        let arena = memory.arena
        // An entity that another one has changed is not what the text has.
        let source = node == arena.root && isRootAsRead ? 0 : arena.sourceAsRead(of: node)
        if node == arena.root { isRootAsRead = false }
        let isNamed = isRoot ? nil : way.isNamed(node, in: arena)
        guard let records = try? way.run(in: memory, at: node) else { return false }
        // An operation on the whole entity may have put another node in its place.
        if node != arena.root, arena.parent(of: node).isNone { return false }
        named.note(isNamed)
        if leavesUnnamed, !isRoot { way.leaveUnnamed(node, in: arena) }
        if way.judge.sortsMembers { showsSortedMembers = true }
        if losing != .find {
            let isOfText = records.losses.allSatisfy { $0.value.sourceOffset != nil }
            hasRecordedValuesOfText = hasRecordedValuesOfText && isOfText
            return true
        }
        if !way.judge.isNeeded(records) { return true }
        // What does not fit is said by the way over documents.
        guard let source else { return false }
        var judged = (losses: way.judge.certainLosses(records) ?? [], records: records)
        if judged.losses.isEmpty {
            guard let found = try? way.judge.losses(ofPart: source, readBy: arena) else { return false }
            judged = found
            arena.forgetComputedElsewhere()
        }
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
        guard let there else { return make(waiting[Int(list)], on: child, element) }
        if list < Self.firstBack { return there.make(list, on: child, element) }
        let waiting = waiting[Int(list - Self.firstBack)]
        if let before = waiting.before, !there.make(before, on: child, element) { return false }
        return make(waiting, on: child, element)
    }

    private func make(_ waiting: Waiting, on child: NodeID, _ element: Int) -> Bool {
        let arena = memory.arena
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
        // What comes back is not what was read.
        if there != nil { return false }
        losses.removeLast(losses.count - lossesBefore)
        // What an entity loses that another one has changed is found in a value.
        arena.giveUpRecording()
        var state = SetMigrationState(
            set: set, document: arena.documentAsRead, target: target, source: self.source, environment,
            at: scope.path)
        state.leavesUnnamed = leavesUnnamed
        var value = before()
        // What does not fit is said by the way over documents.
        guard let isChanged = try? state.convert(&value, waiting.nested, pointersLeft: waiting.pointersLeft) else {
            return false
        }
        losses += state.losses
        contradictions += state.contradictions
        named.note(state.named)
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
