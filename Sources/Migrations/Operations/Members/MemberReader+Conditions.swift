import VersionedCodec

/// Conditions in a plan file: one object of tests of one path, which must all hold, or of `all`, `any`, `not`.
extension MemberReader {
    private static let tests = [
        "present", "absent", "equals", "oneOf", "kind", "prefix", "suffix", "contains", "matches", "atLeast", "atMost",
        "count", "sameAs", "keyOf", "hasElement", "eachElement", "all", "any", "not",
    ]

    /// - `scratch`: Whether the condition is asked where the operation is applied, and so of scratch values too.
    @inline(never)
    mutating func condition(_ name: String, scratch: Bool = false) throws(PlanFileError) -> Condition {
        try condition(try value(name), at: path.appending(name), scratch: scratch)
    }

    mutating func optionalCondition(_ name: String, scratch: Bool = false) throws(PlanFileError) -> Condition? {
        let place = path.appending(name)
        return try optionalValue(name).map { (value) throws(PlanFileError) in
            try condition(value, at: place, scratch: scratch)
        }
    }

    func condition(
        _ value: JSONValue, at place: JSONPointer, scratch: Bool = false
    ) throws(PlanFileError) -> Condition {
        var members = try reader(value, at: place)
        let origin: JSONOperation.PathOrigin = try members.choice("in", default: .here)
        let scratch = scratch && origin == .here
        var parts: [Condition] = []
        for (name, make) in [("all", Condition.all), ("any", Condition.any)] {
            guard let list = try members.optionalValue(name) else { continue }
            let conditions = try elements(list, at: place.appending(name)) { (element, place) throws(PlanFileError) in
                try condition(element, at: place, scratch: scratch)
            }
            if conditions.isEmpty { throw members.fault("must not be empty", in: name) }
            parts.append(make(conditions))
        }
        if let inner = try members.optionalCondition("not", scratch: scratch) { parts.append(.not(inner)) }
        let tested = try members.optionalPointer("path", scratch: scratch) ?? .root
        parts += try members.tests(of: tested)
        parts += try members.valueTests().map { .test(tested, $0) }
        try members.finish()
        guard let first = parts.first else {
            throw error(
                .missingMember,
                "the condition tests nothing; known tests: \(Self.tests.joined(separator: ", "))", at: place,
                found: value)
        }
        let whole = parts.count == 1 ? first : .all(parts)
        guard origin != .here else { return whole }
        // As it is written, "all" of one: both forms are read as the same.
        if case .all(let only) = whole, only.count == 1 { return .elsewhere(origin, only[0]) }
        return .elsewhere(origin, whole)
    }

    /// The tests of the value that one path leads to, which the compiler of edits knows too.
    private mutating func tests(of tested: JSONPointer) throws(PlanFileError) -> [Condition] {
        var tests: [Condition] = []
        if try optionalValue("present") != nil {
            tests.append(try flag("present") ? .present(tested) : .absent(tested))
        }
        if try optionalValue("absent") != nil {
            tests.append(try flag("absent") ? .absent(tested) : .present(tested))
        }
        if let value = try optionalValue("equals") { tests.append(.at(tested, equals: value)) }
        if let values = try optionalValue("oneOf"), values.kind != .object {
            guard let array = values.array else {
                throw wrongKind("an array, or the place of one", values, at: path.appending("oneOf"))
            }
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

    private mutating func valueTests() throws(PlanFileError) -> [Condition.ValueTest] {
        var tests: [Condition.ValueTest] = []
        if let suffix = try optionalText("suffix") { tests.append(.suffix(suffix)) }
        if let text = try optionalText("contains") {
            try requireText(text, in: "contains")
            tests.append(.contains(text))
        }
        if let pattern = try optionalPattern("matches") { tests.append(.matches(pattern)) }
        if let bound = try optionalNumber("atLeast") { tests.append(.atLeast(bound)) }
        if let bound = try optionalNumber("atMost") { tests.append(.atMost(bound)) }
        if let range = try optionalCount("count") { tests.append(.count(range)) }
        if let place = try optionalPlace("sameAs") { tests.append(.sameAs(place.pointer, in: place.origin)) }
        if let place = try optionalPlace("keyOf") { tests.append(.keyOf(place.pointer, in: place.origin)) }
        if let values = try optionalValue("oneOf"), values.kind == .object {
            var members = try reader(values, at: path.appending("oneOf"))
            let origin: JSONOperation.PathOrigin = try members.choice("in", default: .here)
            let (pointer, member) = (
                try members.pointer("path", scratch: origin == .document, in: origin), try members.optionalPointer("by")
            )
            try members.finish()
            tests.append(.elementOf(pointer, by: member ?? .root, in: origin))
        }
        if let condition = try optionalCondition("hasElement") { tests.append(.hasElement(condition)) }
        if let condition = try optionalCondition("eachElement") { tests.append(.eachElement(condition)) }
        return tests
    }

    /// A number of elements, or `{"atLeast": 1, "atMost": 3}`.
    private mutating func optionalCount(_ name: String) throws(PlanFileError) -> ClosedRange<Int>? {
        guard let value = try optionalValue(name) else { return nil }
        if value.kind == .number {
            guard let count = value.int, count >= 0 else {
                throw fault("must be 0 or a whole number above it", in: name)
            }
            return count...count
        }
        var members = try reader(value, at: path.appending(name))
        let least = try members.optionalInteger("atLeast", from: 0)
        let most = try members.optionalInteger("atMost", from: 0)
        try members.finish()
        guard least != nil || most != nil, least ?? 0 <= most ?? .max else {
            throw fault("must have \"atLeast\" or \"atMost\", in this order", in: name)
        }
        return (least ?? 0)...(most ?? .max)
    }

    /// A path, or `{"in": "document", "path": …}`.
    private mutating func optionalPlace(
        _ name: String
    ) throws(PlanFileError) -> (origin: JSONOperation.PathOrigin, pointer: JSONPointer)? {
        guard let value = try optionalValue(name) else { return nil }
        if value.kind != .object { return (.here, try pointer(value, at: path.appending(name))) }
        var members = try reader(value, at: path.appending(name))
        let origin: JSONOperation.PathOrigin = try members.choice("in", default: .here)
        let pointer = try members.pointer("path", scratch: origin == .document, in: origin)
        try members.finish()
        return (origin, pointer)
    }
}

// MARK: - Scalars

extension MemberReader {
    mutating func optionalNumber(_ name: String) throws(PlanFileError) -> JSONNumber? {
        guard let value = try optionalValue(name) else { return nil }
        guard let number = value.number else { throw wrongKind("a number", value, at: path.appending(name)) }
        return number
    }

    mutating func optionalInteger(_ name: String, from least: Int) throws(PlanFileError) -> Int? {
        guard let value = try optionalValue(name) else { return nil }
        guard let integer = value.int else { throw wrongKind("an integer", value, at: path.appending(name)) }
        if integer < least { throw fault("must be at least \(least)", in: name) }
        return integer
    }

    mutating func optionalPattern(_ name: String) throws(PlanFileError) -> TextPattern? {
        guard let text = try optionalText(name) else { return nil }
        do throws(TextPattern.SyntaxError) {
            return try TextPattern(text)
        } catch let fault {
            throw self.fault("is not a pattern: \(fault.description)", in: name)
        }
    }
}
