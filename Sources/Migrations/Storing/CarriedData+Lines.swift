public import VersionedCodec

extension CarriedData {
    /// The sidecar of a stream of documents: their carried data is in a stream beside them, one record for each
    /// document that carries something.
    ///
    /// ```swift
    /// let carried = CarriedData.Lines(to: { sidecar.append(contentsOf: $0) })
    /// try LineMigration(plan: plan, target: "2", options: MigrationOptions(losses: .carry))
    ///     .run(reader, write: { … }, carried: carried)
    /// // {"line":2,"carried":{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[…]}}}}
    /// ```
    ///
    /// A record names the line of its document. Lines that have moved since then do not get the values of others:
    /// carried data is restored only if the document is still the one that it belonged to.
    public final class Lines {
        /// The number of values that were kept.
        public private(set) var count = 0

        /// The places where carried values were not put back because the document has changed since, with their lines;
        /// the first hundred.
        public private(set) var outdated: [(line: Int, path: JSONPointer)] = []

        /// The number of all such places.
        public private(set) var outdatedCount = 0

        private let reader: LineReader?
        private let write: (([UInt8]) throws -> Void)?
        private var ahead: (line: Int, carried: CarriedData)?
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
        func options(_ options: MigrationOptions, forLine number: Int) throws -> MigrationOptions {
            var options = options
            options.carrying.given = try given(forLine: number)
            options.carrying.isSidecar = write != nil
            return options
        }

        /// Notes a line of the output, and what its document carries.
        func add(_ carried: CarriedData? = nil, _ losses: [Loss] = [], outdated paths: [JSONPointer] = [], line: Int)
            throws
        {
            written += 1
            count += losses.count
            outdatedCount += paths.count
            outdated += paths.prefix(100 - outdated.count).map { (line, $0) }
            guard let write, let carried, !carried.isEmpty else { return }
            try write(JSONValue.object(["line": .integer(written), "carried": carried.json]).bytes() + [0x0A])
        }

        private func given(forLine number: Int) throws -> CarriedData? {
            while true {
                if let ahead {
                    if ahead.line > number { return nil }
                    self.ahead = nil
                    if ahead.line == number { return ahead.carried }
                }
                guard let reader, !isAtEnd else { return nil }
                guard let record = try reader.next() else {
                    isAtEnd = true
                    return nil
                }
                if !record.isBlank { ahead = try Self.parse(record) }
            }
        }

        private static func parse(_ record: LineReader.Line) throws -> (line: Int, carried: CarriedData) {
            let root: JSONValue
            do { root = try JSONDocument(parsing: record.bytes).root } catch {
                throw fault(record, "\(error)")
            }
            guard let line = root["line"]?.int, let carried = root["carried"] else {
                throw fault(record, "a record has the members \"line\" and \"carried\"")
            }
            do { return (line, try CarriedData(json: carried)) } catch { throw fault(record, error.message) }
        }

        private static func fault(_ record: LineReader.Line, _ message: String) -> MigrationError {
            MigrationError(.badCarriedData, "line \(record.number) of the carried data: \(message)", at: nil)
        }
    }
}
