import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// A subclass that inherits `init(from:)` reads only what its superclass reads; a version controller says so where the
/// payload has more.
@Suite struct SubclassReadingTests {
    class Animal: Codable { var legs = 4 }

    class Dog: Animal { var pedName = "Rex" }

    /// It has nothing of its own to read.
    final class Puppy: Animal {}

    final class Cat: Animal {
        var lives = 9
        var kittens: [Animal] = []

        enum CodingKeys: CodingKey { case lives, kittens }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            lives = try container.decode(Int.self, forKey: .lives)
            kittens = try container.decodeIfPresent([Cat].self, forKey: .kittens) ?? []
            try super.init(from: decoder)
        }
    }

    final class TrackedDog: Animal, InheritsCoding { var position = 0 }

    private static func controller(
        keys: KeyStyle = .asDeclared, checks: Bool = true
    ) -> VersionController<ShapeVersion> {
        VersionController(
            current: .v1, legacy: .v1,
            format: VersionFormat(keys: keys, superclass: .inline, checksSubclasses: checks))
    }

    private static func decode<Model: Decodable>(
        _ type: Model.Type, _ value: JSONValue, by route: any CoderRoute, _ controller: VersionController<ShapeVersion>
    ) throws -> Model {
        try route.decode(type, from: route.payload(value), with: controller).value
    }

    @Test(arguments: CoderRoutes.all)
    func memberThatASubclassDoesNotReadIsAnError(_ route: any CoderRoute) throws {
        for (value, path) in [
            (["a": ["legs": 3, "pedName": "Fido"]], ["a"]),
            (["a": ["legs": 4], "b": ["pedName": 1, "legs": 4]], ["b"]),
        ] as [(JSONValue, [String])] {
            let error = #expect(throws: DecodingError.self) {
                try Self.decode([String: Dog].self, value, by: route, Self.controller())
            }
            guard case .dataCorrupted(let context) = error else { throw try #require(error) }
            #expect(
                context.debugDescription
                    == "Dog inherits init(from:) from its superclass, which does not read \"pedName\";"
                    + " override encode(to:) and init(from:), let the class adopt InheritsCoding,"
                    + " or say VersionFormat(checksSubclasses: false)")
            #expect(context.codingPath.map(\.stringValue) == path)
        }
    }

    @Test(arguments: CoderRoutes.all)
    func memberInTheStyleOfAVersionIsSeen(_ route: any CoderRoute) throws {
        #expect(throws: DecodingError.self) {
            try Self.decode(
                [Dog].self, [["legs": 3, "ped_name": "Fido"]], by: route, Self.controller(keys: .snakeCase))
        }
    }

    @Test(arguments: CoderRoutes.all)
    func whatIsMeantIsNoError(_ route: any CoderRoute) throws {
        let dogs = try Self.decode([Dog].self, [["legs": 3], ["legs": 2]], by: route, Self.controller())
        #expect(dogs.map(\.legs) == [3, 2])
        let lenient = try Self.decode(
            [Dog].self, [["legs": 3, "pedName": "Fido"]], by: route, Self.controller(checks: false))
        #expect(lenient.map(\.pedName) == ["Rex"])
        let puppies = try Self.decode([Puppy].self, [["legs": 3, "pedName": 1]], by: route, Self.controller())
        #expect(puppies.map(\.legs) == [3])
        let tracked = try Self.decode([TrackedDog].self, [["legs": 3, "position": 7]], by: route, Self.controller())
        #expect(tracked.map(\.position) == [0])
        let written = try route.encode(Versioned(tracked, version: ShapeVersion.v1), with: Self.controller())
        #expect(try route.value(of: written) == [["legs": 3]])
    }

    @Test(arguments: CoderRoutes.all)
    func subclassThatReadsItsOwnMembersMayHoldOthersOfItsKind(_ route: any CoderRoute) throws {
        let value: JSONValue = [
            ["legs": 4, "lives": 1, "kittens": [["legs": 3, "lives": 2], ["legs": 2, "lives": 3, "kittens": []]]],
            ["legs": 5, "lives": 7],
        ]
        for keys in [KeyStyle.asDeclared, .snakeCase] {
            let cats = try Self.decode([Cat].self, value, by: route, Self.controller(keys: keys))
            #expect(cats.map(\.lives) == [1, 7])
            #expect(cats[0].kittens.map(\.legs) == [3, 2])
            #expect(cats[0].kittens.compactMap { ($0 as? Cat)?.lives } == [2, 3])
        }
    }

    /// Without a version nobody looks, as with Foundation.
    @Test func withoutAControllerNobodyLooks() throws {
        let payload = Data(#"{"legs":3,"pedName":"Fido"}"#.utf8)
        #expect(try VersionedJSONDecoder().decode(Dog.self, from: payload).pedName == "Rex")
        #expect(try JSONDecoder().decode(Dog.self, from: payload).pedName == "Rex")
    }

    @Test func errorSaysLineAndColumn() throws {
        let error = #expect(throws: DecodingError.self) {
            try Self.controller().decode([Dog].self, from: Data("[\n  {\"legs\":3,\"pedName\":\"Fido\"}]".utf8))
        }
        #expect(
            Diagnostic(describing: try #require(error)).description.hasPrefix(
                "line 2, column 3, at \"/0\": Dog inherits"))
    }
}
