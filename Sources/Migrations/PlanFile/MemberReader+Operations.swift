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
    }

    mutating func rules(_ set: RuleSet) throws(PlanFileError) -> Rules {
        var rules = Rules()
        if set.contains(.absent) { rules.absent = try choice("ifAbsent", default: .error) }
        if set.contains(.wrongKind) { rules.wrongKind = try choice("ifWrongKind", default: .error) }
        if set.contains(.exists) { rules.exists = try choice("ifExists", default: .error) }
        return rules
    }

    // MARK: Operations

    mutating func operations(_ name: String) throws(PlanFileError) -> [JSONOperation] {
        try operations(try value(name), at: path.appending(name))
    }

    mutating func optionalOperations(_ name: String) throws(PlanFileError) -> [JSONOperation]? {
        let place = path.appending(name)
        return try optionalValue(name).map { (value) throws(PlanFileError) in try operations(value, at: place) }
    }

    private func operations(_ value: JSONValue, at place: JSONPointer) throws(PlanFileError) -> [JSONOperation] {
        try elements(value, at: place) { (element, place) throws(PlanFileError) in
            var members = try MemberReader(element, at: place, in: document)
            let name = try members.text("op")
            guard let type = OperationVocabulary.type(named: name) else {
                let hint = NearestName.hint(for: name, in: OperationVocabulary.names)
                throw members.error(
                    .unknownValue, "unknown operation \(JSONValue.string(name).text()); \(hint)",
                    at: place.appending("op"), found: members.object["op"])
            }
            let body = try type.init(reading: &members)
            try members.finish()
            return JSONOperation(body)
        }
    }

    // MARK: Conditions

    mutating func condition(_ name: String) throws(PlanFileError) -> Condition {
        try condition(try value(name), at: path.appending(name))
    }

    mutating func optionalCondition(_ name: String) throws(PlanFileError) -> Condition? {
        let place = path.appending(name)
        return try optionalValue(name).map { (value) throws(PlanFileError) in try condition(value, at: place) }
    }

    /// A condition is one object: tests of one path, which must all hold, or `all`, `any`, `not`.
    private func condition(_ value: JSONValue, at place: JSONPointer) throws(PlanFileError) -> Condition {
        var members = try MemberReader(value, at: place, in: document)
        var parts: [Condition] = []
        for (name, make) in [("all", Condition.all), ("any", Condition.any)] {
            guard let list = try members.optionalValue(name) else { continue }
            let conditions = try elements(list, at: place.appending(name)) { (element, place) throws(PlanFileError) in
                try condition(element, at: place)
            }
            if conditions.isEmpty { throw members.fault("must not be empty", in: name) }
            parts.append(make(conditions))
        }
        if let inner = try members.optionalValue("not") {
            parts.append(.not(try condition(inner, at: place.appending("not"))))
        }
        parts += try members.tests(of: try members.optionalPointer("path") ?? .root)
        try members.finish()
        guard let first = parts.first else {
            let tests = "present, absent, equals, oneOf, kind, prefix, all, any, not"
            throw error(.missingMember, "the condition tests nothing; known tests: \(tests)", at: place, found: value)
        }
        return parts.count == 1 ? first : .all(parts)
    }

    /// The tests of one path that the object holds.
    private mutating func tests(of tested: JSONPointer) throws(PlanFileError) -> [Condition] {
        var tests: [Condition] = []
        if try optionalValue("present") != nil {
            tests.append(try flag("present") ? .present(tested) : .absent(tested))
        }
        if try optionalValue("absent") != nil {
            tests.append(try flag("absent") ? .absent(tested) : .present(tested))
        }
        if let value = try optionalValue("equals") { tests.append(.at(tested, equals: value)) }
        if let values = try optionalValue("oneOf") {
            guard let array = values.array else { throw wrongKind("an array", values, at: path.appending("oneOf")) }
            if array.isEmpty { throw fault("must not be empty", in: "oneOf") }
            tests.append(.oneOf(tested, Array(array)))
        }
        if let kind = try optionalValue("kind") {
            let kinds: [JSONKind] =
                kind.kind == .array ? try choices("kind") : [try choice(kind, at: path.appending("kind"))]
            tests.append(.kind(tested, kinds))
        }
        if let prefix = try optionalText("prefix") { tests.append(.prefix(tested, prefix)) }
        return tests
    }

    // MARK: Tables

    /// A table: an object, for texts, or an array of pairs, for values of any kind.
    mutating func pairs(_ name: String) throws(PlanFileError) -> [(value: JSONValue, replacement: JSONValue)] {
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
        for (index, pair) in pairs.enumerated() {
            guard pairs[..<index].contains(where: { $0.value.isEquivalent(to: pair.value) }) else { continue }
            throw fault("has \(pair.value.text()) twice", in: name)
        }
        return pairs
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
        ReformatDataOperation.self, NamedScope.self, AgainOperation.self,
    ]

    static var names: [String] { types.map { $0.name } }

    static func type(named name: String) -> (any OperationBody.Type)? { types.first { $0.name == name } }
}
