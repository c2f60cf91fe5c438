import VersionedCodec

/// How a value is derived from another one: a place, and a chain of text transforms; an empty chain copies any value.
struct Derivation: Sendable, Equatable {
    let from: JSONPointer
    let transforms: [TextTransform]

    /// The derived value, or `nil` if the source is not there or cannot be transformed.
    func value(in scope: NodeID, _ context: OperationContext) throws(MigrationError) -> JSONValue? {
        let found = context.arena.find(from, from: scope)
        return found.isNone ? nil : try value(madeOf: found, at: scope, in: context)
    }

    /// The value that the chain makes of another one, or `nil` if it cannot.
    ///
    /// Where it begins with a choice of one part, the rest is not read.
    func value(
        madeOf source: NodeID, at scope: NodeID, in context: OperationContext
    ) throws(MigrationError) -> JSONValue? {
        let place = context.arena.origin(of: source)
        var (part, left) = (source, transforms[...])
        while let choice = try Self.choose(from: part, left, context) {
            (part, left) = (choice.part, left.dropFirst(choice.count))
            if part.isNone { return nil }
        }
        var value = context.value(part)
        if value.sourceOffset == nil, part != source { value = value.beginning(at: place) }
        return try Self.transformed(value, by: Array(left), at: scope, in: context)
    }

    /// The part that the first transforms choose, and how many they are; `nil` if they do more than that.
    static func choose(
        from value: NodeID, _ transforms: ArraySlice<TextTransform>, _ context: OperationContext
    ) throws(MigrationError) -> (part: NodeID, count: Int)? {
        let arena = context.arena
        switch (transforms.first, transforms.dropFirst().first) {
        case (.take(let pointer)?, _):
            if context.mayLackMembers, context.mayHave(pointer, at: value) {
                throw context.undecided(without: pointer, of: arena.value(of: value))
            }
            return (arena.find(pointer, from: value), 1)
        case (.first?, _): return (arena.isArray(value) ? arena.firstChild(of: value) : .none, 1)
        case (.last?, _): return (arena.isArray(value) ? arena.lastChild(of: value) : .none, 1)
        case (.filter(let condition)?, .first?), (.filter(let condition)?, .last?):
            var chosen = NodeID.none
            guard arena.isArray(value) else { return (chosen, 2) }
            var element = arena.firstChild(of: value)
            while !element.isNone {
                if try condition.holds(at: element, in: context), chosen.isNone || transforms.dropFirst().first == .last
                {
                    chosen = element
                }
                element = arena.next(after: element)
            }
            return (chosen, 2)
        default: return nil
        }
    }

    /// - `scope`: The place at which paths of arguments begin.
    @inline(never)
    static func transformed(
        _ value: JSONValue, by transforms: [TextTransform], at scope: NodeID, in context: OperationContext
    ) throws(MigrationError) -> JSONValue? {
        guard let last = transforms.last else { return value }
        var (subject, rest) = TextTransform.Subject.narrowed(value, by: transforms)
        for transform in rest {
            guard let next = try transform.applied(to: subject, at: scope, in: context) else { return nil }
            subject = next
            try context.check(subject)
        }
        let result = subject.value
        // An element comes from its own place.
        return result.sourceOffset != nil || last.givesNumberOfItsOwn ? result : result.comingFrom(value)
    }

    /// The error for a value that the chain cannot change: it names what one transform needs, and what that was given.
    @inline(never)
    static func misfit(
        of value: JSONValue, by transforms: [TextTransform], at place: JSONPointer, in scope: NodeID,
        _ context: OperationContext
    ) -> MigrationError {
        var (subject, rest) = TextTransform.Subject.narrowed(value, by: transforms)
        // None of them throws: they have run before.
        while let transform = rest.first, let next = try? transform.applied(to: subject, at: scope, in: context) {
            (subject, rest) = (next, rest.dropFirst())
        }
        let expected = expectation(Array(rest.isEmpty ? transforms[...] : rest))
        let given = subject.value
        if given.array?.isEmpty == true, given != value {
            return context.error(.wrongKind, "expected \(expected), found an empty array", at: place, found: given)
        }
        return context.wrongKind(expected: expected, found: given, at: place)
    }

    /// Whether a derived value has all of its source, or does not come from it.
    func isWhole(
        _ derived: JSONValue, of source: NodeID, at scope: NodeID, in context: OperationContext
    ) -> Bool {
        let arena = context.arena
        guard !transforms.isEmpty, derived.sourceOffset == arena.origin(of: source) else { return true }
        if arena.isContainer(source), derived.isContainer { return true }
        let existing = context.value(source)
        if derived == existing { return true }
        guard let back = TransformOperation.reversed(transforms) else { return false }
        // A failure shows that the source cannot be told from it.
        return (try? Self.transformed(derived, by: back, at: scope, in: context)) == existing
    }

    var readsDocument: Bool { transforms.contains(where: \.readsDocument) }

    /// Whether plans of format 1 cannot express the chain.
    var usesNewWords: Bool { transforms.contains(where: \.isNewWord) }

    /// The first value that the chain needs, in words.
    static func expectation(_ transforms: [TextTransform]) -> String {
        switch transforms.first {
        case .join?: return "an array of strings"
        case .count?: return "an array or an object"
        case .keys?: return "an object"
        case .filter?, .unique?, .reverse?: return "an array"
        case .first?, .last?: return "an array that is not empty"
        case .map?: return "an array or an object whose elements can be changed so"
        case .sum?: return "an array of numbers"
        case .min?, .max?: return "an array of numbers, or of strings, that is not empty"
        case .decodeBase64?: return "a text in Base64"
        case .take(let pointer)?: return "a value with \(pointer.shown)"
        case .match(let pattern, as: _)?: return "a string that matches \(JSONValue.string(pattern.text).text())"
        default: break
        }
        return transforms.contains { if case .part = $0 { true } else { false } }
            ? "a string with the parts that are asked for" : "a string"
    }

    var json: JSONValue {
        let chain = JSONValue.array(JSONArray(transforms.map(\.json)))
        return transforms.isEmpty
            ? ["from": .string(from.description)] : ["from": .string(from.description), "by": chain]
    }
}
