import Migrations
import Synchronization

extension TemporaryName {
    /// The name of what one document becomes. It has less than 40 bytes up to 999,999 documents, since Linux makes,
    /// renames and removes longer names more slowly.
    static func name(run: String, number: Int) -> StoredPath { name(run: run.utf8.prefix(12), label: String(number)) }

    /// The name of what a file of lines becomes, which the next run finds again.
    static func name(run: String, key: UInt64) -> StoredPath {
        name(run: run.utf8, label: Digest(value: key).description)
    }
}

extension PendingFile {
    private static let count = Atomic(0)

    /// Makes a file in the folder that it is to be in, and locks it.
    ///
    /// - `wanted`: Its temporary name, where only one file at a time can have it.
    convenience init(
        in folder: any StorageFolder, run: String, name wanted: StoredPath? = nil, isPrivate: Bool
    ) throws(StoredFileError) {
        try self.init(in: folder, isPrivate: isPrivate) { _ in
            wanted
                ?? TemporaryName.name(run: run, number: Self.count.add(1, ordering: .relaxed).newValue)
        }
    }
}
