/// Text that is the same for values that differ only in the order of their members: compact, the members in the order
/// of the bytes of their keys, numbers as they are spelled.
private struct SortedText {
    let index: UnsafeMutablePointer<IndexNode>
    let text: UnsafeBufferPointer<UInt8>

    static let style = WritingStyle(keyOrder: .sorted)

    /// From this depth on, values are written as a whole, without a recursion.
    static let deepestRecursion = 32

    /// - `whole`: The value, for one that is too deep.
    func add(
        _ source: UInt32, depth: Int, whole: (UInt32) -> JSONValue, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let node = index[Int(source)]
        if !node.isContainer {
            return node.isString
                ? addString(node, body) : body(UnsafeBufferPointer(rebasing: text[node.content]))
        }
        if depth >= Self.deepestRecursion {
            return whole(source).bytes(in: Self.style).withUnsafeBufferPointer(body)
        }
        if node.isObject { return addMembers(of: source, depth: depth, whole: whole, body) }
        var separator: StaticString = "["
        var child = source &+ 1
        while child < node.next {
            Self.add(separator, body)
            separator = ","
            add(child, depth: depth + 1, whole: whole, body)
            child = index[Int(child)].next
        }
        Self.add(node.next == source &+ 1 ? "[]" : "]", body)
    }

    private func addMembers(
        of object: UInt32, depth: Int, whole: (UInt32) -> JSONValue, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let end = index[Int(object)].next
        var (key, count) = (object &+ 1, 0)
        while key < end { (key, count) = (index[Int(key) &+ 1].next, count + 1) }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { keys in
            key = object &+ 1
            for place in 0..<count {
                keys.initializeElement(at: place, to: key)
                key = index[Int(key) &+ 1].next
            }
            keys.sortStably { index[Int($0)].isKey(before: index[Int($1)], in: text) }
            for place in 0..<count {
                Self.add(place == 0 ? "{" : ",", body)
                addString(index[Int(keys[place])], body)
                Self.add(":", body)
                add(keys[place] &+ 1, depth: depth + 1, whole: whole, body)
            }
        }
        Self.add(count == 0 ? "{}" : "}", body)
    }

    func addString(_ node: IndexNode, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard node.isEscaped else { return body(UnsafeBufferPointer(rebasing: text[node.span])) }
        let content = UnsafeBufferPointer(rebasing: text[node.content])
        Self.addSpelled(String(decoding: Unescaping.characters(of: content), as: UTF8.self), body)
    }

    static func addString(
        _ characters: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard Arena.isPlain(characters) else {
            return addSpelled(String(decoding: characters, as: UTF8.self), body)
        }
        add("\"", body)
        body(characters)
        add("\"", body)
    }

    @inline(never)
    static func addSpelled(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        JSONValue.string(text).bytes(in: style).withUnsafeBufferPointer(body)
    }

