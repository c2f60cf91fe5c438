import Foundation
import SampleAPI
import TestSupport
import Testing
import VersionedCodec

@Suite struct DynamicKeyTests {
    /// A key that says what the payload says.
    struct Name: CodingKey, Hashable {
        var stringValue: String
        var intValue: Int?
        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) {
            stringValue = "\(intValue)"
            self.intValue = intValue
        }
    }

    struct Open: Codable, Equatable {
        var members: [String: Int]

        init(_ members: [String: Int]) { self.members = members }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            members = [:]
            for key in container.allKeys { members[key.stringValue] = try container.decode(Int.self, forKey: key) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in members { try container.encode(value, forKey: Name(name)) }
        }
    }

    @Test(arguments: CoderRoutes.all, KeyStyleTests.styles)
    func structKeysKeepWhatTheySay(_ route: any CoderRoute, _ style: KeyStyle) throws {
        let laid = Laid(route, format: VersionFormat(keys: style))
        try laid.check(
            Open(["imageURL": 1, "image_url": 2, "Other-Key": 3]), ["imageURL": 1, "image_url": 2, "Other-Key": 3])
    }

    @Test(arguments: CoderRoutes.all)
    func structKeysMayBeListed(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(Name.self, [Name("a"): .key("alpha"), Name("b"): .path("/deep/b")])
        let laid = Laid(route, [layout], format: VersionFormat(keys: .snakeCase))
        let written = try laid.write(Open(["a": 1, "b": 2, "imageURL": 3]))
        #expect(written.isEquivalent(to: ["alpha": 1, "deep": ["b": 2], "imageURL": 3]))
        #expect(try laid.read(Open.self, ["alpha": 1, "imageURL": 3]) == Open(["a": 1, "imageURL": 3]))
    }

    @Test(arguments: CoderRoutes.all)
    func aStyleOfTheLayoutSpellsStructKeysToo(_ route: any CoderRoute) throws {
        let laid = Laid(route, [try KeyLayout(Name.self, style: .kebabCase)])
        #expect(try laid.write(Open(["imageURL": 1])) == ["image-url": 1])
        let read = try SuperCoderHazardTests.read(
            route, ["image-url": 1], format: VersionFormat(layouts: [try KeyLayout(Name.self, style: .kebabCase)])
        ) { try $0.container(keyedBy: Name.self).decode(Int.self, forKey: Name("imageURL")) }
        #expect(read == 1)
    }

    /// More keys than a layout keeps: they are data, and cost nothing that stays.
    @Test(arguments: CoderRoutes.json)
    func keysWithoutEndAreSpelledEachTime(_ route: any CoderRoute) throws {
        let laid = Laid(route, [try KeyLayout(Name.self, style: .snakeCase)])
        let count = Cases.parts(of: 3000)
        let members = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\($0)Name", $0) })
        let written = try laid.write(Open(members))
        #expect(written.object?.count == count)
        #expect(written["key\(count - 1)_name"]?.int == count - 1)
    }

    enum Digit: Int, Codable, CodingKey, CodingKeyRepresentable { case one = 1, two = 2 }
    enum Word: String, Codable, CodingKeyRepresentable { case firstWord, secondWord }

    struct Tables: Codable, Equatable {
        var byText: [String: [String: Int]]
        var byNumber: [Int: String]
        var byWord: [Word: Int]
        var byDigit: [Digit: Int]
    }

    @Test(arguments: CoderRoutes.all, KeyStyleTests.styles)
    func dictionariesKeepTheirKeysAtEveryDepth(_ route: any CoderRoute, _ style: KeyStyle) throws {
        let tables = Tables(
            byText: ["aB": ["cD": 1, "c_d": 2]], byNumber: [7: "x", -1: "y"], byWord: [.firstWord: 1, .secondWord: 2],
            byDigit: [.one: 1, .two: 2])
        try Laid(route, format: VersionFormat(keys: style)).check(
            ["someKey": [tables]],
            [
                "someKey": [
                    .object([
                        style.spelling(of: "byText"): ["aB": ["cD": 1, "c_d": 2]],
                        style.spelling(of: "byNumber"): ["7": "x", "-1": "y"],
                        style.spelling(of: "byWord"): ["firstWord": 1, "secondWord": 2],
                        style.spelling(of: "byDigit"): ["1": 1, "2": 2],
                    ])
                ]
            ])
    }

    /// An enum that is not a `CodingKeyRepresentable` makes a flat array of keys and values, in every coder.
    @Test(arguments: CoderRoutes.all)
    func dictionariesOfOtherKeysAreArrays(_ route: any CoderRoute) throws {
        enum Plain: String, Codable { case someWord }
        try Laid(route, format: VersionFormat(keys: .snakeCase)).check([Plain.someWord: 1], ["someWord", 1])
    }

    struct Indexed: Codable, Equatable {
        enum CodingKeys: Int, CodingKey { case first = 1, second = 2 }
        var first: Int
        var second: Int
    }

    @Test(arguments: CoderRoutes.all)
    func keysWithNumbersAreSpelledByTheirNames(_ route: any CoderRoute) throws {
        try Laid(route).check(Indexed(first: 1, second: 2), ["first": 1, "second": 2])
        let layout = try KeyLayout(Indexed.CodingKeys.self, [.first: .key("1")], style: .screamingSnakeCase)
        try Laid(route, [layout]).check(Indexed(first: 1, second: 2), ["1": 1, "SECOND": 2])
    }
}
