public import VersionedCodec

extension JSONOperation {
    /// How `renameKeys` handles a key that is not in its table.
    public enum UnknownKeyRule: String, Sendable, Hashable, CaseIterable {
        /// It fails.
        case error
        /// The member stays as it is.
        case keep
        /// The member is removed, and is a loss.
        case drop
    }
}

extension JSONOperation {
    /// Renames all keys of an object with a chain of text transforms. Each member keeps its position.
    ///
    /// ```swift
    /// .renameKeys("/specifiers", by: [.addPrefix("npm:")])
    /// // {"specifiers": {"nanoid": "3.3.4"}}  →  {"specifiers": {"npm:nanoid": "3.3.4"}}
    /// ```
    ///
    /// - `back`: The chain of the way back; by default the reverse of each transform.
    /// - `ifExists`: How two members that get the same key are handled: `.skip` keeps the first, `.overwrite` the last.
    ///
    /// Loss class: captures. Reverse: renames back. O(members)
    public static func renameKeys(
        _ path: JSONPointer = .root, by transforms: [TextTransform], back: [TextTransform]? = nil,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)
        return JSONOperation(RenameKeysOperation(path: path, naming: .transforms(transforms, back: back), rules: rules))
    }

    /// Renames the keys of an object that are in a table. Each member keeps its position.
    ///
    /// ```swift
    /// .renameKeys("/data", table: [("text", "text/plain")], ifUnknown: .keep)
    /// // {"data": {"text": "hi", "x": 1}}  →  {"data": {"text/plain": "hi", "x": 1}}
    /// ```
    ///
    /// - `ifUnknown`: How a member is handled whose key is not in the table; `reverseIfUnknown` is the rule of the way
    ///   back.
    ///
    /// Loss class: captures. Reverse: the table in the other direction. O(members)
    public static func renameKeys(
        _ path: JSONPointer = .root, table: [(String, String)], ifUnknown: UnknownKeyRule = .error,
        reverseIfUnknown: UnknownKeyRule? = nil, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)
        let table = KeyMap(pairs: table, unknown: ifUnknown, reverseUnknown: reverseIfUnknown ?? ifUnknown)
        return JSONOperation(RenameKeysOperation(path: path, naming: .table(table), rules: rules))
    }
}

struct RenameKeysOperation: NodeOperation {
    static let name = "renameKeys"

    enum Naming: Sendable, Equatable {
        case transforms([TextTransform], back: [TextTransform]?)
        case table(KeyMap)
    }

    let path: JSONPointer
    let naming: Naming
    let rules: Rules
    /// The transforms of the way back, where there are some.
    private let wayBack: [TextTransform]?
    /// What they have made of keys; `nil` if that may depend on the document.
    private let made: TransformedKeys?

    init(path: JSONPointer, naming: Naming, rules: Rules) {
        (self.path, self.naming, self.rules) = (path, naming, rules)
        if case .transforms(let transforms, let back) = naming {
            let reversed = transforms.reversed().compactMap(\.reversed)
            wayBack = back ?? (reversed.count == transforms.count ? reversed : nil)
            made = TransformedKeys(transforms, back: wayBack ?? [])
        } else {
            (wayBack, made) = (nil, nil)
        }
    }

    var description: String { "rename the keys of \(path.shown)" }
    var droppedContents: DroppedContents {
        if case .table(let table) = naming, table.unknown == .drop { return .all }
        return rules.exists == .error ? .none : .all
    }

    /// The members of a table that keeps all others; otherwise the whole object.
    var written: [JSONPointer] {
        guard case .table(let table) = naming, table.unknown == .keep, table.reverseUnknown == .keep else {
            return [path]
        }
        return (table.names + table.newNames).map { path.appending($0) }
    }

