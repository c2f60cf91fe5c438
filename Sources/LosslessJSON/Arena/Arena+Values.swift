/// The values of an arena as users see them.
extension Arena {
    /// The value of a node. O(1) for a node that was not opened, which is a place in the document; otherwise O(nodes)
    ///
    /// Not a recursion: no depth of nesting can overflow the stack.
    package func value(of node: NodeID) -> JSONValue {
        noteLook(at: node)
        guard mustBeBuilt(node) else { return leaf(node) }
        var open: [Building] = [Building(self, node)]
        while true {
            let child = open[open.count - 1].next
            if child.isNone {
                let done = open.removeLast().value(in: self)
                guard !open.isEmpty else { return done }
                open[open.count - 1].values.append(done)
            } else {
                open[open.count - 1].begin(child, self)
                if mustBeBuilt(child) {
                    open.append(Building(self, child))
                } else {
                    open[open.count - 1].values.append(leaf(child))
                }
            }
        }
    }

    /// Notes that what was computed at places decides. What comes from the text does so only if a look is noted
    /// (``noteLook(at:)``).
    package func noteComputed(at places: () -> [JSONPointer], from node: NodeID) {
        guard state.pointee.isRecording else { return }
        var waiting = places().map { find($0, from: node) }.filter { !$0.isNone }
        while let node = waiting.popLast() {
            if self[node].flags & ArenaNode.computed != 0 || self[node].isDeferred {
                noteLook(at: node)
            } else if self[node].form == .open {
                waiting += children(of: node)
            }
        }
    }

    /// The value of a node, for later looks at it, each of which is noted then.
    package func valueToLookAt(of node: NodeID) -> JSONValue {
        guard state.pointee.isRecording else { return value(of: node) }
        return withoutRecording {
            // A scalar of the text is known as such in a document.
            _ = readDocument()
            return value(of: node)
        }
    }

    /// Notes that a value decides that is outside of the document, or in it.
    package func noteLook(at value: JSONValue) {
        guard state.pointee.isRecording, let recorder = state.pointee.recorder else { return }
        var waiting = [value]
        while let value = waiting.popLast() {
            if let (index, source) = value.source {
                guard index === document else { return recorder.giveUp() }
                recorder.noteSeen(source..<index[source].next)
            } else if let object = value.object {
                waiting += object.map(\.value)
            } else if let array = value.array {
                waiting += array
            }
        }
    }

    /// The value at a place, from the root on, or from a value within; `nil` if there is none. A scalar without escapes
    /// does not retain the document.
    package func value(at pointer: JSONPointer, from start: NodeID? = nil) -> JSONValue? {
        let found = find(pointer, from: start ?? root)
        if found.isNone { return nil }
        noteLook(at: found)
        return valueToReport(of: found)
    }

    /// The value of a node, for reports only: it decides nothing, so shapes do not depend on it. A scalar without
    /// escapes does not retain the document.
    package func valueToReport(of node: NodeID) -> JSONValue {
        withoutRecording {
            let value = self[node]
            guard value.form == .indexed, value.isString, let characters = plainBytes(of: node) else {
                return self.value(of: node)
            }
            return JSONValue(
                .string(JSONText(String(decoding: characters, as: UTF8.self))), offset: value.origin)
        }
    }

    /// The same for a value that is lost, which its report shows: the next document of the shape may have any other one
    /// of its kind there.
    package func valueLost(at node: NodeID) -> JSONValue {
        let recorder = state.pointee.recorder
        state.pointee.recorder = nil
        defer { state.pointee.recorder = recorder }
        return valueToReport(of: node)
    }

    /// Whether a container is no longer a place in a document.
    private func mustBeBuilt(_ node: NodeID) -> Bool {
        if self[node].isDeferred { open(node) }
        let value = self[node]
        return value.form == .open && (value.isDirty || value.source == ArenaNode.noPlace)
    }

    private func leaf(_ node: NodeID) -> JSONValue {
        let value = self[node]
        let storage: JSONValue.Storage
        switch value.form {
        case .indexed where document == nil && !value.isContainer:
            storage = scalar(of: value) ?? .indexed(readDocument(), value.source)
        case .indexed, .open, .deferred, .childrenDeferred:
            noteLayout(of: value.source)
            storage = .indexed(readDocument(), value.source)
        case .foreign: storage = state.pointee.foreign[Int(value.start)].storage
        case .made:
            switch value.rawKind {
            case 0: storage = .null
            case 1: storage = .bool(false)
            case 2: storage = .bool(true)
            case 3:
                let text = String(decoding: side(value.start, value.length), as: UTF8.self)
                storage = .number(JSONNumber(checked: text))
            default:
                let text = String(decoding: side(value.start, value.length), as: UTF8.self)
                storage = .string(JSONText(text))
            }
        }
        return JSONValue(storage, offset: value.origin)
    }

    /// A scalar that needs no document: every style writes it alike.
    private func scalar(of value: ArenaNode) -> JSONValue.Storage? {
        switch value.rawKind {
        case 0: return .null
        case 1: return .bool(false)
        case 2: return .bool(true)
        default: break
        }
        let place = state.pointee.index[Int(value.source)]
        let characters = UnsafeBufferPointer(rebasing: state.pointee.text[place.content])
        if value.isNumber { return .number(JSONNumber(checked: String(decoding: characters, as: UTF8.self))) }
        guard !place.isEscaped, Arena.isPlain(characters) else { return nil }
        return .string(JSONText(String(decoding: characters, as: UTF8.self)))
    }

    /// A container that is being built.
    private struct Building {
        let node: NodeID
        var next: NodeID
        var values: [JSONValue] = []
        var keys: [JSONText] = []
        var origins: [UInt32] = []

        init(_ arena: Arena, _ node: NodeID) {
            self.node = node
            next = arena[node].first
            values.reserveCapacity(Int(arena[node].count))
        }

        mutating func begin(_ child: NodeID, _ arena: Arena) {
            let value = arena[child]
            next = value.next
            if arena[node].isObject { keys.append(arena.keyText(of: child)) }
            if arena[node].source != ArenaNode.noPlace {
                origins.append(value.isInPlace ? value.slot : ContainerStorage.madeHere)
            }
        }

        func value(in arena: Arena) -> JSONValue {
            let value = arena[node]
            let source = value.source == ArenaNode.noPlace ? nil : (arena.readDocument(), value.source)
            let storage = ContainerStorage(values: values, keys: keys, source: source, origins: origins)
            return JSONValue(.container(.edited(storage), isObject: value.isObject), offset: value.origin)
        }
    }

    fileprivate func keyText(of node: NodeID) -> JSONText {
        let member = self[node]
        if member.keyForm == .indexed { return JSONText(readDocument(), member.keyStart) }
        if member.keyText >= 0 { return state.pointee.foreignKeys[Int(member.keyText)] }
        return JSONText(key(of: node))
    }

    /// The document as it was read.
    package var documentValue: JSONValue {
        noteLayout(of: DocumentIndex.root)
        return JSONValue(readDocument(), DocumentIndex.root)
    }

    /// The same, with its bytes.
    package var documentAsRead: JSONDocument { JSONDocument(readDocument()) }

    /// The document, made of the text where the arena has scanned that itself.
    func readDocument() -> DocumentIndex {
        if let document { return document }
        let owner = state.pointee.lender ?? state
        let made = DocumentIndex(
            bytes: owner.pointee.lent ?? Array(state.pointee.text), buffer: owner.pointee.buffer,
            options: JSONParsingOptions(tolerating: state.pointee.mayHaveComments ? .comments : []))
        document = made
        return made
    }
}
