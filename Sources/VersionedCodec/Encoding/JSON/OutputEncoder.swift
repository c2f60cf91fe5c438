/// An encoder of one value of an output.
///
/// Unsafe code: `Unmanaged<KeyTable>` holds no reference: the `KeyTables` of the rules own their tables, and the
/// output's scope owns the rules.
struct OutputEncoder: VersionAwareEncoder, JSONValueEncoder {
    let output: JSONOutput
    let value: FrameReference

    var codingPath: [any CodingKey] { output.path(of: value) }
    var userInfo: [CodingUserInfoKey: Any] { output.scope.userInfo }
    var isInVersion: Bool { output.scope.isVersioned }

    func sharing(model: Any.Type) throws -> any Encoder {
        try output.ask(model)
        output.setModel(model, of: current ?? value)
        return self
    }

    /// The value, if it is the innermost one.
    @inline(__always)
    var current: FrameReference? { output.isInnermost(value) ? value : nil }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard let value = current else { return output.tree(of: value).container(keyedBy: type) }
        let info = output.typeInfo(keys: type)
        guard let table = info.pointee.table, output.openObject(at: Int(value.index), table) else {
            return output.tree(of: value).container(keyedBy: type)
        }
        return output.keyedContainer(type, value, table, info)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        guard let value = current, output.openArray(at: Int(value.index)) else {
            return output.tree(of: value).unkeyedContainer()
        }
        return OutputUnkeyedContainer(output: output, value: value)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        OutputSingleValueContainer(output: output, value: value)
    }
}

extension JSONOutput {
    /// Opens the innermost value as an object for a key type; false where that is a case for the tree.
    @inline(__always)
    func openObject(at index: Int, _ table: Unmanaged<KeyTable>) -> Bool {
        guard values[index].state == .nothing, stampDepth < 0, !sortsMembers,
            table._withUnsafeGuaranteedRef({ $0.isPlain })
        else {
            return openRare(index, table)
        }
        values[index].state = .object
        values[index].table = table
        bytes.pointee.append(UInt8(ascii: "{"))
        return true
    }

    @inline(never)
    private func openRare(_ index: Int, _ table: Unmanaged<KeyTable>) -> Bool {
        let keys = table.takeUnretainedValue()
        if keys.needsTree { return false }
        guard values[index].state == .nothing else { return openAgain(index, table) }
        let takesStamp = stampDepth == index && !keys.isDictionary
        if takesStamp, stamp?.member == nil { return false }
        values[index].state = .object
        values[index].table = table
        bytes.pointee.append(UInt8(ascii: "{"))
        if !keys.isIndexed || sortsMembers { noteMembers(of: index) }
        if takesStamp { writeStamp(at: index, keys) }
        return true
    }

    /// Opens the innermost value as an array; false where that is a case for the tree.
    @inline(__always)
    func openArray(at index: Int) -> Bool {
        switch values[index].state {
        case .nothing:
            values[index].state = .array
            bytes.pointee.append(UInt8(ascii: "["))
            return true
        case .array: return true
        default: return false
        }
    }
}
