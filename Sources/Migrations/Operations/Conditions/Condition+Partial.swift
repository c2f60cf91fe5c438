import VersionedCodec

/// Conditions on partial documents, in which an absent member decides nothing.
/// A place that a partial document does not show, and that decides.
struct UnknownPlace {
    let path: JSONPointer
    /// Whether the path begins at the document, and not at the value that is looked at.
    var isInDocument = false

    /// Further members of an object.
    static func more(in place: JSONPointer) -> UnknownPlace { UnknownPlace(path: place.appending("…")) }
}

extension Condition {
    /// Whether the condition is undecided in a partial document: a member that it reads is absent.
    func isUnknown(at scope: NodeID, in context: OperationContext) -> Bool {
        firstUnknown(at: scope, in: context) != nil
    }

    /// The first place that the condition looks at, and where an object lacks a member.
    func firstUnknown(at scope: NodeID, in context: OperationContext) -> UnknownPlace? {
        let arena = context.arena
        let path = places.first { Self.isUnknown($0, at: scope, in: arena) }
        return path.map { UnknownPlace(path: $0) } ?? firstUnknownWithin(scope, context)
    }

    private static func isUnknown(_ place: JSONPointer, at scope: NodeID, in arena: Arena) -> Bool {
        var node = scope
        for token in place.tokens {
            let next = arena.child(token, of: node)
            if next.isNone { return arena.isObject(node) }
            node = next
        }
        return false
    }

    /// The first place within the values that the condition looks at. All places of the condition itself are known.
    private func firstUnknownWithin(_ scope: NodeID, _ context: OperationContext) -> UnknownPlace? {
        let arena = context.arena
        switch self {
        case .all(let conditions), .any(let conditions):
            return conditions.lazy.compactMap { $0.firstUnknownWithin(scope, context) }.first
        case .not(let condition): return condition.firstUnknownWithin(scope, context)
        case .elsewhere(.document, let condition): return condition.firstUnknownInDocument(scope, context)
        case .oneOf(let place, let values):
            let found = arena.find(place, from: scope)
            guard !found.isNone, arena.isContainer(found) else { return nil }
            let value = arena.value(of: found)
            return values.contains(where: value.mayBecome) ? .more(in: place) : nil
        case .test(let place, let test): return test.firstUnknown(of: place, scope, context)
        default: return nil
        }
    }

    /// The first place in the document that the condition looks at, and where an object lacks a member.
    fileprivate func firstUnknownInDocument(_ scope: NodeID, _ context: OperationContext) -> UnknownPlace? {
        do throws(MigrationError) {
            return try context.looking(at: .document, here: scope) { node throws(MigrationError) in
                firstUnknown(at: node, in: context).map { UnknownPlace(path: $0.path, isInDocument: true) }
            }
        } catch {
            // Then the condition cannot be asked either, which has the error.
            return nil
        }
    }
}

extension Condition.ValueTest {
    /// The first place within the values that the test looks at, where a partial document does not tell the answer.
    ///
    /// - `place`: The place of the value, which is there.
    fileprivate func firstUnknown(
        of place: JSONPointer, _ scope: NodeID, _ context: OperationContext
    ) -> UnknownPlace? {
        let arena = context.arena
        let value = arena.find(place, from: scope)
        if value.isNone { return nil }
        switch self {
        case .sameAs(let other, .here), .keyOf(let other, .here), .elementOf(let other, _, .here):
            return firstUnknown(in: arena.find(other, from: scope), at: other, of: value, at: place, context)
        case .sameAs(let other, .document), .keyOf(let other, .document), .elementOf(let other, _, .document):
            if let missing = Condition.present(other).firstUnknownInDocument(scope, context) { return missing }
            let unknown = try? context.looking(at: .document, here: scope) { node in
                firstUnknown(
                    in: arena.find(other, from: node), at: other, isInDocument: true, of: value, at: place, context)
            }
            return unknown.flatMap { $0 }
        case .count:
            // An object may have more members.
            return arena.isObject(value) ? .more(in: place) : nil
        case .hasElement(let condition), .eachElement(let condition):
            for (token, element) in elements(of: value, arena) {
                if let missing = condition.firstUnknown(at: element, in: context) {
                    return missing.isInDocument
                        ? missing : UnknownPlace(path: place.appending(token).appending(missing.path))
                }
            }
            return arena.isObject(value) ? .more(in: place) : nil
        default: return nil
        }
    }

