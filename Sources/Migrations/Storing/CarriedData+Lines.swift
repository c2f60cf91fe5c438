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
    /// A record names the line of its document, and has its hash. Carried data follows a document that has moved
    /// by up to 256 lines. It is not restored into another document: one that was edited must still have the first
    /// simple member that distinguished it from the documents around it, and most of the others.
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
        /// The records that were read for lines near the one that is asked for, by their lines.
        private var records: [Int: LineRecord] = [:]
        /// The lines of records that were read, in ascending order; those before `next` are done with.
        private var lines: [Int] = []
        private var next = 0
        /// The lines of these records, by the hashes of their documents and of what distinguishes these.
        private var places: [ValueHash: [Int]] = [:]
        private var owners: [ValueHash: [Int]] = [:]
        private var texts: [ValueHash: [Int]] = [:]
        /// How far documents have moved, by the last one that was found.
        private var drift = 0
        private var isAtEnd = false
        private var written = 0
        private var neighbors = NeighboringLines()

        /// The sidecar of an earlier run, and that of this one.
        ///
        /// - Parameters:
        ///   - reader: The sidecar of the documents that are read; `nil` if there is none.
        ///   - write: Receives the sidecar of the documents that are written, in whole lines; `nil` if documents keep
        ///     what they carry in their own member.
        public init(from reader: LineReader? = nil, to write: (([UInt8]) throws -> Void)? = nil) {
            (self.reader, self.write) = (reader, write)
        }

        /// Whether a stream beside the documents is read, or written.
        var isRead: Bool { reader != nil }
        var isWritten: Bool { write != nil }

        /// The options for documents without carried data.
        func options(_ options: MigrationOptions) -> MigrationOptions {
            var options = options
            options.carrying.isSidecar = isWritten
            return options
        }

        /// Notes a line of the output, and what its document carries.
        ///
        /// - `text`: The document that is written, and how it is read.
        func add(
            _ carried: CarriedData? = nil, _ losses: [Loss] = [], outdated paths: [JSONPointer] = [], line: Int,
            _ text: (bytes: [UInt8], parsing: JSONParsingOptions)? = nil, versionKeys keys: [String] = []
        ) throws {
            written += 1
            count += losses.count
            outdatedCount += paths.count
            outdated += paths.prefix(100 - outdated.count).map { (line, $0) }
            guard let write, let text else { return }
            let isCarrying = carried?.isEmpty == false
            var (members, record): (NeighboringLines.Members?, LineRecord?)
            if isCarrying || neighbors.needsMembers {
                let root = try MigrationPlan.document(text.bytes, text.parsing).root
                let known = ValueHash.scalars(in: root, except: keys)
                members = known
                if isCarrying, let carried {
                    record = LineRecord(
                        line: written, carried, of: root, in: text.bytes, members: known.map(\.hash))
                }
            }
            neighbors.add(text.bytes, members, record)
            while let record = neighbors.takeRecord(written: written) {
                try write(record.bytes)
            }
        }

        /// Writes the records that wait for lines after theirs.
        func writeWaiting() throws {
            while let record = neighbors.takeRecord(written: .max) { try write?(record.bytes) }
        }

        /// Writes the last records, and notes those for which there was no line.
        func finish() throws {
            try writeWaiting()
            repeat { leaveRecords(before: .max) } while try readOne()
        }

        /// Notes records whose documents did not come.
        private func leaveRecords(before line: Int) {
            while next < lines.count, lines[next] < line {
                if take(lines[next]) != nil {
                    unrestoredCount += 1
                    if unrestored.count < 100 { unrestored.append(lines[next]) }
                }
                next += 1
            }
            if next > NeighboringLines.near {
                lines.removeFirst(next)
                next = 0
            }
        }

        private func take(_ line: Int) -> CarriedData? {
            guard let record = records.removeValue(forKey: line) else { return nil }
            Self.remove(line, at: record.document, from: &places)
            Self.remove(line, at: record.own, from: &owners)
            Self.remove(line, at: record.text, from: &texts)
            return record.carried
        }

        private static func remove(_ line: Int, at hash: ValueHash?, from list: inout [ValueHash: [Int]]) {
            guard let hash else { return }
            list[hash]?.removeAll { $0 == line }
            if list[hash]?.isEmpty == true { list[hash] = nil }
        }

        /// The carried data for the document of a line.
        ///
        /// - Parameters:
        ///   - documents: Has read the line, and has those behind it.
        ///   - keys: The members that name the version.
        func given(
            for line: LineReader.Line, of documents: LineReader, _ parsing: JSONParsingOptions, _ keys: [String]
        ) throws -> CarriedData? {
            if reader == nil { return nil }
            let (near, place) = (NeighboringLines.near, line.number - drift)
            while lines.last ?? 0 <= place + near, try readOne() {}
            leaveRecords(before: place - near)
            if records.isEmpty { return nil }
            if let record = records[line.number], record.document == nil { return take(line.number) }
            // While each document is in its place, the others need not be read.
            while next < lines.count, records[lines[next]] == nil { next += 1 }
            let isOverdue = next < lines.count && lines[next] <= place
            let text = ValueHash.ofText(line.bytes)
            if !isOverdue, texts[text] == nil { return nil }
            // A line that is the same goes before one that means the same, or has been edited to do so.
            if let found = records[place]?.text == text ? place : nearest(texts[text], to: place) {
                return take(found, for: line.number)
            }
            // A line that cannot be read is reported when it is migrated.
            guard let document = try? MigrationPlan.document(line.bytes, parsing).root else { return nil }
            let hash = ValueHash.of(document)
            if records[place]?.document == hash {
                return try isAhead(place, of: line, in: documents) ? nil : take(place)
            }
            // Earlier versions of this library have not noted the text.
            let untold = places[hash]?.filter { records[$0]?.text == nil }
            if let found = nearest(untold, to: place) { return take(found, for: line.number) }
            guard isOverdue, let found = owner(of: document, near: place, keys) else { return nil }
            return try isAhead(found, of: line, in: documents) ? nil : take(found)
        }

        /// Whether the line of a record comes later, as it was: another one is then a copy of it.
        private func isAhead(_ record: Int, of line: LineReader.Line, in documents: LineReader) throws -> Bool {
            guard let known = records[record], let text = known.text, !known.isAlike else { return false }
            let near = NeighboringLines.near
            return try documents.lines(with: text, atLeast: near).contains {
                $0 > line.number && $0 <= line.number + near
            }
        }

        /// The record of a line that has moved, and is like no other one around it.
        private func nearest(_ lines: [Int]?, to place: Int) -> Int? {
            lines?.filter { records[$0]?.isAlike == false && abs($0 - place) <= NeighboringLines.near }
                .min { abs($0 - place) < abs($1 - place) }
        }

        private func take(_ record: Int, for line: Int) -> CarriedData? {
            drift = line - record
            return take(record)
        }

        /// The line of the record whose document was edited to become this one.
        private func owner(of document: JSONValue, near place: Int, _ keys: [String]) -> Int? {
            var best: (line: Int?, shared: Int) = (nil, 0)
            for hash in ValueHash.scalars(in: document, except: keys, upTo: 64).map(\.hash) {
                for line in owners[hash] ?? [] where abs(line - place) <= NeighboringLines.near {
                    guard let shared = records[line]?.shared(with: document), shared >= best.shared else { continue }
                    best = (shared > best.shared ? line : nil, shared)
                }
            }
            return best.line
        }

        /// Reads one record; `false` at the end.
        private func readOne() throws -> Bool {
            guard let reader, !isAtEnd else { return false }
            while let line = try reader.next() {
                if line.isBlank { continue }
                let record = try LineRecord(parsing: line)
                if let last = lines.last, record.line <= last {
                    throw LineRecord.fault(line, "line \(record.line) comes after line \(last)")
                }
                lines.append(record.line)
                records[record.line] = record
                if let hash = record.document { places[hash, default: []].append(record.line) }
                if let hash = record.own { owners[hash, default: []].append(record.line) }
                if let hash = record.text { texts[hash, default: []].append(record.line) }
                return true
            }
            isAtEnd = true
            return false
        }
    }
}
