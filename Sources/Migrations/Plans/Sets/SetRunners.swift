import Synchronization
import VersionedCodec

/// The runners that a set keeps for the next payloads. A runner belongs to one payload at a time.
final class SetRunners: Sendable {
    private struct Kind: Hashable {
        let entity: String
        let target: String
        let source: String?
        let options: MigrationOptions.RunnerKind
    }

    private let pools = Mutex<[Kind: RecyclingPool<SetRunner>]>([:])

    /// The result of a payload, where a runner can do it; `nil` if the set must do it.
    func migrated(
        _ payload: [UInt8], by set: PlanSet, _ entity: PlanSet.Entity, to target: VersionPins,
        from source: VersionPins?, _ options: MigrationOptions, _ sink: DocumentSink?
    ) -> PlanSet.Migrated? {
        var options = options
        let given = options.carrying.given
        options.carrying.given = nil
        let pool = pools.withLock { pools in
            let kind = Kind(
                entity: entity.name, target: target.label, source: source?.label, options: options.runnerKind)
            if let pool = pools[kind] { return pool }
            let pool = RecyclingPool<SetRunner>()
            pools[kind] = pool
            return pool
        }
        var runner = pool.take()
        if runner?.options.runsAlike(options) != true {
            // A runner that is kept must not keep what keeps it.
            runner = SetRunner(set.withOwnRunners(), entity, to: target, from: source, options)
        }
        guard let runner else { return nil }
        defer {
            runner.reset()
            if runner.isSmall, options.context == nil { _ = pool.keep(runner) }
        }
        guard let bytes = runner.migrated(payload, given: given, to: sink) else { return nil }
        let losses = runner.lossList.inDocumentOrder(payload)
        if !losses.isEmpty, options.losses == .fail { return nil }
        let isKept = options.losses == .carry
        var result = PlanSet.Migrated(
            bytes: bytes, from: runner.found, to: target.versions[entity.name], lossList: isKept ? [] : losses,
            contradictions: runner.contradictions)
        if isKept { result.carriedLosses = losses.array }
        (result.carried, result.outdatedCarried) = (runner.sidecar, runner.outdated)
        return result
    }
}