    var newWord: String? {
        guard case .transforms(let transforms, let back) = naming else { return nil }
        if transforms.contains(where: \.isNewWord) { return "by" }
        return back?.contains(where: \.isNewWord) == true ? "back" : nil
    }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        switch naming {
        case .table(let table):
            return [JSONOperation(RenameKeysOperation(path: path, naming: .table(table.reversed), rules: rules))]
        case .transforms(let transforms, _):
            guard let back = wayBack else {
                throw NoWayBack(reason: "its transforms have no reverse; say with \"back\" what the way back does")
            }
            let naming = Naming.transforms(back, back: transforms)
            return [JSONOperation(RenameKeysOperation(path: path, naming: naming, rules: rules))]
        }
    }

    /// A member that stays, and its new key; `nil`: it keeps its own.
    struct Renamed {
        let node: NodeID
        let key: String?
        /// Whether transforms of the way back make its own key of the new one, if that is known.
        var comesBack: Bool?
    }

    func decide(
        _ place: NodeID, in context: inout OperationContext
    ) throws(MigrationError) -> NodeDecision<[Renamed]> {
        let arena = context.arena
        guard arena.isObject(place) else {
            throw context.wrongKind(expected: "an object", found: context.value(place), at: .root)
        }
        var members: [Renamed] = []
        var keys = KeyPlaces(capacity: arena.count(of: place))
        var comesBack = true
        var node = arena.firstChild(of: place)
        while !node.isNone {
            let member = try renamed(node, &context)
            if let member {
                if context.followsValues, !keepsKey(member, context) {
                    context.giveUpKey(of: node)
                }
                comesBack = comesBack && context.triesWayBack && keepsKeyOnWayBack(member, context)
                if let earlier = keys.place(of: member, members, arena) {
                    comesBack = false
                    if try takesPlace(of: members[earlier], member, &context) { members[earlier] = member }
                } else {
                    keys.add(member, arena)
                    members.append(member)
                }
            } else {
                comesBack = false
            }
            node = arena.next(after: node)
        }
        if rules.exists != .error, context.mayLackMembers { try needOthers(than: members, in: place, context) }
        return NodeDecision(work: members, comesBack: comesBack)
    }

    func make(_ members: [Renamed], at place: NodeID, in context: inout OperationContext) {
        let arena = context.arena
        var left: [NodeID] = []
        var rest = members[...]
        for node in arena.children(of: place) {
            if rest.first?.node == node { rest.removeFirst() } else { left.append(node) }
        }
        if rest.isEmpty {
            // In place, so that the text between the members stays.
            left.forEach(arena.detach)
            for member in members { if let key = member.key { arena.setKey(of: member.node, to: key) } }
            return
        }
        // One has taken the place of an earlier one.
        let object = arena.makeContainer(isObject: true, from: place)
        for member in members { arena.move(member.node, as: member.key, into: object) }
        arena.take(object, into: place)
    }

    /// Two members get one key: returns, by the rule, whether the later one takes the place of the earlier one.
    private func takesPlace(
        of earlier: Renamed, _ later: Renamed, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let arena = context.arena
        let place = JSONPointer([arena.key(of: later.node)])
        let key = later.key ?? arena.key(of: later.node)
        switch rules.exists {
        case .error:
            let shown = JSONValue.string(key).text()
            throw context.error(
                .exists, "another member becomes \(shown) too", at: place, found: context.value(later.node),
                decidedBy: .exists)
        case .skip:
            context.lose(later.node, at: place, "an earlier member has the same key then")
            return false
        case .overwrite:
            context.lose(earlier.node, at: JSONPointer([key]), "a later member has the same key then")
            return true
        }
    }

    /// Fails where a rule decides between members that get one key, and a partial document may not show all of them,
    /// or not in the order of the whole.
    private func needOthers(
        than members: [Renamed], in place: NodeID, _ context: OperationContext
    ) throws(MigrationError) {
        let arena = context.arena
        for member in members {
            let (old, new) = (arena.key(of: member.node), member.key ?? arena.key(of: member.node))
            guard let other = other(than: old, becoming: new) else { continue }
            let becomes = "what \(context.shown(JSONPointer([old]))) becomes"
            if let other, arena.member(other, of: place).isNone {
                throw context.tooPartial(without: JSONPointer([other]), tells: becomes, found: member.node)
            }
            throw context.notAllMembers(of: context.value(place), at: .root, toTell: becomes)
        }
    }

    /// Another key that becomes the same one; `.some(nil)` where that is not known.
    private func other(than old: String, becoming new: String) -> String?? {
        switch naming {
        case .transforms(let transforms, _):
            let areApart = transforms.allSatisfy {
                switch $0 {
                case .addPrefix(.text), .addSuffix(.text), .encodeBase64: true
                default: false
                }
            }
            return areApart ? .none : .some(nil)
        case .table(let table):
            let others = zip(table.names, table.newNames).filter { $1 == new }.map(\.0)
            let stays = table.unknown == .keep && !table.names.contains(new) ? [new] : []
            return (others + stays).first { !$0.utf8.elementsEqual(old.utf8) }.map { $0 }
        }
    }

    /// A member with its new key; `nil`: it goes.
    private func renamed(_ node: NodeID, _ context: inout OperationContext) throws(MigrationError) -> Renamed? {
        let arena = context.arena
        if context.mayHoldVersion, context.isVersion(arena.key(of: node)) { return Renamed(node: node, key: nil) }
        switch naming {
        case .transforms(let transforms, _):
            let key = arena.key(of: node)
            let outcome = try outcome(for: key, transforms, context)
            if let new = outcome.key {
                return Renamed(node: node, key: new.hasSameBytes(as: key) ? nil : new, comesBack: outcome.comesBack)
            }
            throw context.error(
                .unexpectedValue, "the key \(JSONValue.string(key).text()) cannot be transformed",
                at: JSONPointer([key]), found: context.value(node))
        case .table(let table):
            if let key = arena.withKey(of: node, table.newName) { return Renamed(node: node, key: key) }
            if table.unknown == .keep { return Renamed(node: node, key: nil) }
            let key = arena.key(of: node)
            if table.unknown == .drop {
                context.lose(node, at: JSONPointer([key]), "its key is not in the table")
                return nil
            }
            let known = table.names.map { JSONValue.string($0).text() }.joined(separator: ", ")
            throw context.error(
                .unexpectedValue, "the key \(JSONValue.string(key).text()) is not in the table; it has \(known)",
                at: JSONPointer([key]), found: context.value(node), decidedBy: .unknown)
        }
    }

    /// Whether the new key of a member has all of the old one, where no way back says so.
    private func keepsKey(_ member: Renamed, _ context: OperationContext) -> Bool {
        guard let key = member.key else { return true }
        if case .transforms(let transforms, _) = naming, let back = TransformOperation.reversed(transforms),
            let old = try? Self.transformed(key, by: back, context), old == context.arena.key(of: member.node)
        {
            return true
        }
        return keepsKeyOnWayBack(member, context)
    }

    /// Whether the way back gives a member the key that it has now.
    private func keepsKeyOnWayBack(_ member: Renamed, _ context: OperationContext) -> Bool {
        let arena = context.arena
        if context.mayHoldVersion, context.isVersion(member.key ?? arena.key(of: member.node)) {
            return member.key == nil
        }
        if let known = member.comesBack { return known }
        // What holds the version keeps its key.
        guard case .table(let table) = naming else { return member.key == nil }
        return arena.withKey(of: member.node) { key in
            var new = member.key
            let back = new?.withUTF8(table.name) ?? (new == nil ? table.name(of: key) : nil)
            return back.map { $0.utf8.elementsEqual(key) } ?? false
        }
    }

    /// What transforms make of a key.
    private func outcome(
        for key: String, _ transforms: [TextTransform], _ context: OperationContext
    ) throws(MigrationError) -> TransformedKeys.Outcome {
        if let known = made?.outcome(for: key) { return known }
        let new = try Self.transformed(key, by: transforms, context)
        // Without transforms back, a changed key is lost, as it is where they fail.
        let back = new.flatMap { new in wayBack.map { try? Self.transformed(new, by: $0, context) } ?? new }
        let outcome = TransformedKeys.Outcome(key: new, comesBack: back?.hasSameBytes(as: key) == true)
        made?.keep(outcome, for: key)
        return outcome
    }

    private static func transformed(
        _ key: String, by transforms: [TextTransform], _ context: OperationContext
    ) throws(MigrationError) -> String? {
        // A key has nothing beside it: no argument is a path.
        try Derivation.transformed(.string(key), by: transforms, at: context.arena.root, in: context)?.string
    }
}

