import Foundation
import Migrations
import Testing
import VersionedCodec

/// A subclass goes across a bridge: its members and its base's come along, in each version's shape.
@Suite struct ClassBridgeTests {
    @Test func aSubclassCrossesABridgeBothWays() throws {
        let migrator = try Migrator(
            Circle.self, controller: Self.controller(),
            migrations: [Migration(from: Shapes.v1, to: .v2, "The radius is exact", bridge: CircleBridge())])
        let old = #"{"version":1,"super":{"name":"sun"},"diameter":10}"#
        let decoded = try migrator.decode(Data(old.utf8))
        #expect(decoded.model.name == "sun" && decoded.model.radius == 5)
        let current = try migrator.encode(decoded.model, for: .v2)
        #expect(String(decoding: current.data, as: UTF8.self) == #"{"version":2,"shape":{"name":"sun"},"radius":5}"#)
        let back = try migrator.encode(decoded.model, for: .v1)
        #expect(String(decoding: back.data, as: UTF8.self) == old)
        #expect(back.losses == [])
        let trips = try migrator.plan.roundTrips(of: JSONDocument(parsing: old))
        #expect(trips.map(\.isSound) == [true])
    }

    @Test func aMissingSuperclassIsToldWithItsPlace() throws {
        let migrator = try Migrator(
            Circle.self, controller: Self.controller(),
            migrations: [Migration(from: Shapes.v1, to: .v2, "The radius is exact", bridge: CircleBridge())])
        let error = #expect(throws: MigrationError.self) {
            try migrator.decode(Data(#"{"version":1,"diameter":10}"#.utf8))
        }
        #expect(error?.code == .doesNotDecode)
        #expect(error?.step == "1 → 2" && error?.operation == "decode CircleV1")
        #expect(error?.diagnostic.message == #"there is no member "super", which holds the superclass's members"#)
    }

    private static func controller() -> VersionController<Shapes> {
        VersionController(location: VersionLocation("/version", as: .integer)) { version in
            VersionFormat(superclass: version == .v1 ? .under("super") : .under("shape"))
        }
    }
}

private enum Shapes: Int, APIVersion { case v1 = 1, v2 }

private class Shape: Codable {
    let name: String

    init(name: String) { self.name = name }
}

private final class CircleV1: Shape {
    let diameter: Int

    init(name: String, diameter: Int) {
        self.diameter = diameter
        super.init(name: name)
    }

    private enum CodingKeys: String, CodingKey { case diameter }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        diameter = try container.decode(Int.self, forKey: .diameter)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(diameter, forKey: .diameter)
    }
}

private final class Circle: Shape {
    let radius: Int

    init(name: String, radius: Int) {
        self.radius = radius
        super.init(name: name)
    }

    private enum CodingKeys: String, CodingKey { case radius }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        radius = try container.decode(Int.self, forKey: .radius)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(radius, forKey: .radius)
    }
}

private struct CircleBridge: Bridge {
    func upgrade(_ older: CircleV1, in context: inout BridgeContext) -> Circle {
        if !older.diameter.isMultiple(of: 2) {
            context.lose(.integer(older.diameter), at: "/diameter", "the radius is a whole number")
        }
        return Circle(name: older.name, radius: older.diameter / 2)
    }

    func downgrade(_ newer: Circle, in context: inout BridgeContext) -> CircleV1 {
        CircleV1(name: newer.name, diameter: newer.radius * 2)
    }
}
