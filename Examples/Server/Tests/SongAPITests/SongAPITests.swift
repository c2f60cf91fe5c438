import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SongAPI
import Testing

/// Clients of three versions, over a real socket.
@Suite struct SongAPITests {
    private static let summer = Date(timeIntervalSince1970: 1_782_864_000)  // 2026-07-01
    private static let afterSunset = Date(timeIntervalSince1970: 1_953_849_600)  // 2031-12-01

    private static func type(_ version: Int) -> String { "application/vnd.songs.v\(version)+json" }

    /// Starts the server on a free port and gives the client one song: live, with two artists.
    private func withServer(
        at now: Date = summer, _ test: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let router = try songRouter(.songs(now: { now }))
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        try await application.test(.live) { client in
            let created = try await send(
                client, .post, "/songs", accept: 3, type: Self.type(3),
                #"{"name": "Intro", "artists": ["Ann", "Bob"], "isLive": true}"#)
            #expect(created.status == .created)
            try await test(client)
        }
    }

    private func send(
        _ client: any TestClientProtocol, _ method: HTTPRequest.Method, _ uri: String, accept: Int? = nil,
        type: String? = nil, _ body: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [:]
        if let accept { headers[.accept] = Self.type(accept) }
        if let type { headers[.contentType] = type }
        return try await client.execute(
            uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }

    private func text(_ response: TestResponse) -> String { String(buffer: response.body) }

    private func header(_ name: String, _ response: TestResponse) -> String? {
        HTTPField.Name(name).flatMap { response.headers[$0] }
    }

    @Test(arguments: [
        (1, #"{"id":1,"title":"Intro","artist":"Ann"}"#), (2, #"{"id":1,"title":"Intro","artists":["Ann","Bob"]}"#),
        (3, #"{"id":1,"name":"Intro","artists":["Ann","Bob"],"isLive":true}"#),
    ])
    func eachClientReadsItsOwnVersion(_ version: Int, _ body: String) async throws {
        try await withServer { client in
            let one = try await send(client, .get, "/songs/1", accept: version)
            #expect(one.status == .ok)
            #expect(text(one) == body)
            #expect(one.headers[.contentType] == Self.type(version))
            #expect(one.headers[.vary] == "Accept")
            let all = try await send(client, .get, "/songs", accept: version)
            #expect(text(all) == "[\(body)]")
        }
    }

    @Test func aClientWithoutAVersionGetsTheCurrentOne() async throws {
        try await withServer { client in
            let answer = try await client.execute(uri: "/songs/1", method: .get)
            #expect(answer.headers[.contentType] == Self.type(3))
        }
    }

    @Test func onlyADeprecatedVersionSaysWhenItEnds() async throws {
        try await withServer { client in
            let old = try await send(client, .get, "/songs/1", accept: 1)
            #expect(header("Deprecation", old) == "@1772323200")
            #expect(header("Sunset", old) == "Wed, 01 Oct 2031 00:00:00 GMT")
            #expect(header("Link", old) == "<https://example.com/songs/v1-ends>; rel=\"deprecation\"")
            let new = try await send(client, .get, "/songs/1", accept: 2)
            #expect(header("Deprecation", new) == nil)
            #expect(header("Sunset", new) == nil)
        }
    }

    @Test func aRetiredVersionIsGone() async throws {
        try await withServer(at: Self.afterSunset) { client in
            let answer = try await send(client, .get, "/songs/1", accept: 1)
            #expect(answer.status == .gone)
            #expect(text(answer).contains(#"no longer served since 2031-10-01; served: 2, 3"#))
        }
    }

    @Test func anUnknownVersionIsNotAcceptable() async throws {
        try await withServer { client in
            let answer = try await send(client, .get, "/songs/1", accept: 9)
            #expect(answer.status == .notAcceptable)
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func aBodyOfAnOldVersionBecomesTheCurrentModel() async throws {
        try await withServer { client in
            let created = try await send(
                client, .post, "/songs", accept: 3, type: Self.type(1), #"{"title": "Outro", "artist": "Eva"}"#)
            #expect(text(created) == #"{"id":2,"name":"Outro","artists":["Eva"],"isLive":false}"#)
        }
    }

    @Test func aPatchOfAnOldVersionChangesOnlyWhatItSays() async throws {
        try await withServer { client in
            let patched = try await send(
                client, .patch, "/songs/1", accept: 1, type: Self.type(1), #"{"title": "Prelude"}"#)
            #expect(text(patched) == #"{"id":1,"title":"Prelude","artist":"Ann"}"#)
            let now = try await send(client, .get, "/songs/1", accept: 3)
            #expect(text(now) == #"{"id":1,"name":"Prelude","artists":["Ann","Bob"],"isLive":true}"#)
        }
    }

    @Test func lossesAreListedOrRefusedAsTheEndpointSays() async throws {
        try await withServer { client in
            let listed = try await send(client, .get, "/songs/1", accept: 1)
            #expect(header("API-Losses", listed) == "/artists/1, /isLive")
            let refused = try await send(client, .get, "/backup", accept: 1)
            #expect(refused.status == .notAcceptable)
            let whole = try await send(client, .get, "/backup", accept: 3)
            #expect(whole.status == .ok)
        }
    }

    @Test(arguments: [
        (1, #""invalid_params":[{"name":"/artist","#), (2, #""invalid_params":[{"name":"/artist","#),
        (3, #""errors":[{"pointer":"/artist","#),
    ])
    func problemsHaveTheVersionOfTheClient(_ version: Int, _ part: String) async throws {
        try await withServer { client in
            let answer = try await send(
                client, .post, "/songs", accept: version, type: Self.type(1), #"{"title": "Outro"}"#)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(text(answer).contains(part), "\(text(answer))")
            let missing = try await send(client, .get, "/nowhere", accept: version)
            #expect(missing.status == .notFound)
            #expect(missing.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func aBodyThatIsNotJSONIsABadRequest() async throws {
        try await withServer { client in
            let answer = try await send(client, .post, "/songs", type: Self.type(3), #"{"name": "#)
            #expect(answer.status == .badRequest)
            let xml = try await send(client, .post, "/songs", type: "text/xml", "<song/>")
            #expect(xml.status == .unsupportedMediaType)
        }
    }

    @Test func usesAreCountedByVersion() async throws {
        try await withServer { client in
            for version in [1, 1, 2] { _ = try await send(client, .get, "/songs", accept: version) }
            let answer = try await send(client, .get, "/usage", accept: 3)
            #expect(text(answer) == #"{"v1":2,"v2":1,"v3":2}"#)
        }
    }
}
