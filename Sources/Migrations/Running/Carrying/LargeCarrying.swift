import VersionedCodec

/// Finds what a large document has to carry: the operations on the children of its large containers wait, and each
/// child is taken there and back, compared, and forgotten before the next one. Only those that differ are kept.
final class LargeCarrying: DeferredComparison {
    private let result: Arena
    private let wayBack: any LargeWayBack
    /// The keys of members of elements that name versions.
    private let marks: Set<String>
    /// The document that came back.
    private let home: Arena
    /// The document, while it is compared.
    private let before = ArenaPool.shared.take()
    /// The shapes of children that come back as they were.
    private var shapes = ComparedShapes()
    private var depth = 0

    private var entries: [Entry] = []
    private var beside = BesideMembers()
    /// The elements that differ, by the path of their array.
    private var elements: [JSONPointer: [Int: JSONValue]] = [:]
    /// Whether all that was found can be carried; otherwise `Carrier` must do it.
    private var isComplete = true
    /// Whether what differs is collected; otherwise, whether a child comes back with a value more.
    private var collects = true
    private var hasAddedToChild = false

    /// Changes in the order in which the document has their places.
    private enum Entry {
        case change(CarriedChange)
        case array(JSONPointer)
    }

    /// The children that differ, as they are between the way there and the way back; of elements, those that differ
    /// from what comes back. Members have their places, if these are the same there.
    private var middleChildren: [JSONValue] = []
    private var middleMembers: [JSONPointer: JSONValue] = [:]
    /// The document there, made when the first child is looked at.
    private lazy var middle = wayBack.makeMiddle()
    private var hasMiddle = false

    /// How many groups there are in the entries.
    private var groups = 0
    /// The large arrays as they came back.
    private var arrays: [JSONPointer: JSONValue] = [:]

    /// - `result`: Holds the result, with its deferred changes, and still does afterwards.
    init(_ result: Arena, _ wayBack: any LargeWayBack, marks: Set<String> = []) {
        (self.result, self.wayBack, self.marks, home) = (result, wayBack, marks, wayBack.memory.arena)
    }

    /// What the way back does not restore, empty if that is nothing; `nil` where the document must be in memory as a
    /// whole to find it.
    func run() -> [CarriedChange]? {
        compare { difference in
            guard self.isComplete else { return }
            let holds = !difference.new.isNone && self.home.holdsDeferredChanges(difference.new)
            let change =
                holds
                ? nil : ArenaCarrier.change(difference, self.before.arena, self.home, of: self.result, &self.beside)
            if let change { self.entries.append(.change(change)) } else { self.isComplete = false }
        } finally: { hasAdded in
            isComplete && !hasAdded ? changesOfEntries() : nil
        } ?? nil
    }

    private func changesOfEntries() -> [CarriedChange]? {
        var changes: [CarriedChange] = []
        for entry in entries {
            switch entry {
            case .change(let change): changes.append(change)
            case .array(let path):
                guard let change = change(ofArrayAt: path) else { return nil }
                if let change { changes.append(change) }
            }
        }
        func value(_ path: JSONPointer) -> JSONValue? {
            if let array = arrays[path] { return array }
            let node = home.find(path, from: home.root)
            return node.isNone ? .none : home.value(of: node)
        }
        var free = changes.filter { $0.group == nil }
        if free.contains(where: \.mayMove) {
            CarriedChange.group(&free, marks, in: value)
            for index in free.indices { free[index].group = free[index].group.map { $0 + self.groups } }
            var next = free[...]
            for index in changes.indices where changes[index].group == nil {
                if let change = next.popFirst() { changes[index] = change }
            }
        }
        CarriedChange.noteHeldValues(in: &changes, value)
        KeptValues(middleValue, in: { self.middleChildren }).note(in: &changes, value)
        return changes
    }

