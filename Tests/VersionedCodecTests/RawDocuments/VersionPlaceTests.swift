import Foundation
import Testing
import VersionedCodec

/// The version does not belong to the model, wherever it is.
@Suite struct VersionPlaceTests {
    static let nested = VersionController<Edition>(location: VersionLocation("/meta/v", as: .integer))

    /// A payload read in its version and written for one, by our coders and by Foundation's.
    static func roundTrip<Model: Codable, Version: APIVersion>(
        _ type: Model.Type, _ text: String, for version: Version, by controller: VersionController<Version>
    ) throws -> [String] {
        let value = try controller.decode(type, from: Data(text.utf8)).value
        let own = try VersionedJSONEncoder(controller).encode(value, for: version)
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        decoder.userInfo.install(controller)
        encoder.userInfo.install(controller)
        encoder.outputFormatting = .sortedKeys
        var read = try decoder.decode(Versioned<Model, Version>.self, from: Data(text.utf8))
        read.version = version
        return [String(decoding: own, as: UTF8.self), String(decoding: try encoder.encode(read), as: UTF8.self)]
    }

    // MARK: Unknown members

    struct Keep: Codable, UnknownMembersKeeping {
        var a: Int
        var unknownMembers = UnknownMembers()
    }

    static let documents = [
        (#"{"meta":{"v":1},"a":1}"#, [], #"{"meta":{"v":2},"a":1}"#),
        (
            #"{"meta":{"by":"x","at":[1],"v":1},"a":1}"#, ["/meta/by", "/meta/at"],
            #"{"meta":{"by":"x","at":[1],"v":2},"a":1}"#
        ),
        (#"{"meta":{"v":1},"x":{"v":1},"a":1}"#, ["/x"], #"{"meta":{"v":2},"x":{"v":1},"a":1}"#),
    ]

    @Test(arguments: documents)
    func aNestedVersionIsNotKeptWithTheModel(_ text: String, _ places: [String], _ result: String) throws {
        let keep = try Self.nested.decode(Keep.self, from: Data(text.utf8)).value
        #expect(keep.unknownMembers.places.map(\.description) == places)
        #expect(try Self.roundTrip(Keep.self, text, for: .v1, by: Self.nested)[0] == text)
        let results = try Self.roundTrip(Keep.self, text, for: .v2, by: Self.nested)
        #expect(results[0] == result)
        #expect(
            try JSONValue(parsingForTests: results[1]).isEquivalent(to: try JSONValue(parsingForTests: result)))
    }

    @Test func whatIsInThePlaceOfAVersionThatIsNotThereIsKept() throws {
        let controller = VersionController<Edition>(
            location: VersionLocation("/meta/v", as: .integer, legacy: "1"))
        for text in [#"{"meta":{},"a":1}"#, #"{"meta":7,"a":1}"#, #"{"meta":{"x":{"v":1}},"a":1}"#] {
            #expect(try Self.roundTrip(Keep.self, text, for: .v1, by: controller)[0] == text)
        }
    }

    struct Outer: Codable {
        var meta: Keep
    }

    @Test func aModelAroundTheVersionDoesNotKeepIt() throws {
        let text = #"{"meta":{"v":1,"a":2,"x":3}}"#
        let outer = try Self.nested.decode(Outer.self, from: Data(text.utf8)).value
        #expect(outer.meta.unknownMembers.names == ["x"])
        #expect(
            try Self.roundTrip(Outer.self, text, for: .v2, by: Self.nested) == [
                #"{"meta":{"a":2,"x":3,"v":2}}"#, #"{"meta":{"a":2,"v":2,"x":3}}"#,
            ])
    }

    private enum Release: String, APIVersion { case v15 = "1.5", v20 = "2.0" }

