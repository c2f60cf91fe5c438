import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// What goes wrong with classes, errors inside `encode(to:)`, and configurations in Foundation's coders, and how it is
/// here.
@Suite struct ClassHazardTests {
    enum Key: String, CodingKey { case x, y, kind, item, items }

    /// A base whose subclasses a discriminator restores.
    final class Garage: Codable, Equatable {
        var vehicles: [Vehicle]

        init(_ vehicles: [Vehicle]) { self.vehicles = vehicles }

        private struct Entry: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            vehicles = []
            while !container.isAtEnd {
                let element = try container.superDecoder()
                let members = try element.container(keyedBy: Entry.self)
                let kind = try members.decode(String.self, forKey: Entry(stringValue: "kind"))
                let types: [String: Vehicle.Type] = ["vehicle": Vehicle.self, "car": Car.self, "taxi": Taxi.self]
                guard let type = types[kind] else {
                    throw DecodingError.dataCorrupted(
                        .init(codingPath: members.codingPath, debugDescription: "unknown kind \(kind)"))
                }
                vehicles.append(try type.init(from: element))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for vehicle in vehicles {
                let element = container.superEncoder()
                var members = element.container(keyedBy: Entry.self)
                let kind = vehicle is Taxi ? "taxi" : vehicle is Car ? "car" : "vehicle"
                try members.encode(kind, forKey: Entry(stringValue: "kind"))
                try vehicle.encode(to: element)
            }
        }

        static func == (lhs: Garage, rhs: Garage) -> Bool { lhs.vehicles == rhs.vehicles }
    }

    @Test(arguments: CoderRoutes.all, ShapeVersion.allCases)
    func subclassesInAnArrayOfTheBaseAreRestored(_ route: any CoderRoute, _ version: ShapeVersion) throws {
        let placements: [ShapeVersion: VersionFormat.SuperclassPlacement] = [
            .v1: .inline, .v2: .under("super"), .v3: .under("base"),
        ]
        let controller = VersionController<ShapeVersion> {
            VersionFormat(superclass: placements[$0] ?? .inline)
        }
        let garage = Garage([Car(wheels: 4, seats: 5), Vehicle(wheels: 2), Taxi(wheels: 4, seats: 3, fare: 1.5)])
        let payload = try route.encode(Versioned(garage, version: version), with: controller)
        #expect(try route.decode(Garage.self, from: payload, with: controller.fixed(to: version)).value == garage)
        let first = try route.value(of: payload)[0]
        let expected: [ShapeVersion: JSONValue] = [
            .v1: ["kind": "car", "wheels": 4, "seats": 5], .v2: ["kind": "car", "super": ["wheels": 4], "seats": 5],
            .v3: ["kind": "car", "base": ["wheels": 4], "seats": 5],
        ]
        #expect(first?.isEquivalent(to: expected[version] ?? .null) == true, "wrote \(String(describing: first))")
    }

    @Test(arguments: CoderRoutes.all)
    func dynamicSubclassMetatypeIsKept(_ route: any CoderRoute) throws {
        let payload: JSONValue = ["item": ["wheels": 4, "seats": 5]]
        try SuperCoderHazardTests.read(route, payload, format: VersionFormat(superclass: .inline)) { decoder in
            let type: Vehicle.Type = Car.self
            let container = try decoder.container(keyedBy: Key.self)
            #expect(try container.decodeSubclass(type, forKey: .item) == Car(wheels: 4, seats: 5))
        }
        try SuperCoderHazardTests.read(
            route, [["wheels": 4, "seats": 5]], format: VersionFormat(superclass: .inline)
        ) { decoder in
            var container = try decoder.unkeyedContainer()
            let type: Vehicle.Type = Car.self
            #expect(try container.decode(type) == Car(wheels: 4, seats: 5))
        }
    }

    class Animal: Codable { var legs = 4 }

    class Dog: Animal {
        var name = "Rex"
    }

    /// It has nothing of its own to write, and says so by having nothing.
    final class Puppy: Animal {}

