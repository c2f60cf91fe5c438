import Migrations
import Synchronization

/// A file that is written under a temporary name, to be renamed into its place; removed where that does not happen.
final class PendingFile {
    let folder: any StorageFolder
    let name: StoredPath
    let file: any StorageFile
    private var isNamed = false

    /// Makes a file in the folder that it is to be in, and locks it.
    ///
    /// - `number`: The number in its temporary name, where only one file at a time can have it.
    init(
        in folder: any StorageFolder, run: String, number: Int? = nil, isPrivate: Bool
    ) throws(StoredFileError) {
        self.folder = folder
        while true {
            let name = TemporaryName.name(run: run, number: number ?? Self.next())
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

    private static let count = Atomic(0)

    private static func next() -> Int { count.add(1, ordering: .relaxed).newValue }

    /// Gives it its name, in the place of what has it.
    func move(to target: StoredPath) throws(StoredFileError) {
        try folder.rename(name, to: target)
        isNamed = true
    }

    deinit {
        // What cannot be removed now is removed by the next run.
        if !isNamed { try? folder.remove(name) }
    }
}
