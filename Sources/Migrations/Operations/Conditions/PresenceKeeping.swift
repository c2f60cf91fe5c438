import VersionedCodec

// A condition that asks whether there is a value at a place gives the same answer on the way back if the operations
// change the value and do not remove it.

extension OperationBody {
    /// Of most operations it is known only what they write.
    func keepsPresence(of place: JSONPointer) -> Bool {
        !written.contains { $0.isWithin(place) || place.isWithin($0) }
    }
}

extension JSONPointer {
    /// Whether something is still here if the value at another place becomes another one.
    fileprivate func staysPresent(changing other: JSONPointer) -> Bool { self == other || !isWithin(other) }
}

extension PlaceOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }
}

extension ConvertOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }
}

extension MapValuesOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }
}

extension ReformatDateOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }
}

extension ReformatDataOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }
}

extension TransformOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }
}

extension SetOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }
}

extension SortOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }
}

extension ObjectToArrayOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: list.path) }
}

extension ArrayToObjectOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: list.path) }
}

extension WrapOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }
}

extension UnwrapOperation {
    func keepsPresence(of place: JSONPointer) -> Bool {
        place.staysPresent(changing: path) && (empty != .remove || place != path)
    }
}

extension RenameOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { !isWritten(place) }
}

extension RenameKeysOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) || !isWritten(place) }
}

extension GatherOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) || !isWritten(place) }
}

extension ScatterOperation {
    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) || !isWritten(place) }
}

extension OperationBody {
    fileprivate func isWritten(_ place: JSONPointer) -> Bool { written.contains { place.isWithin($0) } }
}

extension AddOperation {
    func keepsPresence(of place: JSONPointer) -> Bool {
        !place.isWithin(path) && !(rules.makesParents && path.isWithin(place))
    }
}

extension RemoveOperation {
    /// Another operation makes the value again.
    func keepsPresence(of place: JSONPointer) -> Bool {
        !place.isWithin(path) && !(rules.makesParents && path.isWithin(place))
    }
}

extension EachScope {
    func keepsPresence(of place: JSONPointer) -> Bool {
        place.staysPresent(changing: path) || operations.allSatisfy(\.written.isEmpty)
    }
}

extension InsideScope {
    func keepsPresence(of place: JSONPointer) -> Bool {
        guard place.isWithin(path) else { return true }
        let inner = JSONPointer(Array(place.tokens.dropFirst(path.tokens.count)))
        return operations.allSatisfy { $0.body.keepsPresence(of: inner) }
    }
}

extension WhenScope {
    func keepsPresence(of place: JSONPointer) -> Bool { inner.allSatisfy { $0.body.keepsPresence(of: place) } }
}

extension SwitchScope {
    func keepsPresence(of place: JSONPointer) -> Bool { inner.allSatisfy { $0.body.keepsPresence(of: place) } }
}
