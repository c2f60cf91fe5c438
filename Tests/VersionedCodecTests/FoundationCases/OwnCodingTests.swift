import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// What the standard library and Foundation code by themselves, when a model calls `T(from: decoder)` or
/// `value.encode(to: encoder)`.
@Suite struct OwnCodingTests {
    /// Codes its value by the value's own code, past all strategies.
    struct Own<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value
        init(_ value: Value) { self.value = value }
        init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    /// Codes its value through a container, so that strategies hold.
    struct Contained<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value
        init(_ value: Value) { self.value = value }
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    /// A value as a member, an element, a value of a dictionary, through `superEncoder`, and below each.
    struct Places<Value: Codable & Equatable>: Codable, Equatable {
        var own: Own<Value>, contained: Contained<Value>
        var list: [Own<Value>], table: [String: Own<Value>]
        var maybe: Own<Value>?
        init(_ value: Value) {
            (own, contained, list) = (Own(value), Contained(value), [Own(value), Own(value)])
            (table, maybe) = (["k": Own(value)], Own(value))
        }
    }

    /// Writes values with `encode(to: superEncoder)`, and reads them with `Value(from: superDecoder)`.
    struct Above<Value: Codable & Equatable>: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case named, list }
        var value: Value
        init(_ value: Value) { self.value = value }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            value = try Value(from: container.superDecoder(forKey: .named))
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            guard try Value(from: list.superDecoder()) == value, try Value(from: container.superDecoder()) == value
            else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "they differ"))
            }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try value.encode(to: container.superEncoder(forKey: .named))
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try value.encode(to: list.superEncoder())
            try value.encode(to: container.superEncoder())
        }
    }

    static let date = Date(timeIntervalSinceReferenceDate: 60)
    static let url = URL(string: "https://a.example/b") ?? URL(filePath: "/")
    static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    /// Every strategy at once, or none.
    static func coders(strategies: Bool) -> BothCoders {
        var both = BothCoders([.sortedKeys, .withoutEscapingSlashes])
        guard strategies else { return both }
        (both.encoders.ours.dateEncodingStrategy, both.encoders.theirs.dateEncodingStrategy) = (.iso8601, .iso8601)
        (both.decoders.ours.dateDecodingStrategy, both.decoders.theirs.dateDecodingStrategy) = (.iso8601, .iso8601)
        (both.encoders.ours.dataEncodingStrategy, both.encoders.theirs.dataEncodingStrategy) = (.base64, .base64)
        (both.encoders.ours.keyEncodingStrategy, both.encoders.theirs.keyEncodingStrategy) = (
            .convertToSnakeCase, .convertToSnakeCase
        )
        (both.decoders.ours.keyDecodingStrategy, both.decoders.theirs.keyDecodingStrategy) = (
            .convertFromSnakeCase, .convertFromSnakeCase
        )
        return both
    }

    /// What Foundation's encoder writes is what ours writes, and both decoders make the same of it.
    private func expect<Value: Codable & Equatable>(
        _ value: Value, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for strategies in [false, true] {
            let both = Self.coders(strategies: strategies)
            try both.encoders.expect(Own(value), text, sourceLocation: sourceLocation)
            both.decoders.agree(Own<Value>.self, text, sourceLocation: sourceLocation)
            both.decoders.agree(
                [String: [Own<Value>]].self, #"{"k":[\#(text),\#(text)]}"#, sourceLocation: sourceLocation)
            let places = try String(decoding: both.encoders.theirs.encode(Places(value)), as: UTF8.self)
            try both.encoders.expect(Places(value), places, sourceLocation: sourceLocation)
            both.decoders.agree(Places<Value>.self, places, sourceLocation: sourceLocation)
            let above = #"{"list":[\#(text)],"named":\#(text),"super":\#(text)}"#
            try both.encoders.expect(Above(value), above, sourceLocation: sourceLocation)
            both.decoders.agree(Above<Value>.self, above, sourceLocation: sourceLocation)
            both.decoders.agree([Above<Value>].self, "[\(above)]", sourceLocation: sourceLocation)
        }
    }

    @Test func ownCodeIsThatOfFoundation() throws {
        try expect(Self.date, "60")
        try expect(Data([251, 255]), "[251,255]")
        try expect(Self.url, #"{"relative":"https://a.example/b"}"#)
        try expect(Self.id, #""01020304-0506-0708-090A-0B0C0D0E0F10""#)
        try expect(["k": 1], #"{"k":1}"#)
        try expect([1, 2], "[1,2]")
        try expect(Int?.some(1), "1")
        try expect(7, "7")
        try expect("x", #""x""#)
    }

    /// The members of a decimal number are keys of a model, which strategies convert.
    @Test func ownCodeOfDecimalsIsThatOfFoundation() throws {
        let own = #"{"exponent":0,"isCompact":true,"isNegative":false,"length":1,"mantissa":[7,0,0,0,0,0,0,0]}"#
        for (strategies, text) in [
            (false, own), (true, own.replacing("isC", with: "is_c").replacing("isN", with: "is_n")),
        ] {
            let both = Self.coders(strategies: strategies)
            try both.encoders.expect(Own(Decimal(7)), text)
            both.decoders.expect(Own<Decimal>.self, text, Own(7))
            try both.encoders.expect([Above(Decimal(7))], #"[{"list":[\#(text)],"named":\#(text),"super":\#(text)}]"#)
            try both.encoders.expect([Contained(Decimal(7))], "[7]")
            both.decoders.expect([Contained<Decimal>].self, "[7]", [Contained(7)])
        }
    }

    // MARK: What is better

    @Test(arguments: [false, true])
    func addressesAndDecimalsReadWhatPayloadsSay(_ strategies: Bool) throws {
        let decoder = Self.coders(strategies: strategies).decoders
        func expect<Value: Codable & Equatable>(_ value: Value, _ text: String) throws {
            #expect(try decoder.ours.decode(Own<Value>.self, from: text).value == value)
            #expect(
                try decoder.ours.decode([String: [Own<Value>?]].self, from: #"{"k":[\#(text),null]}"#)["k"]?[0]?.value
                    == value)
            let above = #"{"list":[\#(text)],"named":\#(text),"super":\#(text)}"#
            #expect(try decoder.ours.decode(Above<Value>.self, from: above).value == value)
            #if os(Linux)
                #expect(throws: DecodingError.self) {
                    try decoder.theirs.decode(Own<Value>.self, from: Data(text.utf8))
                }
            #endif
        }
        try expect(Self.url, #""https:\/\/a.example/b""#)
        try expect(
            try #require(Decimal(string: "-0.12345678901234567890123456789")), "-0.12345678901234567890123456789")
        try expect(Decimal(7), "7")
    }

    @Test func whatIsNoneOfThemIsTold() throws {
        let decoder = VersionedJSONDecoder()
        func message<Value: Codable & Equatable>(_ type: Value.Type, _ text: String) throws -> String {
            let error = #expect(throws: DecodingError.self) { try decoder.decode([Own<Value>].self, from: "[\(text)]") }
            return Diagnostic(describing: try #require(error)).description
        }
        #expect(try message(URL.self, "7") == "line 1, column 2, at \"/0\": expected an object, found a number (7)")
        #expect(try message(URL.self, #""""#) == "line 1, column 2, at \"/0\": \"\" is not a URL")
        #expect(
            try message(Decimal.self, #""7""#)
                == "line 1, column 2, at \"/0\": expected an object, found a string (\"7\")")
        #expect(
            try message(Decimal.self, "1e200") == "line 1, column 2, at \"/0\": the number 1e200 does not fit Decimal")
        #expect(try message(URL.self, "null") == "line 1, column 2, at \"/0\": expected an object, found null")
    }

    /// Nothing tells `Date(from: decoder)` from a model that reads a number: it is the one of seconds since 2001, or an
    /// error.
    @Test func datesByTheirOwnCodeKnowNoStrategy() throws {
        let both = Self.coders(strategies: true).decoders
        both.expect(Own<Date>.self, "60", Own(Self.date))
        both.expectFault([Own<Date>].self, #"["2001-01-01T00:01:00Z"]"#, "typeMismatch Double at 0")
        both.expect([Contained<Date>].self, #"["2001-01-01T00:01:00Z"]"#, [Contained(Self.date)])
        both.expect(Own<Data>.self, "[251,255]", Own(Data([251, 255])))
        both.expectFault([Own<Data>].self, #"["+/8="]"#, "typeMismatch Array<Any> at 0")
        both.expect([Contained<Data>].self, #"["+/8="]"#, [Contained(Data([251, 255]))])
    }

    // MARK: Versions

    struct Both: Codable, Equatable {
        var ownDate: Own<Date>, containedDate: Contained<Date>, plainDate: Date
        var ownData: Own<Data>, containedData: Contained<Data>
        var ownLink: Own<URL>, containedLink: Contained<URL>
        var ownPrice: Own<Decimal>, containedPrice: Contained<Decimal>
        var ownName: Own<UUID>, containedName: Contained<UUID>
        var ownDates: [Own<Date>], datesByName: [String: Contained<Date>], above: Above<Date>
    }

    /// A format changes what is asked of a container, and nothing that a type does by itself; on every route.
    @Test(arguments: CoderRoutes.json.indices)
    func formatsHoldForContainersOnly(_ index: Int) throws {
        let route = CoderRoutes.json[index]
        let controller = VersionController<ShapeVersion>(location: VersionLocation("/v", as: .integer)) { version in
            version == .v1
                ? VersionFormat(dates: [.iso8601], keys: .snakeCase, data: .hexadecimal)
                : VersionFormat(dates: [.unixSeconds], data: .base64URL)
        }
        let model = Both(
            ownDate: Own(Self.date), containedDate: Contained(Self.date), plainDate: Self.date,
            ownData: Own(Data([251, 255])),
            containedData: Contained(Data([251, 255])), ownLink: Own(Self.url), containedLink: Contained(Self.url),
            ownPrice: Own(7), containedPrice: Contained(7), ownName: Own(Self.id), containedName: Contained(Self.id),
            ownDates: [Own(Self.date)], datesByName: ["a_b": Contained(Self.date)], above: Above(Self.date))
        for version in ShapeVersion.allCases {
            let payload = try route.encode(Versioned(model, version: version), with: controller)
            let written = try JSONDocument(parsing: payload).root
            let isFirst = version == .v1
            func member(_ first: String, _ other: String) -> JSONValue? { written.object?[isFirst ? first : other] }
            #expect(member("own_date", "ownDate") == 60, "\(route)")
            #expect(
                member("contained_date", "containedDate") == (isFirst ? "2001-01-01T00:01:00Z" : 978_307_260),
                "\(route)")
            #expect(member("plain_date", "plainDate") == member("contained_date", "containedDate"), "\(route)")
            #expect(member("own_data", "ownData") == [251, 255], "\(route)")
            #expect(member("contained_data", "containedData") == (isFirst ? "fbff" : "-_8"), "\(route)")
            #expect(member("own_link", "ownLink") == ["relative": "https://a.example/b"], "\(route)")
            #expect(member("contained_link", "containedLink") == "https://a.example/b", "\(route)")
            #expect(member("own_price", "ownPrice")?.object?["exponent"] == 0, "\(route)")
            #expect(member("contained_price", "containedPrice") == 7, "\(route)")
            #expect(member("own_name", "ownName") == member("contained_name", "containedName"), "\(route)")
            #expect(member("own_dates", "ownDates") == [60], "\(route)")
            #expect(written.object?["above"]?.object?["super"] == 60, "\(route)")
            let read = try route.decode(Both.self, from: payload, with: controller)
            #expect(read.value == model, "\(route)")
        }
    }
}