    @Test(arguments: CoderRoutes.all)
    func subclassThatInheritsEncodingIsAnErrorThatNamesWhatIsLost(_ route: any CoderRoute) throws {
        let controller = VersionController<ShapeVersion>()
        let error = #expect(throws: EncodingError.self) {
            try route.encode(Versioned(["pet": Dog() as Animal], version: .v1), with: controller)
        }
        guard case .invalidValue(_, let context) = innermost(error) else { throw try #require(error) }
        #expect(
            context.debugDescription
                == "Dog inherits encode(to:) from its superclass, which does not write \"name\";"
                + " override encode(to:) and init(from:), let the class adopt InheritsCoding,"
                + " or say VersionFormat(checksSubclasses: false)")
        #expect(context.codingPath.map(\.stringValue) == ["pet"])
        #expect(try route.value(of: route.encode(Versioned(Puppy(), version: .v1), with: controller)) == ["legs": 4])
        let lenient = VersionController<ShapeVersion>(format: VersionFormat(checksSubclasses: false))
        #expect(try route.value(of: route.encode(Versioned(Dog(), version: .v1), with: lenient)) == ["legs": 4])
    }

    @Test(arguments: CoderRoutes.all)
    func superDecodersOfNestedContainersReadTheirPlaces(_ route: any CoderRoute) throws {
        let payload: JSONValue = ["item": ["super": ["x": 1], "items": [["y": 2], 3]]]
        try SuperCoderHazardTests.read(route, payload) { decoder in
            let nested = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .item)
            let superclass = try nested.superDecoder()
            #expect(superclass.codingPath.map(\.stringValue) == ["item", "super"])
            #expect(try superclass.container(keyedBy: Key.self).decode(Int.self, forKey: .x) == 1)
            var list = try nested.nestedUnkeyedContainer(forKey: .items)
            let element = try list.superDecoder()
            #expect(try element.container(keyedBy: Key.self).decode(Int.self, forKey: .y) == 2)
            #expect(try list.decode(Int.self) == 3)
        }
    }

    // MARK: Encoding after an error

    struct Failing: Encodable {
        struct Refusal: Error {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .x)
            throw Refusal()
        }
    }

    @Test(arguments: CoderRoutes.all)
    func errorCaughtInsideEncodeLeavesNoTrace(_ route: any CoderRoute) throws {
        let written = try SuperCoderHazardTests.write(route) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(Failing(), forKey: .item)
            try container.encode(["y": 2], forKey: .y)
            var list = container.nestedUnkeyedContainer(forKey: .items)
            try? list.encode(Failing())
            try list.encode([3])
            #expect(list.count == 1)
        }
        #expect(written.isEquivalent(to: ["y": ["y": 2], "items": [[3]]]), "wrote \(written)")
        let single = try SuperCoderHazardTests.write(route) { encoder in
            var container = encoder.singleValueContainer()
            do { try container.encode(Failing()) } catch { try container.encode(["a"]) }
        }
        #expect(single == ["a"])
    }

    // MARK: Errors

    @Test(arguments: CoderRoutes.all)
    func numberThatDoesNotFitHasItsWholePath(_ route: any CoderRoute) throws {
        struct Item: Decodable { var x: Int8 }
        struct Page: Decodable { var items: [Item] }
        let error = #expect(throws: DecodingError.self) {
            try route.decode(
                Page.self, from: route.payload(["items": [["x": 1], ["x": 300]]]),
                with: VersionController<ShapeVersion>().fixed(to: .v1))
        }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue } == ["items", "1", "x"])
    }

    @Test(arguments: CoderRoutes.all)
    func errorOfAModelPassesUnchanged(_ route: any CoderRoute) throws {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try SuperCoderHazardTests.read(route, ["x": 1]) { _ in throw Refusal() }
        }
    }

    @Test(arguments: CoderRoutes.json)
    func numberThatDoesNotFitInACollectionHasItsWholePath(_ route: any CoderRoute) throws {
        struct Page: Decodable {
            var rows: [[Int]]
            var byName: [String: Int]
        }
        let bad: [(String, [String])] = [
            (#"{"rows": [[1], [2, 99999999999999999999]], "byName": {}}"#, ["rows", "1", "1"]),
            (#"{"rows": [], "byName": {"a": 1, "b": 1.5}}"#, ["byName", "b"]),
        ]
        for (text, path) in bad {
            let error = #expect(throws: DecodingError.self) {
                try route.decode(
                    Page.self, from: Data(text.utf8), with: VersionController<ShapeVersion>().fixed(to: .v1))
            }
            guard case .dataCorrupted(let context) = error else { throw try #require(error) }
            #expect(context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue } == path)
            let says = context.debugDescription
            #expect(says.hasPrefix("the number ") && says.hasSuffix(" does not fit Int"))
        }
    }

    @Test func numberThatIsNoneIsASyntaxErrorWithItsLine() throws {
        let payload = Data("{\"x\":\n 01}".utf8)
        let error = #expect(throws: DecodingError.self) {
            try VersionController<ShapeVersion>().fixed(to: .v1).decode([String: Int].self, from: payload)
        }
        #expect(
            Diagnostic(describing: try #require(error), in: payload).description
                == #"line 2, column 3, at "/x": invalid number: expected no digit after a leading 0, found "1""#)
    }
}
