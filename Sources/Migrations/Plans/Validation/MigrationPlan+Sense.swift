import VersionedCodec

extension MigrationPlan {
    /// Fails for versions that are not oldest first, if their form has an order.
    static func validateOrder(_ versions: [PlanVersion], _ location: VersionLocation?) throws(PlanError) {
        guard let location else { return }
        var before: String?
        for (index, version) in versions.enumerated() {
            guard let earlier = before else {
                before = version.label
                continue
            }
            let (label, other) = (quoted(version.label), quoted(earlier))
            if version.label == earlier { continue }
            switch location.order(of: version.label, behind: earlier) {
            case .following: before = version.label
            case .same:
                throw PlanError(
                    .duplicate, "the versions \(other) and \(label) are written in the same way", in: .version(index))
            case .preceding:
                throw PlanError(
                    .wrongOrder, "the version \(label) comes after \(other), which is newer; the oldest comes first",
                    in: .version(index))
            }
        }
    }

    /// Fails for an operation that does nothing in every document, and for one that would never end.
    static func validateSense(_ lists: [DeclaredOperations], _ faults: inout PlanFaults) {
        for list in lists {
            for located in list.operations {
                faults.attempt { () throws(PlanError) in try validateSense([located], in: [], list.part) }
            }
        }
    }

    /// - `names`: The `named` scopes around, whose value is still the one that the operations are applied to.
    private static func validateSense(
        _ operations: [LocatedOperation], in names: [String], _ part: ([String]) -> PlanError.Part
    ) throws(PlanError) {
        for located in operations {
            let operation = located.operation
            if let direction = operation.onlyDirection, located.place.first != "operations" {
                throw PlanError(
                    .invalidOperation,
                    "the operation (\(operation)) runs on the way \(direction.rawValue) only; write that only among "
                        + "operations that run in both directions", in: part(located.place + ["only"]))
            }
            if let idleness = operation.body.idleness {
                throw PlanError(
                    .doesNothing, "the operation (\(operation)) does nothing: \(idleness.reason)",
                    in: part(located.place + [idleness.member]))
            }
            if let name = operation.repeatedName, names.contains(name) {
                throw PlanError(
                    .endless,
                    "the operation (\(operation)) would never end: it applies \(quoted(name)) to the same value again; "
                        + "put it into a scope that leads deeper, such as \"each\"", in: part(located.place + ["name"]))
            }
            var inner: [String] = []
            if operation.traits.contains(.staysHere) { inner = names + [operation.scopeName].compactMap(\.self) }
            for (_, list) in located.inner.inOrder(by: { $0.key < $1.key }) { try validateSense(list, in: inner, part) }
        }
    }
}
