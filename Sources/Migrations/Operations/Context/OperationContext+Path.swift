import VersionedCodec

/// Where operations are applied.
extension OperationContext {
    /// The way from the root to the value that operations are applied to.
    var path: JSONPointer { path(of: steps[...]) }

    func path(of steps: ArraySlice<PathStep>) -> JSONPointer {
        var (tokens, isScratch): ([String], Bool) = ([], false)
        for step in steps {
            switch step {
            case .pointer(let pointer) where pointer.isScratch: (tokens, isScratch) = (pointer.tokens, true)
            case .pointer(let pointer): tokens += pointer.tokens
            case .element(let index): tokens.append(String(index))
            case .member(let node): tokens.append(arena.key(of: node))
            case .deep(let places, let number): tokens += places.pointer(to: number, in: arena).tokens
            }
        }
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
