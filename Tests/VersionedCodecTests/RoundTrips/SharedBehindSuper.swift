import VersionedCodec

/// A class with a superclass that shares its container with a third one, in the member for superclasses.
final class LabelledPoint: Point3D {
    var label: String

    private enum CodingKeys: String, CodingKey { case label }

    init(x: Int, y: Int, z: Int, label: String) {
        self.label = label
        super.init(x: x, y: y, z: z)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        label = try container.decode(String.self, forKey: .label)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(label, forKey: .label)
        try super.encode(to: container.superEncoder())
    }
}

/// The same, under a key of its own.
final class PlacedPoint: Point3D {
    private enum CodingKeys: String, CodingKey { case point }

    override init(x: Int, y: Int, z: Int) { super.init(x: x, y: y, z: z) }

    required init(from decoder: any Decoder) throws {
        try super.init(from: decoder.container(keyedBy: CodingKeys.self).superDecoder(forKey: .point))
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder(forKey: .point))
    }
}

/// The same, as an element of an array.
final class ListedPoint: Point3D {
    override init(x: Int, y: Int, z: Int) { super.init(x: x, y: y, z: z) }

    required init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try super.encode(to: container.superEncoder())
    }
}