    /// Whether the way back makes no value that the document did not have; `nil` where the document must be in memory
    /// as a whole to find that out.
    func addsNothing() -> Bool? {
        collects = false
        let hasAdded = compare({ _ in }, finally: { $0 || hasAddedToChild })
        return hasAdded.map { !$0 }
    }

    /// Takes the document back, compares, and calls a function with whether that has a value more, as long as both are
    /// there; `nil` where the document must be in memory as a whole.
    private func compare<Result>(
        _ note: @escaping (RestoredValues.Difference) -> Void, finally body: (_ hasAdded: Bool) -> Result
    ) -> Result? {
        defer {
            wayBack.finish()
            if hasMiddle {
                middle.arena.stopDeferring()
                ArenaPool.shared.keep(middle)
            }
        }
        guard wayBack.start() else { return nil }
        defer { ArenaPool.shared.keep(before) }
        before.arena.begin(asReadBy: result)
        defer { shapes.stopRecording() }
        let hasAdded = RestoredValues.compare(before.arena, home, observer: self, note: note)
        return !wayBack.hasFailed && home.haveDeferralsSucceeded ? body(hasAdded) : nil
    }

    // MARK: Elements

    /// The change of an array some of whose elements differ, which may be none; `nil` where it cannot be carried.
    private func change(ofArrayAt path: JSONPointer) -> CarriedChange?? {
        guard let differing = elements[path], let array = result.documentValue[at: path]?.array else { return nil }
        let wanted = Array(array)
        var base = wanted
        for (number, value) in differing { base[number] = value }
        arrays[path] = .array(JSONArray(base))
        let comparison = ArrayComparison(
            ComparedElements(wanted), ComparedElements(base), differing: differing.keys.ascending())
        let depth = path.tokens.count
        guard let hunks = comparison.restoredHunks(depth: depth, marks) else { return nil }
        if hunks.isEmpty { return .some(nil) }
        var change = comparison.change(at: path, hunks, marks)
        if depth > 1 {
            let holder = home.find(path.parent, from: home.root)
            change.around = beside.member(path.tokens.last, of: holder, in: home)
        }
        return change
    }

    func noteDifference(of child: DeferredChild, in container: JSONPointer, _ old: NodeID, _ new: NodeID) {
        let before = before.arena
        guard collects else {
            hasAddedToChild = hasAddedToChild || before.value(of: old).isExceeded(by: home.value(of: new))
            return
        }
        guard isComplete else { return }
        let holder = before.find(container, from: before.root)
        guard container.tokens.count < CarriedChange.deepest - 1, ArenaCarrier.isMember(holder, in: before) else {
            return isComplete = false
        }
        let (wanted, value) = (before.value(of: old), home.value(of: new))
        let (middle, isInPlace) = middleValue(of: child, in: container, asRead: wanted)
        if before.isArray(holder) {
            if ValueHash.of(middle) != ValueHash.of(value) { middleChildren.append(middle) }
        } else {
            if isInPlace { middleMembers[before.pointer(to: old)] = middle }
            middleChildren.append(middle)
        }
        if before.isArray(holder) {
            if elements[container] == nil { entries.append(.array(container)) }
            elements[container, default: [:]][child.element] = value
            return
        }
        // What is around a member that is not an object would have to be known.
        guard wanted.object != nil, value.object != nil else { return isComplete = false }
        let path = before.pointer(to: old)
        let changes = CarriedChange.between(wanted, value, at: path, marks: marks)
        let isRestored = CarriedChange.restores(wanted, value, depth: path.tokens.count)
        guard isRestored, !changes.contains(where: { $0.path == path }) else { return isComplete = false }
        for var change in changes {
            change.group = change.group.map { $0 + groups }
            entries.append(.change(change))
        }
        groups += changes.count
    }

