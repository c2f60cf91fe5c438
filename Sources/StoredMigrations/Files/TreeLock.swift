#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

import Migrations
import VersionedCodec

extension StorageFile {
    /// Locks the file; false where another process has it for longer than a moment. A program that this process is just
    /// starting holds all of its locks, until its own code runs.
    func lockSoon() -> Bool { soon { lock() == .inUse ? nil : true } ?? false }
}

/// Tries something for a moment, until it gives a result.
private func soon<Result>(_ body: () -> Result?) -> Result? {
    for _ in 0..<20 {
        if let result = body() { return result }
        usleep(10_000)
    }
    return nil
}

/// Keeps other runs out of files and folders: out of each of them and all below it, and out of folders around it as a
/// whole. Locks go with the process.
final class TreeLock {
    private var locks: [any AnyObject] = []

    /// - `read`: Paths that are only read, which others may read too.
    /// - Throws: ``StoredMigrationError`` if another run is at work there.
    init(written: [StoredPath], read: [StoredPath] = [], in system: any FileSystem) throws(StoredMigrationError) {
        let written = Self.few(Set(written.map { system.absolute($0) ?? $0 }))
        var shared: Set<StoredPath> = []
        for path in written.union(Self.few(Set(read.map { system.absolute($0) ?? $0 }))) {
            if !written.contains(path) { shared.insert(path) }
            shared.formUnion(Self.folders(around: path))
        }
        // Always in one order, so that of two runs one gets on.
        for path in shared.subtracting(written).union(written).inOrder(by: {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }) {
            guard let lock = soon({ system.lock(path, isShared: !written.contains(path)) }) else {
                throw StoredMigrationError(
                    code: .inUse, path: path.description,
                    reason: "another run is using this folder, or one around or inside it")
            }
            locks.append(lock)
        }
    }

    /// Each lock is an open file, so in the place of many paths the folders around them are locked.
    private static func few(_ paths: Set<StoredPath>) -> Set<StoredPath> {
        var paths = paths
        while paths.count > mostPaths {
            paths = Set(paths.map { folders(around: $0).last ?? "." })
        }
        return paths
    }

    private static let mostPaths = 64

    private static func folders(around path: StoredPath) -> [StoredPath] {
        path.bytes.indices.filter { path.bytes[$0] == StoredPath.slash }.map { end in
            StoredPath(bytes: end == 0 ? [StoredPath.slash] : Array(path.bytes[..<end]))
        }
    }
}
