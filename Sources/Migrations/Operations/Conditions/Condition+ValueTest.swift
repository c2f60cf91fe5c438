public import VersionedCodec

extension Condition {
    /// A test of one value, beyond its kind and its meaning.
    public indirect enum ValueTest: Sendable, Hashable {
        /// It is a string with the suffix, byte by byte.
        case suffix(String)
        /// It is a string that contains the text, byte by byte.
        case contains(String)
        /// It is a string that the pattern matches as a whole.
        case matches(TextPattern)
        /// It is a number of at least the given value.
        case atLeast(JSONNumber)
        /// It is a number of at most the given value.
        case atMost(JSONNumber)
        /// It is an array or object with a number of elements or members in the range.
        case count(ClosedRange<Int>)
        /// It means the same as another value.
        case sameAs(JSONPointer, in: JSONOperation.PathOrigin)
        /// It is a key of the object at another place: a string, or a number by its text.
        case keyOf(JSONPointer, in: JSONOperation.PathOrigin)
        /// It means the same as an element of the array at another place, or, with a path, as the value there in an
        /// element.
        case elementOf(JSONPointer, by: JSONPointer = .root, in: JSONOperation.PathOrigin)
        /// It is an array or an object, and the condition holds for one of its elements or values.
        case hasElement(Condition)
        /// It is an array or an object, and the condition holds for each of its elements or values; there may be none.
        case eachElement(Condition)

        /// Whether a value of the document passes.
        func holds(at node: NodeID, of scope: NodeID, in context: OperationContext) throws(MigrationError) -> Bool {
            let arena = context.arena
            switch self {
            case .suffix, .contains, .matches, .atLeast, .atMost: return ScalarTest(self).holds(at: node, in: arena)
            case .count(let range): return arena.isContainer(node) && range.contains(arena.count(of: node))
            case .sameAs(let pointer, .here):
                let other = arena.find(pointer, from: scope)
                return !other.isNone && arena.isEquivalent(node, to: arena.value(of: other))
            case .sameAs(let pointer, let origin):
                guard let other = try context.seen(pointer, in: origin, here: .node(scope)) else { return false }
                return arena.isEquivalent(node, to: other)
            case .keyOf(let pointer, let origin):
                guard let key = arena.string(of: node) ?? arena.value(of: node).number?.text else { return false }
                return try context.isKey(key, of: pointer, in: origin, here: scope)
            case .elementOf(let pointer, let member, let origin):
                return try context.isElement(node, of: pointer, by: member, in: origin, here: scope)
            case .hasElement(let condition):
                var child = arena.firstChild(of: node)
                while !child.isNone {
                    if try condition.holds(at: child, in: context) { return true }
                    child = arena.next(after: child)
                }
                return false
            case .eachElement(let condition):
                guard arena.isContainer(node) else { return false }
                var child = arena.firstChild(of: node)
                while !child.isNone {
                    if try !condition.holds(at: child, in: context) { return false }
                    child = arena.next(after: child)
                }
                return true
            }
        }

        /// Whether the test looks at the document beyond its scope.
        var readsDocument: Bool {
            switch self {
            case .sameAs(_, let origin), .keyOf(_, let origin), .elementOf(_, _, let origin): origin == .document
            case .hasElement(let condition), .eachElement(let condition): condition.readsDocument
            default: false
            }
        }
    }
}

extension Condition.ValueTest: CustomStringConvertible {
    /// The test in words, to follow the name of a place: `ends with "x"`.
    public var description: String {
        switch self {
        case .suffix(let suffix): "ends with \(JSONValue.string(suffix).text())"
        case .contains(let text): "contains \(JSONValue.string(text).text())"
        case .matches(let pattern): "matches \(JSONValue.string(pattern.text).text())"
        case .atLeast(let bound): "is at least \(bound.text)"
        case .atMost(let bound): "is at most \(bound.text)"
        case .count(let range) where range.lowerBound == range.upperBound: "has \(Self.elements(range.lowerBound))"
        case .count(let range) where range.upperBound == .max: "has at least \(Self.elements(range.lowerBound))"
        case .count(let range): "has \(range.lowerBound) to \(range.upperBound) elements"
        case .sameAs(let pointer, .here): "is the same as \(pointer.shown)"
        case .sameAs(let pointer, let origin): "is the same as \(pointer.shown) in the \(origin.rawValue)"
        case .keyOf(let pointer, let origin): "is a key of \(pointer.shown)\(Self.place(origin))"
        case .elementOf(let pointer, .root, let origin): "is an element of \(pointer.shown)\(Self.place(origin))"
        case .elementOf(let pointer, let member, let origin):
            "is \(member.shown) of an element of \(pointer.shown)\(Self.place(origin))"
        case .hasElement(let condition): "has an element for which (\(condition))"
        case .eachElement(let condition): "has only elements for which (\(condition))"
        }
    }
}

extension Condition.ValueTest {
    private static func place(_ origin: JSONOperation.PathOrigin) -> String {
        origin == .here ? "" : " in the \(origin.rawValue)"
    }

    static func elements(_ count: Int) -> String { count == 1 ? "1 element" : "\(count) elements" }
}