extension RenameKeysOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        let path = try members.optionalPointer("path", scratch: true) ?? .root
        let naming: Naming
        if try members.optionalValue("table") != nil {
            for name in ["by", "back"] { try members.exclude(name, because: "table") }
            let pairs = try members.textTable("table")
            let unknown: JSONOperation.UnknownKeyRule = try members.choice("ifUnknown", default: .error)
            let reverse: JSONOperation.UnknownKeyRule = try members.choice("reverseIfUnknown", default: unknown)
            naming = .table(KeyMap(pairs: pairs, unknown: unknown, reverseUnknown: reverse))
        } else {
            let transforms = try members.transforms("by")
            naming = .transforms(transforms, back: try members.optionalTransforms("back"))
            for (name, chain) in [("by", transforms), ("back", try members.optionalTransforms("back") ?? [])]
            where chain.contains(where: { !$0.places.isEmpty || $0.readsDocument }) {
                throw members.fault("is about keys, beside which nothing is", in: name)
            }
        }
        self.init(path: path, naming: naming, rules: try members.rules([.absent, .wrongKind, .exists]))
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        switch naming {
        case .transforms(let transforms, let back):
            members["by"] = .array(JSONArray(transforms.map(\.json)))
            members["back"] = back.map { .array(JSONArray($0.map(\.json))) }
        case .table(let table):
            members["table"] = .object(JSONObject(texts: zip(table.names, table.newNames)))
            if table.unknown != .error { members["ifUnknown"] = .string(table.unknown.rawValue) }
            if table.reverseUnknown != table.unknown {
                members["reverseIfUnknown"] = .string(table.reverseUnknown.rawValue)
            }
        }
        members.write(rules)
    }
}

