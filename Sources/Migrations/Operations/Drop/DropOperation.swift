public import VersionedCodec

extension JSONOperation {
    /// A value without content.
    public enum EmptyValue: String, Sendable, Hashable, CaseIterable {
        /// `null`
        case null
        /// `""`
        case emptyString
        /// `[]`
        case emptyArray
        /// `{}`
        case emptyObject

        /// The value itself.
        var value: JSONValue {
            switch self {
            case .null: .null
            case .emptyString: ""
            case .emptyArray: []
            case .emptyObject: [:]
            }
        }

    }
}

extension JSONOperation {
    /// Removes the members of an object that are null or empty.
    ///
    /// ```swift
    /// .drop([.null], in: "/state", members: ["branch", "version"])
    /// // {"state": {"branch": null, "version": "1.0"}}  →  {"state": {"version": "1.0"}}
    /// ```
    ///
    /// With `members` and one kind of empty value, but not `deep`, the reverse writes that value for absent members,
    /// and nothing is a loss. Otherwise the reverse does nothing, and each dropped value is a loss. An object that
    /// becomes empty stays.
    ///
    /// - `members`: The keys that may be dropped; by default all.
    /// - `deep`: Whether objects within the object, at any depth, are included.
    ///
    /// Loss class: needs default with `members` and one kind, but not `deep`; otherwise captures.
    public static func drop(
        _ empties: Set<EmptyValue>, in path: JSONPointer = .root, members: [String]? = nil, deep: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            DropOperation(
                path: path, empties: empties, members: members, isDeep: deep,
                rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }
}

struct DropOperation: OperationBody {
    static let name = "drop"

    let path: JSONPointer
    let empties: Set<JSONOperation.EmptyValue>
    let members: [String]?
    let isDeep: Bool
    let rules: Rules

    var description: String {
        let whose = members.map { " of " + $0.map { JSONValue.string($0).text() }.joined(separator: ", ") } ?? ""
        return "drop empty members\(whose) in \(path.shown)"
    }
    var lossClass: LossClass { restored == nil ? .captures : .needsDefault }
    var droppedContents: DroppedContents {
        if restored != nil { return .none }
        return isDeep ? .all : members.map(DroppedContents.members) ?? .all
    }
    var written: [JSONPointer] { isDeep || members == nil ? [path] : (members ?? []).map(path.appending) }

    /// The value that the way back adds for an absent member.
    private var restored: JSONValue? {
        guard members != nil, !isDeep, empties.count == 1 else { return nil }
        return empties.first?.value
    }

    func reversed() -> [JSONOperation] {
        guard let restored else { return [] }
        return (members ?? []).map { key in
            let rules = Rules(absent: rules.absent, wrongKind: rules.wrongKind, exists: .skip)
            let isForObjects = key == "-" || JSONPointer.index(of: key) != nil
            return JSONOperation(
                AddOperation(path: path.appending(key), value: restored, isForObjects: isForObjects, rules: rules))
        }
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        // In a part of a document, a member that is left out says nothing.
        if context.isPartial { return }
        guard let existing = try context.find(path, in: scope, rules) else { return }
        let arena = context.arena
        guard arena.isObject(existing) || isDeep && arena.isArray(existing) else {
            if rules.wrongKind == .skip { return }
            throw context.wrongKind(expected: "an object", found: arena.value(of: existing), at: path)
        }
        // A member that becomes empty stays, as the payload had it.
        var places = DeepPlaces(from: existing)
        while let number = places.next() {
            let node = places.places[number].node
            var dropped: [NodeID] = []
            try places.enter(number, of: arena) { child throws(MigrationError) in
                guard arena.isObject(node), isDropped(child, arena) else { return !isDeep }
                dropped.append(child)
                return true
            }
            if dropped.isEmpty { continue }
            let way = restored == nil ? path.appending(places.pointer(to: number, in: arena)) : .root
            for child in dropped {
                if restored == nil {
                    let place = way.appending(arena.key(of: child))
                    context.lose(context.value(child), at: place, "it is dropped, being empty")
                }
                arena.detach(child)
            }
        }
    }

    private func isDropped(_ member: NodeID, _ arena: Arena) -> Bool {
        let isEmpty = empties.contains { empty in
            switch empty {
            case .null: arena.isNull(member)
            case .emptyString: arena.string(of: member)?.isEmpty == true
            case .emptyArray: arena.isArray(member) && arena.isEmpty(member)
            case .emptyObject: arena.isObject(member) && arena.isEmpty(member)
            }
        }
        guard isEmpty, let members else { return isEmpty }
        let key = arena.key(of: member)
        return members.contains { $0.utf8.elementsEqual(key.utf8) }
    }
}

extension DropOperation {
    init(reading reader: inout MemberReader) throws(PlanFileError) {
        path = try reader.optionalPointer("path", scratch: true) ?? .root
        empties = Set(try reader.choices("what") as [JSONOperation.EmptyValue])
        members = try reader.optionalKeys("members")
        isDeep = try reader.flag("deep")
        rules = try reader.rules([.absent, .wrongKind])
    }

    func write(to writer: inout MemberWriter) {
        writer["path"] = .string(path.description)
        let names = JSONOperation.EmptyValue.allCases.filter(empties.contains).map { JSONValue.string($0.rawValue) }
        writer["what"] = .array(JSONArray(names))
        writer["members"] = members.map { .array(JSONArray($0.map(JSONValue.key))) }
        if isDeep { writer["deep"] = true }
        writer.write(rules)
    }
}

extension DropOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }

    var words: String {
        let kinds = JSONOperation.EmptyValue.allCases.filter(empties.contains).map { Markdown.value($0.value) }
        let depth = isDeep ? ", at any depth," : ""
        guard let members else {
            return "members of \(Markdown.place(path))\(depth) that are \(kinds.joined(separator: " or ")) are left out"
        }
        return "\(Markdown.names(members)) of \(Markdown.place(path))\(depth) \(members.count == 1 ? "is" : "are")"
            + " left out where \(members.count == 1 ? "it is" : "they are") \(kinds.joined(separator: " or "))"
    }

    static var describedMembers: [String] { DetailWords.described + ["members"] }

    var traits: OperationTraits { [.keepsOrder, .addsNothing, restored == nil ? [] : .isRestoredByReverse] }
}
