public import VersionedCodec

extension JSONOperation {
    /// Copies a value to another place.
    ///
    /// ```swift
    /// .copy("/name", to: "/title")
    /// // {"name": "Ann"}  →  {"name": "Ann", "title": "Ann"}
    /// ```
    ///
    /// - `origin`: Where `from` begins: here, at the root of the document, or in the context from the caller.
    /// - `makingParents`: Whether missing objects on the path to the target are created.
    ///
    /// Loss class: exact. Reverse: removes the copy, which is a loss if it has changed.
    public static func copy(
        _ from: JSONPointer, to target: JSONPointer, in origin: JSONOperation.PathOrigin = .here,
        makingParents: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists, makesParents: makingParents)
        return JSONOperation(CopyOperation(from: from, to: target, origin: origin, rules: rules))
    }
}

struct CopyOperation: OperationBody {
    static let name = "copy"

    let from: JSONPointer
    let to: JSONPointer
    var origin: JSONOperation.PathOrigin = .here
    let rules: Rules

    var description: String {
        "copy \(from.shown)\(origin == .here ? "" : " of the \(origin.rawValue)") to \(to.shown)"
    }
    var lossClass: LossClass { rules.classOfAdding(to, madeFrom: from) }
    var written: [JSONPointer] { [to] }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        try to.requireWayBack()
        let copy = Derivation(from: from, transforms: [])
        let restored: RemoveOperation.Restoration =
            origin == .here ? .derivation(copy) : .operation(JSONOperation(self))
        let rules = Rules(absent: .skip, wrongKind: rules.wrongKind, makesParents: rules.makesParents)
        return [JSONOperation(RemoveOperation(path: to, restoredBy: restored, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        // In a partial document, a fact from outside is not copied, as a default is not added.
        if context.isPartial, origin == .context { return }
        if origin == .here {
            if try context.remove(to, madeOf: from, in: scope, rules) { return }
            guard let found = try context.find(from, in: scope, rules) else {
                try context.needSource(from, of: to, in: scope, rules)
                return context.noteSkipped(self, in: scope)
            }
            try context.needElement(found, at: from, movingTo: to, in: scope)
            let copy = context.arena.makeCopy(of: found)
            _ = try context.put(copy, at: to, in: scope, rules, makingParents: rules.makesParents)
            return
        }
        guard var copied = try context.value(at: from, in: origin, of: scope, rules, isCopied: true) else {
            let isDecided = rules.exists == .overwrite && !context.arena.find(to, from: scope).isNone
            if context.mayLackMembers, isDecided || context.isRemoved(to, in: scope) {
                throw context.undecided(without: from, of: context.value(scope))
            }
            return context.noteSkipped(self, in: scope)
        }
        if origin == .context { copied = copied.detached }
        if context.leavesAlone(copied) {
            try context.needOverwritten(by: context.arena.make(copied), at: from, to, in: scope, rules)
        }
        _ = try context.put(copied, at: to, in: scope, rules, makingParents: rules.makesParents)
    }
}

extension CopyOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        origin = try members.choice("in", default: .here)
        from = try members.pointer("from", scratch: true, in: origin)
        to = try members.pointer("to", allowsRoot: false, puts: true, scratch: true)
        rules = try members.rules([.absent, .wrongKind, .exists, .parents])
    }

    func write(to members: inout MemberWriter) {
        members["from"] = .string(from.description)
        members["to"] = .string(to.description)
        if origin != .here { members["in"] = .string(origin.rawValue) }
        members.write(rules)
    }
}

extension CopyOperation {
    var effects: [PlaceEffect] {
        [origin == .here ? .reads(from, rules.absent) : .readsElsewhere(origin, from, rules.absent)]
            + rules.around(to) + [.writes(to, rules.exists, isCertain: rules.neverSkips)]
    }

    var words: String {
        "\(Markdown.place(to)) is new: a copy of \(Markdown.place(from))"
            + (origin == .here ? "" : " in the \(origin.rawValue)")
    }

    var idleness: Idleness? {
        origin == .here && from.isByteForByte(to) ? Idleness("both paths are the same", in: "to") : nil
    }

    static var describedMembers: [String] { DetailWords.described + ["in"] }

    var traits: OperationTraits {
        var traits: OperationTraits = .mayCopy
        if origin == .here { traits.insert(.isRestoredByReverse) }
        if origin == .document { traits.insert(.readsDocument) }
        if rules.exists == .error { traits.insert(.carriesEverything) }
        return traits
    }
}
