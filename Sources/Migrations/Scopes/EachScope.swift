public import VersionedCodec

extension JSONOperation {
    /// Applies operations to each element of an array, or each value of an object; their pointers start there.
    /// A member of the root that says the version is none of them.
    ///
    /// ```swift
    /// .each("/pins", [.rename("/repositoryURL", to: "location")])
    /// ```
    ///
    /// Loss class and reverse follow from the operations.
    public static func each(
        _ path: JSONPointer, _ operations: [JSONOperation], ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            EachScope(path: path, operations: operations, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }

    /// Applies operations to each element or value of the value itself; see ``each(_:_:ifAbsent:ifWrongKind:)``.
    public static func each(_ operations: [JSONOperation], ifWrongKind: UnexpectedRule = .error) -> JSONOperation {
        .each(.root, operations, ifWrongKind: ifWrongKind)
    }
}

struct EachScope: OperationBody {
    static let name = "each"

    let path: JSONPointer
    let operations: [JSONOperation]
    let rules: Rules

    var description: String { path.isRoot ? "each element or member" : "each of \(path.shown)" }
    var lossClass: LossClass { operations.lossClass }
    var inner: [JSONOperation] { operations }
    /// Which elements there are is not known before a payload is there: the whole container counts as written.
    var written: [JSONPointer] { operations.allSatisfy(\.body.written.isEmpty) ? [] : [path] }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        let back = try operations.reversedOperations()
        return [JSONOperation(EachScope(path: path, operations: back, rules: rules))]
    }

    func apply(to root: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.value(at: path, of: root, rules) else { return }
        if context.leavesAlone(existing) { return }
        guard existing.isContainer else {
            if rules.wrongKind == .skip { return }
            throw context.wrongKind(expected: "an array or an object", found: existing, at: path)
        }
        try context.within(path) { (context: inout OperationContext) throws(MigrationError) in
            try root.update(at: path.tokens[...]) { (value: inout JSONValue) throws(MigrationError) in
                try value.object?.updateEachValue { (key, member) throws(MigrationError) in
                    if !context.isVersion(key) { try run(on: &member, at: key, &context) }
                }
                for index in 0..<(value.array?.count ?? 0) {
                    try value.array?.updateElement(at: index) { (element: inout JSONValue) throws(MigrationError) in
                        try run(on: &element, at: String(index), &context)
                    }
                }
            }
        }
    }

    private func run(
        on value: inout JSONValue, at token: String, _ context: inout OperationContext
    ) throws(MigrationError) {
        try context.within(JSONPointer([token])) { (context: inout OperationContext) throws(MigrationError) in
            try context.run(operations, on: &value)
        }
    }
}

extension JSONArray {
    fileprivate mutating func updateElement(
        at index: Int, _ change: (inout JSONValue) throws(MigrationError) -> Void
    ) throws(MigrationError) {
        try change(&self[index])
    }
}

extension EachScope {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.optionalPointer("path") ?? .root
        operations = try members.operations("operations")
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members.write(operations, as: "operations")
        members.write(rules)
    }
}
