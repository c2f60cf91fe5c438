import VersionedCodec

/// The steps of a plan that paths to several versions have in common, each prepared once.
///
/// They belong to one document at a time.
final class PreparedSteps {
    private var known: [Ends: PreparedStep] = [:]

    /// Between two versions there is one migration.
    private struct Ends: Hashable {
        let from: String
        let to: String
    }

    func prepared(
        _ step: MigrationPath.Step, _ plan: MigrationPlan, _ environment: MigrationEnvironment, in memory: ArenaMemory
    ) -> PreparedStep {
        let ends = Ends(from: step.from, to: step.to)
        if let prepared = known[ends] { return prepared }
        let prepared = PreparedStep(plan, step, environment, in: memory)
        known[ends] = prepared
        return prepared
    }

    /// Whether the memory of the last document is small enough to be kept for the next one.
    var isSmall: Bool { known.values.allSatisfy(\.isSmall) }
}
