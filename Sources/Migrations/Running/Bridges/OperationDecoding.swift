import VersionedCodec

/// Decodes older payloads from which operations lead to the model's version.
///
/// Where these only give members other keys and scalars other values, the model is decoded from the index of the
/// payload, changed by a runner; otherwise from what a runner has written.
final class OperationDecoding: Sendable {
    private let plan: MigrationPlan
    private let label: String
    private let decoder: VersionedJSONDecoder
    private let currentPeek: VersionPeek?
    private let options: MigrationOptions
    /// The runners of payloads that say their version.
    private let runners: RunnerPool

    /// `nil` if the versions of payloads need more than one look.
    init?<Version: APIVersion>(_ plan: MigrationPlan, _ controller: VersionController<Version>) {
        var options = MigrationOptions(style: .keep)
        options.judgesLosses = false
        guard plan.tellsVersionsByTheFieldAlone(options) else { return nil }
        self.options = options
        self.plan = plan
        label = controller.current.label
        decoder = controller.decoder(of: controller.current)
        currentPeek = VersionPeek(label: label, at: plan.location)
        runners = plan.runners.pool(to: label, from: nil, options)
    }

    /// The model of an older payload, and what was found.
    ///
    /// - Throws: ``NeedsDocument`` if it is another one, or needs more, or has a fault, for which the way over
    ///   documents has the words.
    func decode<Model: Decodable>(
        _ type: Model.Type, _ payload: UnsafeBufferPointer<UInt8>, from explicit: String?, _ found: inout FoundPayload
    ) throws(NeedsDocument) -> Model {
        if let explicit {
            if explicit == label { throw NeedsDocument() }
        } else if currentPeek?.isBeginning(of: payload) == true {
            throw NeedsDocument()
        }
        let pool = explicit.map { plan.runners.pool(to: label, from: $0, options) } ?? runners
        guard let runner = pool.take(plan, options) else { throw NeedsDocument() }
        let (model, outcome, runs) = try decode(type, payload, runner, pool)
        found = FoundPayload(
            version: outcome.version.number, source: outcome.version.detected.source, bridgeRuns: runs)
        return model
    }

    /// The model, the resulting document, and the results of bridges. The runner goes back to its pool if nothing
    /// refers to its memory.
    private func decode<Model: Decodable>(
        _ type: Model.Type, _ payload: UnsafeBufferPointer<UInt8>, _ runner: PlanRunner, _ pool: RunnerPool
    ) throws(NeedsDocument) -> (Model, PlanRunner.Outcome, BridgeRuns?) {
        let decoder = decoder
        // Where that fails, the steps run again, which bridges do not.
        let triesToSettle =
            !PlanRunner.keepsShapes(ofBytes: payload.count) && pool.triesToSettle && runner.bridgeRuns == nil
        var isOver = true
        if triesToSettle {
            if let (outcome, text, index) = runner.settle(document: payload) {
                let model = try decoded { try decoder.decode(type, from: text, scannedInto: index, &isOver) }
                if isOver { pool.keep(runner) }
                pool.noteSettling(succeeded: true)
                return (model, outcome, nil)
            }
        }
        defer { if isOver { pool.keep(runner) } }
        let migrated = try decoded { try runner.migrate(document: payload) }
        guard let outcome = migrated, !outcome.isUnchanged else { throw NeedsDocument() }
        if triesToSettle { pool.noteSettling(succeeded: false) }
        let model = try runner.withWritten { written throws(NeedsDocument) in
            try decoded {
                guard let index = runner.indexOfWritten(written) else {
                    return try decoder.decode(type, fromMade: written)
                }
                isOver = false
                return try decoder.decode(type, from: written, scannedInto: index, &isOver)
            }
        }
        return (model, outcome, runner.bridgeRuns?.copied())
    }

    private func decoded<Model>(_ body: () throws -> Model) throws(NeedsDocument) -> Model {
        do {
            return try body()
        } catch {
            // It is thrown again, with its step and its place in the payload, by the way over documents.
            throw NeedsDocument()
        }
    }
}
