package import Migrations

/// Where a document is: a name in an open folder. A class, because it is passed on many times.
package final class DocumentPlace: Sendable {
    package let folder: any StorageFolder
    package let name: StoredPath

    /// Which of the selected paths it comes from.
    package let root: Int

    /// The path from there; of a file that was selected itself, its name.
    package let path: StoredPath

    /// The path as messages show it: that of the selection, and the rest.
    package let shown: StoredPath

    /// Whether it holds one document a line.
    package let holdsLines: Bool

    /// The planned change: the digests of the document now and after the migration.
    package let planned: PlannedChange?

    init(
        folder: any StorageFolder, name: StoredPath, root: Int, path: StoredPath, shown: StoredPath, holdsLines: Bool,
        planned: PlannedChange? = nil
    ) {
        (self.folder, self.name, self.root, self.path, self.shown) = (folder, name, root, path, shown)
        (self.holdsLines, self.planned) = (holdsLines, planned)
    }
}

/// The planned change of a document.
package struct PlannedChange: Sendable {
    package let old: Digest
    /// Of a compressed file, the digest of what it holds.
    package let new: Digest
    /// The number of its lines that were bad.
    package var bad = 0
}

/// One entry of a walk.
package enum WalkedEntry: Sendable {
    case document(DocumentPlace)

    /// A file or folder that cannot be looked at.
    case unreadable(StoredPath, StoredFileError)

    /// Something that is not a document, and is not counted as one: a symbolic link, a pipe, a device.
    case skipped(StoredPath, SkippedKind)

    /// A file that an interrupted run may have left.
    case temporary(StoredPath, any StorageFolder)
}

/// Why something in a folder is not looked at.
package enum SkippedKind: Sendable, Hashable { case link, special }
