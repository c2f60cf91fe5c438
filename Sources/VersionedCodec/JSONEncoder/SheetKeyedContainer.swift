/// Writes the members of an object.
///
/// Invariant: the sheet's scope holds the table for as long as the object is open; the box lies in memory of the sheet.
struct SheetKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let sheet: EncodingSheet
    /// What says which object it is, where the container is used again.
    let box: UnsafeMutablePointer<ContainerBox>?
    let ownValue: OpenValueReference
    let ownTable: Unmanaged<KeyTable>

    @inline(__always)
    var value: OpenValueReference { box?.pointee.value ?? ownValue }

    @inline(__always)
    var table: Unmanaged<KeyTable> { box?.pointee.table ?? ownTable }

    var codingPath: [any CodingKey] { sheet.path(of: value) }

    /// Begins a member; false where that is a case for the tree.
    @inline(__always)
    func begin(_ key: Key) throws -> Bool {
        let index = Int(value.index)
        guard sheet.isInnermost(value), sheet.values[index].state == .object else { return false }
        let slot = table._withUnsafeGuaranteedRef { $0.slot(of: key) }
        guard slot < KeyTable.slotCount else { return try beginRare(key, slot, isNew: true) }
        let isNew = sheet.values[index].insert(slot)
        guard isNew, let written = table._withUnsafeGuaranteedRef({ $0.written(at: slot) }) else {
            return try beginRare(key, slot, isNew: isNew)
        }
        // Without the comma that the text begins with, if it is the first.
        let skipped = sheet.values[index].count == 0 ? 1 : 0
        if sheet.values[index].notesMembers {
            let start = sheet.bytes.pointee.count &+ 1 &- skipped
            sheet.notedMembers.append(EncodingSheet.NotedMember(start: start, table: table, slot: slot))
        }
        sheet.values[index].count &+= 1
        let count = written.count &- skipped
        sheet.bytes.pointee.makeRoom(count &+ 24)
        sheet.bytes.pointee.append(room: count) { out in
            UnsafeMutableRawPointer(out).copyMemory(from: written.bytes + skipped, byteCount: count)
            return count
        }
        return true
    }

    @inline(never)
    private func beginRare(_ key: Key, _ slot: Int, isNew: Bool) throws -> Bool {
        try sheet.beginMember(at: Int(value.index), key, slot, isNew: isNew, table.takeUnretainedValue())
        return true
    }

    /// Writes a leaf that cannot fail.
    @inline(__always)
    func put(
        _ key: Key, _ write: () -> Void, orElse: (inout KeyedEncodingContainer<Key>) throws -> Void
    ) throws {
        guard try begin(key) else { return try tree(orElse) }
        write()
    }

    /// Writes a value that may fail, and goes back to before its key if it does.
    @inline(__always)
    func attempt(
        _ key: Key, _ write: () throws -> Void, orElse: (inout KeyedEncodingContainer<Key>) throws -> Void
    ) throws {
        let mark = sheet.mark
        guard try begin(key) else { return try tree(orElse) }
        do {
            try write()
        } catch {
            sheet.cancelMember(to: mark, at: Int(value.index))
            throw error
        }
    }

    func encodeNil(forKey key: Key) throws {
        if sheet.nilMembers == .omitted, !table._withUnsafeGuaranteedRef({ $0.isDictionary }) { return }
        try put(key, { sheet.writeNull() }, orElse: { try $0.encodeNil(forKey: key) })
    }

    func encode<Value: Encodable>(_ member: Value, forKey key: Key) throws {
        let mark = sheet.mark
        guard try begin(key) else { return try tree { try $0.encode(member, forKey: key) } }
        let start = sheet.bytes.pointee.count
        do {
            try sheet.write(member)
        } catch {
            sheet.cancelMember(to: mark, at: Int(value.index))
            throw error
        }
        if sheet.nilMembers == .omitted { leaveOutNil(from: start, mark) }
    }

    /// Goes back to before a member that came out as nil, where the format leaves it out.
    @inline(never)
    private func leaveOutNil(from start: Int, _ mark: EncodingSheet.Mark) {
        guard !table._withUnsafeGuaranteedRef({ $0.isDictionary }), sheet.output[start...].elementsEqual("null".utf8)
        else { return }
        sheet.cancelMember(to: mark, at: Int(value.index))
    }

    func encodeIfPresent<Value: Encodable>(_ member: Value?, forKey key: Key) throws {
        if let member { try encode(member, forKey: key) } else { try setNil(key) }
    }

    /// Writes nil as synthesised code does, or as the format says.
    @inline(__always)
    func setNil(_ key: Key) throws {
        if sheet.nilMembers == .null { try encodeNil(forKey: key) }
    }

    // MARK: Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        var container = sheet.tree(of: value).container(keyedBy: Key.self)
        return container.nestedContainer(keyedBy: keyType, forKey: key)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        var container = sheet.tree(of: value).container(keyedBy: Key.self)
        return container.nestedUnkeyedContainer(forKey: key)
    }

    func superEncoder() -> any Encoder {
        var container = sheet.tree(of: value).container(keyedBy: Key.self)
        return container.superEncoder()
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        var container = sheet.tree(of: value).container(keyedBy: Key.self)
        return container.superEncoder(forKey: key)
    }

    /// Writes through the tree.
    @inline(never)
    private func tree(_ write: (inout KeyedEncodingContainer<Key>) throws -> Void) throws {
        try sheet.checkIsOpen(value)
        var container = sheet.tree(of: value).container(keyedBy: Key.self)
        try write(&container)
    }
}
