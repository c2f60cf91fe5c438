import Migrations

/// The contents of a journal.
struct JournalContent {
    /// The runs of the journal.
    private(set) var headers: [JournalRecord.Header] = []
    /// The last one.
    var header: JournalRecord.Header? { headers.last }
    private(set) var isEnded = false
    private(set) var known: [UInt64: JournalRecord.Replacement.State] = [:]
    /// Where the last records of losses are, of documents that have some.
    private(set) var losses: [UInt64: Int] = [:]
    /// How far files of lines have come, in the run that has not ended.
    private(set) var parts: [UInt64: JournalRecord.Part] = [:]

    /// Where the last whole record ends.
    private(set) var end = 0

    /// Reads a journal, in memory for its documents, without their paths.
    ///
    /// - Throws: ``StoredMigrationError`` for what is not a journal, and for one that is damaged before its end.
    init(_ file: any StorageFile, path: StoredPath) throws {
        var reader = JournalReader(file)
        var (damaged, announces, number) = (Int?.none, false, 0)
        while let line = try reader.next() {
            number += 1
            guard let record = line.record else {
                damaged = damaged ?? number
                continue
            }
            if let damaged {
                // Up to the next announcement, which is the next to be synced, records may come to the disk in any
                // order.
                if record.isAnnouncement {
                    announces = true
                } else if announces || record.isHeader {
                    throw StoredMigrationError(
                        code: .damagedJournal, path: path.description,
                        reason: "the record on line \(damaged) is damaged, and others follow it; "
                            + "restore the journal from a copy, or move it away to begin a new run, "
                            + "which migrates documents again if they do not name their version")
                }
                continue
            }
            // Losses at the end are of no document.
            if case .losses = record { continue }
            end = line.end
            add(record)
        }
        if header == nil, end == 0, reader.saysSomething, !Self.mayBeTorn(reader.beginning) {
            throw Journal.notAJournal(path)
        }
    }

    /// Whether bytes without any whole record can be what is left of a first record.
    private static func mayBeTorn(_ bytes: [UInt8]) -> Bool {
        let isDigit = { (byte: UInt8) in byte == 0 || (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
        return bytes.prefix(8).allSatisfy(isDigit)
            && bytes.dropFirst(8).prefix(3).elementsEqual(
                Array(" {\"".utf8).prefix(max(0, bytes.count - 8)))
    }

    private mutating func add(_ record: JournalRecord) {
        switch record {
        case .run(let header):
            headers.append(header)
            (isEnded, parts) = (false, [:])
        case .replace(let document):
            guard let key = header?.key(of: document.path, in: document.root) else { return }
            (known[key], parts[key]) = (.init(document, inRun: headers.count - 1), nil)
            losses[key] = document.losses == 0 ? nil : document.losses
        case .part(let part):
            guard let key = header?.key(of: part.path, in: part.root) else { return }
            var part = part
            if !part.isFirst, let before = parts[key] { part.bad = before.bad + part.bad }
            parts[key] = part
        case .settled, .losses: break
        case .end: (isEnded, parts) = (true, [:])
        }
    }
}

extension JournalRecord.Header {
    /// The key of a document in the journal; `nil` if there is no such root.
    func key(of path: StoredPath, in root: Int) -> UInt64? {
        paths.indices.contains(root) ? Journal.key(path, in: paths[root]) : nil
    }
}

/// The records of a journal, one after the other.
struct JournalReader {
    /// A line of a journal, whose record is `nil` if it is damaged, and where it ends.
    struct Line {
        let record: JournalRecord?
        let end: Int
    }

    private let file: any StorageFile
    private var bytes: [UInt8] = []
    private var start = 0
    private var offset = 0
    /// The first bytes.
    private(set) var beginning: [UInt8] = []
    /// Whether there is anything but zeros.
    private(set) var saysSomething = false

    /// No record has so many bytes.
    private static let longest = 1 << 28

    private let chunk: Int

    /// - `chunk`: So many bytes are read at once.
    init(_ file: any StorageFile, chunk: Int = 1 << 18) { (self.file, self.chunk) = (file, chunk) }

    /// The next complete line; `nil` at the end of the journal.
    mutating func next() throws(StoredFileError) -> Line? {
        var searched = start
        while true {
            if let newline = bytes[searched...].firstIndex(of: 0x0A) {
                let line = bytes[start..<newline]
                start = newline + 1
                return Line(record: JournalRecord(line: line), end: offset + start)
            }
            searched = bytes.count - start
            offset += start
            bytes.removeSubrange(..<start)
            start = 0
            guard bytes.count < Self.longest, let chunk = try file.read(upTo: self.chunk) else { return nil }
            if beginning.count < 16 { beginning += chunk.prefix(16 - beginning.count) }
            if !saysSomething { saysSomething = chunk.contains { $0 != 0 } }
            bytes += chunk
        }
    }
}
