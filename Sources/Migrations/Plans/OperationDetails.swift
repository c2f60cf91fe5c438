import VersionedCodec

extension JSONOperation {
    /// The parts that the description of the operation leaves out, a line each: its rules, tables, defaults, conditions
    /// of the way back.
    ///
    /// They are read from the plan-file form of the operation, so every part of an operation is mentioned.
    var details: [String] {
        guard let members = json.object else { return [] }
        let described = type(of: body).describedMembers
        return members.compactMap { member in
            if ["op", "operations", "otherwise", "if", "where", "summary"].contains(member.key) { return nil }
            if let detail = body.detail(of: member.key, member.value) { return detail }
            return described.contains(member.key) ? nil : detail(member.key, member.value)
        }
    }

    /// The line about a member that means the same in all operations.
    private func detail(_ name: String, _ value: JSONValue) -> String? {
        let shown = DetailWords.shown(value)
        switch (name, value.string) {
        case ("only", _): return "in this direction only"
        case ("makeParents", _): return "missing objects on the path are created"
        case ("anyOrder", _): return "the order of the elements has no meaning: a change of it is not a loss"
        case ("removeEmptyParents", _): return "enclosing objects that become empty are removed"
        case ("ifAbsent", "skip"?): return "if it is absent: nothing happens"
        case ("ifWrongKind", "skip"?): return "if it is of another kind: it stays as it is"
        case ("ifExists", "skip"?): return "if the place is taken: the existing value stays"
        case ("ifExists", "overwrite"?): return "if the place is taken: the existing value is overwritten and lost"
        case ("ifUnknown", "skip"?): return "if it is not in the table: it stays as it is"
        case ("ifMany", "first"?): return "of several elements: the first stays, the others are lost"
        case ("ifEmpty", "remove"?): return "if the array is empty: the member is removed"
        case ("ifEmpty", "null"?): return "if the array is empty: it becomes null"
        case ("extraParts", let end?): return "of too many parts: the rest goes into the \(end) one"
        case ("keepEmptyParents", _): return "objects that become empty stay"
        case ("default", _): return "not lost where it is \(shown), which the way back adds"
        case ("derived", _): return "not lost where it is what the way back makes: \(DetailWords.derivation(value))"
        case ("by", nil): return "by \(DetailWords.transforms(value))"
        case ("back", _): return "back by \(DetailWords.transforms(value))"
        case ("separator", _): return "with \(shown) between the parts"
        case ("before", _): return "before \(shown)"
        case ("reason", let reason?): return "because \(reason)"
        case ("message", _): return shown
        case ("table", _): return "by the table " + DetailWords.table(value)
        case ("fallback", _): return "if it is not in the table: it becomes \(shown)"
        case ("reverseFallback", _): return "if it is not in the table on the way back: it becomes \(shown)"
        case ("reverseIf", _):
            return "the way back asks: \(body.reverseCondition?.description ?? shown)"
        case ("what", _): return "empty is: \(DetailWords.list(value))"
        case ("compare", "caseInsensitive"?): return "upper and lower case are the same"
        case ("descending", _): return "the greatest first"
        case ("missing", let end?): return "elements without the value are \(end)"
        case ("escapeHTML", _): return "with <, > and & written as \\uXXXX"
        case ("mixed", _): return "values of all kinds may be mixed"
        case ("deep", _): return "at any depth"
        default: return description.contains(shown) ? nil : "\(name): \(shown)"
        }
    }
}
