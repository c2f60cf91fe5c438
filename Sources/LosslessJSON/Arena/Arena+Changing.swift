/// Changing a document in an arena.
extension Arena {
    /// Notes that something in a value has changed.
    @inline(__always)
    func touch(_ node: NodeID) {
        state.pointee.edits &+= 1
        var node = node
        while !node.isNone {
            let value = at(node)
            if value.pointee.flags & ArenaNode.dirty != 0 { return }
            value.pointee.flags |= ArenaNode.dirty
            node = value.pointee.parent
        }
    }

    // MARK: Places

    /// Takes a value out of its container. It stays what it is, and may be put elsewhere.
    package func detach(_ node: NodeID) {
        if self[node].form == .deferred { open(node) }
        let (parent, previous, next) = (self[node].parent, self[node].previous, self[node].next)
        guard !parent.isNone else { return }
        if previous.isNone { at(parent).pointee.first = next } else { at(previous).pointee.next = next }
        if next.isNone { at(parent).pointee.last = previous } else { at(next).pointee.previous = previous }
        at(parent).pointee.count -= 1
        at(parent).pointee.flags |= ArenaNode.reordered
        noteMoves(in: parent)
        touch(parent)
        let value = at(node)
        value.pointee.parent = .none
        value.pointee.next = .none
        value.pointee.previous = .none
        value.pointee.flags &= ~ArenaNode.inPlace
    }

    /// Puts a detached value before another of a container, or at its end.
    package func insert(_ node: NodeID, into container: NodeID, before next: NodeID = .none) {
        open(container)
        noteInserted(node, into: container, before: next)
        let previous = next.isNone ? self[container].last : self[next].previous
        let value = at(node)
        value.pointee.parent = container
        value.pointee.next = next
        value.pointee.previous = previous
        value.pointee.flags &= ~ArenaNode.inPlace
        if previous.isNone { at(container).pointee.first = node } else { at(previous).pointee.next = node }
        if next.isNone { at(container).pointee.last = node } else { at(next).pointee.previous = node }
        at(container).pointee.count += 1
        at(container).pointee.flags |= ArenaNode.reordered
        if !next.isNone { noteMoves(in: container) }
        if value.pointee.hasKey { noteKey(of: node, in: container) }
        touch(container)
    }

    /// The place behind a value, for others to be put there once the value is gone.
    package struct Place {
        let next: NodeID
        /// The member of the text that was there, where that is noted.
        let slot: UInt32?
    }

    package func place(behind node: NodeID) -> Place {
        Place(
            next: self[node].next, slot: state.pointee.notedObject == ArenaNode.noObject ? nil : recordedSlot(of: node))
    }

    /// The place behind the value that is there, or the same one at the end.
    package func place(after place: Place) -> Place {
        place.next.isNone ? place : Place(next: next(after: place.next), slot: nil)
    }

    /// Puts a detached value as a member of a key where another one was.
    package func insert(_ node: NodeID, as key: String, into object: NodeID, at place: Place) {
        insert(node, as: key, into: object, before: place.next)
        noteInserted(node, into: object, beside: place.slot)
    }

    /// Puts a detached value as a member of a key.
    package func insert(_ node: NodeID, as key: String, into object: NodeID, before next: NodeID = .none) {
        setKey(of: node, to: key)
        insert(node, into: object, before: next)
    }

    /// Moves a member to the end of another object.
    ///
    /// - `key`: Its new key; `nil`: it keeps its own, in the usual spelling.
    package func move(_ node: NodeID, as key: String? = nil, into object: NodeID) {
        detach(node)
        if let key { setKey(of: node, to: key) } else { respellKey(of: node) }
        insert(node, into: object)
    }

    /// Moves the elements of an array to the end of another one.
    package func moveElements(of array: NodeID, into other: NodeID) {
        var element = firstChild(of: array)
        while !element.isNone {
            let next = self[element].next
            detach(element)
            insert(element, into: other)
            element = next
        }
    }

    /// Puts a detached value into the place of another one, with its key. The other one is detached.
    ///
    /// - Returns: The node that the value has from then on.
    @discardableResult
    package func replace(_ node: NodeID, by new: NodeID) -> NodeID {
        if self[node].form == .deferred { open(node) }
        // A node of the text keeps its slot: writing finds the text between its old neighbours by that.
        if self[new].slot != ArenaNode.noPlace {
            let isDirty = self[new].isDirty
            take(new, into: node)
            if !isDirty { at(node).pointee.flags &= ~ArenaNode.dirty }
            return node
        }
        let old = self[node]
        if state.pointee.notedObject != ArenaNode.noObject { recordReplaced(node, by: new) }
        let value = at(new)
        value.pointee.parent = old.parent
        value.pointee.next = old.next
        value.pointee.previous = old.previous
        value.pointee.keyForm = old.keyForm
        value.pointee.keyStart = old.keyStart
        value.pointee.keyLength = old.keyLength
        value.pointee.keyHash = old.keyHash
        value.pointee.keyText = old.keyText
        value.pointee.slot = old.slot
        value.pointee.flags = value.pointee.flags & ~ArenaNode.inPlace | old.flags & ArenaNode.inPlace
        if state.pointee.root == node { state.pointee.root = new }
        guard !old.parent.isNone else { return new }
        if old.previous.isNone { at(old.parent).pointee.first = new } else { at(old.previous).pointee.next = new }
        if old.next.isNone { at(old.parent).pointee.last = new } else { at(old.next).pointee.previous = new }
        at(old.parent).pointee.flags |= ArenaNode.reordered
        noteMoves(in: old.parent)
        if value.pointee.hasKey { noteKey(of: new, in: old.parent) }
        touch(old.parent)
        let left = at(node)
        left.pointee.parent = .none
        left.pointee.next = .none
        left.pointee.previous = .none
        left.pointee.flags &= ~ArenaNode.inPlace
        return new
    }

