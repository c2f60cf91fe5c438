/// The version that is written into the object of a value.
struct VersionStamp {
    /// The place of the value on the stack of open values.
    var depth: Int
    /// What says the version, and where.
    let marks: [(leaf: EncodedLeaf, pointer: JSONPointer)]
    /// Whether the value need not be an object.
    let isOptional: Bool

    /// The member that it is; `nil` where it stands deeper, or in several places.
    var name: String? { marks.count == 1 && marks[0].pointer.tokens.count == 1 ? marks[0].pointer.tokens[0] : nil }
}

extension VersionStamp {
    /// What says a version, each in its place.
    init(_ marks: [(pointer: JSONPointer, value: JSONValue)], isOptional: Bool) {
        self.init(
            depth: 0,
            marks: marks.map { mark in
                let text = mark.value.string.map(EncodedLeaf.string)
                return (text ?? .integer(mark.value.number?.exactly(Int128.self) ?? 0), mark.pointer)
            },
            isOptional: isOptional)
    }
}

extension EncodingSheet {
    /// Writes the version as the first member of an object.
    func write(_ stamp: VersionStamp, at index: Int, _ keys: KeyTable) {
        guard let name = stamp.name else { return }
        // A model may write its version itself; then both are compared at the end of the object.
        if let key = keys.type.init(stringValue: name) {
            noteMembers(of: index)
            noteAsWritten(key, at: index, keys)
        } else if keys.renames {
            noteMembers(of: index)
            values[index].mayRepeat = true
        }
        if values[index].notesMembers {
            notedMembers.append(NotedMember(start: output.count, table: nil, slot: -1))
        }
        values[index].count += 1
        bytes.pointee.appendJSON(name, escapes)
        bytes.pointee.append(UInt8(ascii: ":"))
        switch stamp.marks[0].leaf {
        case .signed(let number): write(number)
        case .string(let text): write(text)
        case .unsigned(let number): write(number)
        default: writeNull()
        }
        self.stamp = nil
    }

    /// Takes a key for one that has been written, so that it is looked at if it is.
    private func noteAsWritten<Key: CodingKey>(_ key: Key, at index: Int, _ keys: KeyTable) {
        let slot = keys.slot(of: key)
        if !keys.renames, slot < KeyTable.slotCount, values[index].insert(slot) {
            values[index].stampSlot = Int16(slot)
        } else {
            values[index].mayRepeat = true
        }
    }
}

extension VersionStamp {
    /// Writes the version into a tree, which is settled for it.
    func write(into node: EncodingNode, _ context: FormatContext, _ path: TreePath?, _ value: Any) throws {
        let isDictionary = node.isDictionary
        let settlement = Settlement(context: context)
        var settled = try settlement.settle(node, at: path)
        if isDictionary || !settled.isObject {
            try checkIsOptional(value, isDictionary: isDictionary, at: path?.keys ?? [])
        } else {
            try write(into: &settled, settlement, path)
        }
        node.content = .settled(settled)
    }

    /// Writes the version into a settled object.
    func write(into settled: inout EncodedValue, _ settlement: Settlement, _ path: TreePath?) throws {
        for mark in marks.reversed() { try settlement.stamp(mark.leaf, at: mark.pointer, into: &settled, path) }
    }

    /// The error of a version that has no place, unless it need not have one.
    func checkIsOptional(_ value: Any, isDictionary: Bool, at path: @autoclosure () -> [any CodingKey]) throws {
        guard !isOptional else { return }
        let pointer = marks.first?.pointer ?? .root
        let text =
            isDictionary
            ? "there is no place for the version \"\(pointer)\" in a dictionary, whose keys are"
                + " data; fix the version, or encode a model that holds the dictionary"
            : "there is no place for the version \"\(pointer)\": what is written is no object"
        throw EncodingError.invalidValue(value, .init(codingPath: path(), debugDescription: text))
    }
}
