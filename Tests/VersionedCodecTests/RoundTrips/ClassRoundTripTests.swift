import SampleAPI
import Testing
import VersionedCodec

/// Encode, compare the shape, decode, compare the value: each version's placement of a superclass, over each coder.
@Suite struct ClassRoundTripTests {
    struct Case<Model: Sendable>: Sendable, CustomTestStringConvertible {
        let version: ShapeVersion
        let shape: JSONValue
        var testDescription: String { "v\(version): \(shape)" }
    }

    private func controller(stamped: Bool = false) -> VersionController<ShapeVersion> {
        VersionController(location: stamped ? VersionLocation("/version", as: .integer) : nil) { version in
            switch version {
            case .v1: VersionFormat(superclass: .inline)
            case .v2: VersionFormat(superclass: .under("super"))
            case .v3: VersionFormat(superclass: .under("base"))
            }
        }
    }

    private func check<Model: Codable & Equatable>(
        _ model: Model, _ version: ShapeVersion, _ shape: JSONValue, _ route: any CoderRoute,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let controller = controller()
        let payload = try route.encode(Versioned(model, version: version), with: controller)
        let written = try route.value(of: payload)
        #expect(written.isEquivalent(to: shape), "wrote \(written)", sourceLocation: sourceLocation)
        let read = try route.decode(Model.self, from: route.payload(shape), with: controller.fixed(to: version))
        #expect(read.value == model, sourceLocation: sourceLocation)
        #expect(read.version == version, sourceLocation: sourceLocation)
    }

    static let sharedShapes: [(ShapeVersion, JSONValue)] = [
        (.v1, ["x": 1, "y": 2, "z": 3]),
        (.v2, ["super": ["x": 1, "y": 2], "z": 3]),
        (.v3, ["point2D": ["x": 1, "y": 2], "z": 3]),
    ]

    @Test(arguments: CoderRoutes.all, sharedShapes)
    func sharedContainerFollowsTheLayoutOfTheBase(_ route: any CoderRoute, _ expected: (ShapeVersion, JSONValue)) throws
    {
        try check(Point3D(x: 1, y: 2, z: 3), expected.0, expected.1, route)
    }

    @Test(arguments: CoderRoutes.all, ShapeVersion.allCases)
    func theBaseAloneStaysFlat(_ route: any CoderRoute, _ version: ShapeVersion) throws {
        try check(Point2D(x: 1, y: 2), version, ["x": 1, "y": 2], route)
    }

    static let threeLevels: [(ShapeVersion, JSONValue)] = [
        (.v1, ["x": 1, "y": 2, "z": 3, "w": 4]),
        (.v2, ["super": ["x": 1, "y": 2], "middle": ["z": 3], "w": 4]),
        (.v3, ["point2D": ["x": 1, "y": 2], "z": 3, "w": 4]),
    ]

    @Test(arguments: CoderRoutes.all, threeLevels)
    func threeLevelsShareAContainer(_ route: any CoderRoute, _ expected: (ShapeVersion, JSONValue)) throws {
        try check(Point4D(x: 1, y: 2, z: 3, w: 4), expected.0, expected.1, route)
    }

    static let superShapes: [(ShapeVersion, JSONValue)] = [
        (.v1, ["wheels": 4, "seats": 5]),
        (.v2, ["super": ["wheels": 4], "seats": 5]),
        (.v3, ["base": ["wheels": 4], "seats": 5]),
    ]

    @Test(arguments: CoderRoutes.all, superShapes)
    func superEncoderFollowsTheFormat(_ route: any CoderRoute, _ expected: (ShapeVersion, JSONValue)) throws {
        try check(Car(wheels: 4, seats: 5), expected.0, expected.1, route)
    }

    static let threeSupers: [(ShapeVersion, JSONValue)] = [
        (.v1, ["wheels": 4, "seats": 5, "fare": 2.5, "previous": ["wheels": 3, "seats": 2]]),
        (
            .v2,
            [
                "super": ["super": ["wheels": 4], "seats": 5], "fare": 2.5,
                "previous": ["super": ["wheels": 3], "seats": 2],
            ]
        ),
        (
            .v3,
            [
                "base": ["base": ["wheels": 4], "seats": 5], "fare": 2.5,
                "previous": ["base": ["wheels": 3], "seats": 2],
            ]
        ),
    ]

