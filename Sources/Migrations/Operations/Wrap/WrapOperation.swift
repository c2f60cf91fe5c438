public import VersionedCodec

extension JSONOperation {
    /// How `unwrap` handles an empty array.
    public enum EmptyArrayRule: String, Sendable, Hashable, CaseIterable {
        /// It fails.
        case error
        /// The member is removed. The empty array is a loss.
        case remove
        /// The value becomes `null`; the empty array is a loss.
        case null
    }

    /// How `unwrap` handles an array that has several elements.
    public enum ManyElementsRule: String, Sendable, Hashable, CaseIterable {
        /// It fails.
        case error
        /// The first one stays; the others are losses.
        case first
    }

    /// Puts a value into an array.
    ///
    /// ```swift
    /// .wrap("/author")
    /// // {"author": "Ann"}  →  {"author": ["Ann"]}
    /// ```
    ///
    /// - `ifMany`: How the way back handles several elements.
    /// - `ifEmpty`: How the way back handles an empty array.
    ///
    /// Loss class: exact. Reverse: unwraps.
    public static func wrap(
        _ path: JSONPointer, ifMany: ManyElementsRule = .error, ifEmpty: EmptyArrayRule = .error,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        return JSONOperation(WrapOperation(path: path, many: ifMany, empty: ifEmpty, rules: rules))
    }

    /// Replaces an array that has one element with the element.
    ///
    /// ```swift
    /// .unwrap("/authors", ifMany: .first)
    /// // {"authors": ["Ann", "Bob"]}  →  {"authors": "Ann"}, and the loss of "Bob"
    /// ```
    ///
    /// Loss class: exact, or captures with a rule for many, none or a wrong kind. Reverse: wraps.
    public static func unwrap(
        _ path: JSONPointer, ifMany: ManyElementsRule = .error, ifEmpty: EmptyArrayRule = .error,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        return JSONOperation(UnwrapOperation(path: path, many: ifMany, empty: ifEmpty, rules: rules))
    }
}

struct WrapOperation: OperationBody {
    static let name = "wrap"

    let path: JSONPointer
    let many: JSONOperation.ManyElementsRule
    let empty: JSONOperation.EmptyArrayRule
    let rules: Rules

    var description: String { "wrap \(path.shown) in an array" }
    var newWord: String? { rules.wrongKind == .skip ? "ifWrongKind" : nil }
    var lossClass: LossClass { .exact }
    var written: [JSONPointer] { [path] }

    func reversed() -> [JSONOperation] {
        [JSONOperation(UnwrapOperation(path: path, many: many, empty: empty, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        if context.leavesAlone(place) { return }
        try context.needElement(place, at: path)
        let arena = context.arena
        let array = arena.makeContainer(isObject: false, from: place)
        if path.isRoot {
            // The scope keeps its number: its old value moves into a node of its own.
            let element = arena.makeContainer(isObject: false)
            arena.take(place, into: element)
            arena.insert(element, into: array)
            arena.take(array, into: place)
        } else {
            arena.replace(place, by: array)
            arena.removeKey(of: place)
            arena.insert(place, into: array)
        }
    }
}

struct UnwrapOperation: OperationBody {
    static let name = "unwrap"

    let path: JSONPointer
    let many: JSONOperation.ManyElementsRule
    let empty: JSONOperation.EmptyArrayRule
    let rules: Rules

    var description: String { "unwrap \(path.shown) from its array" }
    var lossClass: LossClass {
        many == .error && empty == .error && rules.wrongKind == .error ? .exact : .captures
    }
    var written: [JSONPointer] { [path] }

    func reversed() -> [JSONOperation] {
        // Where an empty array has become an absent member, there may be nothing to wrap.
        let absent: JSONOperation.UnexpectedRule = empty == .remove ? .skip : rules.absent
        return [
            JSONOperation(
                WrapOperation(
                    path: path, many: many, empty: empty, rules: Rules(absent: absent, wrongKind: rules.wrongKind)))
        ]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        if context.leavesAlone(place) { return }
        let arena = context.arena
        guard arena.isArray(place) else {
            if rules.wrongKind == .skip { return context.doubt() }
            throw context.wrongKind(expected: "an array", found: context.value(place), at: path)
        }
        let count = arena.count(of: place)
        guard count > 0 else { return try takeEmpty(place, in: scope, &context) }
        if count > 1, many == .error {
            let message = "the array has \(count) elements, where one is expected"
            throw context.error(.unexpectedValue, message, at: path, found: context.value(place))
        }
        for (index, element) in arena.children(of: place).enumerated().dropFirst() {
            context.lose(element, at: path.appending(index), "only the first element is kept")
        }
        let first = arena.firstChild(of: place)
        arena.detach(first)
        arena.take(first, into: place)
    }

    /// Does what is declared for an empty array.
    private func takeEmpty(
        _ place: NodeID, in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) {
        if empty == .error {
            throw context.error(.unexpectedValue, "the array is empty", at: path, found: context.value(place))
        }
        context.lose(place, at: path, empty == .null ? "an empty array becomes null" : "an empty array is removed")
        if empty == .null {
            // The `null` is a value of the plan: an array around it is another one than the empty array.
            context.arena.set(place, to: JSONValue.null, keepingOrigin: false)
        } else {
            context.remove(at: path, in: scope)
        }
    }
}

extension WrapOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        many = try members.choice("ifMany", default: .error)
        empty = try members.choice("ifEmpty", default: .error)
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) { members.write(path, many, empty, rules) }
}

extension UnwrapOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        many = try members.choice("ifMany", default: .error)
        empty = try members.choice("ifEmpty", default: .error)
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) { members.write(path, many, empty, rules) }
}

extension MemberWriter {
    fileprivate mutating func write(
        _ path: JSONPointer, _ many: JSONOperation.ManyElementsRule, _ empty: JSONOperation.EmptyArrayRule,
        _ rules: Rules
    ) {
        self["path"] = .string(path.description)
        if many != .error { self["ifMany"] = .string(many.rawValue) }
        if empty != .error { self["ifEmpty"] = .string(empty.rawValue) }
        write(rules)
    }
}

extension WrapOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }

    var words: String {
        "\(Markdown.place(path)) becomes an array that holds it"
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }

    var traits: OperationTraits { [.keepsOrder, .movesMembers, .addsNothing] }
}

extension UnwrapOperation {
    var effects: [PlaceEffect] {
        [.changes(path, rules.absent)] + (empty == .remove ? [.removes(path, isCertain: false)] : [])
    }

    var words: String {
        "\(Markdown.place(path)) is not an array any more, but its one element"
    }

    func keepsPresence(of place: JSONPointer) -> Bool {
        place.staysPresent(changing: path) && (empty != .remove || place != path)
    }

    var traits: OperationTraits { [.keepsOrder, .movesMembers, .addsNothing] }
}
