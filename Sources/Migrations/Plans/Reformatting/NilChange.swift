import VersionedCodec

/// How nil is written, from one version to another; run where the members are in the new one.
enum NilChange {
    static func operations(_ members: [MemberChange]) -> [JSONOperation] {
        var operations: [JSONOperation] = []
        var emptied: [JSONPointer] = []
        for member in members {
            let (old, new) = (member.old.nilMembers, member.new.nilMembers)
            guard case .optional = member.sketch.value, old != new, member.fallback == nil else { continue }
            let mayBeAbsent = !member.sketch.isRequired
            if new == .null || (new == .asEncoded && !mayBeAbsent) {
                // Only where nil may have been left out.
                guard mayBeAbsent || old == .omitted else { continue }
                operations += parents(of: member.to).map { .add($0, value: [:], ifExists: .skip) }
                operations.append(.add(member.to, value: .null, ifExists: .skip))
            } else if old != .omitted {
                operations.append(.when(.at(member.to, is: .null), [.remove(member.to, default: .null)]))
                emptied += parents(of: member.to).reversed().filter { !emptied.contains($0) }
            }
        }
        // Objects that held only nil.
        return operations + emptied.map { .when(.at($0, equals: [:]), [.remove($0, default: [:])]) }
    }

    /// The objects on the way to a place, outermost first.
    static func parents(of place: JSONPointer) -> [JSONPointer] {
        place.tokens.indices.dropFirst().map { JSONPointer(Array(place.tokens.prefix($0))) }
    }
}
