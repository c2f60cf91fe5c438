import Migrations
import StoredMigrations

/// The file system of the machine, where something happens as soon as a file of a name is made.
struct ChangingFileSystem: FileSystem {
    let change: @Sendable (StoredPath) -> Void
    private let disk = DiskFileSystem()

    init(_ change: @escaping @Sendable (StoredPath) -> Void) { self.change = change }

    func folder(at path: StoredPath) throws(StoredFileError) -> any StorageFolder {
        ChangingFolder(try disk.folder(at: path), change)
    }

    func facts(at path: StoredPath) -> FileFacts? { disk.facts(at: path) }
    func lock(_ path: StoredPath, isShared: Bool) -> (any AnyObject)? { disk.lock(path, isShared: isShared) }
    func absolute(_ path: StoredPath) -> StoredPath? { disk.absolute(path) }
}

private final class ChangingFolder: StorageFolder {
    let folder: any StorageFolder
    let change: @Sendable (StoredPath) -> Void

    init(_ folder: any StorageFolder, _ change: @escaping @Sendable (StoredPath) -> Void) {
        (self.folder, self.change) = (folder, change)
    }

    var number: FileStatus.Number { folder.number }
    func entries() throws(StoredFileError) -> [FolderEntry] { try folder.entries() }
    func facts(of name: StoredPath) -> FileFacts? { folder.facts(of: name) }

    func folder(_ path: StoredPath, throughLinks: Bool) throws(StoredFileError) -> any StorageFolder {
        ChangingFolder(try folder.folder(path, throughLinks: throughLinks), change)
    }

    func open(_ name: StoredPath) throws(StoredFileError) -> any StorageFile { try folder.open(name) }

    func openForUpdating(_ name: StoredPath) throws(StoredFileError) -> any StorageFile {
        try folder.openForUpdating(name)
    }

    func create(_ name: StoredPath, for access: NewFileAccess) throws(StoredFileError) -> (any StorageFile)? {
        change(name)
        return try folder.create(name, for: access)
    }

    func rename(_ name: StoredPath, to other: StoredPath) throws(StoredFileError) { try folder.rename(name, to: other) }

    func renameUnlessTaken(_ name: StoredPath, to other: StoredPath) throws(StoredFileError) -> Bool {
        try folder.renameUnlessTaken(name, to: other)
    }

    func link(_ name: StoredPath, in other: any StorageFolder, as otherName: StoredPath) -> Bool {
        folder.link(name, in: (other as? ChangingFolder)?.folder ?? other, as: otherName)
    }

    func remove(_ name: StoredPath) throws(StoredFileError) { try folder.remove(name) }
    func makeFolder(_ name: StoredPath) throws(StoredFileError) { try folder.makeFolder(name) }
    func synchronize() throws(StoredFileError) { try folder.synchronize() }
}