    /// A value of the document between the way there and the way back.
    private func middleValue(at path: JSONPointer) -> JSONValue? {
        for count in path.tokens.indices {
            let place = JSONPointer(Array(path.tokens[...count]))
            if let child = middleMembers[place] { return child[at: JSONPointer(Array(path.tokens[(count + 1)...]))] }
        }
        hasMiddle = true
        let found = middle.arena.find(path, from: middle.arena.root)
        return found.isNone ? .none : middle.arena.value(of: found)
    }

    /// A child of a large container as it is between the way there and the way back, and whether the container is where
    /// it was.
    private func middleValue(
        of child: DeferredChild, in container: JSONPointer, asRead: JSONValue
    ) -> (value: JSONValue, isInPlace: Bool) {
        hasMiddle = true
        let arena = middle.arena
        let found = arena.find(container, from: arena.root)
        let isInPlace = !found.isNone && arena.source(of: found) == child.container
        let holder = isInPlace ? found : arena.deferredContainer(of: child)
        let marks = arena.deferralMarks
        defer { arena.takeBack(to: marks) }
        guard let holder, let (node, list) = arena.reopen(child, of: holder) else { return (asRead, isInPlace) }
        if let list { arena.makeChanges(list, on: node, child.element) }
        return (arena.value(of: node), isInPlace)
    }

    // MARK: Children

    func tell(_ child: DeferredChild, in container: JSONPointer, at place: () -> JSONPointer) -> Bool {
        if depth > 0 {
            // A child in another one that is being compared is a part of that.
            shapes.stopRecording()
            return false
        }
        // More need not be known.
        if !isComplete || wayBack.hasFailed || shapes.find(child, in: before.arena) { return true }
        shapes.startRecording(child, in: home, and: [before.arena, result])
        return false
    }

    func begin(_ child: DeferredChild, in container: JSONPointer) {
        if depth > 0 { shapes.stopRecording() }
        depth += 1
        wayBack.beginChild()
    }

    func end(_ lost: [LostValue], differs: Bool) {
        if shapes.isRecording {
            // Values made on the way are distinguished by their contents.
            if !differs, wayBack.hasRecordedValuesOfText {
                shapes.keep(self, noting: [])
            } else {
                shapes.stopRecording()
            }
        }
        depth -= 1
        wayBack.endChild()
    }

    /// What is carried must give back every place.
    func orderIsIrrelevant(ofArrayAt offset: Int) -> Bool { false }

    /// Only a document without a way back is followed by them.
    var changes: (changed: [Int], fates: ValueFates) { ([], ValueFates()) }
}

extension ArrayComparison {
    /// The parts that differ; `nil` where they do not restore the array.
    ///
    /// - `depth`: How deep the array is in the document.
    fileprivate func restoredHunks(depth: Int, _ marks: Set<String>) -> [CarriedChange.Hunk]? {
        if !knowsMemberOrder { return nil }
        let hunks = hunks { CarriedChange.between($0, $1, depth: depth + 1, marks: marks) }
        for (hunk, part) in zip(hunks, parts) {
            // Each element of the part is found where it is, so the others need not be looked at.
            let own = CarriedChange.Hunk(start: 0, was: hunk.was, now: hunk.now)
            let memory = ArenaPool.shared.take()
            defer { ArenaPool.shared.keep(memory) }
            let arena = memory.arena
            arena.begin(.array(JSONArray(baseValues(of: part))))
            var restoring = CarriedRestoring(in: arena)
            restoring.apply([CarriedChange(path: .root, now: .elements([own]))])
            if !isRestored(part, ComparedElements(of: arena.root, in: arena)) { return nil }
        }
        return hunks
    }
}

extension CarriedChange {
    /// Whether the changes between two values restore the first one.
    fileprivate static func restores(_ wanted: JSONValue, _ base: JSONValue, depth: Int) -> Bool {
        var value = base
        _ = CarriedRestoring.apply(between(wanted, base, depth: depth), to: &value)
        return between(wanted, value, depth: depth).isEmpty
    }
}
