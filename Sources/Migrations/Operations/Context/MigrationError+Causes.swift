package import VersionedCodec

extension MigrationError {
    /// A payload that is not JSON.
    init(_ cause: JSONSyntaxError) { self.init(.invalidJSON, cause.diagnostic, found: nil, cause) }

    /// A payload whose version cannot be determined, or is unknown.
    init(_ cause: VersionError) { self.init(.invalidVersion, cause.diagnostic, found: cause.found, cause) }

    /// Any error of reading, migrating or writing a payload.
    @inline(never)
    init(causedBy error: any Error) {
        switch error {
        case let error as MigrationError: self = error
        case let error as JSONSyntaxError: self.init(error)
        case let error as VersionError: self.init(error)
        default: self.init(ofCoding: error, operation: nil, in: nil)
        }
    }

    private init(_ code: Code, _ diagnostic: Diagnostic, found: JSONValue?, _ cause: any Error) {
        self.init(code, diagnostic.message, at: diagnostic.path, found: found)
        position = diagnostic.position
        underlying = cause
    }

    /// The most specific error: the cause of a payload that is not JSON, or whose version is unknown; otherwise this.
    package var precise: any DiagnosableError {
        switch code {
        case .invalidJSON, .invalidVersion: underlying as? any DiagnosableError ?? self
        default: self
        }
    }

    /// Gives the errors of a call the type of those of a migration.
    @inline(__always)
    static func wrapping<Result>(_ body: () throws -> Result) throws(MigrationError) -> Result {
        do { return try body() } catch { throw MigrationError(causedBy: error) }
    }
}
