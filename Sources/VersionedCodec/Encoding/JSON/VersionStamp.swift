/// The version that is written into the object of a value.
///
/// Shared by all documents of a version. Invariant: it holds texts and numbers only, and never changes; `@unchecked
/// Sendable` because of that.
final class VersionStamp: @unchecked Sendable {
    /// The values that name the version, and their places.
    let marks: [(leaf: EncodedLeaf, pointer: JSONPointer)]

    /// Whether the value need not be an object.
    let isOptional: Bool

    /// Whether payloads of the version are found by a shape that is not an object.
    let isUnmarked: Bool

    /// The version as one member; `nil` if it is deeper, or in several places.
    let member: Member?

    /// A version that is one member of the object.
    final class Member {
        let name: String
        private let leaf: EncodedLeaf
        private let usual: MemberSpelling

        init(_ name: String, _ leaf: EncodedLeaf) {
            (self.name, self.leaf) = (name, leaf)
            usual = MemberSpelling(name, leaf, .usual)
        }

        /// The member as text.
        func spelling(_ escapes: StringEscapes) -> MemberSpelling {
            escapes == .usual ? usual : MemberSpelling(name, leaf, escapes)
        }
    }

    /// The values that name a version, each with its place.
    init(_ marks: [(pointer: JSONPointer, value: JSONValue)], isOptional: Bool, isUnmarked: Bool) {
        self.marks = marks.map { mark in
            let text = mark.value.string.map(EncodedLeaf.string)
            return (text ?? .integer(mark.value.number?.exactly(Int128.self) ?? 0), mark.pointer)
        }
        self.isOptional = isOptional
        self.isUnmarked = isUnmarked
        let isMember = marks.count == 1 && marks[0].pointer.tokens.count == 1
        member = isMember ? Member(marks[0].pointer.tokens[0], self.marks[0].leaf) : nil
    }
}

/// The bytes of a member.
struct MemberSpelling {
    /// `,"version":2`
    let bytes: [UInt8]
    /// The number of bytes of `,"version":`.
    let nameCount: Int

    fileprivate init(_ name: String, _ leaf: EncodedLeaf, _ escapes: StringEscapes) {
        var bytes: [UInt8] = [UInt8(ascii: ",")]
        bytes.appendJSON(name, escapes)
        bytes.append(UInt8(ascii: ":"))
        nameCount = bytes.count
        switch leaf {
        case .signed(let number): NumberText.append(number, to: &bytes)
        case .string(let text): bytes.appendJSON(text, escapes)
        case .unsigned(let number): NumberText.append(number, to: &bytes)
        default: bytes.append(ascii: "null")
        }
        self.bytes = bytes
    }
}

extension JSONOutput {
    /// Writes the version as the first member of an object.
    func writeStamp(at index: Int, _ keys: KeyTable) {
        guard let member = stamp?.member else { return }
        let spelling = member.spelling(escapes)
        // A model may write its version itself; then both are compared at the end of the object.
        if keys.isIndexed {
            let slot = keys.slot(writtenAs: spelling.bytes[..<spelling.nameCount])
            if let slot, values[index].keys.insert(slot) { values[index].stampSlot = Int16(slot) }
        } else {
            values[index].mayRepeat = true
        }
        if values[index].notesMembers {
            notedMembers.append(NotedMember(start: content.count, table: nil, slot: -1))
        }
        values[index].count += 1
        values[index].stampCount = Int32(spelling.bytes.count - 1)
        bytes.pointee.append(contentsOf: spelling.bytes[1...])
        setStamp(nil, at: -1)
    }

    /// Whether a new name is that of the version, which is in the object already.
    func isStamp(_ name: String, at index: Int) -> Bool {
        guard values[index].stampCount > 0, let stamp = scope.rules.version?.stampMember?.name else { return false }
        return ByteKey(stamp) == ByteKey(name)
    }

    /// Whether the member that the model wrote for its version is the same text.
    private func repeatsStampExactly(at index: Int) -> Bool {
        let (stamp, own, count) = (values[index].start + 1, Int(values[index].ownStamp), Int(values[index].stampCount))
        let end = own + count
        return bytes.pointee.withUnsafeBytes { bytes in
            guard end <= bytes.count, end == bytes.count || bytes[end] == UInt8(ascii: ",") else { return false }
            for offset in 0..<count where bytes[stamp + offset] != bytes[own + offset] { return false }
            return true
        }
    }

    /// Removes the version where the model wrote it too; the model's member stays.
    ///
    /// - Throws: `EncodingError` if the two are not the same.
    func settleStamp(of index: Int) throws {
        guard repeatsStampExactly(at: index) else {
            values[index].mayRepeat = true
            noteMembers(of: index)
            return try settleMembers(of: index)
        }
        // It is first, so what follows moves up.
        let (start, length) = (values[index].start + 1, Int(values[index].stampCount) + 1)
        bytes.pointee.removeSubrange(start..<start + length)
        if !pendingParts.isEmpty {
            for pending in pendingParts.indices[pendingParts.index(from: start)...] {
                pendingParts[pending].position -= length
            }
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
        (node.content, node.unknownMembers) = (.settled(settled), nil)
    }

    /// Writes the version into a settled object.
    func write(into settled: inout EncodedValue, _ settlement: Settlement, _ path: TreePath?) throws {
        for mark in marks.reversed() { try settlement.stamp(mark.leaf, at: mark.pointer, into: &settled, path) }
    }

    /// Throws if the version could not be written and is not optional.
    func checkIsOptional(_ value: Any, isDictionary: Bool, at path: @autoclosure () -> [any CodingKey]) throws {
        if isOptional || isUnmarked && !isDictionary { return }
        if value is any SelfVersioned {
            let text =
                "the value has a version of its own: encode it with VersionedJSONEncoder(controller),"
                + " or encode the model in it for its version"
            throw EncodingError.invalidValue(value, .init(codingPath: path(), debugDescription: text))
        }
        let pointer = marks.first?.pointer ?? .root
        let place = "there is no place for the version \"\(pointer)\""
        let text =
            isDictionary
            ? "\(place) in a dictionary, whose keys are data; fix the version on both sides (fixed(to:)),"
                + " or encode a model that holds the dictionary"
            : "\(place): the written value is not an object; fix the version on both sides (fixed(to:)),"
                + " wrap the elements of a list in Versioned, or encode a model that holds the value"
        throw EncodingError.invalidValue(value, .init(codingPath: path(), debugDescription: text))
    }
}
