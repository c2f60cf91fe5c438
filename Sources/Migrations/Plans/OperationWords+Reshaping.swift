import VersionedCodec

extension JSONOperation {
    /// What an operation on lists, keys, tables, texts or generated values does, in plain words; of any other, `nil`.
    var reshapingWords: String? {
        keyWords ?? listWords ?? tableWords ?? textWords
    }

    private var keyWords: String? {
        switch body {
        case let gather as GatherOperation:
            "\(gather.nest.words("of", gather.path)) move into \(Markdown.code(gather.nest.key))"
        case let scatter as ScatterOperation:
            "\(scatter.nest.words("of", scatter.path.appending(scatter.nest.key))) move into what it stands in"
        case let rename as RenameKeysOperation: "the keys\(Markdown.of(rename.path)) are renamed" + rename.tableWords
        default: nil
        }
    }

    private var listWords: String? {
        switch body {
        case let named as ArrayToMembersOperation:
            "the elements of \(Markdown.place(named.path)) become the members \(Markdown.names(named.names.keys))"
        case let listed as MembersToArrayOperation:
            "\(Markdown.place(listed.path)) becomes an array of its members \(Markdown.names(listed.names.keys))"
        case let flat as FlattenOperation:
            flat.list.elements.isRoot
                ? "the arrays in \(Markdown.place(flat.path)) become one"
                : "\(Markdown.place(flat.list.elements)) of each of \(Markdown.place(flat.path)) become one array"
        case let group as GroupOperation:
            "\(Markdown.place(group.path)) becomes an array of groups"
                + (group.list.elements.isRoot
                    ? "" : ", each with its elements as \(Markdown.place(group.list.elements))")
        case let hoist as HoistOperation:
            "\(Markdown.place(hoist.shared.member)), which \(hoist.shared.mixed == .keep ? "most" : "all") of \(Markdown.place(hoist.path.appending(hoist.shared.list))) "
                + "have in common, moves to \(Markdown.place(hoist.path.appending(hoist.shared.outside)))"
        case let plunge as PlungeOperation:
            "\(Markdown.place(plunge.path.appending(plunge.shared.outside))) moves into each of "
                + "\(Markdown.place(plunge.path.appending(plunge.shared.list))), as \(Markdown.place(plunge.shared.member))"
        case let tree as ListToTreeOperation:
            "\(Markdown.place(tree.path)) becomes a tree, with \(Markdown.code(tree.tree.children)) in each element"
        case let tree as TreeToListOperation:
            "\(Markdown.place(tree.path)) becomes a flat array, with \(tree.tree.words)"
        case let attach as AttachOperation:
            "the elements of \(Markdown.place(attach.path.appending(attach.lists.items))) move into those of "
                + "\(Markdown.place(attach.path.appending(attach.lists.owners))), as \(Markdown.code(attach.lists.key))"
        case let detach as DetachOperation:
            "\(Markdown.code(detach.lists.key)) of each of \(Markdown.place(detach.path.appending(detach.lists.owners))) "
                + "moves to \(Markdown.place(detach.path.appending(detach.lists.items)))"
        case let partition as PartitionOperation:
            "\(Markdown.place(partition.list.whole)) is divided into \(Markdown.places(partition.list.parts.map(\.place)))"
        case let parts as ConcatenateOperation:
            "\(Markdown.places(parts.list.parts.map(\.place))) become one array, \(Markdown.place(parts.list.whole))"
        default: nil
        }
    }

    private var tableWords: String? {
        switch body {
        case let look as LookUpOperation:
            "\(Markdown.place(look.to)) is new: what \(look.table.words) says of \(Markdown.place(look.from))"
        case let refer as IndexToKeyOperation: "\(Markdown.place(refer.path)) refers to \(refer.list.words) by key"
        case let refer as KeyToIndexOperation: "\(Markdown.place(refer.path)) refers to \(refer.list.words) by position"
        default: nil
        }
    }

    private var textWords: String? {
        switch body {
        case let match as MatchOperation:
            "\(Markdown.place(match.parts.whole)) is taken apart into \(Markdown.places(match.parts.places.map(\.pointer)))"
        case let compose as ComposeOperation:
            "\(Markdown.places(compose.parts.places.map(\.pointer))) make up \(Markdown.place(compose.parts.whole))"
        case let parse as ParseJSONOperation:
            "\(Markdown.place(parse.path)) becomes the value that its text holds as JSON"
        case let print as PrintJSONOperation: "\(Markdown.place(print.path)) becomes a text of JSON"
        case let text as RepeatTextOperation:
            "\(Markdown.place(text.path)) becomes as many \(Markdown.code(text.repetition.text)) as it says"
        case let count as CountTextOperation:
            "\(Markdown.place(count.path)) becomes the number of \(Markdown.code(count.repetition.text)) in it"
        case let calculate as CalculateOperation:
            "\(Markdown.place(calculate.path)) is \(calculate.calculation.words) \(calculate.calculation.number.text)"
        case let generate as GenerateOperation:
            "\(Markdown.place(generate.path)) is made where it is absent: \(generate.made.words)"
        default: nil
        }
    }
}

extension ListedTree {
    /// What of the flat list says the tree.
    fileprivate var words: String {
        switch link {
        case .parent(let parent): "parents in \(Markdown.place(parent))"
        case .childIDs: "the ids of children in \(Markdown.code(children))"
        case .level(let level): "levels in \(Markdown.place(level))"
        }
    }
}

extension MemberNest {
    /// The members that move, in words: which, and of what.
    fileprivate func words(_ word: String, _ place: JSONPointer) -> String {
        let around = place.isRoot ? "" : " \(word) \(Markdown.place(place))"
        var words = selection.only.map { "\(Markdown.names($0))\(around)" } ?? "the members\(around)"
        if let except = selection.except { words += " but \(Markdown.names(except))" }
        if let prefix = selection.prefix { words += ", with the prefix \(Markdown.code(prefix)) outside," }
        if let suffix = selection.suffix { words += ", with the suffix \(Markdown.code(suffix)) outside," }
        return words
    }
}

extension RenameKeysOperation {
    fileprivate var tableWords: String {
        guard case .table(let table) = naming else { return "" }
        let shown = zip(table.names, table.newNames).prefix(8).map { "\(Markdown.code($0)) to \(Markdown.code($1))" }
        return ": " + shown.joined(separator: ", ")
            + (table.names.count > 8 ? ", and \(table.names.count - 8) more" : "")
    }
}

extension LookupTable {
    fileprivate var words: String { Markdown.place(path) + (origin == .context ? " in the context" : "") }
}

extension Calculation {
    fileprivate var words: String {
        switch self {
        case .multiply: "multiplied by"
        case .divide: "divided by"
        case .plus: "greater by"
        case .minus: "less by"
        }
    }
}

extension GeneratedValue {
    /// What is made, in words.
    var words: String {
        switch self {
        case .sequence(let pattern, _): Markdown.code(pattern)
        case .uuid: "a UUID"
        case .digest: "a digest of what is around it"
        }
    }
}
