public import VersionedCodec

extension JSONOperation {
    /// Applies operations within the value at a path. Their pointers start there.
    ///
    /// ```swift
    /// .inside("/user", [.rename("/mail", to: "email")])
    /// ```
    ///
    /// Loss class and reverse are those of the operations.
    public static func inside(
        _ path: JSONPointer, _ operations: [JSONOperation], ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            InsideScope(
                path: path, operations: operations, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }
}

struct InsideScope: OperationBody {
    static let name = "inside"

    let path: JSONPointer
    let operations: [JSONOperation]
    let rules: Rules

    var description: String { "inside \(path.shown)" }
    var lossClass: LossClass { operations.lossClass }
    var inner: [JSONOperation] { operations }
    var written: [JSONPointer] { operations.flatMap(\.written).map(path.appending) }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        let back = try operations.reversedOperations()
        return [JSONOperation(InsideScope(path: path, operations: back, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.find(path, in: scope, rules) else { return }
        if context.leavesAlone(existing) { return }
        context.enter(.pointer(path))
        defer { context.leave() }
        try context.run(operations, at: existing)
    }
}

extension InsideScope {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        operations = try members.operations("operations", deeper: !path.isRoot)
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members.write(operations, as: "operations")
        members.write(rules)
    }
}

extension InsideScope {
    var effects: [PlaceEffect] { [.inside(path, rules, operations)] }

    var words: String {
        "in \(Markdown.place(path))"
    }

    var idleness: Idleness? { idlenessOfScope }
    var refusal: String? { inner.refusal }

    func changingOperations(by change: ([JSONOperation]) throws -> [JSONOperation]) rethrows -> (any OperationBody)? {
        InsideScope(path: path, operations: try change(operations), rules: rules)
    }

    func keepsPresence(of place: JSONPointer) -> Bool {
        guard place.isWithin(path) else { return true }
        let inner = JSONPointer(Array(place.tokens.dropFirst(path.tokens.count)))
        return operations.allSatisfy { $0.body.keepsPresence(of: inner) }
    }

    var traits: OperationTraits { path.isRoot ? [.carriesEverything, .staysHere] : .carriesEverything }
}
