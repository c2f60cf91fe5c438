import VersionedCodec

extension MigrationPlan {
    /// Fails where an operation that was made in Swift is one that a plan file could not hold: an empty set, a root that cannot be
    /// removed, a text that cannot be split. The reader of plan files knows all of these, so it is asked.
    static func validateOperations(
        _ migrations: [NumberedMigration], _ versions: [PlanVersion], _ places: [JSONPointer]
    ) throws(PlanError) {
        let parts: [(operations: [JSONOperation], part: PlanError.Part)] =
            versions.enumerated().map { ($0.element.normalizing, .version($0.offset)) }
            + migrations.map { ($0.migration.declaredOperations, .migration($0.index)) }
        var customs: [String: CustomBody] = [:]
        for (operations, part) in parts {
            for custom in operations.customs {
                let name = custom.operation.name
                if let other = customs[name], type(of: other.operation) != type(of: custom.operation) {
                    throw PlanError(
                        .duplicate, "two custom operations have the name \(JSONValue.string(name).text())", in: part)
                }
                customs[name] = custom
            }
        }
        for (operations, part) in parts {
            if let name = NamedOperations.unknownName(in: operations) {
                let again = JSONOperation.again(name)
                throw PlanError(
                    .invalidOperation, "the operation (\(again)) stands in no scope of that name", in: part)
            }
            for operation in operations { try validate(operation, customs, places, part) }
        }
    }

    private static func validate(
        _ operation: JSONOperation, _ customs: [String: CustomBody], _ places: [JSONPointer],
        _ part: PlanError.Part
    ) throws(PlanError) {
        if places.contains(where: operation.body.written.contains) {
            throw PlanError(
                .writesVersion,
                "the operation (\(operation)) writes the version, which is written after each step without one",
                in: part)
        }
        do {
            let document = try JSONDocument(parsing: JSONValue.array([operation.json]).bytes())
            var members = try MemberReader(
                ["operations": document.root], at: .root, in: document, PlanFileEnvironment(customs: customs))
            _ = try members.operations("operations")
        } catch {
            let reason = (error as? PlanFileError)?.message ?? "\(error)"
            throw PlanError(.invalidOperation, "the operation (\(operation)) cannot run: \(reason)", in: part)
        }
    }
}

extension Migration {
    fileprivate var declaredOperations: [JSONOperation] {
        switch directions {
        case .derived(let operations): operations
        case .declared(let up, let down): (up ?? []) + (down ?? [])
        case .bridge, .reformatting: []
        }
    }
}
