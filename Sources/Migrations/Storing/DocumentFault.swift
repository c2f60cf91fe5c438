package import VersionedCodec

/// Why a document, a plan or a file is bad, in the parts that reports have.
package struct DocumentFault {
    /// Where, and why.
    package let diagnostic: Diagnostic

    /// The code of the error, such as `tooNew` of a `VersionError`.
    package let code: String

    /// The version of the document, or the value in its place; `nil` if none was found.
    package let version: String?

    /// The losses, where they are why.
    package let losses: [Loss]

    /// The parts of any error.
    package init(_ error: any Error) {
        let error = (error as? MigrationError)?.precise ?? error
        let diagnostic = (error as? any DiagnosableError)?.diagnostic ?? Diagnostic(message: "\(error)")
        self.diagnostic = diagnostic
        losses = (error as? MigrationError)?.losses ?? []
        switch error {
        case let error as JSONSyntaxError: (code, version) = (error.code.rawValue, nil)
        case let error as VersionError:
            (code, version) = (error.code.rawValue, error.found.map { $0.string ?? $0.text() })
        case let error as MigrationError: (code, version) = (error.code.rawValue, error.version)
        case let error as StoredFileError: (code, version) = (error.code.rawValue, nil)
        case let error as DetectedVersion.Contradiction: (code, version) = ("contradiction", error.label)
        case let error as PlanFileError: (code, version) = (error.syntax?.rawValue ?? error.code.rawValue, nil)
        default: (code, version) = (String(describing: type(of: error)), diagnostic.version)
        }
    }

    /// The fault of a file, which its reason then names.
    package init(_ error: any Error, in file: StoredPath) {
        let fault = DocumentFault(error)
        var diagnostic = fault.diagnostic
        diagnostic.message = "\(file): \(diagnostic.message)"
        (code, version, losses, self.diagnostic) = (fault.code, fault.version, fault.losses, diagnostic)
    }

    /// A fault that its caller has found.
    package init(code: String, _ message: String) {
        (self.code, version, losses, diagnostic) = (code, nil, [], Diagnostic(message: message))
    }

    /// The parts as JSON; `null` if there are none.
    ///
    /// ```json
    /// {"code": "absent", "reason": "there is no member \"total\"", "line": 1, "column": 1, "byteOffset": 0,
    ///  "path": "/total", "version": "1", "step": "1 → 2", "operation": "rename \"/total\" to \"price\""}
    /// ```
    package var json: JSONValue {
        func text(_ part: String?) -> JSONValue { part.map { .string($0) } ?? .null }
        let position = diagnostic.position
        var members: JSONObject = [
            "code": .string(code), "reason": .string(diagnostic.message),
            "line": position.map { .integer($0.line) } ?? .null,
            "column": position.map { .integer($0.column) } ?? .null,
            "byteOffset": position.map { .integer($0.byteOffset) } ?? .null,
            "path": text(diagnostic.path.map { "\($0)" }), "version": text(version),
            "step": text(diagnostic.step), "operation": text(diagnostic.operation),
        ]
        if !losses.isEmpty { members["losses"] = .array(JSONArray(losses.map(\.json))) }
        return .object(members)
    }
}
