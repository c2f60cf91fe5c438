import VersionedCodec

/// Conditions on partial documents, in which an absent member decides nothing.
extension Condition {
    /// Whether the condition is undecided in a partial document: a member that it reads is absent.
    func isUnknown(at scope: NodeID, in arena: Arena) -> Bool {
        firstUnknown(at: scope, in: arena) != nil
    }

    /// The first place that the condition looks at, and where an object lacks a member.
    func firstUnknown(at scope: NodeID, in arena: Arena) -> JSONPointer? {
        places.first { Self.isUnknown($0, at: scope, in: arena) } ?? firstUnknownWithin(scope, arena)
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
    private func firstUnknownWithin(_ scope: NodeID, _ arena: Arena) -> JSONPointer? {
        switch self {
        case .all(let conditions), .any(let conditions):
            return conditions.lazy.compactMap { $0.firstUnknownWithin(scope, arena) }.first
        case .not(let condition): return condition.firstUnknownWithin(scope, arena)
        case .test(let place, .count):
            // An object may have more members.
            let value = arena.find(place, from: scope)
            return !value.isNone && arena.isObject(value) ? place.appending("…") : nil
        case .test(let place, .keyOf(let other, .here)):
            let (value, object) = (arena.find(place, from: scope), arena.find(other, from: scope))
            guard !value.isNone, !object.isNone, arena.isObject(object), let key = arena.string(of: value),
                arena.member(key, of: object).isNone
            else { return nil }
            return other.appending(key)
        case .test(let place, .hasElement(let condition)), .test(let place, .eachElement(let condition)):
            let array = arena.find(place, from: scope)
            guard !array.isNone, arena.isArray(array) else { return nil }
            for (index, element) in arena.children(of: array).enumerated() {
                if let missing = condition.firstUnknown(at: element, in: arena) {
                    return place.appending(index).appending(missing)
                }
            }
            return nil
        case .test(_, .elementOf(let list, by: let member, .here)):
            let array = arena.find(list, from: scope)
            guard !array.isNone, arena.isArray(array) else { return nil }
            let index = arena.children(of: array).firstIndex { Self.isUnknown(member, at: $0, in: arena) }
            return index.map { list.appending($0).appending(member) }
        default: return nil
        }
    }
}

extension OperationContext {
    /// Runs a `when` whose condition a partial document leaves undecided: it does nothing if neither branch would.
    ///
    /// - Throws: Where a branch would change the document.
    mutating func runNeither(
        _ operations: [JSONOperation], _ otherwise: [JSONOperation], at scope: NodeID, _ condition: Condition
    ) throws(MigrationError) {
        let value = arena.value(of: scope)
        for branch in [operations, otherwise] {
            var (copy, scratch) = (value, scratch)
            do throws(MigrationError) {
                try scratch.run(branch, on: &copy)
            } catch {
                if error.code == .refused { continue }
                throw error
            }
            if copy == value { continue }
            let missing = condition.firstUnknown(at: scope, in: arena) ?? .root
            throw tooPartial(
                without: missing, tells: "whether \(condition), and what becomes of it depends on that", at: .root,
                found: scope)
        }
    }
}
