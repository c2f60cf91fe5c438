import VersionedCodec

extension MigrationPlan {
    /// Whether a migration with these options can be edits over an index: it keeps the layout of its input, and reads strictly.
    func allowsEditing(to target: String, _ options: MigrationOptions) -> Bool {
        (options.style == .keep || self[target]?.style == nil) && options.parsing.tolerances.isEmpty
            && options.parsing.duplicateKeys == .report && !options.isPartial
    }

    /// Whether edits over an index can tell the version of a payload.
    func tellsVersionsByTheFieldAlone(_ options: MigrationOptions) -> Bool {
        detector.goesByTheFieldAlone && options.hints == VersionHints()
    }

    /// The migrated payload, where edits over its index do all of it; `nil` where values must.
    func edited(
        _ payload: [UInt8], to target: String, from explicit: String?, options: MigrationOptions
    ) -> MigrationResult? {
        guard allowsEditing(to: target, options) else { return nil }
        let compiled = edits.edits(self, to: target, from: explicit)
        guard compiled.isUseful else { return nil }
        var runner = EditRunner(compiled, options: options)
        var output: [UInt8] = []
        output.reserveCapacity(payload.count + payload.count / 16 + 64)
        let version = payload.withUnsafeBufferPointer { bytes in
            runner.migrate(bytes, compiled, isOneLine: options.isOneLine, to: &output)
        }
        guard let version else { return nil }
        let source: DetectionSource =
            explicit != nil ? .explicit : version.isFound ? location.map { .field($0.pointer) } ?? .legacy : .legacy
        return MigrationResult(
            bytes: output, from: DetectedVersion(label: compiled.label(version.index), source: source), to: target,
            losses: Self.inDocumentOrder(runner.losses, payload))
    }
}

extension EditRunner {
    /// Appends the migrated document; `nil`, with nothing appended, where values must do it.
    mutating func migrate(
        _ bytes: UnsafeBufferPointer<UInt8>, _ plan: PlanEdits, isOneLine: Bool, to output: inout [UInt8]
    ) -> (index: Int, isFound: Bool)? {
        let start = output.count
        forgetLosses()
        do throws(EditLimit) {
            if isOneLine, let version = migrateByTemplate(bytes, to: &output) { return version }
            guard edits.begin(bytes) else { return nil }
            if isOneLine, !edits.breaksLines { edits.startRecording() }
            edits.prepare()
            let (index, steps, isFound) = try plan.version(of: self)
            if !steps.isEmpty, isOneLine, edits.breaksLines { return nil }
            try run(steps)
            try edits.write(to: &output)
            edits.finishRecording(version: (index, isFound))
            return (index, isFound)
        } catch {
            edits.stopRecording()
            output.removeLast(output.count - start)
            return nil
        }
    }

    /// Appends the migrated document, where one of its shape has been migrated before.
    private mutating func migrateByTemplate(
        _ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
    ) -> (index: Int, isFound: Bool)? {
        guard edits.findTemplate(bytes) else { return nil }
        do throws(EditLimit) {
            while let (tag, kind, bytes) = edits.nextComputed() {
                try compute(tag, kind, bytes)
                edits.finishComputed()
            }
            try loseByTemplate()
            return edits.writeByTemplate(to: &output)
        } catch {
            forgetLosses()
            return nil
        }
    }
}
