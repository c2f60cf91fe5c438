public import VersionedCodec

extension JSONOperation {
    /// Turns a reference by position into one by key.
    ///
    /// ```swift
    /// .each("/meshes", [.indexToKey("/material", in: "/materials", key: "/name")])
    /// // {"materials": [{"name": "wood"}, {"name": "steel"}], "meshes": [{"material": 1}]}
    /// //     →  {"materials": [{"name": "wood"}, {"name": "steel"}], "meshes": [{"material": "steel"}]}
    /// ```
    ///
    /// - `list`: The place of the list, from the root of the document (or in the context).
    /// - `key`: The place of the key in an element. Without it, the list is an object whose keys are numbered in order.
    ///
    /// A position outside the list is unexpected. Loss class: captures. Reverse: `keyToIndex`.
    public static func indexToKey(
        _ path: JSONPointer, in list: JSONPointer, of origin: JSONOperation.PathOrigin = .document,
        key: JSONPointer? = nil,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let list = LookupTable(origin: origin, path: list, key: key)
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        return JSONOperation(IndexToKeyOperation(path: path, list: list, rules: rules))
    }

    /// Turns a reference by key into one by position.
    ///
    /// ```swift
    /// .each("/meshes", [.keyToIndex("/material", in: "/materials", key: "/name")])
    /// // {"materials": [{"name": "wood"}, {"name": "steel"}], "meshes": [{"material": "steel"}]}
    /// //     →  {"materials": [{"name": "wood"}, {"name": "steel"}], "meshes": [{"material": 1}]}
    /// ```
    ///
    /// A key that is not in the list is unexpected. If two are equal, the first is used. Loss class: captures. Reverse:
    /// `indexToKey`.
    public static func keyToIndex(
        _ path: JSONPointer, in list: JSONPointer, of origin: JSONOperation.PathOrigin = .document,
        key: JSONPointer? = nil,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let list = LookupTable(origin: origin, path: list, key: key)
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        return JSONOperation(KeyToIndexOperation(path: path, list: list, rules: rules))
    }
}

struct IndexToKeyOperation: ValueOperation {
    static let name = "indexToKey"

    let path: JSONPointer
    let list: LookupTable
    let rules: Rules

    var description: String { "refer from \(path.shown) to \(list.path.shown) by key" }

    func reversed() -> [JSONOperation] { [JSONOperation(KeyToIndexOperation(path: path, list: list, rules: rules))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        let entries = try list.table(here: .value(value), context)
        try context.needAllKeys(of: entries, in: list)
        guard let index = value.int else {
            throw context.wrongKind(expected: "a whole number", found: value, at: .root)
        }
        let count = entries.count
        guard (0..<count).contains(index) else {
            throw context.error(
                .unexpectedValue,
                "\(list.path.shown) has \(Condition.ValueTest.elements(count)), and none of the index \(index)",
                at: .root,
                found: value)
        }
        if let key = entries.key(at: index) { return .string(key) }
        guard let found = list.key.flatMap({ entries.value(at: $0, ofElement: index) }) else {
            try context.needKeys(in: index..<index + 1, of: entries, list, for: value)
            throw context.error(
                .unexpectedValue, "the element \(index) of \(list.path.shown) has no key", at: .root, found: value)
        }
        return found.detached
    }
}

struct KeyToIndexOperation: ValueOperation {
    static let name = "keyToIndex"

    let path: JSONPointer
    let list: LookupTable
    let rules: Rules

    var description: String { "refer from \(path.shown) to \(list.path.shown) by index" }

    func reversed() -> [JSONOperation] { [JSONOperation(IndexToKeyOperation(path: path, list: list, rules: rules))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        let entries = try list.table(here: .value(value), context)
        try context.needAllKeys(of: entries, in: list)
        let found = list.index(of: value, in: entries, context)
        try context.needKeys(in: 0..<(found ?? entries.count), of: entries, list, for: value)
        guard value.kind == .string || list.key != nil, let index = found else {
            throw context.error(
                .unexpectedValue, "\(list.path.shown) has no element of the key \(Loss.shortened(value.text()))",
                at: .root, found: value)
        }
        return .integer(index)
    }
}

extension OperationContext {
    /// Fails if a list is an object that may have more keys.
    fileprivate func needAllKeys(of table: SeenTable, in list: LookupTable) throws(MigrationError) {
        if mayLackMembers, list.origin != .context, case .value(let entries) = table, entries.kind == .object {
            throw notAllMembers(of: entries, at: .root, toTell: "which key has which index")
        }
    }

    /// Fails if an element of a list in a partial document does not show its key.
    fileprivate func needKeys(
        in range: Range<Int>, of table: SeenTable, _ list: LookupTable, for value: JSONValue
    ) throws(MigrationError) {
        guard mayLackMembers, list.origin != .context, !list.path.isScratch, let key = list.key,
            case .value(let entries) = table
        else { return }
        let index = range.first { entries[$0]?.kind == .object && entries[$0]?[at: key] == nil }
        if let index { throw undecided(without: list.path.appending(index).appending(key), of: value) }
    }
}

extension IndexToKeyOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        list = try LookupTable(reading: &members, path: "list", key: "key")
        try members.requireElsewhere(list)
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) { members.write(path, list, rules) }
}

extension KeyToIndexOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        list = try LookupTable(reading: &members, path: "list", key: "key")
        try members.requireElsewhere(list)
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) { members.write(path, list, rules) }
}

extension MemberReader {
    fileprivate func requireElsewhere(_ list: LookupTable) throws(PlanFileError) {
        if list.origin == .here { throw fault("must be \"document\" or \"context\"", in: "in") }
    }
}

extension MemberWriter {
    fileprivate mutating func write(_ path: JSONPointer, _ list: LookupTable, _ rules: Rules) {
        self["path"] = .string(path.description)
        list.write(to: &self, path: "list", key: "key")
        write(rules)
    }
}

extension IndexToKeyOperation {
    var effects: [PlaceEffect] { [list.read(rules), .changes(path, rules.absent)] }

    var words: String {
        "\(Markdown.place(path)) refers to \(list.words) by key"
    }

    func detail(of member: String, _ value: JSONValue) -> String? { list.referenceDetail(of: member, value) }

    var traits: OperationTraits { list.referenceTraits }
}

extension KeyToIndexOperation {
    var effects: [PlaceEffect] { [list.read(rules), .changes(path, rules.absent)] }

    var words: String {
        "\(Markdown.place(path)) refers to \(list.words) by position"
    }

    func detail(of member: String, _ value: JSONValue) -> String? { list.referenceDetail(of: member, value) }

    var traits: OperationTraits { list.referenceTraits }
}

extension LookupTable {
    fileprivate var referenceTraits: OperationTraits {
        [
            .keepsOrder, .addsNothing, key == nil ? .showsOrder : [], origin == .document ? .readsDocument : [],
        ]
    }

    fileprivate func referenceDetail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "in": "in the \(value.string ?? DetailWords.shown(value))"
        case "key" where value.string == "": "its elements are the keys"
        case "key": "the key is at \(DetailWords.shown(value)) of an element"
        default: nil
        }
    }
}
