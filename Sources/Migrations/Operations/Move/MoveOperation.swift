public import VersionedCodec

extension JSONOperation {
    /// Moves a value to another place, at any depth.
    ///
    /// ```swift
    /// .move("/email", to: "/contact/email")
    /// // {"email": "a@b.c"}  →  {"contact": {"email": "a@b.c"}}
    /// ```
    ///
    /// Missing objects on the path to the target are created. Objects on the path to the source that become empty are
    /// removed, unless `keepingEmptyParents`. Within one object the member keeps its position. The root can be moved
    /// into a member (`"" → "/remote"`), and a member can become the root. Moving into an array inserts the value.
    ///
    /// - `before`: The key of the member that follows. Without it, or if that member is missing, the value has its
    ///   usual position.
    ///
    /// Loss class: exact. Reverse: moves back.
    public static func move(
        _ from: JSONPointer, to target: JSONPointer, before: String? = nil, keepingEmptyParents: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        JSONOperation(
            MoveOperation(
                from: from, to: target, before: before, keepsEmptyParents: keepingEmptyParents,
                rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)))
    }
}

struct MoveOperation: OperationBody {
    static let name = "move"

    let from: JSONPointer
    let to: JSONPointer
    /// The key of the member that the value is to be before.
    let before: String?
    let keepsEmptyParents: Bool
    let rules: Rules

    private let relation: Relation

    /// How both places are to each other.
    private struct Relation: Sendable, Equatable {
        let isNoMove: Bool
        /// The value moves into objects that take its place.
        let nests: Bool
        /// The value takes the place of what holds it.
        let hoists: Bool
        /// The target is in the container of the source, or deeper.
        let staysWithinParent: Bool
        /// Both have one container.
        let isInPlace: Bool

        init(_ from: JSONPointer, _ to: JSONPointer) {
            isNoMove = from == to
            nests = to.isWithin(from)
            hoists = from.isWithin(to)
            staysWithinParent = to.isWithin(from.parent)
            isInPlace = from.parent == to.parent
        }
    }

