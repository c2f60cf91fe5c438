import VersionedCodec

/// What the operations of a step may lack, because the step leads back over what gave it up. It is found when something
/// is absent for the first time.
final class LackedPlaces {
    private let plan: MigrationPlan
    private let step: MigrationPath.Step
    /// By the version in which the way back has begun.
    private var known: [String: [Reversal.ID: GivenUpPlaces]] = [:]

    /// `nil` for a step in which no operation is the reverse of another one.
    init?(_ plan: MigrationPlan, _ step: MigrationPath.Step) {
        guard step.migration.isDerived, step.operations.hasReversals else { return nil }
        (self.plan, self.step) = (plan, step)
    }

    /// Whether an operation may find nothing at a place of a document that came from a version.
    func mayLack(_ path: JSONPointer, _ reversal: Reversal.ID, from start: String) -> Bool {
        if path.isScratch { return false }
        let places = known[start] ?? found(from: start)
        known[start] = places
        return places[reversal]?.mayHold(path.tokens.map { PlaceToken($0) }) ?? false
    }

    private func found(from start: String) -> [Reversal.ID: GivenUpPlaces] {
        var tracer = GivenUpPlacesTracer()
        // A document that comes another way may lack only what this step gave up.
        let path = try? plan.path(from: start, to: step.to)
        if let path, path.steps.last == step { path.steps.dropLast().forEach { tracer.follow($0) } }
        tracer.follow(step)
        return tracer.found
    }
}

extension [JSONOperation] {
    fileprivate var hasReversals: Bool { contains { $0.reversal != nil || $0.inner.hasReversals } }
}
