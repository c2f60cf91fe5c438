extension MigrationPlan {
    /// The plan with newer versions and the migrations to them, such as a step in Swift after those of a plan file.
    ///
    /// ```swift
    /// let plan = try MigrationPlan(planFile: data)             // 1, 2, 3
    ///     .extended(
    ///         by: [PlanVersion("4")],
    ///         [Migration(from: "3", to: "4", "Dependencies are lists", operations: [.custom(ShortDependencies())])])
    /// ```
    ///
    /// - Throws: ``PlanError``, as when a plan is built.
    public func extended(by newer: [PlanVersion], _ steps: [Migration]) throws(PlanError) -> MigrationPlan {
        try MigrationPlan(
            name, versionAt: location, detection: detection, versions: versions + newer, migrations: migrations + steps,
            routes: routes, wireCoder: wireCoder)
    }
}
