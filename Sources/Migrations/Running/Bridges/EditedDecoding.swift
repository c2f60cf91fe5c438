import VersionedCodec

/// Decodes older payloads where edits over their index are all that they need: what that takes, worked out once for a migrator.
///
/// Most edits only change nodes of the index, which the model is then decoded from; the others write the document first.
struct EditedDecoding: Sendable {
    private let plan: MigrationPlan
    private let label: String
    private let decoder: VersionedJSONDecoder
    private let currentPeek: VersionPeek?
    private let options = MigrationOptions()

    /// `nil` where edits cannot tell the versions of payloads.
    init?<Version: APIVersion>(_ plan: MigrationPlan, _ controller: VersionController<Version>) {
        guard plan.tellsVersionsByTheFieldAlone(options), plan.allowsEditing(options) else { return nil }
        self.plan = plan
        label = controller.current.label
        decoder = controller.decoder(of: controller.current)
        currentPeek = VersionPeek(label: label, at: plan.location)
    }

    /// The model of an older payload, and what was found.
    ///
    /// - Throws: ``NeedsDocument`` where it is another one, or needs more, or has a fault, for which values have the words.
    func decode<Model: Decodable>(
        _ type: Model.Type, _ payload: UnsafeBufferPointer<UInt8>, from explicit: String?, _ found: inout FoundPayload
    ) throws(NeedsDocument) -> Model {
        if let explicit {
            if explicit == label { throw NeedsDocument() }
        } else if currentPeek?.isBeginning(of: payload) == true {
            throw NeedsDocument()
        }
        let compiled = plan.edits.edits(plan, to: label, from: explicit)
        guard compiled.isUsefulForOlder else { throw NeedsDocument() }
        let worker = compiled.shelf.take(compiled, options)
        guard let version = worker.runner.run(onCopyOf: payload, compiled) else {
            compiled.shelf.keep(worker)
            throw NeedsDocument()
        }
        var isOver = true
        let model = try model(type, worker, &isOver)
        let losses = worker.runner.losses
        if isOver { compiled.shelf.keep(worker) }
        found = FoundPayload(
            version: version.index, source: plan.source(isExplicit: explicit != nil, isFound: version.isFound),
            losses: losses.isEmpty ? [] : MigrationPlan.inDocumentOrder(losses, Array(payload)))
        return model
    }

    /// The model.
    ///
    /// - `isOver`: Whether the worker may serve another document.
    /// - Throws: ``NeedsDocument`` for every error: the caller then migrates and decodes by values, which fails again, with the step and the place in
    ///   the payload.
    private func model<Model: Decodable>(
        _ type: Model.Type, _ worker: EditWorker, _ isOver: inout Bool
    ) throws(NeedsDocument) -> Model {
        do {
            if let text = worker.runner.edits.settle() {
                defer { withExtendedLifetime(worker) {} }
                return try decoder.decode(type, from: text, scannedInto: worker.runner.edits.buffer, &isOver)
            }
            var output: [UInt8] = []
            try worker.runner.write(to: &output)
            return try decoder.decode(type, from: output)
        } catch {
            throw NeedsDocument()
        }
    }
}
