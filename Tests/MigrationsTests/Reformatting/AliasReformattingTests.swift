import Foundation
import Migrations
import Testing
import VersionedCodec

/// Members that a version looks for in several places, or writes in another place than it reads.
@Suite struct AliasReformattingTests {
    enum Version: Int, APIVersion { case v1 = 1, v2 }

    struct Tag: Codable, Equatable {
        var name: String
        var tag: String?
        var day: Date?

        enum CodingKeys: String, CodingKey { case name, tag, day }
    }

    /// A migrator between two versions whose layouts have these places of a key.
    private func migrator(
        _ key: Tag.CodingKeys, _ old: KeyPlace, _ new: KeyPlace, dates: [DateFormats] = [[.iso8601], [.iso8601]]
    ) throws -> Migrator<Tag, Version> {
        let layouts = try [old, new].map { try KeyLayout(Tag.CodingKeys.self, [key: $0]) }
        let controller = VersionController<Version>(location: VersionLocation("/version", as: .integer)) { version in
            VersionFormat(dates: dates[version.rawValue - 1], layouts: [layouts[version.rawValue - 1]])
        }
        return try Migrator(
            Tag.self, controller: controller,
            migrations: [Migration(from: Version.v1, to: .v2, "s", reformatting: Tag.self)])
    }

    static let aliased: [(KeyPlace, String, String)] = [
        (.key("tag").alias("label"), #""label":"T""#, #""tag":"T""#),
        (.key("tag").alias("label"), #""tag":null,"label":"T""#, #""tag":"T""#),
        (.key("tag").alias("label"), #""tag":"T","label":"U""#, #""tag":"T","label":"U""#),
        (.key("tag").alias("label", "title"), #""label":null,"title":"T""#, #""tag":"T""#),
        (.key("t").alias("label"), #""t":null,"label":"T""#, #""tag":"T""#),
        (.key("t").alias("label"), #""t":null"#, #""tag":null"#),
        (.key("tag").alias(path: "/meta/label"), #""meta":{"label":"T"}"#, #""tag":"T""#),
        (.key("tag").alias("label").readingNil(from: [.emptyText, .absent]), #""tag":"","label":"T""#, #""tag":"T""#),
    ]

    @Test(arguments: aliased)
    func memberIsTakenFromThePlaceThatTheVersionReads(_ place: KeyPlace, _ old: String, _ new: String) throws {
        let migrator = try migrator(.tag, place, .kept)
        let payload = #"{"version":1,"name":"n",\#(old)}"#
        let read = try migrator.controller.decode(Tag.self, from: Data(payload.utf8)).value
        #expect(try migrator.decode(payload).model == read)
        let migrated = try JSONDocument(parsing: migrator.plan.migrate(payload, to: "2").bytes).root
        let expected = try JSONDocument(parsing: #"{"version":2,"name":"n",\#(new)}"#).root
        #expect(migrated.isEquivalent(to: expected), "\(migrated.text())")
    }

    @Test func memberIsWrittenWhereTheOtherVersionWritesIt() throws {
        let migrator = try migrator(.tag, .kept, .kept.written(as: "label").alias("label"))
        let tag = Tag(name: "n", tag: "T")
        let encoded = try migrator.encode(tag, for: .v1)
        let written = String(decoding: encoded.data, as: UTF8.self)
        #expect(written == #"{"version":1,"name":"n","tag":"T"}"#)
        #expect(encoded.losses == [])
        let newer = try VersionedJSONEncoder(migrator.controller).encode(Versioned(tag, version: Version.v2))
        #expect(String(decoding: newer, as: UTF8.self).contains(#""label":"T""#))
        #expect(try migrator.plan.migrate(newer, to: "1").text.contains(#""tag":"T""#))
        #expect(try migrator.plan.migrate(written, to: "2").text.contains(#""label":"T""#))
    }

    @Test(arguments: [
        (#""day":"2020-01-02""#, #""day":1577923200"#), (#""date":"2020-01-02""#, #""date":1577923200"#),
        (#""day":null,"date":"2020-01-02""#, #""day":null,"date":1577923200"#),
        (#""day":"2020-01-02","date":"2020-01-03""#, #""day":1577923200,"date":"2020-01-03""#),
    ])
    func valueIsChangedInThePlaceThatBothVersionsRead(_ old: String, _ new: String) throws {
        let migrator = try migrator(
            .day, .key("day").alias("date"), .key("day").alias("date"), dates: [[.iso8601Date], [.unixSeconds]])
        let payload = #"{"version":1,"name":"n",\#(old)}"#
        #expect(try migrator.plan.migrate(payload, to: "2").text == #"{"version":2,"name":"n",\#(new)}"#)
        let read = try migrator.controller.decode(Tag.self, from: Data(payload.utf8)).value
        #expect(try migrator.decode(payload).model == read)
    }

    @Test func anotherValueThatWouldBeReadFirstIsRefused() throws {
        let migrator = try migrator(.tag, .key("tag").alias("label"), .key("label").alias("tag").written(as: "tag"))
        #expect(try migrator.decode(#"{"version":1,"name":"n","label":"T"}"#).model.tag == "T")
        let error = #expect(throws: MigrationError.self) {
            try migrator.decode(#"{"version":1,"name":"n","tag":"T","label":"U"}"#)
        }
        #expect(
            error?.description.contains(#"would read "/label" instead of "/tag""#) == true,
            "\(String(describing: error))")
    }

    @Test func objectOfAnotherMemberStaysAroundAnAlias() throws {
        struct Box: Codable, Equatable {
            var size: [String: Int]
            var width: Int?
            enum CodingKeys: String, CodingKey { case size, width }
        }
        let layout = try KeyLayout(Box.CodingKeys.self, [.width: .key("width").alias(path: "/size/w")])
        let controller = VersionController<Version>(location: VersionLocation("/version", as: .integer)) { version in
            VersionFormat(layouts: version == .v1 ? [layout] : [])
        }
        let migrator = try Migrator(
            Box.self, controller: controller,
            migrations: [Migration(from: Version.v1, to: .v2, "s", reformatting: Box.self)])
        let payload = #"{"version":1,"size":{"w":3}}"#
        #expect(try migrator.plan.migrate(payload, to: "2").text == #"{"version":2,"size":{},"width":3}"#)
    }

    @Test func aliasInAnArrayIsAnError() throws {
        let error = #expect(throws: PlanError.self) {
            try migrator(.tag, .key("tag").alias(path: "/tags/0"), .kept)
        }
        #expect(error?.code == .notDerivable)
        #expect(error?.description.hasSuffix(#""tag" of Tag: it moves into, out of or within an array"#) == true)
    }
}
