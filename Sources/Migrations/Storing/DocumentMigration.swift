public import VersionedCodec

/// Use it to migrate a large document into a file: it is written in pieces, and is never completely in memory.
///
/// ```swift
/// let migration = DocumentMigration(plan: plan, target: "2")
/// let file = try FileReplacement(of: "orders.json")
/// let report = try migration.run(payload, into: file)
/// try file.commit()
/// report.losses    // the losses
/// ```
public struct DocumentMigration: Sendable {
    /// The plan.
    public let plan: MigrationPlan

    /// The target version.
    public let target: String

    /// The version of the document, if the caller knows it.
    public let explicit: String?

    /// The options of the migration.
    public let options: MigrationOptions

    /// A migration of documents.
    public init(plan: MigrationPlan, target: String, from explicit: String? = nil, options: MigrationOptions = .init())
    {
        self.plan = plan
        self.target = target
        self.explicit = explicit
        self.options = options
    }

    /// The result of a document.
    public struct Report: Sendable {
        /// The original version, and how it was found.
        public let from: DetectedVersion

        /// The version of the result.
        public let to: String

        /// The losses, in the order of the original document.
        public var losses: [Loss] { lossList.array }

        /// The same, to be looked at one after another.
        package let lossList: LossList

        /// The carried data of the document, if it goes into a sidecar; `nil` if nothing is carried.
        public let carried: CarriedData?

        /// The losses that are kept in the carried data, with the policy ``LossPolicy/carry``.
        public let carriedLosses: [Loss]

        /// The places at which carried values were not restored, because the place now has another value, or no longer
        /// exists.
        public let outdatedCarried: [JSONPointer]
    }

    /// Writes the migrated document into a file. The caller then moves the file into place.
    ///
    /// - Throws: ``MigrationError`` for a payload that cannot be migrated, and ``StoredFileError``
    ///   if the file cannot be written. After an error, do not move the file into place.
    /// - Complexity: O(bytes × steps)
    public func run(_ payload: [UInt8], into file: FileReplacement) throws -> Report {
        let result = try plan.migrate(
            payload, to: target, from: explicit, options: options, handingTo: DocumentSink(into: file))
        try file.write(result.bytes)
        return Report(
            from: result.from, to: result.to, lossList: result.lossList, carried: result.carried,
            carriedLosses: result.carriedLosses, outdatedCarried: result.outdatedCarried)
    }
}

extension DocumentSink {
    /// A sink that writes into a file; `nil` for output that cannot be withdrawn, which is written when it is complete.
    convenience init?(into file: FileReplacement) {
        if file.isWrittenDirectly { return nil }
        self.init(write: { try file.write($0) }, forget: { try file.startOver() })
    }
}
