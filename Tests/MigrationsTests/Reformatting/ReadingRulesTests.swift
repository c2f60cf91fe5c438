import Foundation
import Migrations
import Testing
import VersionedCodec

/// Values that one version reads in several forms: conversions, forms of nil, unknown cases.
@Suite struct ReadingRulesTests {
    enum Version: Int, APIVersion { case v1 = 1, v2 }

    struct Item: Codable, Equatable {
        var count: Int?
        var price: Double?
        var isLive: Bool?
        var code: String?
        var list: [Int]?
        var inner: Inner?

        enum CodingKeys: String, CodingKey { case count, price, isLive, code, list, inner }
    }

    struct Inner: Codable, Equatable { var number: Int }

    private func migrator(_ old: VersionFormat, _ new: VersionFormat) throws -> Migrator<Item, Version> {
        try Migrator(
            Item.self,
            controller: VersionController<Version>(location: VersionLocation("/version", as: .integer)) {
                $0 == .v1 ? old : new
            }, migrations: [Migration(from: Version.v1, to: .v2, "s", reformatting: Item.self)])
    }

    static let converted = [
        (#""count":"1""#, #""count":1"#), (#""price":"19.90""#, #""price":19.90"#), (#""isLive":1"#, #""isLive":true"#),
        (#""isLive":"false""#, #""isLive":false"#), (#""isLive":"0""#, #""isLive":false"#),
        (#""code":1.50"#, #""code":"1.50""#),
        (#""list":["1",2]"#, #""list":[1,2]"#), (#""inner":{"number":"7"}"#, #""inner":{"number":7}"#),
        (#""count":1,"code":"1""#, #""count":1,"code":"1""#), (#""count":null"#, #""count":null"#),
    ]

    @Test(arguments: converted)
    func valueOfAnotherKindIsWrittenAsTheOtherVersionReadsIt(_ old: String, _ new: String) throws {
        let layout = try KeyLayout(Item.CodingKeys.self, conversions: .all)
        let members = try KeyLayout(
            Item.CodingKeys.self,
            [
                .count: .kept.converting(.all), .price: .kept.converting(.all), .isLive: .kept.converting(.all),
                .code: .kept.converting(.all), .list: .kept.converting(.all), .inner: .kept.converting(.all),
            ])
        for format in [
            VersionFormat(conversions: .all), VersionFormat(layouts: [layout]), VersionFormat(layouts: [members]),
        ] {
            let migrator = try migrator(format, VersionFormat())
            let payload = #"{"version":1,\#(old)}"#
            #expect(try migrator.plan.migrate(payload, to: "2").text == #"{"version":2,\#(new)}"#)
            let read = try migrator.controller.decode(Item.self, from: Data(payload.utf8)).value
            #expect(try migrator.decode(payload).model == read)
        }
    }

    @Test func valueThatBothVersionsReadStaysAsItIs() throws {
        let migrator = try migrator(VersionFormat(conversions: [.numberFromText]), VersionFormat(conversions: .all))
        #expect(try migrator.plan.migrate(#"{"version":1,"count":"1"}"#, to: "2").text == #"{"version":2,"count":"1"}"#)
    }

    @Test func conversionsCountBesideAFormOfScalars() throws {
        let old = try KeyLayout(
            Item.CodingKeys.self, [.price: .kept.scalars(.text), .isLive: .kept.scalars(.text)], conversions: .all)
        let new = try KeyLayout(Item.CodingKeys.self, [.isLive: .kept.scalars(.zeroOrOne)])
        let migrator = try migrator(VersionFormat(layouts: [old]), VersionFormat(layouts: [new]))
        for (price, flag) in [(#""1.50""#, #""true""#), ("1.50", "1"), (#""1.50""#, #""1""#)] {
            let payload = #"{"version":1,"price":\#(price),"isLive":\#(flag)}"#
            #expect(
                try migrator.plan.migrate(payload, to: "2").text == #"{"version":2,"price":1.50,"isLive":1}"#)
        }
    }

    @Test func conversionsCountBesideTextsOfNumbersThatAreNotFinite() throws {
        let texts = VersionFormat.NonFiniteTexts(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN")
        let others = VersionFormat.NonFiniteTexts(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        for conversions in [ValueConversions.all, []] {
            let migrator = try migrator(
                VersionFormat(nonFinite: texts, conversions: .all),
                VersionFormat(nonFinite: others, conversions: conversions))
            let price = conversions.isEmpty ? "1.5" : #""1.5""#
            #expect(
                try migrator.plan.migrate(#"{"version":1,"price":"1.5"}"#, to: "2").text
                    == #"{"version":2,"price":\#(price)}"#)
            #expect(
                try migrator.plan.migrate(#"{"version":1,"price":"+∞"}"#, to: "2").text
                    == #"{"version":2,"price":"inf"}"#)
        }
    }

    static let nilForms: [(KeyPlace.NilForms, KeyPlace.NilForms, String, String)] = [
        ([.absent, .null], [.absent], #","count":null"#, ""),
        ([.absent, .null], [.null], "", #","count":null"#),
        ([.absent, .null, .emptyText], [.absent], #","count":"""#, ""),
        ([.emptyText, .absent], [.null], #","count":"""#, #","count":null"#),
        ([.absent, .null], [.absent, .null, .emptyText], #","count":null"#, #","count":null"#),
    ]

    @Test(arguments: nilForms)
    func nilIsInAFormThatTheOtherVersionReads(
        _ old: KeyPlace.NilForms, _ new: KeyPlace.NilForms, _ written: String, _ migrated: String
    ) throws {
        func format(_ forms: KeyPlace.NilForms) throws -> VersionFormat {
            VersionFormat(layouts: [try KeyLayout(Item.CodingKeys.self, [.count: .kept.readingNil(from: forms)])])
        }
        let migrator = try migrator(try format(old), try format(new))
        let payload = #"{"version":1\#(written)}"#
        #expect(try migrator.plan.migrate(payload, to: "2").text == #"{"version":2\#(migrated)}"#)
        #expect(
            try migrator.decode(payload).model == migrator.controller.decode(Item.self, from: Data(payload.utf8)).value)
    }

    enum Tier: String, Codable, CaseIterable { case standard, premium }

    enum Genre: String, Codable, CaseIterable, UnknownCaseDecodable {
        case rock, other
        static func unknownCase(_ raw: JSONValue) -> Genre { .other }
    }

    struct Record: Codable, Equatable {
        var tier: Tier
        var genre: Genre
    }

    @Test func unknownCasesThatOneVersionRefusesAreAnError() throws {
        func plan(_ old: [UnknownCase], _ new: [UnknownCase]) throws -> MigrationPlan {
            try MigrationPlan(
                "Records",
                controller: VersionController<Version>(location: VersionLocation("/version", as: .integer)) {
                    VersionFormat(unknownCases: $0 == .v1 ? old : new)
                }, reformatting: Record.self)
        }
        let rule = UnknownCase(Tier.standard)
        for (old, new) in [([rule], []), ([], [rule]), ([rule], [.refused(Tier.self)]), ([], [.refused(Genre.self)])] {
            let error = #expect(throws: PlanError.self) { try plan(old, new) }
            #expect(error?.code == .notDerivable)
            #expect(
                error?.description.contains("a version reads unknown cases of a type that the other one refuses")
                    == true)
        }
        let payload = #"{"version":1,"tier":"gold","genre":"folk"}"#
        for (old, new) in [([rule], [UnknownCase(Tier.premium)]), ([rule, UnknownCase(Genre.rock)], [rule])] {
            #expect(
                try plan(old, new).migrate(payload, to: "2").text == #"{"version":2,"tier":"gold","genre":"folk"}"#)
        }
    }
}
