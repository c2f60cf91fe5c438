public import VersionedCodec

extension JSONOperation {
    /// Where the rest of a text with too many parts goes.
    public enum ExtraPartsRule: String, Sendable, Hashable, CaseIterable {
        /// Nowhere; too many parts are an error.
        case error
        /// Into the first part: `"Anna Maria Bach"` → `"Anna Maria"`, `"Bach"`.
        case first
        /// Into the last part: `"Anna Maria Bach"` → `"Anna"`, `"Maria Bach"`.
        case last
    }
}

extension JSONOperation {
    /// Splits one text into several members.
    ///
    /// ```swift
    /// .split("/name", into: ["/first", "/last"], separator: " ")
    /// // {"name": "Ann Smith"}  →  {"first": "Ann", "last": "Smith"}
    /// ```
    ///
    /// Fewer parts than places are unexpected (`ifWrongKind`). `extraParts` decides about more.
    ///
    /// Loss class: exact. Reverse: joins.
    public static func split(
        _ from: JSONPointer, into targets: [JSONPointer], separator: String, extraParts: ExtraPartsRule = .error,
        makingParents: Bool = false, ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error,
        ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists, makesParents: makingParents)
        let parts = TextParts(whole: from, parts: targets, separator: separator, extra: extraParts)
        return JSONOperation(SplitOperation(places: parts, rules: rules))
    }

    /// Joins several texts into one member.
    ///
    /// ```swift
    /// .join(["/first", "/last"], into: "/name", separator: " ")
    /// // {"first": "Ann", "last": "Smith"}  →  {"name": "Ann Smith"}
    /// ```
    ///
    /// Parts that splitting would not restore are a loss.
    ///
    /// Loss class: captures. Reverse: splits.
    public static func join(
        _ sources: [JSONPointer], into target: JSONPointer, separator: String, extraParts: ExtraPartsRule = .error,
        makingParents: Bool = false, ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error,
        ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists, makesParents: makingParents)
        let parts = TextParts(whole: target, parts: sources, separator: separator, extra: extraParts)
        return JSONOperation(JoinOperation(places: parts, rules: rules))
    }
}

struct SplitOperation: OperationBody {
    static let name = "split"

    let places: TextParts
    let rules: Rules

    var description: String {
        "split \(places.whole.shown) into \(places.parts.map(\.shown).joined(separator: ", "))"
    }
    var lossClass: LossClass { rules == Rules(makesParents: rules.makesParents) ? .exact : .captures }
    var written: [JSONPointer] { [places.whole] + places.parts }

    func reversed() -> [JSONOperation] { [JSONOperation(JoinOperation(places: places, rules: rules))] }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        if rules.wrongKind == .skip, context.mayLackMembers, context.isRemoved(places.whole, in: scope) {
            throw context.undecided(byNull: scope, at: places.whole, whatBecomesOf: places.whole)
        }
        guard let whole = try context.find(places.whole, in: scope, rules) else {
            for part in places.parts {
                if try context.remove(part, madeOf: places.whole, in: scope, rules) { continue }
                try context.needSource(places.whole, of: part, in: scope, rules)
            }
            return context.noteSkipped(self, in: scope)
        }
        if context.leavesAlone(whole) {
            for part in places.parts where part != places.whole {
                try context.needOverwritten(by: whole, at: places.whole, part, in: scope, rules)
            }
            let nulls = places.parts.map { _ in context.arena.makeCopy(of: whole) }
            return try context.attempt(self, on: scope, rules) { (context) throws(MigrationError) in
                try put(nulls, of: whole, in: scope, &context)
            }
        }
        guard let ranges = context.arena.withCharacters(of: whole, places.ranges(in:)) ?? nil else {
            context.arena.noteLook(at: whole)
            if rules.wrongKind == .skip { return context.noteSkipped(self, in: scope) }
            let existing = context.value(whole)
            let wanted = "a string of \(places.parts.count) parts between \(JSONValue.string(places.separator).text())"
            throw context.wrongKind(expected: wanted, found: existing, at: places.whole)
        }
        let arena = context.arena
        let parts = ranges.enumerated().map { arena.makeString($1, of: whole, by: places.part($0)) }
        context.divide(whole, into: parts)
        try context.attempt(self, on: scope, rules) { (context: inout OperationContext) throws(MigrationError) in
            try put(parts, of: whole, in: scope, &context)
        }
    }

    /// Puts the parts into their places; returns whether the rules allow all of them.
    private func put(
        _ parts: [NodeID], of whole: NodeID, in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let arena = context.arena
        let parent = arena.parent(of: whole)
        var place = arena.place(behind: whole)
        arena.detach(whole)
        if rules.makesParents { context.removeEmptyParents(of: places.whole, in: scope) }
        let inPlace =
            !parent.isNone && arena.isObject(parent) && places.parts.first?.isBeside(places.whole) == true
            && arena.find(places.whole, upTo: places.whole.tokens.count - 1, from: scope) == parent
        for (target, part) in zip(places.parts, parts) {
            if target != places.whole { try context.needPlace(target, in: scope, rules) }
            if inPlace, let key = target.tokens.last, target.isBeside(places.whole),
                arena.member(key, of: parent).isNone
            {
                arena.insert(part, as: key, into: parent, at: place)
            } else {
                guard try context.put(part, at: target, in: scope, rules, makingParents: rules.makesParents) else {
                    return false
                }
                place = arena.place(after: place)
            }
        }
        return true
    }
}

extension SplitOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        places = try TextParts(reading: &members, whole: "from", parts: "into")
        try members.requireText(places.separator, in: "separator")
        rules = try members.rules([.absent, .wrongKind, .exists, .parents])
    }

    func write(to members: inout MemberWriter) {
        places.write(to: &members, whole: "from", parts: "into")
        members.write(rules)
    }
}

extension SplitOperation {
    var effects: [PlaceEffect] {
        [.reads(places.whole, rules.absent), .removes(places.whole, isCertain: rules.neverSkips)]
            + places.parts.flatMap { part -> [PlaceEffect] in
                rules.around(part) + [.writes(part, rules.exists, isCertain: rules.neverSkips)]
            }
    }

    var words: String {
        "\(Markdown.place(places.whole)) is split into \(Markdown.places(places.parts))"
    }

    static var describedMembers: [String] { DetailWords.described + ["into"] }

    var traits: OperationTraits {
        var traits: OperationTraits = .addsNothing
        if rules.wrongKind == .skip { traits.insert(.leavesWrongKinds) }
        if rules.exists == .error, !rules.makesParents { traits.insert(.carriesEverything) }
        return traits
    }
}
