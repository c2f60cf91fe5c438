/// A dictionary whose keys are texts: written without containers, its members by the bytes of their keys.
protocol TextDictionary {
    /// - `value`: One of this type, under the name that the caller has for it.
    static func write<Value>(_ value: Value, on sheet: EncodingSheet) throws
}

extension Dictionary: TextDictionary where Key == String, Value: Encodable {
    static func write<Whole>(_ value: Whole, on sheet: EncodingSheet) throws {
        let members = Cast.bits(value, as: Self.self)
        try sheet.writeMembers(
            members.isEmpty ? [] : SortedKey.sorted(members.indices.lazy.map { (members[$0].key, $0) })
        ) {
            try sheet.write(members[$0].value)
        }
    }
}

extension EncodingSheet {
    /// Writes an object, given its keys in order, and what writes the value of each.
    fileprivate func writeMembers<Place>(_ keys: [SortedKey<Place>], _ write: (Place) throws -> Void) throws {
        let index = Int(begin(nil).index)
        values[index].state = .object
        bytes.pointee.append(UInt8(ascii: "{"))
        for key in keys {
            if values[index].count > 0 { bytes.pointee.append(UInt8(ascii: ",")) }
            values[index].count &+= 1
            bytes.pointee.appendJSON(key.text, escapes)
            bytes.pointee.append(UInt8(ascii: ":"))
            try write(key.place)
        }
        bytes.pointee.append(UInt8(ascii: "}"))
        drop(to: index)
    }
}

/// A key, with its first bytes as one number, which mostly tell which of two comes first.
private struct SortedKey<Place> {
    private let start: UInt64
    let text: String
    let place: Place

    private init(_ text: String, _ place: Place) {
        var start: UInt64 = 0
        var shift: UInt64 = 64
        for byte in text.utf8.prefix(8) {
            shift -= 8
            start |= UInt64(byte) << shift
        }
        (self.start, self.text, self.place) = (start, text, place)
    }

    /// Keys by their bytes.
    static func sorted(_ keys: some Sequence<(String, Place)>) -> [SortedKey] {
        keys.map { SortedKey($0, $1) }.sorted { left, right in
            if left.start != right.start { return left.start < right.start }
            return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
        }
    }
}
