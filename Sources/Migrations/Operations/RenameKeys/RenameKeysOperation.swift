public import VersionedCodec

extension JSONOperation {
    /// How `renameKeys` handles a key that is not in its table.
    public enum UnknownKeyRule: String, Sendable, Hashable, CaseIterable {
        /// It fails.
        case error
        /// The member stays as it is.
        case keep
        /// The member is removed, and is a loss.
        case drop
    }
}

extension JSONOperation {
    /// Renames all keys of an object with a chain of text transforms. Each member keeps its position.
    ///
    /// ```swift
    /// .renameKeys("/specifiers", by: [.addPrefix("npm:")])
    /// // {"specifiers": {"nanoid": "3.3.4"}}  →  {"specifiers": {"npm:nanoid": "3.3.4"}}
    /// ```
    ///
    /// - `back`: The chain of the way back; by default the reverse of each transform.
    /// - `ifExists`: How two members that get the same key are handled: `.skip` keeps the first, `.overwrite` the last.
    ///
    /// Loss class: captures. Reverse: renames back. O(members)
    public static func renameKeys(
        _ path: JSONPointer = .root, by transforms: [TextTransform], back: [TextTransform]? = nil,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)
        return JSONOperation(RenameKeysOperation(path: path, naming: .transforms(transforms, back: back), rules: rules))
    }

    /// Renames the keys of an object that are in a table. Each member keeps its position.
    ///
    /// ```swift
    /// .renameKeys("/data", table: [("text", "text/plain")], ifUnknown: .keep)
    /// // {"data": {"text": "hi", "x": 1}}  →  {"data": {"text/plain": "hi", "x": 1}}
    /// ```
    ///
    /// - `ifUnknown`: How a member is handled whose key is not in the table; `reverseIfUnknown` is the rule of the way
    ///   back.
    ///
    /// Loss class: captures. Reverse: the table in the other direction. O(members)
    public static func renameKeys(
        _ path: JSONPointer = .root, table: [(String, String)], ifUnknown: UnknownKeyRule = .error,
        reverseIfUnknown: UnknownKeyRule? = nil, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)
        let table = KeyMap(pairs: table, unknown: ifUnknown, reverseUnknown: reverseIfUnknown ?? ifUnknown)
        return JSONOperation(RenameKeysOperation(path: path, naming: .table(table), rules: rules))
    }
}

/// Which key becomes which, and what happens to others.
struct KeyMap: Sendable, Equatable {
    private(set) var names: [String]
    private(set) var newNames: [String]
    let unknown: JSONOperation.UnknownKeyRule
    let reverseUnknown: JSONOperation.UnknownKeyRule
    /// Keys by their bytes.
    private let places: JSONObject

    init(pairs: [(String, String)], unknown: JSONOperation.UnknownKeyRule, reverseUnknown: JSONOperation.UnknownKeyRule)
    {
        names = pairs.map(\.0)
        newNames = pairs.map(\.1)
        self.unknown = unknown
        self.reverseUnknown = reverseUnknown
        var places = JSONObject()
        for (old, new) in pairs where places[old] == nil { places[old] = .string(new) }
        self.places = places
    }

    subscript(key: String) -> String? { places[key]?.string }

    var reversed: KeyMap {
        KeyMap(pairs: Array(zip(newNames, names)), unknown: reverseUnknown, reverseUnknown: unknown)
    }
}

struct RenameKeysOperation: ValueOperation {
    static let name = "renameKeys"

    enum Naming: Sendable, Equatable {
        case transforms([TextTransform], back: [TextTransform]?)
        case table(KeyMap)
    }

    let path: JSONPointer
    let naming: Naming
    let rules: Rules

    var description: String { "rename the keys of \(path.shown)" }
    var lossClass: LossClass { .captures }

