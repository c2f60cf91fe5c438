/// The layouts of the key types that a scope has met: a table of a few places, found by the address of the type.
final class LayoutCache {
    private var entries: [(type: ObjectIdentifier, layout: ResolvedLayout)?] = []

    /// The layout of a key type, if it has been met; else, and where another type has taken its place, `nil`.
    @inline(__always)
    func layout(of type: Any.Type) -> ResolvedLayout? {
        let id = ObjectIdentifier(type)
        guard !entries.isEmpty, let entry = entries[Self.place(id)], entry.type == id else { return nil }
        return entry.layout
    }

    func note(_ type: Any.Type, _ layout: ResolvedLayout) {
        let id = ObjectIdentifier(type)
        if entries.isEmpty { entries = Array(repeating: nil, count: 32) }
        entries[Self.place(id)] = (id, layout)
    }

    func forget() { entries = [] }

    /// Metadata stands at multiples of eight.
    @inline(__always)
    private static func place(_ type: ObjectIdentifier) -> Int {
        let bits = UInt(bitPattern: type) >> 3
        return Int(bitPattern: (bits ^ bits >> 5 ^ bits >> 10) & 31)
    }
}
