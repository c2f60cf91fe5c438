import SampleAPI
import Testing
import VersionedCodec

@Suite struct ClassFamilyTests {
    static func laid(_ route: any CoderRoute, _ discriminator: Discriminator) throws -> Laid {
        let family = try ClassFamily(
            Vehicle.self, discriminator, ["vehicle": Vehicle.self, "car": Car.self, "taxi": Taxi.self])
        return Laid(route, format: VersionFormat(superclass: .inline, families: [family]))
    }

    static var vehicles: [Vehicle] {
        [
            Car(wheels: 4, seats: 5), Vehicle(wheels: 2),
            Taxi(wheels: 4, seats: 4, fare: 1.5, previous: Car(wheels: 3, seats: 1)),
        ]
    }

    static let shapes: [(Discriminator, JSONValue)] = [
        (
            .beside("kind"),
            [
                ["kind": "car", "wheels": 4, "seats": 5], ["kind": "vehicle", "wheels": 2],
                [
                    "kind": "taxi", "wheels": 4, "seats": 4, "fare": 1.5,
                    "previous": ["kind": "car", "wheels": 3, "seats": 1],
                ],
            ]
        ),
        (
            .beside("kind", payload: "it"),
            [
                ["kind": "car", "it": ["wheels": 4, "seats": 5]], ["kind": "vehicle", "it": ["wheels": 2]],
                [
                    "kind": "taxi",
                    "it": [
                        "wheels": 4, "seats": 4, "fare": 1.5,
                        "previous": ["kind": "car", "it": ["wheels": 3, "seats": 1]],
                    ],
                ],
            ]
        ),
        (
            .around,
            [
                ["car": ["wheels": 4, "seats": 5]], ["vehicle": ["wheels": 2]],
                ["taxi": ["wheels": 4, "seats": 4, "fare": 1.5, "previous": ["car": ["wheels": 3, "seats": 1]]]],
            ]
        ),
    ]

    @Test(arguments: CoderRoutes.all, shapes)
    func classesComeBackFromTheirNames(_ route: any CoderRoute, _ shape: (Discriminator, JSONValue)) throws {
        let laid = try Self.laid(route, shape.0)
        try laid.check(Self.vehicles, shape.1)
        try laid.check(["a": Self.vehicles[0]], ["a": shape.1[0] ?? nil])
        let keyed: JSONValue = ["car": shape.1[0] ?? nil, "vehicle": shape.1[2] ?? nil]
        struct Garage: Codable, Equatable {
            var car: Car
            var vehicle: Vehicle?
        }
        try laid.check(Garage(car: Car(wheels: 4, seats: 5), vehicle: Self.vehicles[2]), keyed)
    }

    static let faults: [(Discriminator, JSONValue, String)] = [
        (
            .beside("kind"), [["wheels": 2]],
            #"at "/0": there is no member "kind", which names the class of the Vehicle"#
        ),
        (
            .beside("kind"), [["kind": "bus"]],
            #"at "/0/kind": "bus" names no class of the family of Vehicle: "vehicle", "car", "taxi""#
        ),
        (
            .beside("kind", payload: "it"), [["kind": "car"]],
            #"at "/0": there is no member "it", which holds the Vehicle"#
        ),
        (.around, [[:]], #"at "/0": expected one member, whose key names the class of the Vehicle, found 0"#),
        (
            .around, [["bus": ["wheels": 2]]],
            #"at "/0": "bus" names no class of the family of Vehicle: "vehicle", "car", "taxi""#
        ),
    ]

    @Test(arguments: CoderRoutes.all, faults)
    func aNameThatIsMissingOrUnknownIsAnError(
        _ route: any CoderRoute, _ fault: (Discriminator, JSONValue, String)
    ) throws {
        #expect(try Self.laid(route, fault.0).fault([Vehicle].self, fault.1) == fault.2)
    }

    @Test(arguments: CoderRoutes.all)
    func aNameOfAClassThatDoesNotFitIsATypeMismatch(_ route: any CoderRoute) throws {
        let laid = try Self.laid(route, .beside("kind"))
        let error = #expect(throws: DecodingError.self) {
            try laid.read([Car].self, [["kind": "vehicle", "wheels": 2]])
        }
        guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
        #expect(context.debugDescription == #""vehicle" names Vehicle, which is not of the type Car"#)
    }

