public import VersionedCodec

/// Use it to migrate a stream of documents, one on each line (NDJSON), in bounded memory.
///
/// ```swift
/// let migration = LineMigration(plan: plan, target: "2")
/// let summary = try migration.run(reader, write: { output.append(contentsOf: $0) })
/// summary.migrated    // the number of documents
/// ```
///
/// Blank lines are copied. Every line keeps its line ending.
public struct LineMigration: Sendable {
    /// The plan.
    public let plan: MigrationPlan

    /// The target version.
    public let target: String

    /// The version of the documents, if the caller knows it.
    public let explicit: String?

    /// The options of the migration. Each document is always written on one line.
    public let options: MigrationOptions

    /// A migration of lines.
    public init(plan: MigrationPlan, target: String, from explicit: String? = nil, options: MigrationOptions = .init())
    {
        self.plan = plan
        self.target = target
        self.explicit = explicit
        self.options = options.ofLines
    }

    /// The result of a stream.
    public struct Summary: Sendable, Equatable {
        /// The number of documents that were written.
        public internal(set) var migrated = 0

        /// The number of bad lines that were set aside.
        public internal(set) var bad = 0
    }

    /// Migrates line after line.
    ///
    /// - `write`: Receives the output, in whole lines.
    /// - `losses`: Receives the losses of each document.
    /// - `contradictions`: Receives each contradiction to the version of a document, with its line.
    /// - `limit`: The maximum number of bad lines; by default any number.
    /// - `keepBad`: Receives each bad line, and the run continues. Without it, the run ends at the first one.
    /// - `carried`: The sidecar of the documents, and the number of values that they carry.
    /// - Throws: ``BadLine`` for the first bad line without `keepBad`, and ``LineMigration/TooManyBadLines``. The lines
    ///   before it are already written. Errors of the functions are passed on.
    public func run(
        _ reader: LineReader, write: ([UInt8]) throws -> Void, losses: ([Loss]) throws -> Void = { _ in },
        contradictions: (DetectedVersion.Contradiction, LineReader.Line) throws -> Void = { _, _ in },
        limit: LineMigration.BadLineLimit = .none, keepBad: ((BadLine) throws -> Void)? = nil,
        carried: CarriedData.Lines? = nil
    ) throws -> Summary {
        try LineReceivers.during(
            { try run(reader, $0) }, write: write, losses: losses, contradictions: contradictions, limit: limit,
            keepBad: keepBad, carried: carried)
    }

    package func run(_ reader: LineReader, _ receivers: LineReceivers) throws -> Summary {
        var output = LineOutput(receivers)
        var tally = LineVersionTally(receivers.versions)
        let (carried, losses) = (receivers.carried, receivers.losses)
        let runner = PlanRunner(plan, to: target, from: explicit, options: carried?.options(options) ?? options)
        let readsSidecar = carried?.isRead == true
        let keys = carried == nil ? [] : versionKeys
        // An error leaves the records of the lines that were written.
        defer { try? carried?.writeWaiting() }
        var repeated = RepeatedLosses()
        while let batch = try reader.nextBatch(beforeWaiting: { try output.writeAll() }) {
            let (linesBefore, bytesBefore) = (batch.linesBefore, batch.bytesBefore)
            var (number, start) = (linesBefore, batch.range.lowerBound)
            let end = batch.range.upperBound
            var fault: MigrationError?
            try batch.bytes.withUnsafeBufferPointer { bytes in
                while start < end {
                    let place = LineReader.place(in: bytes, from: start, to: end)
                    start = place.ending.upperBound
                    number += 1
                    // Most lines fit the plan; the others are read as documents.
                    let text = UnsafeBufferPointer(rebasing: bytes[place.bytes])
                    let before = output.pending.count
                    if !readsSidecar, let runner,
                        let found = runner.migrate(text, to: &output.pending, noting: &fault)
                    {
                        let after = output.pending.count
                        // Mostly one line feed.
                        for place in place.ending { output.pending.append(bytes[place]) }
                        let start = (number, bytesBefore + place.bytes.lowerBound)
                        let isKept = options.losses == .carry
                        var lost: [Loss] = []
                        if !isKept, let receive = receivers.repeatedLosses,
                            runner.repeatLosses(found, of: text, at: start, to: &repeated)
                        {
                            try receive(repeated)
                        } else {
                            lost = runner.ordered(found, of: text, at: start)
                            try losses(isKept ? [] : lost)
                        }
                        if let carried, isKept || carried.isWritten || runner.carriedByLine != nil {
                            let written = carried.isWritten ? Array(output.pending[before..<after]) : []
                            try carried.add(
                                runner.carriedByLine?.sidecar, isKept ? lost : [],
                                outdated: runner.carriedByLine?.outdated ?? [], line: number,
                                (written, options.parsing), versionKeys: keys)
                        }
                        tally.add(runner, line: number)
                        output.summary.migrated += 1
                    } else {
                        let line = LineReader.line(place, in: bytes, after: bytesBefore, number: number)
                        let from = try migrate(line, of: reader, to: &output, runner, fault, keys)
                        fault = nil
                        tally.add(from, line: line.number)
                    }
                    try output.writeIfLong()
                }
            }
            reader.finish(lines: number - linesBefore)
        }
        tally.finish()
        return try output.finish()
    }

