public import VersionedCodec

extension CarriedData {
    /// The sidecar of a stream of documents: their carried data is in a stream beside them, one record for each
    /// document that carries something.
    ///
    /// ```swift
    /// let carried = CarriedData.Lines(to: { sidecar.append(contentsOf: $0) })
    /// try LineMigration(plan: plan, target: "2", options: MigrationOptions(losses: .carry))
    ///     .run(reader, write: { … }, carried: carried)
    /// // {"line":2,"of":"1hxw5n","carried":{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[…]}}}}
    /// ```
    ///
    /// A record names the line of its document, and has its fingerprint. Lines that have moved since then do not get
    /// the values of others: carried data is restored only if the document is still the one that it belonged to, or if
    /// most of its simple members are the same.
    public final class Lines {
        /// The number of values that were kept.
        public private(set) var count = 0

        /// The places where carried values were not put back because the document has changed since, with their lines;
        /// the first hundred.
        public private(set) var outdated: [(line: Int, path: JSONPointer)] = []

        /// The number of all such places.
        public private(set) var outdatedCount = 0

        /// The lines whose carried data was not restored, because the document there is another one, or there is none;
        /// the first hundred.
        public private(set) var unrestored: [Int] = []

        /// The number of all such lines.
        public private(set) var unrestoredCount = 0

        private let reader: LineReader?
        private let write: (([UInt8]) throws -> Void)?
        /// Records that were read, up to so many beyond the one that is asked for, and those just before: a document
        /// that has moved a little is recognized.
        private var records: [LineRecord] = []
        private var next = 0
        private static let near = 64
        private var isAtEnd = false
        private var written = 0

        /// The sidecar of an earlier run, and that of this one.
        ///
        /// - Parameters:
        ///   - reader: The sidecar of the documents that are read; `nil` if there is none.
        ///   - write: Receives the sidecar of the documents that are written, in whole lines; `nil` if documents keep
        ///     what they carry in their own member.
        public init(from reader: LineReader? = nil, to write: (([UInt8]) throws -> Void)? = nil) {
            (self.reader, self.write) = (reader, write)
        }

        /// Whether any stream beside the documents is read or written.
        var hasSidecar: Bool { reader != nil || write != nil }

        /// The options for the document of a line.
        ///
        /// - Parameters:
        ///   - line: The line, read when there is carried data for it.
        ///   - keys: The members that name the version.
        func options(
            _ options: MigrationOptions, for line: LineReader.Line, versionKeys keys: [String]
        ) throws -> MigrationOptions {
            var options = options
            options.carrying.given = try given(for: line, options.parsing, keys)
            options.carrying.isSidecar = write != nil
            return options
        }

        /// Notes a line of the output, and what its document carries.
        ///
        /// - `document`: The document that is written, read when it carries something.
        func add(
            _ carried: CarriedData? = nil, _ losses: [Loss] = [], outdated paths: [JSONPointer] = [], line: Int,
            _ document: () throws -> JSONValue? = { nil }, versionKeys keys: [String] = []
        ) throws {
            written += 1
            count += losses.count
            outdatedCount += paths.count
            outdated += paths.prefix(100 - outdated.count).map { (line, $0) }
            guard let write, let carried, !carried.isEmpty else { return }
            let record = LineRecord(line: written, carried, of: try document(), versionKeys: keys)
            try write(record.json.bytes() + [0x0A])
        }

        /// Notes the records for which there was no line.
        func finish() throws {
            while true {
                while next < records.count {
                    leave(records[next].line)
                    next += 1
                }
                records = []
                next = 0
                if try !readOne() { return }
            }
        }

        private func leave(_ line: Int) {
            unrestoredCount += 1
            if unrestored.count < 100 { unrestored.append(line) }
        }

        private func given(
            for line: LineReader.Line, _ parsing: JSONParsingOptions, _ keys: [String]
        ) throws -> CarriedData? {
            while try next < records.count || readOne(), records[next].line < line.number {
                leave(records[next].line)
                next += 1
            }
            guard next < records.count, records[next].line == line.number else { return nil }
            while records.count - next <= Self.near, try readOne() {}
            if next > 2 * Self.near {
                records.removeFirst(next - Self.near)
                next = Self.near
            }
            defer { next += 1 }
            // A line that cannot be read is reported when it is migrated.
            guard let document = try? MigrationPlan.document(line.bytes, parsing).root else { return nil }
            let others = records.indices.lazy.filter { [next] in $0 != next }.map { [records] in records[$0] }
            if records[next].isOf(document, versionKeys: keys, not: others) { return records[next].carried }
            leave(line.number)
            return nil
        }

        /// Reads one record; `false` at the end.
        private func readOne() throws -> Bool {
            guard let reader, !isAtEnd else { return false }
            while let line = try reader.next() {
                if line.isBlank { continue }
                let record = try LineRecord(parsing: line)
                if let last = records.last, record.line <= last.line {
                    throw LineRecord.fault(line, "line \(record.line) comes after line \(last.line)")
                }
                records.append(record)
                return true
            }
            isAtEnd = true
            return false
        }
    }
}
