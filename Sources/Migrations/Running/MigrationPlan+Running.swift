import VersionedCodec

extension MigrationOptions {
    /// Whether runners may take documents of these options.
    var allowRunners: Bool { !carrying.isDropped && carrying.given == nil }

    /// How a runner reads: strict JSON, which every tolerance reads in the same way. What needs a tolerance is refused
    /// by the scan, and goes the other way.
    var strictParsing: JSONParsingOptions {
        var strict = parsing
        (strict.tolerances, strict.duplicateKeys) = ([], .report)
        return strict
    }
}

extension MigrationPlan {
    /// The style in which a migrated document is written; `nil` if that is the layout of the input.
    func style(of target: String, _ options: MigrationOptions) -> WritingStyle? {
        options.style == .keep ? nil : self[target]?.style
    }

    /// Whether one look at a member finds the version of a payload.
    func tellsVersionsByTheFieldAlone(_ options: MigrationOptions) -> Bool {
        detector.goesByTheFieldAlone && options.hints == VersionHints()
    }

    /// The migrated payload, where a runner can do it; `nil` if the document must be read apart, which has the words
    /// for what is wrong.
    ///
    /// - `sink`: Takes a changed document, in place of the result, which then has no bytes; its errors are passed on.
    /// - `largeFrom`: From how many bytes on the memory of a document counts, and operations on children may wait;
    ///   `nil` for the sizes of `PlanRunner`.
    func run(
        on payload: [UInt8], to target: String, from explicit: String?, options: MigrationOptions,
        _ sink: DocumentSink? = nil, largeFrom: Int? = nil
    ) throws -> MigrationResult? {
        // A document in lines of its own layout is put on one line by the writer of values.
        if options.isOneLine { return nil }
        var options = options
        let given = options.carrying.given
        options.carrying.given = nil
        guard options.allowRunners else { return nil }
        let pool = runners.pool(to: target, from: explicit, options)
        guard let runner = pool.take(self, options) else { return nil }
        defer {
            if let runs = runner.bridgeRuns { options.bridgeRuns?.take(runs) }
            pool.keep(runner)
        }
        if let known = options.bridgeRuns { runner.bridgeRuns?.take(known) }
        let isLarge = payload.count >= largeFrom ?? PlanRunner.large
        var bytes: [UInt8] = []
        // A large document is not held twice.
        let pieces =
            isLarge && sink == nil
            ? DocumentSink(write: { bytes.append(contentsOf: $0) }, forget: { bytes.removeAll(keepingCapacity: true) })
            : nil
        // Memory for less takes no room.
        if pieces != nil { bytes.reserveCapacity(3 * payload.count) }
        let outcome = try payload.withUnsafeBufferPointer {
            let deferring = largeFrom ?? PlanRunner.deferring
            if given == nil {
                let outcome = try runner.migrate(document: $0, payload, to: sink ?? pieces, deferringFrom: deferring)
                if outcome != nil || !runner.carriesData { return outcome }
            }
            return runner.migrate(carrying: $0, payload, given: given, to: sink ?? pieces, deferringFrom: deferring)
        }
        if let failure = sink?.failure { throw failure }
        guard let outcome else { return nil }
        let losses = outcome.losses.inDocumentOrder(payload)
        let from = outcome.version.detected
        try enforce(options.losses, on: losses, from: from.label)
        if outcome.isUnchanged {
            bytes = payload
        } else if sink == nil, pieces == nil {
            bytes = runner.withWritten { Array($0) }
        }
        // A carried value is not a loss.
        let isKept = options.losses == .carry && outcome.isCarried
        var result = MigrationResult(bytes: bytes, from: from, to: target, lossList: isKept ? [] : losses)
        if isKept { result.carriedLosses = losses.array }
        (result.carried, result.outdatedCarried) = (outcome.sidecar, outcome.outdated)
        return result
    }
}
