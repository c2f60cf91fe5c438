import Migrations
import Synchronization

/// A folder that holds files under the paths that they have below the selected ones: of results, of backups, of bad
/// documents.
final class MirrorFolder: Sendable {
    private let root: any StorageFolder
    private let synchronizes: Bool
    /// The folder that was asked for last: files of one folder follow each other.
    private let last: Mutex<(path: StoredPath, folder: any StorageFolder)?>

    /// Opens the folder, and makes it if it is not there; the folder around it must be.
    init(_ path: StoredPath, in system: any FileSystem, synchronizes: Bool) throws(StoredFileError) {
        var path = path
        while path.bytes.count > 1, path.bytes.last == StoredPath.slash {
            path = StoredPath(bytes: path.bytes.dropLast())
        }
        if system.facts(at: path) == nil {
            let around = try system.folder(at: path.folder.bytes.isEmpty ? "." : path.folder)
            try around.makeFolder(StoredPath(bytes: Array(path.bytes[path.folder.bytes.count...])))
            if synchronizes { try around.synchronize() }
        }
        root = try system.folder(at: path)
        self.synchronizes = synchronizes
        last = Mutex(nil)
    }

    /// Marks the folder, so that no other run takes what is in it for documents.
    func mark(at path: StoredPath) throws { try FolderMark.set(in: root, at: path) }

    var number: FileStatus.Number { root.number }

    /// The folder that a file belongs into; made if it is not there.
    func folder(of path: StoredPath) throws(StoredFileError) -> any StorageFolder {
        let wanted = path.folder
        if wanted.bytes.isEmpty { return root }
        return try last.withLock { last throws(StoredFileError) in
            if let last, last.path == wanted { return last.folder }
            var folder = root
            for name in wanted.bytes.split(separator: StoredPath.slash) {
                let name = StoredPath(bytes: Array(name))
                if folder.facts(of: name) == nil {
                    try folder.makeFolder(name)
                    if synchronizes { try folder.synchronize() }
                }
                folder = try folder.folder(name, throughLinks: false)
            }
            last = (wanted, folder)
            return folder
        }
    }
}
