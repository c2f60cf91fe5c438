public import VersionedCodec

/// Where the rest of a text with too many parts goes.
public enum ExtraPartsRule: String, Sendable, Hashable, CaseIterable {
    /// Nowhere: it is an error.
    case error
    /// Into the first part: `"Anna Maria Bach"` → `"Anna Maria"`, `"Bach"`.
    case first
    /// Into the last part: `"Anna Maria Bach"` → `"Anna"`, `"Maria Bach"`.
    case last
}

extension JSONOperation {
    /// Splits one text into several members.
    ///
    /// ```swift
    /// .split("/name", into: ["/first", "/last"], separator: " ")
    /// // {"name": "Ann Smith"}  →  {"first": "Ann", "last": "Smith"}
    /// ```
    ///
    /// Fewer parts than places is unexpected (`ifWrongKind`); more is what `extraParts` says.
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
    /// Parts that splitting would not give back are a loss.
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

/// A whole text, its parts, and the rule between them: what `split` and `join` share.
struct TextParts: Sendable, Equatable {
    let whole: JSONPointer
    let parts: [JSONPointer]
    let separator: String
    let extra: ExtraPartsRule

    /// As many parts as there are places, or `nil` where the text does not have them.
    func parts(of text: String) -> [String]? {
        let all = TextTransform.parts(of: text, separator)
        let surplus = all.count - parts.count
        if surplus == 0 { return all }
        guard surplus > 0 else { return nil }
        switch extra {
        case .error: return nil
        case .first: return [all[...surplus].joined(separator: separator)] + all[(surplus + 1)...]
        case .last: return all[..<(parts.count - 1)] + [all[(parts.count - 1)...].joined(separator: separator)]
        }
    }

    init(whole: JSONPointer, parts: [JSONPointer], separator: String, extra: ExtraPartsRule) {
        self.whole = whole
        self.parts = parts
        self.separator = separator
        self.extra = extra
    }

    init(reading members: inout MemberReader, whole: String, parts: String) throws(PlanFileError) {
        self.whole = try members.pointer(whole, allowsRoot: false, puts: whole == "into", scratch: true)
        self.parts = try members.pointers(parts, puts: whole == "from", scratch: true)
        separator = try members.text("separator")
        if separator.isEmpty, whole == "from" { throw members.fault("must not be empty", in: "separator") }
        extra = try members.choice("extraParts", default: .error)
    }

    func write(to members: inout MemberWriter, whole: String, parts: String) {
        members[whole] = .string(self.whole.description)
        members[parts] = .array(JSONArray(self.parts.map { .string($0.description) }))
        members["separator"] = .string(separator)
        if extra != .error { members["extraParts"] = .string(extra.rawValue) }
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
        guard let whole = try context.find(places.whole, in: scope, rules) else {
            return context.noteSkipped(self, in: scope)
        }
        if context.leavesAlone(whole) { return }
        guard let parts = context.arena.string(of: whole).flatMap(places.parts(of:)) else {
            if rules.wrongKind == .skip { return context.noteSkipped(self, in: scope) }
            let existing = context.value(whole)
            let wanted = "a string of \(places.parts.count) parts between \(JSONValue.string(places.separator).text())"
            throw context.wrongKind(expected: wanted, found: existing, at: places.whole)
        }
        try context.attempt(self, on: scope, rules) { (context: inout OperationContext) throws(MigrationError) in
            try put(parts, of: whole, in: scope, &context)
        }
    }

    /// Puts the parts into their places; says whether the rules let all of them.
    private func put(
        _ parts: [String], of whole: NodeID, in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let arena = context.arena
        let parent = arena.parent(of: whole)
        var next = arena.next(after: whole)
        arena.detach(whole)
        if rules.makesParents { context.removeEmptyParents(of: places.whole, in: scope) }
        let inPlace =
            !parent.isNone && arena.isObject(parent) && places.parts.first?.isBeside(places.whole) == true
            && arena.find(places.whole, upTo: places.whole.tokens.count - 1, from: scope) == parent
        for (target, part) in zip(places.parts, parts) {
            let part = arena.makeString(part, from: whole)
            if inPlace, let key = target.tokens.last, target.isBeside(places.whole),
                arena.member(key, of: parent).isNone
            {
                arena.insert(part, as: key, into: parent, before: next)
            } else {
                guard try context.put(part, at: target, in: scope, rules, makingParents: rules.makesParents) else {
                    return false
                }
                if !next.isNone { next = arena.next(after: next) }
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
}
