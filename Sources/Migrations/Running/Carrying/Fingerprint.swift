import VersionedCodec

/// Short texts that distinguish values without holding them. Carried data has those of the values around it.
enum Fingerprint {
    /// How values are written to be compared: members in the order of their keys, numbers as they are spelled.
    private static let style = WritingStyle(keyOrder: .sorted)

    /// The fingerprint of a value; the same for values that are restored by each other. O(bytes of the value)
    @inline(never)
    static func of(_ value: JSONValue) -> String { text(value.bytes(in: style)) }

    /// The fingerprints of the scalar members of an object, at most eight: they distinguish it from its neighbours.
    @inline(never)
    static func ofScalars(in value: JSONValue, except key: String? = nil) -> [String] {
        guard let object = value.object else { return [] }
        var found: [String] = []
        for member in object where !member.value.isContainer && member.key != key {
            found.append(text(Array(member.key.utf8) + [0] + member.value.bytes(in: style)))
            if found.count == 8 { break }
        }
        return found
    }

    /// The same for an object in an arena, whose other members are left alone.
    @inline(never)
    static func ofScalars(in arena: Arena, _ object: NodeID, except key: String? = nil) -> [String] {
        guard !object.isNone, arena.isObject(object) else { return [] }
        var found: [String] = []
        var member = arena.firstChild(of: object)
        while !member.isNone, found.count < 8 {
            let own = arena.key(of: member)
            if !arena.isContainer(member), own != key {
                found.append(text(Array(own.utf8) + [0] + arena.value(of: member).bytes(in: style)))
            }
            member = arena.next(after: member)
        }
        return found
    }

    /// FNV-1a over 64 bits, mixed once more, in base 36.
    @inline(never)
    private static func text(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        return String(hash ^ (hash >> 31), radix: 36)
    }
}
