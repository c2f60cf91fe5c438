import VersionedCodec

/// Two versions that differ in where a superclass is.
enum ShapeVersion: Int, APIVersion { case v1 = 1, v2, v3 }

/// A base class, and a subclass that shares its container with it; both have private keys of the same name.
class Point2D: Codable, Equatable, VersionedKeys {
    var x: Int
    var y: Int

    private enum CodingKeys: String, CodingKey { case x, y }

    init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        x = try container.decode(Int.self, forKey: .x)
        y = try container.decode(Int.self, forKey: .y)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(x, forKey: .x)
        try container.encode(y, forKey: .y)
    }

    class func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
        switch version {
        case .v1: [try KeyLayout(CodingKeys.self, of: Point2D.self, inSubclasses: .inline)]
        case .v2: [try KeyLayout(CodingKeys.self, of: Point2D.self, inSubclasses: .under("super"))]
        case .v3: [try KeyLayout(CodingKeys.self, of: Point2D.self, inSubclasses: .under("point2D"))]
        }
    }

    func isEqual(_ other: Point2D) -> Bool { type(of: self) == type(of: other) && x == other.x && y == other.y }

    static func == (lhs: Point2D, rhs: Point2D) -> Bool { lhs.isEqual(rhs) }
}

class Point3D: Point2D {
    var z: Int

    private enum CodingKeys: String, CodingKey { case z }

    init(x: Int, y: Int, z: Int) {
        self.z = z
        super.init(x: x, y: y)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        z = try container.decode(Int.self, forKey: .z)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(z, forKey: .z)
    }

    override class func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
        let own: [KeyLayout] =
            switch version {
            case .v1: []
            case .v2: [try KeyLayout(CodingKeys.self, of: Point3D.self, inSubclasses: .under("middle"))]
            case .v3: [try KeyLayout(CodingKeys.self, of: Point3D.self, inSubclasses: .inline)]
            }
        return try super.keyLayouts(for: version) + own
    }

    override func isEqual(_ other: Point2D) -> Bool { super.isEqual(other) && z == (other as? Point3D)?.z }
}

/// The third level.
final class Point4D: Point3D {
    var w: Int

    private enum CodingKeys: String, CodingKey { case w }

    init(x: Int, y: Int, z: Int, w: Int) {
        self.w = w
        super.init(x: x, y: y, z: z)
    }

    required init(from decoder: any Decoder) throws {
        w = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .w)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(w, forKey: .w)
        try super.encode(to: encoder)
    }

    override func isEqual(_ other: Point2D) -> Bool { super.isEqual(other) && w == (other as? Point4D)?.w }
}

/// A base class and subclasses that call `superEncoder()` and `superDecoder()`.
class Vehicle: Codable, Equatable {
    var wheels: Int

    private enum CodingKeys: String, CodingKey { case wheels }

    init(wheels: Int) { self.wheels = wheels }

    required init(from decoder: any Decoder) throws {
        wheels = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .wheels)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(wheels, forKey: .wheels)
    }

    func isEqual(_ other: Vehicle) -> Bool { type(of: self) == type(of: other) && wheels == other.wheels }

    static func == (lhs: Vehicle, rhs: Vehicle) -> Bool { lhs.isEqual(rhs) }
}

class Car: Vehicle {
    var seats: Int

    private enum CodingKeys: String, CodingKey { case seats }

    init(wheels: Int, seats: Int) {
        self.seats = seats
        super.init(wheels: wheels)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        seats = try container.decode(Int.self, forKey: .seats)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seats, forKey: .seats)
        try super.encode(to: container.superEncoder())
    }

    override func isEqual(_ other: Vehicle) -> Bool { super.isEqual(other) && seats == (other as? Car)?.seats }
}

/// The third level.
final class Taxi: Car {
    var fare: Double
    var previous: Car?

    private enum CodingKeys: String, CodingKey { case fare, previous }

    init(wheels: Int, seats: Int, fare: Double, previous: Car? = nil) {
        self.fare = fare
        self.previous = previous
        super.init(wheels: wheels, seats: seats)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        fare = try container.decode(Double.self, forKey: .fare)
        previous = try container.decodeIfPresent(Car.self, forKey: .previous)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(fare, forKey: .fare)
        try container.encodeIfPresent(previous, forKey: .previous)
    }

    override func isEqual(_ other: Vehicle) -> Bool {
        guard let other = other as? Taxi else { return false }
        return super.isEqual(other) && fare == other.fare && previous == other.previous
    }
}
