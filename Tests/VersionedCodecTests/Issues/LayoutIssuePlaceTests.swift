import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Issues of layouts and families name the place in the payload where our own decoder reads it.
@Suite struct LayoutIssuePlaceTests {
    struct Song: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case name }
        var name: String
    }

    static func aliases() throws -> VersionController<Edition> {
        let layout = try KeyLayout(Song.CodingKeys.self, [.name: .key("name").alias("title").alias(path: "/meta/name")])
        return VersionController<Edition>(
            location: VersionLocation("/version", as: .integer), format: VersionFormat(layouts: [layout]))
    }

    @Test func anAliasThatIsNotReadHasAPlace() throws {
        let text = #"{"version": 1, "name": "A", "meta": {"name": "C"}, "title": "B"}"#
        let issues = try Self.aliases().decode(Song.self, from: Data(text.utf8)).issues
        let words = #"this member was not read, because "/name" was read for the key "name" (version 1)"#
        #expect(
            issues.map(\.description) == [
                #"line 1, column 61, at "/title": "# + words, #"line 1, column 46, at "/meta/name": "# + words,
            ])
        #expect(issues.map(\.quotation) == [#""B""#, #""C""#])
        #expect(issues.map(\.found) == [.string, .string])
        #expect(issues.map(\.byteRange) == [60..<63, 45..<48])
        // A report is in the order of the document.
        let report = try Self.aliases().decodeReporting(Song.self, from: Data(text.utf8))
        #expect(report.issues.map(\.path) == ["/meta/name", "/title"])
        #expect(report.issues.map(\.position?.column) == [46, 61])
    }

    @Test func inAnArrayToo() throws {
        var decoder = VersionedJSONDecoder()
        decoder.userInfo.install(try Self.aliases())
        let text = """
            [{"version": 2, "name": "A"},
             {"version": 2, "name": "A", "title": "B"}]
            """
        let songs = try decoder.decode([Versioned<Song, Edition>].self, from: text)
        #expect(
            songs[1].issues.map(\.description) == [
                #"line 2, column 39, at "/1/title": this member was not read,"#
                    + #" because "/name" was read for the key "name" (version 2)"#
            ])
    }

    // MARK: Families

    class Vehicle: Codable {
        var wheels: Int

        init(wheels: Int) { self.wheels = wheels }
    }

    final class Car: Vehicle {
        private enum CodingKeys: CodingKey { case seats }
        var seats: Int

        required init(from decoder: any Decoder) throws {
            seats = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .seats)
            try super.init(from: decoder)
        }
    }

    final class UnknownVehicle: Vehicle {
        let document: JSONValue

        required init(from decoder: any Decoder) throws {
            document = try JSONValue(from: decoder)
            super.init(wheels: 0)
        }

        override func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }
    }

    static let names: [(JSONValue, String)] = [
        (["kind": "plane"], #""plane" names no class of the family of Vehicle: "car""#),
        (["kind": 7], #"7 names no class of the family of Vehicle: "car""#),
        (["kind": nil], #"null names no class of the family of Vehicle: "car""#),
        (["kind": []], #"an array names no class of the family of Vehicle: "car""#),
        (["wheels": 2], #"there is no member "kind", which names the class of the Vehicle"#),
        ("plane", "no class of the family of Vehicle is named here"),
    ]

    @Test(arguments: CoderRoutes.json, names)
    func theUnknownNameIsQuoted(_ route: any CoderRoute, _ name: (vehicle: JSONValue, words: String)) throws {
        let family = try ClassFamily(Vehicle.self, .beside("kind"), ["car": Car.self], unknown: UnknownVehicle.self)
        let read = try Laid(route, format: VersionFormat(families: [family])).reading(
            [Vehicle].self, [["kind": "car", "wheels": 4, "seats": 5], name.vehicle])
        #expect((read.value[1] as? UnknownVehicle)?.document == name.vehicle)
        var diagnostic = try #require(read.issues.first).diagnostic
        #expect((diagnostic.position != nil) == route.saysPositions)
        diagnostic.position = nil
        #expect(
            diagnostic.description == #"at "/1": "# + name.words
                + "; the document is kept as UnknownVehicle (version 1)")
        #expect(read.issues.count == 1)
    }

    @Test func aNameThatIsAKeyIsQuoted() throws {
        let family = try ClassFamily(Vehicle.self, .around, ["car": Car.self], unknown: UnknownVehicle.self)
        let controller = VersionController<Edition>(
            location: VersionLocation("/version", as: .integer), format: VersionFormat(families: [family]))
        struct Garage: Codable { var vehicles: [Vehicle] }
        let text = #"{"version": 2, "vehicles": [{"plane": {}}, {"plane": {}, "car": {}}]}"#
        let issues = try controller.decode(Garage.self, from: Data(text.utf8)).issues
        #expect(
            issues.map(\.description) == [
                #"line 1, column 29, at "/vehicles/0": "plane" names no class of the family of Vehicle: "car";"#
                    + " the document is kept as UnknownVehicle (version 2)",
                #"line 1, column 44, at "/vehicles/1": expected one member, whose key names the class of the Vehicle,"#
                    + " found 2; the document is kept as UnknownVehicle (version 2)",
            ])
    }
}
