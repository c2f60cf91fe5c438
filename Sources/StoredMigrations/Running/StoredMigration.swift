public import Migrations
import VersionedCodec

/// Migrates stored documents, in files and folders, and survives being stopped at any moment: each document is as it
/// was, or migrated.
///
/// ```swift
/// var migration = StoredMigration(plan: plan, to: "3")
/// for try await report in migration.start(DocumentSelection(["orders"])) { print(report) }    // a look: nothing is
/// written
///
/// migration.options.destination = .inPlace
/// migration.options.backup = "orders.before-3"
/// let summary = try await migration.start(DocumentSelection(["orders"])).summary
/// print(summary.migrated, summary.bad)
/// // 4996 4
/// ```
///
/// One bad document never stops the run. What has been done is in a journal; the same run, begun again, goes on
/// where it was stopped.
public struct StoredMigration: Sendable {
    let converter: DocumentConverter

    /// How it runs.
    public var options: Options

    /// A migration of documents by a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - target: The version that the documents are to have.
    ///   - explicit: The version that they have, where they do not say it.
    ///   - migrating: How each document is migrated.
    ///   - options: How the migration runs; by default nothing is written.
    public init(
        plan: MigrationPlan, to target: String, from explicit: String? = nil, migrating: MigrationOptions = .init(),
        options: Options = .init()
    ) {
        converter = DocumentConverter(subject: .plan(plan), target: target, explicit: explicit, options: migrating)
        self.options = options
    }

    /// A migration of documents by a plan set, all of one entity.
    ///
    /// - Parameters:
    ///   - set: The plan set.
    ///   - entity: What the documents are.
    ///   - target: The label of the version of the API that is wanted.
    ///   - explicit: The label of the one that the documents come from, where they do not say it.
    ///   - migrating: How each document is migrated.
    ///   - options: How the migration runs; by default nothing is written.
    public init(
        set: PlanSet, entity: String, to target: String, from explicit: String? = nil,
        migrating: MigrationOptions = .init(), options: Options = .init()
    ) {
        converter = DocumentConverter(
            subject: .set(set, entity: entity), target: target, explicit: explicit, options: migrating)
        self.options = options
    }

    /// The version that the documents are to have.
    public var target: String { converter.target }

    /// Runs on the calling thread, until all documents are done.
    ///
    /// - Parameters:
    ///   - selection: The documents.
    ///   - isCancelled: Asked between documents; where it says so, what is under way is finished, and the run ends.
    ///   - report: Takes what became of each document, in their order.
    /// - Throws: ``StoredMigrationError`` and `StoredFileError` if the run cannot begin or go on: for a journal of
    ///   another run, a folder that cannot be written.
    /// - Complexity: O(bytes of all documents × steps); memory for some documents at a time, and for the names in the
    ///   largest folder.
    public func run(
        _ selection: DocumentSelection, isCancelled: @escaping @Sendable () -> Bool = { false },
        report: (Report) throws -> Void
    ) throws -> Summary {
        try run(selection, in: DiskFileSystem(), isCancelled: isCancelled, report: report)
    }

    /// Runs on another file system.
    package func run(
        _ selection: DocumentSelection, in system: any FileSystem,
        isCancelled: @escaping @Sendable () -> Bool = { false }, report: (Report) throws -> Void
    ) throws -> Summary {
        var run = try MigrationRun(self, selection, in: system, isCancelled: isCancelled)
        return try run.run(report)
    }

    /// Does what a look has planned, and nothing else: a document that was changed since is left as it is, and is bad.
    ///
    /// ```swift
    /// migration.options.plannedChanges = "changes.plan"
    /// _ = try migration.run(DocumentSelection(["orders"])) { _ in }      // writes the file
    /// (migration.options.destination, migration.options.plannedChanges) = (.inPlace, nil)
    /// _ = try migration.apply("changes.plan") { report in print(report) }
    /// ```
    ///
    /// - Parameters:
    ///   - changes: The file of planned changes.
    ///   - isCancelled: Asked between documents.
    ///   - report: Takes what became of each document.
    /// - Throws: ``StoredMigrationError`` for a file that is none of planned changes, or of another plan or target;
    ///   and as ``run(_:isCancelled:report:)``.
    public func apply(
        _ changes: StoredPath, isCancelled: @escaping @Sendable () -> Bool = { false },
        report: (Report) throws -> Void
    ) throws -> Summary {
        let system = DiskFileSystem()
        let documents = try PlannedDocuments(at: changes, in: system)
        guard documents.header.plan == converter.fingerprint, documents.header.target == target else {
            throw StoredMigrationError(
                code: .otherRun, path: changes.description,
                reason: "these changes were planned with another plan, style or target")
        }
        var selection = DocumentSelection(documents.header.paths)
        selection.ignored = [changes]
        var run = try MigrationRun(self, selection, in: system, planned: documents, isCancelled: isCancelled)
        return try run.run(report)
    }
}
