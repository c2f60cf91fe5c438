import VersionedCodec

extension PlanSet {
    /// Migrates a large payload into a file: it is written in pieces, and is never completely in memory. The caller
    /// then moves the file into place.
    ///
    /// ```swift
    /// let file = try FileReplacement(of: "orders.json")
    /// let report = try shop.migrate(payload, entity: "Page", to: "2026-03", into: file)
    /// try file.commit()
    /// report.losses    // the losses
    /// ```
    ///
    /// - Returns: What happened; ``PlanSet/Migrated/bytes`` is empty, as they are in the file.
    /// - Throws: ``MigrationError`` for a payload that cannot be migrated, and ``StoredFileError`` if the file cannot
    ///   be written. After an error, do not move the file into place.
    /// - Complexity: O(bytes × steps)
    public func migrate(
        _ payload: [UInt8], entity name: String, to target: String, from source: String? = nil,
        options: MigrationOptions = .init(), into file: FileReplacement
    ) throws -> PlanSet.Migrated {
        var result = try migrated(
            payload, entity: name, to: target, from: source, options, handingTo: DocumentSink(into: file))
        try file.write(result.bytes)
        result.bytes = []
        return result
    }
}
