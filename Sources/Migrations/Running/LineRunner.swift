import VersionedCodec

/// Migrates the lines of a stream one after another, in the same memory, where they fit.
protocol LineRunner: AnyObject {
    /// Appends the migrated line and returns its losses; `nil`, with nothing appended, where it must be migrated as
    /// values.
    ///
    /// - `given`: The data that is carried beside it.
    /// - Throws: ``MigrationError`` where the line does not fit an operation.
    func migrateLine(
        _ line: UnsafeBufferPointer<UInt8>, given: CarriedData?, to output: inout [UInt8]
    ) throws(MigrationError) -> LineLosses?

    /// Losses of the shape of the last line, with its own values.
    func read(_ noted: NotedLosses) -> [Loss]

    /// Puts those losses into others, without reading values; `false` where that cannot be.
    ///
    /// - `start`: The number of the line, and of the bytes before it.
    func repeatLosses(
        _ noted: NotedLosses, of line: UnsafeBufferPointer<UInt8>, at start: (line: Int, byteOffset: Int),
        to repeated: inout RepeatedLosses
    ) -> Bool

    /// What is reported of the last line if it carries, or has carried, data.
    var carriedByLine: CarriedByLine? { get }

    /// The version of the last line; `nil` where versions are not counted: a payload of a set may have none of its own.
    var versionOfLine: DetectedVersion? { get }

    /// The facts about the shape of the last line, which tell its version, if it had one before.
    var shapeOfLine: ShapeNotes? { get }
}

extension LineRunner {
    var versionOfLine: DetectedVersion? { nil }
    var shapeOfLine: ShapeNotes? { nil }
}

/// The losses of a line.
enum LineLosses {
    case read([Loss])
    /// Those of its shape, with its own values.
    case repeated(NotedLosses)

    /// The losses with the values of the line that a runner has migrated last.
    func read(by runner: any LineRunner) -> [Loss] {
        switch self {
        case .read(let losses): losses
        case .repeated(let noted): runner.read(noted)
        }
    }
}

/// What is reported of a line that carries, or has carried, data.
struct CarriedByLine {
    /// What it carries, if that is kept beside it.
    var sidecar: CarriedData?
    /// The places of carried values that were not restored.
    var outdated: [JSONPointer] = []
}
