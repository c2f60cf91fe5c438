import VersionedCodec

/// The parts of operations.
extension MemberReader {
    // MARK: Rules

    /// The rules that an operation has.
    struct RuleSet: OptionSet {
        let rawValue: Int
        static let absent = RuleSet(rawValue: 1)
        static let wrongKind = RuleSet(rawValue: 2)
        static let exists = RuleSet(rawValue: 4)
        static let parents = RuleSet(rawValue: 8)
        static let order = RuleSet(rawValue: 16)
    }

    mutating func rules(_ set: RuleSet) throws(PlanFileError) -> Rules {
        var rules = Rules()
        if set.contains(.absent) { rules.absent = try choice("ifAbsent", default: .error) }
        if set.contains(.wrongKind) { rules.wrongKind = try choice("ifWrongKind", default: .error) }
        if set.contains(.exists) { rules.exists = try choice("ifExists", default: .error) }
        if set.contains(.parents) { rules.makesParents = try flag("makeParents") }
        if set.contains(.order) { rules.anyOrder = try flag("anyOrder") }
        return rules
    }

    // MARK: Operations

    /// - `deeper`: Whether paths in the operations begin deeper than those around.
    mutating func operations(_ name: String, deeper: Bool = true) throws(PlanFileError) -> [JSONOperation] {
        let wasAtRoot = environment.isAtRoot
        defer { environment.isAtRoot = wasAtRoot }
        environment.isAtRoot = wasAtRoot && !deeper
        return try operations(try value(name), at: path.appending(name))
    }

    mutating func optionalOperations(_ name: String) throws(PlanFileError) -> [JSONOperation]? {
        let place = path.appending(name)
        return try optionalValue(name).map { (value) throws(PlanFileError) in try operations(value, at: place) }
    }

    /// One operation: an object of its own, as `remove` has it in `restoredBy`.
    mutating func optionalOperation(_ name: String) throws(PlanFileError) -> JSONOperation? {
        let place = path.appending(name)
        guard let value = try optionalValue(name) else { return nil }
        let wasAtRoot = environment.isAtRoot
        defer { environment.isAtRoot = wasAtRoot }
        environment.isAtRoot = false
        let operations = try operations(of: value, at: place)
        guard operations.count == 1 else { throw fault("must be one operation", in: name) }
        if operations.hasOneDirection { throw fault("must run in both directions", in: name) }
        return operations[0]
    }

    func operations(_ value: JSONValue, at place: JSONPointer) throws(PlanFileError) -> [JSONOperation] {
        try elements(value, at: place) { (element, place) throws(PlanFileError) in
            try operations(of: element, at: place)
        }.flatMap { $0 }
    }

    /// The operation of an object, or those of the list that it uses.
    private func operations(of element: JSONValue, at place: JSONPointer) throws(PlanFileError) -> [JSONOperation] {
        let name = element["op"]?.string ?? ""
        if name == "use" {
            return try object(element, at: place) { (members) throws(PlanFileError) in
                _ = try members.text("op")
                return try members.usedOperations()
            }
        }
        guard environment.count() else {
            throw error(
                .invalidPlan, "the plan has more than \(PlanFileEnvironment.mostOperations) operations", at: place,
                found: element)
        }
        guard let type = OperationVocabulary.type(named: name) else {
            var members = try reader(element, at: place)
            let shown = JSONValue.string(try members.text("op")).text()
            let hint = NearestName.hint(for: name, in: OperationVocabulary.names + ["use"])
            throw error(
                .unknownValue, "unknown operation \(shown); \(hint)", at: place.appending("op"), found: element["op"])
        }
        return try object(element, at: place) { (members) throws(PlanFileError) in
            _ = try members.text("op")
            let body = try type.init(reading: &members)
            if let word = body.newWord { members.noteNewWord(word) }
            var operation = JSONOperation(body)
            operation.isFromPlanFile = environment.takesMarkedKeys
            try members.readCommonWords(of: &operation)
            try members.finish()
            return [operation]
        }
    }

