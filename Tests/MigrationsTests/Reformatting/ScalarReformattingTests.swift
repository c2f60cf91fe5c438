import Foundation
import Migrations
import Testing
import VersionedCodec

/// Versions that write numbers and booleans as text, or as 0 and 1: the migration follows from their layouts.
@Suite struct ScalarReformattingTests {
    enum Version: Int, APIVersion { case v1 = 1, v2, v3 }

    enum Size: Int, Codable, CaseIterable { case small = 1, large }

    struct Item: Codable, Equatable, VersionedKeys {
        var price: Double
        var count: Int?
        var isLive: Bool
        var sizes: [Size]
        var table: [String: Decimal]
        var code: String
        var day: Date
        var inner: Inner

        static func keyLayouts(for version: Version) throws -> [KeyLayout] {
            switch version {
            case .v1:
                [
                    try KeyLayout(
                        CodingKeys.self,
                        [
                            .price: .key("cost").scalars(.text), .count: .path("/more/count").scalars(.text),
                            .isLive: .kept.scalars(.zeroOrOne), .sizes: .kept.scalars(.text),
                            .table: .kept.scalars(.text), .code: .kept.scalars(.number),
                            .day: .kept.scalars(.text).dates([.dateOnly]), .inner: .kept.scalars(.text),
                        ])
                ]
            case .v2: []
            case .v3: [try KeyLayout(CodingKeys.self, [.isLive: .kept.scalars(.text), .price: .kept.scalars(.text)])]
            }
        }
    }

    struct Inner: Codable, Equatable { var number: Int }

