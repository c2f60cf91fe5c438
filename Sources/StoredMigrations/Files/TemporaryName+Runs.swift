import Migrations
import Synchronization

extension TemporaryName {
    /// The name of what one document becomes. It has less than 40 bytes up to 999,999 documents, since Linux makes,
    /// renames and removes longer names more slowly.
    ///
    /// - `isLocked`: Whether the file is locked itself, and not only its folder.
    static func name(run: String, number: Int, isLocked: Bool) -> StoredPath {
        name(run: start(of: run), label: (isLocked ? "" : unlocked) + String(number))
    }

    /// What names of a run begin with.
    private static func start(of run: String) -> Substring.UTF8View { run.prefix(11).utf8 }

    /// Whether it is the name of a file of a run.
    static func matches(_ name: StoredPath, run: String) -> Bool { matches(name, run: start(of: run)) }

    /// The label of a file that is not locked itself begins so. No number does.
    private static let unlocked = "u"

    /// Whether a file is locked itself while it is used. If not, only who has locked its folder may remove it.
    static func isLockedItself(_ name: StoredPath) -> Bool {
        name.bytes.split(separator: UInt8(ascii: "-")).last?.starts(with: unlocked.utf8) != true
    }

    /// The name of what a file of lines becomes, which the next run finds again.
    static func name(run: String, key: UInt64) -> StoredPath {
        name(run: run.utf8, label: Digest(value: key).description)
    }
}

extension PendingFile {
    private static let count = Atomic(0)

    /// Makes a file in the folder that it is to be in, and locks it.
    ///
    /// - `isLocked`: Whether it is locked itself; not needed in folders that the run has locked.
    /// - `wanted`: Its temporary name, where only one file at a time can have it.
    convenience init(
        in folder: any StorageFolder, run: String, name wanted: StoredPath? = nil, access: NewFileAccess,
        isLocked: Bool = true
    ) throws(StoredFileError) {
        try self.init(in: folder, access: access, isLocked: isLocked) { _ in
            wanted
                ?? TemporaryName.name(
                    run: run, number: Self.count.add(1, ordering: .relaxed).newValue, isLocked: isLocked)
        }
    }

    /// Gives it a name that is free: the wanted one, or that with a number.
    ///
    /// - Returns: The name. If a file with the same bytes has it, that file stays.
    @discardableResult func moveToFreeName(_ wanted: StoredPath) throws(StoredFileError) -> StoredPath {
        while let facts = folder.facts(of: name) {
            let (free, isKept) = try OldFile(folder: folder, name: name, facts: facts).name(in: folder, as: wanted)
            if isKept { return free }
            // Another process may take the name meanwhile.
            if try moveUnlessTaken(to: free) { return free }
        }
        throw StoredFileError(
            code: .unwritable, path: name.description, reason: "another process has removed this file")
    }
}
