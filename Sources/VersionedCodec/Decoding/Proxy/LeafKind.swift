#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The kind of a type for a decoder over another coder's.
enum LeafKind: UInt8 {
    /// Its values decode themselves.
    case model
    /// No format affects it: the coder reads it, and reports errors.
    case scalar
    /// The same for many values at once; the coder does not report where a number is that does not fit, so the value is
    /// then read again, element by element.
    case collection
    case date, data, decimal, url

    /// Finds the kind of a type in a format.
    init(_ type: Any.Type, _ context: FormatContext) {
        let entry = Self.table.entry(of: type)
        let isReadByParts =
            entry.isFloating && context.format.nonFinite != nil || entry.kind == .collection && context.scalars != nil
        self = isReadByParts ? .model : entry.kind
    }

    /// Whether the format affects it, or the coder has a form of its own for it.
    var hasReader: Bool { rawValue >= LeafKind.date.rawValue }

    fileprivate struct Entry {
        var type: ObjectIdentifier?
        var kind = LeafKind.model
        /// Whether it is made of numbers that may be not finite.
        var isFloating = false
    }

    private static let table = LeafTable(
        scalars: [
            String.self, Bool.self, Int.self, Int64.self, Int32.self, UInt.self, UInt64.self, UInt32.self, UInt8.self,
            UUID.self, JSONValue.self,
        ],
        floatingScalars: [Double.self, Float.self],
        collections: [
            [String].self, [Int].self, [Bool].self, [UInt8].self, [[Int]].self, [String: String].self,
            [String: Int].self, [String: Bool].self,
        ],
        floatingCollections: [[Double].self, [Float].self, [[Double]].self, [String: Double].self],
        readers: [(Date.self, .date), (Data.self, .data), (Decimal.self, .decimal), (URL.self, .url)])
}

/// The kinds of the types that are not models: made once, never changed, found by the address of the type.
private struct LeafTable {
    private var entries = [LeafKind.Entry](repeating: LeafKind.Entry(), count: 128)

    init(
        scalars: [Any.Type], floatingScalars: [Any.Type], collections: [Any.Type], floatingCollections: [Any.Type],
        readers: [(Any.Type, LeafKind)]
    ) {
        for type in scalars { add(type, .scalar) }
        for type in floatingScalars { add(type, .scalar, isFloating: true) }
        for type in collections { add(type, .collection) }
        for type in floatingCollections { add(type, .collection, isFloating: true) }
        for (type, kind) in readers { add(type, kind) }
    }

    private mutating func add(_ type: Any.Type, _ kind: LeafKind, isFloating: Bool = false) {
        let place = place(of: ObjectIdentifier(type))
        entries[place] = LeafKind.Entry(type: ObjectIdentifier(type), kind: kind, isFloating: isFloating)
    }

    func entry(of type: Any.Type) -> LeafKind.Entry { entries[place(of: ObjectIdentifier(type))] }

    /// The place of a type, or the empty one where it would be; there are many more places than types.
    private func place(of id: ObjectIdentifier) -> Int {
        // Metadata is at multiples of eight.
        let bits = UInt(bitPattern: id) >> 3
        var place = Int(truncatingIfNeeded: (bits ^ bits >> 7 ^ bits >> 14)) & (entries.count - 1)
        while let other = entries[place].type, other != id { place = (place + 1) & (entries.count - 1) }
        return place
    }
}
