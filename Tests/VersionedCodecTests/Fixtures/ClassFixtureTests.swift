import Foundation
import SampleAPI
import TestSupport
import Testing
import VersionedCodec

/// A subclass that puts its superclass under a key of its own, which has another name in each version.
final class Van: Vehicle, VersionedKeys {
    private enum CodingKeys: String, CodingKey { case name, base }

    var name: String

    init(wheels: Int, name: String) {
        self.name = name
        super.init(wheels: wheels)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: container.superDecoder(forKey: .base))
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try super.encode(to: container.superEncoder(forKey: .base))
    }

    override func isEqual(_ other: Vehicle) -> Bool { super.isEqual(other) && name == (other as? Van)?.name }

    static func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
        switch version {
        case .v1: []
        case .v2: [try KeyLayout(CodingKeys.self, [.base: .key("vehicle")])]
        case .v3: [try KeyLayout(CodingKeys.self, [.base: .path("/meta/vehicle")])]
        }
    }
}

/// A base class and a subclass that is an array: its superclass is an element, through an unkeyed `superEncoder()`.
class Named: Codable, Equatable, VersionedKeys {
    private enum CodingKeys: String, CodingKey { case name }

    var name: String

    init(name: String) { self.name = name }

    func isEqual(_ other: Named) -> Bool { type(of: self) == type(of: other) && name == other.name }

    static func == (lhs: Named, rhs: Named) -> Bool { lhs.isEqual(rhs) }

    static func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
        switch version {
        case .v1: []
        case .v2: [try KeyLayout(CodingKeys.self, [.name: .key("nick")])]
        case .v3: [try KeyLayout(CodingKeys.self, [.name: .path("/player/nick")])]
        }
    }
}

final class Score: Named {
    var points: Int

    init(name: String, points: Int) {
        self.points = points
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        points = try container.decode(Int.self)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(points)
        try super.encode(to: container.superEncoder())
    }

    override func isEqual(_ other: Named) -> Bool { super.isEqual(other) && points == (other as? Score)?.points }
}

/// `fixtures/vN`: classes as each version writes them.
///
/// | file | the superclass is |
/// |---|---|
/// | `shared.json` | in the container of the subclass |
/// | `super.json` | behind `superEncoder()` |
/// | `named-super.json` | behind `superEncoder(forKey:)` |
/// | `unkeyed-super.json` | behind `superEncoder()` of an array |
/// | `three-levels-shared.json` | in the container of the subclass, twice |
/// | `three-levels-super.json` | behind `superEncoder()`, twice |
/// | `polymorphic.json` | one of the classes of an array |
@Suite struct ClassFixtureTests {
    static let names = [
        "shared", "super", "named-super", "unkeyed-super", "three-levels-shared", "three-levels-super", "polymorphic",
    ]

    private struct ScoreBoard: Codable, Equatable { var scores: [Score] }

    private struct Garage: Codable, Equatable { var vehicles: [Vehicle] }

    private func controller(isPolymorphic: Bool = false) throws -> VersionController<ShapeVersion> {
        try VersionController(location: VersionLocation("/version", as: .integer)) { version in
            let (superclass, discriminator): (VersionFormat.SuperclassPlacement, Discriminator) =
                switch version {
                case .v1: (.inline, .beside("kind"))
                case .v2: (.under("super"), .around)
                case .v3: (.under("base"), .beside("kind", payload: "it"))
                }
            let family = try ClassFamily(
                Vehicle.self, discriminator, ["vehicle": Vehicle.self, "car": Car.self, "taxi": Taxi.self])
            return VersionFormat(superclass: superclass, families: isPolymorphic ? [family] : [])
        }
    }

    private func check<Model: Codable & Equatable>(
        _ model: Model, _ name: String, _ version: ShapeVersion, _ route: any CoderRoute
    ) throws {
        let controller = try controller(isPolymorphic: name == "polymorphic")
        let payload = try RepositoryFiles.fixture("v\(version)/\(name).json")
        let read = try route.decode(Model.self, from: payload, with: controller)
        #expect(read.version == version)
        #expect(read.value == model)
        for target in ShapeVersion.allCases {
            let written = try route.encode(Versioned(read.value, version: target), with: controller)
            let expected = try JSONDocument(parsing: RepositoryFiles.fixture("v\(target)/\(name).json")).root
            #expect(try route.value(of: written).isEquivalent(to: expected), "\(name) for version \(target)")
        }
    }

    @Test(arguments: CoderRoutes.json, ShapeVersion.allCases)
    func aClassBecomesThatOfEveryVersion(_ route: any CoderRoute, _ version: ShapeVersion) throws {
        try check(Point3D(x: 1, y: 2, z: 3), "shared", version, route)
        try check(Car(wheels: 4, seats: 5), "super", version, route)
        try check(Van(wheels: 4, name: "Van"), "named-super", version, route)
        try check(
            ScoreBoard(scores: [Score(name: "Ann", points: 3), Score(name: "Bob", points: 2)]), "unkeyed-super",
            version, route)
    }

    @Test(arguments: CoderRoutes.json, ShapeVersion.allCases)
    func threeLevelsBecomeThoseOfEveryVersion(_ route: any CoderRoute, _ version: ShapeVersion) throws {
        try check(Point4D(x: 1, y: 2, z: 3, w: 4), "three-levels-shared", version, route)
        let taxi = Taxi(wheels: 4, seats: 5, fare: 2.5, previous: Car(wheels: 3, seats: 2))
        try check(taxi, "three-levels-super", version, route)
    }

    @Test(arguments: CoderRoutes.json, ShapeVersion.allCases)
    func anArrayOfABaseClassKeepsItsClasses(_ route: any CoderRoute, _ version: ShapeVersion) throws {
        let vehicles = [
            Vehicle(wheels: 2), Car(wheels: 4, seats: 5),
            Taxi(wheels: 4, seats: 4, fare: 1.5, previous: Car(wheels: 3, seats: 1)),
        ]
        try check(Garage(vehicles: vehicles), "polymorphic", version, route)
    }
}
