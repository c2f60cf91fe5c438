public import VersionedCodec

extension JSONOperation {
    /// Moves a value to another place, across any depths.
    ///
    /// ```swift
    /// .move("/email", to: "/contact/email")
    /// // {"email": "a@b.c"}  →  {"contact": {"email": "a@b.c"}}
    /// ```
    ///
    /// Objects that are missing on the way to the target are made; objects that the move leaves empty on the way to the
    /// source go, unless `keepingEmptyParents`. Within one object the member keeps its place. The root may be moved into
    /// a member (`"" → "/remote"`), and a member may become the root. Into an array, the value is inserted.
    ///
    /// Loss class: exact. Reverse: moves back.
    public static func move(
        _ from: JSONPointer, to target: JSONPointer, keepingEmptyParents: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        JSONOperation(
            MoveOperation(
                from: from, to: target, keepsEmptyParents: keepingEmptyParents,
                rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)))
    }
}

struct MoveOperation: OperationBody {
    static let name = "move"

    let from: JSONPointer
    let to: JSONPointer
    let keepsEmptyParents: Bool
    let rules: Rules

    var description: String { "move \(from.shown) to \(to.shown)" }
    var lossClass: LossClass { rules.exists == .overwrite ? .captures : .exact }
    var written: [JSONPointer] { [from, to] }

    func reversed() -> [JSONOperation] {
        [JSONOperation(MoveOperation(from: to, to: from, keepsEmptyParents: keepsEmptyParents, rules: rules))]
    }

    func apply(to value: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        guard from != to, try context.value(at: from, of: value, rules) != nil else { return }
        guard try context.canPut(at: to, of: removing(from, in: value), rules, makingParents: true) else { return }
        guard try clearTarget(in: &value, &context) else { return }
        if renameInPlace(in: &value) { return }
        noteEmptyParent(in: value, &context)
        guard let moved = value.remove(at: from) else { return }
        if !keepsEmptyParents { value.removeEmptyParents(of: from) }
        if from.isRoot { value = [:] }
        _ = value.put(moved, at: to, makingParents: true)
    }

    private func removing(_ pointer: JSONPointer, in value: JSONValue) -> JSONValue {
        guard from.isRoot || to.isWithin(from) else { return value }
        var copy: JSONValue = from.isRoot ? [:] : value
        if !from.isRoot { _ = copy.remove(at: from) }
        return copy
    }

    /// Sees to it that the target is free; says whether to go on.
    private func clearTarget(in value: inout JSONValue, _ context: inout OperationContext) throws(MigrationError)
        -> Bool
    {
        guard !to.isWithin(from), let existing = value[at: to] else { return true }
        if !from.isWithin(to) {
            if value[at: to.parent]?.kind == .array { return true }  // Inserted, not replaced.
            guard try context.clear(existing, at: to, rules.exists) else { return false }
            _ = value.remove(at: to)
            return true
        }
        // The value moves to where its own container is: whatever else that holds is in the way.
        var rest = existing
        let inner = JSONPointer(Array(from.tokens.dropFirst(to.tokens.count)))
        _ = rest.remove(at: inner)
        rest.removeEmptyParents(of: inner)
        if rest.object?.isEmpty == true || rest.array?.isEmpty == true { return true }
        return try context.clear(rest.comingFrom(existing), at: to, rules.exists)
    }

    /// A member that stays in its object keeps its place there.
    private func renameInPlace(in value: inout JSONValue) -> Bool {
        guard from.parent == to.parent, let old = from.tokens.last, let new = to.tokens.last else { return false }
        var isRenamed = false
        value.update(at: from.parent.tokens[...]) { parent in
            isRenamed = parent.object?.rename(old, to: new) ?? false
        }
        return isRenamed
    }

    /// The way back will remove the target's parent where it is then empty; one that was empty before is lost.
    private func noteEmptyParent(in value: JSONValue, _ context: inout OperationContext) {
        guard !keepsEmptyParents, !to.parent.isRoot, let parent = value[at: to.parent], parent.object?.isEmpty == true
        else { return }
        context.lose(parent, at: to.parent, "an empty object cannot be told from an absent one on the way back")
    }

    init(from: JSONPointer, to: JSONPointer, keepsEmptyParents: Bool, rules: Rules) {
        self.from = from
        self.to = to
        self.keepsEmptyParents = keepsEmptyParents
        self.rules = rules
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        from = try members.pointer("from")
        to = try members.pointer("to")
        keepsEmptyParents = try members.flag("keepEmptyParents")
        rules = try members.rules([.absent, .wrongKind, .exists])
    }

    func write(to members: inout MemberWriter) {
        members["from"] = .string(from.description)
        members["to"] = .string(to.description)
        if keepsEmptyParents { members["keepEmptyParents"] = true }
        members.write(rules)
    }
}
