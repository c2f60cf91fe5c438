import Foundation
import Migrations
import Testing
import VersionedCodec

/// Parts of a model that have a version of their own, or keep their issues, in payloads that a migrator reads.
@Suite struct MigratedPartsTests {
    enum Version: Int, APIVersion { case v1 = 1, v2 }

    private static let location = VersionLocation("/version", as: .integer)

    struct Line: Codable, Equatable { var unitPrice: Double? }

    struct Bill: Codable, Equatable {
        var title: String
        var lines: [Versioned<Line, Version>]
    }

    private static let controller = VersionController<Version>(location: location) { version in
        VersionFormat(keys: version == .v1 ? .snakeCase : .asDeclared)
    }

    private static func bills(_ migration: Migration) throws -> Migrator<Bill, Version> {
        try Migrator(Bill.self, controller: controller, migrations: [migration])
    }

    private static let migrations = [
        Migration(from: Version.v1, to: .v2, "Keys are as declared", reformatting: Bill.self),
        Migration(from: Version.v1, to: .v2, "Nothing", operations: []),
        Migration(from: Version.v1, to: .v2, "Titles are trimmed", operations: [.transform("/title", by: [.trim])]),
    ]

    /// Each part has the version that it names.
    @Test(arguments: migrations.indices, [1, 2]) func aPartHasTheVersionThatItNames(number: Int, page: Int) throws {
        let migrator = try Self.bills(Self.migrations[number])
        let lines = #"{"version":1,"unit_price":1},{"version":2,"unitPrice":2}"#
        let expected: [Versioned<Line, Version>] = [
            Versioned(Line(unitPrice: 1), version: .v1), Versioned(Line(unitPrice: 2), version: .v2),
        ]
        let payload = Data(#"{"version":\#(page),"title":"A","lines":[\#(lines)]}"#.utf8)
        for decoded in [
            try Self.controller.decode(Bill.self, from: payload).value, try migrator.decode(payload).model,
            try migrator.decode(payload, losses: .fail).model,
            try #require(try migrator.decodeReporting(payload).report.value),
        ] { #expect(decoded.lines == expected) }
        // One that names none, or an unknown one, is an error, as with the controller.
        for line in ["{}", #"{"version":9}"#] {
            let bad = Data(#"{"version":\#(page),"title":"A","lines":[\#(line)]}"#.utf8)
            #expect(throws: DecodingError.self) { try Self.controller.decode(Bill.self, from: bad) }
            let error = #expect(throws: MigrationError.self) { try migrator.decode(bad) }
            #expect(error?.path == "/lines/0" || error?.path == "/lines/0/version", "\(String(describing: error))")
        }
    }

    // MARK: Issues

    struct Item: Codable { var price: Double }

    struct Page: Codable {
        var title: String
        var part: Isolated<Item>
        var item: Versioned<Item, Version>?
    }

    private static func pages(_ operations: [JSONOperation] = []) throws -> Migrator<Page, Version> {
        try Migrator(
            Page.self, controller: VersionController<Version>(location: location),
            migrations: [
                Migration(
                    from: Version.v1, to: .v2, "Names",
                    operations: [.rename("/a", to: "title"), .rename("/b", to: "part")] + operations)
            ])
    }

    /// The issues that a model keeps name places of the payload that was given.
    @Test func keptIssuesNameThePayload() throws {
        let payload = Data(#"{"version":1,"a":"x","b":{"price":"q"}}"#.utf8)
        let migrator = try Self.pages()
        for (kept, way) in [
            (try migrator.decode(payload).model.part.issues, "decode"),
            (try migrator.decode(payload, losses: .fail).model.part.issues, "carrying"),
            (
                try migrator.decode(payload, parsing: JSONParsingOptions(tolerating: .comments)).model.part.issues,
                "document"
            ),
            (try #require(try migrator.decodeReporting(payload).report.value).part.issues, "reporting"),
        ] {
            #expect(kept.map(\.path) == ["/b/price"], "\(way)")
            #expect(kept.map(\.position?.column) == [35], "\(way)")
        }
        // One that a step has made names the step.
        let made = try Self.pages([.set("/part/price", to: "made")]).decode(payload)
        #expect(made.model.part.issues.map(\.step) == ["1 → 2"])
        #expect(made.model.part.issues.map(\.position?.column) == [nil])
    }

    /// Places are found in time that grows with the payload, not with its square.
    @Test func manyIssuesHaveTheirPlaces() throws {
        struct List: Codable {
            struct Element: Codable { var id: Int }
            var list: [Element]
        }
        let migrator = try Migrator(
            List.self, controller: VersionController<Version>(location: Self.location),
            migrations: [Migration(from: Version.v1, to: .v2, "A name", operations: [.rename("/items", to: "list")])])
        let elements = (0..<20_000).map { #"{"id":"x\#($0)"}"# }.joined(separator: ",\n")
        let read = try migrator.decodeReporting(Data(#"{"version":1,"items":[\#n\#(elements)]}"#.utf8))
        #expect(read.report.issues.count == 20_000)
        #expect(read.report.issues.map(\.position?.line) == Array(2...20_001))
        #expect(read.report.issues.last?.path == "/items/19999/id")
        #expect(read.report.issues.allSatisfy { $0.position?.column == 7 })
    }

    // MARK: Texts that options accept

    struct Note: Codable {
        var title: String
        var x: Double?
        var more: JSONValue?
    }

    private static func notes() throws -> Migrator<Note, Version> {
        try Migrator(
            Note.self, controller: VersionController<Version>(location: location),
            migrations: [Migration(from: Version.v1, to: .v2, "A name", operations: [.rename("/name", to: "title")])])
    }

    private static let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)

    private static let texts: [(String, JSONParsingOptions)] = [
        (#"{"version":1,"name":"a","x":NaN}"#, JSONParsingOptions(tolerating: .nonFiniteNumbers)),
        (#"{"version":1,"name":"a","u":1,"u":2}"#, JSONParsingOptions(duplicateKeys: .keep)),
        (#"{"version":1,"name":"a","u":{"v":1,"v":2}}"#, JSONParsingOptions(duplicateKeys: .first)),
        (#"{"version":1,"name":"a","more":\#(deep)}"#, JSONParsingOptions(maximumDepth: 2_000)),
        ("{\"version\":1, /* c */ \"name\":\"a\",}", JSONParsingOptions(tolerating: [.comments, .trailingCommas])),
        ("{\"version\":1,\"name\":\"a\u{1}\",\"more\":\"\t\"}", JSONParsingOptions(tolerating: .controlCharacters)),
        ("\u{FEFF}{\"version\":1,\"name\":\"a\"}", VersionedJSONDecoder.defaultParsingOptions),
    ]

    /// What is accepted of a payload is accepted on all ways.
    @Test(arguments: texts.indices) func acceptedTextsAreAcceptedEverywhere(number: Int) throws {
        let (text, parsing) = Self.texts[number]
        let migrator = try Self.notes()
        for payload in [text, text.replacing(#""version":1"#, with: #""version":2"#)] {
            let isOld = payload == text
            let data = Data(payload.utf8)
            let title = isOld ? String(try migrator.decode(data, parsing: parsing).model.title.prefix(1)) : "a"
            #expect(title == "a")
            if !isOld {
                let current = Data(payload.replacing(#""name""#, with: #""title""#).utf8)
                #expect(try migrator.decode(current, parsing: parsing).model.title.hasPrefix("a"))
                let read = try migrator.decodeReporting(current, parsing: parsing).report
                #expect(read.issues.isEmpty && read.value?.title.hasPrefix("a") == true)
                continue
            }
            #expect(try migrator.decode(data, parsing: parsing, losses: .fail).model.title.hasPrefix("a"))
            let read = try migrator.decodeReporting(data, parsing: parsing).report
            #expect(read.issues.isEmpty && read.value?.title.hasPrefix("a") == true, "\(read.issues)")
        }
    }

    @Test func otherEncodingsAreReported() throws {
        let data = try #require(#"{"version":1,"name":"ä"}"#.data(using: .utf16))
        #expect(try Self.notes().decodeReporting(data).report.value?.title == "ä")
        #expect(try Self.notes().decode(data).model.title == "ä")
    }

    @Test func deepModelsAreEncodedForOlderVersions() throws {
        let value = try JSONDocument(parsing: Self.deep, options: JSONParsingOptions(maximumDepth: 2_000)).root
        let migrator = try Self.notes()
        for policy in [LossPolicy.report, .fail, .carry] {
            let encoded = try migrator.encode(Note(title: "a", more: value), for: .v1, losses: policy)
            #expect(encoded.data.count > 1_200)
        }
    }

    /// A payload within another one is read as that one is.
    @Test func nestedPayloadsAreReadAsTheOuterOne() throws {
        struct Order: Codable { var title: String }
        let location = Self.location
        let orders = try Migrator(
            Order.self, controller: VersionController<Version>(location: location),
            migrations: [Migration(from: Version.v1, to: .v2, "A name", operations: [.rename("/name", to: "title")])])
        struct Shop: Codable { var items: [Order] }
        let shops = try Migrator(
            Shop.self, controller: VersionController<Version>(location: location),
            migrations: [
                Migration(
                    from: Version.v1, to: .v2, "Items",
                    operations: [.rename("/orders", to: "items"), .each("/items", [.migrating(by: orders.plan)])])
            ])
        for (member, parsing) in [
            (#""z":NaN"#, JSONParsingOptions(tolerating: .nonFiniteNumbers)),
            (#""z":1,"z":2"#, JSONParsingOptions(duplicateKeys: .keep)),
            (#""z":\#(Self.deep)"#, JSONParsingOptions(maximumDepth: 2_000)),
        ] {
            let payload = #"{"version":1,"orders":[{"version":1,"name":"a",\#(member)}]}"#
            var options = MigrationOptions()
            options.parsing = parsing
            let text = try shops.plan.migrate(payload, to: "2", options: options).text
            #expect(
                text
                    == payload.replacing("orders", with: "items").replacing("name", with: "title")
                    .replacing(#""version":1"#, with: #""version":2"#))
        }
        // An unknown version has its place in the payload.
        let error = #expect(throws: MigrationError.self) {
            try shops.plan.migrate("{\"version\":1,\n\"orders\":[{\"version\":\"odd\",\"name\":\"a\"}]}", to: "2")
        }
        #expect(error?.position?.line == 2)
        #expect(error?.description.contains("line 1") == false, "\(String(describing: error))")
    }
}

/// Models that are encoded with carried data, and for versions that are no objects.
@Suite struct EncodedVersionTests {
    enum Version: Int, APIVersion { case v1 = 1, v2, v3 }

    struct Song: Codable, Equatable {
        var name: String
        var extra: String?
    }

    private static func migrator(legacy: Version? = nil) throws -> Migrator<Song, Version> {
        try Migrator(
            Song.self,
            controller: VersionController<Version>(
                location: VersionLocation("/version", as: .integer), legacy: legacy),
            migrations: [
                Migration(from: Version.v1, to: .v2, "A name", operations: [.rename("/title", to: "name")]),
                Migration(from: Version.v2, to: .v3, "More", operations: [.add("/extra", value: "none")]),
            ])
    }

    /// With carried data, payloads name their version as they do without it.
    @Test(arguments: [Version.v1, .v2, .v3], [false, true])
    func carriedModelsNameTheirVersion(target: Version, isLegacy: Bool) throws {
        let migrator = try Self.migrator(legacy: isLegacy ? .v1 : nil)
        for song in [Song(name: "A", extra: "E"), Song(name: "A", extra: "none")] {
            let plain = try migrator.encode(song, for: target)
            let carried = try migrator.encode(song, for: target, losses: .carry)
            if plain.losses.isEmpty {
                #expect(String(decoding: carried.data, as: UTF8.self) == String(decoding: plain.data, as: UTF8.self))
            }
            #expect(!String(decoding: carried.data, as: UTF8.self).contains(#""/version""#))
            for other in [Version.v1, .v2, .v3] {
                let moved = try migrator.migrate(carried.data, to: other)
                let read = try migrator.decode(moved.data)
                #expect(read.version == other, "\(moved.text)")
            }
            let home = try migrator.migrate(carried.data, to: .v3)
            #expect(home.text == #"{"version":3,"name":"A","extra":"\#(song.extra ?? "")"}"#, "\(home.text)")
            #expect(try migrator.decode(carried.data).model == song)
            var options = CarriedData.Options()
            options.isSidecar = true
            let beside = try migrator.encode(song, for: target, losses: .carry, carrying: options)
            options.given = beside.carried
            #expect(try migrator.decode(beside.data, carrying: options).model == song)
        }
    }

    struct Page: Codable, Equatable { var items: [Int] }

    private struct ListBridge: Bridge {
        func upgrade(_ old: [Int], in context: inout BridgeContext) -> Page { Page(items: old) }
        func downgrade(_ new: Page, in context: inout BridgeContext) -> [Int] { new.items }
    }

    /// A version that is an array names no version.
    @Test func arraysAreWrittenWithoutTheirVersion() throws {
        let controller = VersionController<MigratedPartsTests.Version>(
            location: VersionLocation("/version", as: .integer)
        ) { $0 == .v1 ? VersionFormat(shape: ["": .kind(.array)]) : VersionFormat() }
        let migrator = try Migrator(
            Page.self, controller: controller,
            migrations: [
                Migration(from: MigratedPartsTests.Version.v1, to: .v2, "An object", bridge: ListBridge())
            ])
        let page = Page(items: [1, 2])
        #expect(String(decoding: try migrator.encode(page, for: .v1).data, as: UTF8.self) == "[1,2]")
        #expect(try migrator.migrate(#"{"version":2,"items":[1]}"#, to: .v1).text == "[1]")
        let up = try migrator.migrate("[1,2]", to: .v2)
        #expect(up.text == #"{"version":2,"items":[1,2]}"#)
        #expect(up.losses.isEmpty)
        #expect(try migrator.decode("[1,2]").model == page)
        #expect(try migrator.plan.roundTrips(of: JSONDocument(parsing: "[1,2]")).allSatisfy(\.isSound))
    }
}
