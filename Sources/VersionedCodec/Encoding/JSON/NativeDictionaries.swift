/// A dictionary whose keys are texts: written without containers, its members by the bytes of their keys.
protocol TextDictionary {
    /// - `value`: One of this type, under the name that the caller has for it.
    static func write<Value>(_ value: Value, on output: JSONOutput) throws
}

extension Dictionary: TextDictionary where Key == String, Value: Encodable {
    static func write<Whole>(_ value: Whole, on output: JSONOutput) throws {
        let members = Cast.bits(value, as: Self.self)
        try output.writeMembers(SortedKeys.sorted(Array(members.keys))) { key in
            if let value = members[key] { try output.write(value) }
        }
    }
}

extension JSONOutput {
    /// Writes an object, given its keys in order, and what writes the value of each.
    fileprivate func writeMembers(_ keys: [String], _ write: (String) throws -> Void) throws {
        let index = Int(try begin(nil).index)
        values[index].state = .object
        bytes.pointee.append(UInt8(ascii: "{"))
        for key in keys {
            if values[index].count > 0 { bytes.pointee.append(UInt8(ascii: ",")) }
            values[index].count &+= 1
            bytes.pointee.appendJSON(key, escapes)
            bytes.pointee.append(UInt8(ascii: ":"))
            try write(key)
        }
        bytes.pointee.append(UInt8(ascii: "}"))
        drop(to: index)
    }
}

/// Keys by their bytes. Not generic, because where only the type of the values is open, nothing would be specialised.
private enum SortedKeys {
    /// The first bytes of a key as one number, which mostly tell which of two comes first, and its place.
    private struct Start {
        let bytes: UInt64
        let place: Int
    }

    static func sorted(_ keys: [String]) -> [String] {
        guard keys.count > 1 else { return keys }
        var order = keys.indices.map { Start(bytes: start(of: keys[$0]), place: $0) }
        order.sort { left, right in
            if left.bytes != right.bytes { return left.bytes < right.bytes }
            return keys[left.place].utf8.lexicographicallyPrecedes(keys[right.place].utf8)
        }
        return order.map { keys[$0.place] }
    }

    private static func start(of key: String) -> UInt64 {
        var start: UInt64 = 0
        var shift: UInt64 = 64
        for byte in key.utf8.prefix(8) {
            shift -= 8
            start |= UInt64(byte) << shift
        }
        return start
    }
}
