import VersionedCodec

extension LossJudge {
    /// The steps of a path.
    struct PreparedPath {
        let path: MigrationPath
        let steps: [PreparedStep]

        /// - `shared`: Has steps that other paths share.
        init(
            _ path: MigrationPath, _ plan: MigrationPlan, _ environment: MigrationEnvironment,
            _ shared: PreparedSteps? = nil
        ) {
            self.path = path
            let memory = ArenaPool.shared.take()
            defer { ArenaPool.shared.keep(memory) }
            steps = path.steps.map { step in
                shared?.prepared(step, plan, environment, in: memory)
                    ?? PreparedStep(plan, step, environment, in: memory)
            }
        }
    }

    /// Whether the memory of the last document is small enough to be kept for the next one.
    var isSmall: Bool { made.allSatisfy { $0.steps.allSatisfy(\.isSmall) } }
}
