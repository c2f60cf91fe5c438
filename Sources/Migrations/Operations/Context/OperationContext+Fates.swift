import VersionedCodec

/// What operations do to values that the values do not show.
extension OperationContext {
    /// Notes that all of these values go into one, which comes from where the first of them does.
    mutating func merge(_ values: [NodeID]) {
        guard followsValues, let first = values.first.flatMap(arena.origin) else { return }
        fates.merge(values.dropFirst().compactMap(arena.origin), into: first)
    }

    /// Notes that so many values have all of one, or that none have.
    mutating func divide(_ value: NodeID, into count: Int?) {
        guard followsValues, count != 1, let offset = arena.origin(of: value) else { return }
        // Whether parts have all of it depends on the value.
        if count == nil { arena.giveUpRecordingOfValue() }
        fates.divide(offset, into: count)
    }

    /// Gives a value the place of the key that it was.
    mutating func makeValue(_ value: NodeID, ofKeyOf member: NodeID) {
        guard followsValues, let key = arena.keyOffset(of: member), let offset = arena.origin(of: member) else {
            return
        }
        arena.setOrigin(of: value, to: key)
        fates.makeValue(ofKeyAt: key, of: offset)
    }

    /// Notes that a value becomes the key of a member.
    mutating func makeKey(of member: NodeID, from id: NodeID) {
        guard followsValues, let offset = arena.origin(of: member), let id = arena.origin(of: id) else { return }
        fates.makeKey(of: offset, from: id)
    }

    /// Notes that nothing comes from the key of a member.
    mutating func giveUpKey(of member: NodeID) {
        guard followsValues, let offset = arena.origin(of: member) else { return }
        fates.giveUpKey(of: offset)
    }
}
