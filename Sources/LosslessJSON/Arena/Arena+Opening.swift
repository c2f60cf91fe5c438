/// Making nodes of what a container holds.
extension Arena {
    /// Makes nodes of the children of a container, if that has not been done.
    @inline(__always)
    func open(_ container: NodeID) {
        if self[container].form != .open { openClosed(container) }
    }

    @inline(never)
    private func openClosed(_ container: NodeID) {
        if self[container].isDeferred { return openDeferred(container) }
        let node = self[container]
        guard node.isContainer else { return }
        if node.form == .indexed { state.pointee.recorder?.noteOpened(node.source) }
        if node.form == .foreign {
            openForeign(container, state.pointee.foreign[Int(node.start)])
        } else if state.pointee.index[Int(node.source)].hasRepeatedKey, let document {
            openIndexed(container, node.source, document.children(of: node.source))
        } else {
            openIndexed(container, node.source)
        }
    }

    /// Opens a container of the index.
    func openIndexed(_ container: NodeID, _ source: UInt32) {
        let index = state.pointee.index
        let (isObject, end, known) = (
            index[Int(source)].isObject, index[Int(source)].next, index[Int(source)].count
        )
        let converted = document?.converted
        let step: UInt32 = isObject ? 1 : 0
        if let known { reserve(known) }
        let first = Int32(truncatingIfNeeded: state.pointee.count)
        var id = first
        var child = source &+ 1 &+ step
        while child < end &+ step {
            if known == nil { reserve(1) }
            let value = index[Int(child)]
            let raw = UInt8(truncatingIfNeeded: value.meta & IndexNode.kindMask)
            let begins = raw == UInt8(IndexNode.string) ? value.offset &- 1 : value.offset
            var node = ArenaNode()
            node.parent = container
            node.next = NodeID(id &+ 1)
            node.previous = NodeID(id &- 1)
            node.origin = converted.map { UInt32(truncatingIfNeeded: $0.start(of: Int(begins))) } ?? begins
            node.slot = child
            node.source = child
            node.rawKind = raw
            node.flags = ArenaNode.inPlace
            if isObject {
                node.keyForm = .indexed
                node.keyStart = child &- 1
                node.keyHash = index[Int(child) &- 1].next
            }
            state.pointee.nodes[Int(id)] = node
            id &+= 1
            state.pointee.count = Int(id)
            child = value.next &+ step
        }
        at(container).pointee.flags &= ~ArenaNode.dirty  // The value has come here from elsewhere, but is as it was.
        finishOpening(container, first: first, end: id, isRegular: true)
    }

    /// Opens a container of the index of which some members do not count.
    private func openIndexed(_ container: NodeID, _ source: UInt32, _ children: [UInt32]) {
        guard let document else { return }
        reserve(children.count)
        let first = Int32(truncatingIfNeeded: state.pointee.count)
        let isObject = document[source].isObject
        for child in children {
            var node = indexed(child, document)
            if isObject { setIndexedKey(child - 1, of: &node) }
            link(&node, in: container, first)
            node.slot = child
            node.flags |= ArenaNode.inPlace
            _ = append(node)
        }
        at(container).pointee.flags &= ~ArenaNode.dirty
        finishOpening(container, first: first, end: Int32(state.pointee.count), isRegular: false)
    }

    /// Opens a value from Swift.
    private func openForeign(_ container: NodeID, _ value: JSONValue) {
        guard let contents = value.contents else { return }
        let (values, keys) = (contents.values, contents.keys)
        var source = ArenaNode.noPlace
        var origins: [UInt32] = []
        if case .edited(let storage) = contents, let place = storage.source, place.index === document {
            (source, origins) = (place.node, storage.origins)
        }
        // The nodes of the children come first: nodes for one of them may follow.
        let first = Int32(truncatingIfNeeded: state.pointee.count)
        reserve(values.count)
        for place in values.indices {
            var node = self.node(of: values[place])
            if place < keys.count { setKey(keys[place], of: &node) }
            link(&node, in: container, first)
            if place < origins.count, origins[place] != ContainerStorage.madeHere {
                node.slot = origins[place]
                node.flags |= ArenaNode.inPlace
            }
            _ = append(node)
        }
        at(container).pointee.source = source
        // A changed container is written from its children.
        at(container).pointee.flags |= ArenaNode.dirty
        finishOpening(container, first: first, end: Int32(state.pointee.count), isRegular: false)
    }

    @inline(__always)
    func link(_ node: inout ArenaNode, in container: NodeID, _ first: Int32) {
        let id = Int32(truncatingIfNeeded: state.pointee.count)
        node.parent = container
        node.previous = id == first ? .none : NodeID(id - 1)
        node.next = NodeID(id + 1)
    }

