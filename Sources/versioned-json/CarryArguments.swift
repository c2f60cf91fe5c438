import Migrations
import VersionedCodec

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The options of `migrate` for the place of carried data.
struct CarryArguments {
    static let options = [
        Option(
            "--carry-member", "NAME",
            "The member at the root of documents that keeps what '--losses carry' carries; default: \(CarriedData.member)."
        ),
        Option(
            "--carry-to", "FILE",
            "With '--losses carry': keep the data in the file instead of the document;\nwith '--ndjson', one line for each document."
        ),
        Option("--carry-from", "FILE", "The file of an earlier '--carry-to', whose data is restored."),
        Option(
            "--carry-limit", "BYTES",
            "The limit of carried data in bytes; default: 65536. See '--carry-beyond'."),
        Option(
            "--carry-beyond", "RULE",
            "fail: fail beyond the limit (default);\nreport: carry nothing, and report the losses."),
        Option("--drop-carried", nil, "Restore what a document carries, and write the document without it."),
    ]

    let options: CarriedData.Options

    private let from: StoredPath?
    private let to: StoredPath?

    /// - `hasSidecar`: Whether what documents carry can be in a file of its own: not that of folders.
    init(_ arguments: Arguments, hasSidecar: Bool) throws(UsageError) {
        for option in ["--carry-to", "--carry-limit", "--carry-beyond"]
        where arguments.has(option) && arguments["--losses"] != LossPolicy.carry.rawValue {
            throw UsageError("'\(option)' needs '--losses carry'")
        }
        for option in ["--carry-to", "--carry-from"] where arguments.has(option) && !hasSidecar {
            throw UsageError(
                "'\(option)' is for one document or one stream of lines; in folders, each document carries for itself")
        }
        if arguments.has("--drop-carried"), arguments["--losses"] == LossPolicy.carry.rawValue,
            !arguments.has("--carry-to")
        {
            throw UsageError("'--drop-carried' and '--losses carry' contradict each other, except with '--carry-to'")
        }
        (from, to) = (arguments.path("--carry-from"), arguments.path("--carry-to"))
        var options = CarriedData.Options()
        if let member = arguments["--carry-member"] { options.member = member }
        options.limit = try arguments.count("--carry-limit", default: options.limit)
        options.beyondLimit = try arguments.choice("--carry-beyond", default: .fail)
        options.isSidecar = to != nil
        options.isDropped = arguments.has("--drop-carried")
        self.options = options
    }

    /// Adds the files that are read and written.
    func add(to files: inout FileUses) {
        if let from { files.read(PayloadInput(from), as: "'--carry-from'") }
        if let to { files.write(to, as: "'--carry-to'") }
    }

    /// The carried data of an earlier run. Reports errors.
    func given() throws(Reported) -> CarriedData? {
        guard let from else { return nil }
        do {
            return try CarriedData(parsing: Data(PayloadInput(from).bytes()))
        } catch {
            throw Reported(status: Console.report(error, file: "\(from)"))
        }
    }

    /// The carried data of lines, and the file of their sidecar that is written.
    func lines() throws -> (carried: CarriedData.Lines, file: FileReplacement?) {
        let file = try to.map { try FileReplacement(ofLinesAt: $0) }
        let reader = try from.map { try PayloadInput($0).lines() }
        return (CarriedData.Lines(from: reader, to: file.map { file in { try file.write($0) } }), file)
    }

    /// Reports how much lines carry, and the values that were not restored.
    func tell(_ lines: CarriedData.Lines, file: String) {
        if lines.count > 0 {
            Console.error("\(file): \(lines.count == 1 ? "1 value is" : "\(lines.count) values are") carried")
        }
        for (line, path) in lines.outdated {
            Self.tell(outdated: path, line: line, file: file, isDropped: options.isDropped)
        }
        if lines.outdatedCount > lines.outdated.count {
            Console.error("\(file): … and \(lines.outdatedCount - lines.outdated.count) more")
        }
        for line in lines.unrestored {
            Console.error(
                "\(file): line \(line): its carried values were not restored, because another document is there, or none"
            )
        }
        if lines.unrestoredCount > lines.unrestored.count {
            Console.error("\(file): … and \(lines.unrestoredCount - lines.unrestored.count) more")
        }
    }

    /// Reports a carried value that was not restored.
    static func tell(outdated path: JSONPointer, line: Int?, file: String, isDropped: Bool) {
        let place = line.map { "\(file): line \($0)" } ?? file
        let dropped = isDropped ? " and is dropped" : ""
        let reason = "the current value has changed" + (isDropped ? ", or it belongs to another version" : "")
        Console.error("\(place): a carried value was not restored\(dropped), because \(reason) (at \"\(path)\")")
    }

    /// Writes what is kept; an empty object of versions if there is nothing.
    func write(_ carried: CarriedData?) throws {
        guard let to else { return }
        let file = try FileReplacement(of: to)
        try file.write([UInt8]((carried ?? CarriedData()).data) + [0x0A])
        try file.commit()
    }

    /// Reports how much is carried, and the values that were not restored.
    func tell(_ losses: [Loss], outdated: [JSONPointer], file: String) {
        if !losses.isEmpty {
            Console.error("\(file): \(losses.count == 1 ? "1 value is" : "\(losses.count) values are") carried")
        }
        for path in outdated {
            Self.tell(outdated: path, line: nil, file: file, isDropped: options.isDropped)
        }
    }
}
