import Migrations
import VersionedCodec

/// The paths of documents in the folders for results, backups and bad documents.
///
/// Documents of the only selected folder have their paths in it. With several selected paths, the name of the folder
/// comes first, and a selected file has its whole path.
struct MirroredPaths: Sendable {
    private struct Start {
        let path: StoredPath
        let isFolder: Bool
    }

    /// For each selected path, where its documents are; empty if only one is selected.
    private var starts: [Start] = []

    /// - `absolute`: The selected paths without symbolic links.
    init(_ roots: [StoredPath], absolute: [StoredPath], in system: any FileSystem) {
        if roots.count < 2 { return }
        starts = zip(roots, absolute).map { root, absolute in
            if system.facts(at: root)?.kind != .folder { return Start(path: Self.path(of: root), isFolder: false) }
            let name = root.bytes.split(separator: StoredPath.slash).last { $0 != Self.same }
            if let name, name != Self.above { return Start(path: StoredPath(bytes: Array(name)), isFolder: true) }
            return Start(path: absolute.name, isFolder: true)
        }
    }

    private static let same: ArraySlice<UInt8> = [0x2E]
    private static let above: ArraySlice<UInt8> = [0x2E, 0x2E]

    /// The path of a selected file, without what leads out of the folder that it is from.
    private static func path(of file: StoredPath) -> StoredPath {
        let parts = file.bytes.split(separator: StoredPath.slash).filter { $0 != same }
        let inner = parts.lastIndex(of: above).map { parts[($0 + 1)...] } ?? parts[...]
        return StoredPath(bytes: Array(inner.joined(separator: [StoredPath.slash])))
    }

    subscript(place: DocumentPlace) -> StoredPath {
        if starts.isEmpty { return place.path }
        let start = starts[place.root]
        if !start.isFolder { return start.path }
        return start.path.bytes.isEmpty ? place.path : start.path.appending(place.path)
    }

    /// Fails if documents of two selected paths would have the same path.
    func requireDifferent(_ roots: [StoredPath], absolute: [StoredPath]) throws(StoredMigrationError) {
        // With a slash after it, a folder comes right before what is within it.
        let sorted = starts.indices.map { (root: $0, path: starts[$0].path.bytes + [StoredPath.slash]) }
            .inOrder { $0.path.lexicographicallyPrecedes($1.path) }
        var around: [(root: Int, path: [UInt8])] = []
        for next in sorted {
            while let last = around.last, !next.path.starts(with: last.path) { around.removeLast() }
            if let last = around.last {
                let inner = StoredPath(bytes: next.path.dropFirst(last.path.count).dropLast())
                let outer = absolute[last.root]
                // The same document may be selected twice.
                guard absolute[next.root] == (inner.bytes.isEmpty ? outer : outer.appending(inner)) else {
                    throw StoredMigrationError(
                        code: .sameResults, path: roots[next.root].description,
                        reason: "its results would be in the same place as those of '\(roots[last.root])'; "
                            + "migrate the two into different folders")
                }
            }
            around.append(next)
        }
    }
}
