import VersionedCodec

/// Moves members outwards; `JSONOperation.scatter` is beside `gather`.
struct ScatterOperation: NodeOperation {
    static let name = "scatter"

    let nest: MemberNest

    var path: JSONPointer { nest.path }
    var rules: Rules { nest.rules }
    var written: [JSONPointer] { nest.written }
    var description: String { "scatter \(path.appending(nest.key).shown)" }

    func reversed() -> [JSONOperation] {
        var nest = nest
        // The members that stay inside are joined by those that come back.
        nest.merges = nest.selection.isLimited
        return [JSONOperation(GatherOperation(nest: nest))]
    }

    /// The members that come out, with new keys, and those that stay inside.
    struct Work {
        let scattered: NodeID
        var members: [(node: NodeID, key: String?)] = []
        var rest: [NodeID] = []
    }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work> {
        let arena = context.arena
        guard arena.isObject(place) else {
            if arena.isArray(place), context.skipsKey(nest.key, rules) {
                return NodeDecision(work: nil, comesBack: true)
            }
            throw context.wrongKind(expected: "an object", found: context.value(place), at: .root)
        }
        let pointer = JSONPointer([nest.key])
        let scattered = arena.member(nest.key, of: place)
        let leavesOthers = context.triesWayBack && !wouldGatherOther(than: scattered, in: place, context)
        try needInner(scattered, in: place, context)
        if scattered.isNone {
            try context.unexpected(
                .absent, rules.absent, "there is no member \(JSONValue.string(nest.key).text())", at: pointer)
            return NodeDecision(work: nil, comesBack: leavesOthers)
        }
        if context.leavesAlone(scattered) {
            if context.mayLackMembers { throw context.undecided(byNull: scattered, at: pointer, whatBecomesOf: .root) }
            return NodeDecision(work: nil, comesBack: false)
        }
        guard arena.isObject(scattered) else {
            throw context.wrongKind(expected: "an object", found: context.value(scattered), at: pointer)
        }
        var work = Work(scattered: scattered)
        var comesBack = leavesOthers && !(context.isPartial && arena.isEmpty(scattered))
        var node = arena.firstChild(of: scattered)
        while !node.isNone {
            if try !comesOut(node, &work, in: place, &context) { comesBack = false }
            node = arena.next(after: node)
        }
        if !work.rest.isEmpty, try isInTheWay(&work, &context) { comesBack = false }
        return NodeDecision(work: work, comesBack: comesBack)
    }

    /// Fails where a member within, which a partial document does not show, would take the place of one that it shows.
    private func needInner(
        _ scattered: NodeID, in place: NodeID, _ context: OperationContext
    ) throws(MigrationError) {
        guard rules.exists == .overwrite, context.mayLackMembers else { return }
        let arena = context.arena
        for node in arena.children(of: place) where node != scattered && !context.isVersion(arena.key(of: node)) {
            let name = arena.withKey(of: node) { nest.selection.inside($0).map { String(decoding: $0, as: UTF8.self) } }
            guard let name else { continue }
            let inner = JSONPointer(scattered.isNone ? [nest.key] : [nest.key, name])
            guard context.mayHave(inner, at: place) else { continue }
            let outer = context.shown(JSONPointer([arena.key(of: node)]))
            throw context.tooPartial(without: inner, tells: "what \(outer) becomes", found: node)
        }
    }

    /// Decides about a member within; returns whether the way back is known to find it.
    private func comesOut(
        _ node: NodeID, _ work: inout Work, in place: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let arena = context.arena
        guard arena.withKey(of: node, nest.selection.isNamed) else {
            work.rest.append(node)
            return true
        }
        let key = nest.selection.keepsKeys ? nil : nest.selection.outside(arena.key(of: node))
        let taken = member(key, node, of: place, arena)
        if taken.isNone {
            try context.needPlace(JSONPointer([key ?? arena.key(of: node)]), in: place, rules)
            work.members.append((node, key))
            return !context.mayHoldVersion || !context.isVersion(key ?? arena.key(of: node))
        }
        // The object itself makes place, unless members stay in it.
        if taken == work.scattered {
            work.members.append((node, key))
            return false
        }
        let inside = JSONPointer([nest.key, arena.key(of: node)])
        switch rules.exists {
        case .error: throw errorOfTaken(by: taken, at: inside, node, context)
        case .skip: context.lose(node, at: inside, "the outer object already has this member")
        case .overwrite:
            context.lose(taken, at: JSONPointer([arena.key(of: taken)]), "it is overwritten")
            work.members.append((node, key))
        }
        return false
    }

