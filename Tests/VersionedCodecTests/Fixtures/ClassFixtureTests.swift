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

/// `fixtures/vN/shared.json`, `super.json` and `named-super.json`: a subclass in the shared container of its
/// superclass, behind `superEncoder()`, and behind `superEncoder(forKey:)`, as each version writes them.
@Suite struct ClassFixtureTests {
    static let names = ["shared", "super", "named-super"]

    private func controller() -> VersionController<ShapeVersion> {
        VersionController(location: VersionLocation("/version", as: .integer)) { version in
            switch version {
            case .v1: VersionFormat(superclass: .inline)
            case .v2: VersionFormat(superclass: .under("super"))
            case .v3: VersionFormat(superclass: .under("base"))
            }
        }
    }

    private func check<Model: Codable & Equatable>(
        _ model: Model, _ name: String, _ version: ShapeVersion, _ route: any CoderRoute
    ) throws {
        let payload = try RepositoryFiles.fixture("v\(version)/\(name).json")
        let read = try route.decode(Model.self, from: payload, with: controller())
        #expect(read.version == version)
        #expect(read.value == model)
        for target in ShapeVersion.allCases {
            let written = try route.encode(Versioned(read.value, version: target), with: controller())
            let expected = try JSONDocument(parsing: RepositoryFiles.fixture("v\(target)/\(name).json")).root
            #expect(try route.value(of: written).isEquivalent(to: expected), "\(name) for version \(target)")
        }
    }

    @Test(arguments: CoderRoutes.json, ShapeVersion.allCases)
    func aClassBecomesThatOfEveryVersion(_ route: any CoderRoute, _ version: ShapeVersion) throws {
        try check(Point3D(x: 1, y: 2, z: 3), "shared", version, route)
        try check(Car(wheels: 4, seats: 5), "super", version, route)
        try check(Van(wheels: 4, name: "Van"), "named-super", version, route)
    }
}
