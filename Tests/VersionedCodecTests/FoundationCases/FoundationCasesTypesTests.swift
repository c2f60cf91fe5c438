import Foundation
import Testing
import VersionedCodec

/// Types of the standard library and of Foundation that code themselves: at the top level, in arrays, in dictionaries,
/// as members.
@Suite struct FoundationCasesTypesTests {
    struct Holder<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value
        var maybe: Value?
        var none: Value?
    }

    /// A value in every place that there is.
    private func expect<Value: Codable & Equatable>(
        _ value: Value, _ text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let both = BothCoders()
        try both.expect(value, text, sourceLocation: sourceLocation)
        try both.expect([value, value], sourceLocation: sourceLocation)
        try both.expect(["k": Optional(value), "l": nil], sourceLocation: sourceLocation)
        try both.expect(Holder(value: value, maybe: value), sourceLocation: sourceLocation)
        try both.expect([[Holder(value: [1: value])]], sourceLocation: sourceLocation)
    }

    @Test func typesOfTheStandardLibrary() throws {
        try expect(1..<9, "[1,9]")
        try expect(-1.5...2, "[-1.5,2]")
        try expect("a"..."b")
        try expect(ContiguousArray([1, 2]), "[1,2]")
        try expect(Set([7]), "[7]")
        try expect(Set<String>(), "[]")
        try expect(Set([["a": [1.5]]]))
        try expect([1, 2, 3].difference(from: [2, 4]))
        try expect(SIMD2(1, 2), "[1,2]")
        try expect(SIMD3(1.5, -2, 0))
        try expect(SIMD4<Float>(1, 2, 3, 4))
        try expect(SIMD8<UInt8>(repeating: 255))
        try expect(SIMD16<Int16>(repeating: -1))
        try expect(SIMD2<Int64>(.min, .max))
        try expect(Duration.seconds(7) + .nanoseconds(1))
        try expect(Duration.zero)
        try expect([Int?.none, 1])
        try expect([String: [String: [String: Int]]]())
        let both = BothCoders()
        for payload in ["[1]", "[]", "[1,2,3]", "[2,1]", "{}", "[null,1]", #"["1","2"]"#, "7"] {
            both.decoders.agree(Range<Int>.self, payload)
            both.decoders.agree(ClosedRange<Int>.self, payload)
            both.decoders.agree(SIMD2<Int>.self, payload)
            both.decoders.agree(Set<Int>.self, payload)
            both.decoders.agree(Duration.self, payload)
            both.decoders.agree([[Range<Int>]].self, "[[\(payload)]]")
            both.decoders.agree([String: ContiguousArray<Int>].self, #"{"k":\#(payload)}"#)
        }
        struct From: Codable, Equatable {
            var range: PartialRangeFrom<Int>, up: PartialRangeUpTo<String>, through: PartialRangeThrough<Double>
            static func == (lhs: Self, rhs: Self) -> Bool {
                lhs.range.lowerBound == rhs.range.lowerBound && lhs.up.upperBound == rhs.up.upperBound
                    && lhs.through.upperBound == rhs.through.upperBound
            }
        }
        try both.expect(From(range: 3..., up: ..<"z", through: ...1.5), #"{"range":[3],"through":[1.5],"up":["z"]}"#)
        enum Failure: Error, Codable { case first, second(Int) }
        try both.expect(["a": [Failure.first.number, Failure.second(2).number]])
    }

    @Test func valuesOfFoundation() throws {
        try expect(Date(timeIntervalSinceReferenceDate: 700_000_000.25), "700000000.25")
        try expect(Date.distantPast)
        try expect(Date.distantFuture)
        try expect(Data(0...255))
        try expect(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
        try expect(URL(string: "https://user@example.org:80/a%20b/../c?d=e&f#g"))
        try expect(URL(filePath: "/tmp/ä b"))
        try expect(Decimal(string: "-12345678901234567890.123456789"), "-12345678901234567890.123456789")
        try expect(CGFloat(1.5), "1.5")
        try expect(CGPoint(x: 1, y: -2.5), "[1,-2.5]")
        try expect(CGSize(width: 0, height: 7))
        try expect(CGRect(x: 1, y: 2, width: 3, height: 4), "[[1,2],[3,4]]")
        try expect(AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6))
        try expect(NSRange(location: 3, length: 4), "[3,4]")
        try expect(IndexPath(indexes: [1, 2, 3]))
        try expect(IndexPath())
        try expect(IndexSet([1, 2, 3, 9]))
        try expect(CharacterSet(charactersIn: "aé"))
        try expect(DateInterval(start: Date(timeIntervalSinceReferenceDate: 0), duration: 7))
        try expect(URLComponents(string: "https://example.org/a?b=c%20d#e"))
        try expect(Locale(identifier: "de_CH"))
        try expect(TimeZone(identifier: "Europe/Berlin"))
        try expect(Calendar(identifier: .iso8601))
        try expect(
            DateComponents(calendar: Calendar(identifier: .gregorian), year: 2020, month: 2, day: 29, nanosecond: 7))
        try expect(Measurement(value: 1.5, unit: UnitLength.kilometers))
        try expect(Measurement(value: -3, unit: UnitTemperature.celsius))
        var name = PersonNameComponents()
        (name.givenName, name.familyName) = ("Jo", "Ä")
        try expect(name)
    }

    @Test func stylesOfFoundation() throws {
        try expect(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        try expect(IntegerFormatStyle<Int>().precision(.significantDigits(3)))
        try expect(FloatingPointFormatStyle<Double>.Percent())
        try expect(Decimal.FormatStyle.Currency(code: "EUR"))
        try expect(Date.FormatStyle(date: .long, time: .omitted, locale: Locale(identifier: "en_US")))
        try expect(Locale.Language(identifier: "pt-BR"))
        try expect(Locale.Components(identifier: "de_AT"))
        try expect(
            Calendar.RecurrenceRule(calendar: Calendar(identifier: .gregorian), frequency: .monthly, interval: 2))
        try expect(ByteCountFormatStyle())
    }

    @Test(arguments: [
        "null", "1", "[]", "{}", #""x""#, "[1]", "[1,2]", "[[1,2]]", "[[1,2],[3]]", "[1,\"x\"]", #"{"identifier":"x"}"#,
        #"{"location":1}"#,
        #"{"indexes":[{"location":1}]}"#, #"{"value":1}"#, #"{"start":0,"duration":-1}"#, #"{"bitmap":"AQ=="}"#,
        #"{"url":1}"#,
    ])
    func whatTheyAreNotIsToldAlike(_ payload: String) {
        let both = BothDecoders()
        func agree<Value: Codable & Equatable>(_ type: Value.Type) {
            both.agree(type, payload)
            both.agree([String: [Value]].self, #"{"k":[\#(payload)]}"#)
            both.agree(Holder<Value>.self, #"{"value":\#(payload)}"#)
        }
        agree(CGPoint.self)
        agree(CGRect.self)
        agree(NSRange.self)
        agree(IndexPath.self)
        agree(IndexSet.self)
        agree(CharacterSet.self)
        agree(DateInterval.self)
        agree(URLComponents.self)
        agree(Locale.self)
        agree(TimeZone.self)
        agree(Calendar.self)
        agree(DateComponents.self)
        agree(Measurement<UnitLength>.self)
        agree(PersonNameComponents.self)
        agree(AffineTransform.self)
        agree(Decimal.self)
        agree(UUID.self)
        agree(URL.self)
        agree(Data.self)
        agree(Date.self)
    }

    /// The same under strategies: what these types hold follows them where it is asked of a container.
    @Test func strategiesReachIntoThem() throws {
        var both = BothCoders()
        (both.encoders.ours.dateEncodingStrategy, both.encoders.theirs.dateEncodingStrategy) = (.iso8601, .iso8601)
        (both.decoders.ours.dateDecodingStrategy, both.decoders.theirs.dateDecodingStrategy) = (.iso8601, .iso8601)
        (both.encoders.ours.keyEncodingStrategy, both.encoders.theirs.keyEncodingStrategy) = (
            .convertToSnakeCase, .convertToSnakeCase
        )
        (both.decoders.ours.keyDecodingStrategy, both.decoders.theirs.keyDecodingStrategy) = (
            .convertFromSnakeCase, .convertFromSnakeCase
        )
        (both.encoders.ours.dataEncodingStrategy, both.encoders.theirs.dataEncodingStrategy) = (
            .deferredToData, .deferredToData
        )
        (both.decoders.ours.dataDecodingStrategy, both.decoders.theirs.dataDecodingStrategy) = (
            .deferredToData, .deferredToData
        )
        let moment = Date(timeIntervalSince1970: 1_592_032_902)
        try both.expect(DateInterval(start: moment, duration: 60), #"{"duration":60,"start":"2020-06-13T07:21:42Z"}"#)
        try both.expect([moment...moment.addingTimeInterval(1)], #"[["2020-06-13T07:21:42Z","2020-06-13T07:21:43Z"]]"#)
        try both.expect(Set([moment]), #"["2020-06-13T07:21:42Z"]"#)
        try both.expect(ContiguousArray([Data([1, 2])]), "[[1,2]]")
        try both.expect(CharacterSet(charactersIn: "a"))
        try both.expect(DateComponents(year: 2020, weekdayOrdinal: 2, yearForWeekOfYear: 2021))
        try both.expect([moment: Data([7])], #"["2020-06-13T07:21:42Z",[7]]"#)
        try both.expect(Optional(Optional(moment)), #""2020-06-13T07:21:42Z""#)
        enum Event: Codable, Equatable { case at(Date, someData: Data) }
        try both.expect(
            [Event.at(moment, someData: Data([1]))], #"[{"at":{"_0":"2020-06-13T07:21:42Z","some_data":[1]}}]"#)
    }
}

extension Error {
    fileprivate var number: Int { "\(self)".count }
}
