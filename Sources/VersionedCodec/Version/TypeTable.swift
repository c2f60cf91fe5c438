/// What is known of types: a table of a few places, found by the address of a type.
///
/// Where too many types fall on places next to each other, one gives way to another; so what it does not know can be found out anew.
///
/// Unsafe code: `types` and `known` point to `count` elements each, from the table's making to ``deallocate()``, which its owner calls at the end
/// of its own life.
struct TypeTable<Known> {
    private let types: UnsafeMutablePointer<UnsafeRawPointer?>
    private let known: UnsafeMutablePointer<Known>
    private let nothing: Known

    private static var count: Int { 64 }
    private static var mostSteps: Int { 8 }

    /// A table that knows nothing.
    init(_ nothing: Known) {
        self.nothing = nothing
        types = .allocate(capacity: Self.count)
        types.initialize(repeating: nil, count: Self.count)
        known = .allocate(capacity: Self.count)
        known.initialize(repeating: nothing, count: Self.count)
    }

    func deallocate() {
        types.deallocate()
        known.deinitialize(count: Self.count)
        known.deallocate()
    }

    /// What is known of a type; `nil` where nothing is. It stays in its place until another type takes it.
    @inline(__always)
    func find(_ type: Any.Type) -> UnsafeMutablePointer<Known>? {
        let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
        var place = Self.place(of: address)
        for _ in 0..<Self.mostSteps {
            let met = types[place]
            if met == address { return known + place }
            if met == nil { return nil }
            place = (place &+ 1) & (Self.count &- 1)
        }
        return nil
    }

    /// The place for what is known of a type; a new one where nothing is.
    @inline(never)
    func place(for type: Any.Type) -> UnsafeMutablePointer<Known> {
        if let known = find(type) { return known }
        let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let home = Self.place(of: address)
        var place = home
        for step in 0..<Self.mostSteps where types[place] != nil { place = (home + step) & (Self.count - 1) }
        if types[place] != nil { place = home }
        types[place] = address
        known[place] = nothing
        return known + place
    }

    /// Changes what is known of each type.
    func update(_ change: (inout Known) -> Void) {
        for place in 0..<Self.count where types[place] != nil { change(&known[place]) }
    }

    /// Forgets all types.
    func clear() {
        types.update(repeating: nil, count: Self.count)
        known.update(repeating: nothing, count: Self.count)
    }

    /// A place that differs between types that lie near each other in memory.
    @inline(__always)
    private static func place(of address: UnsafeRawPointer) -> Int {
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: address)) &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }
}
