public import VersionedCodec

extension JSONOperation {
    /// Keeps only the named members of an object. Use it if a version knows only these members.
    ///
    /// ```swift
    /// .pick(["name", "labels"], in: "/metadata")
    /// // {"metadata": {"name": "a", "uid": 7}}  →  {"metadata": {"name": "a"}}, losing /metadata/uid
    /// ```
    ///
    /// Each other member is removed, and is a loss. A named member may be absent. At the root of the document, the
    /// member that holds the version stays too.
    ///
    /// Loss class: captures. Reverse: nothing. O(members)
    public static func pick(
        _ members: [String], in path: JSONPointer = .root, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            PickOperation(path: path, members: members, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }
}

struct PickOperation: OperationBody {
    static let name = "pick"

    let path: JSONPointer
    let members: [String]
    let rules: Rules
    /// The same by their bytes.
    private let names: JSONObject

    init(path: JSONPointer, members: [String], rules: Rules) {
        self.path = path
        self.members = members
        self.rules = rules
        names = JSONObject(texts: members.map { ($0, "") })
    }

    var description: String {
        "pick \(members.map { JSONValue.string($0).text() }.joined(separator: ", ")) in \(path.shown)"
    }
    var droppedContents: DroppedContents { .allBut(members) }
    var written: [JSONPointer] { [path] }
    var newWord: String? { "op" }

    func reversed() -> [JSONOperation] { [] }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        if context.leavesAlone(place) { return }
        let arena = context.arena
        guard arena.isObject(place) else {
            if rules.wrongKind == .skip { return }
            throw context.wrongKind(expected: "an object", found: context.value(place), at: path)
        }
        var member = arena.firstChild(of: place)
        while !member.isNone {
            let next = arena.next(after: member)
            let key = arena.key(of: member)
            if names[key] == nil, !path.isRoot || !context.isVersion(key) {
                context.lose(member, at: path.appending(key), "it is not one of the members that are kept")
                arena.detach(member)
            }
            member = next
        }
    }
}

extension PickOperation {
    init(reading reader: inout MemberReader) throws(PlanFileError) {
        let path = try reader.optionalPointer("path", scratch: true) ?? .root
        _ = try reader.value("members")
        let members = try reader.optionalKeys("members") ?? []
        self.init(path: path, members: members, rules: try reader.rules([.absent, .wrongKind]))
    }

    func write(to writer: inout MemberWriter) {
        writer["path"] = .string(path.description)
        writer["members"] = .array(JSONArray(members.map(JSONValue.key)))
        writer.write(rules)
    }
}

extension PickOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }

    var words: String {
        if members.isEmpty { return "the members\(Markdown.of(path)) are removed" }
        return "of the members\(Markdown.of(path)) only \(Markdown.names(members)) stay"
    }

    var lossWords: String? {
        members.isEmpty
            ? "the members\(Markdown.of(path))" : "the members\(Markdown.of(path)) but \(Markdown.names(members))"
    }

    var traits: OperationTraits { [.keepsOrder, .addsNothing] }
}
