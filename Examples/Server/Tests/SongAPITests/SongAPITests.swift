import Foundation
import SongAPI
import Testing

/// Clients of three versions, over a real socket.
@Suite struct SongAPITests {
    private static let summer = Date(timeIntervalSince1970: 1_782_864_000)  // 2026-07-01
    private static let afterSunset = Date(timeIntervalSince1970: 1_953_849_600)  // 2031-12-01

    /// Starts the server and gives the client one song: live, with two artists.
    private func withServer(
        at now: Date = summer, _ test: @escaping @Sendable (Client) async throws -> Void
    ) async throws {
        try await serve(try songRouter(.songs(now: { now }))) { client in
            let created = try await client.send(
                "POST", "/songs", accept: 3, type: Client.type(3),
                #"{"name": "Intro", "artists": ["Ann", "Bob"], "isLive": true}"#)
            #expect(created.status == 201)
            try await test(client)
        }
    }

    @Test(arguments: [
        (1, #"{"id":1,"title":"Intro","artist":"Ann"}"#), (2, #"{"id":1,"title":"Intro","artists":["Ann","Bob"]}"#),
        (3, #"{"id":1,"name":"Intro","artists":["Ann","Bob"],"isLive":true}"#),
    ])
    func eachClientReadsItsOwnVersion(_ version: Int, _ body: String) async throws {
        try await withServer { client in
            let one = try await client.send("GET", "/songs/1", accept: version)
            #expect(one.status == 200)
            #expect(one.text == body)
            #expect(one.header("Content-Type") == Client.type(version))
            #expect(one.header("Vary") == "Accept")
            let all = try await client.send("GET", "/songs", accept: version)
            #expect(all.text == "[\(body)]")
        }
    }

    @Test func aClientWithoutAVersionGetsTheCurrentOne() async throws {
        try await withServer { client in
            let answer = try await client.send("GET", "/songs/1")
            #expect(answer.header("Content-Type") == Client.type(3))
        }
    }

    @Test func onlyADeprecatedVersionSaysWhenItEnds() async throws {
        try await withServer { client in
            let old = try await client.send("GET", "/songs/1", accept: 1)
            #expect(old.header("Deprecation") == "@1772323200")
            #expect(old.header("Sunset") == "Wed, 01 Oct 2031 00:00:00 GMT")
            #expect(old.header("Link") == "<https://example.com/songs/v1-ends>; rel=\"deprecation\"")
            let new = try await client.send("GET", "/songs/1", accept: 2)
            #expect(new.header("Deprecation") == nil)
            #expect(new.header("Sunset") == nil)
        }
    }

    @Test func aRetiredVersionIsGone() async throws {
        try await withServer(at: Self.afterSunset) { client in
            let answer = try await client.send("GET", "/songs/1", accept: 1)
            #expect(answer.status == 410)
            #expect(answer.text.contains(#"no longer served since 2031-10-01; served: 2, 3"#))
        }
    }

    @Test func anUnknownVersionIsNotAcceptable() async throws {
        try await withServer { client in
            let answer = try await client.send("GET", "/songs/1", accept: 9)
            #expect(answer.status == 406)
            #expect(answer.header("Content-Type") == "application/problem+json")
        }
    }

    @Test func aBodyOfAnOldVersionBecomesTheCurrentModel() async throws {
        try await withServer { client in
            let created = try await client.send(
                "POST", "/songs", accept: 3, type: Client.type(1), #"{"title": "Outro", "artist": "Eva"}"#)
            #expect(created.text == #"{"id":2,"name":"Outro","artists":["Eva"],"isLive":false}"#)
        }
    }

    @Test func aPatchOfAnOldVersionChangesOnlyWhatItSays() async throws {
        try await withServer { client in
            let patched = try await client.send(
                "PATCH", "/songs/1", accept: 1, type: Client.type(1), #"{"title": "Prelude"}"#)
            #expect(patched.text == #"{"id":1,"title":"Prelude","artist":"Ann"}"#)
            let now = try await client.send("GET", "/songs/1", accept: 3)
            #expect(now.text == #"{"id":1,"name":"Prelude","artists":["Ann","Bob"],"isLive":true}"#)
        }
    }

    @Test func lossesAreListedOrRefusedAsTheEndpointSays() async throws {
        try await withServer { client in
            let listed = try await client.send("GET", "/songs/1", accept: 1)
            #expect(listed.header("API-Losses") == "/artists/1, /isLive")
            let refused = try await client.send("GET", "/backup", accept: 1)
            #expect(refused.status == 406)
            let whole = try await client.send("GET", "/backup", accept: 3)
            #expect(whole.status == 200)
        }
    }

    @Test(arguments: [
        (1, #""invalid_params":[{"name":"/artist","#), (2, #""invalid_params":[{"name":"/artist","#),
        (3, #""errors":[{"pointer":"/artist","#),
    ])
    func problemsHaveTheVersionOfTheClient(_ version: Int, _ part: String) async throws {
        try await withServer { client in
            let answer = try await client.send(
                "POST", "/songs", accept: version, type: Client.type(1), #"{"title": "Outro"}"#)
            #expect(answer.status == 422)
            #expect(answer.header("Content-Type") == "application/problem+json")
            #expect(answer.text.contains(part), "\(answer.text)")
            let missing = try await client.send("GET", "/nowhere", accept: version)
            #expect(missing.status == 404)
            #expect(missing.header("Content-Type") == "application/problem+json")
        }
    }

    @Test func aBodyThatIsNotJSONIsABadRequest() async throws {
        try await withServer { client in
            let answer = try await client.send("POST", "/songs", type: Client.type(3), #"{"name": "#)
            #expect(answer.status == 400)
            let xml = try await client.send("POST", "/songs", type: "text/xml", "<song/>")
            #expect(xml.status == 415)
        }
    }

    @Test func usesAreCountedByVersion() async throws {
        try await withServer { client in
            for version in [1, 1, 2] { _ = try await client.send("GET", "/songs", accept: version) }
            let answer = try await client.send("GET", "/usage", accept: 3)
            #expect(answer.text == #"{"v1":2,"v2":1,"v3":2}"#)
        }
    }
}
