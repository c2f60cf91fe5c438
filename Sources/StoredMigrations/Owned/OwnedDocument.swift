public import Migrations
public import VersionedCodec

/// Use it for a file with one document that a program owns. It opens every version, and migrates older ones.
///
/// ```swift
/// let document = OwnedDocument(at: "library.json", migrator: migrator)
/// var library = try document.open() ?? document.create(Library())
/// library.migratedFrom    // .v1: library.json was replaced, and library.json.1.backup is the old file
/// library.model.songs.append(song)
/// try library.save()
/// ```
///
/// The file is replaced as a whole or not at all, and is on the disk when the call returns. The next launch finishes or
/// removes what a killed launch left behind. While the document is open, a lock on the file `.library.json.lock` beside
/// it excludes other processes, and other parts of this process.
public struct OwnedDocument<Model: Codable & SendableMetatype, Version: APIVersion>: Sendable {
    private let path: StoredPath
    private let migrator: Migrator<Model, Version>
    private let whenNewer: NewerPayloadPolicy
    private let keepsBackup: Bool
    private let system: any FileSystem

    /// A document in a file. The file need not exist yet, but its folder must. A path that names no file, such as an
    /// empty one, is an error when the document is opened.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - migrator: Reads and writes each version.
    ///   - whenNewer: How a document is handled that is newer than all known versions.
    ///   - keepsBackup: Whether the old file of a migrated document is kept, as `NAME.VERSION.backup`.
    public init(
        at path: StoredPath, migrator: Migrator<Model, Version>, whenNewer: NewerPayloadPolicy = .fail,
        keepsBackup: Bool = true
    ) {
        self.init(at: path, migrator: migrator, whenNewer: whenNewer, keepsBackup: keepsBackup, in: DiskFileSystem())
    }

    package init(
        at path: StoredPath, migrator: Migrator<Model, Version>, whenNewer: NewerPayloadPolicy = .fail,
        keepsBackup: Bool = true, in system: any FileSystem
    ) {
        (self.path, self.migrator, self.whenNewer) = (path, migrator, whenNewer)
        (self.keepsBackup, self.system) = (keepsBackup, system)
    }

    /// Opens the document. An older version is migrated, and the file is replaced.
    ///
    /// - Returns: `nil` if there is no file.
    /// - Throws: ``OwnedValueError`` with the code `inUse` if it is open elsewhere, `StoredFileError` if it cannot be
    ///   read or written, and the errors of ``OwnedValue/open()`` for an unreadable document, which then stays as it
    ///   is.
    public func open() throws -> OwnedValue<Model, Version, DocumentFile>.Opened? {
        let file = try DocumentFile(path, in: system)
        return try OwnedValue(in: file, migrator: migrator, whenNewer: whenNewer).open { _, version in
            if keepsBackup { try file.backUp(version.label) }
        }
    }

    /// Writes a document if there is none.
    ///
    /// - Throws: The errors of ``open()``, and ``OwnedValueError`` with the code `changed` if there is one.
    public func create(_ model: Model) throws -> OwnedValue<Model, Version, DocumentFile>.Opened {
        try OwnedValue(in: DocumentFile(path, in: system), migrator: migrator).create(model)
    }
}
