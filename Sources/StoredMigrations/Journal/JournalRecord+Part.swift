import Migrations
import VersionedCodec

extension JournalRecord {
    /// The progress in a file of lines, from which the next run continues.
    struct Part: Equatable, Sendable {
        /// Where a line begins.
        struct Place: Equatable, Sendable {
            let line: Int
            let offset: Int
        }

        let root: Int
        let path: StoredPath
        /// The size of the file, and when it was changed.
        let size: Int
        let modified: Int64
        /// Whether it is the first of its run, and those before it count no more.
        let isFirst: Bool
        /// How many bytes, lines and good documents are done.
        let read: Int
        let lines: Int
        let documents: Int
        /// The digest of the bytes that are done.
        let old: Digest
        /// How many bytes they have become, and the digest of those.
        let written: Int
        let new: Digest
        /// The bad lines since the record before.
        var bad: [Place]
        /// As in ``Replacement/losses``.
        var losses: Int?

        var members: JSONObject {
            var members: JSONObject = [
                "part": JournalRecord.value(path), "root": .integer(root), "size": .integer(size),
                "modified": .integer(Int(modified)), "first": .bool(isFirst), "read": .integer(read),
                "lines": .integer(lines), "documents": .integer(documents), "old": .string(old.description),
                "written": .integer(written), "new": .string(new.description),
                "bad": .array(JSONArray(bad.flatMap { [.integer($0.line), .integer($0.offset)] })),
            ]
            if let losses { members["losses"] = .integer(losses) }
            return members
        }
    }
}

extension JournalRecord.Part {
    init?(_ members: JSONObject) {
        func number(_ name: String) -> Int? { members[name]?.int }
        func digest(_ name: String) -> Digest? { members[name]?.string.flatMap { Digest($0) } }
        guard let path = members["part"].flatMap({ JournalRecord.path($0) }), let root = number("root"),
            let size = number("size"), let modified = number("modified"), let isFirst = members["first"]?.bool,
            let read = number("read"), let lines = number("lines"), let documents = number("documents"),
            let old = digest("old"), let written = number("written"), let new = digest("new"),
            let places = members["bad"]?.array?.compactMap(\.int), places.count % 2 == 0
        else { return nil }
        self.init(
            root: root, path: path, size: size, modified: Int64(modified), isFirst: isFirst, read: read, lines: lines,
            documents: documents, old: old, written: written, new: new,
            bad: stride(from: 0, to: places.count, by: 2).map { Place(line: places[$0], offset: places[$0 + 1]) },
            losses: members["losses"]?.int)
    }
}
