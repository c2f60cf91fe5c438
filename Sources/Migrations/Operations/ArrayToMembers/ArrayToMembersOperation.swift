public import VersionedCodec

extension JSONOperation {
    /// Turns an array into an object: each element becomes a member with a name.
    ///
    /// ```swift
    /// .arrayToMembers("/position", ["x", "y", "z"], required: 2)
    /// // {"position": [1, 2]}  →  {"position": {"x": 1, "y": 2}}
    /// ```
    ///
    /// - `keys`: The keys, in the order of the elements. More elements than keys are unexpected.
    /// - `required`: The minimum number of elements; by default all.
    ///
    /// Loss class: captures. Reverse: `membersToArray`.
    public static func arrayToMembers(
        _ path: JSONPointer, _ keys: [String], required: Int? = nil, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let names = ElementNames(
            path: path, keys: keys, required: required ?? keys.count,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind))
        return JSONOperation(ArrayToMembersOperation(names: names))
    }

    /// Turns the members of an object into an array, in the order of the given keys.
    ///
    /// ```swift
    /// .membersToArray("/position", ["x", "y"])
    /// // {"position": {"y": 2, "x": 1}}  →  {"position": [1, 2]}
    /// ```
    ///
    /// A member with another key, and a missing member before another one, are unexpected. Loss class: captures.
    /// Reverse: `arrayToMembers`.
    public static func membersToArray(
        _ path: JSONPointer, _ keys: [String], required: Int? = nil, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let names = ElementNames(
            path: path, keys: keys, required: required ?? keys.count,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind))
        return JSONOperation(MembersToArrayOperation(names: names))
    }
}

/// The names of the places in an array: the common part of the two operations.
struct ElementNames: Sendable, Equatable {
    let path: JSONPointer
    let keys: [String]
    let required: Int
    let rules: Rules

    var shownKeys: String { keys.map { JSONValue.string($0).text() }.joined(separator: ", ") }

    init(path: JSONPointer, keys: [String], required: Int, rules: Rules) {
        self.path = path
        self.keys = keys
        self.required = required
        self.rules = rules
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        _ = try members.value("keys")
        keys = try members.optionalKeys("keys") ?? []
        if keys.isEmpty { throw members.fault("must not be empty", in: "keys") }
        if JSONObject(texts: keys.map { ($0, "") }).count < keys.count {
            throw members.fault("must not hold a key twice", in: "keys")
        }
        required = try members.optionalInteger("required", from: 0) ?? keys.count
        if required > keys.count { throw members.fault("must be at most the number of \"keys\"", in: "required") }
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["keys"] = .array(JSONArray(keys.map(JSONValue.key)))
        if required != keys.count { members["required"] = .integer(required) }
        members.write(rules)
    }
}

struct ArrayToMembersOperation: NodeOperation {
    static let name = "arrayToMembers"

    let names: ElementNames

    var path: JSONPointer { names.path }
    var rules: Rules { names.rules }
    var description: String { "name the elements of \(path.shown) \(names.shownKeys)" }

    func reversed() -> [JSONOperation] { [JSONOperation(MembersToArrayOperation(names: names))] }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Void> {
        let wanted =
            names.required == names.keys.count ? "\(names.required)" : "\(names.required) to \(names.keys.count)"
        guard context.arena.isArray(place) else {
            throw context.wrongKind(
                expected: "an array of \(wanted) elements", found: context.value(place), at: .root)
        }
        let count = context.arena.count(of: place)
        guard (names.required...names.keys.count).contains(count) else {
            throw context.error(
                .unexpectedValue, "expected an array of \(wanted) elements, found one of \(count)", at: .root,
                found: context.value(place))
        }
        return NodeDecision(work: (), comesBack: true)
    }

    func make(_ work: Void, at place: NodeID, in context: inout OperationContext) {
        let arena = context.arena
        let object = arena.makeContainer(isObject: true, from: place)
        for (key, element) in zip(names.keys, arena.children(of: place)) { arena.move(element, as: key, into: object) }
        arena.take(object, into: place)
    }

    init(names: ElementNames) { self.names = names }

    init(reading members: inout MemberReader) throws(PlanFileError) { names = try ElementNames(reading: &members) }

    func write(to members: inout MemberWriter) { names.write(to: &members) }
}

struct MembersToArrayOperation: NodeOperation {
    static let name = "membersToArray"

    let names: ElementNames

    var path: JSONPointer { names.path }
    var rules: Rules { names.rules }
    var description: String { "make an array of \(path.shown): \(names.shownKeys)" }

    func reversed() -> [JSONOperation] { [JSONOperation(ArrayToMembersOperation(names: names))] }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<[NodeID]> {
        let arena = context.arena
        guard arena.isObject(place) else {
            throw context.wrongKind(expected: "an object", found: context.value(place), at: .root)
        }
        let found = names.keys.map { arena.member($0, of: place) }
        let elements = found.filter { !$0.isNone && !context.leavesAlone($0) }
        if elements.count < arena.count(of: place),
            let other = arena.children(of: place).first(where: { !found.contains($0) })
        {
            throw context.error(
                .unexpectedValue, "the array has no place for this member; it has \(names.shownKeys)",
                at: JSONPointer([arena.key(of: other)]), found: context.value(other))
        }
        if rules.wrongKind == .skip {
            // Another member would be skipped with all.
            try context.needAllMembers(of: place, at: .root, toTell: "what the array is")
        }
        for (index, key) in names.keys.enumerated() where found[index].isNone || context.leavesAlone(found[index]) {
            if context.mayLackMembers, found[index].isNone {
                throw context.tooPartial(without: JSONPointer([key]), tells: "what the array is", found: place)
            }
            if index >= names.required, index >= elements.count { continue }
            throw context.lacking(
                .none, "there is no member \(JSONValue.string(key).text())", at: JSONPointer([key]), of: place)
        }
        for element in elements { try context.needElement(element, at: JSONPointer([arena.key(of: element)])) }
        return NodeDecision(work: elements, comesBack: true)
    }

    func make(_ elements: [NodeID], at place: NodeID, in context: inout OperationContext) {
        let arena = context.arena
        let array = arena.makeContainer(isObject: false, from: place)
        for element in elements {
            arena.detach(element)
            arena.removeKey(of: element)
            arena.insert(element, into: array)
        }
        arena.take(array, into: place)
    }

    init(names: ElementNames) { self.names = names }

    init(reading members: inout MemberReader) throws(PlanFileError) { names = try ElementNames(reading: &members) }

    func write(to members: inout MemberWriter) { names.write(to: &members) }
}

extension ArrayToMembersOperation {
    var words: String {
        "the elements of \(Markdown.place(path)) become the members \(Markdown.names(names.keys))"
    }

    var traits: OperationTraits { .addsNothing }

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "required" ? "at least \(DetailWords.shown(value)) of them" : nil
    }

    static var describedMembers: [String] { DetailWords.described + ["keys"] }
}

extension MembersToArrayOperation {
    var words: String {
        "\(Markdown.place(path)) becomes an array of its members \(Markdown.names(names.keys))"
    }

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "required" ? "at least \(DetailWords.shown(value)) of them" : nil
    }

    static var describedMembers: [String] { DetailWords.described + ["keys"] }

    var traits: OperationTraits { [.keepsOrder, .movesMembers, .addsNothing] }
}
