public import VersionedCodec

extension PlanSet {
    /// Migrates a stream of payloads, one on each line (NDJSON), in bounded memory.
    ///
    /// ```swift
    /// let summary = try shop.migrateLines(reader, entity: "Order", to: "2026-03", write: { output += $0 })
    /// summary.migrated    // the number of payloads
    /// ```
    ///
    /// Blank lines are copied. Every line keeps its line ending.
    ///
    /// - Parameters:
    ///   - reader: The lines.
    ///   - name: The entity of each payload.
    ///   - target: The label of the target version of the API.
    ///   - source: The label of the version of the API that the payloads come from, if the caller knows it.
    ///   - options: How to migrate. Each payload is always written on one line.
    ///   - write: Receives the output, in whole lines.
    ///   - losses: Receives the losses of each payload.
    ///   - lossLines: Receives the losses, in place of `losses`, as JSON, each on a line as ``Loss/json`` has it, many
    ///     lines at a time.
    ///   - contradictions: Receives each contradiction to the versions of a payload, with its line.
    ///   - limit: The maximum number of bad lines; by default any number.
    ///   - keepBad: Receives each bad line, and the run continues. Without it, the run ends at the first one.
    ///   - carried: The sidecar of the payloads, and the number of values that they carry.
    /// - Throws: ``LineMigration/BadLine`` for the first bad line without `keepBad`, and
    ///   ``LineMigration/TooManyBadLines``. The lines before it are already written. ``MigrationError`` for an entity
    ///   or a version that is not in the set. Errors of the functions are passed on.
    public func migrateLines(
        _ reader: LineReader, entity name: String, to target: String, from source: String? = nil,
        options: MigrationOptions = .init(), write: ([UInt8]) throws -> Void,
        losses: ([Loss]) throws -> Void = { _ in }, lossLines: (([UInt8]) throws -> Void)? = nil,
        contradictions: (DetectedVersion.Contradiction, LineReader.Line) throws -> Void = { _, _ in },
        limit: LineMigration.BadLineLimit = .none, keepBad: ((LineMigration.BadLine) throws -> Void)? = nil,
        carried: CarriedData.Lines? = nil
    ) throws -> LineMigration.Summary {
        try LineReceivers.during(
            { try migrateLines(reader, entity: name, to: target, from: source, options, $0) }, write: write,
            losses: losses, lossLines: lossLines, contradictions: contradictions, limit: limit, keepBad: keepBad,
            carried: carried)
    }

    func migrateLines(
        _ reader: LineReader, entity name: String, to target: String, from source: String?,
        _ options: MigrationOptions, _ receivers: LineReceivers
    ) throws -> LineMigration.Summary {
        let entity = try entity(of: name)
        let pins = (target: try pins(of: target), source: try source.map { try self.pins(of: $0) })
        let options = options.ofLines
        let runner = SetRunner(
            self, entity, to: pins.target, from: pins.source, receivers.carried?.options(options) ?? options)
        var run = LineRun(runner, options, receivers, versionKeys: [], countsVersions: false)
        return try run.run(reader) { (line, options) throws(MigrationError) in
            try migrate(line.bytes, entity: name, to: target, from: source, options: options)
        }
    }
}
