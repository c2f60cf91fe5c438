import VersionedCodec

extension JSONOperation {
    /// The parts that the description of the operation leaves out, a line each: its rules, tables, defaults, conditions
    /// of the way back.
    ///
    /// They are read from the plan-file form of the operation, so every part of an operation is mentioned.
    var details: [String] {
        guard let members = json.object else { return [] }
        return members.compactMap { member in
            if ["op", "operations", "otherwise", "if", "where", "summary"].contains(member.key) { return nil }
            if member.key == "cases" { return idleKinds(member.value) }
            if Self.toldByDescriptions.contains("\(name) \(member.key)") { return nil }
            return reshapingDetail(member.key, member.value) ?? detail(member.key, member.value)
        }
    }

    /// Members that the description of their operation contains in a form of its own.
    private static let toldByDescriptions: Set = [
        "arrayToMembers keys", "membersToArray keys", "generate as", "lookUp table", "copy in",
    ]

    /// The kinds of a `switch` of which nothing changes; the others are reported as scopes.
    private func idleKinds(_ cases: JSONValue) -> String? {
        let idle =
            cases.object?.filter { $0.value.array?.isEmpty == true }.map { JSONValue.string($0.key).text() } ?? []
        return idle.isEmpty ? nil : "nothing changes where it is \(idle.joined(separator: ", "))"
    }

    private func detail(_ name: String, _ value: JSONValue) -> String? {
        let shown = Loss.shortened(value.text())
        switch (name, value.string) {
        case ("only", _): return "in this direction only"
        case ("makeParents", _): return "missing objects on the path are created"
        case ("anyOrder", _): return "the order of the elements has no meaning: a change of it is not a loss"
        case ("removeEmptyParents", _): return "enclosing objects that become empty are removed"
        case ("ifAbsent", "skip"?): return "if it is absent: nothing happens"
        case ("ifWrongKind", "skip"?): return "if it is of another kind: it stays as it is"
        case ("ifExists", "skip"?): return "if the place is taken: the existing value stays"
        case ("ifExists", "overwrite"?): return "if the place is taken: the existing value is overwritten and lost"
        case ("ifUnknown", "skip"?) where self.name == "switch": return "if it is of another kind: it stays as it is"
        case ("ifUnknown", "skip"?): return "if it is not in the table: it stays as it is"
        case ("ifMany", "first"?): return "of several elements: the first stays, the others are lost"
        case ("ifEmpty", "remove"?): return "if the array is empty: the member is removed"
        case ("ifEmpty", "null"?): return "if the array is empty: it becomes null"
        case ("extraParts", let end?): return "of too many parts: the rest goes into the \(end) one"
        case ("keepEmptyParents", _): return "objects that become empty stay"
        case ("default", _): return "not lost where it is \(shown), which the way back adds"
        case ("derived", _): return "not lost where it is what the way back makes: \(Self.derivation(value))"
        case ("by", nil): return "by \(Self.transforms(value))"
        case ("back", _): return "back by \(Self.transforms(value))"
        case ("separator", _): return "with \(shown) between the parts"
        case ("before", _): return "before \(shown)"
        case ("reason", let reason?): return "because \(reason)"
        case ("message", _): return shown
        case ("table", _): return "by the table " + Self.table(value)
        case ("fallback", _): return "if it is not in the table: it becomes \(shown)"
        case ("reverseFallback", _): return "if it is not in the table on the way back: it becomes \(shown)"
        case ("reverseIf", _):
            let condition = (body as? WhenScope)?.reverseCondition ?? (body as? EverywhereScope)?.reverseCondition
            return "the way back asks: \(condition?.description ?? shown)"
        case ("what", _): return "empty is: \(Self.list(value))"
        case ("compare", "caseInsensitive"?): return "upper and lower case are the same"
        case ("descending", _): return "the greatest first"
        case ("missing", let end?): return "elements without the value are \(end)"
        case ("escapeHTML", _): return "with <, > and & written as \\uXXXX"
        case ("mixed", _): return "values of all kinds may be mixed"
        case ("deep", _): return "at any depth"
        case ("from", _) where self.name == "set": return "not lost where it was \(shown)"
        default: return description.contains(shown) || isTold(name) ? nil : "\(name): \(shown)"
        }
    }

    /// Whether the description contains a member in other words.
    private func isTold(_ name: String) -> Bool {
        switch self.name {
        case "set": ["path", "to"].contains(name)
        case "reformatDate": ["path", "from", "to"].contains(name)
        case "add": ["path", "value"].contains(name)
        case "convert", "split", "join", "drop": ["path", "from", "to", "into", "members"].contains(name)
        default: ["path", "from", "to"].contains(name)
        }
    }

    static func list(_ value: JSONValue) -> String {
        (value.array.map(Array.init) ?? [value]).map { $0.string ?? $0.text() }.joined(separator: ", ")
    }

    static func transforms(_ value: JSONValue) -> String {
        guard let transforms = value.array else { return Loss.shortened(value.text()) }
        return transforms.map { transform in
            guard let object = transform.object else { return transform.string ?? transform.text() }
            return object.map { "\($0.key) \($0.value.text())" }.joined(separator: " ")
        }.joined(separator: ", ")
    }

    private static func derivation(_ value: JSONValue) -> String {
        let source = value["from"]?.text() ?? value.text()
        return value["by"].map { "\(source) by \(transforms($0))" } ?? "a copy of \(source)"
    }

    private static func table(_ value: JSONValue) -> String {
        // Of several pairs with one value, the first counts.
        var known: Set<String> = []
        let pairs = (value.array.map(Array.init) ?? []).filter { known.insert($0[0]?.text() ?? "").inserted }
        let shown = pairs.prefix(8).map { "\($0[0]?.text() ?? "") → \($0[1]?.text() ?? "")" }
        return shown.joined(separator: ", ") + (pairs.count > 8 ? ", … and \(pairs.count - 8) more" : "")
    }
}
