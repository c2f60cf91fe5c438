import SampleAPI
import Testing
import VersionedCodec

/// What a check of a model finds before any payload is there.
@Suite struct ModelCheckTests {
    private enum OldKeys: String, CodingKey { case a }

    private static let plain = VersionController<ShapeVersion>()

    @Test func aModelWithoutFaultsHasNone() throws {
        struct Song: Codable { var title: String, seconds: Int?, tags: [String] }
        #expect(try Self.plain.faults(of: Song.self).isEmpty)
        #expect(try Self.plain.faults(of: [String: Int].self).isEmpty)
    }

    struct Song: Codable, VersionedKeys {
        var title: String
        var name: String?
        var page: Page?

        struct Page: Codable { var number: Int }

        static func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
            switch version {
            case .v1: [try KeyLayout(CodingKeys.self, [.title: .key("name")])]
            case .v2: [try KeyLayout(CodingKeys.self), try KeyLayout(OldKeys.self, [.a: .key("b")])]
            case .v3: [try KeyLayout(CodingKeys.self, [.title: .key("x"), .name: .key("x")])]
            }
        }
    }

    @Test func layoutsPlacesAndVersionsAreTold() throws {
        let faults = try Self.plain.faults(of: Song.self)
        #expect(
            faults.map(\.description) == [
                #"version 1: Song: the keys "title" and "name" of Song.CodingKeys use the same key"#,
                #"version 2: Song: the model does not use its layout of OldKeys"#,
                #"version 3: Song: at "/x": the layout of Song.CodingKeys puts "title" and "name" in one place"#,
            ])
        #expect(faults.map(\.code) == [.sharedPlace, .unusedLayout, .unreadableVersion])
        #expect(faults[0].keys == ["title", "name"] && faults[0].place == "/name")
    }

    @Test func layoutsOfFormatsAreTold() throws {
        let controller = try VersionController<ShapeVersion> { version in
            VersionFormat(layouts: version == .v2 ? [try KeyLayout(OldKeys.self, [.a: .key("b")])] : [])
        }
        struct Item: Codable { var a: Int }
        #expect(
            try controller.faults(of: Item.self).map(\.description) == [
                "version 2: no model uses the layout of OldKeys in the format"
            ])
    }

    struct City: Codable { var city: String }

    struct Sharing: Codable, VersionedKeys {
        var home: City
        var work: City?
        var x: Int
        var z: String

        static func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
            switch version {
            case .v1: [try KeyLayout(CodingKeys.self, [.home: .flattened, .work: .flattened])]
            case .v2: [try KeyLayout(CodingKeys.self, [.home: .path("/z/home"), .z: .path("/x/z")])]
            default: [try KeyLayout(CodingKeys.self, [.z: .flattened])]
            }
        }
    }

    /// Members of flattened values, members within a scalar, and a flattened scalar.
    @Test func placesThatCannotBeSharedAreTold() throws {
        #expect(
            try Self.plain.faults(of: Sharing.self).map(\.description) == [
                #"version 1: Sharing: the keys "city" of CodingKeys and "city" of CodingKeys use the same place, "/city""#,
                #"version 2: Sharing: the keys "x" of CodingKeys and "z" of CodingKeys use the same place, "/x""#,
                #"version 3: Sharing: the member "z" is flattened, but its value is not an object"#,
            ])
    }

    @Test func stylesThatPutTwoKeysInOnePlaceAreTold() throws {
        struct Both: Codable { var userID: Int, userId: Int }
        let controller = VersionController<ShapeVersion> { VersionFormat(keys: $0 == .v1 ? .snakeCase : .asDeclared) }
        let faults = try controller.faults(of: Both.self)
        #expect(faults.map(\.version) == ["1"] && faults.map(\.code) == [.sharedPlace])
        #expect(Set(faults.first?.keys ?? []) == ["userID", "userId"])
        #expect(faults.first?.place == "/user_id")
    }

    struct Person: Codable, VersionedKeys {
        struct Address: Codable { var city: String, name: String }
        var name: String
        var home: Address

        static func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
            version == .v1 ? [] : [try KeyLayout(CodingKeys.self, [.home: .flattened])]
        }
    }

    @Test func membersOfFlattenedValuesShareTheObject() throws {
        let faults = try Self.plain.faults(of: Person.self)
        #expect(faults.map(\.version) == ["2", "3"])
        #expect(
            faults.first?.description
                == #"version 2: Person: the keys "name" of CodingKeys and "name" of CodingKeys use the same place, "/name""#
        )
    }

    class Base: Codable {
        var id = 1
    }

    final class Derived: Base {
        var other = 2

        private enum CodingKeys: String, CodingKey { case other = "id" }

        required init(from decoder: any Decoder) throws {
            other = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .other)
            try super.init(from: decoder)
        }
    }

    @Test func aClassAndItsSuperclassMayShareAPlace() throws {
        let faults = try Self.plain.faults(of: Derived.self)
        #expect(faults.map(\.version) == ["1", "2", "3"])
        #expect(faults.first?.keys == ["id", "id"] && faults.first?.place == "/id")
    }

    @Test func classesOfFamiliesAreLookedAtToo() throws {
        class Vehicle: Codable {
            var wheels = 4
            enum CodingKeys: String, CodingKey { case wheels }
        }
        final class Bike: Vehicle {
            var bell = true
            enum BikeKeys: String, CodingKey { case bell }
            required init(from decoder: any Decoder) throws {
                bell = try decoder.container(keyedBy: BikeKeys.self).decode(Bool.self, forKey: .bell)
                try super.init(from: decoder)
            }
        }
        let controller = try VersionController<ShapeVersion> { _ in
            VersionFormat(
                layouts: [try KeyLayout(Bike.BikeKeys.self, [.bell: .key("ring")]), try KeyLayout(OldKeys.self)],
                families: [
                    try ClassFamily(Vehicle.self, .beside("kind"), ["vehicle": Vehicle.self, "bike": Bike.self])
                ])
        }
        let faults = try controller.faults(of: [Vehicle].self)
        #expect(Set(faults.map(\.reason)) == ["no model uses the layout of OldKeys in the format"])
    }

    @Test func whatCannotBeRecordedIsAnError() {
        struct Stubborn: Decodable {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                guard text == "only this" else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not this"))
                }
            }
        }
        #expect(throws: TypeSketch.RecordingError.self) { try Self.plain.faults(of: Stubborn.self) }
    }
}