    @inline(__always)
    static func add(_ text: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        body(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension JSONValue {
    /// Calls a function with one piece after another of a text that is the same for values that differ only in the
    /// order of their members. O(bytes + members × log members)
    package func readSortedText(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { addSortedText(depth: 0, body) }

    fileprivate func addSortedText(depth: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if let (index, source) = source {
            // The array is never changed and lives as long as the document does, so its storage stays where it is.
            let text = SortedText(index: index.buffer.base, text: index.bytes.withUnsafeBufferPointer { $0 })
            text.add(source, depth: depth, whole: { JSONValue(index, $0) }, body)
            return
        }
        switch storage {
        case .null: SortedText.add("null", body)
        case .bool(let bool): SortedText.add(bool ? "true" : "false", body)
        case .number(let number):
            var text = number.text
            text.withUTF8(body)
        case .string(let text):
            var characters = text.string
            characters.withUTF8 { SortedText.addString($0, body) }
        case .container(.edited(let storage), let isObject) where depth < SortedText.deepestRecursion:
            storage.addSortedText(isObject: isObject, depth: depth, body)
        case .container, .indexed: bytes(in: SortedText.style).withUnsafeBufferPointer(body)
        }
    }
}

extension ContainerStorage {
    fileprivate func addSortedText(isObject: Bool, depth: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if !isObject {
            SortedText.add("[", body)
            for place in values.indices {
                if place > 0 { SortedText.add(",", body) }
                values[place].addSortedText(depth: depth + 1, body)
            }
            return SortedText.add("]", body)
        }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: values.count) { order in
            for place in values.indices { order.initializeElement(at: place, to: place) }
            // Of members with one key, the first one stays the first.
            order.sortStably { keys[$0].string.utf8.lexicographicallyPrecedes(keys[$1].string.utf8) }
            for place in values.indices {
                SortedText.add(place == 0 ? "{" : ",", body)
                var key = keys[order[place]].string
                key.withUTF8 { SortedText.addString($0, body) }
                SortedText.add(":", body)
                values[order[place]].addSortedText(depth: depth + 1, body)
            }
        }
        SortedText.add(values.isEmpty ? "{}" : "}", body)
    }
}

extension Arena {
    /// Calls a function with one piece after another of the sorted text of a value. O(bytes + members × log members)
    package func readSortedText(of node: NodeID, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        noteLook(at: node)
        addSortedText(of: node, depth: 0, body)
    }

    private func addSortedText(of node: NodeID, depth: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let value = self[node]
        switch value.form {
        case .indexed: addIndexed(value.source, depth: depth, body)
        case .made:
            switch value.rawKind {
            case 0: SortedText.add("null", body)
            case 1: SortedText.add("false", body)
            case 2: SortedText.add("true", body)
            case 3: body(side(value.start, value.length))
            default: SortedText.addString(side(value.start, value.length), body)
            }
        case .open where !value.isDirty && value.source != ArenaNode.noPlace:
            addIndexed(value.source, depth: depth, body)
        case .open where depth < SortedText.deepestRecursion:
            if value.isObject { return addMembers(of: node, depth: depth, body) }
            var separator: StaticString = "["
            var child = value.first
            while !child.isNone {
                SortedText.add(separator, body)
                separator = ","
                addSortedText(of: child, depth: depth + 1, body)
                child = self[child].next
            }
            SortedText.add(value.count == 0 ? "[]" : "]", body)
        case .foreign: state.pointee.foreign[Int(value.start)].addSortedText(depth: depth, body)
        case .open, .deferred, .childrenDeferred:
            withoutRecording { self.value(of: node) }.addSortedText(depth: depth, body)
        }
    }

    private func addIndexed(_ source: UInt32, depth: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let whole = { source in self.withoutRecording { JSONValue(self.readDocument(), source) } }
        sorted.add(source, depth: depth, whole: whole, body)
    }

    private func addMembers(of object: NodeID, depth: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let value = self[object]
        withUnsafeTemporaryAllocation(of: NodeID.self, capacity: Int(value.count)) { members in
            var (child, count) = (value.first, 0)
            while !child.isNone, count < members.count {
                members.initializeElement(at: count, to: child)
                (child, count) = (self[child].next, count + 1)
            }
            // Of members with one key, the first one stays the first.
            UnsafeMutableBufferPointer(rebasing: members[..<count]).sortStably { isKey(of: $0, before: $1) }
            for place in 0..<count {
                SortedText.add(place == 0 ? "{" : ",", body)
                let member = self[members[place]]
                if member.keyForm == .indexed {
                    sorted.addString(state.pointee.index[Int(member.keyStart)], body)
                } else if member.keyText >= 0 {
                    SortedText.addSpelled(key(of: members[place]), body)
                } else {
                    SortedText.addString(side(member.keyStart, member.keyLength), body)
                }
                SortedText.add(":", body)
                addSortedText(of: members[place], depth: depth + 1, body)
            }
        }
        SortedText.add(value.count == 0 ? "{}" : "}", body)
    }

    private func isKey(of member: NodeID, before other: NodeID) -> Bool {
        withKey(of: member) { key in withKey(of: other) { key.lexicographicallyPrecedes($0) } }
    }

    private var sorted: SortedText { SortedText(index: state.pointee.index, text: state.pointee.text) }
}

extension UnsafeMutableBufferPointer {
    /// Sorts a few elements by moving each one in front of those that come after it; many by the standard library.
    @inline(__always)
    fileprivate func sortStably(_ precedes: (Element, Element) -> Bool) {
        if count > 16 {
            var all = self
            all.sort(by: precedes)  // The standard library's sort is stable.
            return
        }
        for place in indices.dropFirst() {
            let element = self[place]
            var hole = place
            while hole > 0, precedes(element, self[hole - 1]) {
                self[hole] = self[hole - 1]
                hole -= 1
            }
            self[hole] = element
        }
    }
}
