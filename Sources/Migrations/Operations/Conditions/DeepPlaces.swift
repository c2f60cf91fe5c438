import VersionedCodec

/// The arrays and objects within a value, each found before what is in it, with the way to it.
///
/// Not a recursion: no depth of nesting can overflow the stack. O(values) for all of them; a path takes its own length.
struct DeepPlaces {
    /// An array or object that has been found.
    struct Place {
        let node: NodeID
        /// The number of the place of what holds it; of the first one, -1.
        let holder: Int
        /// Its number among the elements of an array.
        let element: Int
    }

    private(set) var places: [Place] = []
    private var pending: [Place]

    /// Begins with a value that comes first.
    init(from root: NodeID) { pending = [Place(node: root, holder: -1, element: 0)] }

    /// The number of the next place, if there is one.
    mutating func next() -> Int? {
        guard let place = pending.popLast() else { return nil }
        places.append(place)
        return places.count - 1
    }

    /// Goes into a place: those in it come next, in their order.
    ///
    /// - `isLeftOut`: The test for each member and element, including scalars; it may then be removed.
    mutating func enter(
        _ number: Int, of arena: Arena, leavingOut isLeftOut: (NodeID) throws(MigrationError) -> Bool = { _ in false }
    ) throws(MigrationError) {
        let count = pending.count
        var element = 0
        var child = arena.firstChild(of: places[number].node)
        while !child.isNone {
            let next = arena.next(after: child)
            if try !isLeftOut(child), arena.isContainer(child) {
                pending.append(Place(node: child, holder: number, element: element))
            }
            element += 1
            child = next
        }
        pending[count...].reverse()
    }

    /// The pointer from the first value to a place.
    func pointer(to number: Int, in arena: Arena) -> JSONPointer {
        var tokens: [String] = []
        var place = places[number]
        while place.holder >= 0 {
            let holder = places[place.holder]
            tokens.append(arena.isObject(holder.node) ? arena.key(of: place.node) : String(place.element))
            place = holder
        }
        return JSONPointer(tokens.reversed())
    }
}
