import VersionedCodec

/// Puts the moves of members in an order in which none finds its place taken by one that has yet to move.
struct MoveOrder {
    private struct Move {
        var from: [String]
        let to: [String]
        let isRequired: Bool
    }

    private var pending: [Move]

    /// The places of the members in the old version.
    private let sources: [[String]]

    /// The places of the members that do not move, and of those that have moved.
    private var settled: [[String]]

    /// The moves that bring members to where the new version has them.
    static func moves(_ members: [MemberChange], _ type: TypeSketch.RecordedType) throws -> [JSONOperation] {
        var order = MoveOrder(members)
        return try order.operations(type)
    }

    /// Whether objects around a place stay if they are empty, because one of them is a member itself.
    static func keepsParents(of place: JSONPointer, _ members: [[String]]) -> Bool {
        members.contains { !$0.isEmpty && place.tokens.dropLast().starts(with: $0) }
    }

    private init(_ members: [MemberChange]) {
        pending = members.compactMap { member in
            member.from == member.to
                ? nil : Move(from: member.from.tokens, to: member.to.tokens, isRequired: !member.absenceReason)
        }
        sources = members.map(\.from.tokens)
        settled = members.filter { $0.from == $0.to }.map(\.to.tokens)
    }

    private mutating func operations(_ type: TypeSketch.RecordedType) throws -> [JSONOperation] {
        var operations: [JSONOperation] = []
        var parked = 0
        while !pending.isEmpty {
            if let index = pending.indices.first(where: isFree) {
                let move = pending.remove(at: index)
                operations += self.operations(for: move)
                settled.append(move.to)
                continue
            }
            // Two members that change places: one of them waits under a key of its own.
            parked += 1
            if parked > pending.count {
                throw FormatChangeError(type.name, nil, "its members are within each other's places")
            }
            let wait = Move(
                from: pending[0].from,
                to: Array(pending[0].from.dropLast()) + ["\(pending[0].from.last ?? "")~\(parked)"],
                isRequired: pending[0].isRequired)
            operations += self.operations(for: wait)
            pending[0].from = wait.to
        }
        return operations
    }

    /// Whether no other move begins in the target of this one, around it, or within what this one takes along.
    private func isFree(_ index: Int) -> Bool {
        let move = pending[index]
        return pending.indices.allSatisfy { other in
            let from = pending[other].from
            return other == index
                || !(move.to.starts(with: from) || from.starts(with: move.to) || from.starts(with: move.from))
        }
    }

    private func operations(for move: Move) -> [JSONOperation] {
        let rule: JSONOperation.UnexpectedRule = move.isRequired ? .error : .skip
        let (from, to) = (JSONPointer(move.from), JSONPointer(move.to))
        let operation: JSONOperation
        if from.parent == to.parent, let name = move.to.last {
            operation = .rename(from, to: name, ifAbsent: rule)
        } else {
            // An object that is a member itself stays, also where it is then empty.
            let keepsParents = Self.keepsParents(of: from, settled + pending.map(\.from))
            operation = .move(from, to: to, keepingEmptyParents: keepsParents, ifAbsent: rule)
        }
        let operations = move.isRequired || move.from.count == 1 ? [operation] : [.when(.present(from), [operation])]
        return emptied(at: move.to) + operations
    }

    /// The operations for an object that held only members of the old version, none of which was there.
    private func emptied(at place: [String]) -> [JSONOperation] {
        guard !place.isEmpty, !sources.contains(place), sources.contains(where: { $0.starts(with: place) }) else {
            return []
        }
        let path = JSONPointer(place)
        return [.when(.at(path, equals: [:]), [.remove(path, default: [:])])]
    }
}
