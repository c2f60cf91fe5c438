/// Facts about types: a table keyed by the address of a type, which grows.
///
/// Copies are the same table.
///
/// Unsafe code: `storage` points to one storage from the table's making to ``deallocate()``, which its owner calls at
/// the end of its own life; the pointers in it point to one more element than its mask.
struct TypeTable<Known> {
    private struct Storage {
        var types: UnsafeMutablePointer<UnsafeRawPointer?>
        var known: UnsafeMutablePointer<Known>
        /// One less than the number of places, which is a power of two.
        var mask: Int
        var shift: UInt64
        var count = 0

        init(places: Int, _ nothing: Known) {
            types = .allocate(capacity: places)
            types.initialize(repeating: nil, count: places)
            known = .allocate(capacity: places)
            known.initialize(repeating: nothing, count: places)
            mask = places - 1
            shift = UInt64(64 - places.trailingZeroBitCount)
        }

        func deallocate() {
            types.deallocate()
            known.deinitialize(count: mask + 1)
            known.deallocate()
        }

        /// A place that differs between types that lie near each other in memory.
        @inline(__always)
        func home(of address: UnsafeRawPointer) -> Int {
            Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: address)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
        }

        /// The place of a type, or the free one where it would be. At least half of the places are free.
        @inline(__always)
        func place(of address: UnsafeRawPointer) -> Int {
            var place = home(of: address)
            while let met = types[place], met != address { place = (place &+ 1) & mask }
            return place
        }
    }

    private let storage: UnsafeMutablePointer<Storage>
    private let nothing: Known

    private static var firstPlaces: Int { 32 }

    /// Beyond this number of types, all are removed: generic code can make types without end.
    private static var most: Int { 4096 }

    /// A table that knows nothing.
    init(_ nothing: Known) {
        self.nothing = nothing
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(places: Self.firstPlaces, nothing))
    }

    func deallocate() {
        storage.pointee.deallocate()
        storage.deallocate()
    }

    /// The facts about a type; `nil` if there are none. They stay in their place until another type is added.
    @inline(__always)
    func find(_ type: Any.Type) -> UnsafeMutablePointer<Known>? {
        let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let place = storage.pointee.place(of: address)
        return storage.pointee.types[place] == nil ? nil : storage.pointee.known + place
    }

    /// The place for what is known of a type; a new one where nothing is.
    @inline(never)
    func place(for type: Any.Type) -> UnsafeMutablePointer<Known> {
        if let known = find(type) { return known }
        if storage.pointee.count >= Self.most { clear() }
        if 2 * storage.pointee.count > storage.pointee.mask { grow() }
        let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let place = storage.pointee.place(of: address)
        storage.pointee.types[place] = address
        storage.pointee.count += 1
        return storage.pointee.known + place
    }

    private func grow() {
        let old = storage.pointee
        var new = Storage(places: 2 * (old.mask + 1), nothing)
        for place in 0...old.mask {
            guard let type = old.types[place] else { continue }
            let newPlace = new.place(of: type)
            new.types[newPlace] = type
            new.known[newPlace] = old.known[place]
        }
        new.count = old.count
        old.deallocate()
        storage.pointee = new
    }

    /// Changes what is known of each type.
    func update(_ change: (inout Known) -> Void) {
        for place in 0...storage.pointee.mask where storage.pointee.types[place] != nil {
            change(&storage.pointee.known[place])
        }
    }

    /// Forgets all types.
    func clear() {
        let places = storage.pointee.mask + 1
        storage.pointee.types.update(repeating: nil, count: places)
        storage.pointee.known.update(repeating: nothing, count: places)
        storage.pointee.count = 0
    }
}
