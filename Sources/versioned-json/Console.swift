import Migrations
import VersionedCodec

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Results go to standard output, everything else to standard error.
enum Console {
    static func print(_ text: String) throws(StoredFileError) {
        try PayloadOutput.writeToStandardOutput(Array(text.utf8))
    }

    static func write(_ bytes: [UInt8]) throws(StoredFileError) { try PayloadOutput.writeToStandardOutput(bytes) }

    /// Whether standard output is a terminal that shows colours (https://no-color.org).
    private static let showsColours: Bool = {
        guard isatty(1) == 1, getenv("NO_COLOR") == nil, let terminal = getenv("TERM") else { return false }
        return String(cString: terminal) != "dumb"
    }()

    /// A text for standard output in a colour, by its number; without it where none are shown.
    static func coloured(_ text: String, _ colour: Int) -> String {
        showsColours ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
    }

    static func error(_ text: String) {
        PayloadOutput.writeToStandardError(text.hasSuffix("\n") ? text : text + "\n")
        Signals.endWhereOneIsPending()
    }

    /// Writes an error as `file:line:column: message` and returns its exit status.
    @discardableResult static func report(_ error: any Error, file: String?) -> ExitStatus {
        if let stored = error as? StoredFileError {
            // The reader has enough: the process ends as others do then, unless it is to ignore that.
            if stored.code == .closedPipe { Signals.endWhereOneIsPending() }
            let hint =
                stored.code == .unreadable && stored.number == EISDIR
                ? "; name the files in it (only 'detect', 'migrate' and 'check' look into folders)" : ""
            self.error(stored.diagnostic.text(file: stored.path) + hint)
            return stored.code == .unreadable ? .noInput : .output
        }
        let error = (error as? MigrationError)?.precise ?? error
        if let syntax = error as? JSONSyntaxError, syntax.isOfNothing {
            return report(emptiness(syntax.diagnostic), file: file ?? "<stdin>")
        }
        if let plan = error as? PlanFileError {
            for mistake in plan.mistakes {
                report(mistake.isOfNothing ? emptiness(mistake.diagnostic) : mistake.diagnostic, file: file)
            }
            return .data
        }
        return report((error as? any DiagnosableError)?.diagnostic ?? Diagnostic(message: "\(error)"), file: file)
    }

    /// The grammar has no rule for an empty text.
    private static func emptiness(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        (diagnostic.message, diagnostic.path) = ("it is empty, where JSON is expected", nil)
        return diagnostic
    }

    @discardableResult static func report(_ diagnostic: Diagnostic, file: String?) -> ExitStatus {
        error(file.map { diagnostic.text(file: $0) } ?? "versioned-json: \(diagnostic)")
        return .data
    }

    /// Writes what is odd but no error.
    static func warn(_ diagnostic: Diagnostic, file: String) {
        var warning = diagnostic
        warning.message = "warning: " + warning.message
        error(warning.text(file: file))
    }
}

extension JSONSyntaxError {
    /// Whether there was not a single byte to read.
    fileprivate var isOfNothing: Bool { code == .unexpectedEnd && position.byteOffset == 0 }
}

extension PlanFileError {
    /// Whether there was not a single byte to read.
    fileprivate var isOfNothing: Bool { syntax == .unexpectedEnd && position?.byteOffset == 0 }
}
