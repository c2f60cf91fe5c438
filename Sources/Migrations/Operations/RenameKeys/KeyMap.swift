import VersionedCodec

/// Which key becomes which, and what happens to others.
struct KeyMap: Sendable, Equatable {
    let names: [String]
    let newNames: [String]
    let unknown: JSONOperation.UnknownKeyRule
    let reverseUnknown: JSONOperation.UnknownKeyRule
    /// The places of the keys, and of the new ones, by their bytes.
    private let places: TextTable
    private let newPlaces: TextTable

    init(pairs: [(String, String)], unknown: JSONOperation.UnknownKeyRule, reverseUnknown: JSONOperation.UnknownKeyRule)
    {
        names = pairs.map(\.0)
        newNames = pairs.map(\.1)
        self.unknown = unknown
        self.reverseUnknown = reverseUnknown
        (places, newPlaces) = (TextTable(names), TextTable(newNames))
    }

    static func == (lhs: KeyMap, rhs: KeyMap) -> Bool {
        lhs.names == rhs.names && lhs.newNames == rhs.newNames && lhs.unknown == rhs.unknown
            && lhs.reverseUnknown == rhs.reverseUnknown
    }

    /// The new key for a key; `nil` if it is not in the table.
    func newName(of key: UnsafeBufferPointer<UInt8>) -> String? { places.place(of: key).map { newNames[$0] } }

    /// The key that the way back gives a new one; `nil` if that goes, or fails.
    func name(of newKey: UnsafeBufferPointer<UInt8>) -> String? {
        if let place = newPlaces.place(of: newKey) { return names[place] }
        return reverseUnknown == .keep ? String(decoding: newKey, as: UTF8.self) : nil
    }

    var reversed: KeyMap {
        KeyMap(pairs: Array(zip(newNames, names)), unknown: reverseUnknown, reverseUnknown: unknown)
    }
}