    // MARK: Keys

    /// Gives a member another key.
    package func setKey(of node: NodeID, to key: String) {
        if self[node].form == .deferred { open(node) }
        var member = self[node]
        setKey(key, of: &member)
        setKey(of: node, member)
    }

    private func setKey(of node: NodeID, _ new: ArenaNode) {
        let member = at(node)
        member.pointee.keyForm = new.keyForm
        member.pointee.keyStart = new.keyStart
        member.pointee.keyLength = new.keyLength
        member.pointee.keyHash = new.keyHash
        member.pointee.keyText = new.keyText
        noteNewKey(of: node)
    }

    @inline(__always)
    private func noteNewKey(of node: NodeID) {
        let parent = self[node].parent
        if parent.isNone { return }
        if self[parent].source == state.pointee.notedObject { withKey(of: node) { noteName($0, in: parent) } }
        noteKey(of: node, in: parent)
        touch(parent)
    }

    /// Forgets how the key of a member was spelled, where styles spell it in several ways.
    func respellKey(of node: NodeID) {
        let isPlain = self[node].keyText < 0 && withKey(of: node, Self.isPlain)
        if isPlain, self[node].keyForm == .made || !state.pointee.index[Int(self[node].keyStart)].isEscaped { return }
        setKey(of: node, to: key(of: node))
    }

    /// Removes the key of a value that moves from an object into an array.
    package func removeKey(of node: NodeID) { at(node).pointee.keyForm = .none }

    // MARK: Values

    /// A detached empty object or array.
    package func makeContainer(isObject: Bool, from origin: NodeID = .none) -> NodeID {
        var node = ArenaNode()
        node.rawKind = isObject ? UInt8(IndexNode.object) : UInt8(IndexNode.array)
        node.form = .open
        node.flags = ArenaNode.dirty | ArenaNode.irregular | ArenaNode.reordered
        if !origin.isNone { node.origin = self[origin].origin }
        return append(node)
    }

    /// A detached copy of a value.
    ///
    /// - `keepsOrigin`: Whether it comes from where the value does.
    package func makeCopy(of node: NodeID, keepsOrigin: Bool = true) -> NodeID {
        if self[node].isDeferred { open(node) }
        if self[node].isContainer { state.pointee.deferrals.mayGiveUp = false }
        var copy = self[node]
        if copy.form == .open {
            copy = self.node(of: value(of: node))
        } else {
            copy.parent = .none
            copy.next = .none
            copy.previous = .none
            copy.flags &= ~ArenaNode.inPlace
            copy.keyForm = .none
        }
        if !keepsOrigin { copy.origin = ArenaNode.noPlace }
        return append(copy)
    }

    /// Gives a place another value. It then comes from where that came from, or from where the old one did.
    package func set(_ node: NodeID, to value: JSONValue, keepingOrigin: Bool = false) {
        let new = self.node(of: value)
        let old = at(node)
        old.pointee.source = new.source
        old.pointee.start = new.start
        old.pointee.length = new.length
        old.pointee.form = new.form
        old.pointee.rawKind = new.rawKind
        if !keepingOrigin { old.pointee.origin = new.origin }
        old.pointee.flags &= ~ArenaNode.ofContents
        changed(node)
    }

    /// Gives a place a boolean or `null`; it comes from where the old value did.
    package func set(_ node: NodeID, to bool: Bool?) { setScalar(node, bool.map { $0 ? 2 : 1 } ?? 0, 0, 0) }

    @inline(__always)
    func setScalar(_ node: NodeID, _ kind: UInt8, _ start: UInt32, _ length: UInt32) {
        let value = at(node)
        value.pointee.form = .made
        value.pointee.rawKind = kind
        value.pointee.start = start
        value.pointee.length = length
        value.pointee.source = ArenaNode.noPlace
        value.pointee.flags &= ~ArenaNode.computed
        changed(node)
    }

    /// Gives a place a scalar of the text.
    func setSource(_ node: NodeID, _ source: UInt32) {
        let value = at(node)
        value.pointee.form = .indexed
        value.pointee.rawKind = UInt8(state.pointee.index[Int(source)].rawKind)
        value.pointee.source = source
        value.pointee.flags &= ~ArenaNode.computed
        changed(node)
    }

    /// A value has been replaced in its place: it must be written again, and so must its containers.
    @inline(__always)
    private func changed(_ node: NodeID) {
        at(node).pointee.flags |= ArenaNode.dirty
        touch(self[node].parent)
    }

    /// A detached string of these characters, which comes from where another value does.
    package func makeString(_ characters: UnsafeBufferPointer<UInt8>, from origin: NodeID) -> NodeID {
        var node = ArenaNode()
        node.form = .made
        node.rawKind = UInt8(IndexNode.string)
        node.start = keep(characters)
        node.length = UInt32(truncatingIfNeeded: characters.count)
        node.origin = origin.isNone ? ArenaNode.noPlace : self[origin].origin
        return append(node)
    }

    /// Gives a value a place in the text that it comes from.
    package func setOrigin(of node: NodeID, to offset: Int) {
        at(node).pointee.origin = UInt32(truncatingIfNeeded: offset)
    }

    /// Gives a value the origin of another one.
    package func setOrigin(of node: NodeID, from other: NodeID) {
        at(node).pointee.origin = other.isNone ? ArenaNode.noPlace : self[other].origin
    }

    /// A detached string, which comes from where another value does.
    package func makeString(_ text: String, from origin: NodeID) -> NodeID {
        var text = text
        return text.withUTF8 { makeString($0, from: origin) }
    }
}
