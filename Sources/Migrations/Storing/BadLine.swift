public import VersionedCodec

extension LineMigration {
    /// A line that could not be migrated.
    public struct BadLine: Error {
        /// The line, with its original bytes.
        public let line: LineReader.Line

        /// The reason. Its line number and byte offset are those of the stream.
        public let diagnostic: Diagnostic

        /// The losses, if they are the reason.
        public let losses: [Loss]

        /// The code of the error, such as `tooNew` of a `VersionError`, or `absent` of a ``MigrationError``.
        public let code: String

        /// The version of the line, or the value in its place; `nil` if none was found.
        public let version: String?

        /// The number of lines before it that were migrated.
        public internal(set) var migratedBefore = 0

        package init(_ line: LineReader.Line, _ error: any Error) {
            let fault = DocumentFault(error)
            self.line = line
            diagnostic = line.inStream(fault.diagnostic)
            losses = fault.losses.map { $0.inStream(at: line) }
            (code, version) = (fault.code, fault.version)
        }

        /// A line that is bad for a reason of its caller.
        package init(_ line: LineReader.Line, code: String, _ message: String, version: String?) {
            self.line = line
            (self.code, self.version, losses) = (code, version, [])
            diagnostic = line.inStream(Diagnostic(message: message))
        }

        /// The line as JSON for a report. Unknown values are `null`.
        ///
        /// ```json
        /// {"line": 3, "byteOffset": 78, "column": 1, "code": "absent", "path": "/total",
        ///  "reason": "there is no member \"total\"", "version": "1"}
        /// ```
        ///
        /// If losses are the reason, they are listed in `losses`. `byteOffset` is the beginning of the line in the
        /// stream, and `column` the place of the problem in the line, in characters from 1.
        public var json: JSONValue {
            var members: JSONObject = [
                "line": .integer(line.number), "byteOffset": .integer(line.byteOffset),
                "column": .integer(diagnostic.position?.column ?? 1), "code": .string(code),
                "path": diagnostic.path.map { .string("\($0)") } ?? .null, "reason": .string(diagnostic.message),
                "version": version.map { .string($0) } ?? .null,
            ]
            if !losses.isEmpty { members["losses"] = .array(JSONArray(losses.map(\.json))) }
            return .object(members)
        }
    }
}
