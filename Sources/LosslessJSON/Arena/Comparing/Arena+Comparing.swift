/// Comparing values of an arena with those of a plan.
extension Arena {
    /// Whether a scalar is written as another one is: the same number text, the same characters.
    package func isSame(_ node: NodeID, as other: JSONValue) -> Bool {
        if self[node].kind != other.kind || self[node].isContainer { return false }
        guard state.pointee.isRecording else { return areSame(node, other) }
        let isSame = withoutRecording { areSame(node, other) }
        noteComparison(of: node, with: other, areEqual: isSame)
        return isSame
    }

    private func areSame(_ node: NodeID, _ other: JSONValue) -> Bool {
        guard let characters = plainBytes(of: node) else { return value(of: node) == other }
        switch other.kind {
        case .string, .number:
            var text = other.string ?? other.number?.text ?? ""
            return text.withUTF8 { $0.isSame(as: characters) }
        default: return bool(of: node) == other.bool
        }
    }

    /// Whether a value means the same as another one.
    package func isEquivalent(_ node: NodeID, to other: JSONValue) -> Bool {
        if self[node].kind != other.kind { return false }
        guard state.pointee.isRecording else { return areEquivalent(node, other) }
        let areEqual = withoutRecording { areEquivalent(node, other) }
        noteComparison(of: node, with: other, areEqual: areEqual)
        return areEqual
    }

    private func areEquivalent(_ node: NodeID, _ other: JSONValue) -> Bool {
        if self[node].isString, let characters = plainBytes(of: node) {
            var text = other.string ?? ""
            return text.withUTF8 { $0.isSame(as: characters) }
        }
        if let found = areEquivalentContainers(node, other) { return found }
        return value(of: node).isEquivalent(to: other)
    }

    /// The same for an open container, and where one of both is empty; `nil` where more is to be looked at. A recursion
    /// as deep as the value of the plan is.
    private func areEquivalentContainers(_ node: NodeID, _ other: JSONValue) -> Bool? {
        let value = self[node]
        guard value.isContainer, value.form == .open || value.form == .indexed else { return nil }
        let count = other.object?.count ?? other.array?.count ?? 0
        if value.form == .indexed {
            noteLayout(of: value.source)
            let isEmpty = state.pointee.index[Int(value.source)].next == value.source + 1
            return isEmpty || count == 0 ? isEmpty && count == 0 : nil
        }
        if Int(value.count) != count { return false }
        if let object = other.object {
            return object.allSatisfy { pair in
                let found = member(pair.key, of: node)
                return !found.isNone && self[found].kind == pair.value.kind && areEquivalent(found, pair.value)
            }
        }
        return zip(children(of: node), other.array ?? []).allSatisfy {
            self[$0].kind == $1.kind && areEquivalent($0, $1)
        }
    }
}

extension Arena {
    /// Whether two places have one value of the text, or one that was made once, so that no look is needed to see that
    /// they are equal.
    package func haveOneValue(_ node: NodeID, _ other: NodeID) -> Bool {
        let (left, right) = (self[node], self[other])
        if left.form != right.form || left.rawKind != right.rawKind { return false }
        return switch left.form {
        case .indexed: left.source == right.source
        case .made: left.start == right.start && left.length == right.length
        case .foreign, .open, .deferred, .childrenDeferred: false
        }
    }

    /// Whether a scalar is written as one of another arena is.
    package func isSame(_ node: NodeID, as other: NodeID, in arena: Arena) -> Bool {
        isSame(node, as: other, in: arena, haveOneText: hasOneText(with: arena))
    }

    /// Whether both have one text and one index, so that numbers of the one are those of the other.
    func hasOneText(with other: Arena) -> Bool { state.pointee.index == other.state.pointee.index && hasText }

    /// Whether a key of an object appears twice. O(members)
    package func hasRepeatedKey(_ object: NodeID) -> Bool {
        let members = children(of: object)
        if members.count > 16 { return Set(members.map { ByteKey(key(of: $0)) }).count < members.count }
        for (place, member) in members.enumerated() {
            for other in members[..<place]
            where self[member].keyHash == self[other].keyHash && withKey(of: member, { isKey(of: other, $0) }) {
                return true
            }
        }
        return false
    }

    /// The member of an object that has the key of one of another arena, or `none`.
    package func member(of object: NodeID, like member: NodeID, in other: Arena) -> NodeID {
        let hash = other[member].keyHash
        return other.withKey(of: member) { self.member($0, hash: hash, of: object) }
    }

    func isSame(_ node: NodeID, as other: NodeID, in arena: Arena, haveOneText: Bool) -> Bool {
        let (left, right) = (at(node), arena.at(other))
        guard left.pointee.kind == right.pointee.kind else { return false }
        if left.pointee.isNull { return true }
        if haveOneText, left.pointee.form == .indexed, right.pointee.form == .indexed,
            left.pointee.source == right.pointee.source
        {
            return true
        }
        if left.pointee.form == .indexed, haveOneText, arena.differingSource(of: other) == left.pointee.source {
            return false
        }
        if left.pointee.kind == .boolean { return bool(of: node) == arena.bool(of: other) }
        // One that was made, and not of a value of the text, is the same in each document of the shape.
        if state.pointee.isRecording, left.pointee.form == .indexed, right.pointee.form == .made,
            right.pointee.flags & ArenaNode.computed == 0, let first = withoutRecording({ plainBytes(of: node) }),
            let second = arena.plainBytes(of: other), !first.isSame(as: second)
        {
            noteComparison(of: node, with: arena.valueToReport(of: other), areEqual: false)
            return false
        }
        if state.pointee.isRecording, haveOneText, left.pointee.form == .indexed, right.pointee.form == .indexed,
            let first = withoutRecording({ plainBytes(of: node) }),
            let second = arena.withoutRecording({ arena.plainBytes(of: other) })
        {
            // Of two scalars of the text only the answer decides.
            let areSame = first.isSame(as: second)
            let inputs = [recordInput(node), arena.recordInput(other)]
            state.pointee.recorder?.noteFinding(EqualityFinding(areSame: areSame), of: inputs)
            return areSame
        }
        if let first = plainBytes(of: node), let second = arena.plainBytes(of: other) {
            return first.isSame(as: second)
        }
        if let first = contentAsRead(of: node), let second = arena.contentAsRead(of: other), first.isSame(as: second) {
            noteLook(at: node)
            arena.noteLook(at: other)
            return true
        }
        return value(of: node) == arena.value(of: other)
    }

