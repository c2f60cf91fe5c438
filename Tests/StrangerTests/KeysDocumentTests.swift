import Foundation
import TestSupport
import Testing
import VersionedCodec

/// The code of `docs/Keys.md`, as it is there; the last test looks that none of it is missing here.
@Suite struct KeysDocumentTests {
    enum Version: Int, APIVersion { case v1 = 1 }

    private func controller(_ layouts: [KeyLayout]) -> VersionController<Version> {
        VersionController(format: VersionFormat(layouts: layouts))
    }

    /// Writes a model, compares the JSON by value, and reads it back.
    private func check<Model: Codable & Equatable>(
        _ controller: VersionController<Version>, at location: SourceLocation = #_sourceLocation,
        _ cases: (Model, String)...
    ) throws {
        for (model, json) in cases {
            let payload = try JSONDocument(parsing: json).root
            let written = try JSONDocument(parsing: controller.encode(model, for: .v1)).root
            #expect(written.isEquivalent(to: payload), "wrote \(written)", sourceLocation: location)
            let read = try controller.fixed(to: .v1).decode(Model.self, from: Data(json.utf8)).value
            #expect(read == model, sourceLocation: location)
        }
    }

    private func reads<Model: Codable & Equatable>(
        _ controller: VersionController<Version>, at location: SourceLocation = #_sourceLocation,
        _ cases: (String, Model)...
    ) throws {
        for (json, model) in cases {
            let read = try controller.fixed(to: .v1).decode(Model.self, from: Data(json.utf8)).value
            #expect(read == model, sourceLocation: location)
        }
    }

    private func fails<Model: Codable>(
        _ controller: VersionController<Version>, _ type: Model.Type, _ json: String, _ text: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let error = #expect(throws: DecodingError.self, sourceLocation: location) {
            try controller.fixed(to: .v1).decode(type, from: Data(json.utf8))
        }
        let found = Diagnostic(describing: try #require(error, sourceLocation: location)).description
        #expect(found == text, sourceLocation: location)
    }

    struct Picture: Codable, Equatable {
        var imageURL: String
        var userID: Int
    }

