import Foundation
import Testing
import VersionedCodec

/// Coding with a configuration, in every place that Foundation has for it.
@Suite struct FoundationCasesConfigurationTests {
    /// Its configuration is added to what it writes, and taken off what it reads.
    struct Shifted: CodableWithConfiguration, Equatable {
        struct Offset: EncodingConfigurationProviding, DecodingConfigurationProviding, Equatable {
            var value: Int
            static let encodingConfiguration = Offset(value: 100)
            static let decodingConfiguration = Offset(value: 100)
        }
        var number: Int
        init(_ number: Int) { self.number = number }
        init(from decoder: any Decoder, configuration: Offset) throws {
            number = try decoder.singleValueContainer().decode(Int.self) - configuration.value
        }
        func encode(to encoder: any Encoder, configuration: Offset) throws {
            var container = encoder.singleValueContainer()
            try container.encode(number + configuration.value)
        }
    }

    /// Members that are given their configuration by a property wrapper.
    struct Wrapping: Codable, Equatable {
        @CodableConfiguration(from: Shifted.Offset.self) var one = Shifted(0)
        @CodableConfiguration(from: Shifted.Offset.self) var many = [Shifted]()
        @CodableConfiguration(from: Shifted.Offset.self) var maybe: Shifted? = nil
        var plain: Int
    }

