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
    /// - `merging`: Whether the gathered members join an existing object. Otherwise an existing object is a conflict.
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

struct GatherOperation: ValueOperation {
    static let name = "gather"

    let nest: MemberNest

    var path: JSONPointer { nest.path }
    var rules: Rules { nest.rules }
    var description: String { "gather members of \(path.shown) into \(JSONValue.string(nest.key).text())" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] {
        var nest = nest
        nest.merges = false
        return [JSONOperation(ScatterOperation(nest: nest))]
    }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let object = value.object else {
            throw context.wrongKind(expected: "an object", found: value, at: .root)
        }
        let joined = nest.merges ? object[nest.key].flatMap { $0.object == nil ? nil : $0 } : nil
        var (outer, inner) = (JSONObject(), joined?.object ?? JSONObject())
        for member in object {
            if joined != nil, member.key.utf8.elementsEqual(nest.key.utf8) { continue }
            guard !context.isVersion(member.key), let name = nest.selection.inside(member.key) else {
                outer[member.key] = member.value
                continue
            }
            if joined != nil, try !makesPlace(for: member, as: name, in: inner, &context) {
                outer[member.key] = member.value
                continue
            }
            inner[name] = member.value
        }
        if context.isPartial, inner.isEmpty { return value }
        if joined == nil, let taken = outer[nest.key],
            !(try context.clear(taken, at: JSONPointer([nest.key]), rules.exists))
        {
            return value
        }
        outer[nest.key] = nil
        outer[nest.key] = joined.map { JSONValue.object(inner).comingFrom($0) } ?? .object(inner)
        return .object(outer)
    }

    /// Asks the rule about a member that the inner object has already; returns whether the outer one takes its place.
    private func makesPlace(
        for member: JSONObject.Element, as name: String, in inner: JSONObject, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        guard let taken = inner[name] else { return true }
        switch rules.exists {
        case .error:
            throw context.error(
                .exists, "the place inside is taken by \(Loss.shortened(taken.text()))", at: JSONPointer([member.key]),
                found: member.value)
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

struct ScatterOperation: ValueOperation {
    static let name = "scatter"

    let nest: MemberNest

    var path: JSONPointer { nest.path }
    var rules: Rules { nest.rules }
    var description: String { "scatter \(path.appending(nest.key).shown)" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] {
        var nest = nest
        // The members that stay inside are joined by those that come back.
        nest.merges = nest.selection.only != nil || nest.selection.except != nil
        return [JSONOperation(GatherOperation(nest: nest))]
    }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let object = value.object else {
            throw context.wrongKind(expected: "an object", found: value, at: .root)
        }
        let place = JSONPointer([nest.key])
        guard let scattered = object[nest.key] else {
            try context.unexpected(
                .absent, rules.absent, "there is no member \(JSONValue.string(nest.key).text())", at: place)
            return value
        }
        if context.leavesAlone(scattered) { return value }
        guard let inner = scattered.object else {
            throw context.wrongKind(expected: "an object", found: scattered, at: place)
        }
        var result = JSONObject()
        var rest = JSONObject()
        for member in object where member.key.utf8.elementsEqual(nest.key.utf8) == false {
            result[member.key] = member.value
        }
        for member in inner {
            guard let key = nest.selection.outside(member.key) else {
                rest[member.key] = member.value
                continue
            }
            if let taken = result[key] {
                let inside = place.appending(member.key)
                switch rules.exists {
                case .error:
                    let shown = Loss.shortened(taken.text())
                    throw context.error(
                        .exists, "the place outside is taken by \(shown)", at: inside, found: member.value)
                case .skip: context.lose(member.value, at: inside, "the outer object already has this member")
                case .overwrite:
                    context.lose(taken, at: JSONPointer([key]), "it is overwritten")
                    result[key] = member.value
                }
            } else {
                result[key] = member.value
            }
        }
        if !rest.isEmpty { result[nest.key] = JSONValue.object(rest).comingFrom(scattered) }
        return .object(result)
    }

    init(nest: MemberNest) { self.nest = nest }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        nest = try MemberNest(reading: &members, key: "from")
    }

    func write(to members: inout MemberWriter) { nest.write(to: &members, key: "from") }
}

extension GatherOperation {
    var effects: [PlaceEffect] {
        let target = nest.path.appending(nest.key)
        let isCertain = rules.alwaysWorks && rules.exists != .skip
        if nest.merges { return [.changes(nest.path, rules.absent)] }
        guard let names = nest.selection.only else {
            return [.changes(nest.path, rules.absent), .writes(target, rules.exists, isCertain: isCertain)]
        }
        let (prefix, suffix) = (nest.selection.prefix ?? "", nest.selection.suffix ?? "")
        let outside = names.map { nest.path.appending(prefix + $0 + suffix) }.filter { $0 != target }
        return [.needs(nest.path, rules.absent)] + outside.map { .reads($0, .skip) }
            + outside.map { .removes($0, isCertain: isCertain) }
            + [.writes(target, rules.exists, isCertain: isCertain)]
    }

    var words: String {
        "\(nest.words("of", path)) move into \(Markdown.code(nest.key))"
    }
}

extension ScatterOperation {
    var effects: [PlaceEffect] {
        let source = nest.path.appending(nest.key)
        let takesAll = nest.selection.only == nil && nest.selection.except == nil
        return [
            .reads(source, rules.absent), .changes(nest.path, rules.absent),
            .removes(source, isCertain: takesAll && rules.alwaysWorks),
        ]
    }

    var words: String {
        "\(nest.words("of", path.appending(nest.key))) move into its parent"
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
