import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Members that a version writes as text, as a number, or as 0 and 1.
@Suite struct ScalarFormTests {
    enum Size: Int, Codable { case small = 1, large }

    struct Item: Codable, Equatable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case count, price, weight, cost, isLive, note, sizes, prices, table, code, day, inner
        }
        var count = 7
        var price = 19.99
        var weight: Float = 0.1
        var cost = Decimal(string: "12345678901234567890.12") ?? 0
        var isLive = true
        var note: Int?
        var sizes: [Size] = [.small, .large]
        var prices: [[Double?]] = [[0.5, nil], []]
        var table: [String: UInt64] = ["a": .max]
        var code = "7"
        var day = Date(timeIntervalSince1970: 0)
        var inner = Inner()
    }

    struct Inner: Codable, Equatable {
        var number = 1
        var flags = [true]
    }

    static func layout(_ form: KeyPlace.ScalarForm) throws -> KeyLayout {
        try KeyLayout(
            Item.CodingKeys.self,
            [
                .count: .kept.scalars(form), .price: .kept.scalars(form), .weight: .kept.scalars(form),
                .cost: .kept.scalars(form), .isLive: .kept.scalars(form), .note: .kept.scalars(form),
                .sizes: .kept.scalars(form), .prices: .kept.scalars(form), .table: .kept.scalars(form),
                .code: .kept.scalars(form), .day: .kept.scalars(form).dates([.dateOnly]), .inner: .kept.scalars(form),
            ])
    }

    static let plain: JSONValue = [
        "count": 7, "price": 19.99, "weight": 0.1, "isLive": true, "sizes": [1, 2], "prices": [[0.5, nil], []],
        "code": "7", "day": "1970-01-01", "inner": ["number": 1, "flags": [true]],
    ]

    static func payload(_ changes: JSONValue) throws -> JSONValue {
        var object = try #require(plain.object)
        object["cost"] = .number(try #require(JSONNumber(text: "12345678901234567890.12")))
        object["table"] = ["a": .number(try #require(JSONNumber(text: String(UInt64.max))))]
        for member in try #require(changes.object) { object[member.key] = member.value }
        return .object(object)
    }

    @Test(arguments: CoderRoutes.json) func scalarsAreText(_ route: any CoderRoute) throws {
        try Laid(route, [Self.layout(.text)]).check(
            Item(),
            Self.payload([
                "count": "7", "price": "19.99", "weight": "0.1", "cost": "12345678901234567890.12", "isLive": "true",
                "sizes": ["1", "2"], "prices": [["0.5", nil], []], "table": ["a": .string(String(UInt64.max))],
            ]))
    }

    @Test(arguments: CoderRoutes.json) func textsAreNumbers(_ route: any CoderRoute) throws {
        try Laid(route, [Self.layout(.number)]).check(Item(), Self.payload(["code": 7, "isLive": 1]))
    }

    @Test(arguments: CoderRoutes.json) func booleansAreZeroOrOne(_ route: any CoderRoute) throws {
        try Laid(route, [Self.layout(.zeroOrOne)]).check(Item(isLive: false), Self.payload(["isLive": 0]))
    }

    @Test(arguments: CoderRoutes.propertyList) func propertyListsHaveTheFormsToo(_ route: any CoderRoute) throws {
        struct Small: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case count, isLive, prices }
            var count = 7
            var isLive = true
            var prices = [0.5]
        }
        let layout = try KeyLayout(
            Small.CodingKeys.self,
            [.count: .kept.scalars(.text), .isLive: .kept.scalars(.zeroOrOne), .prices: .kept.scalars(.text)])
        try Laid(route, [layout]).check(Small(), ["count": "7", "isLive": 1, "prices": ["0.5"]])
    }

    // MARK: Places

    struct Wide: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case a, b, c }
        var a: Int?
        var b: Bool?
        var c: Double
    }

    @Test(arguments: CoderRoutes.json) func aFormGoesWithPlacesAliasesNilAndDefaults(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(
            Wide.CodingKeys.self,
            [
                .a: .path("/deep/list/0").alias("old").scalars(.text),
                .b: .kept.scalars(.zeroOrOne).readingNil(from: [.absent, .emptyText]),
                .c: .kept.scalars(.text).defaulting(to: 2.5),
            ])
        let laid = Laid(route, [layout])
        try laid.check(Wide(a: 1, b: true, c: 0.5), ["deep": ["list": ["1"]], "b": 1, "c": "0.5"])
        #expect(try laid.read(Wide.self, ["old": "3", "b": ""]) == Wide(a: 3, b: nil, c: 2.5))
        let json = try KeyLayout(Wide.CodingKeys.self, [.c: .kept.scalars(.text).defaulting(toJSON: "1.5")])
        #expect(try Laid(route, [json]).read(Wide.self, [:]) == Wide(c: 1.5))
    }

    @Test(arguments: CoderRoutes.json) func numbersThatAreNotFiniteHaveTheirTexts(_ route: any CoderRoute) throws {
        let texts = VersionFormat.NonFiniteTexts(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN")
        let layout = try KeyLayout(Wide.CodingKeys.self, [.c: .kept.scalars(.text)])
        let laid = Laid(route, [layout], format: VersionFormat(nonFinite: texts))
        try laid.check(Wide(c: -.infinity), ["c": "-∞"])
        try laid.check(Wide(c: 1.5), ["c": "1.5"])
        #expect(
            try Laid(route, [layout]).fault(writing: Wide(c: .infinity))
                == #"at "/c": JSON has no number for inf; the format of the version may give it a text"#)
    }

    // MARK: Exact texts

    struct Amount: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case value }
        var value: Decimal
    }

    @Test(arguments: ["0.1", "1E+2", "1e-3", "-0.5", "99999999999999999999999999999999999999", "1.50"])
    func theNumberInTheTextIsExact(text: String) throws {
        let layout = try KeyLayout(Amount.CodingKeys.self, [.value: .kept.scalars(.text)])
        for route in CoderRoutes.json {
            let read = try Laid(route, [layout]).read(Amount.self, ["value": .string(text)])
            #expect(read.value == Decimal(string: text))
        }
    }

    @Test func ourDecoderKeepsTheTextOfANumber() throws {
        struct Code: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case code }
            var code: String
        }
        let layout = try KeyLayout(Code.CodingKeys.self, [.code: .kept.scalars(.number)])
        let controller = VersionController<ShapeVersion>(format: VersionFormat(layouts: [layout])).fixed(to: .v1)
        for text in ["1.50", "1e2", "-0", "123456789012345678901234567890.5"] {
            let payload = Data(#"{"code":\#(text)}"#.utf8)
            let code = try controller.decode(Code.self, from: payload).value
            #expect(code.code == text)
            #expect(try controller.encode(code) == payload)
        }
        let foundation = try Laid(CoderRoutes.json[0], [layout]).write(Code(code: "1.50"))
        #expect(foundation.isEquivalent(to: ["code": 1.5]))
        #expect(
            try Laid(CoderRoutes.json[0], [layout]).fault(writing: Code(code: "1e999"))
                == #"at "/code": the number 1e999 has more digits than this coder writes"#)
    }

    @Test(arguments: CoderRoutes.json, 0..<40) func randomValuesComeBack(_ route: any CoderRoute, _ seed: Int) throws {
        struct Row: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case a, b, c, d, e, f }
            var a: [Double]
            var b: [Float]
            var c: [Int64?]
            var d: [String: UInt64]
            var e: [Bool]
            var f: [Int128]
        }
        var chance = Chance(seed)
        let row = Row(
            a: chance.some { .random(&$0) },
            b: chance.some { Float(bitPattern: UInt32(truncatingIfNeeded: $0.next())) }
                .filter(\.isFinite), c: chance.some { $0.below(3) == 0 ? nil : .random(&$0) },
            d: Dictionary(chance.some { ("\($0.below(9))", .random(&$0)) }, uniquingKeysWith: { $1 }),
            e: chance.some { .random(&$0) }, f: chance.some { .random(&$0) })
        let layout = try KeyLayout(
            Row.CodingKeys.self,
            [
                .a: .kept.scalars(.text), .b: .kept.scalars(.text), .c: .kept.scalars(.text), .d: .kept.scalars(.text),
                .e: .kept.scalars(chance.pick([.text, .zeroOrOne, .number])), .f: .kept.scalars(.text),
            ])
        let laid = Laid(route, [layout])
        let written = try laid.write(row)
        #expect(try laid.read(Row.self, written) == row)
        let texts = ["a", "b", "c", "f"].flatMap { Array(written.object?[$0]?.array ?? JSONArray()) }
        #expect(texts.allSatisfy { $0.isNull || $0.string.flatMap(JSONNumber.init(text:)) != nil })
    }

    // MARK: Faults

    static let faults: [(KeyPlace.ScalarForm, JSONValue, String)] = [
        (.text, ["count": 7], #"at "/count": expected a number in a string, found a number (7)"#),
        (.text, ["count": "x"], #"at "/count": expected a number in a string, found a string ("x")"#),
        (.text, ["count": ""], #"at "/count": expected a number in a string, found a string ("")"#),
        (.text, ["count": " 7"], #"at "/count": expected a number in a string, found a string (" 7")"#),
        (.text, ["count": "007"], #"at "/count": expected a number in a string, found a string ("007")"#),
        (.text, ["count": "7.5"], #"at "/count": the number "7.5" does not fit Int"#),
        (
            .text, ["count": "99999999999999999999"],
            #"at "/count": the number "99999999999999999999" does not fit Int"#
        ),
        (.text, ["count": nil], #"at "/count": expected a number in a string, found null"#),
        (.text, ["count": ["7"]], #"at "/count": expected a number in a string, found an array"#),
        (.text, ["price": "1e999"], #"at "/price": the number "1e999" does not fit Double"#),
        (.text, ["isLive": true], #"at "/isLive": expected "true" or "false", found a boolean (true)"#),
        (.text, ["isLive": "yes"], #"at "/isLive": expected "true" or "false", found a string ("yes")"#),
        (.text, ["prices": [["0.5", 1]]], #"at "/prices/0/1": expected a number in a string, found a number (1)"#),
        (.text, ["sizes": [1]], #"at "/sizes/0": expected a number in a string, found a number (1)"#),
        (.text, ["table": ["a": 1]], #"at "/table/a": expected a number in a string, found a number (1)"#),
        (.number, ["code": "7"], #"at "/code": expected a number, found a string ("7")"#),
        (.number, ["isLive": 2], #"at "/isLive": expected 0 or 1, found a number (2)"#),
        (.zeroOrOne, ["isLive": true], #"at "/isLive": expected 0 or 1, found a boolean (true)"#),
        (.zeroOrOne, ["isLive": "1"], #"at "/isLive": expected 0 or 1, found a string ("1")"#),
    ]

    @Test(arguments: CoderRoutes.json, faults)
    func whatIsInAnotherFormIsTold(_ route: any CoderRoute, _ fault: (KeyPlace.ScalarForm, JSONValue, String)) throws {
        let laid = Laid(route, [try Self.layout(fault.0)])
        var good = try #require(laid.write(Item()).object)
        for member in try #require(fault.1.object) { good[member.key] = member.value }
        let found = try laid.fault(Item.self, .object(good))
        // Foundation's decoder hands out nothing to look at where there is null.
        let isNullOverFoundation = "\(route)".hasPrefix("JSON by") && fault.1["count"]?.isNull == true
        #expect(found == (isNullOverFoundation ? "at \"/count\": expected an integer, found no value" : fault.2))
    }

    @Test(arguments: CoderRoutes.json) func aTextThatIsNoNumberCannotBeWritten(_ route: any CoderRoute) throws {
        let laid = Laid(route, [try Self.layout(.number)])
        #expect(
            try laid.fault(writing: Item(code: "007"))
                == #"at "/code": "007" is not a number, and the version writes a number here"#)
    }

    @Test func aFlattenedMemberHasNoForm() {
        let error = #expect(throws: KeyLayout.DeclarationError.self) {
            try KeyLayout(Item.CodingKeys.self, [.inner: .flattened.scalars(.text)])
        }
        #expect(error?.code == .flattenedMember)
    }
}
