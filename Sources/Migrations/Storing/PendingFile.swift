import Synchronization

/// A file that is written under a temporary name, to be renamed into its place; removed where that does not happen.
///
/// It is locked as long as it is used, unless its whole folder is. So an unlocked one was left by a process that was
/// killed, and a process that needs its name removes it.
package final class PendingFile {
    package let folder: any StorageFolder
    package let name: StoredPath
    package let file: any StorageFile
    /// Whether it stays under its temporary name if it is not renamed, for a run that continues with it.
    package var isKept = false
    private var isNamed = false
    /// Its number among the files that ``removeAll()`` removes; `nil` if it is not one of them.
    private let number: Int?

    /// Makes a file in the folder that it is to be in, and locks it.
    ///
    /// - `access`: The access to the file before it has its permissions.
    /// - `isListed`: Whether ``removeAll()`` removes it.
    /// - `isLocked`: Whether it is locked itself; not needed where the folder is locked against those who remove files.
    /// - `names`: The name for each attempt, from 0 on.
    package init(
        in folder: any StorageFolder, access: NewFileAccess, isListed: Bool = false, isLocked: Bool = true,
        names: (Int) -> StoredPath
    ) throws(StoredFileError) {
        self.folder = folder
        var attempt = 0
        while true {
            let name = names(attempt)
            attempt += 1
            if attempt > Self.mostAttempts {
                throw StoredFileError(
                    code: .unwritable, path: name.description, reason: "another process is using this file")
            }
            var made: (file: any StorageFile, number: Int?)?
            if isListed {
                try Self.list.withLock { list throws(StoredFileError) in
                    try list.requireOpen(name)
                    // Another process may have taken it for a leftover before it was locked, and remove it.
                    guard let file = try Self.made(name, in: folder, access, isLocked), file.facts?.links != 0 else {
                        return
                    }
                    made = (file, list.add(name, in: folder))
                }
            } else if let file = try Self.made(name, in: folder, access, isLocked) {
                // One that is taken for a leftover cannot be given its name, and the document stays as it is.
                made = (file, nil)
            }
            guard let made else { continue }
            (self.name, file, number) = (name, made.file, made.number)
            return
        }
    }

    /// Makes a file, and locks it if wanted; `nil` if that cannot be had under the name.
    private static func made(
        _ name: StoredPath, in folder: any StorageFolder, _ access: NewFileAccess, _ isLocked: Bool
    ) throws(StoredFileError) -> (any StorageFile)? {
        guard let file = try folder.create(name, for: access) else {
            // One of this name was left by a run that was interrupted.
            TemporaryName.removeLeftover(name, in: folder)
            return nil
        }
        return isLocked && file.lock() == .inUse ? nil : file
    }

    /// Opens a file that an interrupted run has kept; `nil` if there is none, or if another process has it.
    package init?(resuming name: StoredPath, in folder: any StorageFolder) throws(StoredFileError) {
        guard folder.facts(of: name)?.kind == .file else { return nil }
        (self.folder, self.name, number) = (folder, name, nil)
        file = try folder.openForUpdating(name)
        guard file.lock() != .inUse else {
            isNamed = true
            return nil
        }
    }

    private static let mostAttempts = 10_000

    /// Gives it its name, and replaces the file with that name.
    package func move(to target: StoredPath) throws(StoredFileError) {
        if let number {
            try Self.list.withLock { list throws(StoredFileError) in
                try list.requireOpen(name)
                try folder.rename(name, to: target)
                list.files[number] = nil
            }
        } else {
            try folder.rename(name, to: target)
        }
        isNamed = true
    }

    /// Gives it its name; false if that is taken.
    package func moveUnlessTaken(to target: StoredPath) throws(StoredFileError) -> Bool {
        guard try folder.renameUnlessTaken(name, to: target) else { return false }
        if let number { Self.list.withLock { $0.files[number] = nil } }
        isNamed = true
        return true
    }

    deinit {
        if let number {
            Self.list.withLock { list in if let file = list.files.removeValue(forKey: number) { file.remove() } }
        } else if !isNamed, !isKept {
            // A file that cannot be removed now is removed by the next run.
            try? folder.remove(name)
        }
    }

    // MARK: All of them

    private static let list = Mutex(List())

    /// The files that are removed when the process has to end.
    private struct List {
        struct File {
            let name: StoredPath
            let folder: any StorageFolder
            /// A file that cannot be removed now is removed when its name is needed.
            func remove() { try? folder.remove(name) }
        }

        var files: [Int: File] = [:]
        var isEnding = false
        private var last = 0

        mutating func add(_ name: StoredPath, in folder: any StorageFolder) -> Int {
            last += 1
            files[last] = File(name: name, folder: folder)
            return last
        }

        func requireOpen(_ name: StoredPath) throws(StoredFileError) {
            if isEnding {
                throw StoredFileError(code: .abandoned, path: name.description, reason: "the program is ending")
            }
        }
    }

    /// Removes all listed files. From then on none is made, and none is put in its place.
    static func removeAll() {
        list.withLock { list in
            list.isEnding = true
            for file in list.files.values { file.remove() }
            list.files = [:]
        }
    }
}
