package import Migrations
import VersionedCodec

extension StoredMigration {
    /// Where the journal of a run is whose options name none: beside the folder of results, or beside the first of the
    /// selected paths (`orders.to-3.journal`).
    package static func journal(of options: Options, _ first: StoredPath, to target: String) -> StoredPath {
        journal(of: options, first, to: target, in: DiskFileSystem())
    }

    static func journal(
        of options: Options, _ first: StoredPath, to target: String, in system: any FileSystem
    ) -> StoredPath {
        var path = first
        if case .folder(let output) = options.destination { path = output }
        path = system.absolute(path) ?? path
        let safe = target.map { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" ? $0 : "_" }
        // Beside the root of the file system there is nothing.
        return StoredPath(
            bytes: path.bytes + Array((path == "/" ? "" : ".").utf8) + Array("to-\(String(safe)).journal".utf8))
    }

    /// Whether a file is the journal of a run that has written something: not a list of planned changes, which begins
    /// as one does.
    package static func isJournal(_ path: StoredPath) -> Bool {
        // What is not there, or cannot be read, is reported when it is written.
        guard let line = try? PayloadInput(path).lines().next(),
            case .run(let header)? = JournalRecord(line: line.bytes[...])
        else { return false }
        return header.destination != "nowhere"
    }
}
