import VersionedCodec

/// Conditions on partial documents, in which an absent member decides nothing.
extension Condition {
    /// Whether the condition is undecided in a partial document: a member that it reads is absent.
    func isUnknown(at scope: NodeID, in arena: Arena) -> Bool {
        firstUnknown(at: scope, in: arena) != nil
    }

    /// The first place that the condition looks at, and where an object lacks a member.
    func firstUnknown(at scope: NodeID, in arena: Arena) -> JSONPointer? {
        places.first { place in
            var node = scope
            for token in place.tokens {
                let next = arena.child(token, of: node)
                if next.isNone { return arena.isObject(node) }
                node = next
            }
            return false
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
