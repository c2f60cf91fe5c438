import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide: mixed and dynamic content", run word for word.
@Suite struct FieldGuideMixedTests: GuideSuite {
    let page = GuidePage("FieldGuideMixed")
    let printed = PrintedLines()

    @Test func aFeedWhoseTemplateSaysWhichMemberIsThere() throws {
        // guide begin
        struct Video: Codable { var url: String }
        struct Picture: Codable { var width: Int }
        struct Link: Codable { var target: String }

        enum Content: Codable, VersionedKeys {
            case video(Video)
            case pic(Picture)
            case link(Link)

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                guard version == .v1 else { return [] }
                return [
                    try KeyLayout(cases: CodingKeys.self, .beside("template")),
                    try KeyLayout(VideoCodingKeys.self, [._0: .key("videoFeed")]),
                    try KeyLayout(PicCodingKeys.self, [._0: .key("picFeed")]),
                    try KeyLayout(LinkCodingKeys.self, [._0: .key("linkFeed")]),
                ]
            }
        }

        struct Entry: Codable, VersionedKeys {
            var id: Int
            var content: Content

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.content: .flattened])] : []
            }
        }

        let api = VersionController<API>()
        let sent =
            #"[{"id": 1, "template": "video", "videoFeed": {"url": "a.mp4"}}, {"id": 2, "template": "pic", "picFeed": {"width": 9}}]"#
        let feed = try api.fixed(to: .v1).decode([Entry].self, from: sent.data).value
        if case .pic(let picture) = feed[1].content { print(picture.width) }
        // 9
        print(try api.fixed(to: .v1).encode(feed).text)
        // [{"id":1,"template":"video","videoFeed":{"url":"a.mp4"}},{"id":2,"picFeed":{"width":9},"template":"pic"}]
        print(try api.fixed(to: .v2).encode(feed).text)
        // [{"content":{"video":{"_0":{"url":"a.mp4"}}},"id":1},{"content":{"pic":{"_0":{"width":9}}},"id":2}]
        // guide end
        try check()
    }

    @Test func aCommentOnASongOrAUser() throws {
        // guide begin
        struct Song: Codable { var title: String }
        struct User: Codable { var name: String }

        enum Target: Codable, VersionedKeys {
            case song(Song)
            case user(User)

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                let key = version == .v1 ? "target_object" : "target"
                return [
                    try KeyLayout(cases: CodingKeys.self, .beside("type", payload: key)),
                    try KeyLayout(SongCodingKeys.self, [._0: .flattened]),
                    try KeyLayout(UserCodingKeys.self, [._0: .flattened]),
                ]
            }
        }

        struct Comment: Codable, VersionedKeys {
            var text: String
            var target: Target

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                [try KeyLayout(CodingKeys.self, [.target: .flattened])]
            }
        }

        let api = VersionController<API>(location: versionField)
        let sent = #"{"version": 1, "text": "Nice", "type": "song", "target_object": {"title": "Intro"}}"#
        let comment = try api.decode(Comment.self, from: sent.data).value
        if case .song(let song) = comment.target { print(song.title) }
        // Intro
        print(try api.encode(comment, for: .v1).text)
        // {"target_object":{"title":"Intro"},"text":"Nice","type":"song","version":1}
        print(try api.encode(comment, for: .v2).text)
        // {"target":{"title":"Intro"},"text":"Nice","type":"song","version":2}
        // guide end
        try check()
    }

    @Test func aPageWithBrokenRecords() throws {
        // guide begin
        struct Comment: Codable {
            var id: Int
            var text: String
        }

        struct Page: Codable, VersionedKeys {
            var comments: [Comment]

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.comments: .key("results")])] : []
            }
        }

        let api = VersionController<API>(location: versionField)
        let sent =
            #"{"version": 1, "results": [{"id": 1, "text": "A"}, {"error": "not found"}, {"id": 3, "text": "C"}]}"#
        let report = try api.decodeReporting(Page.self, from: sent.data)
        print(report.value?.value.comments.map(\.id) ?? [])
        // [1, 3]
        print(report.issues)
        // [line 1, column 52, at "/results/1": there is no member "id" (version 1)]
        if let page = report.value?.value {
            print(try api.encode(page, for: .v1).text)
            print(try api.encode(page, for: .v2).text)
        }
        // {"results":[{"id":1,"text":"A"},{"id":3,"text":"C"}],"version":1}
        // {"comments":[{"id":1,"text":"A"},{"id":3,"text":"C"}],"version":2}
        // guide end
        // guide begin
        enum Record: Codable {
            case comment(Comment)
            case broken(JSONValue)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let document = try container.decode(JSONValue.self)
                if document["error"] != nil {
                    self = .broken(document)
                } else {
                    self = .comment(try container.decode(Comment.self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .comment(let comment): try container.encode(comment)
                case .broken(let document): try container.encode(document)
                }
            }
        }

        let records = try VersionedJSONDecoder().decode(
            [Record].self, from: #"[{"id": 1, "text": "A"}, {"error": "not found"}]"#)
        print(try VersionedJSONEncoder().encode(records).text)
        // [{"id":1,"text":"A"},{"error":"not found"}]
        // guide end
        try check()
    }

    @Test func anArrayOfSeveralTypes() throws {
        // guide begin
        protocol Shape: Codable, Sendable { var area: Double { get } }

        struct Circle: Shape {
            var radius: Double
            var area: Double { radius * radius * 3 }
        }

        struct Square: Shape {
            var side: Double
            var area: Double { side * side }
        }

        enum Shapes: PolymorphicFamily {
            typealias Value = any Shape

            static func types(for version: API?) throws -> PolymorphicTypes {
                switch version {
                case .v1: try PolymorphicTypes(.beside("kind"), ["circle": Circle.self, "square": Square.self])
                default: try PolymorphicTypes(.around, ["circle": Circle.self, "square": Square.self])
                }
            }
        }

        struct Drawing: Codable { var shapes: [Polymorphic<Shapes>] }

        let api = VersionController<API>(location: versionField)
        let sent = #"{"version": 1, "shapes": [{"kind": "circle", "radius": 1}, {"kind": "square", "side": 2}]}"#
        let drawing = try api.decode(Drawing.self, from: sent.data).value
        print(drawing.shapes.values().map(\.area))
        // [3.0, 4.0]
        print(try api.encode(drawing, for: .v1).text)
        // {"shapes":[{"kind":"circle","radius":1},{"kind":"square","side":2}],"version":1}
        print(try api.encode(drawing, for: .v2).text)
        // {"shapes":[{"circle":{"radius":1}},{"square":{"side":2}}],"version":2}
        // guide end
        try check()
    }

    @Test func anArrayOfTextsAndNumbers() throws {
        // guide begin
        enum Scalar: Codable {
            case number(Double)
            case text(String)

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer().decode(JSONValue.self)
                if let text = value.string {
                    self = .text(text)
                } else {
                    self = .number(try decoder.singleValueContainer().decode(Double.self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .number(let number): try container.encode(number)
                case .text(let text): try container.encode(text)
                }
            }
        }

        let scalars = try VersionedJSONDecoder().decode([Scalar].self, from: #"[1.5, "a"]"#)
        if case .text(let text) = scalars[1] { print(text) }
        // a
        print(try VersionedJSONEncoder().encode(scalars).text)
        // [1.5,"a"]
        // guide end
        // guide begin
        struct Row: Codable, VersionedKeys {
            var cells: [Scalar]

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.cells: .path("/data/cells")])] : []
            }
        }

        let rows = VersionController<API>(location: versionField)
        let row = try rows.decode(
            Row.self, from: #"{"version": 1, "data": {"cells": [1.5, "a"]}}"#.data
        ).value
        print(try rows.encode(row, for: .v1).text)
        // {"data":{"cells":[1.5,"a"]},"version":1}
        print(try rows.encode(row, for: .v2).text)
        // {"cells":[1.5,"a"],"version":2}
        // guide end
        try check()
    }

    @Test func aKindThatYouDoNotKnow() throws {
        // guide begin
        enum Media: Codable, UnknownCaseDecodable, VersionedKeys {
            case song(title: String)
            case unknown(JSONValue)

            static func unknownCase(_ raw: JSONValue) -> Media { .unknown(raw) }
            var unknownDocument: JSONValue? { if case .unknown(let document) = self { document } else { nil } }

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(cases: CodingKeys.self, .beside("type"))] : []
            }
        }

        let api = VersionController<API>().fixed(to: .v1)
        let list = try api.decode(
            [Media].self, from: #"[{"type": "video", "length": 1.0}, {"type": "song", "title": "Hi"}]"#.data)
        print(list.issues)
        // [line 1, column 11, at "/0/type": "video" is not a case of Media; it is kept as it was (version 1)]
        print(try api.encode(list.value).text)
        // [{"type":"video","length":1.0},{"title":"Hi","type":"song"}]
        print(try VersionController<API>().fixed(to: .v2).encode(list.value).text)
        // [{"type":"video","length":1.0},{"song":{"title":"Hi"}}]
        // guide end
        // guide begin
        enum Genre: RawRepresentable, Codable, UnknownCaseDecodable {
            case rock, other(String)

            init?(rawValue: String) {
                guard rawValue == "rock" else { return nil }
                self = .rock
            }

            var rawValue: String { if case .other(let text) = self { text } else { "rock" } }
            static func unknownCase(_ raw: JSONValue) -> Genre { .other(raw.string ?? raw.text()) }
        }

        let genres = try VersionedJSONDecoder().decode([Genre].self, from: #"["rock", "folk"]"#)
        print(try VersionedJSONEncoder().encode(genres).text)
        // ["rock","folk"]
        // guide end
        try check()
    }

    @Test func membersThatYouDoNotKnow() throws {
        // guide begin
        struct Track: Codable, UnknownMembersKeeping, VersionedKeys {
            var title: String
            var unknownMembers = UnknownMembers()

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.title: .key("name")])] : []
            }
        }

        let api = VersionController<API>(location: versionField)
        var track = try api.decode(Track.self, from: #"{"version": 1, "mood": {"calm": 1.0}, "name": "Hi"}"#.data).value
        track.title = "Ho"
        print(try api.encode(track, for: .v1).text)
        // {"mood":{"calm":1.0},"name":"Ho","version":1}
        print(try api.encode(track, for: .v2).text)
        // {"mood":{"calm":1.0},"title":"Ho","version":2}
        // guide end
        try check()
    }

    @Test func aPartThatStaysJSON() throws {
        // guide begin
        struct Event: Codable {
            var id: Int
            var payload: JSONValue
        }

        let event = try VersionedJSONDecoder().decode(
            Event.self, from: #"{"id": 7, "payload": {"b": 1.0, "a": [1e3, null]}}"#)
        print(event.payload["a"]?[0]?.number?.text ?? "none")
        // 1e3
        print(try VersionedJSONEncoder().encode(event).text)
        // {"id":7,"payload":{"b":1.0,"a":[1e3,null]}}
        // guide end
        // guide begin
        struct Message: Codable, VersionedKeys {
            var payload: JSONValue

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                version == .v1 ? [try KeyLayout(CodingKeys.self, [.payload: .path("/body/raw")])] : []
            }
        }

        let messages = VersionController<API>(location: versionField)
        let message = try messages.decode(
            Message.self, from: #"{"version": 1, "body": {"raw": {"b": 1.0, "a": [1e3]}}}"#.data
        ).value
        print(try messages.encode(message, for: .v1).text)
        // {"body":{"raw":{"b":1.0,"a":[1e3]}},"version":1}
        print(try messages.encode(message, for: .v2).text)
        // {"payload":{"b":1.0,"a":[1e3]},"version":2}
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
