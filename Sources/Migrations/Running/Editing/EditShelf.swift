import Synchronization
import VersionedCodec

/// A runner that can be put away and taken out again.
final class EditWorker {
    var runner: EditRunner
    private let parsing: JSONParsingOptions
    private let losses: LossPolicy

    init(_ plan: PlanEdits, _ options: MigrationOptions) {
        runner = EditRunner(plan, options: options)
        (parsing, losses) = (options.parsing, options.losses)
    }

    /// Whether it works by these options.
    func fits(_ options: MigrationOptions) -> Bool { parsing == options.parsing && losses == options.losses }
}

/// Workers whose documents are done, kept for the next ones, so that a small document does not wait for memory.
///
/// A worker belongs to one document at a time: it is taken out of its place by one atomic exchange, and put back by another, so there is no
/// lock. More documents at once than places make workers of their own. `@unchecked Sendable` because of that: a worker in a place is held by
/// nobody else, and whoever takes it out is its only holder.
final class EditShelf: @unchecked Sendable {
    private let first = Atomic<Unmanaged<EditWorker>?>(nil)
    private let second = Atomic<Unmanaged<EditWorker>?>(nil)

    deinit {
        first.exchange(nil, ordering: .acquiring)?.release()
        second.exchange(nil, ordering: .acquiring)?.release()
    }

    /// A worker for one document.
    func take(_ plan: PlanEdits, _ options: MigrationOptions) -> EditWorker {
        if let kept = first.exchange(nil, ordering: .acquiring) ?? second.exchange(nil, ordering: .acquiring) {
            let worker = kept.takeRetainedValue()
            if worker.fits(options) {
                worker.runner.begin(options.context)
                return worker
            }
        }
        return EditWorker(plan, options)
    }

    /// Keeps a worker that nobody else holds, unless its last document has made it large.
    func keep(_ worker: EditWorker) {
        guard worker.runner.end(), worker.runner.edits.isSmall else { return }
        let kept = Unmanaged.passRetained(worker)
        if first.compareExchange(expected: nil, desired: kept, ordering: .releasing).exchanged { return }
        if second.compareExchange(expected: nil, desired: kept, ordering: .releasing).exchanged { return }
        kept.release()
    }
}
