import VersionedCodec

extension MigrationPlan {
    /// Whether a migration with these options can be edits over an index: it reads strictly, and all of a document. A payload in another encoding, or with
    /// a byte order mark, is refused by the scan, and goes the other way.
    func allowsEditing(_ options: MigrationOptions) -> Bool {
        options.parsing.tolerances.isSubset(of: [.byteOrderMark, .otherEncodings])
            && options.parsing.duplicateKeys == .report && !options.isPartial
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
    ///
    /// - `sink`: Takes a document that has been changed, in place of the result, which then has no bytes; what it throws is thrown.
    /// - `largeFrom`: From how many bytes on the memory of a document counts.
    func edited(
        _ payload: [UInt8], to target: String, from explicit: String?, options: MigrationOptions,
        _ sink: EditSink? = nil, largeFrom: Int = IndexEdits.large
    ) throws -> MigrationResult? {
        // Lines run on an arena.
        guard allowsEditing(options), !options.isOneLine else { return nil }
        let compiled = edits.edits(self, to: target, from: explicit)
        guard compiled.isUseful else { return nil }
        let worker = compiled.shelf.take(compiled, options)
        worker.runner.largeFrom = largeFrom
        defer { compiled.shelf.keep(worker) }
        let style = style(of: target, options)
        let migrated = payload.withUnsafeBufferPointer {
            bytes -> (output: [UInt8], version: (index: Int, isFound: Bool))? in
            guard let (outcome, version) = worker.runner.migrate(bytes, payload, compiled, to: target, style, sink)
            else {
                return nil
            }
            switch outcome {
            case .unchanged: return (payload, version)
            case .written(let output): return (output, version)
            case .handedOver: return ([], version)
            }
        }
        if let failure = sink?.failure { throw failure }
        guard let (output, version) = migrated else { return nil }
        let source = source(isExplicit: explicit != nil, isFound: version.isFound)
        return MigrationResult(
            bytes: output, from: DetectedVersion(label: compiled.label(version.index), source: source), to: target,
            losses: Self.inDocumentOrder(worker.runner.losses, payload))
    }

    /// How edits have found the version of a payload.
    func source(isExplicit: Bool, isFound: Bool) -> DetectionSource {
        if isExplicit { return .explicit }
        return isFound ? location.map { .field($0.pointer) } ?? .legacy : .legacy
    }
}
