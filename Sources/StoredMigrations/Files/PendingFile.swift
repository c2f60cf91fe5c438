import Migrations
import Synchronization

/// A file that is written under a temporary name, to be renamed into its place; removed where that does not happen.
final class PendingFile {
    let folder: any StorageFolder
    let name: StoredPath
    let file: any StorageFile
    /// Whether it stays under its temporary name where it is not renamed, for a run that goes on with it.
    var isKept = false
    private var isNamed = false

    /// Makes a file in the folder that it is to be in, and locks it.
    ///
    /// - `wanted`: Its temporary name, where only one file at a time can have it.
    init(
        in folder: any StorageFolder, run: String, name wanted: StoredPath? = nil, isPrivate: Bool
    ) throws(StoredFileError) {
        self.folder = folder
        var attempts = 0
        while true {
            let name = wanted ?? TemporaryName.name(run: run, number: Self.next())
            attempts += 1
            if attempts > Self.mostAttempts {
                throw StoredFileError(
                    code: .unwritable, path: name.description, reason: "another process is using this file")
            }
            // One of this name was left by the run that was interrupted.
            guard let file = try folder.create(name, isPrivate: isPrivate) else {
                TemporaryName.removeLeftover(name, in: folder)
                continue
            }
            // Where another run has taken it for a leftover before it was locked, it cannot be given its name, and
            // the document stays as it is.
            guard file.lock() else { continue }
            (self.name, self.file) = (name, file)
            return
        }
    }

    /// Opens a file that an interrupted run has kept; `nil` where there is none that nobody else has.
    init?(resuming name: StoredPath, in folder: any StorageFolder) throws(StoredFileError) {
        guard folder.facts(of: name)?.kind == .file else { return nil }
        (self.folder, self.name) = (folder, name)
        file = try folder.openForUpdating(name)
        guard file.lock() else {
            isNamed = true
            return nil
        }
    }

    private static let mostAttempts = 10_000
    private static let count = Atomic(0)

    private static func next() -> Int { count.add(1, ordering: .relaxed).newValue }

    /// Gives it its name, in the place of what has it.
    func move(to target: StoredPath) throws(StoredFileError) {
        try folder.rename(name, to: target)
        isNamed = true
    }

    deinit {
        // What cannot be removed now is removed by the next run.
        if !isNamed, !isKept { try? folder.remove(name) }
    }
}
