import VersionedCodec

/// The steps of a way, on the document in the arena.
extension PlanRunner {
    /// Runs the steps of a way on the document in the arena; `nil` where the plan must do it.
    ///
    /// - Throws: ``MigrationError`` with its place if one fails.
    func run(
        _ way: VersionPath, _ judging: Judging, of version: Version, _ text: UnsafeBufferPointer<UInt8>
    ) throws(MigrationError) -> LossRecords? {
        do throws(MigrationError) {
            return try run(way, judging)
        } catch {
            // What the document carries may have a part in it.
            if options.losses == .carry { return nil }
            throw located(error, version, text)
        }
    }

    /// An error with the version and the place in the text.
    func located(
        _ error: MigrationError, _ version: Version, _ text: UnsafeBufferPointer<UInt8>
    ) -> MigrationError {
        var error = error
        error.version = labels[version.number]
        error.position = error.offset.map { SourcePosition(byteOffset: $0, in: text) }
        return error
    }

    /// Runs the steps of a way on the document in the arena; `nil` where the plan must do it.
    ///
    /// - Throws: ``MigrationError`` with its step if one fails.
    func run(
        _ way: VersionPath, _ judging: Judging?, _ deferred: DeferredScopes? = nil
    ) throws(MigrationError) -> LossRecords? {
        var records = LossRecords()
        var manner = PreparedStep.Manner()
        // Losses in deferred children are named by what operations have recorded.
        manner.triesWayBack = judging.map { deferred == nil ? $0.triesWayBack : options.judgesLosses } ?? false
        manner.recordsLosses = judging != nil && options.judgesLosses
        manner.followsValues = judging.map { options.judgesLosses && $0.judge.wayBack == nil } ?? false
        manner.deferred = deferred
        let arena = memory.arena
        manner.saysVersionAsString = plan.saysVersionAsString { arena.value(at: $0) }
        var running = 0
        do throws(MigrationError) {
            for number in way.normalizing {
                running = number
                try steps[number].run(in: memory, manner, &records)
            }
            for number in way.rest.joined() {
                running = number
                try steps[number].run(in: memory, manner, &records)
            }
        } catch {
            var error = error
            error.step = error.step ?? steps[running].name
            throw error
        }
        let isNormalized = way.rest.isEmpty
        // A document that is normalized keeps its version and its members.
        if let known, !isNormalized { records.losses += plan.leaveOutUnknown(known, by: target, in: memory.arena) }
        if recognizesByContents, !isNormalized || !arena.isUnchanged,
            plan.detector.detect(in: arena, knowing: VersionHints())?.label != target
        {
            // A document that is normalized may have been another one before.
            if isNormalized { return nil }
            if let path = judging?.judge.path, let error = plan.misrecognition(of: .arena(arena), on: path) {
                throw error
            }
            return nil
        }
        return records
    }
}
