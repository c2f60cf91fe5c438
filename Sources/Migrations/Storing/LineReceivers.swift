package import VersionedCodec

/// What becomes of migrated lines: who receives the output, the losses and the bad lines, and how many may be bad.
package struct LineReceivers {
    /// Receives the output, in whole lines.
    let write: ([UInt8]) throws -> Void

    /// Receives the losses of each document.
    let losses: ([Loss]) throws -> Void

    /// Receives the losses of a line in place of `losses` where they are those of an earlier line, with other values.
    let repeatedLosses: ((RepeatedLosses) throws -> Void)?

    /// Receives each contradiction to the version of a document, with its line.
    let contradictions: (DetectedVersion.Contradiction, LineReader.Line) throws -> Void

    /// The maximum number of bad lines.
    let limit: LineMigration.BadLineLimit

    /// Receives each bad line, and the run continues; `nil`: it ends at the first one.
    let keepBad: ((LineMigration.BadLine) throws -> Void)?

    /// The sidecar of the documents, and the number of values that they carry.
    let carried: CarriedData.Lines?

    /// Receives the versions of documents that are migrated by a plan, the first line, and their count.
    let versions: ((DetectedVersion, _ line: Int, _ count: Int) -> Void)?

    package init(
        write: @escaping ([UInt8]) throws -> Void, losses: @escaping ([Loss]) throws -> Void,
        repeatedLosses: ((RepeatedLosses) throws -> Void)? = nil,
        contradictions: @escaping (DetectedVersion.Contradiction, LineReader.Line) throws -> Void,
        limit: LineMigration.BadLineLimit = .none, keepBad: ((LineMigration.BadLine) throws -> Void)?,
        carried: CarriedData.Lines?, versions: ((DetectedVersion, _ line: Int, _ count: Int) -> Void)? = nil
    ) {
        (self.write, self.losses, self.repeatedLosses) = (write, losses, repeatedLosses)
        self.contradictions = contradictions
        (self.limit, self.keepBad, self.carried, self.versions) = (limit, keepBad, carried, versions)
    }

    /// Runs with functions of a caller that end with the call.
    static func during(
        _ run: (LineReceivers) throws -> LineMigration.Summary, write: ([UInt8]) throws -> Void,
        losses: ([Loss]) throws -> Void, lossLines: (([UInt8]) throws -> Void)?,
        contradictions: (DetectedVersion.Contradiction, LineReader.Line) throws -> Void,
        limit: LineMigration.BadLineLimit, keepBad: ((LineMigration.BadLine) throws -> Void)?,
        carried: CarriedData.Lines?
    ) throws -> LineMigration.Summary {
        try withoutActuallyEscaping(write) { write in
            try withoutActuallyEscaping(losses) { losses in
                try withoutActuallyEscaping(contradictions) { contradictions in
                    let lines = lossLines.map { WrittenLosses($0) }
                    let receivers = LineReceivers(
                        write: write, losses: lines.map { lines in { try lines.add($0) } } ?? losses,
                        repeatedLosses: lines.map { lines in { try lines.add($0) } }, contradictions: contradictions,
                        limit: limit, keepBad: keepBad, carried: carried)
                    // After an error, too: the lines before it are written.
                    let result = Result { try run(receivers) }
                    try lines?.writeAll()
                    return try result.get()
                }
            }
        }
    }
}

/// Losses as lines of JSON, on their way to a function.
private final class WrittenLosses {
    private var lines = LossLines()
    private let write: ([UInt8]) throws -> Void

    init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

    func add(_ losses: [Loss]) throws {
        lines.add(losses)
        if lines.areMany { try writeAll() }
    }

    func add(_ losses: RepeatedLosses) throws {
        lines.add(losses)
        if lines.areMany { try writeAll() }
    }

    func writeAll() throws { try lines.flush(write) }
}

extension MigrationOptions {
    /// The same for documents that are lines of a file.
    var ofLines: MigrationOptions {
        var options = self
        options.isOneLine = true
        // Only `CarriedData.Lines` have a place beside documents.
        options.carrying.isSidecar = false
        return options
    }
}