    /// Asks for them by hand, in each kind of container.
    struct ByHand: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case one, maybe, list, provided, elements }
        var one: Shifted, maybe: Shifted?, list: [Shifted], provided: Shifted, elements: [Shifted]
        init(one: Shifted, maybe: Shifted?, list: [Shifted], provided: Shifted, elements: [Shifted]) {
            (self.one, self.maybe, self.list, self.provided, self.elements) = (one, maybe, list, provided, elements)
        }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let offset = Shifted.Offset(value: 10)
            one = try container.decode(Shifted.self, forKey: .one, configuration: offset)
            maybe =
                container.contains(.maybe)
                ? try container.decodeIfPresent(Shifted.self, forKey: .maybe, configuration: offset) : nil
            list = try container.decode([Shifted].self, forKey: .list, configuration: offset)
            provided = try container.decode(Shifted.self, forKey: .provided, configuration: Shifted.Offset.self)
            var nested = try container.nestedUnkeyedContainer(forKey: .elements)
            elements = []
            while !nested.isAtEnd { elements.append(try nested.decode(Shifted.self, configuration: offset)) }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            let offset = Shifted.Offset(value: 10)
            try container.encode(one, forKey: .one, configuration: offset)
            try container.encodeIfPresent(maybe, forKey: .maybe, configuration: offset)
            try container.encode(list, forKey: .list, configuration: offset)
            try container.encode(provided, forKey: .provided, configuration: Shifted.Offset.self)
            var nested = container.nestedUnkeyedContainer(forKey: .elements)
            for element in elements { try nested.encode(element, configuration: offset) }
        }
    }

    @Test func membersTakeTheirConfigurations() throws {
        let both = BothCoders()
        try both.expect(
            Wrapping(one: Shifted(1), many: [Shifted(2), Shifted(3)], maybe: Shifted(4), plain: 5),
            #"{"many":[102,103],"maybe":104,"one":101,"plain":5}"#)
        try both.expect(
            ByHand(
                one: Shifted(1), maybe: Shifted(2), list: [Shifted(3)], provided: Shifted(4), elements: [Shifted(5)]),
            #"{"elements":[15],"list":[13],"maybe":12,"one":11,"provided":104}"#)
        try both.expect(
            ["k": ByHand(one: Shifted(1), maybe: nil, list: [], provided: Shifted(4), elements: [])],
            #"{"k":{"elements":[],"list":[],"one":11,"provided":104}}"#)
        let nothing = Wrapping(one: Shifted(1), plain: 5)
        #expect(try both.encoders.ours.encode(nothing) == both.encoders.theirs.encode(nothing))
    }

    @Test(arguments: [
        "{}", #"{"one":"x"}"#, #"{"one":1,"many":{}}"#, #"{"one":1,"many":[1,null],"maybe":1,"plain":1}"#,
        #"{"one":1,"many":[1],"maybe":1}"#, #"{"one":1,"many":[1],"maybe":null,"plain":1}"#,
        #"{"one":1,"many":[],"plain":1}"#,
        #"{"one":null}"#,
    ])
    func whatIsMissingIsToldAlike(_ payload: String) {
        BothDecoders().agree(Wrapping.self, payload)
        BothDecoders().agree([String: [Wrapping]].self, #"{"k":[\#(payload)]}"#)
    }

    @Test(arguments: [
        #"{"one":"x"}"#, #"{"one":null}"#, #"{"one":11,"maybe":true}"#, #"{"one":11,"list":["x"]}"#,
        #"{"one":11,"list":{}}"#,
        #"{"one":11,"list":[13],"provided":true}"#, #"{"one":11,"list":[13],"provided":1,"elements":[null]}"#,
        #"{"one":11,"list":[13],"provided":1,"elements":[1,"x"]}"#, #"{"one":11,"list":[13],"provided":1}"#,
    ])
    func whatIsNoValueOfAConfigurationIsToldAlike(_ payload: String) {
        BothDecoders().agree(ByHand.self, payload)
        BothDecoders().agree([String: [ByHand]].self, #"{"k":[\#(payload)]}"#)
    }

    @Test func configurationAtTheTopReachesIntoArraysAndOptionals() throws {
        let (both, offset) = (BothCoders(), Shifted.Offset(value: 7))
        func expect<Value: CodableWithConfiguration & Equatable>(
            _ value: Value, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
        ) throws where Value.EncodingConfiguration == Shifted.Offset, Value.DecodingConfiguration == Shifted.Offset {
            let payload = Data(text.utf8)
            #expect(
                try both.encoders.ours.encode(value, configuration: offset) == payload, sourceLocation: sourceLocation)
            #expect(
                try both.encoders.theirs.encode(value, configuration: offset) == payload, sourceLocation: sourceLocation
            )
            #expect(
                try both.decoders.ours.decode(Value.self, from: payload, configuration: offset) == value,
                sourceLocation: sourceLocation)
            #expect(
                try both.decoders.theirs.decode(Value.self, from: payload, configuration: offset) == value,
                sourceLocation: sourceLocation)
            let provided = try both.encoders.ours.encode(value, configuration: Shifted.Offset.self)
            #expect(try both.encoders.theirs.encode(value, configuration: Shifted.Offset.self) == provided)
            #expect(
                try both.decoders.ours.decode(Value.self, from: provided, configuration: Shifted.Offset.self) == value)
        }
        try expect(Shifted(1), "8")
        try expect([Shifted(1), Shifted(2)], "[8,9]")
        try expect([[Shifted(1)], []], "[[8],[]]")
        try expect(Shifted?.none, "null")
        try expect([Shifted(1), nil], "[8,null]")
        try expect([[Shifted?]?](arrayLiteral: [Shifted(1), nil], nil), "[[8,null],null]")
    }

    @Test func faultsBelowAConfigurationAreToldAlike() {
        let (both, offset) = (BothDecoders(), Shifted.Offset(value: 7))
        for payload in ["[8,\"x\"]", "[null]", "{}", "7", "[[]]", "", "[1", #"[{"a":1}]"#] {
            func outcome(_ decode: () throws -> [Shifted]) -> BothDecoders.Outcome<[Shifted]> {
                BothDecoders.Outcome(decode)
            }
            let data = Data(payload.utf8)
            #expect(
                outcome { try both.ours.decode([Shifted].self, from: data, configuration: offset) }
                    == outcome { try both.theirs.decode([Shifted].self, from: data, configuration: offset) },
                "\(payload)")
            #expect(
                outcome { try both.ours.decode([Shifted?].self, from: data, configuration: offset).compactMap { $0 } }
                    == outcome {
                        try both.theirs.decode([Shifted?].self, from: data, configuration: offset).compactMap { $0 }
                    },
                "\(payload)")
        }
    }
}
