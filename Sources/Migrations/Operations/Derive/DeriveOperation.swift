public import VersionedCodec

extension JSONOperation {
    /// Adds a member whose text is derived from another one.
    ///
    /// ```swift
    /// .derive("/identity", from: "/location", by: .lastPathComponent, .dropSuffix(".git"), .lowercase)
    /// // {"location": "https://x/Yams.git"}  →  {"location": "https://x/Yams.git", "identity": "yams"}
    /// ```
    ///
    /// Loss class: exact. Reverse: removes the member, which is a loss if it differs from the derived text.
    public static func derive(
        _ target: JSONPointer, from source: JSONPointer, by transforms: TextTransform...,
        makingParents: Bool = false, ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error,
        ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists, makesParents: makingParents)
        return JSONOperation(
            DeriveOperation(derivation: Derivation(from: source, transforms: transforms), to: target, rules: rules))
    }
}

struct DeriveOperation: OperationBody {
    static let name = "derive"

    let derivation: Derivation
    let to: JSONPointer
    var rules = Rules()

    var description: String { "derive \(to.shown) from \(derivation.from.shown)" }
    var lossClass: LossClass { rules.classOfAdding(to, madeFrom: derivation.from) }
    var written: [JSONPointer] { [to] }
    var newWord: String? { derivation.usesNewWords ? "by" : nil }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        try to.requireWayBack()
        return [
            JSONOperation(
                RemoveOperation(
                    path: to, restoredBy: .derivation(derivation),
                    rules: Rules(absent: .skip, wrongKind: rules.wrongKind, makesParents: rules.makesParents)))
        ]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        if try context.remove(to, madeOf: derivation.from, in: scope, rules) { return }
        guard let place = try context.find(derivation.from, in: scope, rules) else {
            try context.needSource(derivation.from, of: to, in: scope, rules)
            try context.needSubject(derivation.from, of: derivation.transforms, becoming: to, in: scope)
            return context.noteSkipped(self, in: scope)
        }
        if context.leavesAlone(place) { return }
        if let text = try derivation.makeText(of: place, in: &context) {
            _ = try context.put(text, at: to, in: scope, rules, makingParents: rules.makesParents)
            return
        }
        let made: JSONValue?
        do throws(MigrationError) {
            made = try derivation.value(madeOf: place, at: scope, in: context)
        } catch {
            guard rules.skip(error, context) else { throw error }
            return context.noteSkipped(self, in: scope)
        }
        guard var derived = made else {
            if rules.wrongKind == .skip { return context.noteSkipped(self, in: scope) }
            throw Derivation.misfit(
                of: context.value(place), by: derivation.transforms, at: derivation.from, in: scope, context)
        }
        if context.followsValues, !derivation.isWhole(derived, of: place, at: scope, in: context) {
            // What says less of a list or an object does not come from what is in it.
            if context.arena.isContainer(place) {
                derived = derived.beginning(at: nil)
            } else {
                context.divide(place, into: nil)
            }
        } else if context.followsValues, let parts = derived.parts(of: context.value(place)) {
            derived = parts.list
            context.divide(place, into: parts.texts)
        }
        _ = try context.put(derived, at: to, in: scope, rules, makingParents: rules.makesParents)
    }
}

extension DeriveOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        to = try members.pointer("to", allowsRoot: false, puts: true, scratch: true)
        derivation = Derivation(
            from: try members.pointer("from", scratch: true), transforms: try members.transforms("by"))
        rules = try members.rules([.absent, .wrongKind, .exists, .parents])
    }

    func write(to members: inout MemberWriter) {
        members["from"] = .string(derivation.from.description)
        members["to"] = .string(to.description)
        members["by"] = .array(JSONArray(derivation.transforms.map(\.json)))
        members.write(rules)
    }
}

extension DeriveOperation {
    var effects: [PlaceEffect] {
        [.reads(derivation.from, rules.absent)] + derivation.transforms.effects(rules.absent) + rules.around(to)
            + [.writes(to, rules.exists, isCertain: rules.neverSkips)]
    }

    var words: String {
        "\(Markdown.place(to)) is new: made from \(Markdown.place(derivation.from))"
    }

    var traits: OperationTraits {
        [
            .mayCopy, .isRestoredByReverse, derivation.readsDocument ? .readsDocument : [],
            derivation.transforms.contains(where: \.showsOrderOfMembers) ? .showsOrder : [],
        ]
    }
}
