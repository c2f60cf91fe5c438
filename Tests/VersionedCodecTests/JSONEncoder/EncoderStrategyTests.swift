import Foundation
import Testing
import VersionedCodec

/// The strategies that Foundation has too, with its texts.
@Suite struct EncoderStrategyTests {
    let date = Date(timeIntervalSince1970: 1_700_000_000.125)

    // MARK: Dates

    @Test func datesAreNumbersOrTexts() throws {
        var both = BothEncoders()
        try both.expect([date], "[721692800.125]")
        (both.ours.dateEncodingStrategy, both.theirs.dateEncodingStrategy) = (.secondsSince1970, .secondsSince1970)
        try both.expect([date, Date(timeIntervalSince1970: 0)], "[1700000000.125,0]")
        (both.ours.dateEncodingStrategy, both.theirs.dateEncodingStrategy) = (
            .millisecondsSince1970, .millisecondsSince1970
        )
        try both.expect([date], "[1700000000125]")
        (both.ours.dateEncodingStrategy, both.theirs.dateEncodingStrategy) = (.iso8601, .iso8601)
        try both.expect([date], #"["2023-11-14T22:13:20Z"]"#)
        try both.expect(Wrapped(value: Optional(date)), #"{"value":"2023-11-14T22:13:20Z"}"#)
        try both.expect(["k": date], #"{"k":"2023-11-14T22:13:20Z"}"#)
        (both.ours.dateEncodingStrategy, both.theirs.dateEncodingStrategy) = (.deferredToDate, .deferredToDate)
        try both.expect(date, "721692800.125")
    }

    @Test func codeOfOnesOwnWritesDatesAndData() throws {
        var both = BothEncoders()
        let writesDate: @Sendable (Date, any Encoder) throws -> Void = { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Int(date.timeIntervalSince1970))
        }
        let writesData: @Sendable (Data, any Encoder) throws -> Void = { data, encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(data.count, forKey: AnyKey(stringValue: "count"))
        }
        (both.ours.dateEncodingStrategy, both.theirs.dateEncodingStrategy) = (.custom(writesDate), .custom(writesDate))
        (both.ours.dataEncodingStrategy, both.theirs.dataEncodingStrategy) = (.custom(writesData), .custom(writesData))
        try both.expect(date, "1700000000")
        try both.expect([date], "[1700000000]")
        try both.expect(Data([1]), #"{"count":1}"#)
        try both.expect(["d": [Data([1, 2])]], #"{"d":[{"count":2}]}"#)
    }

    @Test func codeThatWritesNothingGivesAnEmptyObject() throws {
        var both = BothEncoders()
        (both.ours.dateEncodingStrategy, both.theirs.dateEncodingStrategy) = (.custom { _, _ in }, .custom { _, _ in })
        (both.ours.dataEncodingStrategy, both.theirs.dataEncodingStrategy) = (.custom { _, _ in }, .custom { _, _ in })
        try both.expect(Wrapped(value: date), #"{"value":{}}"#)
        try both.expect(Wrapped(value: Optional(date)), #"{"value":{}}"#)
        try both.expect([Data()], "[{}]")
        try both.expect(date, "{}")
        try both.expect(Data(), "{}")
    }

    struct Fault: Error {}

    @Test func codeThatFailsLeavesNothing() throws {
        var encoder = VersionedJSONEncoder()
        encoder.dateEncodingStrategy = .custom { _, encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            throw Fault()
        }
        encoder.dataEncodingStrategy = .custom { _, encoder in
            _ = encoder.container(keyedBy: AnyKey.self)
            throw Fault()
        }
        let failing = encoder
        #expect(throws: Fault.self) { try failing.encode(["v": date]) }
        #expect(throws: Fault.self) { try failing.encode(["v": Data()]) }
        let caught = WrittenBy { [date] encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try? container.encode(date, forKey: AnyKey(stringValue: "d"))
            try? container.encode(["x": Data()], forKey: AnyKey(stringValue: "e"))
            try container.encode(1, forKey: AnyKey(stringValue: "f"))
        }
        #expect(try String(decoding: encoder.encode(caught), as: UTF8.self) == #"{"f":1}"#)
    }

    // MARK: Data

    @Test func dataIsBase64OrAnArray() throws {
        var both = BothEncoders()
        try both.expect(Wrapped(value: Data([0xDE, 0xAD, 0xBE, 0xEF])), #"{"value":"3q2+7w=="}"#)
        try both.expect([Data([255, 255, 255])], #"["\/\/\/\/"]"#)
        try both.expect(Data(), #""""#)
        (both.ours.dataEncodingStrategy, both.theirs.dataEncodingStrategy) = (.deferredToData, .deferredToData)
        try both.expect(Wrapped(value: Data([0xDE, 0xAD])), #"{"value":[222,173]}"#)
        try both.expect(Data(), "[]")
    }

    // MARK: Numbers that are none

    @Test func numbersThatAreNotFiniteAreErrorsOrTexts() throws {
        var both = BothEncoders()
        for value in [Double.infinity, -.infinity, .nan] {
            both.expectFault(value)
            both.expectFault([value])
            both.expectFault(Wrapped(value: Float(value)))
        }
        both.ours.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "INF", negativeInfinity: "-INF", nan: "NaN")
        both.theirs.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "INF", negativeInfinity: "-INF", nan: "NaN")
        try both.expect([Double.infinity, -.infinity, .nan, 1], #"["INF","-INF","NaN",1]"#)
        try both.expect(Wrapped(value: Float.infinity), #"{"value":"INF"}"#)
        try both.expect(["f": Optional(-Float.infinity)], #"{"f":"-INF"}"#)
        try both.expect(Double.nan, #""NaN""#)
    }

    // MARK: Keys

    static let snakes = [
        ("simpleOneTwo", "simple_one_two"), ("myURL", "my_url"), ("singleCharacterAtEndX", "single_character_at_end_x"),
        ("thisIsAnXMLProperty", "this_is_an_xml_property"), ("single", "single"), ("", ""), ("a", "a"), ("aA", "a_a"),
        ("version4Thing", "version4_thing"), ("partCAPS", "part_caps"), ("partCAPSLowerAGAIN", "part_caps_lower_again"),
        ("manyWordsInThisThing", "many_words_in_this_thing"), ("asdfĆqer", "asdf_ćqer"),
        ("already_snake_case", "already_snake_case"), ("dataPoint22", "data_point22"),
        ("dataPoint22Word", "data_point22_word"), ("_oneTwoThree", "_one_two_three"),
        ("oneTwoThree_", "one_two_three_"), ("__oneTwoThree", "__one_two_three"), ("oneTwoThree__", "one_two_three__"),
        ("_oneTwoThree_", "_one_two_three_"), ("__oneTwoThree__", "__one_two_three__"), ("_test", "_test"),
        ("_test_", "_test_"), ("__test", "__test"), ("test__", "test__"), ("🐧🐟", "🐧🐟"), ("URLSession", "u_rl_session"),
        ("UPPER", "u_pper"), ("A", "a"), ("_", "_"), ("1A", "1_a"), ("ÄÖ", "ä_ö"),
        ("m͉̟̹y̦̳G͍͚͎̳r̤͉̤͕ͅea̲͕t͇̥̼͖U͇̝̠R͙̻̥͓̣L̥̖͎͓̪̫ͅR̩͖̩eq͈͓u̞e̱s̙t̤̺ͅ", "m͉̟̹y̦̳_g͍͚͎̳r̤͉̤͕ͅea̲͕t͇̥̼͖_u͇̝̠r͙̻̥͓̣l̥̖͎͓̪̫ͅ_r̩͖̩eq͈͓u̞e̱s̙t̤̺ͅ"),
    ]

    @Test(arguments: snakes)
    func snakeCaseIsFoundations(_ name: String, _ snake: String) throws {
        var both = BothEncoders()
        both.ours.keyEncodingStrategy = .convertToSnakeCase
        both.theirs.keyEncodingStrategy = .convertToSnakeCase
        let value = WrittenBy { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode("test", forKey: AnyKey(stringValue: name))
        }
        try both.expect(value, "{\"\(snake)\":\"test\"}")
        // In a tree too.
        let nested = WrittenBy { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            var inner = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: name))
            try inner.encode(1, forKey: AnyKey(stringValue: name))
        }
        try both.expect(nested, "{\"\(snake)\":{\"\(snake)\":1}}")
    }

    @Test func keysOfDictionariesStay() throws {
        var both = BothEncoders(.sortedKeys)
        let shout: @Sendable ([any CodingKey]) -> any CodingKey = { path in
            AnyKey(stringValue: (path.last?.stringValue ?? "").uppercased())
        }
        (both.ours.keyEncodingStrategy, both.theirs.keyEncodingStrategy) = (.custom(shout), .custom(shout))
        struct Leave: Encodable { var leaveMe = ["leaveMeAlone": ["orMe": 1]], deep = [["inList": 1]] }
        try both.expect(["leaveMeAlone": "test"], #"{"leaveMeAlone":"test"}"#)
        try both.expect(Leave(), #"{"DEEP":[{"inList":1}],"LEAVEME":{"leaveMeAlone":{"orMe":1}}}"#)
        (both.ours.keyEncodingStrategy, both.theirs.keyEncodingStrategy) = (.convertToSnakeCase, .convertToSnakeCase)
        try both.expect(Leave(), #"{"deep":[{"inList":1}],"leave_me":{"leaveMeAlone":{"orMe":1}}}"#)
    }

    struct Outer: Encodable { var outerValue = Nested() }
    struct Nested: Encodable { var nestedValue = Innermost() }
    struct Innermost: Encodable {
        enum CodingKeys: Int, CodingKey { case helloWorld = 7 }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("test", forKey: .helloWorld)
        }
    }

    @Test func codeSeesThePathOfTheModelsOwnKeys() throws {
        let paths = Paths()
        var both = BothEncoders(.sortedKeys)
        let quote: @Sendable ([any CodingKey]) -> any CodingKey = { path in
            paths.note(path)
            return AnyKey(stringValue: "QQQ" + (path.last?.stringValue ?? ""))
        }
        (both.ours.keyEncodingStrategy, both.theirs.keyEncodingStrategy) = (.custom(quote), .custom(quote))
        try both.expect(Outer(), #"{"QQQouterValue":{"QQQnestedValue":{"QQQhelloWorld":"test"}}}"#)
        let once = ["outerValue", "outerValue.nestedValue", "outerValue.nestedValue.helloWorld"]
        // Foundation asks from the inside to the outside.
        #expect(paths.noted == once + once.reversed())
        // A strategy that says the same for two keys, twice written, in a tree, with a pending tree before it.
        let twice = WrittenBy { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(
                WrittenBy { try Outer().encode(to: $0.singleInTree()) }, forKey: AnyKey(stringValue: "a"))
            try container.encode(1, forKey: AnyKey(stringValue: "b"))
            try container.encode(2, forKey: AnyKey(stringValue: "b"))
            var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "c"))
            try nested.encode(3, forKey: AnyKey(stringValue: "d"))
        }
        try both.expect(
            [twice],
            #"[{"QQQa":[{"QQQouterValue":{"QQQnestedValue":{"QQQhelloWorld":"test"}}}],"QQQb":2,"QQQc":{"QQQd":3}}]"#)
        #expect(paths.noted.contains("Index 0.a.Index 0.outerValue.nestedValue.helloWorld"))
        #expect(paths.noted.contains("Index 0.b") && paths.noted.contains("Index 0.c.d"))
        #expect(!paths.noted.contains { $0.contains("QQQ") || $0.contains("a.b") })
    }

    /// What a strategy was asked for.
    final class Paths: @unchecked Sendable {
        private let lock = NSLock()
        private var texts: [String] = []
        var noted: [String] { lock.withLock { texts } }
        func note(_ path: [any CodingKey]) {
            lock.withLock { texts.append(path.map(\.stringValue).joined(separator: ".")) }
        }
    }
}

extension Encoder {
    /// An encoder of an element, which is in a tree.
    fileprivate func singleInTree() -> any Encoder {
        var list = unkeyedContainer()
        return list.superEncoder()
    }
}
