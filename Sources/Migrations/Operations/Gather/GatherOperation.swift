public import VersionedCodec

extension JSONOperation {
    /// The members that `gather` and `scatter` move.
    public enum SelectedMembers: Sendable, Hashable {
        /// All.
        case all
        /// The named ones.
        case only([String])
        /// All except the named ones.
        case except([String])
    }
}

extension JSONOperation {
    /// Moves members of an object into a new object within it.
    ///
    /// ```swift
    /// .gather(.except(["id"]), into: "data")
    /// // {"id": 1, "x": 2, "y": 3}  →  {"id": 1, "data": {"x": 2, "y": 3}}
    /// .gather(.all, prefix: "home_", into: "home")
    /// // {"id": 1, "home_street": "A"}  →  {"id": 1, "home": {"street": "A"}}
    /// ```
    ///
    /// The new object is the last member. If there is nothing to gather, it is empty.
    ///
    /// - `prefix`, `suffix`: Only members whose keys have this prefix and suffix are gathered, and both are removed
    ///   from the keys. A member that holds the version is not gathered.
    /// - `merging`: Whether the gathered members join an existing object. Otherwise an existing object is a conflict;
    ///   any other value always is.
    ///
    /// Loss class: captures. Reverse: scatters. O(members)
    public static func gather(
        _ members: SelectedMembers, prefix: String? = nil, suffix: String? = nil, in path: JSONPointer = .root,
        into key: String, merging: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)
        let nest = MemberNest(
            path: path, key: key, selection: MemberSelection(members, prefix, suffix), merges: merging, rules: rules)
        return JSONOperation(GatherOperation(nest: nest))
    }

    /// Moves the members of an object into the object around it.
    ///
    /// ```swift
    /// .scatter("data", except: ["id"])
    /// // {"id": 1, "data": {"x": 2, "y": 3}}  →  {"id": 1, "x": 2, "y": 3}
    /// ```
    ///
    /// - `members`: Which members; the object is removed if it becomes empty. For `gather` on the way back, name in
    ///   `except` the members that stay outside.
    /// - `ifExists`: How a member is handled that the outer object already has: `.skip` keeps it, and the inner one is
    ///   a loss.
    ///
    /// Loss class: captures. Reverse: gathers. O(members)
    public static func scatter(
        _ key: String, _ members: SelectedMembers = .all, prefix: String? = nil, suffix: String? = nil,
        in path: JSONPointer = .root,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)
        let nest = MemberNest(path: path, key: key, selection: MemberSelection(members, prefix, suffix), rules: rules)
        return JSONOperation(ScatterOperation(nest: nest))
    }
}

extension MemberSelection {
    fileprivate init(_ members: JSONOperation.SelectedMembers, _ prefix: String?, _ suffix: String?) {
        switch members {
        case .all: self.init(prefix: prefix, suffix: suffix)
        case .only(let names): self.init(only: names, prefix: prefix, suffix: suffix)
        case .except(let names): self.init(except: names, prefix: prefix, suffix: suffix)
        }
    }
}

/// An object and one within it, between which members move: the common part of `gather` and `scatter`.
struct MemberNest: Sendable, Equatable {
    let path: JSONPointer
    let key: String
    let selection: MemberSelection
    /// Whether what is gathered joins the members of an object that is there already.
    var merges = false
    let rules: Rules

    /// The inner object, and the places of members in the outer one; the outer object where these are not known.
    var written: [JSONPointer] { outside.map { $0 + [path.appending(key)] } ?? [path] }

    /// The places of the members in the outer object, if they are listed.
    var outside: [JSONPointer]? {
        let (prefix, suffix) = (selection.prefix ?? "", selection.suffix ?? "")
        return selection.only.map { names in names.map { path.appending(prefix + $0 + suffix) } }
    }

    init(path: JSONPointer, key: String, selection: MemberSelection, merges: Bool = false, rules: Rules) {
        self.path = path
        self.key = key
        self.selection = selection
        self.merges = merges
        self.rules = rules
    }

    init(reading members: inout MemberReader, key name: String) throws(PlanFileError) {
        path = try members.optionalPointer("path", scratch: true) ?? .root
        key = try members.key(name)
        selection = try MemberSelection(reading: &members)
        if name == "into" { merges = try members.flag("merge") }
        rules = try members.rules([.absent, .wrongKind, .exists])
    }

