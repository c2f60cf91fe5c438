public import VersionedCodec

/// Use one for operations that run only in some documents: in `when` and its relatives.
///
/// ```swift
/// Condition.at("/kind", equals: "registry")
/// Condition.all([.at("/location", hasPrefix: "/"), .not(.present("/branch"))])
/// ```
public indirect enum Condition: Sendable, Hashable {
    /// There is a value at the path, `null` included.
    case present(JSONPointer)
    /// There is a value of one of the kinds at the path.
    case kind(JSONPointer, [JSONKind])
    /// The value at the path means the same as one of those given: `1` and `1.0` do.
    case oneOf(JSONPointer, Condition.Values)
    /// The value at the path is a string with the prefix, byte by byte.
    case prefix(JSONPointer, String)
    /// The value at the path passes a test.
    case test(JSONPointer, Condition.ValueTest)
    /// The condition holds for the document, or for the context that the caller gives, and not for the value here.
    case elsewhere(JSONOperation.PathOrigin, Condition)
    /// Each condition holds.
    case all([Condition])
    /// One of the conditions holds.
    case any([Condition])
    /// The condition does not hold.
    case not(Condition)

    /// There is no value at the path.
    public static func absent(_ path: JSONPointer) -> Condition { .not(.present(path)) }

    /// The value at the path means the same as one of those given: `1` and `1.0` do.
    public static func oneOf(_ path: JSONPointer, _ values: [JSONValue]) -> Condition {
        .oneOf(path, Condition.Values(values))
    }

    /// The value at the path means the same as the one given: `1` and `1.0` do.
    public static func at(_ path: JSONPointer, equals value: JSONValue) -> Condition { .oneOf(path, [value]) }

    /// The value at the path is of the kind.
    public static func at(_ path: JSONPointer, is kind: JSONKind) -> Condition { .kind(path, [kind]) }

    /// The value at the path is a string with the prefix.
    public static func at(_ path: JSONPointer, hasPrefix prefix: String) -> Condition { .prefix(path, prefix) }

    /// There is a value at the path for which the test holds; see ``Condition/ValueTest``.
    public static func at(_ path: JSONPointer, _ test: Condition.ValueTest) -> Condition { .test(path, test) }

    /// Whether the condition holds for a value.
    ///
    /// - `facts`: The context that the condition may look at.
    /// - Throws: ``MigrationError`` if the condition looks at the context, and none is given.
    public func holds(for value: JSONValue, context facts: JSONValue? = nil) throws(MigrationError) -> Bool {
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        memory.arena.begin(value)
        return try holds(at: memory.arena.root, in: OperationContext(MigrationEnvironment(facts: facts), in: memory))
    }

    /// Whether the condition holds for a value that is apart from the document.
    ///
    /// - Throws: Where a part of a document does not tell.
    func holds(for value: JSONValue, in context: OperationContext) throws(MigrationError) -> Bool {
        try context.looking(at: value) { node throws(MigrationError) in
            if context.isPartial, let missing = firstUnknown(at: node, in: context) {
                throw context.tooPartial(without: missing, tells: "whether \(self)", found: node)
            }
            return try holds(at: node, in: context)
        }
    }

    /// Whether the condition holds for a value of the document that a step runs on.
    func holds(at scope: NodeID, in context: OperationContext) throws(MigrationError) -> Bool {
        let arena = context.arena
        switch self {
        case .present(let path): return !arena.find(path, from: scope).isNone
        case .kind(let path, let kinds):
            let found = arena.find(path, from: scope)
            return !found.isNone && kinds.contains(arena.kind(of: found))
        case .oneOf(let path, let values):
            let found = arena.find(path, from: scope)
            return !found.isNone && values.hold(found, in: arena)
        case .prefix(let path, let prefix):
            let found = arena.find(path, from: scope)
            return !found.isNone && ScalarTest.prefix(prefix).holds(at: found, in: arena)
        case .test(let path, let test):
            let found = arena.find(path, from: scope)
            return found.isNone ? false : try test.holds(at: found, of: scope, in: context)
        case .elsewhere(let origin, let condition):
            return try context.holds(condition, in: origin, here: scope)
        case .all(let conditions):
            for condition in conditions where try !condition.holds(at: scope, in: context) { return false }
            return true
        case .any(let conditions):
            for condition in conditions where try condition.holds(at: scope, in: context) { return true }
            return false
        case .not(let condition): return try !condition.holds(at: scope, in: context)
        }
    }

    /// Whether the condition looks at the document beyond its scope.
    var readsDocument: Bool {
        switch self {
        case .present, .kind, .oneOf, .prefix: false
        case .test(_, let test): test.readsDocument
        case .elsewhere(let origin, let condition): origin == .document || condition.readsDocument
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.readsDocument)
        case .not(let condition): condition.readsDocument
        }
    }

    /// The places of which more is asked than whether there is something.
    var placesOfValues: [JSONPointer] {
        switch self {
        case .present: []
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.placesOfValues)
        case .not(let condition): condition.placesOfValues
        case .kind, .oneOf, .prefix, .test, .elsewhere: places
        }
    }

    /// The places of which more is asked than the kind of what is there.
    var placesOfContents: [JSONPointer] {
        switch self {
        case .present, .kind: []
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.placesOfContents)
        case .not(let condition): condition.placesOfContents
        case .oneOf, .prefix, .test, .elsewhere: places
        }
    }

    /// The places within the scope that the condition looks at.
    var places: [JSONPointer] {
        switch self {
        case .present(let path), .kind(let path, _), .oneOf(let path, _), .prefix(let path, _): [path]
        case .test(let path, .sameAs(let other, .here)), .test(let path, .keyOf(let other, .here)),
            .test(let path, .elementOf(let other, _, .here)):
            [path, other]
        case .test(let path, _): [path]
        case .elsewhere: []
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.places)
        case .not(let condition): condition.places
        }
    }
}

extension Condition: CustomStringConvertible {
    /// The condition in words: `"/kind" is "registry"`.
    public var description: String {
        switch self {
        case .present(let path): "\(path.shown) is present"
        case .not(.present(let path)): "\(path.shown) is absent"
        case .kind(let path, let kinds): "\(path.shown) is \(kinds.map(\.phrase).joined(separator: " or "))"
        case .oneOf(let path, let values):
            "\(path.shown) is \(values.map { Loss.shortened($0.text()) }.joined(separator: " or "))"
        case .prefix(let path, let prefix): "\(path.shown) begins with \(JSONValue.string(prefix).text())"
        case .test(let path, let test): "\(path.shown) \(test)"
        case .elsewhere(let origin, let condition): "in the \(origin.rawValue), \(condition)"
        case .all(let conditions): Self.joined(conditions, by: " and ")
        case .any(let conditions): Self.joined(conditions, by: " or ")
        case .not(let condition): "not (\(condition))"
        }
    }

    private static func joined(_ conditions: [Condition], by word: String) -> String {
        conditions.count == 1 ? conditions[0].description : conditions.map { "(\($0))" }.joined(separator: word)
    }
}
