import VersionedCodec

/// How nil is written, from one version to another; run where the members are in the new one.
enum NilChange {
    static func operations(_ members: [MemberChange]) -> [JSONOperation] {
        var operations: [JSONOperation] = []
        var emptied: [JSONPointer] = []
        for member in members where member.fallback == nil {
            let (old, new) = (member.old.nilMembers, member.new.nilMembers)
            let nullIsGone = member.old.nilForms.contains(.null) && !member.new.nilForms.contains(.null)
            let isOptional = member.notNull != member.sketch.value
            if writesNull(member) {
                // In a flattened optional, null has been written already where the optional is there.
                if member.optionalOwner == nil { operations += null(for: member, at: member.to) }
            } else if isOptional && old != new && old != .omitted
                || nullIsGone && new != .null && (isOptional || member.new.fallback != nil)
            {
                operations.append(.when(.at(member.to, is: .null), [.remove(member.to, default: .null)]))
                emptied += parents(of: member.to).reversed().filter { !emptied.contains($0) }
            }
        }
        // Objects that held only nil.
        emptied.removeAll { place in
            members.contains { $0.to == place || $0.outer.contains { $0.nestedPlace == place } }
        }
        return operations + emptied.map { .when(.at($0, equals: [:]), [.remove($0, default: [:])]) }
    }

    /// Whether the new version has null where the old one may have left nil out, or another form of nil.
    static func writesNull(_ member: MemberChange) -> Bool {
        let (old, new) = (member.old.nilMembers, member.new.nilMembers)
        guard member.notNull != member.sketch.value else { return false }
        if new == .null { return new != old }
        if new != .asEncoded { return false }
        // A form of nil that the new version does not read.
        let nullIsNew = member.old.nilForms.contains(.absent) && member.new.nilForms.readsOnlyNull
        return old != new && member.isRequiredByOwner || nullIsNew
    }

    /// Writes null where there is no member, if nil may have been left out.
    static func null(for member: MemberChange, at place: JSONPointer) -> [JSONOperation] {
        guard !member.isRequiredByOwner || member.old.nilMembers == .omitted else { return [] }
        return parents(of: place).map { .add($0, value: [:], ifExists: .skip) }
            + [.add(place, value: .null, ifExists: .skip)]
    }

    /// The objects on the way to a place, outermost first.
    static func parents(of place: JSONPointer) -> [JSONPointer] {
        place.tokens.indices.dropFirst().map { JSONPointer(Array(place.tokens.prefix($0))) }
    }
}

extension KeyPlace.NilForms {
    /// Whether nil must be written, as null.
    var readsOnlyNull: Bool { isDisjoint(with: .absent) && contains(.null) }
}