    func write(to members: inout MemberWriter, key name: String) {
        members["path"] = .string(path.description)
        members[name] = .key(key)
        selection.write(to: &members)
        if merges { members["merge"] = true }
        members.write(rules)
    }
}

struct GatherOperation: NodeOperation {
    static let name = "gather"

    let nest: MemberNest

    var path: JSONPointer { nest.path }
    var rules: Rules { nest.rules }
    var written: [JSONPointer] { nest.written }
    var description: String { "gather members of \(path.shown) into \(JSONValue.string(nest.key).text())" }

    func reversed() -> [JSONOperation] {
        var nest = nest
        nest.merges = false
        return [JSONOperation(ScatterOperation(nest: nest))]
    }

    /// Which members stay, and which move, with the keys that they get; `nil`: they keep their own.
    struct Work {
        var outer: [NodeID] = []
        var inner: [(node: NodeID, key: String?)] = []
        /// The object that is there already and takes them; `none` if one is made.
        let joined: NodeID
    }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work> {
        let arena = context.arena
        guard arena.isObject(place) else {
            throw context.wrongKind(expected: "an object", found: context.value(place), at: .root)
        }
        let existing = arena.member(nest.key, of: place)
        let isJoined = nest.merges && !existing.isNone && arena.isObject(existing)
        var work = Work(joined: isJoined ? existing : .none)
        let mayHoldVersion = context.mayHoldVersion
        var isTaken = !existing.isNone && !isJoined
        var node = arena.firstChild(of: place)
        while !node.isNone {
            defer { node = arena.next(after: node) }
            if isJoined, node == existing { continue }
            let isVersion = mayHoldVersion && context.isVersion(arena.key(of: node))
            var isSelected = !isVersion && arena.withKey(of: node) { nest.selection.inside($0) != nil }
            if isSelected, !work.joined.isNone {
                isSelected = try makesPlace(for: node, in: work.joined, &context)
            }
            if isSelected {
                if node == existing { isTaken = false }
                work.inner.append((node, nest.selection.keepsKeys ? nil : insideKey(of: node, arena)))
            } else if node != existing {
                work.outer.append(node)
            }
        }
        if nest.merges, !existing.isNone, context.leavesAlone(existing) {
            // It removes what was inside already.
            work.inner.removeAll { $0.node == existing }
            if work.inner.isEmpty { return NodeDecision(work: nil, comesBack: false) }
            let inside = JSONPointer([nest.key])
            throw context.undecided(byNull: existing, at: inside, whatBecomesOf: inside)
        }
        try needOthers(work, existing, isTaken: isTaken, in: place, context)
        if context.isPartial, work.inner.isEmpty, work.joined.isNone || arena.count(of: work.joined) == 0 {
            return NodeDecision(work: nil, comesBack: false)
        }
        if existing.isNone, !work.inner.isEmpty {
            try context.needPlace(JSONPointer([nest.key]), in: place, rules)
        }
        if isTaken, !(try context.clear(existing, at: JSONPointer([nest.key]), rules.exists)) {
            return NodeDecision(work: nil, comesBack: false)
        }
        let comesBack =
            isJoined ? context.triesWayBack && staysInside(work.joined, arena) : !isTaken
        return NodeDecision(work: work, comesBack: comesBack)
    }

    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) {
        let arena = context.arena
        // The others stay where they are, with the text around them; one that is overwritten goes.
        var (outer, gathered) = (work.outer[...], work.inner[...])
        for node in arena.children(of: place) where node != work.joined {
            if outer.first == node {
                outer.removeFirst()
            } else if gathered.first?.node == node {
                gathered.removeFirst()
            } else {
                arena.detach(node)
            }
        }
        let inner = work.joined.isNone ? arena.makeContainer(isObject: true) : work.joined
        if !work.joined.isNone { arena.detach(inner) }
        for (node, key) in work.inner {
            let taken = work.joined.isNone ? .none : arena.member(key ?? arena.key(of: node), of: inner)
            if taken.isNone {
                arena.move(node, as: key, into: inner)
            } else {
                arena.detach(node)
                arena.replace(taken, by: node)
            }
        }
        arena.insert(inner, as: nest.key, into: place)
    }

    /// Fails where a member that a partial document does not show would take the place of one within that it shows.
    private func needOthers(
        _ work: Work, _ existing: NodeID, isTaken: Bool, in place: NodeID, _ context: OperationContext
    ) throws(MigrationError) {
        guard rules.exists == .overwrite, context.mayLackMembers, !existing.isNone else { return }
        let arena = context.arena
        if isTaken, work.inner.isEmpty {
            let shown = context.shown(JSONPointer([nest.key]))
            throw context.notAllMembers(of: context.value(place), at: .root, toTell: "what \(shown) becomes")
        }
        if work.joined.isNone { return }
        for member in arena.children(of: work.joined) where arena.withKey(of: member, nest.selection.isNamed) {
            let key = nest.selection.outside(arena.key(of: member))
            if !arena.member(key, of: place).isNone || context.isVersion(key) { continue }
            let inside = context.shown(JSONPointer([nest.key, arena.key(of: member)]))
            throw context.tooPartial(without: JSONPointer([key]), tells: "what \(inside) becomes", found: member)
        }
    }

    /// The key that a selected member gets.
    private func insideKey(of node: NodeID, _ arena: Arena) -> String? {
        arena.withKey(of: node) { nest.selection.inside($0).map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Whether the way back leaves an object that was there before, with all that was in it.
    private func staysInside(_ object: NodeID, _ arena: Arena) -> Bool {
        var node = arena.firstChild(of: object)
        if node.isNone { return false }
        while !node.isNone {
            if arena.withKey(of: node, nest.selection.isNamed) { return false }
            node = arena.next(after: node)
        }
        return true
    }

    /// Asks the rule about a member that the inner object has already; returns whether the outer one takes its place.
    private func makesPlace(
        for node: NodeID, in inner: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let arena = context.arena
        let key = arena.key(of: node)
        let name = insideKey(of: node, arena) ?? key
        let taken = arena.member(name, of: inner)
        if taken.isNone {
            try context.needPlace(JSONPointer([nest.key, name]), in: arena.parent(of: node), rules)
            return true
        }
        switch rules.exists {
        case .error:
            throw context.error(
                .exists, "the place inside is taken by \(Loss.shortened(context.value(taken).text()))",
                at: JSONPointer([key]), found: context.value(node), decidedBy: .exists)
        case .skip: return false
        case .overwrite:
            context.lose(taken, at: JSONPointer([nest.key, name]), "it is overwritten")
            return true
        }
    }

    init(nest: MemberNest) { self.nest = nest }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        nest = try MemberNest(reading: &members, key: "into")
    }

    func write(to members: inout MemberWriter) { nest.write(to: &members, key: "into") }
}

