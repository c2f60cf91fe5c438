/// Compact text, numbers as they are spelled. Sorted text is the same for values that differ only in the order of their
/// members: these are in the order of the bytes of their keys.
private struct CompactText {
    let index: UnsafeMutablePointer<IndexNode>
    let text: UnsafeBufferPointer<UInt8>
    let isSorted: Bool

    static func style(isSorted: Bool) -> WritingStyle { WritingStyle(keyOrder: isSorted ? .sorted : .kept) }

    /// From this depth on, values are written as a whole, without a recursion.
    static let deepestRecursion = 96

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
            return whole(source).bytes(in: Self.style(isSorted: isSorted)).withUnsafeBufferPointer(body)
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
            if isSorted { keys.sortStably { index[Int($0)].isKey(before: index[Int($1)], in: text) } }
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
        JSONValue.string(text).bytes().withUnsafeBufferPointer(body)
    }

    @inline(__always)
    static func add(_ text: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        body(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension JSONValue {
    /// Calls a function with one piece after another of a text that is the same for values that differ only in the
    /// order of their members. O(bytes + members × log members)
    package func readSortedText(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        addText(isSorted: true, depth: 0, body)
    }

    fileprivate func addText(isSorted: Bool, depth: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if let (index, source) = source {
            // The array is never changed and lives as long as the document does, so its storage stays where it is.
            let text = CompactText(
                index: index.buffer.base, text: index.bytes.withUnsafeBufferPointer { $0 }, isSorted: isSorted)
            text.add(source, depth: depth, whole: { JSONValue(index, $0) }, body)
            return
        }
        switch storage {
        case .null: CompactText.add("null", body)
        case .bool(let bool): CompactText.add(bool ? "true" : "false", body)
        case .number(let number):
            var text = number.text
            text.withUTF8(body)
        case .string(let text):
            var characters = text.string
            characters.withUTF8 { CompactText.addString($0, body) }
        case .container(.edited(let storage), let isObject) where depth < CompactText.deepestRecursion:
            storage.addText(isObject: isObject, isSorted: isSorted, depth: depth, body)
        case .container, .indexed: bytes(in: CompactText.style(isSorted: isSorted)).withUnsafeBufferPointer(body)
        }
    }
}

extension ContainerStorage {
    fileprivate func addText(
        isObject: Bool, isSorted: Bool, depth: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        if !isObject {
            CompactText.add("[", body)
            for place in values.indices {
                if place > 0 { CompactText.add(",", body) }
                values[place].addText(isSorted: isSorted, depth: depth + 1, body)
            }
            return CompactText.add("]", body)
        }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: values.count) { order in
            for place in values.indices { order.initializeElement(at: place, to: place) }
            // Of members with one key, the first one stays the first.
            if isSorted { order.sortStably { keys[$0].string.utf8.lexicographicallyPrecedes(keys[$1].string.utf8) } }
            for place in values.indices {
                CompactText.add(place == 0 ? "{" : ",", body)
                var key = keys[order[place]].string
                key.withUTF8 { CompactText.addString($0, body) }
                CompactText.add(":", body)
                values[order[place]].addText(isSorted: isSorted, depth: depth + 1, body)
            }
        }
        CompactText.add(values.isEmpty ? "{}" : "}", body)
    }
}

extension Arena {
    /// Calls a function with one piece after another of the sorted text of a value. O(bytes + members × log members)
    package func readSortedText(of node: NodeID, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        noteLook(at: node)
        addText(of: node, isSorted: true, depth: 0, body)
    }

    /// The same in the order of the document.
    package func readText(of node: NodeID, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        noteLook(at: node)
        addText(of: node, isSorted: false, depth: 0, body)
    }

    private func addText(
        of node: NodeID, isSorted: Bool, depth: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let value = self[node]
        switch value.form {
        case .indexed: addIndexed(value.source, isSorted, depth: depth, body)
        case .made:
            switch value.rawKind {
            case 0: CompactText.add("null", body)
            case 1: CompactText.add("false", body)
            case 2: CompactText.add("true", body)
            case 3: body(side(value.start, value.length))
            default: CompactText.addString(side(value.start, value.length), body)
            }
        case .open where !value.isDirty && value.source != ArenaNode.noPlace:
            addIndexed(value.source, isSorted, depth: depth, body)
        case .open where depth < CompactText.deepestRecursion:
            if value.isObject { return addMembers(of: node, isSorted, depth: depth, body) }
            var separator: StaticString = "["
            var child = value.first
            while !child.isNone {
                CompactText.add(separator, body)
                separator = ","
                addText(of: child, isSorted: isSorted, depth: depth + 1, body)
                child = self[child].next
            }
            CompactText.add(value.count == 0 ? "[]" : "]", body)
        case .foreign: state.pointee.foreign[Int(value.start)].addText(isSorted: isSorted, depth: depth, body)
        case .open, .deferred, .childrenDeferred:
            withoutRecording { self.value(of: node) }.addText(isSorted: isSorted, depth: depth, body)
        }
    }

    private func addIndexed(
        _ source: UInt32, _ isSorted: Bool, depth: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let whole = { source in self.withoutRecording { JSONValue(self.readDocument(), source) } }
        text(isSorted).add(source, depth: depth, whole: whole, body)
    }

    private func addMembers(
        of object: NodeID, _ isSorted: Bool, depth: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let value = self[object]
        withUnsafeTemporaryAllocation(of: NodeID.self, capacity: Int(value.count)) { members in
            var (child, count) = (value.first, 0)
            while !child.isNone, count < members.count {
                members.initializeElement(at: count, to: child)
                (child, count) = (self[child].next, count + 1)
            }
            // Of members with one key, the first one stays the first.
            if isSorted {
                UnsafeMutableBufferPointer(rebasing: members[..<count]).sortStably { isKey(of: $0, before: $1) }
            }
            for place in 0..<count {
                CompactText.add(place == 0 ? "{" : ",", body)
                let member = self[members[place]]
                if member.keyForm == .indexed {
                    text(isSorted).addString(state.pointee.index[Int(member.keyStart)], body)
                } else if member.keyText >= 0 {
                    CompactText.addSpelled(key(of: members[place]), body)
                } else {
                    CompactText.addString(side(member.keyStart, member.keyLength), body)
                }
                CompactText.add(":", body)
                addText(of: members[place], isSorted: isSorted, depth: depth + 1, body)
            }
        }
        CompactText.add(value.count == 0 ? "{}" : "}", body)
    }

    private func isKey(of member: NodeID, before other: NodeID) -> Bool {
        withKey(of: member) { key in withKey(of: other) { key.lexicographicallyPrecedes($0) } }
    }

    private func text(_ isSorted: Bool) -> CompactText {
        CompactText(index: state.pointee.index, text: state.pointee.text, isSorted: isSorted)
    }
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
