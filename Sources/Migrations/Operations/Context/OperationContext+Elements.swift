import VersionedCodec

/// The arrays and objects around whose elements and values are traversed.
extension OperationContext {
    /// The place, in its array, of the innermost element on the way; `nil` if there is none.
    var element: Int? {
        for step in steps.reversed() {
            switch step {
            case .element(let index): return index
            case .deep(let places, let number):
                let place = places.places[number]
                if place.holder >= 0, arena.isArray(places.places[place.holder].node) { return place.element }
            case .pointer, .member: continue
            }
        }
        return nil
    }

    /// The innermost array or object on the way whose elements or values are traversed; else the root.
    var container: JSONPointer {
        for place in steps.indices.reversed() {
            switch steps[place] {
            case .element, .member: return path(of: steps[..<place])
            case .deep: return path(of: steps[...place]).parent
            case .pointer: continue
            }
        }
        return .root
    }
}