    @Test func theSecondNumberOfAVersionIsNotKept() throws {
        let controller = VersionController<Release>(
            location: VersionLocation("/major", as: .integer, minor: "/minor"))
        let text = #"{"major":1,"minor":5,"a":1,"x":2}"#
        let keep = try controller.decode(Keep.self, from: Data(text.utf8)).value
        #expect(keep.unknownMembers.names == ["x"])
        #expect(try Self.roundTrip(Keep.self, text, for: .v15, by: controller)[0] == text)
        #expect(
            try Self.roundTrip(Keep.self, text, for: .v20, by: controller) == [
                #"{"major":2,"minor":0,"a":1,"x":2}"#, #"{"a":1,"major":2,"minor":0,"x":2}"#,
            ])
    }

    // MARK: Flattened values

    struct Rest<Value: Codable>: Codable, VersionedKeys {
        var rest: [String: Value]
        var b: Int
        enum CodingKeys: String, CodingKey { case rest, b }

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            [try KeyLayout(CodingKeys.self, [.rest: .flattened])]
        }
    }

    @Test func aFlattenedDictionaryDoesNotReadANestedVersion() throws {
        let text = #"{"meta":{"v":1},"a":1,"b":2}"#
        let expected = try JSONValue(parsingForTests: #"{"meta":{"v":2},"a":1,"b":2}"#)
        for result in try Self.roundTrip(Rest<Int>.self, text, for: .v2, by: Self.nested)
            + Self.roundTrip(Rest<JSONValue>.self, text, for: .v2, by: Self.nested)
        {
            #expect(try JSONValue(parsingForTests: result).isEquivalent(to: expected), "\(result)")
        }
    }

    @Test func aFlattenedDictionaryReadsWhatIsBesideANestedVersion() throws {
        let text = #"{"meta":{"v":1,"x":1.0},"b":2}"#
        let rest = try Self.nested.decode(Rest<JSONValue>.self, from: Data(text.utf8)).value
        #expect(rest.rest.keys.sorted() == ["meta"])
        #expect(rest.rest["meta"]?.text() == #"{"x":1.0}"#)
        let numbers = try Self.nested.decode(Rest<[String: Double]>.self, from: Data(text.utf8)).value
        #expect(numbers.rest == ["meta": ["x": 1]])
        let expected = try JSONValue(parsingForTests: #"{"meta":{"v":2,"x":1},"b":2}"#)
        for result in try Self.roundTrip(Rest<JSONValue>.self, text, for: .v2, by: Self.nested)
            + Self.roundTrip(Rest<[String: Double]>.self, text, for: .v2, by: Self.nested)
        {
            #expect(try JSONValue(parsingForTests: result).isEquivalent(to: expected), "\(result)")
        }
    }

    enum Media: Codable, Equatable, VersionedKeys, UnknownCaseDecodable {
        case song(title: String)
        case unknown(JSONValue)

        static func unknownCase(_ raw: JSONValue) -> Media { .unknown(raw) }
        var unknownDocument: JSONValue? { if case .unknown(let document) = self { document } else { nil } }

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            [try KeyLayout(cases: CodingKeys.self, .beside("type"))]
        }
    }

    struct Post: Codable, Equatable, VersionedKeys {
        var n: Int
        var media: Media?

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1 ? [try KeyLayout(CodingKeys.self, [.media: .flattened])] : []
        }
    }

    @Test func anUnknownCaseDoesNotKeepANestedVersion() throws {
        let posts = [Post(n: 1, media: nil), Post(n: 1, media: .unknown(["type": "x", "y": 2]))]
        for post in posts {
            let data = try Self.nested.encode(post, for: .v1)
            #expect(try Self.nested.decode(Post.self, from: data).value == post)
        }
        let text = #"{"meta":{"v":1,"x":1},"n":1,"type":"film"}"#
        for result in try Self.roundTrip(Post.self, text, for: .v2, by: Self.nested) {
            let expected: JSONValue = [
                "meta": ["v": 2], "n": 1, "media": ["meta": ["x": 1], "type": "film"],
            ]
            #expect(try JSONValue(parsingForTests: result).isEquivalent(to: expected), "\(result)")
        }
    }
}
