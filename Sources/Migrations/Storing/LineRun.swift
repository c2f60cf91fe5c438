import VersionedCodec

/// One run over a stream of lines, by a plan or by a plan set.
struct LineRun {
    private let runner: (any LineRunner)?
    private let options: MigrationOptions
    private let carried: CarriedData.Lines?
    /// The members that name the version.
    private let versionKeys: [String]
    private var output: LineOutput
    private var tally: LineVersionTally
    private var repeated = RepeatedLosses()
    /// Whether documents carry what they lose.
    private let carriesLosses: Bool
    /// What the runner has found wrong with the last line.
    private var fault: MigrationError?

    /// Migrates a line as values.
    typealias Migrate = (LineReader.Line, MigrationOptions) throws(MigrationError) -> PlanSet.Migrated

    init(
        _ runner: (any LineRunner)?, _ options: MigrationOptions, _ receivers: LineReceivers, versionKeys: [String],
        countsVersions: Bool
    ) {
        (self.runner, self.options, self.versionKeys) = (runner, options, versionKeys)
        (carried, output) = (receivers.carried, LineOutput(receivers))
        carriesLosses = options.losses == .carry
        tally = LineVersionTally(countsVersions ? receivers.versions : nil)
    }

    mutating func run(_ reader: LineReader, _ migrate: Migrate) throws -> LineMigration.Summary {
        // An error leaves the records of the lines that were written.
        defer { try? carried?.writeWaiting() }
        while let batch = try nextBatch(of: reader) {
            var (number, start) = (batch.linesBefore, batch.range.lowerBound)
            try batch.bytes.withUnsafeBufferPointer { bytes in
                while start < batch.range.upperBound {
                    let place = LineReader.place(in: bytes, from: start, to: batch.range.upperBound)
                    start = place.ending.upperBound
                    number += 1
                    try add(place, in: bytes, number, after: batch.bytesBefore, of: reader, migrate)
                    try output.writeIfLong()
                }
            }
            reader.finish(lines: number - batch.linesBefore)
        }
        tally.finish()
        return try output.finish()
    }

    private mutating func nextBatch(of reader: LineReader) throws -> LineReader.Batch? {
        do {
            return try reader.nextBatch(beforeWaiting: { try output.writeAll() })
        } catch {
            // The losses of the lines before it have been handed over.
            try output.writeAll()
            throw error
        }
    }

    /// Migrates a line. Most of them fit; the others are migrated as values.
    private mutating func add(
        _ place: LineReader.Place, in bytes: UnsafeBufferPointer<UInt8>, _ number: Int, after bytesBefore: Int,
        of reader: LineReader, _ migrate: Migrate
    ) throws {
        var given: CarriedData?
        if let carried, carried.isRead {
            let line = LineReader.line(place, in: bytes, after: bytesBefore, number: number)
            if line.isBlank { return try output.add(blank: line) }
            given = try carried.given(for: line, of: reader, options.parsing, versionKeys)
        }
        let text = UnsafeBufferPointer(rebasing: bytes[place.bytes])
        let before = output.pending.count
        if let losses = migrated(text, given) {
            let after = output.pending.count
            // Mostly one line feed.
            for place in place.ending { output.pending.append(bytes[place]) }
            try handOver(
                losses, of: text, at: (number, bytesBefore + place.bytes.lowerBound), written: before..<after)
            output.summary.migrated += 1
        } else {
            let line = LineReader.line(place, in: bytes, after: bytesBefore, number: number)
            try add(line, given, migrate)
        }
    }

    /// Appends the line that the runner has migrated and returns its losses; `nil`, with nothing appended, where it
    /// must be migrated as values, or there is a fault.
    private mutating func migrated(
        _ line: UnsafeBufferPointer<UInt8>, _ given: CarriedData?
    ) -> LineLosses? {
        do throws(MigrationError) {
            return try runner?.migrateLine(line, given: given, to: &output.pending)
        } catch {
            fault = error
            return nil
        }
    }

    /// Hands over what is to be said of the line that the runner has migrated.
    ///
    /// - `start`: The number of the line, and of the bytes before it.
    /// - `written`: Where it is in the output.
    private mutating func handOver(
        _ losses: LineLosses, of line: UnsafeBufferPointer<UInt8>, at start: (line: Int, byteOffset: Int),
        written: Range<Int>
    ) throws {
        guard let runner else { return }
        tally.add(runner, line: start.line)
        var lost: [Loss] = []
        if case .repeated(let noted) = losses, !carriesLosses, let receive = output.receivers.repeatedLosses,
            runner.repeatLosses(noted, of: line, at: start, to: &repeated)
        {
            try receive(repeated)
        } else {
            lost = losses.read(by: runner)
            if !lost.isEmpty {
                Loss.order(&lost, line)
                for index in lost.indices { lost[index].move(toLineAt: start) }
            }
            try output.receivers.losses(carriesLosses ? [] : lost)
        }
        guard let carried, carriesLosses || carried.isWritten || runner.carriedByLine != nil else { return }
        let bytes = carried.isWritten ? Array(output.pending[written]) : []
        try carried.add(
            runner.carriedByLine?.sidecar, carriesLosses ? lost : [],
            outdated: runner.carriedByLine?.outdated ?? [], line: start.line, (bytes, options.parsing),
            versionKeys: versionKeys)
    }

    /// Migrates a line as values, unless the runner has found something wrong with it.
    @inline(never)
    private mutating func add(_ line: LineReader.Line, _ given: CarriedData?, _ migrate: Migrate) throws {
        defer { fault = nil }
        if line.isBlank { return try output.add(blank: line) }
        var options = carried?.options(options) ?? options
        options.carrying.given = given
        let result: PlanSet.Migrated
        do throws(MigrationError) {
            if let fault { throw fault }
            result = try migrate(line, options)
        } catch {
            return try output.keep(LineMigration.BadLine(line, error))
        }
        try output.add(result, of: line, options.parsing, versionKeys: versionKeys)
        tally.add(result.from, line: line.number)
    }
}