    var newWord: String? {
        guard case .transforms(let transforms, let back) = naming else { return nil }
        if transforms.contains(where: \.isNewWord) { return "by" }
        return back?.contains(where: \.isNewWord) == true ? "back" : nil
    }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        switch naming {
        case .table(let table):
            return [JSONOperation(RenameKeysOperation(path: path, naming: .table(table.reversed), rules: rules))]
        case .transforms(let transforms, let back):
            let reversed = transforms.reversed().compactMap(\.reversed)
            guard let back = back ?? (reversed.count == transforms.count ? reversed : nil) else {
                throw NoWayBack(reason: "its transforms have no reverse; say with \"back\" what the way back does")
            }
            let naming = Naming.transforms(back, back: transforms)
            return [JSONOperation(RenameKeysOperation(path: path, naming: naming, rules: rules))]
        }
    }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let object = value.object else {
            throw context.wrongKind(expected: "an object", found: value, at: .root)
        }
        var renamed = JSONObject()
        for member in object {
            guard let key = try key(of: member, &context) else { continue }
            guard let taken = renamed[key] else {
                renamed[key] = member.value
                continue
            }
            switch rules.exists {
            case .error:
                let shown = JSONValue.string(key).text()
                throw context.error(
                    .exists, "another member becomes \(shown) too", at: JSONPointer([member.key]), found: member.value)
            case .skip:
                context.lose(member.value, at: JSONPointer([member.key]), "an earlier member has the same key then")
            case .overwrite:
                context.lose(taken, at: JSONPointer([key]), "a later member has the same key then")
                renamed[key] = member.value
            }
        }
        return .object(renamed)
    }

    /// The new key of a member; `nil`: the member goes.
    private func key(
        of member: JSONObject.Member, _ context: inout OperationContext
    ) throws(MigrationError) -> String? {
        if context.isVersion(member.key) { return member.key }
        let place = JSONPointer([member.key])
        switch naming {
        case .transforms(let transforms, _):
            // A key has nothing beside it: no argument is a path.
            let new = try Derivation.transformed(
                .string(member.key), by: transforms, at: context.arena.root, in: context)
            if let key = new?.string { return key }
            let shown = JSONValue.string(member.key).text()
            throw context.error(
                .unexpectedValue, "the key \(shown) cannot be transformed", at: place, found: member.value)
        case .table(let table):
            if let key = table[member.key] { return key }
            switch table.unknown {
            case .keep: return member.key
            case .drop:
                context.lose(member.value, at: place, "its key is not in the table")
                return nil
            case .error:
                let known = table.names.map { JSONValue.string($0).text() }.joined(separator: ", ")
                let message = "the key \(JSONValue.string(member.key).text()) is not in the table; it has \(known)"
                throw context.error(.unexpectedValue, message, at: place, found: member.value)
            }
        }
    }
}

extension RenameKeysOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.optionalPointer("path", scratch: true) ?? .root
        if try members.optionalValue("table") != nil {
            for name in ["by", "back"] { try members.exclude(name, because: "table") }
            let pairs = try members.textTable("table")
            let unknown: JSONOperation.UnknownKeyRule = try members.choice("ifUnknown", default: .error)
            let reverse: JSONOperation.UnknownKeyRule = try members.choice("reverseIfUnknown", default: unknown)
            naming = .table(KeyMap(pairs: pairs, unknown: unknown, reverseUnknown: reverse))
        } else {
            let transforms = try members.transforms("by")
            naming = .transforms(transforms, back: try members.optionalTransforms("back"))
            for (name, chain) in [("by", transforms), ("back", try members.optionalTransforms("back") ?? [])]
            where chain.contains(where: { !$0.places.isEmpty || $0.readsDocument }) {
                throw members.fault("is about keys, beside which nothing is", in: name)
            }
        }
        rules = try members.rules([.absent, .wrongKind, .exists])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        switch naming {
        case .transforms(let transforms, let back):
            members["by"] = .array(JSONArray(transforms.map(\.json)))
            members["back"] = back.map { .array(JSONArray($0.map(\.json))) }
        case .table(let table):
            members["table"] = .object(JSONObject(texts: zip(table.names, table.newNames)))
            if table.unknown != .error { members["ifUnknown"] = .string(table.unknown.rawValue) }
            if table.reverseUnknown != table.unknown {
                members["reverseIfUnknown"] = .string(table.reverseUnknown.rawValue)
            }
        }
        members.write(rules)
    }
}

extension JSONObject {
    /// An object of texts; of a repeated key the first one counts.
    init(texts: some Sequence<(String, String)>) {
        self.init()
        for (key, text) in texts where self[key] == nil { self[key] = .string(text) }
    }
}

extension MemberReader {
    /// An object of texts.
    mutating func textTable(_ name: String) throws(PlanFileError) -> [(String, String)] {
        let table = try reader(try value(name), at: path.appending(name))
        if table.object.isEmpty { throw fault("must not be empty", in: name) }
        var pairs: [(String, String)] = []
        for member in table.object {
            pairs.append((member.key, try text(member.value, at: table.path.appending(member.key))))
        }
        return pairs
    }
}

extension RenameKeysOperation {
    var words: String {
        "the keys\(Markdown.of(path)) are renamed" + tableWords
    }

    var tableWords: String {
        guard case .table(let table) = naming else { return "" }
        let shown = zip(table.names, table.newNames).prefix(8).map { "\(Markdown.code($0)) to \(Markdown.code($1))" }
        return ": " + shown.joined(separator: ", ")
            + (table.names.count > 8 ? ", and \(table.names.count - 8) more" : "")
    }
}
