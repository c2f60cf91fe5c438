import VersionedCodec

extension MigrationPlan {
    /// Fails where an operation that was made in Swift is one that a plan file could not hold: an empty set, a root that cannot be
    /// removed, a text that cannot be split. The reader of plan files knows all of these, so it is asked.
    static func validateOperations(_ migrations: [Migration], _ places: [JSONPointer]) throws(PlanError) {
        for (index, migration) in migrations.enumerated() {
            for operation in migration.declaredOperations {
                if places.contains(where: operation.body.written.contains) {
                    throw PlanError(
                        .writesVersion,
                        "the operation (\(operation)) writes the version, which is written after each step without one",
                        in: .migration(index))
                }
                do {
                    let document = try JSONDocument(parsing: JSONValue.array([operation.json]).bytes())
                    var members = try MemberReader(["operations": document.root], at: .root, in: document)
                    _ = try members.operations("operations")
                } catch {
                    let reason = (error as? PlanFileError)?.message ?? "\(error)"
                    throw PlanError(
                        .invalidOperation, "the operation (\(operation)) cannot run: \(reason)", in: .migration(index))
                }
            }
        }
    }
}

extension Migration {
    fileprivate var declaredOperations: [JSONOperation] {
        switch directions {
        case .derived(let operations): operations
        case .declared(let up, let down): (up ?? []) + (down ?? [])
        case .bridge: []
        }
    }
}
