import VersionedCodec

/// What operations do to values that the values do not show.
extension OperationContext {
    /// Runs something that may be taken back: what it notes here is kept only if it returns that it could run.
    mutating func withOwnFates(
        _ body: (inout OperationContext) throws(MigrationError) -> Bool
    ) throws(MigrationError) -> Bool {
        var earlier = ValueFates()
        swap(&fates, &earlier)
        do throws(MigrationError) {
            let hasRun = try body(&self)
            if hasRun { earlier.add(fates) }
            fates = earlier
            return hasRun
        } catch {
            fates = earlier
            throw error
        }
    }

    /// Notes that all of these values go into one, which comes from where the first of them does.
    mutating func merge(_ values: [NodeID]) {
        guard followsValues else { return }
        let origins = values.compactMap(arena.origin)
        guard let first = origins.first else { return }
        fates.merge(Array(origins.dropFirst()), into: first)
    }

    /// Notes what a string was divided into.
    ///
    /// - `haveAll`: Whether the parts have all of it together.
    mutating func divide(_ value: NodeID, into parts: [NodeID], haveAll: Bool = true) {
        guard followsValues, parts.count != 1 || !haveAll, let offset = arena.origin(of: value) else { return }
        let places = parts.compactMap(arena.placeOfCharacters)
        let texts = arena.withoutRecording { parts.compactMap(arena.string) }
        let whole = arena.withoutRecording { arena.string(of: value) }
        let filled = texts.filter { !$0.isEmpty }
        let made = ValueFates.Parts(
            texts, at: places.count == parts.count ? places : [],
            isOneWhole: filled.count == 1 && filled.first?.utf8.count == whole?.utf8.count)
        fates.divide(offset, into: haveAll ? made : nil)
    }

    /// Notes that these texts have all of a value, or that none have.
    mutating func divide(_ value: NodeID, into texts: @autoclosure () -> [String]?) {
        guard followsValues, let offset = arena.origin(of: value) else { return }
        let texts = texts()
        if texts?.count == 1 { return }
        // Whether parts have all of it, and are the same, depends on the value.
        if texts == nil { arena.giveUpRecordingOfValue() } else { arena.noteLook(at: value) }
        fates.divide(offset, into: texts.map { ValueFates.Parts($0) })
    }

    /// Gives a value the place of the key that it was, or of the value that this key was.
    mutating func makeValue(_ value: NodeID, ofKeyOf member: NodeID) {
        guard followsValues, let offset = arena.origin(of: member) else { return }
        guard let key = arena.keyOffset(of: member) else {
            guard let id = fates.ids[offset] ?? earlierIDs[offset] else { return }
            arena.setOrigin(of: value, to: id)
            if id == offset { arena.setOrigin(of: member, from: .none) }
            return fates.takeIDBack(of: offset)
        }
        arena.setOrigin(of: value, to: key)
        fates.makeValue(ofKeyAt: key, of: offset)
    }

    /// Notes that a value becomes the key of a member.
    mutating func makeKey(of member: NodeID, from id: NodeID) {
        guard followsValues, let place = arena.origin(of: id) else { return }
        // A member that the plan made comes from its key alone.
        if arena.origin(of: member) == nil { arena.setOrigin(of: member, from: id) }
        fates.makeKey(of: arena.origin(of: member) ?? place, from: place)
    }

    /// Notes that nothing comes from the key of a member.
    mutating func giveUpKey(of member: NodeID) {
        guard followsValues, let offset = arena.origin(of: member) else { return }
        if fates.ids[offset] ?? earlierIDs[offset] == offset { arena.setOrigin(of: member, from: .none) }
        fates.giveUpKey(of: offset)
    }
}