    struct Song: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case name, seconds }
        var name: String
        var seconds: Int?
    }

    struct Place: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case name, lat, lon }
        var name: String
        var lat: Double?
        var lon: Double?
    }

    struct Phones: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case mobile, office }
        var mobile: String?
        var office: String?
    }

    struct Address: Codable, Equatable { var city: String }

    struct Person: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case name, address }
        var name: String
        var address: Address?
    }

    struct Open: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case id, rest }
        var id: Int
        var rest: [String: Int]
    }

    struct Item: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case price, isLive, code }
        var price: Double
        var isLive: Bool
        var code: String
    }

    enum Tier: String, Codable { case standard, premium }

    enum Genre: RawRepresentable, Codable, Equatable {
        case rock, other(String)

        init?(rawValue: String) {
            guard rawValue == "rock" else { return nil }
            self = .rock
        }

        var rawValue: String { if case .other(let text) = self { text } else { "rock" } }
    }

    struct Record: Codable, Equatable {
        var tier: Tier
        var genre: Genre
    }

    enum Media: Codable, Equatable, VersionedKeys {
        case song(Song)
        case clip(title: String, seconds: Int)

        static func keyLayouts(for version: Version) throws -> [KeyLayout] {
            [
                try KeyLayout(cases: CodingKeys.self, .beside("type"), [.clip: .key("video")]),
                try KeyLayout(SongCodingKeys.self, [._0: .flattened]),
            ]
        }
    }

    class Animal: Codable, Equatable {
        var legs: Int
        init(legs: Int) { self.legs = legs }
        static func == (lhs: Animal, rhs: Animal) -> Bool {
            lhs.legs == rhs.legs && (lhs as? Dog)?.tricks == (rhs as? Dog)?.tricks
        }
    }

    final class Dog: Animal {
        private enum CodingKeys: String, CodingKey { case tricks }
        var tricks: Int

        init(legs: Int, tricks: Int) {
            self.tricks = tricks
            super.init(legs: legs)
        }

        required init(from decoder: any Decoder) throws {
            tricks = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .tricks)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(tricks, forKey: .tricks)
        }
    }

    class Shape: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case type, x }
        var type: String
        var x: Int

        init(type: String, x: Int) { (self.type, self.x) = (type, x) }

        static func == (lhs: Shape, rhs: Shape) -> Bool {
            lhs.type == rhs.type && lhs.x == rhs.x && (lhs as? Circle)?.radius == (rhs as? Circle)?.radius
        }
    }

    final class Circle: Shape {
        private enum CodingKeys: String, CodingKey { case radius }
        var radius: Int

        init(x: Int, radius: Int) {
            self.radius = radius
            super.init(type: "circle", x: x)
        }

        required init(from decoder: any Decoder) throws {
            radius = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .radius)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(radius, forKey: .radius)
        }
    }

    @Test func styles() throws {
        let format =
            VersionFormat(keys: .snakeCase)
        try check(
            VersionController<Version>(format: format),
            (Picture(imageURL: "u", userID: 7), #"{"image_url": "u", "user_id": 7}"#))
    }

    @Test func anotherKeyAndAliases() throws {
        let renamed =
            try KeyLayout(Song.CodingKeys.self, [.name: .key("title")])
        try check(controller([renamed]), (Song(name: "A"), #"{"title": "A"}"#))
        // swift-format-ignore
        let aliased =
            try KeyLayout(Song.CodingKeys.self, [.name: .key("name").alias("title").alias(path: "/meta/titles/0")])
        try check(controller([aliased]), (Song(name: "A"), #"{"name": "A"}"#))
        try reads(
            controller([aliased]), (#"{"title": "A"}"#, Song(name: "A")),
            (#"{"meta": {"titles": ["A"]}}"#, Song(name: "A")), (#"{"title": "B", "name": "A"}"#, Song(name: "A")))
        try fails(
            controller([aliased]), Song.self, "{}",
            #"line 1, column 1, at the root: there is no member "name", "title" or "/meta/titles/0" for the key "name"; the object is empty (version 1)"#
        )
        // swift-format-ignore
        let written =
            try KeyLayout(Song.CodingKeys.self, [.name: .key("name").written(as: "fullName").alias("fullName")])
        try check(controller([written]), (Song(name: "A"), #"{"fullName": "A"}"#))
        try reads(controller([written]), (#"{"name": "A"}"#, Song(name: "A")))
    }

    @Test func nestingAndArrays() throws {
        // swift-format-ignore
        let nested =
            try KeyLayout(Place.CodingKeys.self, [.lat: .path("/geo/lat"), .lon: .path("/geo/lon")])
        try check(
            controller([nested]),
            (Place(name: "Ulm", lat: 48.5, lon: 10), #"{"name": "Ulm", "geo": {"lat": 48.5, "lon": 10}}"#))
        try reads(controller([nested]), (#"{"name": "Ulm"}"#, Place(name: "Ulm")))
        // swift-format-ignore
        let elements =
            try KeyLayout(Phones.CodingKeys.self, [.mobile: .path("/phones/0/number"), .office: .path("/phones/1/number")], gaps: .filled(with: [:]))
        try check(
            controller([elements]),
            (Phones(mobile: "0170", office: "030"), #"{"phones": [{"number": "0170"}, {"number": "030"}]}"#),
            (Phones(mobile: nil, office: "030"), #"{"phones": [{}, {"number": "030"}]}"#))
        let digits =
            try KeyLayout(Phones.CodingKeys.self, [.mobile: .members("phones", "0")])
        try check(controller([digits]), (Phones(mobile: "0170", office: nil), #"{"phones": {"0": "0170"}}"#))
    }

    @Test func flattening() throws {
        let flattened =
            try KeyLayout(Person.CodingKeys.self, [.address: .flattened])
        try check(
            controller([flattened]),
            (Person(name: "Ann", address: Address(city: "Ulm")), #"{"name": "Ann", "city": "Ulm"}"#),
            (Person(name: "Ann", address: nil), #"{"name": "Ann"}"#))
        let open =
            try KeyLayout(Open.CodingKeys.self, [.rest: .flattened])
        try check(
            controller([open]), (Open(id: 1, rest: ["x": 2, "y": 3]), #"{"id": 1, "x": 2, "y": 3}"#))
    }

    @Test func casesAndClasses() throws {
        try check(
            controller([]), (Media.song(Song(name: "A")), #"{"type": "song", "name": "A"}"#),
            (Media.clip(title: "A", seconds: 7), #"{"type": "video", "title": "A", "seconds": 7}"#))
        try fails(
            controller([]), Media.self, #"{"type": "film"}"#,
            #"line 1, column 10, at "/type": "film" names no case of Media: "song", "video" (version 1)"#)
        // swift-format-ignore
        let family =
            try ClassFamily(Animal.self, .beside("kind"), ["animal": Animal.self, "dog": Dog.self])
        let animals = VersionController<Version>(format: VersionFormat(families: [family]))
        // swift-format-ignore
        try check(
            animals,
            ([Animal(legs: 2), Dog(legs: 4, tricks: 1)], #"[{"kind": "animal", "legs": 2}, {"kind": "dog", "legs": 4, "tricks": 1}]"#))
        try fails(
            animals, [Animal].self, #"[{"kind": "cat"}]"#,
            #"line 1, column 11, at "/0/kind": "cat" names no class of the family of Animal: "animal", "dog" (version 1)"#
        )
    }

    @Test func superclasses() throws {
        // swift-format-ignore
        let layout =
            try KeyLayout(Shape.CodingKeys.self, of: Shape.self, inSubclasses: .under("shape"), [.type: .kept.outside])
        try check(controller([layout]), (Shape(type: "point", x: 1), #"{"type": "point", "x": 1}"#))
        try check(
            controller([layout]),
            (Circle(x: 1, radius: 2), #"{"type": "circle", "shape": {"x": 1}, "radius": 2}"#))
    }

    @Test func nilAndDefaults() throws {
        // swift-format-ignore
        let forms =
            try KeyLayout(Song.CodingKeys.self, [.seconds: .kept.readingNil(from: [.absent, .emptyText]).writingNil(.omitted)])
        try check(controller([forms]), (Song(name: "A"), #"{"name": "A"}"#))
        try reads(controller([forms]), (#"{"name": "A", "seconds": ""}"#, Song(name: "A")))
        try fails(
            controller([forms]), Song.self, #"{"name": "A", "seconds": null}"#,
            #"line 1, column 26, at "/seconds": the member is null, and only an absent member or an empty text means nil here (version 1)"#
        )
        // swift-format-ignore
        let defaults =
            try KeyLayout(Song.CodingKeys.self, [.name: .kept.defaulting(to: "untitled"), .seconds: .kept.defaulting(toJSON: 0)])
        try reads(
            controller([defaults]), (#"{}"#, Song(name: "untitled", seconds: 0)),
            (#"{"name": null, "seconds": null}"#, Song(name: "untitled", seconds: 0)))
    }

    @Test func formsAndConversionsOfScalars() throws {
        // swift-format-ignore
        let forms =
            try KeyLayout(Item.CodingKeys.self, [.price: .kept.scalars(.text), .isLive: .kept.scalars(.zeroOrOne), .code: .kept.scalars(.number)])
        // swift-format-ignore
        try check(
            controller([forms]),
            (Item(price: 19.99, isLive: true, code: "7"), #"{"price": "19.99", "isLive": 1, "code": 7}"#))
        try fails(
            controller([forms]), Item.self, #"{"price": 19.99}"#,
            #"line 1, column 11, at "/price": expected a number in a string, found a number (19.99) (version 1)"#)
        let conversions =
            try KeyLayout(Item.CodingKeys.self, conversions: [.numberFromText, .boolFromNumber])
        // swift-format-ignore
        try check(
            controller([conversions]),
            (Item(price: 19.99, isLive: true, code: "7"), #"{"price": 19.99, "isLive": true, "code": "7"}"#))
        // swift-format-ignore
        try reads(
            controller([conversions]),
            (#"{"price": "19.99", "isLive": 1, "code": "7"}"#, Item(price: 19.99, isLive: true, code: "7")))
        try fails(
            controller([conversions]), Item.self, #"{"price": "19.99", "isLive": true, "code":7}"#,
            #"line 1, column 43, at "/code": expected a string, found a number (7) (version 1)"#)
    }

    @Test func unknownCases() throws {
        // swift-format-ignore
        let format =
            VersionFormat(unknownCases: [UnknownCase(Tier.standard), UnknownCase(Genre.self) { .other($0.string ?? $0.text()) }])
        let controller = VersionController<Version>(format: format)
        // swift-format-ignore
        try reads(
            controller,
            (#"{"tier": "gold", "genre": "rock"}"#, Record(tier: .standard, genre: .rock)))
        // swift-format-ignore
        try check(
            controller,
            (Record(tier: .standard, genre: .other("folk")), #"{"tier": "standard", "genre": "folk"}"#))
        let read = try controller.fixed(to: .v1).decode(Record.self, from: Data(#"{"tier":7,"genre":"folk"}"#.utf8))
        #expect(
            read.issues.map(\.description) == [
                #"line 1, column 9, at "/tier": 7 is not a case of Tier, so standard was used (version 1)"#,
                #"line 1, column 19, at "/genre": "folk" is not a case of Genre, so other("folk") was used (version 1)"#,
            ])
    }

    @Test func faultsOfAModel() throws {
        // swift-format-ignore
        do {
            let layouts = [
                try KeyLayout(Song.CodingKeys.self, [.seconds: .path("/length/seconds")]),
                try KeyLayout(Place.CodingKeys.self, style: .snakeCase),
            ]
            let controller = VersionController<Version>(format: VersionFormat(layouts: layouts))
            let faults = try controller.fixed(to: .v1).faults(of: Song.self)
            #expect(faults.map(\.description) == [#"version 1: no model uses the layout of Place.CodingKeys in the format"#])
        }
    }

    @Test func everyBlockOfTheDocumentIsRunHere() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let blocks = try MarkdownFile("docs/Keys.md").code("swift")
        #expect(blocks.count >= 12)
        for line in blocks.flatMap({ $0.components(separatedBy: "\n") }) {
            #expect(source.contains(Self.expected(of: line)), "\(line)")
        }
    }

    @Test func theStylesOfTheDocumentAreSpelledSo() throws {
        let styles: [(String, KeyStyle)] = [
            ("asDeclared", .asDeclared), ("snakeCase", .snakeCase), ("screamingSnakeCase", .screamingSnakeCase),
            ("kebabCase", .kebabCase), ("dotted", .dotted), ("pascalCase", .pascalCase),
        ]
        let lines = try MarkdownFile("docs/Keys.md").parts.compactMap {
            if case .line(let line) = $0 { line } else { nil }
        }
        for (name, style) in styles {
            let cells = ["imageURL", "HTTPServer2", "x__y", "_name", "größeInMM"].map { "`\(style.spelling(of: $0))`" }
            #expect(lines.contains("| `\(name)` | " + cells.joined(separator: " | ") + " |"))
        }
    }

    /// How a line of the document is in this file.
    private static func expected(of line: String) -> String {
        guard line.hasPrefix("// ") else { return "            " + line }
        let text = line.dropFirst(3)
        if text.hasPrefix("error: ") || text.hasPrefix("fault: ") { return "#\"\(text.dropFirst(7))\"#" }
        if text.hasPrefix("reads ") {
            let parts = text.dropFirst(6).components(separatedBy: " as ")
            return "(#\"\(parts[0])\"#, \(parts[1]))"
        }
        let parts = text.components(separatedBy: "    ")
        guard parts.count == 2 else { return line }
        return "(\(parts[0]), #\"\(parts[1])\"#)"
    }
}
