#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Migrations

/// The file of an ``OwnedDocument``, locked as long as this object exists.
public final class DocumentFile: ValueStore {
    /// The path as the program gave it.
    let path: StoredPath

    private let folder: any StorageFolder
    private let name: StoredPath
    private let lock: any StorageFile

    /// The part of a name that identifies its temporary files.
    private let id: String

    init(_ path: StoredPath, in system: any FileSystem) throws {
        let file = try NamedFile(path, in: system)
        (self.path, folder, name) = (path, file.folder, file.name)
        if name.bytes.isEmpty || name == "." || name == ".." {
            throw StoredFileError(code: .unreadable, path: path.description, reason: "the path names no file")
        }
        id = Digest(of: name.bytes).description
        lock = try folder.openForUpdating(StoredPath(bytes: [0x2E] + name.bytes + Array(".lock".utf8)))
        guard lock.lockSoon() else {
            throw OwnedValueError(
                code: .inUse, path: path.description, reason: "it is open in another process, or elsewhere in this one")
        }
        TemporaryName.removeLeftover(TemporaryName.name(run: id.utf8, label: "0"), in: folder)
    }

    /// The bytes of the file; `nil` if it does not exist.
    public func read() throws -> Data? {
        guard folder.facts(of: name) != nil else { return nil }
        return Data(try folder.open(name).readAll())
    }

    /// Replaces the file as a whole, if it is unchanged since it was read.
    public func write(_ new: Data, replacing old: Data?) throws -> Bool {
        guard try read() == old else { return false }
        let pending = try PendingFile(
            in: folder, run: id, name: TemporaryName.name(run: id.utf8, label: "0"),
            access: old != nil ? .owner : .everybody)
        try pending.file.write([UInt8](new))
        if old != nil { try pending.file.takeMetadata(of: folder.open(name)) }
        try pending.file.synchronize()
        try pending.move(to: name)
        try folder.synchronize()
        return true
    }

    /// Keeps the file as it is now, under another name.
    func backUp(_ label: String) throws {
        guard let facts = folder.facts(of: name) else { return }
        let safe = String(label.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
        let name = StoredPath(bytes: name.bytes + Array(".\(safe).backup".utf8))
        try OldFile(folder: folder, name: self.name, facts: facts).keep(
            in: folder, as: name, run: id, synchronizes: true)
    }
}
