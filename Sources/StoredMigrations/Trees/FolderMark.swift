import Migrations

/// The mark of a folder for backups or bad documents: an empty file in it. In a walk over a folder around it, nothing
/// in it is a document.
enum FolderMark {
    static let name: StoredPath = ".versioned-json-no-documents"

    /// Marks a folder, before anything is put into it.
    ///
    /// - Throws: ``StoredMigrationError`` if the folder contains other files, which would not be documents any more.
    static func set(in folder: any StorageFolder, at path: StoredPath) throws {
        if folder.facts(of: name) != nil { return }
        guard try folder.entries().allSatisfy({ $0.name.bytes.first == UInt8(ascii: ".") }) else {
            throw StoredMigrationError(
                code: .usedFolder, path: path.description,
                reason: "this folder contains other files, so it cannot be the one for backups or bad documents; "
                    + "name a new or an empty one")
        }
        _ = try folder.create(name, for: .everybody)
        // Without its mark, a folder with backups would be one with other files.
        try folder.synchronize()
    }
}
