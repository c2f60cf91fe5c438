import VersionedCodec

extension MigrationPlan {
    /// Whether a migration with these options can be edits over an index: it reads strictly, and all of a document.
    func allowsEditing(_ options: MigrationOptions) -> Bool {
        options.parsing.tolerances.isEmpty && options.parsing.duplicateKeys == .report && !options.isPartial
    }

    /// The style in which a migrated document is written; `nil` where that is the layout of the input, which edits keep.
    func style(of target: String, _ options: MigrationOptions) -> WritingStyle? {
        options.style == .keep ? nil : self[target]?.style
    }

    /// Whether edits over an index can tell the version of a payload.
    func tellsVersionsByTheFieldAlone(_ options: MigrationOptions) -> Bool {
        detector.goesByTheFieldAlone && options.hints == VersionHints()
    }

    /// The migrated payload, where edits over its index do all of it; `nil` where values must.
    func edited(
        _ payload: [UInt8], to target: String, from explicit: String?, options: MigrationOptions
    ) -> MigrationResult? {
        guard allowsEditing(options) else { return nil }
        let compiled = edits.edits(self, to: target, from: explicit)
        guard compiled.isUseful else { return nil }
        guard let (edited, version, losses) = edited(payload, compiled, options) else { return nil }
        var output = edited
        let label = compiled.label(version.index)
        if let style = style(of: target, options), label != target || output != payload {
            // Read over its index as it is written, so that few of its values are there at a time. An error would come again from values.
            guard let document = try? JSONDocument(parsing: output, options: options.parsing) else { return nil }
            output = document.root.bytes(in: options.isOneLine ? style.onOneLine : style)
        }
        let source = source(isExplicit: explicit != nil, isFound: version.isFound)
        return MigrationResult(
            bytes: output, from: DetectedVersion(label: label, source: source), to: target,
            losses: Self.inDocumentOrder(losses, payload))
    }

    /// How edits have found the version of a payload.
    func source(isExplicit: Bool, isFound: Bool) -> DetectionSource {
        if isExplicit { return .explicit }
        return isFound ? location.map { .field($0.pointer) } ?? .legacy : .legacy
    }

    /// The payload in the layout that it has.
    private func edited(
        _ payload: [UInt8], _ compiled: PlanEdits, _ options: MigrationOptions
    ) -> (output: [UInt8], version: (index: Int, isFound: Bool), losses: [Loss])? {
        let worker = compiled.shelf.take(compiled, options)
        var output: [UInt8] = []
        let version = payload.withUnsafeBufferPointer { bytes in
            worker.runner.migrate(bytes, compiled, isOneLine: options.isOneLine, to: &output)
        }
        let losses = worker.runner.losses
        compiled.shelf.keep(worker)
        return version.map { (output.isEmpty ? payload : output, $0, losses) }
    }
}

extension EditRunner {
    /// Appends the migrated document; `nil`, with nothing appended, where values must do it. A whole document that stays as it is is not
    /// appended either.
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
            // What is given again as it was need not be copied.
            if !isOneLine, edits.isUnchanged { return (index, isFound) }
            try edits.write(to: &output)
            edits.finishRecording(version: (index, isFound))
            return (index, isFound)
        } catch {
            edits.stopRecording()
            output.removeLast(output.count - start)
            return nil
        }
    }

    /// Runs the steps on a copy of a document, of which nothing is written; `nil` where values must do it.
    mutating func run(
        onCopyOf bytes: UnsafeBufferPointer<UInt8>, _ plan: PlanEdits
    ) -> (index: Int, isFound: Bool)? {
        forgetLosses()
        guard edits.begin(copying: bytes) else { return nil }
        edits.prepare()
        do throws(EditLimit) {
            let (index, steps, isFound) = try plan.version(of: self)
            try run(steps)
            return (index, isFound)
        } catch {
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
