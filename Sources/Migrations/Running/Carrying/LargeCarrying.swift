import VersionedCodec

/// Finds what a large document has to carry: the operations on the children of its large containers wait, and each
/// child is taken there and back, compared, and forgotten before the next one. Of those that differ, what is carried is
/// kept.
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
    private var elements: [JSONPointer: DifferingElements] = [:]
    /// Where the elements are in the text for which a value is kept, and where the objects come from that are in other
    /// children than theirs. Where these are of those elements, it is not known which object is meant.
    private var keptElements: [Range<Int>] = []
    private var strangers: Set<Int> = []
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

    /// The members that differ, as they are between the way there and the way back; those that are in the same places
    /// there, by these.
    private var middleChildren: [JSONValue] = []
    private var middleMembers: [JSONPointer: JSONValue] = [:]
    /// The document there, made when the first child is looked at.
    private lazy var middle = wayBack.makeMiddle()
    private var hasMiddle = false

    /// How many groups there are in the entries.
    private var groups = 0

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
        if mayKeepStrangers { return nil }
        var changes = entries.compactMap { entry -> CarriedChange? in
            switch entry {
            case .change(let change): change
            case .array(let path): change(ofArrayAt: path)
            }
        }
        func value(_ path: JSONPointer) -> JSONValue? {
            if let differing = elements[path] { return differing.base(of: array(at: path)) }
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
        CarriedChange.noteHeldValues(in: &changes) { path in
            if let differing = elements[path] { return CarriedChange.BaseValue(element: differing.base) }
            return value(path).map { CarriedChange.BaseValue($0) }
        }
        noteKeptValues(in: &changes)
        return changes
    }

    /// Whether an object from an element for which a value is kept is in another child too.
    private var mayKeepStrangers: Bool {
        let places = strangers.ascending()
        return keptElements.contains { span in
            var (low, high) = (0, places.count)
            while low < high {
                let middle = (low + high) / 2
                if places[middle] < span.lowerBound { low = middle + 1 } else { high = middle }
            }
            return low < places.count && span.contains(places[low])
        }
    }

    /// Notes which changes restore a value that the document has between both ways; in elements, that is known.
    private func noteKeptValues(in changes: inout [CarriedChange]) {
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        let kept = KeptValues(middleValue) {
            memory.arena.begin(.array(JSONArray(self.middleChildren)))
            return (memory.arena, memory.arena.root)
        }
        for index in changes.indices where elements[changes[index].path] == nil {
            kept.note(in: &changes[index]) { path in
                let node = self.home.find(path, from: self.home.root)
                return node.isNone ? nil : (self.home, node)
            }
        }
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

    /// The change of an array some of whose elements differ; `nil` if there is none after all.
    private func change(ofArrayAt path: JSONPointer) -> CarriedChange? {
        let holder = path.tokens.count > 1 ? home.find(path.parent, from: home.root) : .none
        let around = holder.isNone ? [] : beside.member(path.tokens.last, of: holder, in: home)
        return elements[path]?.change(at: path, around: around, of: array(at: path))
    }

    private func array(at path: JSONPointer) -> ComparedElements {
        ComparedElements(of: before.arena.find(path, from: before.arena.root), in: before.arena)
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
        if before.isArray(holder) {
            isComplete = noteElement(child, in: container, old, new)
        } else {
            isComplete = noteMember(child, in: container, old, new)
        }
    }

    /// Returns whether the element can be carried.
    private func noteElement(
        _ child: DeferredChild, in container: JSONPointer, _ old: NodeID, _ new: NodeID
    ) -> Bool {
        let (before, home) = (before.arena, home)
        if elements[container] == nil { entries.append(.array(container)) }
        var all = elements.removeValue(forKey: container) ?? DifferingElements(marks: marks)
        defer { elements[container] = all }
        return withMiddle(of: child, in: container) { middle, node, _ in
            // One that comes back as it is in between has nothing there that does not come back.
            let hash = ValueHash.of(new, in: home)
            let isNew = !node.isNone && ValueHash.of(node, in: middle) != hash
            if isNew { noteStrangers(in: node, of: middle, child) }
            let comparison = CarriedComparison(wanted: before, base: home, marks: marks)
            let depth = container.tokens.count + 1
            return all.add(child.element, old, new, hash: hash, comparison, depth: depth) { changes in
                let kept = KeptValues(in: { isNew ? (middle, node) : nil })
                kept.note(in: &changes, ofElement: new, in: home)
                if changes.contains(where: \.holdsKept) { keptElements.append(before.span(of: child)) }
            }
        }
    }

    /// Notes the objects of a child that come from elsewhere.
    private func noteStrangers(in node: NodeID, of arena: Arena, _ child: DeferredChild) {
        let span = arena.span(of: child)
        arena.findObjects(in: node) { _, origin in
            if !span.contains(origin) { strangers.insert(origin) }
        }
    }

    /// Returns whether the member can be carried.
    private func noteMember(
        _ child: DeferredChild, in container: JSONPointer, _ old: NodeID, _ new: NodeID
    ) -> Bool {
        let (wanted, value) = (before.arena.value(of: old), home.value(of: new))
        // What is around a member that is not an object would have to be known.
        guard wanted.object != nil, value.object != nil else { return false }
        let path = before.arena.pointer(to: old)
        withMiddle(of: child, in: container) { arena, node, isInPlace in
            let middle = node.isNone ? wanted : arena.value(of: node)
            if isInPlace { middleMembers[path] = middle }
            middleChildren.append(middle)
            if !node.isNone { noteStrangers(in: node, of: arena, child) }
        }
        let changes = CarriedChange.between(wanted, value, at: path, marks: marks)
        let isRestored = CarriedChange.restores(wanted, value, depth: path.tokens.count)
        guard isRestored, !changes.contains(where: { $0.path == path }) else { return false }
        for var change in changes {
            change.group = change.group.map { $0 + groups }
            entries.append(.change(change))
        }
        groups += changes.count
        return true
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

    /// Calls a function with a child of a large container as it is between the way there and the way back, which is
    /// none where it is not found, and whether the container is where it was.
    private func withMiddle<Result>(
        of child: DeferredChild, in container: JSONPointer, _ body: (Arena, NodeID, _ isInPlace: Bool) -> Result
    ) -> Result {
        hasMiddle = true
        let arena = middle.arena
        let found = arena.find(container, from: arena.root)
        let isInPlace = !found.isNone && arena.source(of: found) == child.container
        let holder = isInPlace ? found : arena.deferredContainer(of: child)
        let marks = arena.deferralMarks
        defer { arena.takeBack(to: marks) }
        guard let holder, let (node, list) = arena.reopen(child, of: holder) else {
            return body(arena, .none, isInPlace)
        }
        if let list { arena.makeChanges(list, on: node, child.element) }
        return body(arena, node, isInPlace)
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

extension CarriedChange {
    /// Whether the changes between two values restore the first one.
    fileprivate static func restores(_ wanted: JSONValue, _ base: JSONValue, depth: Int) -> Bool {
        var value = base
        _ = CarriedRestoring.apply(between(wanted, base, depth: depth), to: &value)
        return between(wanted, value, depth: depth).isEmpty
    }
}