    static let texts = VersionFormat.NonFiniteTexts(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN")

    static func controller(_ nonFinite: Bool) -> VersionController<Version> {
        VersionController(location: VersionLocation("/v", as: .integer)) { version in
            VersionFormat(
                dates: [.dateOnly],
                nonFinite: nonFinite
                    ? version == .v2
                        ? VersionFormat.NonFiniteTexts(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
                        : texts
                    : nil)
        }
    }

    static let payloads = [
        "1":
            #"{"v":1,"cost":"19.990","more":{"count":"7"},"isLive":1,"sizes":["1","2"],"table":{"a":"1e2"},"code":7,"day":"1970-01-01","inner":{"number":1}}"#,
        "2":
            #"{"v":2,"price":19.990,"count":7,"isLive":true,"sizes":[1,2],"table":{"a":1e2},"code":"7","day":"1970-01-01","inner":{"number":1}}"#,
        "3":
            #"{"v":3,"price":"19.990","count":7,"isLive":"true","sizes":[1,2],"table":{"a":1e2},"code":"7","day":"1970-01-01","inner":{"number":1}}"#,
    ]

    @Test(arguments: ["1", "2", "3"], ["1", "2", "3"])
    func theMigrationFollowsFromTheFormats(_ from: String, _ target: String) throws {
        for nonFinite in [false, true] {
            try follows(from, target, nonFinite)
        }
    }

    private func follows(_ from: String, _ target: String, _ nonFinite: Bool) throws {
        let plan = try MigrationPlan("Items", controller: Self.controller(nonFinite), reformatting: Item.self)
        let result = try plan.migrate(#require(Self.payloads[from]), to: target)
        let expected = try JSONDocument(parsing: #require(Self.payloads[target])).root
        let migrated = try JSONDocument(parsing: result.data).root
        #expect(migrated.isEquivalent(to: expected), "\(result.text)")
        // The text of each number stays as it is.
        #expect(result.text.contains("19.990") && result.text.contains("1e2"))
        #expect(result.losses == [])
        let item = try Self.controller(nonFinite).decode(Item.self, from: result.data).value
        #expect(item.price == 19.99 && item.count == 7 && item.isLive && item.sizes == [.small, .large])
    }

    @Test(arguments: [
        ("1", #""cost":"+∞""#, "2", #""price":"inf""#), ("2", #""price":"nan""#, "3", #""price":"NaN""#),
        ("3", #""price":"-∞""#, "1", #""cost":"-∞""#), ("3", #""price":"-∞""#, "2", #""price":"-inf""#),
    ])
    func textsOfNumbersThatAreNotFiniteStayTexts(from: String, member: String, target: String, result: String) throws {
        let plan = try MigrationPlan("Items", controller: Self.controller(true), reformatting: Item.self)
        let own = from == "1" ? #""cost":"19.990""# : from == "2" ? #""price":19.990"# : #""price":"19.990""#
        let payload = try #require(Self.payloads[from]).replacing(own, with: member)
        #expect(try plan.migrate(payload, to: target).text.contains(result))
    }

    @Test func absentAndNullMembersAreLeftAlone() throws {
        let plan = try MigrationPlan("Items", controller: Self.controller(false), reformatting: Item.self)
        let payload = try #require(Self.payloads["1"]).replacing(#"{"count":"7"}"#, with: #"{"count":null}"#)
        #expect(try plan.migrate(payload, to: "2").text.contains(#""count":null"#))
    }

    @Test(arguments: [
        (#""isLive":1"#, #""isLive":2"#, #"at "/isLive": expected 0 or 1, found a number (2)"#),
        (
            #""cost":"19.990""#, #""cost":"x""#,
            #"at "/cost": expected a string that is a JSON number, found a string ("x")"#
        ),
        (
            #""sizes":["1""#, #""sizes":[1"#,
            #"at "/sizes/0": expected a string that is a JSON number, found a number (1)"#
        ),
    ])
    func whatIsInAnotherFormIsTold(own: String, other: String, says: String) throws {
        let plan = try MigrationPlan("Items", controller: Self.controller(false), reformatting: Item.self)
        let payload = try #require(Self.payloads["1"]).replacing(own, with: other)
        let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "2") }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test func theExplanationShowsTheConversions() throws {
        let plan = try MigrationPlan("Items", controller: Self.controller(false), reformatting: Item.self)
        let explanation = try plan.explanation(from: "1", to: "2")
        #expect(explanation.contains(#"convert "/cost" from string to number"#))
        #expect(explanation.contains(#"convert "/isLive" from number to boolean"#))
        #expect(explanation.contains(#"convert "/code" from number to string"#))
    }

    struct Flags: Codable, Equatable {
        var on: Bool
        var maybe: Bool?
        var list: [Bool]
        var table: [String: Bool]

        enum CodingKeys: String, CodingKey { case on, maybe, list, table }
    }

    static let forms: [KeyPlace.ScalarForm?] = [nil, .text, .number, .zeroOrOne]

    @Test(arguments: forms, forms)
    func booleansAreWrittenAsTheOtherVersionWritesThem(
        _ old: KeyPlace.ScalarForm?, _ new: KeyPlace.ScalarForm?
    ) throws {
        let layouts = try [old, new].map { form in
            let place = form.map { KeyPlace.kept.scalars($0) } ?? .kept
            return try KeyLayout(Flags.CodingKeys.self, [.on: place, .maybe: place, .list: place, .table: place])
        }
        let controller = VersionController<Version>(location: VersionLocation("/v", as: .integer)) { version in
            VersionFormat(layouts: [layouts[version == .v1 ? 0 : 1]])
        }
        let plan = try MigrationPlan("Flags", controller: controller, reformatting: Flags.self)
        for flag in [true, false] {
            let flags = Flags(on: flag, maybe: flag ? nil : true, list: [flag, !flag], table: ["a": flag])
            let (older, newer) = try (
                VersionedJSONEncoder(controller).encode(Versioned(flags, version: Version.v1)),
                VersionedJSONEncoder(controller).encode(Versioned(flags, version: Version.v2))
            )
            #expect(try plan.migrate(older, to: "2").text == String(decoding: newer, as: UTF8.self))
            #expect(try plan.migrate(newer, to: "1").text == String(decoding: older, as: UTF8.self))
        }
    }
}
