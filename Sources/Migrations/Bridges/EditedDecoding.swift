import VersionedCodec

/// Decodes older payloads where edits over their index are all that they need: what that takes, worked out once for a migrator.
///
/// Most edits only change nodes of the index, which the model is then decoded from; the others write the document first.
struct EditedDecoding<Version: APIVersion>: Sendable {
    /// A model, and where its payload came from.
    struct Decoded<Model> {
        let model: Model
        let version: Version
        let source: DetectionSource
        let losses: [Loss]
    }

    private let plan: MigrationPlan
    private let versions: [Version]
    private let current: Version
    private let label: String
    private let decoder: VersionedJSONDecoder
    private let currentPeek: VersionPeek?
    private let options = MigrationOptions()

    /// `nil` where edits cannot tell the versions of payloads.
    init?(_ plan: MigrationPlan, _ controller: VersionController<Version>) {
        guard plan.tellsVersionsByTheFieldAlone(options), plan.allowsEditing(options) else { return nil }
        self.plan = plan
        versions = controller.versions
        current = controller.current
        label = current.label
        decoder = controller.decoder(of: current)
        currentPeek = VersionPeek(label: label, at: plan.location)
    }

    /// The model of an older payload; `nil` where it is another one, or needs more, or has a fault, for which values have the words.
    func decode<Model: Decodable>(
        _ type: Model.Type, _ payload: UnsafeBufferPointer<UInt8>, from explicit: Version?
    ) -> Decoded<Model>? {
        guard explicit != current, explicit != nil || currentPeek?.isBeginning(of: payload) != true else { return nil }
        let compiled = plan.edits.edits(plan, to: label, from: explicit?.label)
        guard compiled.isUsefulForOlder else { return nil }
        let worker = compiled.shelf.take(compiled, options)
        guard let version = worker.runner.run(onCopyOf: payload, compiled) else {
            compiled.shelf.keep(worker)
            return nil
        }
        guard let (model, isOver) = model(type, worker) else { return nil }
        var losses = worker.runner.losses
        if isOver { compiled.shelf.keep(worker) }
        if !losses.isEmpty { losses = MigrationPlan.inDocumentOrder(losses, Array(payload)) }
        return Decoded(
            model: model, version: versions[version.index],
            source: plan.source(isExplicit: explicit != nil, isFound: version.isFound), losses: losses)
    }

    /// The model, and whether the worker may serve another document.
    ///
    /// `nil` drops no error: the caller then migrates and decodes by values, which fails again, with the step and the place in the payload.
    private func model<Model: Decodable>(_ type: Model.Type, _ worker: EditWorker) -> (Model, isOver: Bool)? {
        if let text = worker.runner.edits.settle() {
            return withExtendedLifetime(worker) {
                try? decoder.decode(type, from: text, scannedInto: worker.runner.edits.buffer)
            }
        }
        var output: [UInt8] = []
        do throws(EditLimit) { try worker.runner.write(to: &output) } catch { return nil }
        return (try? decoder.decode(type, from: output)).map { ($0, true) }
    }
}
