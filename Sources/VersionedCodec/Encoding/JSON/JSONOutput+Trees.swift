/// Values out of the order of the text: a tree continues them, and their places in the bytes stay open.
extension JSONOutput {
    /// Notes the type that is written in the place of another.
    func setModel(_ model: Any.Type, of reference: FrameReference) {
        if isOpen(reference) { values[Int(reference.index)].model = model }
    }

    /// An encoder of the tree of an open value.
    ///
    /// The written part of the value goes into the tree. For a value that is not the innermost one, or has ended, the
    /// result is an encoder that refuses everything.
    func tree(of reference: FrameReference) -> TreeEncoder {
        guard isInnermost(reference) else {
            return TreeEncoder(node: EncodingNode(), context: .ended(userInfo: scope.userInfo), path: base)
        }
        let index = Int(reference.index)
        let path = TreePath(path(of: reference))
        if values[index].state != .tree {
            let node = EncodingNode()
            node.content = takeContent(of: index)
            setTree(node, of: reference)
        }
        return TreeEncoder(
            node: nodes[reference.id] ?? EncodingNode(), context: treeContext, model: values[index].model, path: path)
    }

    /// The error for a value that comes after its container was done, or while a value in it is being written.
    func checkIsOpen(_ reference: FrameReference) throws {
        guard !isInnermost(reference) else { return }
        throw fault(whileWriting: reference)
    }

    func fault(whileWriting reference: FrameReference) -> EncodingError {
        let text =
            isOpen(reference)
            ? "a container was used while a value in it was being written"
            : "a container was used after the value that it belongs to was done"
        return .invalidValue(
            (any Encoder).self, .init(codingPath: path(of: reference), debugDescription: text))
    }

    /// The context of trees of this output.
    var treeContext: FormatContext {
        let context = scope.context ?? scope.makeContext()
        // A version gets its rendering with its first tree; most documents have none.
        if context.rendering == nil {
            context.rendering = JSONRendering(document: document ?? self, scope: scope)
            scope.noteTree()
        }
        return context
    }

    // MARK: Bytes into a tree

    /// Takes the bytes of the innermost value.
    private func takeContent(of index: Int) -> EncodingNode.Content {
        let value = values[index]
        defer {
            takeBack(value)
            values[index].notesMembers = false
        }
        switch value.state {
        case .nothing, .tree: return .nothing
        case .value:
            switch part(value.start..<content.count) {
            case .leaf(let leaf): return .leaf(leaf)
            case .node(let node): return node.content
            }
        case .object, .array:
            let isObject = value.state == .object
            let parts = MemberText.parts(
                content, value.start + 1..<content.count, isObject: isObject, count: value.count)
            guard isObject, let table = value.table?.takeUnretainedValue() else {
                return .array(parts.map { part($0.value) })
            }
            var assignments = Assignments()
            for table in [table] + otherTables(at: index) { assignments.note(keyType: table.type) }
            // Two keys may have one name; which one wrote a member is noted then.
            let noted = value.notesMembers ? notedMembers[value.firstMember...] : []
            for (place, member) in parts.enumerated() {
                let name = MemberText.name(content[member.name].dropFirst().dropLast())
                let writer = noted.count == parts.count ? noted[value.firstMember + place] : nil
                let key =
                    writer.flatMap { self.key(of: $0, named: name, in: index) }
                    ?? self.key(named: name, in: index)
                // Its members continue if it is asked for again. The version has no key either.
                let isSuperclass = key == nil && place == Int(value.superclassMember)
                assignments.set(
                    .init(
                        origin: isSuperclass ? .superclass : KeyOrigin(any: key ?? PayloadKey(name)),
                        place: .member(name), isMember: !table.isDictionary,
                        part: isSuperclass ? part(member.value).opened(nil) : part(member.value)))
            }
            return .object(assignments)
        }
    }

    /// Takes the bytes of the innermost value back, and what is remembered of them; its parts have gone elsewhere.
    func takeBack(_ value: OutputFrame) {
        bytes.pointee.removeLast(content.count - value.start)
        pendingParts.removeLast(pendingParts.count - pendingParts.index(from: value.start))
        if value.notesMembers { notedMembers.removeLast(notedMembers.count - value.firstMember) }
    }

    /// A span of the bytes as a part of a tree.
    func part(_ span: Range<Int>) -> EncodedPart {
        let inside = Array(pendingParts.within(span.lowerBound...span.upperBound))
        var text = WrittenJSON(bytes: Array(content[span]), pendingParts: inside)
        for index in text.pendingParts.indices { text.pendingParts[index].position -= span.lowerBound }
        return text.part
    }

    // MARK: Pending parts

