import VersionedCodec

/// What the operations of a step may lack, because the step leads back over what gave it up. It is found when something
/// is absent for the first time.
final class AbsentPlaces {
    private let plan: MigrationPlan
    private let step: MigrationPath.Step
    /// By the version in which the way back has begun.
    private var known: [String: [Reversal.ID: GivenUpPlaces]] = [:]
    /// By the ends of the way that could not make them.
    private var unmade: [[String]: [OperationRun: GivenUpPlaces]] = [:]

    /// Whether an operation of the step is the reverse of another one.
    let hasReversals: Bool

    /// `nil` for a step whose directions are declared one by one.
    init?(_ plan: MigrationPlan, _ step: MigrationPath.Step) {
        guard step.migration.isDerived else { return nil }
        (self.plan, self.step, hasReversals) = (plan, step, step.operations.hasReversals)
    }

    /// Why an operation that leads back over another one may find nothing at a place of a document; `nil` where it may
    /// not.
    ///
    /// - `start`: The version in which the way has begun.
    func absenceReason(_ path: JSONPointer, _ reversal: Reversal.ID, from start: String) -> AbsenceReason? {
        if path.isScratch { return nil }
        let places = known[start] ?? found(from: start)
        known[start] = places
        return places[reversal]?.absence(of: path.tokens.map { PlaceToken($0) })
    }

    /// The same for an operation that leads back over none.
    ///
    /// - `origin`: The version that the document came from before that, as it goes back there. Its way down makes
    ///   nothing for what the way up removes, so that the removal finds nothing.
    func absenceReason(
        _ path: JSONPointer, _ operation: OperationRun, from start: String, cameFrom origin: String
    ) -> AbsenceReason? {
        if path.isScratch { return nil }
        let places = unmade[[origin, start]] ?? unmade(from: origin, to: start)
        unmade[[origin, start]] = places
        return places[operation]?.absence(of: path.tokens.map { PlaceToken($0) })
    }

    private func unmade(from origin: String, to start: String) -> [OperationRun: GivenUpPlaces] {
        var tracer = GivenUpPlacesTracer()
        for later in (try? plan.path(from: start, to: origin))?.steps.reversed() ?? [] {
            if later.name == step.name { break }
            tracer.follow(later.opposite)
        }
        tracer.followThere(step)
        return tracer.foundThere
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
