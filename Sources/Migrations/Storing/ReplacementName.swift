/// The temporary names of the file that replaces another one: `.HASH.NUMBER.tmp`, where the hash is of the name that it
/// is to have.
///
/// So what a killed process has left is known by its name and by its missing lock, and the next run for that name
/// removes it. The first few numbers are tried, so that no folder has to be listed, however large it is.
struct ReplacementName {
    private let prefix: String

    /// `.HASH.`: a name may have 255 bytes, so that a longer one could not be made of it.
    init(for target: StoredPath) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
        for byte in target.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        prefix = ".\(Self.hexadecimal(hash, digits: 16))."
    }

    /// So many runs that write one file at once find names without a list of the folder.
    private static let numbered = 8

    /// Makes a file under one of the names. O(1); with more runs at once than `numbered`, O(entries of the folder)
    ///
    /// - `access`: The access to the file before it has its permissions.
    func pendingFile(in folder: any StorageFolder, access: NewFileAccess) throws(StoredFileError) -> PendingFile {
        for number in 0..<Self.numbered { TemporaryName.removeLeftover(name(UInt32(number)), in: folder) }
        return try PendingFile(in: folder, access: access, isListed: true) { attempt in
            if attempt < Self.numbered { return name(UInt32(attempt)) }
            if attempt == Self.numbered { removeLeftovers(in: folder) }
            return name(.random(in: 0 ... .max))
        }
    }

    private func name(_ number: UInt32) -> StoredPath {
        StoredPath(prefix + Self.hexadecimal(UInt64(number), digits: 8) + ".tmp")
    }

    private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Removes files of killed processes with any number. Files that cannot be listed stay.
    private func removeLeftovers(in folder: any StorageFolder) {
        let length = prefix.utf8.count + "01234567.tmp".utf8.count
        for entry in (try? folder.entries()) ?? [] {
            let name = entry.name
            guard name.bytes.count == length, name.bytes.starts(with: prefix.utf8), name.hasSuffix(".tmp") else {
                continue
            }
            TemporaryName.removeLeftover(name, in: folder)
        }
    }
}
