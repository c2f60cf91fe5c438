import Foundation
import Testing
import VersionedCodec

@testable import Migrations

/// What layouts say beside places: aliases, other keys on writing, flattening, cases, defaults, forms of nil.
@Suite struct WideLayoutTests {
    struct Address: Codable, Equatable, Sendable {
        var cityName: String
        var zip: Int?
    }

    enum Media: Codable, Equatable, Sendable, VersionedKeys {
        case song(Song)
        case clip(title: String, shotAt: Date)

        static func keyLayouts(for version: GardenVersion) throws -> [KeyLayout] {
            [
                try KeyLayout(
                    cases: CodingKeys.self, .beside("type"), version == .old ? [.clip: .key("video")] : [:]),
                try KeyLayout(SongCodingKeys.self, [._0: .flattened]),
            ]
        }
    }

    struct Song: Codable, Equatable, Sendable { var songTitle: String }

    struct Person: Codable, Equatable, Sendable, VersionedKeys {
        var name: String
        var nick: String?
        var bornAt: Date?
        var count: Int
        var home: Address
        var work: Address?
        var media: [Media]

        static func keyLayouts(for version: GardenVersion) throws -> [KeyLayout] {
            switch version {
            case .old:
                [
                    try KeyLayout(
                        CodingKeys.self,
                        [
                            .name: .key("title").alias("label").written(as: "fullTitle"),
                            .nick: .kept.readingNil(from: [.absent, .null, .emptyText]),
                            .bornAt: .kept.readingNil(from: [.absent, .null, .emptyText]),
                            .count: .kept.defaulting(to: 7), .home: .flattened,
                        ])
                ]
            case .new: [try KeyLayout(CodingKeys.self, [.name: .path("/names/full"), .count: .key("n")])]
            }
        }
    }

    static let controller = Result { () throws -> VersionController<GardenVersion> in
        try VersionController { version in
            version == .old
                ? VersionFormat(dates: [try .pattern("yyyy-MM-dd HH:mm:ss Z")], keys: .snakeCase)
                : VersionFormat(dates: [.iso8601])
        }
    }

    /// - Parameter others: What the way back writes in another way, since the format has several.
    private func migrated(_ text: String, to target: String, losing others: [JSONPointer] = []) throws -> JSONValue {
        let plan = try MigrationPlan("People", controller: Self.controller.get(), reformatting: Person.self)
        let result = try plan.migrate(text, to: target, from: target == "2" ? "1" : "2")
        #expect(result.losses.map(\.path).allSatisfy(others.contains))
        return try JSONDocument(parsing: result.bytes).root
    }

    @Test func migratedModelIsTheModelInTheOtherVersion() throws {
        let controller = try Self.controller.get()
        var generator = Garden.Generator(seed: 11)
        for _ in 0..<40 {
            let person = Person(
                name: generator.text(), nick: generator.maybe { _ in "n" }, bornAt: generator.maybe { $0.date() },
                count: Int(generator.next() % 9),
                home: Address(cityName: generator.text(), zip: generator.maybe { _ in 5 }),
                work: generator.maybe { Address(cityName: $0.text(), zip: nil) },
                media: generator.list {
                    $0.flag() ? .song(Song(songTitle: $0.text())) : .clip(title: $0.text(), shotAt: $0.date())
                })
            let old = try controller.encode(person, for: .old)
            let new = try controller.encode(person, for: .new)
            let up = try migrated(String(decoding: old, as: UTF8.self), to: "2")
            #expect(try up.isEquivalent(to: JSONDocument(parsing: new).root), "\(up.text()) \(new)")
            let down = try migrated(String(decoding: new, as: UTF8.self), to: "1")
            #expect(try down.isEquivalent(to: JSONDocument(parsing: old).root), "\(down.text())")
        }
    }

    private static let rest = #""home":{"cityName":"U"},"media":[]"#

    @Test(arguments: [
        (#""title":"a","count":1"#, #""names":{"full":"a"},"n":1"#),
        (#""label":"a","count":1"#, #""names":{"full":"a"},"n":1"#),
        (#""fullTitle":"a","count":1"#, #""names":{"full":"a"},"n":1"#),
        (#""title":"a","label":"b","count":1"#, #""names":{"full":"a"},"label":"b","n":1"#),
        (#""title":"a""#, #""names":{"full":"a"},"n":7"#),
        (#""title":"a","count":null"#, #""names":{"full":"a"},"n":7"#),
        (#""title":"a","count":1,"nick":"","born_at":"""#, #""names":{"full":"a"},"n":1"#),
    ])
    func payloadsOfOthersAreReadAsTheLayoutSays(_ old: String, _ new: String) throws {
        let found = try migrated(
            "{\(old),\"city_name\":\"U\",\"media\":[]}", to: "2",
            losing: ["/title", "/label", "/count", "/nick", "/born_at"])
        #expect(try found.isEquivalent(to: JSONDocument(parsing: "{\(new),\(Self.rest)}").root), "\(found.text())")
    }

    @Test func namesOfCasesChange() throws {
        let old =
            #"{"title":"a","count":1,"city_name":"U","media":[{"type":"video","title":"t","shot_at":"1970-01-01 00:00:05 +0000"},{"type":"song","song_title":"x"}]}"#
        #expect(
            try migrated(old, to: "2", losing: ["/title"])["media"]
                == JSONDocument(
                    parsing:
                        #"[{"type":"clip","title":"t","shotAt":"1970-01-01T00:00:05Z"},{"type":"song","songTitle":"x"}]"#
                ).root)
    }

    @Test func whatCannotBeDerivedIsNamed() throws {
        func error<Model: Decodable & SendableMetatype>(
            _ model: Model.Type, _ old: VersionFormat, _ new: VersionFormat
        ) -> String? {
            let error = #expect(throws: PlanError.self) {
                try MigrationPlan(
                    "Plan", controller: VersionController<GardenVersion> { $0 == .old ? old : new }, reformatting: model
                )
            }
            return error?.description.components(separatedBy: "formats: ").last
        }
        enum Case: Codable {
            case a(Int)
            static func layout(_ discriminator: Discriminator) throws -> KeyLayout {
                try KeyLayout(cases: CodingKeys.self, discriminator)
            }
        }
        #expect(
            error(
                Case.self, VersionFormat(layouts: [try Case.layout(.beside("type", payload: "value"))]), VersionFormat()
            )
                == "Case: the name of its case is elsewhere in the other version")
        struct Listed: Codable {
            var first: Int
            static func layout() throws -> KeyLayout { try KeyLayout(CodingKeys.self, [.first: .path("/list/0")]) }
        }
        #expect(
            error(Listed.self, VersionFormat(layouts: [try Listed.layout()]), VersionFormat())
                == "\"first\" of Listed: it moves into, out of or within an array")
        struct Holder: Codable {
            var table: [String: Int]
            static func layout() throws -> KeyLayout { try KeyLayout(CodingKeys.self, [.table: .flattened]) }
        }
        #expect(
            error(Holder.self, VersionFormat(layouts: [try Holder.layout()]), VersionFormat())
                == "\"table\" of Holder: it is flattened, and not an object whose members are known")
    }
}