    /// Members that every operation may have.
    private mutating func readCommonWords(of operation: inout JSONOperation) throws(PlanFileError) {
        if asksFor("only"), let direction = try optionalDirection(of: operation) {
            operation = operation.only(direction)
        }
        if asksFor("summary"), let summary = try optionalText("summary") {
            noteNewWord("summary")
            if summary.isEmpty { throw fault("must not be empty", in: "summary") }
            operation.sentence = OperationSummary(shown: summary)
        }
    }

    // MARK: Tables

    /// A table, an object, for texts, or an array of pairs, for values of any kind; and its values by what they mean.
    mutating func pairs(
        _ name: String
    ) throws(PlanFileError) -> (table: [(value: JSONValue, replacement: JSONValue)], values: ValueIndex) {
        let table = try value(name)
        let place = path.appending(name)
        var pairs: [(value: JSONValue, replacement: JSONValue)] = []
        if let object = table.object {
            pairs = object.map { (.string($0.key), $0.value) }
        } else if table.kind == .array {
            pairs = try elements(table, at: place) { (pair, place) throws(PlanFileError) in
                let expected = "an array of a value and its replacement"
                guard let array = pair.array else { throw wrongKind(expected, pair, at: place) }
                if array.count != 2 {
                    let found = array.count == 1 ? "1 element" : "\(array.count) elements"
                    throw error(.wrongKind, "expected \(expected), found one of \(found)", at: place, found: pair)
                }
                return (array[0], array[1])
            }
        } else {
            throw wrongKind("an object, or an array of pairs", table, at: place)
        }
        if pairs.isEmpty { throw fault("must not be empty", in: name) }
        let values = ValueIndex(pairs.map(\.value))
        for place in pairs.indices where values.firstPlaces[place] != place {
            throw fault("has \(pairs[place].value.text()) twice", in: name)
        }
        return (pairs, values)
    }
}

/// The operations that a plan file can name.
enum OperationVocabulary {
    static let types: [any OperationBody.Type] = [
        RenameOperation.self, MoveOperation.self, CopyOperation.self, RemoveOperation.self, AddOperation.self,
        SetOperation.self, MapValuesOperation.self, ConvertOperation.self, ReformatDateOperation.self,
        DeriveOperation.self,
        TransformOperation.self, SplitOperation.self, JoinOperation.self, DropOperation.self, SortOperation.self,
        RequireUniqueOperation.self, WrapOperation.self, UnwrapOperation.self, ObjectToArrayOperation.self,
        ArrayToObjectOperation.self, RefuseOperation.self, InsideScope.self, EachScope.self, WhenScope.self,
        EverywhereScope.self, DocumentScope.self, CustomBody.self, RenameKeysOperation.self, GatherOperation.self,
        ScatterOperation.self,
        FlattenOperation.self, GroupOperation.self, RepeatTextOperation.self, CountTextOperation.self,
        ParseJSONOperation.self, PrintJSONOperation.self, MatchOperation.self, ComposeOperation.self,
        GenerateOperation.self, CalculateOperation.self, ArrayToMembersOperation.self, MembersToArrayOperation.self,
        ListToTreeOperation.self, TreeToListOperation.self, HoistOperation.self, PlungeOperation.self,
        LookupOperation.self, IndexToKeyOperation.self, KeyToIndexOperation.self, AttachOperation.self,
        DetachOperation.self, PartitionOperation.self, ConcatenateOperation.self,
        IntroduceOperation.self,
        ReformatDataOperation.self, NamedScope.self, AgainOperation.self,
        PickOperation.self, SwitchScope.self,
    ]

    static var names: [String] { types.map { $0.name } }

    static func type(named name: String) -> (any OperationBody.Type)? { types.first { $0.name == name } }
}
