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

    static func contains(_ type: Any.Type, _ context: FormatContext) -> Bool {
        let id = ObjectIdentifier(type)
        return always.contains(id) || (context.format.nonFinite == nil && unlessNonFinite.contains(id))
    }

    private static func ids(_ types: [Any.Type]) -> Set<ObjectIdentifier> { Set(types.map { ObjectIdentifier($0) }) }
}