    var description: String { "move \(from.shown) to \(to.shown)" }
    var lossClass: LossClass {
        // The way back does not restore a parent that was empty before; for one that is kept empty, it cannot know
        // whether it existed.
        let leavesParents = from.isWithin(to.parent) && (!keepsEmptyParents || from.parent == to.parent)
        return rules == Rules(makesParents: rules.makesParents) && leavesParents ? .exact : .captures
    }
    var written: [JSONPointer] { [from, to] }
    /// The order of members is not a value.
    var droppedContents: DroppedContents { from.isWithin(to) ? .all : .none }
    var newWord: String? { before == nil ? nil : "before" }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        try to.requireWayBack()
        return [JSONOperation(MoveOperation(from: to, to: from, keepsEmptyParents: keepsEmptyParents, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        if relation.isNoMove { return }
        let arena = context.arena
        guard let moved = try context.find(from, in: scope, rules) else {
            if relation.hoists {
                try needWhole(in: scope, context)
            } else {
                if try context.remove(to, madeOf: from, in: scope, rules) { return }
                try context.needSource(from, of: to, in: scope, rules)
            }
            return context.noteSkipped(self, in: scope)
        }
        if relation.nests { return try nest(moved, in: scope, context) }
        if relation.hoists { return try hoist(moved, in: scope, &context) }
        let parent = arena.parent(of: moved)
        // Without the value, the elements after it are one place before: the target is a place among those.
        if arena.isArray(parent), relation.staysWithinParent {
            return try moveWithinArray(moved, of: parent, in: scope, &context)
        }
        try context.needElement(moved, at: from, movingTo: to, in: scope)
        try context.needPlace(to, in: scope, rules)
        try context.needOverwritten(by: moved, at: from, to, in: scope, rules)
        if try moveToFreePlace(moved, in: scope, context) { return }
        guard try context.canPut(at: to, in: scope, rules, makingParents: true) else {
            return context.noteSkipped(self, in: scope)
        }
        if try move(moved, in: scope, &context), let before {
            // The value is in the node of one that it has replaced.
            putInOrder(arena.find(to, from: scope), before: before, arena)
        }
    }

    /// Fails if an object of a partial document does not show the value that is to replace it.
    private func needWhole(in scope: NodeID, _ context: OperationContext) throws(MigrationError) {
        let container = context.arena.find(to, from: scope)
        guard context.mayLackMembers, !container.isNone, context.arena.isObject(container) else { return }
        throw context.tooPartial(without: from, tells: "what \(context.shown(to)) becomes", found: container)
    }

    /// Handles the case of most documents, with one look at each place: the target does not exist yet, and its parents
    /// are objects that are not empty. Returns whether it did.
    private func moveToFreePlace(
        _ moved: NodeID, in scope: NodeID, _ context: OperationContext
    ) throws(MigrationError) -> Bool {
        guard before == nil, !to.isScratch, let last = to.tokens.last else { return false }
        let arena = context.arena
        var (holder, depth) = (scope, 0)
        while depth < to.tokens.count, arena.isObject(holder) {
            let child = arena.member(to.tokens[depth], of: holder)
            if child.isNone { break }
            (holder, depth) = (child, depth + 1)
        }
        guard depth < to.tokens.count, arena.isObject(holder), !arena.isEmpty(holder) else { return false }
        if depth == to.tokens.count - 1, arena.parent(of: moved) == holder {
            arena.setKey(of: moved, to: last)
            return true
        }
        try context.needParents(of: to, from: depth + 1, in: holder)
        arena.detach(moved)
        if !keepsEmptyParents { context.removeEmptyParents(of: from, in: scope, keepingThoseOf: to) }
        for token in to.tokens[depth..<to.tokens.count - 1] {
            let object = arena.makeContainer(isObject: true)
            arena.insert(object, as: token, into: holder)
            holder = object
        }
        arena.insert(moved, as: last, into: holder)
        return true
    }

    /// Puts a member before another one of its object.
    ///
    /// - `moved`: None where the target was the place after the last element of an array, where nothing is found.
    private func putInOrder(_ moved: NodeID, before key: String, _ arena: Arena) {
        if moved.isNone { return }
        let parent = arena.parent(of: moved)
        guard arena.isObject(parent) else { return }
        let (next, name) = (arena.member(key, of: parent), arena.key(of: moved))
        if next.isNone || next == moved || arena.next(after: moved) == next { return }
        arena.detach(moved)
        arena.insert(moved, as: name, into: parent, before: next)
    }

    /// Moves an element to a place in its own array, or deeper in that.
    private func moveWithinArray(
        _ moved: NodeID, of array: NodeID, in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) {
        let arena = context.arena
        let next = arena.next(after: moved)
        arena.detach(moved)
        let mayMove: Bool
        do throws(MigrationError) {
            mayMove = try context.canPut(at: to, in: scope, rules, makingParents: true)
        } catch {
            arena.insert(moved, into: array, before: next)
            throw error
        }
        guard mayMove, try clearTarget(in: scope, &context) else {
            arena.insert(moved, into: array, before: next)
            return context.noteSkipped(self, in: scope)
        }
        if !keepsEmptyParents { context.noteEmptyParent(of: to, in: scope) }
        _ = try context.put(moved, at: to, in: scope, makingParents: true)
    }

    /// Returns whether the rules allow it.
    private func move(
        _ moved: NodeID, in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let arena = context.arena
        guard try clearTarget(in: scope, &context) else {
            context.noteSkipped(self, in: scope)
            return false
        }
        let existing = arena.find(to, from: scope)
        let isInPlace = relation.isInPlace && arena.isObject(arena.parent(of: moved))
        if isInPlace, let key = to.tokens.last {
            if !existing.isNone { arena.detach(existing) }
            arena.setKey(of: moved, to: key)
            return true
        }
        if !keepsEmptyParents { context.noteEmptyParent(of: to, in: scope) }
        arena.detach(moved)
        if !keepsEmptyParents { context.removeEmptyParents(of: from, in: scope, keepingThoseOf: to) }
        _ = try context.put(moved, at: to, in: scope, makingParents: true)
        return true
    }

    /// Asks the rule about a member that is in the way; returns whether to continue.
    private func clearTarget(in scope: NodeID, _ context: inout OperationContext) throws(MigrationError) -> Bool {
        let arena = context.arena
        let existing = arena.find(to, from: scope)
        // Into an array, the value is inserted.
        if existing.isNone {
            try context.needPlace(to, in: scope, rules)
            return true
        }
        if !to.isRoot, arena.isArray(arena.parent(of: existing)) { return true }
        return try context.clear(existing, at: to, rules.exists)
    }

    /// The value moves into objects that take its place.
    private func nest(_ moved: NodeID, in scope: NodeID, _ context: OperationContext) throws(MigrationError) {
        let arena = context.arena
        let outer = arena.makeContainer(isObject: true, from: moved)
        if from.isRoot {
            // The scope keeps its number: its old value moves into a node of its own.
            let inner = arena.makeContainer(isObject: true)
            arena.take(moved, into: inner)
            _ = try context.put(inner, at: JSONPointer(to.tokens), in: outer, isNew: true, makingParents: true)
            arena.take(outer, into: scope)
        } else {
            arena.replace(moved, by: outer)
            let inner = JSONPointer(Array(to.tokens.dropFirst(from.tokens.count)))
            _ = try context.put(moved, at: inner, in: outer, isNew: true, makingParents: true)
        }
    }

    /// The value moves to the place of its own container: all other members of the container are in the way.
    private func hoist(
        _ moved: NodeID, in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) {
        let arena = context.arena
        let container = arena.find(to, from: scope)
        if container.isNone { return }
        // A part that is `null` would replace the whole document.
        if to.isRoot, context.isAtRoot, context.mayLackMembers, arena.isNull(moved) {
            throw context.undecided(byNull: moved, at: from, whatBecomesOf: to)
        }
        let inner = JSONPointer(Array(from.tokens.dropFirst(to.tokens.count)))
        if rules.exists == .skip, context.mayLackMembers, arena.isObject(container) {
            throw context.notAllMembers(
                of: arena.value(of: container), at: to, toTell: "whether there is more beside \(context.shown(from))")
        }
        if rules.exists == .overwrite, arena.isObject(container), inner.tokens.count == 1 {
            for member in arena.children(of: container) where member != moved {
                context.lose(member, at: to.appending(arena.key(of: member)), "it is overwritten")
            }
            arena.detach(moved)
            return arena.take(moved, into: container)
        }
        let before = arena.value(of: container)
        var rest = before
        _ = rest.remove(at: inner)
        rest.removeEmptyParents(of: inner)
        if rest.object?.isEmpty != true {
            if rules.exists == .overwrite, let members = rest.object {
                for member in members { context.lose(member.value, at: to.appending(member.key), "it is overwritten") }
            } else if rules.exists == .skip {
                return context.noteSkipped(self, in: scope)
            } else if rules.exists == .error {
                throw context.error(.exists, Self.leftover(rest), at: to, found: rest.comingFrom(before))
            } else {
                context.lose(rest.comingFrom(before), at: to, "it is overwritten")
            }
        }
        arena.detach(moved)
        arena.take(moved, into: container)
    }

    /// The container of the value that is to replace all of it.
    private static func leftover(_ rest: JSONValue) -> String {
        let advice = "; with \"ifExists\": \"overwrite\" it is given up"
        guard let object = rest.object else {
            let count = rest.array?.count ?? 0
            return "it is in an array" + (count == 0 ? "" : " with \(count) more") + advice
        }
        let keys = object.prefix(5).map { JSONValue.string($0.key).text() }.joined(separator: ", ")
        return "there is more beside it: \(keys)" + (object.count > 5 ? " and \(object.count - 5) more" : "") + advice
    }

    init(from: JSONPointer, to: JSONPointer, before: String? = nil, keepsEmptyParents: Bool, rules: Rules) {
        self.from = from
        self.to = to
        self.before = before
        self.keepsEmptyParents = keepsEmptyParents
        self.rules = rules
        relation = Relation(from, to)
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        let from = try members.pointer("from", scratch: true)
        let to = try members.pointer("to", puts: true, scratch: true)
        let before = try members.optionalKey("before")
        let keepsEmptyParents = try members.flag("keepEmptyParents")
        let rules = try members.rules([.absent, .wrongKind, .exists])
        self.init(from: from, to: to, before: before, keepsEmptyParents: keepsEmptyParents, rules: rules)
    }

    func write(to members: inout MemberWriter) {
        members["from"] = .string(from.description)
        members["to"] = .string(to.description)
        members["before"] = before.map(JSONValue.key)
        if keepsEmptyParents { members["keepEmptyParents"] = true }
        members.write(rules)
    }
}

extension MoveOperation {
    var effects: [PlaceEffect] {
        if from == to { return [] }
        if to.isWithin(from) { return [.changes(from, rules.absent)] }
        if from.isWithin(to) { return [.needs(from, rules.absent), .changes(to, rules.absent)] }
        let isGone = rules.exists != .skip && rules.wrongKind == .error && (rules.absent == .error || !to.hasIndex)
        return [
            .reads(from, rules.absent), .removes(from, isCertain: isGone),
            .writes(to, rules.exists, isCertain: rules.neverSkips),
        ]
    }

    var words: String {
        if to.isRoot { return "\(Markdown.place(from)) becomes the value itself" }
        return "\(Markdown.place(from)) moves to \(Markdown.place(to))"
    }

    var lossWords: String? {
        "what is at \(Markdown.place(to)) already"
            + (rules.exists == .overwrite ? "" : ", where there is no \(Markdown.place(from))")
    }

    var idleness: Idleness? { from.isByteForByte(to) ? Idleness("both paths are the same", in: "to") : nil }

    /// The objects around the source stay, and may have been made on the way there.
    var placesThatMayBeAdded: [JSONPointer] {
        keepsEmptyParents ? from.firstPlace(outside: to).map { [$0] } ?? [] : []
    }

    var traits: OperationTraits {
        var traits: OperationTraits = .movesMembers
        if from.parent == to.parent, before == nil { traits.insert(.keepsOrder) }
        if before != nil { traits.insert(.isRestoredByReverse) }
        if rules.wrongKind == .skip { traits.insert(.leavesWrongKinds) }
        if rules.exists == .error, keepsEmptyParents || from.tokens.count == 1 { traits.insert(.carriesEverything) }
        return traits
    }
}

extension JSONPointer {
    /// The beginning of the place that is just no longer around another one; `nil` if all objects around the place are.
    fileprivate func firstPlace(outside other: JSONPointer) -> JSONPointer? {
        let common = zip(tokens, other.tokens).prefix { $0 == $1 }.count
        return common + 1 < tokens.count ? JSONPointer(Array(tokens.prefix(common + 1))) : nil
    }
}
