import VersionedCodec

// A condition that asks whether there is a value at a place gives the same answer on the way back if the operations
// change the value and do not remove it.

extension OperationBody {
    /// Of most operations it is known only what they write.
    func keepsPresence(of place: JSONPointer) -> Bool {
        !written.contains { $0.isWithin(place) || place.isWithin($0) }
    }

    /// Whether a place is one that the operation writes, or within one.
    func isWritten(_ place: JSONPointer) -> Bool { written.contains { place.isWithin($0) } }
}

extension JSONPointer {
    /// Whether something is still here if the value at another place becomes another one.
    func staysPresent(changing other: JSONPointer) -> Bool { self == other || !isWithin(other) }
}