    /// The bytes of a scalar as they are in a document, escapes included; `nil` where it is in none.
    ///
    /// The document is held by the arena, and its bytes never change.
    private func contentAsRead(of node: NodeID) -> UnsafeBufferPointer<UInt8>? {
        let value = at(node).pointee
        if value.form == .indexed {
            return UnsafeBufferPointer(rebasing: state.pointee.text[state.pointee.index[Int(value.source)].content])
        }
        guard value.form == .foreign,
            case .indexed(let index, let source) = state.pointee.foreign[Int(value.start)].storage
        else { return nil }
        return index.bytes.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[index[source].content]) }
    }

    /// Whether a value is written as one of another arena is, but for the order of members and for white space. Shapes
    /// do not depend on it. Not a recursion.
    func isAlike(_ node: NodeID, _ other: NodeID, in arena: Arena, haveOneText: Bool) -> Bool {
        withoutRecording {
            arena.withoutRecording {
                var pending = [(node, other)]
                while let (left, right) = pending.popLast() {
                    guard self[left].isContainer else {
                        if !isSame(left, as: right, in: arena, haveOneText: haveOneText) { return false }
                        continue
                    }
                    guard self[left].kind == arena[right].kind, count(of: left) == arena.count(of: right) else {
                        return false
                    }
                    var (child, next) = (firstChild(of: left), arena.firstChild(of: right))
                    while !child.isNone {
                        let partner = arena.partner(of: child, in: self, next, within: right, haveOneText)
                        if partner.isNone { return false }
                        pending.append((child, partner))
                        (child, next) = (self.next(after: child), arena.next(after: partner))
                    }
                }
                return true
            }
        }
    }

    /// The child of a container that has the place of one of another arena: probably `next`.
    private func partner(
        of child: NodeID, in other: Arena, _ next: NodeID, within container: NodeID, _ haveOneText: Bool
    ) -> NodeID {
        guard self[container].isObject else { return next }
        if !next.isNone, other.hasKey(of: child, as: next, in: self, haveOneText: haveOneText) { return next }
        let hash = other[child].keyHash
        return other.withKey(of: child) { member($0, hash: hash, of: container) }
    }

    /// Whether a member has the key of one of another arena.
    func hasKey(of node: NodeID, as other: NodeID, in arena: Arena, haveOneText: Bool) -> Bool {
        let (left, right) = (at(node), arena.at(other))
        guard left.pointee.keyHash == right.pointee.keyHash else { return false }
        if haveOneText, left.pointee.keyForm == .indexed, right.pointee.keyForm == .indexed,
            left.pointee.keyStart == right.pointee.keyStart
        {
            return true
        }
        return withKey(of: node) { arena.isKey(of: other, $0) }
    }

    /// Calls a function with the characters of the key of a member.
    package func withKey<Result>(of node: NodeID, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let member = self[node]
        if member.keyForm == .made { return body(side(member.keyStart, member.keyLength)) }
        let place = state.pointee.index[Int(member.keyStart)]
        if !place.isEscaped { return body(UnsafeBufferPointer(rebasing: state.pointee.text[place.content])) }
        var key = key(of: node)
        return key.withUTF8(body)
    }
}

extension Arena {
    /// Whether a scalar is the one of the text that it comes from.
    package func isAsRead(_ node: NodeID) -> Bool {
        let value = self[node]
        guard value.form == .indexed, !value.isContainer, document?.converted == nil else { return false }
        return state.pointee.index[Int(value.source)].span.lowerBound == Int(value.origin)
    }

    /// The bytes of an unchanged container in the text; `nil` for another value.
    package func untouchedSpan(of node: NodeID) -> Range<Int>? {
        let value = self[node]
        guard value.isContainer, value.source != ArenaNode.noPlace,
            value.form == .indexed || value.form == .open && !value.isDirty, document?.converted == nil
        else { return nil }
        return state.pointee.index[Int(value.source)].span
    }

    /// The bytes of the text that a container was; `nil` for another value.
    func spanRead(of node: NodeID) -> Range<Int>? {
        let value = self[node]
        guard value.isContainer, value.source != ArenaNode.noPlace else { return nil }
        return state.pointee.index[Int(value.source)].span
    }

    /// The same of a container to which changes are still to be made; `nil` for another value.
    package func deferredSpan(of node: NodeID) -> Range<Int>? { self[node].isDeferred ? spanRead(of: node) : nil }

    /// Whether a range of the text contains a value with deferred changes.
    package func holdsDeferredChanges(in span: Range<Int>) -> Bool {
        state.pointee.deferrals.containers.contains { container in
            spanRead(of: container).map { span.contains($0.lowerBound) } ?? false
        }
    }
}
