import VersionedCodec

extension MigrationPlan {
    /// A document that has been read, for a migration.
    static func document(_ payload: [UInt8], _ options: JSONParsingOptions) throws(MigrationError) -> JSONDocument {
        do throws(JSONSyntaxError) { return try JSONDocument(parsing: payload, options: options) } catch {
            throw MigrationError(error)
        }
    }

    /// The version of a document.
    func version(of document: JSONDocument, knowing hints: VersionHints) throws(MigrationError) -> DetectedVersion {
        do throws(VersionError) { return try detector.detect(in: document, knowing: hints) } catch {
            throw MigrationError(error)
        }
    }
}
