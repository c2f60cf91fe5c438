public import VersionedCodec

/// Writes the members of one object of a plan file; `nil` values are left out.
struct MemberWriter {
    private(set) var object = JSONObject()

    subscript(name: String) -> JSONValue? {
        get { object[name] }
        @inline(never) set { object[name] = newValue }
    }

    mutating func write(_ rules: Rules) {
        if rules.absent != .error { self["ifAbsent"] = .string(rules.absent.rawValue) }
        if rules.wrongKind != .error { self["ifWrongKind"] = .string(rules.wrongKind.rawValue) }
        if rules.exists != .error { self["ifExists"] = .string(rules.exists.rawValue) }
        if rules.makesParents { self["makeParents"] = true }
        if rules.anyOrder { self["anyOrder"] = true }
    }

    mutating func write(_ operations: [JSONOperation], as name: String) {
        self[name] = .array(JSONArray(operations.map(\.json)))
    }
}

extension JSONOperation {
    /// The operation in the form of a plan file: `{"op": "rename", "path": "/a", "to": "b"}`.
    public var json: JSONValue {
        var writer = MemberWriter()
        writer["op"] = .string(name)
        body.write(to: &writer)
        writer["summary"] = sentence.map { .string($0.shown) }
        writer["only"] = onlyDirection.map { .string($0.rawValue) }
        return .object(writer.object)
    }
}

extension Condition {
    /// The condition in the form of a plan file: `{"path": "/kind", "equals": "registry"}`.
    public var json: JSONValue {
        switch self {
        case .present(let path): ["path": .string(path.description), "present": true]
        case .not(.present(let path)): ["path": .string(path.description), "absent": true]
        case .kind(let path, let kinds):
            ["path": .string(path.description), "kind": .array(JSONArray(kinds.map { .string($0.rawValue) }))]
        case .oneOf(let path, let values) where values.count == 1:
            ["path": .string(path.description), "equals": values[0]]
        case .oneOf(let path, let values): ["path": .string(path.description), "oneOf": .array(JSONArray(values))]
        case .prefix(let path, let prefix): ["path": .string(path.description), "prefix": .string(prefix)]
        case .test(let path, let test): ["path": .string(path.description), test.json.name: test.json.value]
        case .elsewhere(let origin, let condition): ["in": .string(origin.rawValue), "all": [condition.json]]
        case .all(let conditions): ["all": .array(JSONArray(conditions.map(\.json)))]
        case .any(let conditions): ["any": .array(JSONArray(conditions.map(\.json)))]
        case .not(let condition): ["not": condition.json]
        }
    }
}

extension Condition.ValueTest {
    /// The test as a member of a condition in a plan file.
    fileprivate var json: (name: String, value: JSONValue) {
        switch self {
        case .suffix(let text): ("suffix", .string(text))
        case .contains(let text): ("contains", .string(text))
        case .matches(let pattern): ("matches", .string(pattern.text))
        case .atLeast(let bound): ("atLeast", .number(bound))
        case .atMost(let bound): ("atMost", .number(bound))
        case .count(let range): ("count", Self.json(of: range))
        case .sameAs(let pointer, .here): ("sameAs", .string(pointer.description))
        case .sameAs(let pointer, let origin): ("sameAs", Self.place(pointer, origin))
        case .keyOf(let pointer, .here): ("keyOf", .string(pointer.description))
        case .keyOf(let pointer, let origin): ("keyOf", Self.place(pointer, origin))
        case .elementOf(let pointer, let member, let origin): ("oneOf", Self.place(pointer, origin, by: member))
        case .hasElement(let condition): ("hasElement", condition.json)
        case .eachElement(let condition): ("eachElement", condition.json)
        }
    }

    private static func place(
        _ pointer: JSONPointer, _ origin: JSONOperation.PathOrigin, by member: JSONPointer = .root
    ) -> JSONValue {
        var writer = MemberWriter()
        if origin != .here { writer["in"] = .string(origin.rawValue) }
        writer["path"] = .string(pointer.description)
        if !member.isRoot { writer["by"] = .string(member.description) }
        return .object(writer.object)
    }

    private static func json(of range: ClosedRange<Int>) -> JSONValue {
        if range.lowerBound == range.upperBound { return .integer(range.lowerBound) }
        if range.upperBound == .max { return ["atLeast": .integer(range.lowerBound)] }
        return ["atLeast": .integer(range.lowerBound), "atMost": .integer(range.upperBound)]
    }
}
