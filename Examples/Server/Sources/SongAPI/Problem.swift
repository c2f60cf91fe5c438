import HTTPTypes
import Hummingbird
import Migrations
import VersionedCodec

/// An error as RFC 9457 writes it, in the current version:
///
/// ```json
/// {"type": "about:blank", "title": "Unprocessable Content", "status": 422, "detail": "…",
///  "errors": [{"pointer": "/artist", "detail": "…"}]}
/// ```
public struct Problem: Error, Codable, Sendable {
    /// One place in a body, and what is wrong there.
    public struct Place: Codable, Sendable {
        /// A JSON pointer into the body.
        public var pointer: String
        /// What is wrong there.
        public var detail: String
    }

    /// A URI for the kind of problem.
    public var type = "about:blank"
    /// The kind of problem, for people.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What happened this time.
    public var detail: String?
    /// The places in the body that are at fault.
    public var errors: [Place] = []

    /// A problem of an HTTP status.
    public init(_ status: Int, _ detail: String?) {
        title = HTTPResponse.Status(integerLiteral: status).reasonPhrase
        self.status = status
        self.detail = detail
    }

    /// A body that does not fit, with the places in the client's own version.
    public init(_ status: Int, _ detail: String, _ error: MigrationError) {
        self.init(status, detail)
        errors = error.losses.map { Place(pointer: $0.path.description, detail: $0.reason) }
        if errors.isEmpty, let path = error.path {
            errors = [Place(pointer: path.description, detail: error.message)]
        }
    }

    /// The answer to an error that a route or a middleware threw.
    public init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as VersionSchedule.RetiredVersionError: self.init(410, error.description)
        case let error as VersionMediaType.NegotiationError:
            self.init(error.code == .malformed ? 400 : 406, error.description)
        case let error as MigrationError where error.code == .invalidJSON: self.init(400, error.description)
        case let error as HTTPError: self.init(error.status.code, error.body)
        case let error as any HTTPResponseError: self.init(error.status.code, nil)
        case let error as DecodingError:
            self.init(422, "The body is not valid.")
            errors = [Place(error)].compactMap(\.self)
        // Details of other errors are for the log, and not for clients.
        default: self.init(500, nil)
        }
    }
}

extension Problem.Place {
    fileprivate init?(_ error: DecodingError) {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self.init(context.codingPath, context.debugDescription)
        case .keyNotFound(let key, let context):
            self.init(context.codingPath + [key], "The member is missing.")
        @unknown default: return nil
        }
    }

    private init(_ path: [any CodingKey], _ detail: String) {
        self.init(pointer: JSONPointer(path.map(\.stringValue)).description, detail: detail)
    }
}
