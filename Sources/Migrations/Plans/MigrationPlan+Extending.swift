extension MigrationPlan {
    /// The plan with newer versions and the migrations that lead to them: those of a plan file, say, and a step in
    /// Swift beside it.
    ///
    /// ```swift
    /// let plan = try MigrationPlan(planFile: data)             // 1, 2, 3
    ///     .extended(
    ///         by: [PlanVersion("4")],
    ///         [Migration(from: "3", to: "4", "Dependencies are lists", operations: [.custom(ShortDependencies())])])
    /// ```
    ///
    /// - Throws: ``PlanError``, as for a plan that is made at once.
    public func extended(by newer: [PlanVersion], _ steps: [Migration]) throws(PlanError) -> MigrationPlan {
        try MigrationPlan(
            name, versionAt: location, detection: detection, versions: versions + newer, migrations: migrations + steps,
            routes: routes, wireCoder: wireCoder)
    }
}
