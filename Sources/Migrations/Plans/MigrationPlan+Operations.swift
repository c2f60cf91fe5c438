import VersionedCodec

extension MigrationPlan {
    /// Fails where an operation that was made in Swift is one that a plan file could not hold: an empty set, a root
    /// that cannot be removed, a text that cannot be split. The reader of plan files knows all of these, so it is
    /// asked.
    ///
    /// - Returns: Allowed, but probably unintended parts.
    static func validateOperations(
        _ lists: [DeclaredOperations], _ places: [JSONPointer], _ faults: inout PlanFaults, areRead: Bool
    ) -> [MigrationPlan.Warning] {
        var customs: [String: CustomBody] = [:]
        for list in lists {
            for located in list.operations {
                for custom in [located.operation].customs {
                    let name = custom.operation.name
                    if let other = customs[name], type(of: other.operation) != type(of: custom.operation) {
                        faults.attempt { () throws(PlanError) in
                            throw PlanError(
                                .duplicate, "two custom operations have the name \(quoted(name))",
                                in: list.part(located.place))
                        }
                    }
                    customs[name] = custom
                }
            }
        }
        var warnings: [MigrationPlan.Warning] = []
        for list in lists {
            for located in list.operations {
                faults.attempt { () throws(PlanError) in
                    try validateNames([located], within: [], list.part)
                    warnings += try validate(
                        located.operation, customs, places, list.part(located.place), isRead: areRead)
                }
            }
        }
        return warnings
    }

    /// Fails for an `again` that is in no scope of its name.
    private static func validateNames(
        _ operations: [LocatedOperation], within names: [String], _ part: ([String]) -> PlanError.Part
    ) throws(PlanError) {
        for located in operations {
            let operation = located.operation
            if let name = operation.repeatedName, !names.contains(name) {
                let hint = names.isEmpty ? "" : "; " + NearestName.hint(for: name, in: names)
                throw PlanError(
                    .invalidOperation, "the operation (\(operation)) is in no scope of that name\(hint)",
                    in: part(located.place + ["name"]))
            }
            let inner = names + [operation.scopeName].compactMap(\.self)
            for (_, list) in located.inner.inOrder(by: { $0.key < $1.key }) {
                try validateNames(list, within: inner, part)
            }
        }
    }

    private static func validate(
        _ operation: JSONOperation, _ customs: [String: CustomBody], _ places: [JSONPointer],
        _ part: PlanError.Part, isRead: Bool
    ) throws(PlanError) -> [MigrationPlan.Warning] {
        if places.contains(where: operation.written.contains) {
            throw PlanError(
                .writesVersion,
                "the operation (\(operation)) writes the version; leave that out, because each step writes the version itself",
                in: part)
        }
        if isRead { return [] }
        do {
            let document = try JSONDocument(parsing: JSONValue.array([operation.json]).bytes())
            let environment = PlanFileEnvironment(customs: customs, takesMarkedKeys: operation.isFromPlanFile)
            for format in operation.dateFormats where format.isCustom { environment.customDates[format.name] = format }
            var members = try MemberReader(["operations": document.root], at: .root, in: document, environment)
            _ = try members.operations("operations", deeper: false)
            return environment.warnings.map { warning in
                let place = part.place.tokens + warning.path.tokens.dropFirst(2)
                return MigrationPlan.Warning(message: warning.message, path: JSONPointer(place), position: nil)
            }
        } catch {
            let reason = (error as? PlanFileError)?.message ?? "\(error)"
            throw PlanError(.invalidOperation, "the operation (\(operation)) cannot run: \(reason)", in: part)
        }
    }
}

/// Operations that a plan declares, each with its place, and the part of the plan at that place.
struct DeclaredOperations {
    let operations: [LocatedOperation]
    let part: ([String]) -> PlanError.Part

    /// All lists of operations: those that normalize documents of a version, and those of each direction that is not a
    /// bridge.
    static func all(_ migrations: [NumberedMigration], _ versions: [PlanVersion]) -> [DeclaredOperations] {
        versions.enumerated().map { index, version in
            DeclaredOperations(LocatedOperation.standing(version.normalizing, at: ["normalize"])) {
                .normalizing(index, $0)
            }
        }
            + migrations.flatMap { numbered in
                numbered.migration.declaredOperations.map { list in
                    DeclaredOperations(LocatedOperation.standing(list.operations, at: [list.name])) {
                        .operation(numbered.index, $0)
                    }
                }
            }
    }

    private init(_ operations: [LocatedOperation], _ part: @escaping ([String]) -> PlanError.Part) {
        self.operations = operations
        self.part = part
    }
}

extension Migration {
    /// The operations by the names that their lists have in a plan file.
    fileprivate var declaredOperations: [(name: String, operations: [JSONOperation])] {
        switch directions {
        case .derived(let operations): [("operations", operations)]
        case .declared(let up, let down): [("up", up ?? []), ("down", down ?? [])]
        case .bridge, .reformatting: []
        }
    }
}