    @inline(__always)
    func finishOpening(_ container: NodeID, first: Int32, end: Int32, isRegular: Bool) {
        if container.raw < state.pointee.lowestOpened { state.pointee.lowestOpened = container.raw }
        let node = at(container)
        node.pointee.form = .open
        node.pointee.count = end &- first
        node.pointee.start = UInt32(bitPattern: first)
        node.pointee.length = UInt32(bitPattern: end &- first)
        node.pointee.flags &= ~(ArenaNode.reordered | ArenaNode.hasTable)
        if !isRegular || state.pointee.mayHaveComments { node.pointee.flags |= ArenaNode.irregular }
        if end > first {
            node.pointee.first = NodeID(first)
            node.pointee.last = NodeID(end &- 1)
            state.pointee.nodes[Int(first)].previous = .none
            state.pointee.nodes[Int(end) &- 1].next = .none
        } else {
            node.pointee.first = .none
            node.pointee.last = .none
        }
    }

    // MARK: Nodes of values

    /// A node of a value of the index, without a key.
    func indexed(_ source: UInt32, _ document: DocumentIndex) -> ArenaNode {
        var node = ArenaNode()
        node.source = source
        node.rawKind = UInt8(truncatingIfNeeded: document[source].rawKind)
        node.origin = UInt32(truncatingIfNeeded: document.start(of: source))
        return node
    }

    /// A node of a value, without a key.
    func node(of value: JSONValue) -> ArenaNode {
        var node = ArenaNode()
        if let (index, source) = value.source, index === document {
            node = indexed(source, index)
        } else {
            takeForeign(value, into: &node)
        }
        node.origin = value.sourceOffset.map { UInt32(truncatingIfNeeded: $0) } ?? ArenaNode.noPlace
        return node
    }

    /// Makes a node for a value from outside the document. A scalar that all styles write alike becomes plain
    /// characters.
    private func takeForeign(_ value: JSONValue, into node: inout ArenaNode) {
        node.form = .made
        switch value.storage {
        case .null: return
        case .bool(let bool): node.rawKind = bool ? 2 : 1
        case .number(let number):
            node.rawKind = UInt8(IndexNode.number)
            (node.start, node.length) = keep(number.text)
        case .string(let text) where text.isPlain:
            node.rawKind = UInt8(IndexNode.string)
            (node.start, node.length) = keep(text.string)
        case .indexed(let index, let source) where !index[source].isContainer && !index[source].isEscaped:
            let place = index[source]
            node.rawKind = UInt8(truncatingIfNeeded: place.rawKind)
            if !place.isString && !place.isNumber { return }
            let isKept = index.bytes.withUnsafeBufferPointer { bytes in
                let characters = UnsafeBufferPointer(rebasing: bytes[place.content])
                guard place.isNumber || Arena.isPlain(characters) else { return false }
                (node.start, node.length) = (keep(characters), UInt32(characters.count))
                return true
            }
            if !isKept { keepForeign(value, in: &node) }
        default: keepForeign(value, in: &node)
        }
    }

    private func keepForeign(_ value: JSONValue, in node: inout ArenaNode) {
        node.form = .foreign
        node.rawKind = value.rawKind
        node.start = UInt32(state.pointee.foreign.count)
        state.pointee.foreign.append(value)
    }

    /// A detached node of a value.
    package func make(_ value: JSONValue) -> NodeID { append(node(of: value)) }

    /// The same, with nodes for all that is in the value, down to the values of the text: those are copied when the
    /// document is written, and so they are in the next one of its shape.
    package func makeOpened(_ value: JSONValue) -> NodeID {
        let root = make(value)
        var waiting = [root]
        while let node = waiting.popLast() {
            guard self[node].form == .foreign, self[node].isContainer else { continue }
            open(node)
            waiting += children(of: node)
        }
        return root
    }

    func setIndexedKey(_ key: UInt32, of node: inout ArenaNode) {
        node.keyForm = .indexed
        node.keyStart = key
        node.keyHash = state.pointee.index[Int(key)].next
        node.keyText = -1
    }

    private func setKey(_ key: JSONText, of node: inout ArenaNode) {
        if let (index, source) = key.source, index === document {
            return setIndexedKey(source, of: &node)
        }
        setKey(key.string, of: &node)
        guard key.spelling != nil else { return }
        node.keyText = Int32(state.pointee.foreignKeys.count)
        state.pointee.foreignKeys.append(key)
    }

    func setKey(_ key: String, of node: inout ArenaNode) {
        let (start, length) = keep(key)
        node.keyForm = .made
        (node.keyStart, node.keyLength) = (start, length)
        node.keyHash = KeyHash.hash(side(start, length))
        node.keyText = -1
    }
}

extension JSONValue {
    /// The kind, as an index has it.
    fileprivate var rawKind: UInt8 {
        switch kind {
        case .null: UInt8(IndexNode.null)
        case .boolean: UInt8(bool == true ? IndexNode.true : IndexNode.false)
        case .number: UInt8(IndexNode.number)
        case .string: UInt8(IndexNode.string)
        case .array: UInt8(IndexNode.array)
        case .object: UInt8(IndexNode.object)
        }
    }

    /// The document that a changed container comes from.
    var editedSource: DocumentIndex? {
        if case .container(.edited(let storage), _) = storage { storage.source?.index } else { nil }
    }
}
