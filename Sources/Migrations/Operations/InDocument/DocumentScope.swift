public import VersionedCodec

extension JSONOperation {
    /// Applies operations to the value at a path as if it were the whole document. Their look-ups and references by
    /// position begin there.
    ///
    /// ```swift
    /// .each("/scenes", [.asDocument([.each("/nodes", [.indexToKey("/mesh", in: "/meshes", key: "/name")])])])
    /// // {"scenes": [{"meshes": [{"name": "cube"}], "nodes": [{"mesh": 0}]}]}
    /// //     →  {"scenes": [{"meshes": [{"name": "cube"}], "nodes": [{"mesh": "cube"}]}]}
    /// ```
    ///
    /// Loss class and reverse are those of the operations.
    public static func asDocument(
        _ path: JSONPointer, _ operations: [JSONOperation], ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            DocumentScope(
                path: path, operations: operations, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }

    /// Applies operations to the value itself as if it were the whole document; see
    /// ``asDocument(_:_:ifAbsent:ifWrongKind:)``.
    public static func asDocument(_ operations: [JSONOperation]) -> JSONOperation { .asDocument(.root, operations) }
}

struct DocumentScope: OperationBody {
    static let name = "asDocument"

    let path: JSONPointer
    let operations: [JSONOperation]
    let rules: Rules

    var description: String { "\(path.shown) as a document" }
    var lossClass: LossClass { operations.lossClass }
    var inner: [JSONOperation] { operations }
    var written: [JSONPointer] { operations.flatMap(\.written).map(path.appending) }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        let back = try operations.reversedOperations()
        return [JSONOperation(DocumentScope(path: path, operations: back, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.find(path, in: scope, rules) else { return }
        if context.leavesAlone(existing) { return }
        context.enter(.pointer(path))
        defer { context.leave() }
        try context.runAsDocument(operations, at: existing)
    }
}

extension DocumentScope {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.optionalPointer("path", scratch: true) ?? .root
        operations = try members.operations("operations")
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members.write(operations, as: "operations")
        members.write(rules)
    }
}

extension DocumentScope {
    var effects: [PlaceEffect] { [.asDocument(path, rules, operations)] }

    var words: String {
        "in \(Markdown.place(path)), as in a document of its own"
    }

    var idleness: Idleness? { idlenessOfScope }
    var refusal: String? { inner.refusal }

    /// Another document is looked at within.
    var documentReads: [JSONPointer] { [] }

    var traits: OperationTraits { path.isRoot ? .staysHere : [] }
}