    /// The elements of an array, and the values of an object, with their tokens.
    private func elements(of container: NodeID, _ arena: Arena) -> [(token: String, element: NodeID)] {
        let isObject = arena.isObject(container)
        return arena.children(of: container).enumerated().map { (isObject ? arena.key(of: $1) : String($0), $1) }
    }

    /// The first place within another value that the test compares with, or asks for the value.
    private func firstUnknown(
        in other: NodeID, at path: JSONPointer, isInDocument: Bool = false, of value: NodeID, at place: JSONPointer,
        _ context: OperationContext
    ) -> UnknownPlace? {
        let arena = context.arena
        if other.isNone { return nil }
        switch self {
        case .sameAs:
            guard arena.isContainer(value), arena.isContainer(other) else { return nil }
            let (one, two) = (arena.value(of: value), arena.value(of: other))
            return one.mayBecome(two) || two.mayBecome(one) ? .more(in: place) : nil
        case .keyOf:
            guard arena.isObject(other), let key = arena.string(of: value), arena.member(key, of: other).isNone else {
                return nil
            }
            return UnknownPlace(path: path.appending(key), isInDocument: isInDocument)
        case .elementOf(_, let member, _):
            guard arena.isArray(other) else { return nil }
            let index = arena.children(of: other).firstIndex { element in
                Condition.present(member).isUnknown(at: element, in: context)
            }
            return index.map {
                UnknownPlace(path: path.appending($0).appending(member), isInDocument: isInDocument)
            }
        default: return nil
        }
    }
}

extension JSONValue {
    /// Whether the value may be another one if its objects have more members than they show. O(values)
    ///
    /// Of a value without objects, which is known as a whole, this is `false`.
    fileprivate func mayBecome(_ other: JSONValue) -> Bool {
        guard hasObject else { return false }
        var pending = [(self, other)]
        while let (part, whole) = pending.popLast() {
            if let members = part.object, let all = whole.object {
                for member in members {
                    guard let value = all[member.key] else { return false }
                    pending.append((member.value, value))
                }
            } else if let elements = part.array, let all = whole.array, elements.count == all.count {
                pending += zip(elements, all)
            } else if !part.isEquivalent(to: whole) {
                return false
            }
        }
        return true
    }
}

extension OperationContext {
    /// Runs a `when` whose condition a partial document leaves undecided: it does nothing if neither branch would.
    ///
    /// - `place`: What the document does not show, where that is known.
    /// - Throws: Where a branch would change the document, or would fail.
    mutating func runNeither(
        _ operations: [JSONOperation], _ otherwise: [JSONOperation], at scope: NodeID, _ condition: Condition,
        without place: JSONPointer? = nil
    ) throws(MigrationError) {
        let (value, outer) = (arena.value(of: scope), arena.scratch)
        let before = scratchValue
        for branch in [operations, otherwise] {
            var context = self.scratch
            let trial = arena.startTrial()
            // A branch may write scratch values, on which later operations depend.
            arena.scratch = outer.isNone ? .none : arena.make(before)
            defer {
                arena.scratch = outer
                arena.end(trial)
            }
            do throws(MigrationError) {
                let copy = arena.make(value)
                try context.run(branch, at: copy)
                if arena.value(of: copy) == value, scratchValue == before { continue }
            } catch {
                if error.code == .refused { continue }
            }
            let missing =
                place.map { UnknownPlace(path: $0) } ?? condition.firstUnknown(at: scope, in: self)
                ?? UnknownPlace(path: .root)
            throw tooPartial(
                without: missing, tells: "whether \(condition), and what becomes of it depends on that", found: scope)
        }
    }

    /// The scratch values of the step.
    private var scratchValue: JSONValue {
        arena.scratch.isNone ? .object(JSONObject()) : arena.value(of: arena.scratch)
    }
}
