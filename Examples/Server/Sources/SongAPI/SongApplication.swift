import Foundation
import HTTPTypes
import Hummingbird
import Migrations
import VersionedCodec

/// The context of a request.
public struct SongContext: VersionedRequestContext {
    /// What Hummingbird keeps.
    public var coreContext: CoreRequestContextStorage
    /// The version to answer in.
    public var clientVersion: SongVersion?

    /// The context of a new request.
    public init(source: Source) { coreContext = .init(source: source) }
}

/// The routes. None of them knows that there is more than one version.
public func songRouter(_ api: VersionedAPI<SongVersion>) throws -> Router<SongContext> {
    let store = SongStore()
    let song = try MigrationPlan.song()
    let router = Router(context: SongContext.self)
    router.add(middleware: ClientVersions(api))

    router.group("songs").add(
        middleware: VersionedBodies(api, requests: song, answers: try .songs(), losses: .report)
    )
    .get { _, _ in try json(await store.all()) }

    router.group("songs").add(
        middleware: VersionedBodies(api, requests: song, answers: song, losses: .report)
    )
    .post { request, _ in try json(await store.add(decoded(Song.self, request)), status: .created) }
    .get(":id") { _, context in try json(await store.song(context.parameters.require("id", as: Int.self))) }
    .patch(":id") { request, context in
        let id = try context.parameters.require("id", as: Int.self)
        return try json(await store.merge(decoded(JSONValue.self, request), into: id))
    }

    // A backup must be complete: an old version that cannot show everything is refused.
    router.group("backup").add(
        middleware: VersionedBodies(api, requests: song, answers: try .songs(), losses: .fail)
    )
    .get { _, _ in try json(await store.all()) }

    router.get("usage") { _, _ in
        var uses = JSONObject()
        for version in SongVersion.allCases {
            uses["v\(version)"] = .integer(api.lifecycle.uses[version] ?? 0)
        }
        return try json(JSONValue.object(uses))
    }
    return router
}

private func decoded<Value: Decodable>(_ type: Value.Type, _ request: Request) async throws -> Value {
    var request = request
    let body = try await request.collectBody(upTo: .max)
    return try VersionedJSONDecoder().decode(type, from: [UInt8](body.readableBytesView))
}

private func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    Response(
        status: status, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: try VersionedJSONEncoder().encode(value))))
}

/// The songs, in memory.
actor SongStore {
    private var songs: [Int: Song] = [:]

    func all() -> [Song] { songs.values.sorted { $0.id ?? 0 < $1.id ?? 0 } }

    func song(_ id: Int) throws -> Song {
        guard let song = songs[id] else { throw HTTPError(.notFound, message: "There is no song \(id).") }
        return song
    }

    func add(_ song: Song) -> Song {
        var song = song
        let id = songs.count + 1
        song.id = id
        songs[id] = song
        return song
    }

    /// Applies a merge patch (RFC 7396). No member of a song is an object, so one level is enough.
    func merge(_ patch: JSONValue, into id: Int) throws -> Song {
        guard let changes = patch.object else { throw HTTPError(.badRequest, message: "A patch is an object.") }
        let old = try JSONDocument(parsing: VersionedJSONEncoder().encode(song(id))).root
        guard var object = old.object else { return try song(id) }
        for change in changes where change.key != "id" {
            object[change.key] = change.value.isNull ? nil : change.value
        }
        let new = try VersionedJSONDecoder().decode(Song.self, from: .object(object))
        songs[id] = new
        return new
    }
}
