/// Writes the members of an object.
///
/// Invariant: the output's scope holds the table for as long as the object is open; the container slot lies in memory
/// of the output.
struct OutputKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: JSONOutput
    /// Identifies the object, if the container is reused.
    let containerSlot: UnsafeMutablePointer<EncodingContainerSlot>?
    private let ownValue: FrameReference
    private let ownTable: Unmanaged<KeyTable>

    init(
        output: JSONOutput, containerSlot: UnsafeMutablePointer<EncodingContainerSlot>?, _ value: FrameReference,
        _ table: Unmanaged<KeyTable>
    ) {
        (self.output, self.containerSlot, ownValue, ownTable) = (output, containerSlot, value, table)
    }

    @inline(__always)
    var value: FrameReference { containerSlot?.pointee.value ?? ownValue }

    @inline(__always)
    var table: Unmanaged<KeyTable> { containerSlot?.pointee.table ?? ownTable }

    var codingPath: [any CodingKey] { output.path(of: value) }

    /// Whether a member can be written; else that is a case for the tree.
    @inline(__always)
    func isReady() -> Bool {
        let value = value
        return output.isInnermost(value) && output.values[Int(value.index)].state == .object
    }

    /// Begins a member of the innermost value, which is ready; false where that is a case for the tree.
    @inline(__always)
    func begin(_ key: Key) throws -> Bool {
        let index = Int(value.index)
        let slot = table._withUnsafeGuaranteedRef { $0.slot(of: key) }
        guard slot < KeyTable.slotCount else { return try beginRare(key, slot, isNew: true) }
        let isNew =
            output.values[index].hasSeveralKeyTypes
            ? output.insert(slot, table, at: index) : output.values[index].keys.insert(slot)
        guard isNew, let written = table._withUnsafeGuaranteedRef({ $0.written(at: slot) }) else {
            return try beginRare(key, slot, isNew: isNew)
        }
        // Without the comma that the text begins with, if it is the first.
        let skipped = output.values[index].count == 0 ? 1 : 0
        if output.values[index].notesMembers {
            let start = output.bytes.pointee.count &+ 1 &- skipped
            output.notedMembers.append(JSONOutput.NotedMember(start: start, table: table, slot: slot))
        }
        output.values[index].count &+= 1
        let count = written.count &- skipped
        output.bytes.pointee.makeRoom(count &+ 24)
        output.bytes.pointee.append(room: count) { out in
            UnsafeMutableRawPointer(out).copyMemory(from: written.bytes + skipped, byteCount: count)
            return count
        }
        return true
    }

    @inline(never)
    private func beginRare(_ key: Key, _ slot: Int, isNew: Bool) throws -> Bool {
        let table = table.takeUnretainedValue()
        if output.values[Int(value.index)].hasSegments, slot == KeyTable.slotCount || !isNew,
            try output.hasSegment(named: key, table, in: value)
        {
            return false  // A container given out for the key may still write.
        }
        try output.beginMember(at: Int(value.index), key, slot, isNew: isNew, table)
        return true
    }

    /// Writes a leaf that cannot fail.
    @inline(__always)
    func put(
        _ key: Key, _ write: () -> Void, orElse: (inout KeyedEncodingContainer<Key>) throws -> Void
    ) throws {
        guard isReady(), try begin(key) else { return try tree(orElse) }
        write()
    }

    /// Writes a value that may fail, and goes back to before its key if it does.
    @inline(__always)
    func attempt(
        _ key: Key, _ write: () throws -> Void, orElse: (inout KeyedEncodingContainer<Key>) throws -> Void
    ) throws {
        guard isReady() else { return try tree(orElse) }
        let mark = output.mark
        guard try begin(key) else { return try tree(orElse) }
        do {
            try write()
        } catch {
            output.cancelMember(to: mark, at: Int(value.index))
            throw error
        }
    }

    func encodeNil(forKey key: Key) throws {
        if output.nilMembers == .omitted, !table._withUnsafeGuaranteedRef({ $0.isDictionary }) { return }
        try put(key, { output.writeNull() }, orElse: { try $0.encodeNil(forKey: key) })
    }

    func encode<Value: Encodable>(_ member: Value, forKey key: Key) throws {
        guard isReady() else { return try tree { try $0.encode(member, forKey: key) } }
        let mark = output.mark
        guard try begin(key) else { return try tree { try $0.encode(member, forKey: key) } }
        let start = output.bytes.pointee.count
        do {
            try output.write(member)
        } catch {
            output.cancelMember(to: mark, at: Int(value.index))
            throw error
        }
        if output.nilMembers == .omitted { leaveOutNil(member, from: start, mark) }
    }

    /// Goes back to before a member that came out as nil, where the format leaves it out.
    @inline(never)
    private func leaveOutNil(_ member: some Encodable, from start: Int, _ mark: JSONOutput.Mark) {
        guard !table._withUnsafeGuaranteedRef({ $0.isDictionary }), output.content[start...].elementsEqual("null".utf8),
            !UnknownDocument.isOne(member)
        else { return }
        output.cancelMember(to: mark, at: Int(value.index))
    }

    func encodeIfPresent<Value: Encodable>(_ member: Value?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }

    /// Writes nil as synthesised code does, or as the format declares.
    @inline(__always)
    func setNil(_ key: Key) throws {
        if output.nilMembers == .null { try encodeNil(forKey: key) }
    }

    /// Writes through the tree.
    @inline(never)
    private func tree(_ write: (inout KeyedEncodingContainer<Key>) throws -> Void) throws {
        try output.checkIsOpen(value)
        var container = treeContainer
        try write(&container)
    }
}

