/// Everything that is done to disks where files are replaced. `DiskFileSystem` is the real one; tests have one that
/// stops at any of these calls, and loses what was not synced.
package protocol FileSystem: Sendable {
    /// Opens a folder by its path, through symbolic links.
    func folder(at path: StoredPath) throws(StoredFileError) -> any StorageFolder

    /// The facts about the file at a path, through symbolic links; `nil` if there is none that can be examined.
    func facts(at path: StoredPath) -> FileFacts?

    /// The path without symbolic links, from the root; `nil` if there is nothing of the path.
    func absolute(_ path: StoredPath) -> StoredPath?

    /// Locks a file or folder, exclusively or shared, as long as the result exists; `nil` if it is in use. A file that
    /// cannot be locked counts as locked.
    func lock(_ path: StoredPath, isShared: Bool) -> (any AnyObject)?
}

/// An open folder. Names are those of its entries, never paths, but for ``folder(_:)``.
package protocol StorageFolder: AnyObject, Sendable {
    var number: FileStatus.Number { get }

    /// All entries, in no order.
    func entries() throws(StoredFileError) -> [FolderEntry]

    /// The facts about a name; a symbolic link is not followed. `nil` if the name does not exist.
    func facts(of name: StoredPath) -> FileFacts?

    /// Opens a folder below this one; the last part of the path may not be a symbolic link, unless that is requested.
    func folder(_ path: StoredPath, throughLinks: Bool) throws(StoredFileError) -> any StorageFolder

    /// Opens a file for reading. Nothing is waited for, and a symbolic link is an error.
    func open(_ name: StoredPath) throws(StoredFileError) -> any StorageFile

    /// Opens a file for reading and writing, and makes it if it is not there.
    func openForUpdating(_ name: StoredPath) throws(StoredFileError) -> any StorageFile

    /// Makes a file; `nil` if the name is taken.
    ///
    /// - `access`: The access to the file before it has its permissions.
    func create(_ name: StoredPath, for access: NewFileAccess) throws(StoredFileError) -> (any StorageFile)?

    /// Gives a file another name in the same folder, and replaces the file with that name.
    func rename(_ name: StoredPath, to other: StoredPath) throws(StoredFileError)

    /// Gives a file another name in the same folder; false if that name is taken.
    func renameUnlessTaken(_ name: StoredPath, to other: StoredPath) throws(StoredFileError) -> Bool

    /// Gives a file a second name; false where the system cannot, or where the name is taken.
    func link(_ name: StoredPath, in folder: any StorageFolder, as other: StoredPath) -> Bool

    func remove(_ name: StoredPath) throws(StoredFileError)

    /// Makes a folder, if the name does not exist.
    func makeFolder(_ name: StoredPath) throws(StoredFileError)

    /// Waits until the names in the folder are on the disk.
    func synchronize() throws(StoredFileError)
}

/// The access to a new file before it gets the permissions of the file that it replaces.
package enum NewFileAccess {
    /// As the process has it for new files.
    case everybody

    /// Only its owner.
    case owner

    /// The users who may read another file; only the owner, if the two may belong to different people.
    case those(of: any StorageFile)
}

/// An open file; closed when released.
package protocol StorageFile: AnyObject {
    /// The facts about the file when they were first requested.
    var facts: FileFacts? { get }
    func readAll() throws(StoredFileError) -> [UInt8]
    func read(upTo count: Int) throws(StoredFileError) -> [UInt8]?

    /// Continues reading after so many bytes of the file.
    func seek(to offset: Int) throws(StoredFileError)
    func write(_ bytes: [UInt8]) throws(StoredFileError)
    func truncate(to count: Int) throws(StoredFileError)

    /// Announces a wait for the bytes, so that the disk can begin to write those of several files.
    func startWriting()

    /// Waits until the bytes are on the disk.
    func synchronize() throws(StoredFileError)

    /// Locks the file against other processes until it is closed.
    func lock() -> SystemFile.LockResult

    /// The decompressed contents of the file.
    func decompressed(_ form: Compression) throws(StoredFileError) -> any CompressedStream

    /// Compresses what is written into the file.
    func compressing(_ form: Compression) throws(StoredFileError) -> any CompressedStream

    /// Gives the file what another one has: owner, permissions, extended attributes.
    func takeMetadata(of other: any StorageFile) throws(StoredFileError)
}

/// A file that is compressed, from its other side.
package protocol CompressedStream: AnyObject {
    func read(upTo count: Int) throws(StoredFileError) -> [UInt8]?
    func write(_ bytes: [UInt8]) throws(StoredFileError)

    /// Waits until all of it is written.
    func finish() throws(StoredFileError)
}

extension FilterProcess: CompressedStream {}

/// An entry of a folder.
package struct FolderEntry: Sendable, Hashable {
    package let name: StoredPath
    package let kind: SystemFolder.EntryKind

    package init(name: StoredPath, kind: SystemFolder.EntryKind) { (self.name, self.kind) = (name, kind) }
}

/// Facts about a file that need no reading. Two equal ones are of one file that was not written in between.
package struct FileFacts: Sendable, Hashable {
    package let number: FileStatus.Number
    package let kind: SystemFolder.EntryKind
    package let size: Int
    package let modified: Int64
    /// How many names it has.
    package let links: Int

    package init(number: FileStatus.Number, kind: SystemFolder.EntryKind, size: Int, modified: Int64, links: Int) {
        self.number = number
        self.kind = kind
        self.size = size
        self.modified = modified
        self.links = links
    }

    /// Whether the file was neither written nor replaced since the others were noted. A new name does not count.
    package func isSameState(as other: FileFacts) -> Bool {
        number == other.number && size == other.size && modified == other.modified && kind == other.kind
    }
}
