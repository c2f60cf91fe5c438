import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide: bridges", run word for word.
@Suite struct FieldGuideBridgesTests: GuideSuite {
    let page = GuidePage("FieldGuideBridges")
    let printed = PrintedLines()

    @Test func aBridgeBetweenTwoVersions() throws {
        // guide begin
        struct SongV1: Codable {
            var title: String
            var minutes: Int
        }

        struct Song: Codable {
            var title: String
            var seconds: Int
        }

        struct SongBridgeV1V2: Bridge {
            func upgrade(_ old: SongV1, in context: inout BridgeContext) -> Song {
                Song(title: old.title, seconds: old.minutes * 60)
            }

            func downgrade(_ new: Song, in context: inout BridgeContext) -> SongV1 {
                let (minutes, rest) = new.seconds.quotientAndRemainder(dividingBy: 60)
                if rest != 0 { context.lose(.string("\(rest) s"), at: "/seconds", "version 1 has minutes only") }
                return SongV1(title: new.title, minutes: minutes)
            }
        }

        let songs = try Migrator(
            Song.self, controller: VersionController<API>(location: versionField),
            migrations: [Migration(from: API.v1, to: .v2, "Songs have seconds", bridge: SongBridgeV1V2())])
        print(try songs.decode(#"{"version": 1, "title": "Intro", "minutes": 2}"#.data).model)
        // Song(title: "Intro", seconds: 120)
        let sent = try songs.encode(Song(title: "Intro", seconds: 127), for: .v1)
        print(sent.data.text)
        // {"version":1,"title":"Intro","minutes":2}
        print(sent.losses)
        // [at "/seconds": lost "7 s": version 1 has minutes only (step 2 → 1, bridge SongBridgeV1V2)]
        print(try songs.encode(Song(title: "Intro", seconds: 127), for: .v2).data.text)
        // {"version":2,"title":"Intro","seconds":127}
        // guide end
        try check()
    }

    @Test func aBridgeTypeForOneMember() throws {
        // guide begin
        struct CommaList: ShapeBridge {
            static func value(of shape: String) -> [String] { shape.split(separator: ",").map(String.init) }
            static func shape(of value: [String]) -> String { value.joined(separator: ",") }
        }

        struct PostV1: Codable { @Shaped<CommaList> var tags: [String] }
        struct Post: Codable { var tags: [String] }

        struct PostBridgeV1V2: Bridge {
            func upgrade(_ old: PostV1, in context: inout BridgeContext) -> Post { Post(tags: old.tags) }
            func downgrade(_ new: Post, in context: inout BridgeContext) -> PostV1 { PostV1(tags: new.tags) }
        }

        let posts = try Migrator(
            Post.self, controller: VersionController<API>(location: versionField),
            migrations: [Migration(from: API.v1, to: .v2, "Tags are a list", bridge: PostBridgeV1V2())])
        let post = try posts.decode(#"{"version": 1, "tags": "a,b"}"#.data).model
        print(post.tags)
        // ["a", "b"]
        print(try posts.encode(post, for: .v1).data.text)
        // {"version":1,"tags":"a,b"}
        print(try posts.encode(post, for: .v2).data.text)
        // {"version":2,"tags":["a","b"]}
        // guide end
        try check()
    }

    @Test func anEnumThatAVersionSpellsOtherwise() throws {
        // guide begin
        enum Size: String, Codable { case small, large }

        struct SizeLetter: ShapeBridge {
            static func value(of shape: String) throws -> Size {
                switch shape {
                case "S": .small
                case "L": .large
                default: throw UnknownSize(letter: shape)
                }
            }

            static func shape(of value: Size) -> String { value == .small ? "S" : "L" }
        }

        struct UnknownSize: Error { var letter: String }

        struct ShirtV1: Codable { @Shaped<SizeLetter> var size: Size }
        struct Shirt: Codable { var size: Size }

        struct ShirtBridgeV1V2: Bridge {
            func upgrade(_ old: ShirtV1, in context: inout BridgeContext) -> Shirt { Shirt(size: old.size) }
            func downgrade(_ new: Shirt, in context: inout BridgeContext) -> ShirtV1 { ShirtV1(size: new.size) }
        }

        let shirts = try Migrator(
            Shirt.self, controller: VersionController<API>(location: versionField),
            migrations: [Migration(from: API.v1, to: .v2, "Sizes are words", bridge: ShirtBridgeV1V2())])
        let shirt = try shirts.decode(#"{"version": 1, "size": "L"}"#.data).model
        print(shirt.size)
        // large
        print(try shirts.encode(shirt, for: .v1).data.text)
        // {"version":1,"size":"L"}
        print(try shirts.encode(shirt, for: .v2).data.text)
        // {"version":2,"size":"large"}
        // guide end
        // guide begin
        let plan = try MigrationPlan(
            "Shirt", versionAt: versionField, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "Sizes are words",
                    operations: [.mapValues("/size", [("S", "small"), ("L", "large")])])
            ])
        print(try plan.migrate(#"{"version": 1, "size": "S"}"#, to: "2").text)
        // {"version": 2, "size": "small"}
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
