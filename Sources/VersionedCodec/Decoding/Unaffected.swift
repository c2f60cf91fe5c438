#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Types that no format has a say in, so that the coder may read them by itself.
enum Unaffected {
    private static let always: Set<ObjectIdentifier> = ids([
        String.self, Bool.self, Int.self, Int64.self, Int32.self, UInt.self, UInt64.self, UInt32.self, UInt8.self,
        [String].self, [Int].self, [Bool].self, [UInt8].self, [[Int]].self, [String: String].self, [String: Int].self,
        [String: Bool].self, UUID.self,
    ])

    private static let unlessNonFinite: Set<ObjectIdentifier> = ids([
        Double.self, Float.self, [Double].self, [Float].self, [[Double]].self, [String: Double].self,
    ])

    /// The scalars among them, which say themselves what is wrong.
    private static let scalars: Set<ObjectIdentifier> = ids([
        String.self, Bool.self, Int.self, Int64.self, Int32.self, UInt.self, UInt64.self, UInt32.self, UInt8.self,
        UUID.self, Double.self, Float.self,
    ])

    static func contains(_ type: Any.Type, _ context: FormatContext) -> Bool {
        let id = ObjectIdentifier(type)
        return always.contains(id) || (context.format.nonFinite == nil && unlessNonFinite.contains(id))
    }

    /// The value as the coder reads it by itself.
    ///
    /// `nil` where a format has a say, and for a collection that cannot be read: the coder does not say where in it a number is
    /// that does not fit, so it is to be read again, element by element.
    static func read<Value>(
        _ type: Value.Type, _ context: FormatContext, _ read: () throws -> Value
    ) throws -> Value? {
        guard contains(type, context) else { return nil }
        // An error is not dropped: `nil` has the collection read again, which tells it with its place.
        return scalars.contains(ObjectIdentifier(type)) ? try read() : try? read()
    }

    private static func ids(_ types: [Any.Type]) -> Set<ObjectIdentifier> { Set(types.map { ObjectIdentifier($0) }) }
}
