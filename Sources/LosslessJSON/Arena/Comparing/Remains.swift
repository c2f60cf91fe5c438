/// Compares a document with its result if there is no way back: a value is lost if nothing in the result comes from it.
///
/// The children of a container with deferred changes are changed, compared and released one after another. The values
/// of a child must stay in that child.
package struct Remains {
    private let before: Arena
    private let after: Arena
    private let observer: (any DeferredComparison)?
    /// The offsets of values that were made into something with less information, and what else was done to values, by
    /// changes that were not deferred.
    private let changed: Set<UInt32>
    private let fates: ValueFates

    /// The values of a document that are gone, in its order: each the largest one all of which is.
    ///
    /// - `after`: What was made of the document, in an arena that nothing else uses.
    /// - `changed`: The offsets of values that were made into something that says less, such as `19.99` into `19`.
    /// - `fates`: What else was done to values.
    /// - `observer`: Takes what is gone of children whose changes are deferred, one after another; the result does not
    ///   have it.
    /// - Returns: `nil` if the children of such a container cannot be compared one after another: it is gone itself, or
    ///   values have come from one child to another.
    /// - Complexity: O(values that steps have touched, and values that are gone)
    package static func gone(
        of before: Arena, in after: Arena, changed: [Int] = [], fates: ValueFates = ValueFates(),
        observer: (any DeferredComparison)? = nil
    ) -> [LostValue]? {
        let changed = Set(changed.map { UInt32(truncatingIfNeeded: $0) })
        let remains = Remains(before: before, after: after, observer: observer, changed: changed, fates: fates)
        guard let traces = remains.trace(after.root, from: before.root, Traces()) else { return nil }
        return remains.gone(from: before.root, traces)
    }

    // MARK: What is gone

    /// A container that is decided after its contents.
    private struct Open {
        let node: NodeID
        var next: NodeID
        var gone: [NodeID] = []
        var isGone = true
    }

    /// Not a recursion but for what was deferred, which is as deep as the scopes of a plan are.
    private func gone(from root: NodeID, _ traces: Traces) -> [LostValue] {
        var open: [Open] = []
        var (gone, isGone) = visit(root, traces, &open) ?? ([], false)
        while var container = open.popLast() {
            if container.next.isNone {
                isGone = container.isGone && !holds(container.node, traces)
                gone = isGone && before[container.node].origin != ArenaNode.noPlace ? [container.node] : container.gone
            } else {
                let child = container.next
                container.next = before[child].next
                open.append(container)
                guard let found = visit(child, traces, &open) else { continue }
                (gone, isGone) = found
            }
            guard let last = open.indices.last else { break }
            open[last].gone += gone
            open[last].isGone = open[last].isGone && isGone
        }
        return gone.map {
            let rest = rest(of: $0, traces)
            let keyOffset = rest == .value ? valueOfKey(of: before[$0], traces) : nil
            return LostValue($0, in: before, rest: rest, keyOffset: keyOffset)
        }
    }

    /// The lost part of a value; `nil` for a container whose children must be compared, which is then open.
    private func visit(
        _ node: NodeID, _ traces: Traces, _ open: inout [Open]
    ) -> (gone: [NodeID], isGone: Bool)? {
        let value = before[node]
        // What is left of such a member is not what its container is left with.
        if hasLostKey(value, traces) { return ([node], false) }
        if value.isContainer, !traces.hold(asText: value.origin) {
            if traces.hold(container: value.source) || traces.isCompared(value.source) { return ([], false) }
            if isWhollyGone(value, traces) { return ([node], true) }
            let first = before.firstCompared(of: node)
            if !first.isNone {
                open.append(Open(node: node, next: first))
                return nil
            }
        }
        let isGone = !holds(node, traces)
        return (isGone && value.origin != ArenaNode.noPlace ? [node] : [], isGone)
    }

    /// Whether nothing is left of a container of the text, and of all that is in it.
    private func isWhollyGone(_ value: ArenaNode, _ traces: Traces) -> Bool {
        guard value.form == .indexed, traces.fates.isEmpty, fates.isEmpty, value.origin != ArenaNode.noPlace,
            before.document?.converted == nil
        else { return false }
        return !traces.holdAny(in: before.state.pointee.index[Int(value.source)].span)
    }

    private func holds(_ node: NodeID, _ traces: Traces) -> Bool {
        let origin = before[node].origin
        // A value that a step has made is never lost.
        guard origin != ArenaNode.noPlace else { return !before[node].isContainer }
        guard traces.hold(origin) else { return isMerged(node, traces) }
        if traces.results[origin]?.contains(where: \.isItself) == true { return true }
        guard isChanged(origin, traces) || lacksParts(origin, traces) else { return true }
        return hasResult(of: origin, traces) {
            after.isSame($0, as: node, of: before)
        } orElse: {
            $0 == before.value(of: node)
        }
    }

    /// Whether one of the scalars that come from a value passes a test: of its node, where there is one still.
    private func hasResult(
        of origin: UInt32, _ traces: Traces, where passes: (NodeID) -> Bool, orElse isRight: (JSONValue) -> Bool
    ) -> Bool {
        traces.results[origin]?.contains { result in
            if !result.node.isNone { return passes(result.node) }
            after.noteLook(within: Int(origin)..<Int(origin) + 1)
            return isRight(result.value)
        } == true
    }

    /// The scalars that come from a value: their characters decide, and so do those of the value.
    private func results(of origin: UInt32, _ traces: Traces) -> [JSONValue] {
        guard let results = traces.results[origin] else { return [] }
        after.noteLook(within: Int(origin)..<Int(origin) + 1)
        for result in results where !result.node.isNone { after.noteLook(at: result.node) }
        return results.map(\.value)
    }

    private func isChanged(_ origin: UInt32, _ traces: Traces) -> Bool {
        traces.changed.contains(origin) || changed.contains(origin)
    }

    /// Whether a value went into another one that is there. If that has become less, it must have the text still.
    private func isMerged(_ node: NodeID, _ traces: Traces) -> Bool {
        let origin = before[node].origin
        guard let holder = holder(of: origin, traces) else { return false }
        guard isChanged(holder, traces) || lacksParts(holder, traces) else { return true }
        guard !isKey(origin, of: holder, traces), before[node].isString else { return true }
        return hasResult(of: holder, traces) {
            after.holds($0, textOf: node, of: before)
        } orElse: {
            $0.string?.contains(before.string(of: node) ?? "") == true
        }
    }

    /// The value that another one went into, by itself or in one of these, if that is there.
    private func holder(of origin: UInt32, _ traces: Traces) -> UInt32? {
        var (place, passed) = (Int(origin), Set<Int>())
        while let other = traces.fates.merged[place] ?? fates.merged[place], passed.insert(other).inserted {
            place = other
            if traces.hold(UInt32(truncatingIfNeeded: place)) { return UInt32(truncatingIfNeeded: place) }
        }
        return nil
    }

    /// Whether a value has become the key of a member.
    private func isKey(_ origin: UInt32, of member: UInt32, _ traces: Traces) -> Bool {
        (traces.fates.ids[Int(member)] ?? fates.ids[Int(member)]) == Int(origin)
    }

    private func parts(_ origin: UInt32, _ traces: Traces) -> ValueFates.Parts? {
        traces.fates.parts[Int(origin)] ?? fates.parts[Int(origin)]
    }

    /// Whether not all that was made of a value is there.
    private func lacksParts(_ origin: UInt32, _ traces: Traces) -> Bool {
        guard let parts = parts(origin, traces) else { return false }
        if let areAll = parts.areAll(in: traces.results[origin]?.map(\.place) ?? []) { return !areAll }
        return !parts.areAll(in: results(of: origin, traces).filter { !$0.isContainer })
    }

    /// Whether nothing comes from the key of a member.
    private func hasLostKey(_ value: ArenaNode, _ traces: Traces) -> Bool {
        guard value.origin != ArenaNode.noPlace, !fates.isEmpty || !traces.fates.isEmpty else { return false }
        let member = Int(value.origin)
        guard isLeft(value, traces), !traces.hold(key: value) else { return false }
        if fates.withoutKey.contains(member) || traces.fates.withoutKey.contains(member) { return true }
        guard let key = valueOfKey(of: value, traces) else { return false }
        let place = UInt32(truncatingIfNeeded: key)
        return !traces.hold(place) && holder(of: place, traces) == nil
    }

    /// The offset of the value that the key of a member became.
    private func valueOfKey(of value: ArenaNode, _ traces: Traces) -> Int? {
        traces.fates.keys[Int(value.origin)] ?? fates.keys[Int(value.origin)]
    }

    /// Whether the key of a member went elsewhere, perhaps only that of a copy.
    private func isKeyFollowed(_ member: UInt32, _ traces: Traces) -> Bool {
        fates.isKeyFollowed(of: Int(member)) || traces.fates.isKeyFollowed(of: Int(member))
    }

    /// Whether something comes from a value, or from what is in it.
    private func isLeft(_ value: ArenaNode, _ traces: Traces) -> Bool {
        if traces.hold(value.origin) || holder(of: value.origin, traces) != nil { return true }
        guard value.isContainer, value.source != ArenaNode.noPlace else { return false }
        return traces.holdAny(in: before.state.pointee.index[Int(value.source)].span)
    }

    /// What is left of a lost value.
    private func rest(of node: NodeID, _ traces: Traces) -> LostValue.Rest {
        let origin = before[node].origin
        if hasLostKey(before[node], traces) { return .value }
        return traces.hold(origin) && lacksParts(origin, traces) ? .part : .nothing
    }

    // MARK: What is there

    /// Follows a value and all that is in it; `nil` where deferred changes fail, or children cannot be compared one
    /// after another.
    ///
    /// - `old`: The value in the document that it came from.
    private func trace(_ root: NodeID, from old: NodeID, _ traces: Traces) -> Traces? {
        var traces = traces
        // The stack of the nodes that come next.
        var pending = [root]
        while let node = pending.popLast() {
            let value = after[node]
            if !value.next.isNone, node != root { pending.append(value.next) }
            if value.origin != ArenaNode.noPlace {
                traces.note(value)
                if isKeyFollowed(value.origin, traces) { traces.note(keyOf: value) }
                if isChanged(value.origin, traces) || parts(value.origin, traces) != nil {
                    let result = Traces.Result(
                        node: node, place: after.placeOfCharacters(of: node), isItself: after.isItself(node),
                        value: after.withoutRecording { after.value(of: node) })
                    traces.results[value.origin, default: []].append(result)
                }
            }
            if !value.isContainer { continue }
            if value.form == .indexed || value.form == .open && !value.isDirty, value.source != ArenaNode.noPlace {
                traces.note(container: value.source)
            } else if observer != nil, let list = after.listForChildren(of: node) {
                guard compareChildren(of: node, list, old, &traces) else { return nil }
            } else if observer != nil, value.form == .deferred {
                guard compareChild(node, old, &traces) else { return nil }
            } else if let first = Optional(after.firstCompared(of: node)), !first.isNone {
                pending.append(first)
            }
        }
        traces.sort()
        return traces.keepChildrenApart(before.state.pointee.index) ? traces : nil
    }

    // MARK: Deferred changes

    /// Compares the children of a container one after another.
    private func compareChildren(of container: NodeID, _ list: UInt32, _ old: NodeID, _ traces: inout Traces) -> Bool {
        let source = after[container].source
        let old = before.node(of: source, within: old)
        guard let observer, !old.isNone else { return false }
        traces.note(compared: source)
        let path = before.pointer(to: old)
        var children = after.takeDeferredChildren(of: container)
        while let (child, element) = children.next(after.state.pointee.index) {
            let marks = (before: before.deferralMarks, after: after.deferralMarks)
            let oldChild = before.deferredChild(child, of: old, element)
            let deferred = DeferredChild(container: source, source: child, element: element, list: list)
            if !observer.tell(deferred, in: path, at: { before.pointer(to: oldChild) }) {
                observer.begin(deferred, in: path)
                let new = after.deferredChild(child, of: container, element)
                guard after.makeChanges(list, on: new, element), compare(oldChild, new, observer, &traces) else {
                    return false
                }
                after.release(to: marks.after)
            }
            before.release(to: marks.before)
        }
        return true
    }

    /// Compares a child of a container that others have looked into.
    private func compareChild(_ child: NodeID, _ old: NodeID, _ traces: inout Traces) -> Bool {
        let (node, afterMarks) = (after[child], after.deferralMarks)
        let old = before.node(of: node.source, within: old)
        guard let observer, !old.isNone, !before[old].parent.isNone else { return false }
        let (oldNode, beforeMarks, container) = (before[old], before.deferralMarks, before[old].parent)
        traces.note(compared: node.source)
        let element = before[container].isArray ? before.place(of: old, in: container) : 0
        let deferred = DeferredChild(
            container: before[container].source, source: node.source, element: element, list: node.start)
        let path = before.pointer(to: container)
        if observer.tell(deferred, in: path, at: { before.pointer(to: old) }) {
            after.finishDeferred()
            return true
        }
        observer.begin(deferred, in: path)
        guard after.makeDeferred(child), compare(old, child, observer, &traces) else { return false }
        before.release(to: beforeMarks)
        after.release(to: afterMarks)
        (before.at(old).pointee, after.at(child).pointee) = (oldNode, node)
        return true
    }

    /// Compares a child with its result.
    private func compare(
        _ old: NodeID, _ new: NodeID, _ observer: any DeferredComparison, _ traces: inout Traces
    ) -> Bool {
        let span = before.state.pointee.index[Int(before[old].source)].span
        let (changed, fates) = observer.changes
        guard changed.allSatisfy(span.contains), fates.offsets.allSatisfy(span.contains),
            let inner = trace(new, from: old, Traces(changed, fates))
        else { return false }
        if traces.add(outside: span, of: inner) { after.giveUpRecordingOfValue() }
        observer.end(gone(from: old, inner), differs: false)
        return true
    }
}
