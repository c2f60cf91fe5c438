public import VersionedCodec

extension JSONOperation {
    /// The entry of a table that a look-up selects.
    public enum LookUpMatch: String, Sendable, Hashable, CaseIterable {
        /// The first entry whose key is the value.
        case first
        /// The last entry whose key is the value.
        case last
        /// The entry with the greatest key that is not above the value. Numbers and texts (by their bytes) are ordered.
        case range
    }
}

extension JSONOperation {
    /// Adds a value from a table at another place.
    ///
    /// ```swift
    /// .each("/posts", [.lookUp("/author", in: "/users", by: "/id", take: "/name", to: "/authorName")])
    /// // {"users": [{"id": 7, "name": "Ann"}], "posts": [{"author": 7}]}
    /// //     →  {"users": [{"id": 7, "name": "Ann"}], "posts": [{"author": 7, "authorName": "Ann"}]}
    /// ```
    ///
    /// - `table`: The place of the table. It is an object with the value as a key, or an array whose elements have the
    ///   value at `by`.
    /// - `origin`: Where the path of the table begins: at the root of the document, or in the context from the caller.
    /// - `member`: The part of the entry that is added; the root means the whole entry.
    /// - `match`: The entry of an array that is selected, if several have the key, or if none has exactly this key.
    /// - `ifUnknown`: How a value is handled that the table does not have; `.skip` adds nothing.
    /// - `ifTableAbsent`: How an absent table is handled; `.skip` adds nothing.
    ///
    /// Loss class: exact, or captures with a rule to skip. Reverse: removes the added value, which is a loss if the
    /// table has a different one.
    public static func lookUp(
        _ source: JSONPointer, in table: JSONPointer, of origin: JSONOperation.PathOrigin = .document,
        by key: JSONPointer? = nil,
        match: LookUpMatch = .first, take member: JSONPointer = .root, to target: JSONPointer,
        ifUnknown: UnexpectedRule = .error, ifTableAbsent: UnexpectedRule = .error,
        ifAbsent: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let table = LookupTable(origin: origin, path: table, key: key)
        let rules = Rules(absent: ifAbsent, wrongKind: ifUnknown, exists: ifExists)
        return JSONOperation(
            LookupOperation(
                from: source, table: table, match: match, member: member, to: target, tableAbsent: ifTableAbsent,
                rules: rules))
    }
}

/// A table elsewhere: an object by its keys, or an array by a member of its elements.
struct LookupTable: Sendable, Equatable {
    let origin: JSONOperation.PathOrigin
    let path: JSONPointer
    let key: JSONPointer?

    init(origin: JSONOperation.PathOrigin, path: JSONPointer, key: JSONPointer?) {
        self.origin = origin
        self.path = path
        self.key = key
    }

    /// The table itself.
    ///
    /// - `here`: The value that the operation is applied to.
    func table(here: OperationContext.Here, _ context: OperationContext) throws(MigrationError) -> SeenTable {
        let shownOrigin = origin == .here ? "" : " in the \(origin.rawValue)"
        guard let found = try context.seenTable(path, in: origin, here: here) else {
            let value = here.value(in: context.arena)
            if context.mayLackMembers, origin != .context, !path.isScratch {
                throw context.undecided(without: path, of: value)
            }
            throw context.error(.absent, "there is no table \(path.shown)\(shownOrigin)", at: .root, found: value)
        }
        let wanted = key == nil ? "an object" : "an array"
        guard found.kind == (key == nil ? .object : .array) else {
            throw context.error(
                .wrongKind,
                "expected the table \(path.shown)\(shownOrigin) to be \(wanted), found \(found.kind.phrase)",
                at: .root, found: here.value(in: context.arena))
        }
        return found
    }

    /// The number of the element of a key in the table. O(1), or of a range O(log elements), but for the first time
    /// that a table is looked into
    func index(
        of value: JSONValue, in table: SeenTable, _ context: OperationContext,
        _ match: JSONOperation.LookUpMatch = .first
    ) -> Int? {
        // A table beside the value is another one for each scope.
        let (name, isKept) = (LookupCache.Name(origin: origin, path: path, key: key, match: match), origin != .here)
        guard let key else {
            guard table.kind == .object, let text = value.string ?? value.number?.text else { return nil }
            if case .value(let members) = table { return members.object?.index(forKey: text) }
            return context.lookups.place(of: ByteKey(text), in: table, name, isKept: isKept)
        }
        guard table.kind == .array else { return nil }
        return match == .range
            ? context.lookups.ranges(of: table, by: key, name, isKept: isKept).index(of: value)
            : context.lookups.place(of: LookupCache.name(of: value), in: table, name, isKept: isKept)
    }

    /// Fails where a partial document does not show which entry of a table has a key.
    fileprivate func needKeys(
        in table: SeenTable, for value: JSONValue, at place: JSONPointer, _ match: JSONOperation.LookUpMatch,
        _ context: OperationContext
    ) throws(MigrationError) {
        guard context.mayLackMembers, origin != .context, case .value(let entries) = table else { return }
        let missing: JSONPointer?
        if let key {
            let index = entries.array?.firstIndex { $0.kind == .object && $0[at: key] == nil }
            missing = index.map { path.appending($0).appending(key) }
        } else {
            missing =
                index(of: value, in: table, context, match) == nil
                ? (value.string ?? value.number?.text).map { path.appending($0) } : nil
        }
        guard let missing else { return }
        throw context.error(
            .tooPartial, "a partial document without \(missing.shown) does not tell which entry of the table it is",
            at: place, found: value)
    }

    init(reading members: inout MemberReader, path name: String, key keyName: String) throws(PlanFileError) {
        origin = try members.choice("in", default: .document)
        path = try members.pointer(name, scratch: true, in: origin)
        key = try members.optionalPointer(keyName)
    }

