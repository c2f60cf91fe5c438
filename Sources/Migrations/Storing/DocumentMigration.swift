public import VersionedCodec

/// Migrates a document into a file: a large one is written piece by piece as it is made, and is never whole in memory.
///
/// ```swift
/// let migration = DocumentMigration(plan: plan, target: "2")
/// let file = try FileReplacement(of: "orders.json")
/// let report = try migration.run(payload, into: file)
/// try file.commit()
/// report.losses    // what could not be carried over
/// ```
public struct DocumentMigration: Sendable {
    /// The plan.
    public let plan: MigrationPlan

    /// The version that the document is to have.
    public let target: String

    /// The version that it has, where the caller knows it.
    public let explicit: String?

    /// How it is migrated.
    public let options: MigrationOptions

    /// A migration of documents.
    public init(plan: MigrationPlan, target: String, from explicit: String? = nil, options: MigrationOptions = .init())
    {
        self.plan = plan
        self.target = target
        self.explicit = explicit
        self.options = options
    }

    /// What became of a document.
    public struct Report: Sendable {
        /// The version that it had, and how that was found.
        public let from: DetectedVersion

        /// The version that it has now.
        public let to: String

        /// What could not be carried over, in the order of the document that was read.
        public let losses: [Loss]
    }

    /// Writes the migrated document into a file, which the caller then puts in its place.
    ///
    /// - Throws: As ``MigrationPlan/migrate(_:to:from:options:)-([UInt8],_,_,_)``, and ``StoredFileError`` where the
    ///   file cannot be written; it must not be put in its place then.
    /// - Complexity: O(bytes × steps)
    public func run(_ payload: [UInt8], into file: FileReplacement) throws -> Report {
        // What cannot be taken back is written when all of it is known.
        let sink =
            file.isWrittenDirectly ? nil : DocumentSink(write: { try file.write($0) }, forget: { try file.startOver() })
        let result = try plan.migrate(payload, to: target, from: explicit, options: options, handingTo: sink)
        try file.write(result.bytes)
        return Report(from: result.from, to: result.to, losses: result.losses)
    }
}
