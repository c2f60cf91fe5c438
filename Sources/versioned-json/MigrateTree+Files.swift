import Migrations
import StoredMigrations
import VersionedCodec

/// The files of a run, of which none may replace another one.
extension MigrateTree {
    /// The files that are written, and their options.
    private var written: [(path: StoredPath, option: String)] {
        [
            (report, "'--report'"), (losses, "'--losses-file'"), (options.journal, "'--journal'"),
            (options.plannedChanges, "'--plan-out'"),
        ].compactMap { path, option in path.map { ($0, option) } }
    }

    /// Adds the files that are written, and those that are read.
    ///
    /// - `target`: The version of the run.
    func add(to files: inout FileUses, target: String) {
        for (path, option) in written { files.write(path, as: option) }
        if undone == nil, options.journal == nil, options.destination != .nowhere,
            let first = tree.selection.paths.first
        {
            files.write(StoredMigration.journal(of: options, first, to: target), as: "the journal")
        }
        if let undone { files.read(PayloadInput(undone), as: "'--undo'") }
        if let applied { files.read(PayloadInput(applied), as: "'--apply'") }
        tree.add(to: &files)
        if written.isEmpty { return }
        for path in tree.selection.paths { files.read(PayloadInput(path), as: "a document") }
    }

    /// Fails if a file that is written is a document in a selected folder, under any name, a result, a backup or a bad
    /// document of the run, or the journal of an earlier one.
    func requireNoDocument() throws(UsageError) {
        for (path, option) in written where path != options.journal && StoredMigration.isJournal(path) {
            throw UsageError("\(option) would replace the journal of an earlier run: '\(path)'")
        }
        try requireNoResult()
        let system = DiskFileSystem()
        let folders = tree.selection.paths.filter { PayloadInput($0).isFolder }
            .map { (system.absolute($0) ?? $0).bytes + [StoredPath.slash] }
        for (path, option) in written {
            let name = (system.absolute(path) ?? path).bytes
            let isInside = folders.contains { folder in
                let inner = StoredPath(bytes: Array(name.dropFirst(folder.count)))
                return name.starts(with: folder) && tree.selection.include.contains { $0.matches(inner) }
            }
            let hasOtherNames = !folders.isEmpty && system.facts(at: path).map { $0.links > 1 } ?? false
            guard isInside || hasOtherNames, Self.mayBeDocument(path) else { continue }
            if !isInside, !hasName(of: path) { continue }
            throw UsageError("\(option) would replace a document of a selected folder: '\(path)'")
        }
    }

    /// Fails if a file that is written is in a folder that the run fills, and has the name of a document.
    private func requireNoResult() throws(UsageError) {
        var folders = [(options.backup, "'--backup'"), (options.quarantine, "'--quarantine'")]
        if case .folder(let output) = options.destination { folders.append((output, "'--output-dir'")) }
        let system = DiskFileSystem()
        for case (let folder?, let role) in folders {
            let start = (system.absolute(folder) ?? folder).bytes + [StoredPath.slash]
            for (path, option) in written {
                // The file itself need not exist.
                let holder = path.folder.bytes.isEmpty ? "." : path.folder
                let name = (system.absolute(holder) ?? holder).appending(path.name).bytes
                let inner = StoredPath(bytes: Array(name.dropFirst(start.count)))
                guard name.starts(with: start), tree.selection.include.contains(where: { $0.matches(inner) }) else {
                    continue
                }
                throw UsageError("\(option) would be among the files of \(role): '\(path)'")
            }
        }
    }

    /// Whether a document in the selected folders is the same file, by a hard link.
    private func hasName(of path: StoredPath) -> Bool {
        let file = PayloadInput(path)
        return TreeWalk(tree.selection, in: DiskFileSystem()).contains { entry in
            guard case .document(let place) = entry else { return false }
            return PayloadInput(place.shown).isSameFile(as: file)
        }
    }

    /// Whether there is a file with something else than a report, a page or planned changes.
    private static func mayBeDocument(_ path: StoredPath) -> Bool {
        // What is not there, or cannot be read, is reported when it is written.
        guard let bytes = try? PayloadInput(path).bytes(), !bytes.isEmpty else { return false }
        let line = Array(bytes.prefix { $0 != 0x0A })
        if line.starts(with: "<!".utf8) || line.dropFirst(9).starts(with: #"{"run":"#.utf8) { return false }
        let object = (try? JSONDocument(parsing: line))?.root.object
        return object?["file"]?.string == nil || object?["reason"]?.string == nil
    }
}
