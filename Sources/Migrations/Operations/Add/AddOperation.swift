public import VersionedCodec

extension JSONOperation {
    /// Adds a member with a default value.
    ///
    /// ```swift
    /// .add("/currency", value: "EUR")
    /// // {"price": 5}  →  {"price": 5, "currency": "EUR"}
    /// ```
    ///
    /// - `before`: The key of the member that follows. Without it, or if that member is missing, the new one is last.
    /// - `ifWrongKind`: What happens if a scalar is on the path.
    /// - `ifExists`: `.skip` keeps an existing value.
    /// - `makingParents`: Whether missing objects on the path are created. The way back removes them if they are empty
    ///   then.
    ///
    /// Loss class: needs default. Reverse: removes the member, which is a loss if it differs from the default.
    public static func add(
        _ path: JSONPointer, value: JSONValue, before: String? = nil, makingParents: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists, makesParents: makingParents)
        return JSONOperation(AddOperation(path: path, value: value, before: before, rules: rules))
    }
}

struct AddOperation: OperationBody {
    static let name = "add"

    let path: JSONPointer
    let value: JSONValue
    var before: String?
    /// Whether the last token is a key, even one that could be an index: nothing is inserted into an array. A plan file
    /// cannot express it; only the way back of an operation on objects has it.
    var isForObjects = false
    var rules = Rules()

    var description: String { "add \(path.shown) = \(Loss.shortened(value.text()))" }
    var lossClass: LossClass {
        // An existing value may be removed by the way back.
        rules.exists != .error || rules.makesParents(of: path) ? .captures : .needsDefault
    }
    var written: [JSONPointer] { [path] }
    var newWord: String? { rules.wrongKind == .skip ? "ifWrongKind" : nil }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        try path.requireWayBack()
        return [
            JSONOperation(
                RemoveOperation(
                    path: path, restoredBy: .constant(value),
                    rules: Rules(absent: .skip, wrongKind: rules.wrongKind, makesParents: rules.makesParents)))
        ]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        if context.isPartial {
            // No default is added; but a value that is overwritten in each document is in this one, too.
            let existing = arena.find(path, from: scope)
            guard rules.exists == .overwrite, !path.isRoot, !existing.isNone,
                arena.isObject(arena.parent(of: existing))
            else { return }
        }
        if isForObjects {
            let holder = arena.find(path.parent, from: scope)
            if !holder.isNone, arena.isArray(holder) {
                if rules.absent == .skip || rules.wrongKind == .skip { return context.doubt() }
                throw context.wrongKind(expected: "an object", found: context.value(holder), at: path.parent)
            }
        }
        if let before, let key = path.tokens.last, arena.find(path, from: scope).isNone {
            let parent = arena.find(path.parent, from: scope)
            let next = parent.isNone ? .none : arena.member(before, of: parent)
            if !next.isNone { return arena.insert(arena.make(value), as: key, into: parent, before: next) }
        }
        _ = try context.put(value, at: path, in: scope, rules, makingParents: rules.makesParents)
    }
}

extension AddOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", allowsRoot: false, puts: true, scratch: true)
        value = try members.value("value")
        before = try members.optionalKey("before")
        rules = try members.rules([.absent, .wrongKind, .exists, .parents])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["value"] = value
        members["before"] = before.map(JSONValue.key)
        members.write(rules)
    }
}

extension AddOperation {
    var effects: [PlaceEffect] {
        rules.around(path) + [.writes(path, rules.exists, isCertain: rules.neverSkips)]
    }

    var words: String {
        "\(Markdown.place(path)) is new: \(Markdown.value(value)) by default"
    }

    func keepsPresence(of place: JSONPointer) -> Bool {
        !place.isWithin(path) && !(rules.makesParents && path.isWithin(place))
    }

    static var describedMembers: [String] { DetailWords.described + ["value"] }

    var traits: OperationTraits {
        [.isRestoredByReverse, rules.exists == .error ? .carriesEverything : []]
    }
}
