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
            if let (reason, member) = operation.idleness {
                throw PlanError(
                    .doesNothing, "the operation (\(operation)) does nothing: \(reason)",
                    in: part(located.place + [member]))
            }
            if let again = operation.body as? AgainOperation, names.contains(again.label) {
                throw PlanError(
                    .endless,
                    "the operation (\(operation)) would never end: it applies \(quoted(again.label)) to the same value again; "
                        + "put it into a scope that leads deeper, such as \"each\"", in: part(located.place + ["name"]))
            }
            var inner: [String] = []
            if operation.staysHere { inner = names + [(operation.body as? NamedScope)?.label].compactMap { $0 } }
            for (_, list) in located.inner.inOrder(by: { $0.key < $1.key }) { try validateSense(list, in: inner, part) }
        }
    }
}

extension JSONOperation {
    /// The reason why the operation leaves every document as it is, and the plan-file member that causes it; `nil` if
    /// it does not.
    fileprivate var idleness: (reason: String, member: String)? {
        switch body {
        case let convert as ConvertOperation where convert.from == convert.to:
            ("both are \"\(convert.to.rawValue)\"", "to")
        case let move as MoveOperation where move.from.isByteForByte(move.to): ("both paths are the same", "to")
        case let copy as CopyOperation where copy.origin == .here && copy.from.isByteForByte(copy.to):
            ("both paths are the same", "to")
        case let rename as RenameOperation
        where rename.path.tokens.last.map { Array($0.utf8) } == Array(rename.key.utf8): ("both keys are the same", "to")
        case is NamedScope, is EachScope, is EverywhereScope, is InsideScope, is DocumentScope, is WhenScope:
            inner.isEmpty ? ("it has no operations", "operations") : nil
        default: nil
        }
    }

    /// Whether the operations within a scope are applied, in every document, to the value that the scope is applied to.
    fileprivate var staysHere: Bool {
        switch body {
        case is NamedScope: true
        case let scope as InsideScope: scope.path.isRoot
        case let scope as DocumentScope: scope.path.isRoot
        default: false
        }
    }

    /// The message with which the operation refuses every document; `nil` if it lets some pass.
    var refusal: String? {
        if !runs { return nil }
        return switch body {
        case let refuse as RefuseOperation: refuse.message
        case is NamedScope, is InsideScope, is DocumentScope: inner.refusal
        case let when as WhenScope: when.otherwise.refusal == nil ? nil : when.operations.refusal
        default: nil
        }
    }
}

extension JSONPointer {
    /// Whether both lead to one place: keys are compared by their bytes.
    fileprivate func isByteForByte(_ other: JSONPointer) -> Bool {
        description.utf8.elementsEqual(other.description.utf8)
    }
}

extension Sequence where Element == JSONOperation {
    /// The message with which the operations refuse every document; `nil` if they let some pass.
    var refusal: String? { lazy.compactMap(\.refusal).first }
}
