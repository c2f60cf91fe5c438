/// Looking at a document in an arena.
extension Arena {
    // MARK: Values

    @inline(__always)
    package func kind(of node: NodeID) -> JSONKind { self[node].kind }

    package func isNull(_ node: NodeID) -> Bool { self[node].isNull }
    package func isObject(_ node: NodeID) -> Bool { self[node].isObject }
    package func isArray(_ node: NodeID) -> Bool { self[node].isArray }
    package func isString(_ node: NodeID) -> Bool { self[node].isString }
    package func isContainer(_ node: NodeID) -> Bool { self[node].isContainer }

    /// The byte of the text that a value comes from, or `nil` for one that was made.
    package func origin(of node: NodeID) -> Int? {
        let origin = self[node].origin
        return origin == ArenaNode.noPlace ? nil : Int(origin)
    }

    package func parent(of node: NodeID) -> NodeID { self[node].parent }

    /// The bytes of a number, or of a string that holds no escape; `nil` if the characters are not a range of bytes.
    package func plainBytes(of node: NodeID) -> UnsafeBufferPointer<UInt8>? {
        noteLook(at: node)
        let value = self[node]
        switch value.form {
        case .made: return side(value.start, value.length)
        case .indexed:
            let place = state.pointee.index[Int(value.source)]
            guard !value.isContainer, !place.isEscaped, let text = state.pointee.text.baseAddress else { return nil }
            return UnsafeBufferPointer(start: text + Int(place.offset), count: Int(place.length))
        case .foreign, .open, .deferred, .childrenDeferred: return nil
        }
    }

    /// The characters of a string, or `nil` if the value is of another kind.
    package func string(of node: NodeID) -> String? {
        guard self[node].isString else { return nil }
        if let bytes = plainBytes(of: node) { return String(decoding: bytes, as: UTF8.self) }
        return value(of: node).string
    }

    /// The boolean, or `nil` if the value is of another kind.
    package func bool(of node: NodeID) -> Bool? {
        noteLook(at: node)
        return switch self[node].rawKind {
        case 1: false
        case 2: true
        default: nil
        }
    }

    // MARK: Children

    /// The number of members or elements; of a scalar, 0.
    package func count(of node: NodeID) -> Int {
        guard self[node].isContainer else { return 0 }
        open(node)
        noteWalk(node)
        return Int(self[node].count)
    }

    /// Whether a container has no members or elements. A shape says nothing about it: if its documents may have members
    /// that nothing asked for, they all have at least one.
    package func isEmpty(_ container: NodeID) -> Bool {
        open(container)
        if self[container].count == 0 { noteWalk(container) }
        return self[container].count == 0
    }

    /// The first member or element, or `none`.
    @inline(__always)
    package func firstChild(of node: NodeID) -> NodeID {
        noteWalk(node)
        return firstCompared(of: node)
    }

    /// The children of a container, for a look that decides nothing about members that are as they were.
    package func childrenCompared(of node: NodeID) -> [NodeID] {
        var (children, child) = ([NodeID](), firstCompared(of: node))
        while !child.isNone {
            children.append(child)
            child = self[child].next
        }
        return children
    }

    /// The same for a look that decides nothing about members that are as they were: they are compared with themselves.
    @inline(__always)
    func firstCompared(of node: NodeID) -> NodeID {
        guard self[node].isContainer else { return .none }
        open(node)
        return self[node].first
    }

    /// The last member or element, or `none`.
    package func lastChild(of node: NodeID) -> NodeID {
        guard self[node].isContainer else { return .none }
        open(node)
        noteWalk(node)
        return self[node].last
    }

    /// The member or element after another, or `none`.
    @inline(__always)
    package func next(after node: NodeID) -> NodeID {
        if !self[node].parent.isNone { noteWalk(self[node].parent) }
        return self[node].next
    }

    /// The children of a container, in their order.
    package func children(of node: NodeID) -> [NodeID] {
        var children: [NodeID] = []
        children.reserveCapacity(count(of: node))
        var child = firstChild(of: node)
        while !child.isNone {
            children.append(child)
            child = self[child].next
        }
        return children
    }

    /// The element at an index, or `none`. O(1) in an array that is unchanged, and in a changed one after a first look
    /// that far into it
    package func element(_ index: Int, of array: NodeID) -> NodeID {
        guard index >= 0, index < count(of: array) else { return .none }
        let node = self[array]
        if node.flags & ArenaNode.reordered == 0 {
            return NodeID(Int32(bitPattern: node.start) + Int32(index))
        }
        if index >= ArenaTable.threshold { return elementOfLarge(index, of: array) }
        var child = node.first
        for _ in 0..<index { child = self[child].next }
        return child
    }

    // MARK: Keys

