import Foundation
import Testing
import VersionedCodec

/// When an object is decoded again, and what is said of it.
@Suite struct PlaceholderRuleTests {
    private static func report<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> DecodingReport<Value> {
        try DecodeReportingTests.report(type, text)
    }

    struct Either: Decodable, Equatable {
        var text: String
        var other: Int

        enum CodingKeys: CodingKey { case value, other }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let number = try? container.decode(Int.self, forKey: .value) {
                text = "\(number)"
            } else {
                text = try container.decode(String.self, forKey: .value)
            }
            other = try container.decode(Int.self, forKey: .other)
        }
    }

    @Test func aProbeIsNoProblem() throws {
        let report = try Self.report([Either].self, #"[{"value": "a", "other": 1}, {"value": "b", "other": "x"}]"#)
        #expect(report.value?.map(\.text) == ["a"])
        #expect(report.issues.map(\.path) == ["/1/other"])
    }

    @Test func theLastProbeIsTheProblem() throws {
        let report = try Self.report(Either.self, #"{"value": [], "other": null}"#)
        #expect(
            report.issues.map(\.message) == ["expected a string, found an array", "expected an integer, found null"])
    }

    @Test func aProbeOfACollectionStaysStrict() throws {
        struct Probing: Decodable {
            var isList: Bool
            enum CodingKeys: CodingKey { case list, other }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                isList = (try? container.decode([Int].self, forKey: .list)) != nil
                _ = try container.decodeIfPresent(Int.self, forKey: .other)
            }
        }
        let report = try Self.report(Probing.self, #"{"list": [1, "x"], "other": "y"}"#)
        #expect(report.value?.isList == false)
        #expect(report.issues.map(\.path) == ["/other"])
    }

    struct Checked: Decodable {
        enum CodingKeys: CodingKey { case low, high, name }
        struct Wrong: Error, CustomStringConvertible { var description: String { "low is above high" } }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let low = try container.decode(Int.self, forKey: .low)
            let high = try container.decode(Int.self, forKey: .high)
            if low >= high { throw Wrong() }
            _ = try container.decode(String.self, forKey: .name)
        }
    }

    @Test func aModelsOwnErrorIsOneIssue() throws {
        let report = try Self.report([Checked].self, #"[{"low": 2, "high": 1, "name": 3}]"#)
        #expect(report.value?.isEmpty == true)
        #expect(report.issues.map(\.description) == [#"line 1, column 2, at "/0": low is above high"#])
        #expect(report.issues.map(\.code) == [.modelError])
        #expect(report.issues.map(\.type) == ["Checked"])
    }

    @Test func anErrorThatAPlaceholderCausesIsNotReported() throws {
        let report = try Self.report(Checked.self, #"{"low": 2, "high": "x", "name": "n"}"#)
        #expect(report.issues.map(\.path) == ["/high"])
    }

    enum Shape: Decodable {
        case circle(Double), square(Double)
        enum Kind: String, Decodable { case circle, square }
        enum CodingKeys: CodingKey { case kind, radius, side }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch try container.decode(Kind.self, forKey: .kind) {
            case .circle: self = .circle(try container.decode(Double.self, forKey: .radius))
            case .square: self = .square(try container.decode(Double.self, forKey: .side))
            }
        }
    }

    @Test func aMissingMemberAfterAPlaceholderIsNotReported() throws {
        let report = try Self.report(
            [Shape].self, #"[{"kind": 5, "side": 1}, {"kind": "oval", "side": 1}, {"kind": "circle", "side": 1}]"#)
        #expect(report.issues.map(\.path) == ["/0/kind", "/1/kind", "/2"])
        #expect(report.issues.map(\.code) == [.unexpectedKind, .unknownCase, .missingMember])
    }

    struct Rethrowing: Decodable {
        var a: Int, b: Int
        enum CodingKeys: CodingKey { case a, b }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            do {
                a = try container.decode(Int.self, forKey: .a)
            } catch let error as DecodingError {
                throw error
            }
            b = try container.decode(Int.self, forKey: .b)
        }
    }

    @Test func anErrorThatIsCaughtAndThrownOnIsKnown() throws {
        let report = try Self.report(Rethrowing.self, #"{"a": "x", "b": "y"}"#)
        #expect(report.issues.map(\.path) == ["/a", "/b"])
    }

    struct Stubborn: Decodable {
        struct Refuses: Error {}
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard text.hasPrefix("#") else { throw Refuses() }
        }
    }

    @Test func withoutAPlaceholderTheReportSaysWhereItStopped() throws {
        struct Holder: Decodable { var first: Stubborn, second: Int }
        let report = try Self.report(Holder.self, #"{"first": 5, "second": "x"}"#)
        #expect(
            report.issues.map(\.description) == [
                #"line 1, column 11, at "/first": expected a string, found a number (5); stopped at member "first""#
            ])
        #expect(report.issues.map(\.stoppedAt) == ["first"])
    }

    @Test func aValueThatWasReadEarlierIsAPlaceholder() throws {
        struct Holder: Decodable { var zero: Stubborn, first: Stubborn, second: Int }
        let report = try Self.report(Holder.self, ##"{"zero": "#1", "first": 5, "second": "x"}"##)
        #expect(report.issues.map(\.path) == ["/first", "/second"])
    }

    struct Elements: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd { _ = try container.decode(Int.self) }
        }
    }

    @Test func aLoopByHandStaysStrictAndEnds() throws {
        struct Holder: Decodable { var list: Elements? }
        let report = try Self.report(Holder.self, #"{"list": [1, "x", 3, true]}"#)
        #expect(report.value != nil)
        #expect(report.value?.list == nil)
        #expect(report.issues.map(\.path) == ["/list/1", "/list/3"])
    }

    class Base: Decodable {
        var id: Int
        enum CodingKeys: CodingKey { case id }
        required init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        }
    }

    final class Derived: Base {
        var name: String
        enum Keys: CodingKey { case name }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: container.superDecoder())
        }
    }

    @Test func callsThroughSuperDecoderBelongToTheObject() throws {
        let report = try Self.report([Derived].self, #"[{"name": 1, "super": {"id": "x"}}]"#)
        #expect(report.value?.isEmpty == true)
        #expect(report.issues.map(\.path) == ["/0/name", "/0/super/id"])
    }

    struct Nested: Decodable {
        enum CodingKeys: CodingKey { case inner, list, last }
        enum InnerKeys: CodingKey { case a }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
            _ = try inner.decode(Int.self, forKey: .a)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            _ = try list.decode(Int.self)
            _ = try list.decode(Bool.self)
            _ = try container.decode(Int.self, forKey: .last)
        }
    }

    @Test func nestedContainersBelongToTheObject() throws {
        let report = try Self.report(Nested.self, #"{"inner": {"a": "x"}, "list": ["y", 5], "last": null}"#)
        #expect(report.issues.map(\.path) == ["/inner/a", "/list/0", "/list/1", "/last"])
    }

    @Test func aContainerThatCannotBeMadeEndsTheObject() throws {
        let report = try Self.report(Nested.self, #"{"inner": 5, "list": 6, "last": null}"#)
        #expect(report.issues.map(\.path) == ["/inner"])
        #expect(report.issues.map(\.message) == ["expected an object, found a number (5)"])
    }

    struct Boxed: Decodable {
        enum CodingKeys: CodingKey { case box, list, n }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if container.contains(.list) {
                _ = try container.nestedUnkeyedContainer(forKey: .list)
            } else {
                _ = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .box)
            }
            _ = try container.decode(Int.self, forKey: .n)
        }
    }

    @Test(arguments: [
        (#"{"box":[],"n":"x"}"#, "box"), (#"{"box":null,"n":"x"}"#, "box"), (#"{"n":"x"}"#, "box"),
        (#"{"list":{},"n":"x"}"#, "list"), (#"{"list":null,"n":"x"}"#, "list"),
    ]) func aContainerThatCannotBeMadeSaysWhereItStopped(_ text: String, _ member: String) throws {
        let versioned = try VersionController<Edition>().fixed(to: .v1)
            .decodeReporting(Boxed.self, from: Data(text.utf8)).issues
        for issues in [try Self.report(Boxed.self, text).issues, versioned] {
            #expect(issues.map(\.stoppedAt) == [member])
            #expect(issues.first?.oneLine.contains(#"; stopped at member "\#(member)""#) == true, "\(issues)")
        }
    }

    struct Stamp: DecodingConfigurationProviding, EncodingConfigurationProviding {
        static var decodingConfiguration: Int { 0 }
        static var encodingConfiguration: Int { 0 }
    }

    struct Image: DecodableWithConfiguration, EncodableWithConfiguration {
        var taken: Date
        enum CodingKeys: CodingKey { case taken }
        init(from decoder: any Decoder, configuration: Int) throws {
            taken = try decoder.container(keyedBy: CodingKeys.self).decode(Date.self, forKey: .taken)
        }
        func encode(to encoder: any Encoder, configuration: Int) throws {}
    }

    struct Page: Codable {
        @CodableConfiguration<Image, Stamp> var img: Image
    }

    @Test func aValueWithAConfigurationSaysItsMember() throws {
        let text = #"{"img":{"taken":"x"}}"#
        let versioned = try VersionController<Edition>().fixed(to: .v1)
            .decodeReporting(Page.self, from: Data(text.utf8)).issues
        for issues in [try Self.report(Page.self, text).issues, versioned] {
            #expect(issues.map(\.stoppedAt) == ["img"], "\(issues)")
        }
    }

    @Test func replayCanBeSwitchedOff() throws {
        var options = ReportingOptions()
        options.replays = false
        let report = try DecodeReportingTests.report(Rethrowing.self, #"{"a": "x", "b": "y"}"#, options)
        #expect(report.issues.map(\.path) == ["/a"])
    }

    @Test func twentyProblemsOfAnObjectAreLookedFor() throws {
        struct Many: Decodable {
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                for index in 0..<30 { _ = try container.decode(Int.self, forKey: Key(stringValue: "k\(index)")) }
            }
        }
        let text = "{" + (0..<30).map { "\"k\($0)\": \"x\"" }.joined(separator: ", ") + "}"
        #expect(try Self.report(Many.self, text).issues.count == 20)
    }
}
