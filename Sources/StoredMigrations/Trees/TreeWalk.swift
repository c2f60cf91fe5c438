package import Migrations

/// Walks the selected files and folders, in their order: of each folder the files, then the folders, by name.
///
/// No folder is held open longer than its files need it, so depth costs no open files. The names of the folders on
/// the way, and all names of one folder, are in memory. Where a document may be reached in two ways, through links or
/// because one selected path is within another, all names are, and it comes once.
package struct TreeWalk: IteratorProtocol, Sequence {
    private struct Root {
        let folder: any StorageFolder
        let shown: StoredPath
    }

    private let system: any FileSystem
    private let selection: DocumentSelection
    /// Folders that are written by the run itself.
    private let own: Set<FileStatus.Number>
    private var nextRoot = 0
    private var root: Root?
    private var folders: [StoredPath] = []
    private var current: (folder: any StorageFolder, path: StoredPath, files: ArraySlice<FolderEntry>)?
    private var visited: Set<FileStatus.Number> = []
    /// The documents so far; `nil` if each can be reached in one way only.
    private var seen: Set<Name>?

    private struct Name: Hashable {
        let folder: FileStatus.Number
        let name: StoredPath
    }

    package init(_ selection: DocumentSelection, in system: any FileSystem, without own: Set<FileStatus.Number> = []) {
        (self.selection, self.system, self.own) = (selection, system, own)
        if selection.followsLinks || Self.overlap(selection.paths, in: system) { seen = [] }
    }

    /// Whether any of some paths is another one, or within it.
    private static func overlap(_ paths: [StoredPath], in system: any FileSystem) -> Bool {
        if paths.count < 2 { return false }
        // With a slash after it, a folder comes right before what is within it.
        let sorted = paths.map { (system.absolute($0) ?? $0).bytes + [StoredPath.slash] }
            .sorted { $0.lexicographicallyPrecedes($1) }
        return zip(sorted, sorted.dropFirst()).contains { $1.starts(with: $0) }
    }

    package mutating func next() -> WalkedEntry? {
        while let entry = nextEntry() {
            guard seen != nil, case .document(let place) = entry else { return entry }
            if seen?.insert(Name(folder: place.folder.number, name: place.name)).inserted == true { return entry }
        }
        return nil
    }

    private mutating func nextEntry() -> WalkedEntry? {
        while true {
            if let entry = nextFile() { return entry }
            current = nil
            if let path = folders.popLast(), let root {
                do throws(StoredFileError) {
                    let folder = try root.folder.folder(path, throughLinks: selection.followsLinks)
                    if let failed = enter(folder, path) { return failed }
                } catch {
                    return .unreadable(root.shown.appending(path), error)
                }
                continue
            }
            guard nextRoot < selection.paths.count else { return nil }
            if let entry = begin(selection.paths[nextRoot]) { return entry }
        }
    }

    /// Begins one of the selected paths; returns the report on it, or the document at it.
    private mutating func begin(_ path: StoredPath) -> WalkedEntry? {
        nextRoot += 1
        root = nil
        guard let facts = system.facts(at: path) else {
            return .unreadable(path, SystemFile.failure(.unreadable, path.description))
        }
        do throws(StoredFileError) {
            switch facts.kind {
            case .folder:
                let folder = try system.folder(at: path)
                root = Root(folder: folder, shown: path)
                visited = []
                return enter(folder, StoredPath(bytes: []))
            case .file:
                let target = try NamedFile(path, in: system)
                return .document(
                    DocumentPlace(
                        folder: target.folder, name: target.name, root: nextRoot - 1, path: target.name, shown: path,
                        holdsLines: selection.holdsLines(target.name)))
            default: return .skipped(path, .special)
            }
        } catch {
            return .unreadable(path, error)
        }
    }

    /// Lists a folder.
    private mutating func enter(_ folder: any StorageFolder, _ path: StoredPath) -> WalkedEntry? {
        // Through links, a folder may be reached again, even from within itself.
        guard !own.contains(folder.number), !selection.followsLinks || visited.insert(folder.number).inserted else {
            return nil
        }
        do throws(StoredFileError) {
            var entries = try folder.entries()
            // A selected folder is walked even if it is marked.
            if !path.bytes.isEmpty, entries.contains(where: { $0.name == FolderMark.name }) { return nil }
            entries.sort { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
            var (files, inner): ([FolderEntry], [StoredPath]) = ([], [])
            files.reserveCapacity(entries.count)
            for entry in entries {
                let isCertain = entry.kind == .file || entry.kind == .folder || entry.kind == .other
                let kind = isCertain ? entry.kind : kind(of: entry, in: folder)
                if kind != .folder {
                    files.append(FolderEntry(name: entry.name, kind: kind))
                } else if selection.isRecursive {
                    let path = path.appending(entry.name)
                    if !selection.excludes(folder: path) { inner.append(path) }
                }
            }
            folders += inner.reversed()
            current = (folder, path, files[...])
            return nil
        } catch {
            return .unreadable((root?.shown ?? path).appending(path), error)
        }
    }

    private func kind(of entry: FolderEntry, in folder: any StorageFolder) -> SystemFolder.EntryKind {
        let kind = entry.kind == .unknown ? folder.facts(of: entry.name)?.kind ?? .other : entry.kind
        guard kind == .link, selection.followsLinks else { return kind }
        // A path that cannot be opened as a folder is treated as a file.
        return (try? folder.folder(entry.name, throughLinks: true)) != nil ? .folder : .link
    }

    private mutating func nextFile() -> WalkedEntry? {
        while let entry = current?.files.popFirst() {
            guard let (folder, path, _) = current, let root else { return nil }
            let inner = path.appending(entry.name)
            let shown = root.shown.appending(inner)
            if TemporaryName.matches(entry.name) { return .temporary(entry.name, folder) }
            guard selection.includes(inner) else { continue }
            switch entry.kind {
            case .file:
                return .document(
                    DocumentPlace(
                        folder: folder, name: entry.name, root: nextRoot - 1, path: inner, shown: shown,
                        holdsLines: selection.holdsLines(inner)))
            case .link where selection.followsLinks:
                guard system.facts(at: shown) != nil else {
                    return .unreadable(shown, SystemFile.failure(.unreadable, shown.description))
                }
                do throws(StoredFileError) {
                    let target = try NamedFile(shown, in: system)
                    return .document(
                        DocumentPlace(
                            folder: target.folder, name: target.name, root: nextRoot - 1, path: inner, shown: shown,
                            holdsLines: selection.holdsLines(inner)))
                } catch {
                    return .unreadable(shown, error)
                }
            case .link: return .skipped(shown, .link)
            default: return .skipped(shown, .special)
            }
        }
        return nil
    }
}

/// A file that a path leads to, as a name in its folder; symbolic links have been followed.
package struct NamedFile: Sendable {
    package let folder: any StorageFolder
    package let name: StoredPath

    /// The file of a path. Where it is not there yet, its folder must be.
    package init(_ path: StoredPath, in system: any FileSystem) throws(StoredFileError) {
        let path = system.absolute(path) ?? path
        folder = try system.folder(at: path.folder.bytes.isEmpty ? "." : path.folder)
        name = StoredPath(bytes: Array(path.bytes[path.folder.bytes.count...]))
    }
}
