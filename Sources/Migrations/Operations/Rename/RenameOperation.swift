public import VersionedCodec

extension JSONOperation {
    /// Changes the key of a member. The member keeps its position in the object.
    ///
    /// ```swift
    /// .rename("/user/mail", to: "email")
    /// // {"user": {"mail": "a@b.c"}}  →  {"user": {"email": "a@b.c"}}
    /// ```
    ///
    /// Loss class: exact. Reverse: renames back.
    public static func rename(
        _ path: JSONPointer, to key: String, ifAbsent: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        JSONOperation(RenameOperation(path: path, key: key, rules: Rules(absent: ifAbsent, exists: ifExists)))
    }
}

struct RenameOperation: OperationBody {
    static let name = "rename"

    let path: JSONPointer
    let key: String
    let rules: Rules

    private let move: MoveOperation
    private var target: JSONPointer { move.to }

    var description: String { "rename \(path.shown) to \(JSONValue.string(key).text())" }
    var lossClass: LossClass { move.lossClass }
    var written: [JSONPointer] { [path, target] }

    func reversed() -> [JSONOperation] {
        [JSONOperation(RenameOperation(path: target, key: path.tokens.last ?? "", rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        let parent = arena.find(path, upTo: path.tokens.count - 1, from: scope)
        if !parent.isNone {
            if arena.isArray(parent) {
                if context.skipsKey(path.tokens.last ?? "", rules) { return }
                throw context.wrongKind(expected: "an object", found: arena.value(of: parent), at: path.parent)
            }
            // The cases of most documents: the member exists, and its new key is free; or it does not exist.
            let member = arena.child(path.tokens.count - 1, of: path, in: parent)
            if member.isNone, rules.absent == .skip, arena.isObject(parent), !context.isPartial {
                return context.noteSkipped(target, in: scope)
            }
            if !member.isNone, arena.child(target.tokens.count - 1, of: target, in: parent).isNone {
                try context.needPlace(target, in: scope, rules)
                try context.needOverwritten(by: member, at: path, target, in: scope, rules)
                arena.setKey(of: member, to: key)
                if arena.mayRepeatKeys { renameRepeated(in: parent, arena) }
                return
            }
        }
        try move.run(on: scope, in: &context)
    }

    /// Renames the other members of the same key, which would take the place of the first one on the way back.
    @inline(never)
    private func renameRepeated(in parent: NodeID, _ arena: Arena) {
        let old = path.tokens.last ?? ""
        for member in arena.children(of: parent) where arena.key(of: member).utf8.elementsEqual(old.utf8) {
            arena.setKey(of: member, to: key)
        }
    }

    init(path: JSONPointer, key: String, rules: Rules) {
        self.path = path
        self.key = key
        self.rules = rules
        move = MoveOperation(
            from: path, to: path.parent.appending(key), keepsEmptyParents: true, rules: rules)
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        let path = try members.pointer("path", allowsRoot: false, scratch: true)
        let key = try members.key("to")
        self.init(path: path, key: key, rules: try members.rules([.absent, .exists]))
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["to"] = .key(key)
        members.write(rules)
    }
}

extension RenameOperation {
    var effects: [PlaceEffect] {
        MoveOperation(from: path, to: path.parent.appending(key), keepsEmptyParents: true, rules: rules).effects
    }

    var words: String {
        "\(Markdown.place(path)) is renamed to \(Markdown.code(key))"
    }

    var lossWords: String? {
        MoveOperation(from: path, to: path.parent.appending(key), keepsEmptyParents: true, rules: rules).lossWords
    }

    var idleness: Idleness? {
        path.tokens.last.map { Array($0.utf8) } == Array(key.utf8) ? Idleness("both keys are the same", in: "to") : nil
    }

    func keepsPresence(of place: JSONPointer) -> Bool { !isWritten(place) }

    var traits: OperationTraits {
        var traits: OperationTraits = [.keepsOrder, .movesMembers, .addsNothing]
        if rules.wrongKind == .skip { traits.insert(.leavesWrongKinds) }
        if rules.exists == .error { traits.insert(.carriesEverything) }
        return traits
    }
}
