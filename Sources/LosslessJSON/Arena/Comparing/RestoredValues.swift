/// Compares a document with what came back of it.
///
/// A value is lost if it does not come back in the same place, with the same kind and the same text: the largest value
/// all of which is lost. Members may have any order, and an object may have more of them than before. An array that
/// another one with more elements replaces is lost, even if that has all of its elements. Elements are compared with
/// their partners, wherever those are now; a changed order is one loss. Values that do not come from the text are never
/// lost.
///
/// Not a recursion: no depth of nesting can overflow the stack. Untouched parts are not compared.
///
/// Of a container whose changes are deferred, one child after another is changed, compared and forgotten.
///
/// - Complexity: O(values that steps have touched)
package struct RestoredValues {
    let before: Arena
    let after: Arena
    /// Whether both have one text and one index, so that numbers of the one are those of the other.
    let haveOneText: Bool
    private let orderIsIrrelevant: Set<Int>
    let observer: (any DeferredComparison)?
    /// Takes each lost value outside of such children, as long as both arenas have it.
    private let note: ((Difference) -> Void)?
    /// How many children whose changes were deferred are being compared, each in the one before it, and whether the
    /// outermost has come back with a difference.
    private var depth = 0
    private var childDiffers = false
    /// Whether what came back has a value that the document does not.
    private var hasAdded = false
    private var frames: [Frame] = []
    private var lost: [LostValue] = []

    /// A container that is being compared, and how far that is.
    private struct Frame {
        let old: NodeID
        var child: NodeID
        let other: NodeID
        /// The child of the other container that is probably next.
        var next: NodeID
        /// How many children have been compared, and how many of them have a partner.
        var number: Int32 = 0
        var paired: Int32 = 0
        /// The partners of the elements, if they do not simply follow each other.
        var partners: [NodeID]?
        /// The children of a container whose changes are deferred.
        var deferred: DeferredFrame?
        /// One child whose changes are deferred, of a container that others have looked into.
        var single: SingleFrame?
        let marks: (before: Arena.Marks, after: Arena.Marks)

        /// The next child that is not, at a glance, as it was, and its partner or `none`.
        mutating func nextDiffering(
            _ before: Arena, _ after: Arena, _ haveOneText: Bool
        ) -> (child: NodeID, partner: NodeID)? {
            while !child.isNone {
                let current = child
                child = before[current].next
                let partner = partner(of: current, before, after, haveOneText)
                if !partner.isNone {
                    paired += 1
                    let (left, right) = (before.at(current), after.at(partner))
                    if haveOneText, left.pointee.form == .indexed, right.pointee.form == .indexed,
                        left.pointee.source == right.pointee.source, !left.pointee.isDirty
                    {
                        continue
                    }
                }
                return (current, partner)
            }
            return nil
        }

        /// The partner of a child, or `none`.
        private mutating func partner(of child: NodeID, _ before: Arena, _ after: Arena, _ haveOneText: Bool) -> NodeID
        {
            if let partners {
                defer { number += 1 }
                return partners[Int(number)]
            }
            if other.isNone { return .none }
            let isMember = before[child].hasKey
            if !next.isNone, !isMember || before.hasKey(of: child, as: next, in: after, haveOneText: haveOneText) {
                defer { next = after[next].next }
                return next
            }
            guard isMember else { return .none }
            let hash = before[child].keyHash
            let found = before.withKey(of: child) { after.memberCompared($0, hash: hash, of: other) }
            if !found.isNone { next = after[found].next }
            return found
        }
    }

    /// The values of a document that are lost, in its order.
    ///
    /// - `before`: The document, which nothing was done to.
    /// - `after`: The document that came back. Both arenas are then to be reset.
    /// - `orderIsIrrelevant`: The offsets of arrays whose order is irrelevant.
    /// - `observer`: Takes what is lost of children whose changes were deferred; it is not in the result.
    package static func lost(
        of before: Arena, in after: Arena, orderIsIrrelevant: [Int] = [],
        observer: (any DeferredComparison)? = nil
    ) -> [LostValue] {
        var comparison = RestoredValues(before, after, orderIsIrrelevant, observer)
        comparison.compare(before.root, after.root)
        comparison.run()
        return comparison.lost
    }

    /// A value that did not come back, or came back as another one.
    package struct Difference {
        /// The value in the document, and what came back; `none` if nothing did.
        package let old, new: NodeID
        /// The container of `new`, or `none`.
        package let holder: NodeID
        /// Whether only the order of the elements differs.
        package var isOrder = false
        /// Whether what came back has a child more, of which the document has none.
        package var isAddition = false
    }

    /// Compares as ``lost(of:in:orderIsIrrelevant:observer:)`` does, but no order is irrelevant; returns whether what
    /// came back has values that the document does not.
    ///
    /// - Parameters:
    ///   - observer: Takes the children whose changes were deferred and that come back with a difference.
    ///   - note: Called with each other lost value, and with each container that has a child more, while both arenas
    ///     have it.
    package static func compare(
        _ before: Arena, _ after: Arena, observer: (any DeferredComparison)? = nil,
        note: @escaping (Difference) -> Void
    ) -> Bool {
        var comparison = RestoredValues(before, after, [], observer, note)
        comparison.compare(before.root, after.root)
        comparison.run()
        return comparison.hasAdded
    }

    private init(
        _ before: Arena, _ after: Arena, _ orderIsIrrelevant: [Int], _ observer: (any DeferredComparison)?,
        _ note: ((Difference) -> Void)? = nil
    ) {
        (self.before, self.after, self.observer, self.note) = (before, after, observer, note)
        haveOneText = before.hasOneText(with: after)
        frames.reserveCapacity(8)
        self.orderIsIrrelevant = Set(orderIsIrrelevant)
    }

    private mutating func run() {
        while let last = frames.indices.last {
            if frames[last].deferred != nil {
                if !compareNextChild(last) { return }
                continue
            }
            if let single = frames[last].single {
                end(single)
                frames.removeLast()
                continue
            }
            guard let (child, partner) = frames[last].nextDiffering(before, after, haveOneText) else {
                let done = frames.removeLast()
                if note != nil, !done.other.isNone, Int(done.paired) < after.count(of: done.other) { add(done) }
                // Who takes the differences looks at the values around them, among them those of this container.
                if note != nil { continue }
                before.release(to: done.marks.before)
                after.release(to: done.marks.after)
                continue
            }
            compare(child, partner)
        }
    }

    // MARK: One value

    private mutating func compare(_ old: NodeID, _ new: NodeID) {
        if new.isNone { return lose(old, new) }
        // Copies: looking for values, or making changes, may move the nodes.
        let (left, right) = (before[old], after[new])
        guard left.isContainer else {
            if !before.isSame(old, as: new, in: after, haveOneText: haveOneText) { lose(old, new) }
            return
        }
        guard left.kind == right.kind else { return lose(old, new) }
        if right.form == .deferred, begin(old, new) { return }
        if isOneValue(left, right) { return }
        if note == nil, isReplaced(old, by: new) { return lose(old, new) }
        if !isUntouched(left.source, new) || left.isDirty { open(old, new) }
    }

    /// Notes that a value came back in a container that the document does not have.
    private mutating func add(_ frame: Frame) {
        if depth == 0 { hasAdded = true }
        tell(Difference(old: frame.old, new: frame.other, holder: .none, isAddition: true))
    }

    private mutating func tell(_ difference: Difference) {
        if depth > 0 { childDiffers = true } else { note?(difference) }
    }

    private mutating func lose(_ old: NodeID, _ new: NodeID) {
        if before[old].origin != ArenaNode.noPlace {
            if note != nil {
                return tell(Difference(old: old, new: new, holder: frames.last?.other ?? .none))
            }
            let isComputed = !new.isNone && after.differsFromItsSource(new)
            // `nil` alone would be the null of JSON.
            let now: JSONValue? =
                new.isNone ? .none : isComputed ? after.valueToReport(of: new) : after.value(of: new)
            lost.append(LostValue(old, in: before, after: now, isComputed: isComputed))
        } else if before[old].isContainer {
            // A made value is not lost, but values that were put into it may be.
            open(old, new.isNone || after[new].kind != before[old].kind ? .none : new)
        }
    }

    // MARK: Children

    private mutating func open(_ old: NodeID, _ new: NodeID) {
        let marks = (before: before.marks, after: after.marks)
        if let deferred = deferredFrame(old, new) {
            var frame = Frame(old: old, child: .none, other: new, next: .none, marks: marks)
            frame.deferred = deferred
            return frames.append(frame)
        }
        let (first, other) = (before.firstCompared(of: old), new.isNone ? .none : after.firstCompared(of: new))
        var frame = Frame(old: old, child: first, other: new, next: other, marks: marks)
        if before[old].isArray, !first.isNone { pairElements(of: old, new, &frame) }
        if before[old].isObject { frame.partners = partnersOfRepeated(old, new) }
        frames.append(frame)
    }

    /// Finds the partner of each element.
    private mutating func pairElements(of old: NodeID, _ new: NodeID, _ frame: inout Frame) {
        if new.isNone {
            frame.partners = [NodeID](repeating: .none, count: before.count(of: old))
            return
        }
        if haveSameOrigins(frame.child, frame.next) { return }
        let (elements, others) = (before.children(of: old), after.children(of: new))
        // The partner of a lone element is known, and where a shape is recorded, only a comparison of the values in the
        // elements says which of their characters decide.
        let isLone = elements.count == 1 && others.count == 1 && after[others[0]].origin == ArenaNode.noPlace
        let areAlike = !isLone && areMadeAlike(elements, others)
        if isLone || areAlike && before.state.pointee.isRecording {
            frame.partners = others
            return
        }
        if areAlike {
            frame.child = .none
            frame.paired = Int32(truncatingIfNeeded: elements.count)
            return
        }
        let pairs = ElementPairs(
            old: elements.map { before.origin(of: $0) }, new: others.map { after.origin(of: $0) },
            oldValue: { before.value(of: elements[$0]) }, newValue: { after.value(of: others[$0]) })
        frame.partners = pairs.partners.map { $0.map { others[$0] } ?? .none }
        // What is carried must give back every place.
        let keepsOrder = pairs.keepOrder
        guard !keepsOrder, let offset = before.origin(of: old) else { return }
        if orderIsIrrelevant.contains(offset) { return before.giveUpRecordingOfValue() }
        if observer?.orderIsIrrelevant(ofArrayAt: offset) == true { return }
        // Elements that are written alike may change places: no one can see that.
        let moved = elements.count == others.count ? zip(elements, others).first { !isAlike($0, $1) } : nil
        if moved == nil, elements.count == others.count {
            frame.partners = others
            return before.noteLook(at: old)
        }
        if note != nil { return tell(Difference(old: old, new: new, holder: .none, isOrder: true)) }
        lost.append(LostValue(old, in: before, isOrder: true))
        guard let (element, other) = moved else { return }
        let source = pairs.partners.firstIndex { $0.map { others[$0] } == other }.map { elements[$0] }
        if let source, isAlike(source, other), before.noteDifference(between: element, and: source) { return }
        before.noteLook(at: old)
    }

    // MARK: Deferred changes

    /// How to compare the children of a container one after another; `nil` where they are not closed both here and
    /// there.
    private func deferredFrame(_ old: NodeID, _ new: NodeID) -> DeferredFrame? {
        guard observer != nil, haveOneText, !new.isNone, let list = after.listForChildren(of: new) else { return nil }
        guard before[old].form == .indexed, before[old].source == after[new].source else { return nil }
        return DeferredFrame(old, at: before.pointer(to: old), after.takeDeferredChildren(of: new), list)
    }

    /// Makes the changes to a child of an open container, and begins to compare it; `false` where the child must be
    /// compared as others are.
    private mutating func begin(_ old: NodeID, _ new: NodeID) -> Bool {
        let (left, right) = (before[old], after[new])
        guard let observer, haveOneText, left.form == .indexed, left.source == right.source, !left.parent.isNone else {
            return false
        }
        let marks = (before: before.deferralMarks, after: after.deferralMarks)
        let container = (node: before[left.parent], path: before.pointer(to: left.parent))
        let child = DeferredChild(
            container: container.node.source, source: left.source,
            element: container.node.isArray ? before.place(of: old, in: left.parent) : 0, list: right.start)
        if observer.tell(child, in: container.path, at: { before.pointer(to: old) }) {
            after.finishDeferred()
            return true
        }
        var frame = Frame(old: old, child: .none, other: new, next: .none, marks: (before.marks, after.marks))
        frame.single = SingleFrame(
            child, in: container.path, old: (old, left), new: (new, right), marks, lost: lost.count)
        frames.append(frame)
        begin(child, in: container.path, observer)
        after.makeDeferred(new)
        compare(old, new)
        return true
    }

    private mutating func begin(_ child: DeferredChild, in container: JSONPointer, _ observer: any DeferredComparison) {
        if depth == 0 { childDiffers = false }
        depth += 1
        observer.begin(child, in: container)
    }

    /// Ends the comparison of a child, and forgets it; returns whether it is one whose difference is noted.
    private mutating func end(_ count: Int, _ marks: DeferredMarks) -> Bool {
        observer?.end(Array(lost[count...]), differs: childDiffers)
        lost.removeLast(lost.count - count)
        before.release(to: marks.before)
        after.release(to: marks.after)
        depth -= 1
        return depth == 0 && childDiffers
    }

    /// Calls a function that makes a child once more, and forgets it.
    private func again(_ make: () -> Void) {
        let marks = (before: before.deferralMarks, after: after.deferralMarks)
        make()
        before.takeBack(to: marks.before)
        after.takeBack(to: marks.after)
    }

    /// Ends the comparison of a child of an open container.
    private mutating func end(_ single: SingleFrame) {
        let (old, new) = (single.old, single.new)
        let isNoted = end(single.lost, single.marks)
        (before.at(old.id).pointee, after.at(new.id).pointee) = (old.node, new.node)
        if !isNoted { return }
        again {
            after.makeDeferred(new.id)
            observer?.noteDifference(of: single.child, in: single.container, old.id, new.id)
        }
        (before.at(old.id).pointee, after.at(new.id).pointee) = (old.node, new.node)
    }

    /// Ends the comparison of a child, and begins that of the next one; `false` where its changes fail.
    private mutating func compareNextChild(_ last: Int) -> Bool {
        guard let deferred = frames[last].deferred, let observer else { return false }
        let container = frames[last].other
        if let (child, marks, count) = deferred.current {
            deferred.current = nil
            if end(count, marks) {
                again {
                    let old = before.deferredChild(child.source, of: deferred.old, child.element)
                    let new = after.deferredChild(child.source, of: container, child.element)
                    guard after.makeChanges(deferred.list, on: new, child.element) else { return }
                    observer.noteDifference(of: child, in: deferred.path, old, new)
                }
            }
        }
        guard let (source, element) = deferred.children.next(after.state.pointee.index) else {
            frames.removeLast()
            return true
        }
        let child = DeferredChild(
            container: before[deferred.old].source, source: source, element: element, list: deferred.list)
        let isTold = observer.tell(child, in: deferred.path) {
            if before[deferred.old].isArray { return deferred.path.appending(element) }
            let marks = before.deferralMarks
            defer { before.release(to: marks) }
            return before.pointer(to: before.deferredChild(source, of: deferred.old, element))
        }
        if isTold { return true }
        deferred.current = (child, (before.deferralMarks, after.deferralMarks), lost.count)
        let old = before.deferredChild(source, of: deferred.old, element)
        let new = after.deferredChild(source, of: container, element)
        begin(child, in: deferred.path, observer)
        guard after.makeChanges(deferred.list, on: new, element) else { return false }
        compare(old, new)
        return true
    }
}
