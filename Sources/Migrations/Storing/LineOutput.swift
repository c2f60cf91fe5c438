public import VersionedCodec

/// Migrated lines that have not been written yet, and who receives them.
struct LineOutput {
    var pending: [UInt8] = []
    var summary = LineMigration.Summary()
    let receivers: LineReceivers

    init(_ receivers: LineReceivers) { self.receivers = receivers }

    /// Hands over what there is, once that is enough for a call.
    @inline(__always)
    mutating func writeIfLong() throws {
        if pending.count >= 1 << 16 { try writeAll() }
    }

    /// Hands over what there is.
    mutating func writeAll() throws {
        if pending.isEmpty { return }
        try receivers.write(pending)
        pending.removeAll(keepingCapacity: true)
    }

    /// Copies a blank line.
    mutating func add(blank line: LineReader.Line) throws {
        pending += line.bytes + line.ending
        try receivers.carried?.add(line: line.number)
    }

    /// Adds a document that was migrated as values.
    ///
    /// - `keys`: The members that name the version.
    mutating func add(
        _ result: PlanSet.Migrated, of line: LineReader.Line, _ parsing: JSONParsingOptions,
        versionKeys keys: [String] = []
    ) throws {
        try receivers.carried?.add(
            result.carried, result.carriedLosses, outdated: result.outdatedCarried, line: line.number,
            (result.bytes, parsing), versionKeys: keys)
        pending += result.bytes + line.ending
        try receivers.losses(result.losses.map { $0.inStream(at: line) })
        for contradiction in result.contradictions { try receivers.contradictions(contradiction, line) }
        summary.migrated += 1
    }

    /// Sets a bad line aside; the run ends if that is not wanted, or where there are too many.
    mutating func keep(_ bad: LineMigration.BadLine) throws {
        var bad = bad
        bad.migratedBefore = summary.migrated
        guard let keepBad = receivers.keepBad else {
            try writeAll()
            throw bad
        }
        try keepBad(bad)
        summary.bad += 1
        if receivers.limit.isExceededAnyhow(bad: summary.bad) {
            try writeAll()
            throw LineMigration.TooManyBadLines(limit: receivers.limit, summary: summary)
        }
    }

    /// Hands over the rest; all lines have been read.
    mutating func finish() throws -> LineMigration.Summary {
        try receivers.carried?.finish()
        try writeAll()
        if receivers.limit.isExceeded(bad: summary.bad, of: summary.migrated + summary.bad) {
            throw LineMigration.TooManyBadLines(limit: receivers.limit, summary: summary)
        }
        return summary
    }
}

extension LineReader.Line {
    /// A diagnostic about the line as a document, converted to the stream: with the line's number, and the offset in
    /// the stream.
    public func inStream(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        let place = diagnostic.position ?? SourcePosition(line: 1, column: 1, byteOffset: 0)
        diagnostic.position = inStream(place)
        return diagnostic
    }

    /// A contradiction of the line as a document, as one of the stream.
    package func inStream(_ contradiction: DetectedVersion.Contradiction) -> DetectedVersion.Contradiction {
        var contradiction = contradiction
        contradiction.position = inStream(
            contradiction.position ?? SourcePosition(line: 1, column: 1, byteOffset: 0))
        return contradiction
    }

    fileprivate func inStream(_ position: SourcePosition) -> SourcePosition {
        var place = position.inStream(at: (number, byteOffset))
        // A line of a stream ends with a line feed; a CR in it is white space.
        if position.line > 1 { place.column = 1 + bytes.prefix(position.byteOffset).count { $0 & 0xC0 != 0x80 } }
        return place
    }
}

extension Loss {
    /// The loss of a line that is a document, as one of the stream.
    package func inStream(at line: LineReader.Line) -> Loss {
        var loss = self
        loss.position = loss.position.map { line.inStream($0) }
        return loss
    }

    /// Moves the place of a line's loss to its place in the stream.
    ///
    /// - `start`: The number of the line, and of the bytes before it.
    mutating func move(toLineAt start: (line: Int, byteOffset: Int)) { position = position?.inStream(at: start) }
}
