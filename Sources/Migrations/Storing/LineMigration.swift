public import VersionedCodec

/// Use it to migrate a stream of documents, one on each line (NDJSON), in bounded memory.
///
/// ```swift
/// let migration = LineMigration(plan: plan, target: "2")
/// let summary = try migration.run(reader, write: { output.append(contentsOf: $0) })
/// summary.migrated    // the number of documents
/// ```
///
/// Blank lines are copied. Every line keeps its line ending.
public struct LineMigration: Sendable {
    /// The plan.
    public let plan: MigrationPlan

    /// The target version.
    public let target: String

    /// The version of the documents, if the caller knows it.
    public let explicit: String?

    /// The options of the migration. Each document is always written on one line.
    public let options: MigrationOptions

    /// A migration of lines.
    public init(plan: MigrationPlan, target: String, from explicit: String? = nil, options: MigrationOptions = .init())
    {
        self.plan = plan
        self.target = target
        self.explicit = explicit
        self.options = options.ofLines
    }

    /// The result of a stream.
    public struct Summary: Sendable, Equatable {
        /// The number of documents that were written.
        public internal(set) var migrated = 0

        /// The number of bad lines that were set aside.
        public internal(set) var bad = 0
    }

    /// Migrates line after line.
    ///
    /// ```swift
    /// try migration.run(reader, write: { try output.write($0) }, lossLines: { try losses.write($0) })
    /// // losses: {"path":"/debug","value":"t1","reason":"the other version does not have it",…,"line":1,"column":16}
    /// ```
    ///
    /// - `write`: Receives the output, in whole lines.
    /// - `losses`: Receives the losses of each document.
    /// - `lossLines`: Receives the losses, in place of `losses`, as JSON, each on a line as ``Loss/json`` has it, many
    ///   lines at a time.
    /// - `contradictions`: Receives each contradiction to the version of a document, with its line.
    /// - `limit`: The maximum number of bad lines; by default any number.
    /// - `keepBad`: Receives each bad line, and the run continues. Without it, the run ends at the first one.
    /// - `carried`: The sidecar of the documents, and the number of values that they carry.
    /// - Throws: ``BadLine`` for the first bad line without `keepBad`, and ``LineMigration/TooManyBadLines``. The lines
    ///   before it are already written. Errors of the functions are passed on.
    public func run(
        _ reader: LineReader, write: ([UInt8]) throws -> Void, losses: ([Loss]) throws -> Void = { _ in },
        lossLines: (([UInt8]) throws -> Void)? = nil,
        contradictions: (DetectedVersion.Contradiction, LineReader.Line) throws -> Void = { _, _ in },
        limit: LineMigration.BadLineLimit = .none, keepBad: ((BadLine) throws -> Void)? = nil,
        carried: CarriedData.Lines? = nil
    ) throws -> Summary {
        try LineReceivers.during(
            { try run(reader, $0) }, write: write, losses: losses, lossLines: lossLines, contradictions: contradictions,
            limit: limit,
            keepBad: keepBad, carried: carried)
    }

    package func run(_ reader: LineReader, _ receivers: LineReceivers) throws -> Summary {
        let carried = receivers.carried
        let runner = PlanRunner(plan, to: target, from: explicit, options: carried?.options(options) ?? options)
        var run = LineRun(
            runner, options, receivers, versionKeys: carried == nil ? [] : versionKeys, countsVersions: true)
        return try run.run(reader) { (line, options) throws(MigrationError) in
            var options = options
            options.bridgeRuns = runner?.bridgeRuns
            let document = try MigrationPlan.document(line.bytes, options.parsing)
            return PlanSet.Migrated(try plan.migrate(text: document, to: target, from: explicit, options))
        }
    }

    /// The members at the root that name the version, of all versions.
    private var versionKeys: [String] {
        Set(plan.labels.flatMap { plan.marks(of: $0).compactMap(\.pointer.tokens.first) }).inOrder(by: <)
    }
}
