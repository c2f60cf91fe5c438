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
    var lossClass: LossClass {
        rules == Rules(makesParents: rules.makesParents) ? .exact : .captures
    }
    var written: [JSONPointer] { [from, to] }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        try to.requireWayBack()
        return [JSONOperation(MoveOperation(from: to, to: from, keepsEmptyParents: keepsEmptyParents, rules: rules))]
    }

    func apply(to value: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        if from == to { return }
        guard let moved = try context.value(at: from, of: value, rules) else {
            if let kept = value[at: to], to.isRoot || value[at: to.parent]?.kind == .object {
                context.lose(kept, at: to, "it is kept, and the way back moves it to \(from.shown)")
            } else {
                context.noteSkipped(self, in: value)
            }
            return
        }
        if to.isWithin(from) { return nest(moved, in: &value) }
        if from.isWithin(to) { return try hoist(moved, in: &value, &context) }
        // Without the value, the elements behind it stand one place before: the target is a place among those.
        var rest = value
        let shifts = to.isWithin(from.parent) && value[at: from.parent]?.kind == .array
        if shifts { _ = rest.remove(at: from) }
        guard try context.canPut(at: to, of: rest, rules, makingParents: true) else {
            return context.noteSkipped(self, in: value)
        }
        let isMember = rest[at: to.parent]?.kind != .array  // Into an array, the value is inserted.
        if isMember, let existing = rest[at: to] {
            guard try context.clear(existing, at: to, rules.exists) else {
                return context.noteSkipped(self, in: value)
            }
            if from.parent == to.parent { _ = value.remove(at: to) }
        }
        if renameInPlace(in: &value) { return }
        if !keepsEmptyParents { context.noteEmptyParent(of: to, in: rest) }
        _ = value.remove(at: from)
        if !keepsEmptyParents { value.removeEmptyParents(of: from, keepingThoseOf: to) }
        _ = value.put(moved, at: to, makingParents: true)
    }

    /// The value moves into objects that take its place.
    private func nest(_ moved: JSONValue, in value: inout JSONValue) {
        var nested: JSONValue = [:]
        _ = nested.put(moved, at: JSONPointer(Array(to.tokens.dropFirst(from.tokens.count))), makingParents: true)
        value.update(at: from.tokens[...]) { $0 = nested.comingFrom($0) }
    }

    /// The value moves to where its own container is: whatever else that holds is in the way.
    private func hoist(
        _ moved: JSONValue, in value: inout JSONValue, _ context: inout OperationContext
    ) throws(MigrationError) {
        guard let container = value[at: to] else { return }
        let inner = JSONPointer(Array(from.tokens.dropFirst(to.tokens.count)))
        var rest = container
        _ = rest.remove(at: inner)
        rest.removeEmptyParents(of: inner)
        if rest.object?.isEmpty != true {
            if rules.exists == .overwrite, let members = rest.object {
                for member in members { context.lose(member.value, at: to.appending(member.key), "it is overwritten") }
            } else if rules.exists == .skip {
                return context.noteSkipped(self, in: value)
            } else if rules.exists == .error {
                throw context.error(.exists, Self.leftover(rest), at: to, found: rest.comingFrom(container))
            } else {
                context.lose(rest.comingFrom(container), at: to, "it is overwritten")
            }
        }
        value.update(at: to.tokens[...]) { $0 = moved }
    }

    /// What stands around the value that is to take the place of all of it.
    private static func leftover(_ rest: JSONValue) -> String {
        let advice = "; with \"ifExists\": \"overwrite\" it is given up"
        guard let object = rest.object else {
            let count = rest.array?.count ?? 0
            return "it stands in an array" + (count == 0 ? "" : " with \(count) more") + advice
        }
        let keys = object.prefix(5).map { JSONValue.string($0.key).text() }.joined(separator: ", ")
        return "there is more beside it: \(keys)" + (object.count > 5 ? " and \(object.count - 5) more" : "") + advice
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

    init(from: JSONPointer, to: JSONPointer, keepsEmptyParents: Bool, rules: Rules) {
        self.from = from
        self.to = to
        self.keepsEmptyParents = keepsEmptyParents
        self.rules = rules
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        from = try members.pointer("from")
        to = try members.pointer("to", puts: true)
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