    /// Asks the rule about a member that comes out as the object itself, in which members stay; returns whether there
    /// is one.
    private func isInTheWay(
        _ work: inout Work, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let arena = context.arena
        let found = work.members.firstIndex { node, key in (key ?? arena.key(of: node)) == nest.key }
        guard let found else { return false }
        let node = work.members[found].node
        let inside = JSONPointer([nest.key, arena.key(of: node)])
        switch rules.exists {
        case .error: throw errorOfTaken(by: work.scattered, at: inside, node, context)
        case .skip:
            context.lose(node, at: inside, "members stay in the object of this name")
            work.members.remove(at: found)
        case .overwrite:
            for node in work.rest {
                context.lose(node, at: JSONPointer([nest.key, arena.key(of: node)]), "it is overwritten")
            }
            work.rest = []
        }
        return true
    }

    /// The error for a member whose place outside is taken.
    private func errorOfTaken(
        by other: NodeID, at inside: JSONPointer, _ node: NodeID, _ context: OperationContext
    ) -> MigrationError {
        context.error(
            .exists, "the place outside is taken by \(Loss.shortened(context.value(other).text()))", at: inside,
            found: context.value(node), decidedBy: .exists)
    }

    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) {
        let arena = context.arena
        arena.detach(work.scattered)
        for (node, key) in work.members {
            let taken = member(key, node, of: place, arena)
            if taken.isNone {
                arena.move(node, as: key, into: place)
            } else {
                arena.detach(node)
                arena.replace(taken, by: node)
            }
        }
        if !work.rest.isEmpty {
            let rest = arena.makeContainer(isObject: true, from: work.scattered)
            for node in work.rest { arena.move(node, into: rest) }
            arena.insert(rest, as: nest.key, into: place)
        }
    }

    /// The member that has the key that one from within is to get.
    private func member(_ key: String?, _ node: NodeID, of object: NodeID, _ arena: Arena) -> NodeID {
        if let key { return arena.member(key, of: object) }
        let hash = arena.keyHash(of: node)
        return arena.withKey(of: node) { arena.member($0, hash: hash, of: object) }
    }

    /// Whether the way back would move another member than those that come out.
    private func wouldGatherOther(than scattered: NodeID, in place: NodeID, _ context: OperationContext) -> Bool {
        let arena = context.arena
        var node = arena.firstChild(of: place)
        while !node.isNone {
            if node != scattered, arena.withKey(of: node, { nest.selection.inside($0) != nil }),
                !context.mayHoldVersion || !context.isVersion(arena.key(of: node))
            {
                return true
            }
            node = arena.next(after: node)
        }
        return false
    }

    init(nest: MemberNest) { self.nest = nest }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        nest = try MemberNest(reading: &members, key: "from")
    }

    func write(to members: inout MemberWriter) { nest.write(to: &members, key: "from") }
}

extension ScatterOperation {
    var effects: [PlaceEffect] {
        let source = nest.path.appending(nest.key)
        let takesAll = !nest.selection.isLimited
        return [
            .reads(source, rules.absent), .changes(nest.path, rules.absent),
            .removes(source, isCertain: takesAll && rules.alwaysWorks),
        ]
    }

    var words: String {
        "\(nest.words("of", path.appending(nest.key))) move into its parent"
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) || !isWritten(place) }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "ifExists": DetailWords.sameKey(value)
        default: nest.detail(of: member, value)
        }
    }
}
