/// The version that is written into the object of a value.
struct VersionStamp {
    /// The place of the value on the stack of open values.
    var depth: Int
    let leaf: EncodedLeaf
    let pointer: JSONPointer
    /// Whether the value need not be an object.
    let isOptional: Bool

    /// The member that it is; `nil` where it stands deeper.
    var name: String? { pointer.tokens.count == 1 ? pointer.tokens[0] : nil }
}

extension VersionController {
    /// The version that is written where it is found on reading, if payloads say it.
    ///
    /// - Throws: `EncodingError` where the location cannot say it.
    func stamp(at path: @autoclosure () -> [any CodingKey], depth: Int = 0) throws -> VersionStamp? {
        guard let location, version != legacy else { return nil }
        guard let stamp = location.value(of: version.label) else {
            throw EncodingError.invalidValue(
                version,
                .init(
                    codingPath: path(),
                    debugDescription: "version \(version) cannot be written as an integer, which the location asks for")
            )
        }
        let leaf: EncodedLeaf =
            stamp.string.map(EncodedLeaf.string) ?? .integer(stamp.number?.exactly(Int128.self) ?? 0)
        // Whoever fixes a version can read it without a stamp.
        return VersionStamp(depth: depth, leaf: leaf, pointer: location.pointer, isOptional: explicitVersion != nil)
    }
}

extension EncodingSheet {
    /// Writes the version as the first member of an object.
    func write(_ stamp: VersionStamp, at index: Int, _ keys: KeyTable) {
        guard let name = stamp.name else { return }
        // A model may write its version itself; then both are compared at the end of the object.
        if keys.renames || keys.type.init(stringValue: name) != nil { noteMembers(of: index) }
        if values[index].notesMembers {
            notedMembers.append(NotedMember(start: output.count, table: nil, slot: -1))
        }
        values[index].count += 1
        bytes.pointee.appendJSON(name, escapes)
        bytes.pointee.append(UInt8(ascii: ":"))
        switch stamp.leaf {
        case .signed(let number): write(number)
        case .string(let text): write(text)
        case .unsigned(let number): write(number)
        default: writeNull()
        }
        self.stamp = nil
    }
}

extension VersionStamp {
    /// Writes the version into a tree, which is settled for it.
    func write(into node: EncodingNode, _ context: FormatContext, _ path: TreePath?, _ value: Any) throws {
        let isDictionary = node.isDictionary
        let settlement = Settlement(context: context)
        var settled = try settlement.settle(node, at: path)
        if isDictionary || !settled.isAnyObject {
            try checkIsOptional(value, isDictionary: isDictionary, at: path?.keys ?? [])
        } else {
            try settlement.stamp(leaf, at: pointer, into: &settled, path)
        }
        node.content = .settled(settled)
    }

    /// The error of a version that has no place, unless it need not have one.
    func checkIsOptional(_ value: Any, isDictionary: Bool, at path: @autoclosure () -> [any CodingKey]) throws {
        guard !isOptional else { return }
        let text =
            isDictionary
            ? "there is no place for the version \"\(pointer)\" in a dictionary, whose keys are"
                + " data; fix the version, or encode a model that holds the dictionary"
            : "there is no place for the version \"\(pointer)\": what is written is no object"
        throw EncodingError.invalidValue(value, .init(codingPath: path(), debugDescription: text))
    }
}

extension EncodedValue {
    fileprivate var isAnyObject: Bool { if case .object = self { true } else { false } }
}