// MARK: - Containers within

extension OutputKeyedContainer {
    /// The container of the tree that the object continues in.
    private var treeContainer: KeyedEncodingContainer<Key> {
        output.tree(of: value).container(keyedBy: Key.self)
    }

    /// Begins the member of a new key, which a container or an encoder within writes; `nil` in cases for the tree.
    private func beginSegment(_ key: Key, by writer: LateWriter = .container) -> OutputEncoder? {
        guard isReady() else { return nil }
        output.joinLastSegment(of: Int(value.index))
        let slot = table._withUnsafeGuaranteedRef { $0.slot(of: key) }
        let open = output.values[Int(value.index)]
        guard isReady(), slot < KeyTable.slotCount, !open.hasSeveralKeyTypes, !open.keys.contains(slot) else {
            return nil
        }
        do {
            return try begin(key) ? output.openSegment(in: value, by: writer) : nil
        } catch {
            return nil  // The tree finds the same fault, and keeps it for the end.
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        if let encoder = beginSegment(key) { return encoder.container(keyedBy: keyType) }
        var container = treeContainer
        return container.nestedContainer(keyedBy: keyType, forKey: key)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        if let encoder = beginSegment(key) { return encoder.unkeyedContainer() }
        var container = treeContainer
        return container.nestedUnkeyedContainer(forKey: key)
    }

    func superEncoder() -> any Encoder {
        let index = Int(value.index)
        guard isReady(), let name = output.nameOfSuperclass(of: Key.self, table.takeUnretainedValue()),
            !output.values[index].hasSuperclass, !output.values[index].hasSeveralKeyTypes
        else {
            var container = treeContainer
            return container.superEncoder()
        }
        output.beginSuperclass(name, at: index)
        return output.openSegment(in: value, by: .superEncoder)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        if let encoder = beginSegment(key, by: .superEncoder) { return encoder }
        var container = treeContainer
        return container.superEncoder(forKey: key)
    }
}

extension JSONOutput {
    /// The name of the member that holds the superclass, if it is one, and no key can have it; `nil` if the tree
    /// decides.
    fileprivate func nameOfSuperclass<Key: CodingKey>(of type: Key.Type, _ table: KeyTable) -> String? {
        guard table.isIndexed, !table.renames else { return nil }
        var name = "super"
        if scope.isVersioned, let context = scope.context {
            let path = (context.layout(for: type).declared?.superclass ?? context.format.superclass).path
            guard path.count == 1 else { return nil }
            name = path[0]
        } else if !scope.keepsNames || scope.rules.tables !== KeyTables.asDeclared {
            return nil
        }
        return Key(stringValue: name) == nil ? name : nil
    }

    /// Begins the member that holds the superclass.
    fileprivate func beginSuperclass(_ name: String, at index: Int) {
        values[index].superclassMember = Int32(truncatingIfNeeded: values[index].count)
        if values[index].count > 0 { bytes.pointee.append(UInt8(ascii: ",")) }
        if values[index].notesMembers {
            notedMembers.append(NotedMember(start: content.count, table: values[index].table, slot: -1))
        }
        values[index].count += 1
        bytes.pointee.appendJSON(name, escapes)
        bytes.pointee.append(UInt8(ascii: ":"))
    }
}
