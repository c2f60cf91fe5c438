import Migrations

/// A file that is going to be replaced.
struct OldFile {
    let folder: any StorageFolder
    let name: StoredPath
    let facts: FileFacts

    /// Keeps it under another name: a second name for the same bytes, or, where the system or other names of the file
    /// do not allow that, a copy.
    ///
    /// - Returns: The name that it has there; where another file has the wanted one, a number is added.
    @discardableResult func keep(
        in other: any StorageFolder, as wanted: StoredPath, run: String, synchronizes: Bool
    ) throws(StoredFileError) -> StoredPath {
        var (kept, isKept) = try name(in: other, as: wanted)
        // A run that was interrupted has kept it already.
        if isKept { return kept }
        // A program that writes through another name of the file would change its backup too.
        if facts.links > 1 || !folder.link(name, in: other, as: kept) {
            let old = try folder.open(name)
            let pending = try PendingFile(in: other, run: run, access: .owner)
            while let bytes = try old.read(upTo: 1 << 20) { try pending.file.write(bytes) }
            try pending.file.takeMetadata(of: old)
            if synchronizes { try pending.file.synchronize() }
            kept = try pending.moveToFreeName(kept)
        }
        if synchronizes { try other.synchronize() }
        return kept
    }

    /// The name for it in a folder: the wanted one, or, where another file has that, the same with a number.
    ///
    /// - Returns: The name, and whether a file with the same bytes has it.
    func name(
        in other: any StorageFolder, as wanted: StoredPath
    ) throws(StoredFileError) -> (name: StoredPath, isKept: Bool) {
        var (kept, number) = (wanted, 0)
        while let there = other.facts(of: kept) {
            if there.number == facts.number { return (kept, true) }
            if there.kind == .file, there.size == facts.size, try isSame(as: other.open(kept)) { return (kept, true) }
            number += 1
            kept = StoredPath(bytes: wanted.bytes + Array(".~\(number)~".utf8))
        }
        return (kept, false)
    }

    private func isSame(as other: any StorageFile) throws(StoredFileError) -> Bool {
        let old = try folder.open(name)
        while true {
            let (first, second) = (try old.read(upTo: 1 << 20), try other.read(upTo: 1 << 20))
            if first != second { return false }
            if first == nil { return true }
        }
    }
}
