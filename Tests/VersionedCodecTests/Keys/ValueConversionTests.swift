import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Values of another kind that a version, a layout or a key lets in, each told as an issue.
@Suite struct ValueConversionTests {
    enum Size: Int, Codable { case small = 1, large }

    struct Item: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case count, price, cost, name, isLive, size, list, table, note }
        var count: Int?
        var price: Double?
        var cost: Decimal?
        var name: String?
        var isLive: Bool?
        var size: Size?
        var list: [UInt8]?
        var table: [String: Float]?
        var note: [String?]?
    }

    static let uses: [(JSONValue, Item, [String])] = [
        (["count": "7"], Item(count: 7), [#"at "/count": a string ("7") was read as an integer (version 1)"#]),
        (["price": "1e2"], Item(price: 100), [#"at "/price": a string ("1e2") was read as a number (version 1)"#]),
        (
            ["cost": "0.1"], Item(cost: Decimal(string: "0.1")),
            [#"at "/cost": a string ("0.1") was read as a number (version 1)"#]
        ),
        (["name": 7], Item(name: "7"), [#"at "/name": a number (7) was read as a string (version 1)"#]),
        (["isLive": 1], Item(isLive: true), [#"at "/isLive": a number (1) was read as a boolean (version 1)"#]),
        (
            ["isLive": "false"], Item(isLive: false),
            [#"at "/isLive": a string ("false") was read as a boolean (version 1)"#]
        ),
        (["isLive": "0"], Item(isLive: false), [#"at "/isLive": a string ("0") was read as a boolean (version 1)"#]),
        (["size": "2"], Item(size: .large), [#"at "/size": a string ("2") was read as an integer (version 1)"#]),
        (
            ["list": [1, "2", "3"]], Item(list: [1, 2, 3]),
            [
                #"at "/list/1": a string ("2") was read as an integer (version 1)"#,
                #"at "/list/2": a string ("3") was read as an integer (version 1)"#,
            ]
        ),
        (
            ["table": ["a": "0.5"]], Item(table: ["a": 0.5]),
            [#"at "/table/a": a string ("0.5") was read as a number (version 1)"#]
        ),
        (
            ["note": [nil, 1, "x"]], Item(note: [nil, "1", "x"]),
            [#"at "/note/1": a number (1) was read as a string (version 1)"#]
        ),
        (["count": 7, "name": "7", "isLive": true], Item(count: 7, name: "7", isLive: true), []),
    ]

    static let refusals: [(JSONValue, String)] = [
        (["count": "7.5"], #"at "/count": the number "7.5" does not fit Int"#),
        (["count": 7.5], #"at "/count": the number 7.5 does not fit Int"#),
        (["list": ["256"]], #"at "/list/0": the number "256" does not fit UInt8"#),
        (["price": "1e999"], #"at "/price": the number "1e999" does not fit Double"#),
        (["count": "007"], #"at "/count": expected an integer, found a string ("007")"#),
        (["count": ""], #"at "/count": expected an integer, found a string ("")"#),
        (["count": "7 "], #"at "/count": expected an integer, found a string ("7 ")"#),
        (["count": "0x7"], #"at "/count": expected an integer, found a string ("0x7")"#),
        (["isLive": 2], #"at "/isLive": expected a boolean, found a number (2)"#),
        (["isLive": "yes"], #"at "/isLive": expected a boolean, found a string ("yes")"#),
        (["name": true], #"at "/name": expected a string, found a boolean (true)"#),
        (["count": true], #"at "/count": expected an integer, found a boolean (true)"#),
        (["count": ["7"]], #"at "/count": expected an integer, found an array"#),
    ]

    /// The declarations that let everything in: by version, by type, by key.
    static func declarations(_ conversions: ValueConversions) throws -> [(layouts: [KeyLayout], format: VersionFormat)]
    {
        let keys = Item.CodingKeys.self
        let place = KeyPlace.kept.converting(conversions)
        return [
            ([], VersionFormat(conversions: conversions)),
            ([try KeyLayout(keys, conversions: conversions)], VersionFormat()),
            (
                [
                    try KeyLayout(
                        keys,
                        [
                            .count: place, .price: place, .cost: place, .name: place, .isLive: place, .size: place,
                            .list: place, .table: place, .note: place,
                        ], conversions: [])
                ], VersionFormat()
            ),
        ]
    }

    @Test(arguments: CoderRoutes.json, uses)
    func aDeclaredConversionIsUsedAndTold(_ route: any CoderRoute, _ use: (JSONValue, Item, [String])) throws {
        for (layouts, format) in try Self.declarations(.all) {
            let read = try Laid(route, layouts, format: format).reading(Item.self, use.0)
            #expect(read.value == use.1)
            #expect(
                read.issues.allSatisfy { ($0.position != nil) == route.saysPositions && $0.code == .valueConverted })
            #expect(read.issues.map { $0.withoutPosition } == use.2)
        }
    }

    @Test(arguments: CoderRoutes.json, refusals)
    func nothingIsGuessed(_ route: any CoderRoute, _ refusal: (JSONValue, String)) throws {
        for (layouts, format) in try Self.declarations(.all) {
            let text = try Laid(route, layouts, format: format).fault(Item.self, refusal.0)
            // Foundation says in its own words what it expected.
            #expect(text == refusal.1 || !route.saysPositions && text.hasPrefix(refusal.1.prefix { $0 != ":" }))
        }
    }

    @Test(arguments: CoderRoutes.json, uses)
    func withoutADeclarationNothingIsConverted(_ route: any CoderRoute, _ use: (JSONValue, Item, [String])) throws {
        guard !use.2.isEmpty else { return }
        _ = try Laid(route).fault(Item.self, use.0)
        let layout = try KeyLayout(Item.CodingKeys.self, conversions: [])
        _ = try Laid(route, [layout], format: VersionFormat(conversions: .all)).fault(Item.self, use.0)
    }

    @Test(arguments: CoderRoutes.json) func eachConversionIsOneOfItsOwn(_ route: any CoderRoute) throws {
        let payloads: [(ValueConversions, JSONValue)] = [
            (.numberFromText, ["count": "7"]), (.textFromNumber, ["name": 7]), (.boolFromNumber, ["isLive": 1]),
            (.boolFromText, ["isLive": "true"]), ([.boolFromNumber, .numberFromText], ["isLive": 1]),
        ]
        for (own, payload) in payloads {
            #expect(
                try Laid(route, format: VersionFormat(conversions: own)).reading(Item.self, payload).issues.count == 1)
            let others = ValueConversions.all.subtracting(own)
            _ = try Laid(route, format: VersionFormat(conversions: others)).fault(Item.self, payload)
        }
        _ = try Laid(route, format: VersionFormat(conversions: .boolFromText)).fault(Item.self, ["isLive": "1"])
    }

    @Test(arguments: CoderRoutes.json) func aConversionGoesWithADeclaredForm(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(
            Item.CodingKeys.self, [.price: .kept.scalars(.text), .list: .kept.scalars(.text)], conversions: .all)
        let read = try Laid(route, [layout]).reading(Item.self, ["price": 0.5, "list": ["1", 2]])
        #expect(read.value == Item(price: 0.5, list: [1, 2]))
        #expect(
            read.issues.map { $0.withoutPosition } == [
                #"at "/price": a number (0.5) was read as a number in a string (version 1)"#,
                #"at "/list/1": a number (2) was read as a number in a string (version 1)"#,
            ])
    }

    @Test(arguments: CoderRoutes.json) func emptyTextsAndObjectsAreToldWhereTheySayNil(_ route: any CoderRoute) throws {
        let laid = Laid(route, format: VersionFormat(nilForms: [.usual, .emptyText, .emptyObject]))
        let read = try laid.reading(Item.self, ["count": "", "table": [:], "name": nil])
        #expect(read.value == Item())
        #expect(
            Set(read.issues.map { $0.withoutPosition }) == [
                #"at "/count": an empty string was read as nil (version 1)"#,
                #"at "/table": an empty object was read as nil (version 1)"#,
            ])
        let layout = try KeyLayout(
            Item.CodingKeys.self, [.count: .kept.readingNil(from: [.absent, .emptyText]).defaulting(to: 5)])
        let other = try Laid(route, [layout]).reading(Item.self, ["count": ""])
        #expect(other.value == Item(count: 5) && other.issues.count == 1)
    }

    @Test(arguments: CoderRoutes.json) func textsOfNumbersThatAreNotFiniteGoFirst(_ route: any CoderRoute) throws {
        let texts = VersionFormat.NonFiniteTexts(positiveInfinity: "1", negativeInfinity: "-∞", nan: "NaN")
        let laid = Laid(route, format: VersionFormat(nonFinite: texts, conversions: .all))
        let read = try laid.reading([Double].self, ["1", "2", 3])
        #expect(read.value == [.infinity, 2, 3] && read.issues.count == 1)
    }

    // MARK: Without a version

    @Test func aDecoderMayConvertToo() throws {
        var decoder = VersionedJSONDecoder()
        #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: #"["7"]"#) }
        let log = DecodingIssue.Log()
        decoder.userInfo[.decodingIssues] = log
        decoder.conversions = [.numberFromText]
        #expect(try decoder.decode([Int].self, from: #"[8, "7"]"#) == [8, 7])
        #expect(log.issues.map(\.description) == [#"line 1, column 5, at "/1": a string ("7") was read as an integer"#])
        #expect(log.issues[0].expected == "an integer" && log.issues[0].quotation == #""7""#)
        #expect(throws: DecodingError.self) { try decoder.decode([Bool].self, from: "[1]") }
    }

    @Test func theVersionGoesBeforeTheDecoder() throws {
        for (format, isRead) in [(VersionFormat(), true), (VersionFormat(conversions: []), false)] {
            let controller = VersionController<ShapeVersion>(format: format)
            var decoder = VersionedJSONDecoder(controller)
            decoder.conversions = .all
            #expect(((try? decoder.decode([Int].self, from: #"["7"]"#)) != nil) == isRead)
        }
    }

    @Test(arguments: 0..<60) func randomListsAreReadAlikeByAllRoutes(_ seed: Int) throws {
        var chance = Chance(seed)
        let values: [JSONValue] = chance.some {
            $0.pick([1, "1", "x", 1.5, "1.5", true, "true", nil, 0, "0", "-0", 300, "300", [], [:], "", "1e1", "01"])
        }
        let conversions = ValueConversions(rawValue: UInt8(chance.below(16)))
        func outcomes<Value: Codable & Equatable>(_ type: Value.Type) throws {
            var first: (values: [Value]?, issues: [String])?
            for route in CoderRoutes.json {
                let laid = Laid(route, format: VersionFormat(conversions: conversions))
                let read = try? laid.reading([Value].self, .array(JSONArray(values)))
                let outcome = (values: read?.value, issues: read?.issues.map { $0.withoutPosition } ?? [])
                if let first { #expect(outcome.values == first.values && outcome.issues == first.issues) }
                first = first ?? outcome
            }
        }
        try outcomes(Int.self)
        try outcomes(Int8.self)
        try outcomes(Double.self)
        try outcomes(Decimal.self)
        try outcomes(String.self)
        try outcomes(Bool.self)
        try outcomes(Int?.self)
    }
}

extension DecodingIssue {
    /// The text without line and column, which a route has either always or never.
    var withoutPosition: String {
        var diagnostic = diagnostic
        diagnostic.position = nil
        return diagnostic.description
    }
}
