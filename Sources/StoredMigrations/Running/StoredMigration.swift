public import Migrations
import VersionedCodec

/// Use it to migrate stored documents in files and folders; it survives an interruption at any moment. Each document is
/// either unchanged or migrated.
///
/// ```swift
/// var migration = StoredMigration(plan: plan, to: "3")
/// for try await report in migration.start(DocumentSelection(["orders"])) { print(report) }    // a dry run
///
/// migration.options.destination = .inPlace
/// migration.options.backup = "orders.before-3"
/// let summary = try await migration.start(DocumentSelection(["orders"])).summary
/// print(summary.migrated, summary.bad)
/// // 4996 4
/// ```
///
/// One bad document never stops the run. A journal records what is done. The same run, begun again, continues where it
/// was interrupted.
public struct StoredMigration: Sendable {
    let converter: DocumentConverter

    /// The options of the run.
    public var options: Options

    /// A migration of documents by a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - target: The target version.
    ///   - explicit: The version of the documents, if they do not name it.
    ///   - migrating: How each document is migrated.
    ///   - options: How the run works. By default nothing is written.
    public init(
        plan: MigrationPlan, to target: String, from explicit: String? = nil, migrating: MigrationOptions = .init(),
        options: Options = .init()
    ) {
        self.init(.plan(plan), to: target, from: explicit, migrating: migrating, options: options)
    }

    /// A migration of documents of one entity, by a plan set.
    ///
    /// - Parameters:
    ///   - set: The plan set.
    ///   - entity: The entity of the documents.
    ///   - target: The label of the target version of the API.
    ///   - explicit: The label of the version that the documents come from, if they do not name it.
    ///   - migrating: How each document is migrated.
    ///   - options: How the run works. By default nothing is written.
    public init(
        set: PlanSet, entity: String, to target: String, from explicit: String? = nil,
        migrating: MigrationOptions = .init(), options: Options = .init()
    ) {
        self.init(
            .set(set, entity: entity), to: target, from: explicit, migrating: migrating, options: options)
    }

    package init(
        _ subject: MigrationSubject, to target: String, from explicit: String?, migrating: MigrationOptions,
        options: Options
    ) {
        converter = DocumentConverter(subject: subject, target: target, explicit: explicit, options: migrating)
        self.options = options
    }

    /// The target version.
    public var target: String { converter.target }

    /// Runs on the calling thread until all documents are done.
    ///
    /// - Parameters:
    ///   - selection: The documents.
    ///   - isCancelled: Called between documents. If it returns true, the documents in progress are finished, and the
    ///     run ends.
    ///   - report: Receives the result of each document, in order.
    /// - Throws: ``StoredMigrationError`` and `StoredFileError` if the run cannot begin or continue: for a journal of
    ///   another run, or a folder that cannot be written.
    /// - Complexity: O(bytes of all documents × steps). Memory for some documents at a time, and for the names in the
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
        let run = try MigrationRun(self, selection, in: system, isCancelled: isCancelled)
        return try run.run(report)
    }

    /// Applies the changes that a dry run has planned, and no others. A document that has changed since is left as it
    /// is, and is bad.
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
    ///   - isCancelled: Called between documents.
    ///   - report: Receives the result of each document.
    /// - Throws: ``StoredMigrationError`` for a file that does not contain planned changes, or that belongs to another
    ///   plan or target, and the errors of ``run(_:isCancelled:report:)``.
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
        let run = try MigrationRun(self, selection, in: system, planned: documents, isCancelled: isCancelled)
        return try run.run(report)
    }
}
