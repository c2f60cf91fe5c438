import VersionedCodec

extension JSONOperation {
    /// The same for members of operations on lists, keys, tables, texts and generated values: where a name means
    /// something of its own there.
    @_optimize(size)
    func reshapingDetail(_ name: String, _ value: JSONValue) -> String? {
        let shown = Loss.shortened(value.text())
        switch (self.name, name) {
        case ("gather", "members"), ("scatter", "members"): return "only \(Self.list(value))"
        case ("gather", "except"), ("scatter", "except"): return "not \(Self.list(value))"
        case ("gather", "prefix"), ("scatter", "prefix"):
            return "keys begin with \(shown) outside, and are without it inside"
        case ("gather", "merge"): return "gathered members join an existing object"
        case ("renameKeys", "table"): return "by the table " + Self.pairs(value)
        case ("renameKeys", "ifUnknown"): return "if a key is not in the table: \(Self.unknown(value))"
        case ("renameKeys", "reverseIfUnknown"):
            return "if a key is not in the table on the way back: \(Self.unknown(value))"
        case ("renameKeys", "ifExists"), ("scatter", "ifExists"):
            return value.string == "skip"
                ? "if two members have one key: the first stays, the other is lost"
                : "if two members have one key: the last stays, the other is lost"
        case ("arrayToMembers", "required"), ("membersToArray", "required"): return "at least \(shown) of them"
        case ("flatten", "elements"), ("group", "elements"): return "elements are at \(shown) in a group"
        case ("flatten", "carry"), ("group", "carry"): return "of the group, elements have \(Self.pairs(value))"
        case ("flatten", "size"), ("group", "size"): return "groups are of \(shown) elements"
        case ("flatten", "rest"), ("group", "rest"): return "a group holds besides \(shown)"
        case ("listToTree", "root"), ("treeToList", "root"): return "the parent of a root is \(shown)"
        case ("listToTree", "emptyChildren"), ("treeToList", "emptyChildren"):
            return "an element without children has an empty array"
        case ("partition", "noEmptyLists"), ("concatenate", "noEmptyLists"):
            return "a part without elements has no array"
        case (_, "noEmptyLists"): return "an element without a list has no empty one"
        case ("attach", "into"), ("detach", "outOf"): return "they are its \(shown)"
        case ("hoist", "ifMixed"): return "if they differ: the most frequent value moves, the others stay"
        case ("plunge", "ifMixed"): return "if an element has one already: it keeps its own"
        case ("listToTree", "childIDs"), ("treeToList", "childIDs"): return "an element lists the ids of its children"
        case ("listToTree", "level"), ("treeToList", "level"): return "an element says at \(shown) how deep it is"
        case ("gather", "suffix"), ("scatter", "suffix"):
            return "keys end with \(shown) outside, and are without it inside"
        case ("plunge", "member"): return "as \(shown) of each"
        case ("lookUp", "to"): return "to \(shown)"
        case ("lookUp", "by"): return "the table has it at \(shown) of an element"
        case ("lookUp", "match"):
            return value.string == "last"
                ? "of several entries the last one is used" : "the entry with the greatest key up to the value is used"
        case ("lookUp", "ifTableAbsent"): return "if there is no table: nothing happens"
        case ("arrayToObject", "default"): return "an element without a value has \(shown)"
        case ("objectToArray", "default"): return "an element does not say the value \(shown)"
        case ("lookUp", "take"): return "taken is \(shown) of what is found"
        case ("lookUp", "ifUnknown"): return "if the table has nothing for it: nothing happens"
        case ("lookUp", "in"), ("indexToKey", "in"), ("keyToIndex", "in"): return "in the \(value.string ?? shown)"
        case ("indexToKey", "key") where value.string == "", ("keyToIndex", "key") where value.string == "":
            return "its elements are the keys"
        case ("indexToKey", "key"), ("keyToIndex", "key"): return "the key is at \(shown) of an element"
        case ("match", "into"), ("compose", "from"): return "parts: \(Self.pairs(value))"
        case ("match", "back"): return "the way back composes it by \(shown)"
        case ("compose", "back"): return "the way back matches it by \(shown)"
        case ("calculate", "fractionDigits"): return "with at least \(shown) digits after the point"
        case ("calculate", "reverseFractionDigits"):
            return "on the way back with at least \(shown) digits after the point"
        case ("generate", "start"): return "the first number is \(shown)"
        case ("generate", "restart"): return "it starts again in each array or object"
        case ("generate", "pattern") where value.string.map { !description.contains($0) } == true:
            return "written as \(shown)"
        case ("generate", "seed"): return "the same for the same content, with the seed \(shown)"
        case ("everywhere", "except"):
            return "not in values where \((body as? EverywhereScope)?.exception?.description ?? shown)"
        case ("partition", "into"), ("concatenate", "from"): return partDetail
        case ("remove", "ifDifferent"): return "a value that the way back would not create again stays"
        case ("remove", "restoredBy"):
            guard case .operation(let operation)? = (body as? RemoveOperation)?.restoredBy else { return nil }
            return "not lost where it is what the way back makes: \(operation)"
        default: return nil
        }
    }

    private var partDetail: String? {
        let parts = (body as? PartitionOperation)?.list.parts ?? (body as? ConcatenateOperation)?.list.parts
        return parts.map { parts in
            parts.map { "\($0.place.shown) takes \($0.condition.map { "what has \($0)" } ?? "the rest")" }
                .joined(separator: "; ")
        }
    }

    private static func pairs(_ value: JSONValue) -> String {
        let members = value.object.map(Array.init) ?? []
        let shown = members.prefix(8).map { "\(JSONValue.string($0.key).text()) → \($0.value.text())" }
        return shown.joined(separator: ", ") + (members.count > 8 ? ", … and \(members.count - 8) more" : "")
    }

    private static func unknown(_ rule: JSONValue) -> String {
        rule.string == "drop" ? "the member is lost" : "it stays"
    }
}
