import Foundation
import HTTPTypes
import Hummingbird
import Migrations
import VersionedCodec

/// A request context that holds the version of the client.
public protocol VersionedRequestContext: RequestContext {
    associatedtype Version: APIVersion

    /// The version to answer in; `nil` until ``ClientVersions`` has chosen it.
    var clientVersion: Version? { get set }
}

/// What the middlewares of one API share.
public struct VersionedAPI<Version: APIVersion>: Sendable {
    /// How media types name the version.
    public var mediaType: VersionMediaType

    /// The version that the routes are written for.
    public var current: Version

    /// Which versions are served, and how often each is used.
    public var lifecycle: VersionLifecycle<Version>

    /// Migrations of ``Problem``, so that old clients can read errors too.
    public var problems: MigrationPlan

    /// The clock that decides what is deprecated and what is retired.
    public var now: @Sendable () -> Date
}

/// Chooses the version of each answer, counts it, sets the headers, and writes errors as `application/problem+json`.
///
/// Add it to the router. It also handles requests that match no route.
public struct ClientVersions<Context: VersionedRequestContext>: RouterMiddleware {
    private let api: VersionedAPI<Context.Version>

    /// Handles the versions of an API.
    public init(_ api: VersionedAPI<Context.Version>) { self.api = api }

    /// Chooses the version, calls the route, and sets the headers.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let now = api.now()
        var context = context
        var version = api.current
        var response: Response
        do {
            let agreed = try negotiate(request.headers[.accept], at: now)
            version = try Context.Version(label: agreed.label)
            context.clientVersion = version
            try api.lifecycle.admit(version, client: request.headers[.userAgent], at: now)
            response = try await next(request, context)
            if response.headers[.contentType]?.hasPrefix("application/json") == true {
                response.headers[.contentType] = agreed.contentType
            }
        } catch {
            let problem = Problem(error)
            if problem.status == 500 { context.logger.error("\(error)") }
            response = try answer(problem, in: version)
        }
        for (name, value) in api.lifecycle.headers(for: version).fields {
            guard let name = HTTPField.Name(name) else { continue }
            response.headers[name] = value
        }
        return response
    }

    /// Prefers the versions that are served. A client that accepts only a retired one gets 410 instead of 406.
    private func negotiate(_ accept: String?, at now: Date) throws -> VersionMediaType.Negotiation {
        do {
            let served = api.lifecycle.served(at: now).map(\.label)
            return try api.mediaType.negotiate(accept: accept, offering: served, default: api.current.label)
        } catch {
            guard error.code == .notAcceptable else { throw error }
            let all = try? api.mediaType.negotiate(accept: accept, offering: Context.Version.labels)
            // Where a retired version does not help either, the first error lists what is offered.
            guard let all else { throw error }
            return all
        }
    }

    private func answer(_ problem: Problem, in version: Context.Version) throws -> Response {
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let body = try encoder.encode(problem)
        let migrated = try api.problems.migrate(body, to: version.label, from: api.current.label)
        return Response(
            status: HTTPResponse.Status(integerLiteral: problem.status),
            headers: [.contentType: "application/problem+json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: migrated.bytes)))
    }
}
