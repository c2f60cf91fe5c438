import Foundation
import HTTPTypes
import Hummingbird
import Migrations
import VersionedCodec

/// Converts bodies: requests from the client's version to the current one, and answers back.
///
/// The routes behind it read and write the current version only. Add it to a group of routes that share a model, below
/// ``ClientVersions``.
public struct VersionedBodies<Context: VersionedRequestContext>: RouterMiddleware {
    private let api: VersionedAPI<Context.Version>
    private let requests: MigrationPlan
    private let answers: MigrationPlan
    private let policy: LossPolicy

    /// Converts the bodies of some routes.
    ///
    /// - Parameters:
    ///   - api: The versions.
    ///   - requests: The migrations of request bodies.
    ///   - answers: The migrations of answers.
    ///   - losses: `report` answers with what the version can say, and lists the lost members in `API-Losses`.
    ///     `fail` answers 406 instead. A request that would lose a value always fails with 422.
    public init(
        _ api: VersionedAPI<Context.Version>, requests: MigrationPlan, answers: MigrationPlan,
        losses policy: LossPolicy
    ) {
        self.api = api
        self.requests = requests
        self.answers = answers
        self.policy = policy
    }

    /// Migrates the body up, calls the route, and migrates the answer down.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let version = context.clientVersion ?? api.current
        let request = try await upgraded(request, context, version)
        let response = try await next(request, context)
        guard version != api.current, response.headers[.contentType]?.hasPrefix("application/json") == true else {
            return response
        }
        return try await downgraded(response, to: version)
    }

    /// The request with a body of the current version. Without a version in its `Content-Type`, a body has the version
    /// of the answer.
    private func upgraded(_ request: Request, _ context: Context, _ answer: Context.Version) async throws -> Request {
        var request = request
        let body = try await request.collectBody(upTo: context.maxUploadSize)
        guard body.readableBytes > 0 else { return request }
        let version = try bodyVersion(request.headers[.contentType], answer)
        let options = MigrationOptions(losses: .fail, isPartial: request.method == .patch)
        do {
            let result = try requests.migrate(
                body.readableBytesView, to: api.current.label, from: version.label, options: options)
            request.body = RequestBody(buffer: ByteBuffer(bytes: result.bytes))
        } catch {
            if error.code == .invalidJSON { throw Problem(400, error.description) }
            throw Problem(422, "The body does not fit version \(version).", error)
        }
        return request
    }

    private func bodyVersion(_ contentType: String?, _ answer: Context.Version) throws -> Context.Version {
        let contentType = contentType ?? "application/json"
        if let label = api.mediaType.label(inContentType: contentType) {
            // A label that is not a version is the same for the client as a media type that is not ours.
            guard let version = try? Context.Version(label: label) else {
                throw Problem(415, "There is no version \(label).")
            }
            guard api.lifecycle.served(at: api.now()).contains(version) else {
                throw Problem(415, "Version \(label) is no longer served.")
            }
            return version
        }
        guard contentType.hasPrefix("application/json") || contentType.hasPrefix("application/merge-patch+json") else {
            throw Problem(415, "The body must be JSON.")
        }
        return answer
    }

    private func downgraded(_ response: Response, to version: Context.Version) async throws -> Response {
        var response = response
        let collected = CollectedBody()
        try await response.body.write(CollectedBody.Writer(body: collected))
        do {
            let result = try answers.migrate(
                collected.bytes, to: version.label, from: api.current.label, options: MigrationOptions(losses: policy))
            response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: result.bytes))
            response.headers[.contentLength] = String(result.bytes.count)
            if !result.losses.isEmpty, let name = HTTPField.Name("API-Losses") {
                response.headers[name] = result.losses.map(\.path.description).joined(separator: ", ")
            }
        } catch {
            if error.code != .losses { throw error }
            throw Problem(406, "Version \(version) cannot show this resource.", error)
        }
        return response
    }
}

/// The bytes of a response body.
private final class CollectedBody {
    private(set) var bytes: [UInt8] = []

    struct Writer: ResponseBodyWriter {
        let body: CollectedBody

        mutating func write(_ buffer: ByteBuffer) { body.bytes += buffer.readableBytesView }

        consuming func finish(_ trailingHeaders: HTTPFields?) {}
    }
}
