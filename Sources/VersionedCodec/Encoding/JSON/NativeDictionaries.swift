/// A dictionary whose keys are texts: written without containers, its members by the bytes of their keys.
protocol TextDictionary {
    /// - `value`: One of this type, under the name that the caller has for it.
    static func write<Value>(_ value: Value, on output: JSONOutput) throws
}

extension Dictionary: TextDictionary where Key == String, Value: Encodable {
    static func write<Whole>(_ value: Whole, on output: JSONOutput) throws {
        let members = Cast.bits(value, as: Self.self)
        let values = Array(members.values)  // In the order of the keys.
        try output.writeMembers(SortedKeys(Array(members.keys))) { try output.write(values[$0]) }
    }
}

extension JSONOutput {
    /// Writes an object, given its keys, and a function that writes the value for each key.
    fileprivate func writeMembers(_ keys: SortedKeys, _ write: (Int) throws -> Void) throws {
        let index = Int(try begin(nil).index)
        values[index].state = .object
        bytes.pointee.append(UInt8(ascii: "{"))
        for place in keys.order {
            if values[index].count > 0 { bytes.pointee.append(UInt8(ascii: ",")) }
            values[index].count &+= 1
            keys.withBytes(of: place) { bytes.pointee.appendJSON($0, escapes) }
            bytes.pointee.append(UInt8(ascii: ":"))
            try write(place)
        }
        bytes.pointee.append(UInt8(ascii: "}"))
        drop(to: index)
    }
}
