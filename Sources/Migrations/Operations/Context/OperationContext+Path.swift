import VersionedCodec

/// Where operations are applied.
extension OperationContext {
    /// The way from the root to the value that operations are applied to.
    var path: JSONPointer { path(of: steps[...]) }

    /// A place relative to the current one, from the root.
    func path(to place: JSONPointer) -> JSONPointer {
        steps.isEmpty || place.isScratch ? place : path(of: steps[...], to: place)
    }

    /// - `place`: A place relative to the one that the steps lead to.
    func path(of steps: ArraySlice<PathStep>, to place: JSONPointer = .root) -> JSONPointer {
        var (tokens, isScratch): ([String], Bool) = ([], false)
        tokens.reserveCapacity(steps.count + place.tokens.count)
        for step in steps {
            switch step {
            case .pointer(let pointer) where pointer.isScratch: (tokens, isScratch) = (pointer.tokens, true)
            case .pointer(let pointer): tokens += pointer.tokens
            case .element(let index): tokens.append(String(index))
            case .member(let node): tokens.append(arena.key(of: node))
            case .deep(let places, let number): tokens += places.pointer(to: number, in: arena).tokens
            }
        }
        tokens += place.tokens
        return JSONPointer(tokens, isScratch: isScratch)
    }

    /// Whether operations are applied to the whole document.
    var isAtRoot: Bool {
        steps.allSatisfy { step in
            switch step {
            case .pointer(let pointer): pointer.isRoot
            // The first place is the value that the others are within.
            case .deep(_, let number): number == 0
            case .element, .member: false
            }
        }
    }
}