extension GatherOperation {
    var effects: [PlaceEffect] {
        let target = nest.path.appending(nest.key)
        let isCertain = rules.alwaysWorks && rules.exists != .skip
        if nest.merges { return [.changes(nest.path, rules.absent)] }
        guard let outside = nest.outside?.filter({ $0 != target }) else {
            return [.changes(nest.path, rules.absent), .writes(target, rules.exists, isCertain: isCertain)]
        }
        return [.needs(nest.path, rules.absent)] + outside.map { .reads($0, .skip) }
            + outside.map { .removes($0, isCertain: isCertain) }
            + [.writes(target, rules.exists, isCertain: isCertain)]
    }

    var words: String {
        "\(nest.words("of", path)) move into \(Markdown.code(nest.key))"
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) || !isWritten(place) }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "merge": "gathered members join an existing object"
        default: nest.detail(of: member, value)
        }
    }
}

extension MemberNest {
    /// The members that move, in words: which, and of what.
    func words(_ word: String, _ place: JSONPointer) -> String {
        let around = place.isRoot ? "" : " \(word) \(Markdown.place(place))"
        var words = selection.only.map { "\(Markdown.names($0))\(around)" } ?? "the members\(around)"
        if let except = selection.except { words += " but \(Markdown.names(except))" }
        if let prefix = selection.prefix { words += ", with the prefix \(Markdown.code(prefix)) outside," }
        if let suffix = selection.suffix { words += ", with the suffix \(Markdown.code(suffix)) outside," }
        return words
    }
}

extension MemberNest {
    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "members": "only \(DetailWords.list(value))"
        case "except": "not \(DetailWords.list(value))"
        case "prefix": "keys begin with \(DetailWords.shown(value)) outside, and are without it inside"
        case "suffix": "keys end with \(DetailWords.shown(value)) outside, and are without it inside"
        default: nil
        }
    }
}