    /// Migrates a line as values, and returns its version; `nil` for a blank or bad one.
    ///
    /// - `fault`: What the runner has found wrong with it.
    /// - `keys`: The members that name the version.
    @inline(never)
    private func migrate(
        _ line: LineReader.Line, of reader: LineReader, to output: inout LineOutput, _ runner: PlanRunner?,
        _ fault: MigrationError?, _ keys: [String]
    ) throws -> DetectedVersion? {
        let carried = output.receivers.carried
        if line.isBlank {
            try output.add(blank: line)
            try output.receivers.losses([])
            return nil
        }
        var options = try carried?.options(options, for: line, of: reader, versionKeys: keys) ?? options
        options.bridgeRuns = runner?.bridgeRuns
        let result: MigrationResult
        do throws(BadLine) {
            if let fault { throw BadLine(line, fault) }
            result = try migrated(line, options, carried?.isRead == true ? runner : nil)
        } catch {
            try output.keep(error)
            return nil
        }
        try output.add(PlanSet.Migrated(result), of: line, options.parsing, versionKeys: keys)
        return result.from
    }

    /// The members at the root that name the version, of all versions.
    private var versionKeys: [String] {
        Set(plan.labels.flatMap { plan.marks(of: $0).compactMap(\.pointer.tokens.first) }).inOrder(by: <)
    }

    /// - `runner`: Takes most lines.
    private func migrated(
        _ line: LineReader.Line, _ options: MigrationOptions, _ runner: PlanRunner?
    ) throws(BadLine) -> MigrationResult {
        do throws(MigrationError) {
            if let result = try runner?.migrate(line, given: options.carrying.given) { return result }
            let document = try MigrationPlan.document(line.bytes, options.parsing)
            return try plan.migrate(text: document, to: target, from: explicit, options)
        } catch {
            throw BadLine(line, error)
        }
    }
}

extension PlanRunner {
    /// Appends the migrated line and returns its losses; `nil`, with nothing appended, where the plan must do it, or
    /// there is a fault.
    fileprivate func migrate(
        _ line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8], noting fault: inout MigrationError?
    ) -> LineLosses? {
        do throws(MigrationError) {
            return try migrateLine(line, to: &output)
        } catch {
            fault = error
            return nil
        }
    }

    /// The losses of a line by their places, which are those in the stream.
    ///
    /// - `start`: The number of the line, and of the bytes before it.
    fileprivate func ordered(
        _ found: LineLosses, of line: UnsafeBufferPointer<UInt8>, at start: (line: Int, byteOffset: Int)
    ) -> [Loss] {
        var losses = read(found)
        if losses.isEmpty { return [] }
        Loss.order(&losses, line)
        for index in losses.indices { losses[index].move(toLineAt: start) }
        return losses
    }

    /// Migrates a line as ``migrate(_:to:)`` does.
    ///
    /// - `given`: The data that is carried for it.
    fileprivate func migrate(
        _ line: LineReader.Line, given: CarriedData?
    ) throws(MigrationError) -> MigrationResult? {
        var bytes: [UInt8] = []
        let migrated = try line.bytes.withUnsafeBufferPointer { (text) throws(MigrationError) -> [Loss]? in
            if let given { migrate(carrying: text, given: given, to: &bytes) } else { try migrate(text, to: &bytes) }
        }
        guard let losses = migrated, let from = versionOfLine else { return nil }
        let ordered = Loss.inDocumentOrder(losses, line.bytes)
        let isKept = options.losses == .carry
        var result = MigrationResult(bytes: bytes, from: from, to: target, losses: isKept ? [] : ordered)
        if isKept { result.carriedLosses = ordered }
        result.carried = carriedByLine?.sidecar
        result.outdatedCarried = carriedByLine?.outdated ?? []
        return result
    }
}
