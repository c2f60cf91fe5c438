import Migrations

extension KnownDocument {
    /// Whether the result is what this run makes of the document. One that does not name its version cannot be migrated
    /// again, so there the plan is enough.
    func isResult(of converter: DocumentConverter) -> Bool { hasPlan && (hasOptions || converter.isTold) }

    /// Refuses a document that does not name its version, if an earlier run or somebody else has changed it since.
    ///
    /// - `now`: The digest of the document, which is in its own place.
    func checkVersion(_ now: Digest, _ converter: DocumentConverter, at path: StoredPath) throws {
        guard converter.isTold, now != old, now != new || target != converter.explicit || bad > 0 else { return }
        throw StoredMigration.BadDocument(
            path, code: StoredMigration.BadDocument.Code.changed,
            now == new
                ? "an earlier run has migrated it to version \(target), and it does not name its version"
                : "it was changed after an earlier run, and does not name its version")
    }
}