    /// The key of a member.
    package func key(of node: NodeID) -> String {
        let member = self[node]
        switch member.keyForm {
        case .none: return ""
        case .made: return String(decoding: side(member.keyStart, member.keyLength), as: UTF8.self)
        case .indexed: return key(at: member.keyStart)
        }
    }

    /// The key of a member, by its node in the index.
    func key(at place: UInt32) -> String {
        let key = state.pointee.index[Int(place)]
        let bytes = UnsafeBufferPointer(rebasing: state.pointee.text[key.content])
        if key.isEscaped { return String(decoding: Unescaping.characters(of: bytes), as: UTF8.self) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The byte of the text at which the key of a member begins; `nil` if the member has another key.
    package func keyOffset(of node: NodeID) -> Int? {
        let member = self[node]
        guard member.keyForm == .indexed, document?.converted == nil else { return nil }
        return state.pointee.index[Int(member.keyStart)].span.lowerBound
    }

    /// The hash of the key of a member.
    package func keyHash(of node: NodeID) -> UInt32 { self[node].keyHash }

    /// The member of a key, or `none`. O(members), O(1) in a large object after repeated looks
    @inline(__always)
    package func member(
        _ key: UnsafeBufferPointer<UInt8>, hash: UInt32, of object: NodeID
    ) -> NodeID {
        noteName(key, in: object)
        return memberCompared(key, hash: hash, of: object)
    }

    /// The same for a look that decides nothing about members that are as they were.
    @inline(__always)
    func memberCompared(
        _ key: UnsafeBufferPointer<UInt8>, hash: UInt32, of object: NodeID
    ) -> NodeID {
        open(object)
        if self[object].count >= ArenaTable.threshold { return memberOfLarge(key, hash: hash, of: object) }
        var child = self[object].first
        while !child.isNone {
            let member = at(child)
            if member.pointee.keyHash == hash, isKey(of: child, key) { return child }
            child = member.pointee.next
        }
        return .none
    }

    /// The member of a key, or `none`.
    package func member(_ key: String, of object: NodeID) -> NodeID {
        guard self[object].isObject else { return .none }
        var key = key
        return key.withUTF8 { member($0, hash: KeyHash.hash($0), of: object) }
    }

    /// Whether a member has a key of these bytes; the hash is the same.
    @inline(__always)
    func isKey(of node: NodeID, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        let member = at(node)
        if member.pointee.keyForm == .made {
            guard Int(member.pointee.keyLength) == key.count else { return false }
            return side(member.pointee.keyStart, member.pointee.keyLength).isSame(as: key)
        }
        let place = state.pointee.index[Int(member.pointee.keyStart)]
        if place.isEscaped { return self.key(of: node).utf8.elementsEqual(key) }
        guard Int(place.length) == key.count, let text = state.pointee.text.baseAddress else { return false }
        return UnsafeBufferPointer(start: text + Int(place.offset), count: key.count).isSame(as: key)
    }

    /// The value that a token of a pointer names in a value, or `none`.
    package func child(_ token: String, of node: NodeID) -> NodeID {
        if self[node].isObject { return member(token, of: node) }
        guard self[node].isArray, let index = JSONPointer.index(of: token) else { return .none }
        return element(index, of: node)
    }

    /// The value at a pointer, or `none`.
    package func find(_ pointer: JSONPointer, from start: NodeID) -> NodeID {
        find(pointer, upTo: pointer.tokens.count, from: start)
    }

    /// The value that the first tokens of a pointer lead to, or `none`.
    package func find(_ pointer: JSONPointer, upTo count: Int, from start: NodeID) -> NodeID {
        var node = pointer.isScratch ? scratch : start
        if node.isNone { return .none }
        for number in 0..<count {
            node = child(number, of: pointer, in: node)
            if node.isNone { return .none }
        }
        return node
    }

    /// The last value on the way to a place, or `none` without scratch values; how many tokens lead there.
    package func last(onWayTo pointer: JSONPointer, from start: NodeID) -> (node: NodeID, depth: Int) {
        var node = pointer.isScratch ? scratch : start
        if node.isNone { return (node, 0) }
        for number in pointer.tokens.indices {
            let child = child(number, of: pointer, in: node)
            if child.isNone { return (node, number) }
            node = child
        }
        return (node, pointer.tokens.count)
    }

    /// The value that a token of a pointer names in a value, or `none`.
    @inline(__always)
    package func child(_ number: Int, of pointer: JSONPointer, in node: NodeID) -> NodeID {
        pointer.keys.map { child(number, of: $0, in: node) } ?? child(pointer.tokens[number], of: node)
    }

    /// The value that a token of a pointer names in a value, or `none`.
    @inline(__always)
    private func child(_ number: Int, of keys: PointerKeys, in node: NodeID) -> NodeID {
        if self[node].isObject { return keys.withKey(number) { member($0, hash: $1, of: node) } }
        guard self[node].isArray, let index = keys.index(number) else { return .none }
        return element(index, of: node)
    }
}
