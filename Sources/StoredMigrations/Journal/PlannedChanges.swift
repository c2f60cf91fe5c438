import Migrations

/// Writes the result of a dry run, so that exactly that can be done later: the records of a journal of a run that has
/// replaced all of it.
final class PlannedChanges {
    private let file: FileReplacement

    init(at path: StoredPath, for header: JournalRecord.Header) throws(StoredFileError) {
        file = try FileReplacement(of: path)
        try file.write(JournalRecord.run(header).line)
    }

    func add(_ replacement: JournalRecord.Replacement) throws(StoredFileError) {
        try file.write(JournalRecord.replace(replacement).line)
    }

    /// Puts the file in its place, once all documents have been looked at.
    func commit() throws(StoredFileError) {
        try file.write(JournalRecord.end(Self.end).line)
        try file.commit()
    }

    static let end = "planned"
}

/// The documents of a file of planned changes, one after the other.
struct PlannedDocuments {
    let header: JournalRecord.Header
    private var reader: JournalReader
    private let system: any FileSystem
    /// The folder of the last document, which mostly is that of the next.
    private var last: (path: StoredPath, folder: any StorageFolder)?
    private var roots: [Bool] = []

    /// Opens a file of planned changes.
    ///
    /// - Throws: ``StoredMigrationError`` for another file, and for one that is damaged.
    init(at path: StoredPath, in system: any FileSystem) throws {
        self.system = system
        let place = try NamedFile(path, in: system)
        var (checked, isEnded) = (JournalReader(try place.folder.open(place.name)), false)
        var header: JournalRecord.Header?
        while let line = try checked.next() {
            isEnded = false
            switch line.record {
            case .run(let first) where header == nil: header = first
            case .replace where header != nil: continue
            case .end(PlannedChanges.end): isEnded = true
            default:
                throw StoredMigrationError(
                    code: .notAJournal, path: path.description,
                    reason: "this file does not contain planned changes, or is damaged")
            }
        }
        guard let header, isEnded else {
            throw StoredMigrationError(
                code: .notAJournal, path: path.description, reason: "this file has no end, or no planned changes")
        }
        self.header = header
        roots = header.paths.map { system.facts(at: $0)?.kind == .folder }
        reader = JournalReader(try place.folder.open(place.name))
    }

    mutating func next() throws -> WalkedEntry? {
        while let line = try reader.next() {
            guard case .replace(let change) = line.record, header.paths.indices.contains(change.root) else { continue }
            let root = header.paths[change.root]
            let path = roots[change.root] ? root.appending(change.path) : root
            do throws(StoredFileError) {
                let (folder, name) = try place(path)
                return .document(
                    DocumentPlace(
                        folder: folder, name: name, root: change.root, path: change.path, shown: path,
                        holdsLines: change.holdsLines,
                        planned: PlannedChange(old: change.old, new: change.new, bad: change.bad)))
            } catch {
                return .unreadable(path, error)
            }
        }
        return nil
    }

    private mutating func place(
        _ path: StoredPath
    ) throws(StoredFileError) -> (folder: any StorageFolder, name: StoredPath) {
        if let last, last.path == path.folder { return (last.folder, path.name) }
        let file = try NamedFile(path, in: system)
        // Through a link, the folder is not that of the path.
        if system.absolute(path) == path { last = (path.folder, file.folder) }
        return (file.folder, file.name)
    }
}
