import VersionedCodec

extension JSONOperation {
    /// Migrates a payload inside the document by the plan of its own model, to the newer or older version of the step.
    ///
    /// ```swift
    /// Migration(from: ShopVersion.v1, to: .v2, "Orders are those of version 2", operations: [
    ///     .each("/items", [.migrating(by: orders.plan)])
    /// ])
    /// ```
    ///
    /// The version of the payload is the one that it names, otherwise that of the enclosing document. Both plans have
    /// the labels of the step.
    ///
    /// Loss class: captures.
    public static func migrating(by plan: MigrationPlan) -> JSONOperation { .custom(NestedMigration(plan: plan)) }
}

struct NestedMigration: ModelOperation {
    let plan: MigrationPlan

    var name: String { "migrate by the plan \(MigrationPlan.quoted(plan.name))" }

    func forward(_ value: inout JSONValue, in context: inout CustomContext) throws {
        try migrate(&value, isUp: true, &context)
    }

    func back(_ value: inout JSONValue, in context: inout CustomContext) throws {
        try migrate(&value, isUp: false, &context)
    }

    private func migrate(_ value: inout JSONValue, isUp: Bool, _ context: inout CustomContext) throws {
        guard let coding = context.coding else {
            throw MigrationError(.doesNotDecode, "the plan has no version controller", at: nil)
        }
        let (from, to) = isUp ? (coding.older, coding.newer) : (coding.newer, coding.older)
        var detector = plan.detector
        detector.legacy = from
        let found = try detector.detect(in: value)
        if found.isNewer { return }
        var environment = MigrationEnvironment(facts: context.facts, isPartial: context.isPartial)
        (environment.bridgeRuns, environment.isInner) = (context.bridgeRuns, true)
        var state = MigrationState(value, plan: plan, environment)
        defer { state.finish() }
        let path = try plan.path(from: found.label, to: to)
        if path.steps.isEmpty { return }
        for step in path.steps { try state.run(step) }
        value = try state.document(to)
        // Examining the document shows which operation lost a value.
        for loss in state.records.losses {
            context.losses.append(
                CustomContext.LostPart(
                    value: loss.value, path: loss.path, reason: loss.reason, isReportedByBridge: loss.isReportedByBridge
                ))
        }
    }
}
