public import VersionedCodec

extension PlanSet {
    /// Migrates a stream of payloads, one a line (NDJSON), in bounded memory.
    ///
    /// ```swift
    /// let summary = try shop.migrateLines(reader, entity: "Order", to: "2026-03", write: { output += $0 })
    /// summary.migrated    // how many payloads there were
    /// ```
    ///
    /// Blank lines are copied; every line keeps what ends it.
    ///
    /// - Parameters:
    ///   - reader: The lines.
    ///   - name: What each payload is of.
    ///   - target: The label of the version of the API that is wanted.
    ///   - source: The label of the version of the API that the payloads come from, where the caller knows it.
    ///   - options: How to migrate; always one line each.
    ///   - write: Takes the output, in whole lines.
    ///   - losses: Takes the losses of each payload.
    ///   - contradictions: Takes what contradicts the versions that a payload says, with its line.
    ///   - limit: So many bad lines may be kept; default: any number.
    ///   - keepBad: Takes a bad line, and the run goes on; without it the run ends there.
    /// - Throws: ``LineMigration/BadLine`` for the first bad line if none are kept, and ``TooManyBadLines``, after
    ///   the lines before it have been written; ``MigrationError`` for an entity or a version that the set does not
    ///   have; and what the functions throw.
    public func migrateLines(
        _ reader: LineReader, entity name: String, to target: String, from source: String? = nil,
        options: MigrationOptions = .init(), write: ([UInt8]) throws -> Void,
        losses: ([Loss]) throws -> Void = { _ in },
        contradictions: (VersionContradiction, LineReader.Line) throws -> Void = { _, _ in },
        limit: BadLineLimit = .none, keepBad: ((LineMigration.BadLine) throws -> Void)? = nil
    ) throws -> LineMigration.Summary {
        _ = try (entity(of: name), pins(of: target), source.map { try pins(of: $0) })
        var options = options
        options.isOneLine = true
        var output = LineOutput(limit: limit)
        while let line = try reader.next(beforeWaiting: { try output.writeAll(write) }) {
            if line.isBlank {
                output.pending += line.bytes + line.ending
                continue
            }
            do {
                let result = try migrate(line.bytes, entity: name, to: target, from: source, options: options)
                output.pending += result.bytes + line.ending
                try losses(result.losses.map { $0.inStream(at: line) })
                for contradiction in result.contradictions { try contradictions(contradiction, line) }
                output.summary.migrated += 1
            } catch let error as any DiagnosableError where !(error is StoredFileError) {
                try output.keep(LineMigration.BadLine(line, error), write, keepBad)
            }
            try output.writeIfLong(write)
        }
        return try output.finish(write)
    }
}
