public import VersionedCodec

/// Migrated lines that have not been written yet.
struct LineOutput {
    var pending: [UInt8] = []
    var summary = LineMigration.Summary()
    let limit: LineMigration.BadLineLimit

    init(limit: LineMigration.BadLineLimit) { self.limit = limit }

    /// Hands over what there is, once that is enough for a call.
    @inline(__always)
    mutating func writeIfLong(_ write: ([UInt8]) throws -> Void) throws {
        if pending.count >= 1 << 16 { try writeAll(write) }
    }

    /// Hands over what there is.
    mutating func writeAll(_ write: ([UInt8]) throws -> Void) throws {
        if pending.isEmpty { return }
        try write(pending)
        pending.removeAll(keepingCapacity: true)
    }

    /// Sets a bad line aside; the run ends if that is not wanted, or where there are too many.
    mutating func keep(
        _ bad: LineMigration.BadLine, _ write: ([UInt8]) throws -> Void,
        _ keepBad: ((LineMigration.BadLine) throws -> Void)?
    ) throws {
        var bad = bad
        bad.migratedBefore = summary.migrated
        guard let keepBad else {
            try writeAll(write)
            throw bad
        }
        try keepBad(bad)
        summary.bad += 1
        if limit.isExceededAnyhow(bad: summary.bad) {
            try writeAll(write)
            throw LineMigration.TooManyBadLines(limit: limit, summary: summary)
        }
    }

    /// Hands over the rest; all lines have been read.
    mutating func finish(_ write: ([UInt8]) throws -> Void) throws -> LineMigration.Summary {
        try writeAll(write)
        if limit.isExceeded(bad: summary.bad, of: summary.migrated + summary.bad) {
            throw LineMigration.TooManyBadLines(limit: limit, summary: summary)
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
        position.inStream(at: (number, byteOffset))
    }
}

extension SourcePosition {
    /// A place in a line of a stream, as one in the stream.
    ///
    /// - `start`: The number of the line, and of the bytes before it.
    fileprivate func inStream(at start: (line: Int, byteOffset: Int)) -> SourcePosition {
        SourcePosition(line: start.line, column: column, byteOffset: start.byteOffset + byteOffset)
    }
}

extension Loss {
    /// The loss of a line that is a document, as one of the stream.
    package func inStream(at line: LineReader.Line) -> Loss {
        var loss = self
        loss.move(toLineAt: (line.number, line.byteOffset))
        return loss
    }

    /// Moves the place of a line's loss to its place in the stream.
    ///
    /// - `start`: The number of the line, and of the bytes before it.
    mutating func move(toLineAt start: (line: Int, byteOffset: Int)) { position = position?.inStream(at: start) }
}