    func write(to members: inout MemberWriter, path name: String, key keyName: String) {
        if origin != .document { members["in"] = .string(origin.rawValue) }
        members[name] = .string(path.description)
        members[keyName] = key.map { .string($0.description) }
    }
}

struct LookupOperation: OperationBody {
    static let name = "lookUp"

    let from: JSONPointer
    let table: LookupTable
    let match: JSONOperation.LookUpMatch
    let member: JSONPointer
    let to: JSONPointer
    /// The rule for a table that is not there.
    let tableAbsent: JSONOperation.UnexpectedRule
    /// The rule for what the table does not have is that for values of the wrong kind.
    let rules: Rules

    var description: String { "look up \(from.shown) in \(table.path.shown)" }
    var lossClass: LossClass { tableAbsent == .skip ? .captures : rules.classOfAdding(to, madeFrom: from) }
    var written: [JSONPointer] { [to] }
    var newWord: String? {
        if match != .first { return "match" }
        return tableAbsent == .error ? nil : "ifTableAbsent"
    }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        try to.requireWayBack()
        return [
            JSONOperation(
                RemoveOperation(path: to, restoredBy: .operation(JSONOperation(self)), rules: Rules(absent: .skip)))
        ]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        if try context.remove(to, madeOf: from, in: scope, rules) { return }
        guard let place = try context.find(from, in: scope, rules) else {
            try context.needSource(from, of: to, in: scope, rules)
            return context.noteSkipped(self, in: scope)
        }
        if context.leavesAlone(place) { return }
        let source = context.value(place)
        let entries: SeenTable
        do throws(MigrationError) {
            entries = try table.table(here: .node(scope), context)
        } catch {
            guard tableAbsent == .skip, error.code == .absent else { throw error }
            return context.noteSkipped(self, in: scope)
        }
        try table.needKeys(in: entries, for: source, at: from, match, context)
        let index = table.index(of: source, in: entries, context, match)
        guard let found = index.flatMap({ entries.value(at: member, ofElement: $0) }) else {
            if let index, context.mayLackMembers, table.origin != .context,
                entries.value(at: .root, ofElement: index)?.mayHave(member) == true
            {
                let key = table.key == nil ? source.string ?? source.number?.text ?? "" : String(index)
                throw context.undecided(without: table.path.appending(key).appending(member), of: source)
            }
            try context.unexpected(
                .unexpectedValue, rules.wrongKind,
                "the table \(table.path.shown) has nothing for \(Loss.shortened(source.text()))", at: from,
                found: source)
            return context.noteSkipped(self, in: scope)
        }
        // A copy, which comes from the table if that is in the document.
        let copy = found.detached(keepingOffsets: table.origin != .context)
        _ = try context.put(copy, at: to, in: scope, rules, makingParents: true)
    }
}

extension LookupOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        from = try members.pointer("from", scratch: true)
        table = try LookupTable(reading: &members, path: "table", key: "by")
        match = try members.choice("match", default: .first)
        if match != .first, table.key == nil { throw members.fault("needs \"by\"", in: "match") }
        member = try members.optionalPointer("take") ?? .root
        to = try members.pointer("to", allowsRoot: false, puts: true, scratch: true)
        let unknown: JSONOperation.UnexpectedRule = try members.choice("ifUnknown", default: .error)
        tableAbsent = try members.choice("ifTableAbsent", default: .error)
        let given = try members.rules([.absent, .exists])
        rules = Rules(absent: given.absent, wrongKind: unknown, exists: given.exists)
    }

    func write(to members: inout MemberWriter) {
        members["from"] = .string(from.description)
        table.write(to: &members, path: "table", key: "by")
        if match != .first { members["match"] = .string(match.rawValue) }
        if !member.isRoot { members["take"] = .string(member.description) }
        members["to"] = .string(to.description)
        if rules.wrongKind != .error { members["ifUnknown"] = .string(rules.wrongKind.rawValue) }
        if tableAbsent != .error { members["ifTableAbsent"] = .string(tableAbsent.rawValue) }
        members.write(Rules(absent: rules.absent, exists: rules.exists))
    }
}

extension LookupOperation {
    var effects: [PlaceEffect] {
        [
            .reads(from, rules.absent), tableAbsent == .skip ? table.read(Rules(absent: .skip)) : table.read(rules),
            .writes(
                to, rules.exists,
                isCertain: rules.alwaysWorks && rules.exists != .skip && tableAbsent == .error),
        ]
    }

    var words: String {
        "\(Markdown.place(to)) is new: what \(table.words) says of \(Markdown.place(from))"
    }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "to": "to \(DetailWords.shown(value))"
        case "by": "the table has it at \(DetailWords.shown(value)) of an element"
        case "match":
            value.string == "last"
                ? "of several entries the last one is used" : "the entry with the greatest key up to the value is used"
        case "ifTableAbsent": "if there is no table: nothing happens"
        case "take": "taken is \(DetailWords.shown(value)) of what is found"
        case "ifUnknown": "if the table has nothing for it: nothing happens"
        case "in": "in the \(value.string ?? DetailWords.shown(value))"
        default: nil
        }
    }

    static var describedMembers: [String] { DetailWords.described + ["table"] }

    var traits: OperationTraits { table.origin == .document ? [.mayCopy, .readsDocument] : .mayCopy }
}

extension LookupTable {
    /// A table is needed where the value is there that is looked up in it.
    func read(_ rules: Rules) -> PlaceEffect { .readsElsewhere(origin, path, rules.absent) }

    var words: String { Markdown.place(path) + (origin == .context ? " in the context" : "") }
}