    /// Leaves the place of the tree of the innermost value.
    func reserveTree(for index: Int, _ value: Any) throws {
        let id = values[index].id
        guard let node = nodes.removeValue(forKey: id) else { return }
        if let fault = node.fault { throw fault }
        let path = TreePath(path(of: FrameReference(index: Int32(index), id: id)))
        let context = treeContext
        if let model = values[index].model, model is AnyObject.Type, case .object(let assignments) = node.content {
            try context.checkSubclass(value, model, keyTypes: assignments.keyTypes, path)
        }
        if let stamp, stampDepth == index {
            try stamp.write(into: node, context, path, value)
            setStamp(nil, at: -1)
        }
        pendingParts.append(
            PendingPart(position: content.count, tree: .init(node: node, context: context, path: path)))
    }
}

extension [JSONOutput.PendingPart] {
    /// The index of the first part that is not before a place. O(log count)
    func index(from place: Int) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].position < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The parts at places of a range. O(log count)
    func within(_ range: ClosedRange<Int>) -> ArraySlice<JSONOutput.PendingPart> {
        self[index(from: range.lowerBound)..<index(from: range.upperBound + 1)]
    }
}

extension EncodedValue {
    /// The members of an object that was written ahead; any other value as it is.
    var opened: EncodedValue {
        if case .leaf(.json(let json)) = self, json.isContainer { return EncodedValue(json) }
        guard case .leaf(.written(let text)) = self else { return self }
        if let members = text.members { return .object(members) }
        return text.elements.map(EncodedValue.array) ?? self
    }
}

/// JSON text that was written ahead, with the places where parts are still to be written into it.
struct WrittenJSON: Equatable {
    var bytes: [UInt8]
    var pendingParts: [JSONOutput.PendingPart] = []
    /// The table of the key type that wrote the members, if it is an object of one.
    var table: KeyTable?

    /// Texts with pending parts are never equal, because their parts are not written yet.
    static func == (lhs: WrittenJSON, rhs: WrittenJSON) -> Bool {
        lhs.pendingParts.isEmpty && rhs.pendingParts.isEmpty && lhs.bytes == rhs.bytes
    }

    /// The error for text that reached a coder that is not ours.
    func isForeign(at path: [any CodingKey]) -> EncodingError {
        .invalidValue(
            String(decoding: bytes, as: UTF8.self),
            .init(codingPath: path, debugDescription: "text of our JSON encoder cannot be written by another coder"))
    }

    /// The text as a part of a tree.
    var part: EncodedPart {
        if bytes.isEmpty, let node = pendingParts.first?.node { return .node(node) }
        return pendingParts.isEmpty && bytes.elementsEqual("null".utf8) ? .leaf(.null) : .leaf(.written(self))
    }

    /// The contents of a node that continues where the text ends, by the keys of the table of its key type.
    func content(_ table: KeyTable?) -> EncodingNode.Content {
        let isObject = bytes.first == UInt8(ascii: "{")
        guard isObject || bytes.first == UInt8(ascii: "[") else { return .leaf(.written(self)) }
        let parts = MemberText.parts(
            bytes, 1..<bytes.count - 1, isObject: isObject, count: partCount)
        guard isObject else { return .array(parts.map { text(in: $0.value).part }) }
        var assignments = Assignments()
        if let table { assignments.note(keyType: table.type) }
        for part in parts {
            let name = MemberText.name(bytes[part.name].dropFirst().dropLast())
            assignments.set(
                .init(
                    origin: KeyOrigin(any: table?.key(spelled: name) ?? PayloadKey(name)), place: .member(name),
                    isMember: table?.isDictionary != true, part: text(in: part.value).part))
        }
        return .object(assignments)
    }

    /// The elements of an array, each written ahead; `nil` if the text is not an array.
    var elements: [EncodedValue]? {
        guard bytes.first == UInt8(ascii: "[") else { return nil }
        return MemberText.parts(bytes, 1..<bytes.count - 1, isObject: false, count: partCount).map {
            .leaf(.written(text(in: $0.value)))
        }
    }

    /// A span of the text, with the pending parts in it.
    private func text(in span: Range<Int>) -> WrittenJSON {
        var text = WrittenJSON(bytes: Array(bytes[span]))
        for pending in pendingParts.within(span.lowerBound...span.upperBound) {
            var moved = pending
            moved.position -= span.lowerBound
            text.pendingParts.append(moved)
        }
        return text
    }

    /// The members of an object, each written ahead; `nil` if the text is not an object.
    var members: EncodedObject? {
        guard bytes.first == UInt8(ascii: "{") else { return nil }
        let count = partCount
        var object = EncodedObject(capacity: count)
        for part in MemberText.parts(bytes, 1..<bytes.count - 1, isObject: true, count: count) {
            let value = text(in: part.value)
            let name = MemberText.name(bytes[part.name].dropFirst().dropLast())
            let quoted = bytes[part.name].dropFirst().dropLast()
            object.append(
                name, .leaf(.written(value)), origin: table?.key(spelled: name).map { KeyOrigin(any: $0) },
                spelling: quoted.contains(UInt8(ascii: "\\")) ? String(decoding: quoted, as: UTF8.self) : nil)
        }
        return object
    }
}