    @Test(arguments: CoderRoutes.all, threeSupers)
    func threeLevelsAndAnOptionalReference(_ route: any CoderRoute, _ expected: (ShapeVersion, JSONValue)) throws {
        let taxi = Taxi(wheels: 4, seats: 5, fare: 2.5, previous: Car(wheels: 3, seats: 2))
        try check(taxi, expected.0, expected.1, route)
        var without = expected.1
        without.object?.removeValue(forKey: "previous")
        try check(Taxi(wheels: 4, seats: 5, fare: 2.5), expected.0, without, route)
    }

    static let sharedBehindSuper: [(ShapeVersion, JSONValue)] = [
        (.v1, ["label": "A", "x": 1, "y": 2, "z": 3]),
        (.v2, ["label": "A", "super": ["super": ["x": 1, "y": 2], "z": 3]]),
        (.v3, ["label": "A", "base": ["point2D": ["x": 1, "y": 2], "z": 3]]),
    ]

    @Test(arguments: CoderRoutes.all, sharedBehindSuper)
    func classBehindSuperEncoderSharesItsContainer(
        _ route: any CoderRoute, _ expected: (ShapeVersion, JSONValue)
    ) throws {
        try check(LabelledPoint(x: 1, y: 2, z: 3, label: "A"), expected.0, expected.1, route)
    }

    @Test(arguments: CoderRoutes.all)
    func classBehindSuperEncoderForKeySharesItsContainer(_ route: any CoderRoute) throws {
        try check(
            PlacedPoint(x: 1, y: 2, z: 3), .v3, ["point": ["point2D": ["x": 1, "y": 2], "z": 3]], route)
        try check(ListedPoint(x: 1, y: 2, z: 3), .v3, [["point2D": ["x": 1, "y": 2], "z": 3]], route)
    }

    @Test(arguments: CoderRoutes.all)
    func arraysAndOptionalsOfClasses(_ route: any CoderRoute) throws {
        try check(
            [Point3D(x: 1, y: 2, z: 3), nil], .v3, [["point2D": ["x": 1, "y": 2], "z": 3], nil],
            route.isPropertyList ? JSONRouteForNulls.route : route)
        try check(["a": Car(wheels: 4, seats: 5)], .v1, ["a": ["wheels": 4, "seats": 5]], route)
    }

    @Test(arguments: CoderRoutes.all)
    func missingSuperclassMemberNamesItsPlace(_ route: any CoderRoute) throws {
        let error = #expect(throws: DecodingError.self) {
            try route.decode(Car.self, from: route.payload(["seats": 5]), with: controller().fixed(to: .v2))
        }
        guard case .keyNotFound(let key, let context) = error else {
            Testing.Issue.record("not keyNotFound: \(String(describing: error))")
            return
        }
        #expect(key.stringValue == "super")
        #expect(context.debugDescription == "there is no member \"super\", which holds the superclass's members")
        let inner = #expect(throws: DecodingError.self) {
            try route.decode(
                [Point3D].self, from: route.payload([["z": 3, "point2D": ["x": 1]]]), with: controller().fixed(to: .v3))
        }
        guard case .keyNotFound(let missing, let place) = inner else {
            Testing.Issue.record("not keyNotFound: \(String(describing: inner))")
            return
        }
        #expect(missing.stringValue == "y")
        #expect(place.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue } == ["0", "point2D"])
        #expect(place.debugDescription == "there is no member \"/point2D/y\" for the key \"y\"; there is \"x\"")
    }

    private enum JSONRouteForNulls { static let route = CoderRoutes.json[0] }

    @Test(arguments: CoderRoutes.all, threeLevels)
    func subclassesBehindAMetatypeKeepTheirShape(_ route: any CoderRoute, _ expected: (ShapeVersion, JSONValue)) throws
    {
        enum Key: String, CodingKey { case item }
        let controller = controller().fixed(to: expected.0)
        let point = Point4D(x: 1, y: 2, z: 3, w: 4)
        let type: Point2D.Type = Point4D.self
        try Reader.$body.withValue(
            .init { decoder in
                let container = try decoder.container(keyedBy: Key.self)
                #expect(try container.decodeSubclass(type, forKey: .item) == point)
                let element = try container.superDecoder(forKey: .item)
                #expect(try element.singleValueContainer().decode(type) == point)
            }
        ) {
            _ = try route.decode(Reader.self, from: route.payload(["item": expected.1]), with: controller)
        }
    }
}
