public import Migrations
public import VersionedCodec

extension StoredMigration {
    /// A document that a stored migration left as it is, with the reason.
    ///
    /// ```json
    /// {"file": "orders/7.json", "line": 1, "byteOffset": 0, "column": 13, "code": "tooNew", "path": "/version",
    ///  "reason": "version 9 is newer than any known one; known versions: 1, 2", "version": "9"}
    /// ```
    public struct BadDocument: DiagnosableError, Sendable {
        /// The file, as it was selected.
        public let file: StoredPath

        /// The place in the file, the path, and the reason.
        public internal(set) var diagnostic: Diagnostic

        /// The code of the error, such as `tooNew` of a `VersionError`, `unreadable` of a `StoredFileError`, or one of
        /// ``Code``.
        public let code: String

        /// The version of the document, or the value in its place; `nil` if none was found.
        public internal(set) var version: String?

        /// The number of bytes before the document in the file: 0, except for a document on a line.
        public let byteOffset: Int

        /// The losses, if they are the reason.
        public internal(set) var losses: [Loss]

        /// Whether the file could not be read at all.
        public let isUnreadable: Bool

        /// Codes of bad documents that have no error of another part.
        public enum Code {
            /// Another program changed the document during the migration.
            public static let changed = "changed"
            /// There is another file in the place of the result.
            public static let exists = "exists"
            /// The way back gives a different document, and no loss explains the difference.
            public static let unverified = "unverified"
        }

        init(_ file: StoredPath, code: String, _ message: String, version: String? = nil) {
            self.file = file
            self.code = code
            self.version = version
            diagnostic = Diagnostic(message: message)
            (byteOffset, losses, isUnreadable) = (0, [], false)
        }

        static func changed(_ file: StoredPath) -> BadDocument {
            BadDocument(file, code: Code.changed, "another program changed it while it was migrated")
        }

        static func changedSincePlanned(_ file: StoredPath) -> BadDocument {
            BadDocument(file, code: Code.changed, "it was changed after this was planned, and is left as it is")
        }

        static func otherwisePlanned(_ file: StoredPath) -> BadDocument {
            BadDocument(
                file, code: Code.changed,
                "the result differs from the planned one: the options, the facts or the tool have changed")
        }

        static func exists(_ file: StoredPath) -> BadDocument {
            BadDocument(file, code: Code.exists, "there is another file in the place of the result, which is kept")
        }

        init(_ file: StoredPath, _ error: any Error) {
            let fault = DocumentFault(error)
            self.file = file
            byteOffset = 0
            isUnreadable = (error as? StoredFileError)?.code == .unreadable
            (diagnostic, code, version, losses) = (fault.diagnostic, fault.code, fault.version, fault.losses)
        }

        init(_ file: StoredPath, _ line: LineMigration.BadLine) {
            self.file = file
            (diagnostic, code, version) = (line.diagnostic, line.code, line.version)
            (byteOffset, losses, isUnreadable) = (line.line.byteOffset, line.losses, false)
        }

        /// The document as JSON for a report. Unknown values are `null`.
        public var json: JSONValue {
            var members: JSONObject = [
                "file": .string(file.text),
                "line": .integer(diagnostic.position?.line ?? 1),
                "byteOffset": .integer(byteOffset), "column": .integer(diagnostic.position?.column ?? 1),
                "code": .string(code), "path": diagnostic.path.map { .string("\($0)") } ?? .null,
                "reason": .string(diagnostic.message), "version": version.map { .string($0) } ?? .null,
            ]
            if String(validating: file.bytes, as: UTF8.self) == nil {
                members["fileBytes"] = .array(JSONArray(file.bytes.map { .integer(Int($0)) }))
            }
            if !losses.isEmpty { members["losses"] = .array(JSONArray(losses.map(\.json))) }
            return .object(members)
        }

        /// The document and its problem, in one line: `orders/7.json:1:13: at "/version": …`.
        public var description: String { diagnostic.text(file: file.description) }
    }
}
