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
        var (kept, number) = (wanted, 0)
        while let there = other.facts(of: kept) {
            // A run that was interrupted has kept it already; anything else is left as it is.
            if there.number == facts.number { return kept }
            if there.kind == .file, there.size == facts.size, try isSame(as: other.open(kept)) { return kept }
            number += 1
            kept = StoredPath(bytes: wanted.bytes + Array(".~\(number)~".utf8))
        }
        // A program that writes through another name of the file would change its backup too.
        if facts.links > 1 || !folder.link(name, in: other, as: kept) {
            let old = try folder.open(name)
            let pending = try PendingFile(in: other, run: run, access: .owner)
            while let bytes = try old.read(upTo: 1 << 20) { try pending.file.write(bytes) }
            try pending.file.takeMetadata(of: old)
            if synchronizes { try pending.file.synchronize() }
            try pending.move(to: kept)
        }
        if synchronizes { try other.synchronize() }
        return kept
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
