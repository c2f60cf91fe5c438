import VersionedCodec

extension JSONPointer {
    /// The pointer in quotation marks, as errors and explanations show it; the root in words.
    var shown: String { isRoot ? "the whole value" : shownShort }
}

extension JSONValue {
    /// Changes the value at a pointer in place, and returns whether there was one.
    // Otherwise the compiler makes a copy for each closure, of a kilobyte each.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    @discardableResult
    mutating func update<Failure: Error>(
        at tokens: ArraySlice<String>, _ change: (inout JSONValue) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        guard let token = tokens.first else {
            try change(&self)
            return true
        }
        let rest = tokens.dropFirst()
        if kind == .object {
            let change = { (value: inout JSONValue) throws(Failure) -> Bool in try value.update(at: rest, change) }
            return try object?.updateValue(forKey: token, change) ?? false
        }
        guard let index = JSONPointer.index(of: token), let count = array?.count, index < count else { return false }
        return try array?[index].update(at: rest, change) ?? false
    }

    /// Removes the value at a pointer and returns it; an element of an array leaves no gap.
    mutating func remove(at pointer: JSONPointer) -> JSONValue? {
        guard let last = pointer.tokens.last else {
            defer { self = .null }
            return self
        }
        var removed: JSONValue?
        update(at: pointer.parent.tokens[...]) { parent in
            if parent.kind == .object {
                removed = parent.object?.removeValue(forKey: last)
            } else if let index = JSONPointer.index(of: last), let count = parent.array?.count, index < count {
                removed = parent.array?.remove(at: index)
            }
        }
        return removed
    }

    /// Removes the objects on the way to a pointer that are empty, innermost first; never the value itself, an element
    /// of an array, or what another place lies within.
    mutating func removeEmptyParents(of pointer: JSONPointer, keepingThoseOf other: JSONPointer = .root) {
        var parent = pointer.parent
        while !parent.isRoot, !other.isWithin(parent), self[at: parent]?.object?.isEmpty == true,
            self[at: parent.parent]?.kind == .object
        {
            _ = remove(at: parent)
            parent = parent.parent
        }
    }
}

extension JSONValue {
    /// The elements, or the values of the members.
    var heldValues: [JSONValue] { array.map { Array($0) } ?? object?.map(\.value) ?? [] }
}
