import VersionedCodec

extension JSONOperation {
    /// Applies operations that can apply themselves to deeper values with ``again(_:)``. Use it for recursive objects.
    ///
    /// ```swift
    /// .named("folder", [.rename("/title", to: "name"), .each("/folders", [.again("folder")])])
    /// // {"title": "a", "folders": [{"title": "b", "folders": []}]}
    /// //   →  {"name": "a", "folders": [{"name": "b", "folders": []}]}
    /// ```
    ///
    /// Loss class and reverse are those of the operations.
    public static func named(_ name: String, _ operations: [JSONOperation]) -> JSONOperation {
        JSONOperation(NamedScope(label: name, operations: operations))
    }

    /// Applies the operations of the innermost enclosing scope with a name.
    ///
    /// It is repeated up to 128 levels deep, so that no document can overflow the stack. A deeper document is an error,
    /// and so is a repetition for the same values so often that it would not end: where it is twice in one place, each
    /// level doubles the work.
    ///
    /// Loss class: that of the scope. Reverse: applies the scope's reverse.
    public static func again(_ name: String) -> JSONOperation { JSONOperation(AgainOperation(label: name)) }

    /// The name of a scope that can be applied again; `nil` for other operations.
    var scopeName: String? { (body as? NamedScope)?.label }

    /// The name of the scope that the operation applies again; `nil` for other operations.
    var repeatedName: String? { (body as? AgainOperation)?.label }

    /// Whether the operation only repeats the operations of a name.
    func onlyRepeats(_ name: String) -> Bool {
        if let repeatedName { return repeatedName == name }
        return !inner.isEmpty && inner.allSatisfy { $0.onlyRepeats(name) }
    }
}

/// The named operations that a running step is within.
struct NamedOperations {
    private var stack: [(name: String, operations: [JSONOperation])] = []
    private var depth = 0
    private var count = 0

    static let limit = 128

    /// How often operations may be repeated in a document of so many bytes: several times for each of its values. A
    /// value that was made in Swift has no bytes.
    static func mostRepetitions(_ bytes: Int) -> Int { 100_000 + 16 * (bytes > 0 ? bytes : 1 << 26) }

    /// How often operations have applied themselves again around those that are running: 2 for more.
    var level: Int { min(depth, 2) }

    func operations(_ name: String) -> [JSONOperation]? { stack.last { $0.name == name }?.operations }

    mutating func enter(_ name: String, _ operations: [JSONOperation]) { stack.append((name, operations)) }

    mutating func leave() { stack.removeLast() }

    /// Goes one level deeper; returns whether that is allowed.
    mutating func descend() -> Bool {
        depth += 1
        return depth <= Self.limit
    }

    mutating func ascend() { depth -= 1 }

    /// Counts a repetition; returns whether there may be so many in a document of so many bytes.
    mutating func repeats(within bytes: Int) -> Bool {
        count += 1
        return count <= Self.mostRepetitions(bytes)
    }
}

struct NamedScope: OperationBody {
    static let name = "named"

    let label: String
    let operations: [JSONOperation]

    var description: String { "\(JSONValue.string(label).text()) is" }
    var lossClass: LossClass { operations.lossClass }
    var inner: [JSONOperation] { operations }
    var written: [JSONPointer] { operations.flatMap(\.written) }

    func reversed() throws(NoWayBack) -> [JSONOperation] { [.named(label, try operations.reversedOperations())] }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        context.named.enter(label, operations)
        defer { context.named.leave() }
        try context.run(operations, at: scope)
    }
}

struct AgainOperation: OperationBody {
    static let name = "again"

    let label: String

    var description: String { "\(JSONValue.string(label).text()) again" }
    var lossClass: LossClass { .exact }
    var written: [JSONPointer] { [.root] }

    func reversed() -> [JSONOperation] { [.again(label)] }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let operations = context.named.operations(label) else {
            throw context.error(.refused, "no operations have the name \(JSONValue.string(label).text())", at: .root)
        }
        guard context.named.descend() else {
            throw context.error(
                .unexpectedValue, "\(description) is more than \(NamedOperations.limit) levels deep", at: .root)
        }
        defer { context.named.ascend() }
        guard context.named.repeats(within: context.arena.byteCount) else {
            let most = NamedOperations.mostRepetitions(context.arena.byteCount)
            throw context.error(
                .unexpectedValue,
                "\(description) is more than \(most) times in the document: several times for the same values",
                at: .root)
        }
        try context.run(operations, at: scope)
    }
}

extension NamedScope {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        label = try members.text("name")
        operations = try members.operations("operations")
    }

    func write(to members: inout MemberWriter) {
        members["name"] = .string(label)
        members.write(operations, as: "operations")
    }
}

extension AgainOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) { label = try members.text("name") }

    func write(to members: inout MemberWriter) { members["name"] = .string(label) }
}

extension NamedScope {
    // The operations may have effects at any depth.
    var effects: [PlaceEffect] { [.inside(.root, Rules(), operations)] }

    var words: String {
        "as \(Markdown.code(label))"
    }

    var idleness: Idleness? { idlenessOfScope }
    var refusal: String? { inner.refusal }

    var traits: OperationTraits { [.staysHere, .runsAtManyDepths] }
}

extension AgainOperation {
    var words: String {
        "\(Markdown.code(label)) again, with what is there"
    }

    var traits: OperationTraits { [.keepsOrder, .addsNothing] }
}
