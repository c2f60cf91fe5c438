import Migrations
import VersionedCodec

/// Results go to standard output, everything else to standard error.
enum Console {
    static func prepare() { ignoreClosedPipes() }

    static func print(_ text: String) throws(StoredFileError) {
        try PayloadOutput.writeToStandardOutput(Array(text.utf8))
    }

    static func write(_ bytes: [UInt8]) throws(StoredFileError) { try PayloadOutput.writeToStandardOutput(bytes) }

    static func error(_ text: String) { PayloadOutput.writeToStandardError(text.hasSuffix("\n") ? text : text + "\n") }

    /// Writes an error as `file:line:column: message` and returns the status that it stands for.
    static func report(_ error: any Error, file: String?) -> ExitStatus {
        if let stored = error as? StoredFileError {
            if stored.code == .closedPipe { return .success }  // Whoever reads has enough; that is no failure.
            self.error(stored.diagnostic.text(file: stored.path))
            return stored.code == .unreadable ? .noInput : .output
        }
        let diagnostic = (error as? any DiagnosableError)?.diagnostic ?? Diagnostic(message: "\(error)")
        self.error(file.map { diagnostic.text(file: $0) } ?? "versioned-json: \(diagnostic)")
        return .data
    }
}
