public import VersionedCodec

extension JSONOperation {
    /// Applies operations to each element of an array, or each value of an object. Their pointers start there. A member
    /// of the root that holds the version is skipped.
    ///
    /// ```swift
    /// .each("/pins", [.rename("/repositoryURL", to: "location")])
    /// ```
    ///
    /// Loss class and reverse are those of the operations.
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
    var written: [JSONPointer] { operations.allSatisfy(\.written.isEmpty) ? [] : [path] }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        let back = try operations.reversedOperations()
        return [JSONOperation(EachScope(path: path, operations: back, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.find(path, in: scope, rules) else { return }
        if context.leavesAlone(existing) { return }
        let arena = context.arena
        guard arena.isContainer(existing) else {
            if rules.wrongKind == .skip { return }
            throw context.wrongKind(expected: "an array or an object", found: arena.value(of: existing), at: path)
        }
        context.enter(.pointer(path))
        defer { context.leave() }
        let isObject = arena.isObject(existing)
        let mayHoldVersion = isObject && context.mayHoldVersion
        if !mayHoldVersion, context.deferring(operations, toChildrenOf: existing) { return }
        var deferral = mayHoldVersion ? nil : context.deferral(operations, onChildrenOf: existing)
        var child = arena.firstChild(of: existing)
        var index = 0
        while !child.isNone {
            let next = arena.next(after: child)
            if deferral?.takes(child, index) != true, !mayHoldVersion || !context.isVersion(arena.key(of: child)) {
                context.enter(isObject ? .member(child) : .element(index))
                defer { context.leave() }
                try context.run(operations, at: child)
            }
            child = next
            index += 1
        }
    }
}

extension EachScope {
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

extension EachScope {
    var effects: [PlaceEffect] { [.eachOf(path, rules, operations)] }

    var words: String {
        path.isRoot ? "in each element or member" : "in each of \(Markdown.place(path))"
    }

    var idleness: Idleness? { idlenessOfScope }

    func changingOperations(by change: ([JSONOperation]) throws -> [JSONOperation]) rethrows -> (any OperationBody)? {
        EachScope(path: path, operations: try change(operations), rules: rules)
    }

    func keepsPresence(of place: JSONPointer) -> Bool {
        place.staysPresent(changing: path) || operations.allSatisfy(\.written.isEmpty)
    }

    var traits: OperationTraits { .carriesEverything }
}