extension JSONObject {
    /// An object of texts; of a repeated key the first one counts.
    init(texts: some Sequence<(String, String)>) {
        self.init()
        for (key, text) in texts where self[key] == nil { self[key] = .string(text) }
    }
}

extension MemberReader {
    /// An object of texts.
    mutating func textTable(_ name: String) throws(PlanFileError) -> [(String, String)] {
        let table = try reader(try value(name), at: path.appending(name))
        if table.object.isEmpty { throw fault("must not be empty", in: name) }
        var pairs: [(String, String)] = []
        for member in table.object {
            pairs.append((member.key, try text(member.value, at: table.path.appending(member.key))))
        }
        return pairs
    }
}

extension RenameKeysOperation {
    var words: String {
        "the keys\(Markdown.of(path)) are renamed" + tableWords
    }

    var tableWords: String {
        guard case .table(let table) = naming else { return "" }
        let shown = zip(table.names, table.newNames).prefix(8).map { "\(Markdown.code($0)) to \(Markdown.code($1))" }
        return ": " + shown.joined(separator: ", ")
            + (table.names.count > 8 ? ", and \(table.names.count - 8) more" : "")
            + (table.unknown == .drop ? "; members with other keys are left out" : "")
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) || !isWritten(place) }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "table": "by the table " + DetailWords.pairs(value)
        case "ifUnknown": "if a key is not in the table: \(DetailWords.unknown(value))"
        case "reverseIfUnknown": "if a key is not in the table on the way back: \(DetailWords.unknown(value))"
        case "ifExists": DetailWords.sameKey(value)
        default: nil
        }
    }

    /// Of two members that get one key, a rule takes the first one or the last.
    var traits: OperationTraits {
        [.keepsOrder, .movesMembers, .addsNothing, rules.exists == .error ? [] : .showsOrder]
    }
}
