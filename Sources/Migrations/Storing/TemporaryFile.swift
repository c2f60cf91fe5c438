import Synchronization

/// A file under a short name of its own, beside the file that it is to become.
///
/// It is called `.HASH.NUMBER.tmp`, where the hash is of the name that it is to have, and is locked as long as it is
/// used. So what a killed process has left is known by its name and by its missing lock, and the next run for that name
/// removes it. The first few numbers are tried, so that no folder has to be listed, however large it is.
final class TemporaryFile: Sendable {
    let file: SystemFile
    private let folder: SystemFolder
    private let name: StoredPath

    /// So many runs that write one file at once find names without a list of the folder.
    static let numbered = 8

    /// Makes one. O(1); with more runs at once than ``numbered``, O(entries of the folder)
    ///
    /// - `isPrivate`: Whether nobody else may read it before it has its permissions.
    init(
        for target: StoredPath, in folder: SystemFolder, path: StoredPath, isPrivate: Bool
    ) throws(StoredFileError) {
        let prefix = Self.prefix(of: target)
        let names = (0..<Self.numbered).map { Self.name(prefix, UInt32($0)) }
        for name in names { Self.removeLeftover(name, in: folder) }
        self.folder = folder
        for name in names {
            guard let made = try TemporaryFiles.create(name, in: folder, path: path, isPrivate: isPrivate) else {
                continue
            }
            (file, self.name) = (made, name)
            return
        }
        Self.removeLeftovers(prefix, in: folder)
        while true {
            let name = Self.name(prefix, .random(in: 0 ... .max))
            guard let made = try TemporaryFiles.create(name, in: folder, path: path, isPrivate: isPrivate) else {
                continue
            }
            (file, self.name) = (made, name)
            return
        }
    }

    deinit { TemporaryFiles.remove(name, in: folder) }

    /// Gives the file its name.
    ///
    /// - Throws: ``StoredFileError``; what has that name is then as it was.
    func move(to target: StoredPath) throws(StoredFileError) {
        try TemporaryFiles.move(name, to: target, in: folder, path: file.name)
    }

    // MARK: Names

    /// `.HASH.`: a name may have 255 bytes, so that a longer one could not be made of it.
    static func prefix(of target: StoredPath) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
        for byte in target.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return ".\(hexadecimal(hash, digits: 16))."
    }

    private static func name(_ prefix: String, _ number: UInt32) -> StoredPath {
        StoredPath(prefix + hexadecimal(UInt64(number), digits: 8) + ".tmp")
    }

    private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Removes what killed processes have left under any number. What cannot be listed is left where it is.
    private static func removeLeftovers(_ prefix: String, in folder: SystemFolder) {
        let length = prefix.utf8.count + "01234567.tmp".utf8.count
        for name in folder.names() ?? []
        where name.bytes.count == length && name.bytes.starts(with: prefix.utf8) && name.hasSuffix(".tmp") {
            removeLeftover(name, in: folder)
        }
    }

    /// Removes what a killed process has left under a name. What cannot be opened or locked is left where it is.
    private static func removeLeftover(_ name: StoredPath, in folder: SystemFolder) {
        let descriptor = folder.openForReading(name)
        guard let file = try? SystemFile(opened: descriptor, name: name.description, for: .unreadable),
            let status = file.status, status.isRegularFile, file.lock() == .locked,
            // Whoever had it may have given it its name before it was locked here.
            folder.status(of: name)?.number == status.number
        else { return }
        folder.remove(name)
    }
}

/// All temporary files of the process, so that they can be removed when it has to end.
enum TemporaryFiles {
    private struct State {
        var files: [StoredPath: [SystemFolder]] = [:]
        var isEnding = false

        /// Whether the file was one of them.
        mutating func forget(_ name: StoredPath, in folder: SystemFolder) -> Bool {
            guard let place = files[name]?.firstIndex(where: { $0 === folder }) else { return false }
            files[name]?.remove(at: place)
            if files[name]?.isEmpty == true { files[name] = nil }
            return true
        }
    }

    private static let state = Mutex(State())

    /// Makes a file and locks it; `nil` where the name is taken.
    fileprivate static func create(
        _ name: StoredPath, in folder: SystemFolder, path: StoredPath, isPrivate: Bool
    ) throws(StoredFileError) -> SystemFile? {
        try state.withLock { state throws(StoredFileError) -> SystemFile? in
            if state.isEnding { throw abandoned(path.description) }
            let descriptor = folder.create(name, isPrivate: isPrivate)
            if descriptor < 0, SystemFile.isNameTaken { return nil }
            let file = try SystemFile(opened: descriptor, name: path.description, for: .unwritable)
            // Another run may have taken it for a leftover before it was locked, and remove it.
            if file.lock() == .inUse || file.status?.isUnnamed == true {
                folder.remove(name)
                return nil
            }
            state.files[name, default: []].append(folder)
            return file
        }
    }

    fileprivate static func move(
        _ name: StoredPath, to target: StoredPath, in folder: SystemFolder, path: String
    ) throws(StoredFileError) {
        try state.withLock { state throws(StoredFileError) in
            if state.isEnding { throw abandoned(path) }
            guard folder.rename(name, to: target) else { throw SystemFile.failure(.unwritable, path) }
            _ = state.forget(name, in: folder)
        }
    }

    fileprivate static func remove(_ name: StoredPath, in folder: SystemFolder) {
        state.withLock { state in
            if state.forget(name, in: folder) { folder.remove(name) }
        }
    }

    /// Removes all of them. From then on no file is made, and none is put in its place.
    static func removeAll() {
        state.withLock { state in
            state.isEnding = true
            for (name, folders) in state.files { for folder in folders { folder.remove(name) } }
            state.files = [:]
        }
    }

    private static func abandoned(_ path: String) -> StoredFileError {
        StoredFileError(code: .abandoned, path: path, reason: "the program is ending")
    }
}