    final class Lorry: Vehicle {}

    @Test(arguments: CoderRoutes.all)
    func aClassThatIsNotListedCannotBeWritten(_ route: any CoderRoute) throws {
        #expect(
            try Self.laid(route, .beside("kind")).fault(writing: [Lorry(wheels: 6)])
                == #"at "/0": Lorry has no name in the family of Vehicle: "vehicle", "car", "taxi""#)
    }

    @Test func namesThatMeetFailWhenTheFamilyIsBuilt() {
        let name = #expect(throws: ClassFamily.DeclarationError.self) {
            try ClassFamily(Vehicle.self, .around, ["a": Car.self, "a": Taxi.self])
        }
        #expect(name?.description == #"the family of Vehicle gives Car and Taxi one name, "a""#)
        let twice = #expect(throws: ClassFamily.DeclarationError.self) {
            try ClassFamily(Vehicle.self, .around, ["a": Car.self, "b": Car.self])
        }
        #expect(twice?.description == "the family of Vehicle lists Car twice")
        let key = #expect(throws: ClassFamily.DeclarationError.self) {
            try ClassFamily(Vehicle.self, .beside("a", payload: "a"), ["a": Car.self])
        }
        #expect(
            key?.description == #"the family of Vehicle puts the name of the class and its value under one key, "a""#)
    }

    // MARK: A discriminator of the model's own, outside an object that the rest of its class is in

    class Shape: Codable, Equatable, VersionedKeys {
        var type: String
        var x: Int

        enum CodingKeys: String, CodingKey { case type, x }

        init(type: String, x: Int) { (self.type, self.x) = (type, x) }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            type = try container.decode(String.self, forKey: .type)
            x = try container.decode(Int.self, forKey: .x)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(type, forKey: .type)
            try container.encode(x, forKey: .x)
        }

        class func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
            [try KeyLayout(CodingKeys.self, of: Shape.self, inSubclasses: .under("shape"), [.type: .kept.outside])]
        }

        static func == (lhs: Shape, rhs: Shape) -> Bool {
            lhs.type == rhs.type && lhs.x == rhs.x && (lhs as? Circle)?.radius == (rhs as? Circle)?.radius
        }
    }

    final class Circle: Shape {
        var radius: Int

        private enum CodingKeys: String, CodingKey { case radius }

        init(x: Int, radius: Int) {
            self.radius = radius
            super.init(type: "circle", x: x)
        }

        required init(from decoder: any Decoder) throws {
            radius = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .radius)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(radius, forKey: .radius)
        }
    }

    @Test(arguments: CoderRoutes.all)
    func aKeyMayStayOutsideTheObjectOfItsClass(_ route: any CoderRoute) throws {
        let laid = Laid(route)
        try laid.check(Shape(type: "shape", x: 1), ["type": "shape", "x": 1])
        try laid.check(Circle(x: 1, radius: 2), ["type": "circle", "shape": ["x": 1], "radius": 2])
        #expect(
            try laid.fault(Circle.self, ["shape": ["x": 1, "type": "circle"], "radius": 2])
                == #"at the root: there is no member "type""#)
    }

    // MARK: super

    @Test(arguments: CoderRoutes.all)
    func theLayoutOfAClassSaysWhereItsSuperclassStands(_ route: any CoderRoute) throws {
        class Base: Codable {
            var a = 1
        }
        final class Derived: Base, Equatable {
            enum CodingKeys: String, CodingKey { case b }
            var b = 2
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                b = try container.decode(Int.self, forKey: .b)
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(b, forKey: .b)
                try super.encode(to: container.superEncoder())
            }
            static func == (lhs: Derived, rhs: Derived) -> Bool { lhs.a == rhs.a && lhs.b == rhs.b }
        }
        let shapes: [(VersionFormat.SuperclassPlacement?, JSONValue)] = [
            (nil, ["super": ["a": 1], "b": 2]), (.inline, ["a": 1, "b": 2]),
            (.under("base"), ["base": ["a": 1], "b": 2]),
        ]
        for (placement, json) in shapes {
            let layout = try KeyLayout(Derived.CodingKeys.self, superclass: placement)
            try Laid(route, [layout]).check(Derived(), json)
        }
    }
}
