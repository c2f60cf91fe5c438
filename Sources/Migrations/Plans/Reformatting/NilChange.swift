import VersionedCodec

/// How nil is written, from one version to another; run where the members are in the new one.
enum NilChange {
    static func operations(_ members: [MemberChange]) -> [JSONOperation] {
        var operations: [JSONOperation] = []
        var emptied: [JSONPointer] = []
        for member in members where member.fallback == nil {
            let (old, new) = (member.old.nilMembers, member.new.nilMembers)
            let (oldForms, newForms) = (member.old.nilForms, member.new.nilForms)
            let mayBeAbsent = !member.sketch.isRequired
            // A form of nil that the new version does not read.
            let nullIsNew = oldForms.contains(.absent) && newForms.isDisjoint(with: .absent) && newForms.contains(.null)
            let nullIsGone = oldForms.contains(.null) && !newForms.contains(.null)
            let isOptional = member.notNull != member.sketch.value
            if isOptional, new == .null && new != old || new == .asEncoded && (old != new && !mayBeAbsent || nullIsNew)
            {
                // Only where nil may have been left out.
                guard mayBeAbsent || old == .omitted else { continue }
                operations += parents(of: member.to).map { .add($0, value: [:], ifExists: .skip) }
                operations.append(.add(member.to, value: .null, ifExists: .skip))
            } else if isOptional && old != new && old != .omitted
                || nullIsGone && new != .null && (isOptional || member.new.fallback != nil)
            {
                operations.append(.when(.at(member.to, is: .null), [.remove(member.to, default: .null)]))
                emptied += parents(of: member.to).reversed().filter { !emptied.contains($0) }
            }
        }
        // Objects that held only nil.
        emptied.removeAll { place in members.contains { $0.to == place } }
        return operations + emptied.map { .when(.at($0, equals: [:]), [.remove($0, default: [:])]) }
    }

    /// The objects on the way to a place, outermost first.
    static func parents(of place: JSONPointer) -> [JSONPointer] {
        place.tokens.indices.dropFirst().map { JSONPointer(Array(place.tokens.prefix($0))) }
    }
}
