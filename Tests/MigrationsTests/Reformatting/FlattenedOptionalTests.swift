import Foundation
import Migrations
import Testing
import VersionedCodec

/// An optional that is flattened in one of two versions, with nil in the forms of both.
@Suite struct FlattenedOptionalTests {
    enum Version: Int, APIVersion { case v1 = 1, v2 }

    struct Home: Codable {
        var name: String
        var address: Address?
        enum CodingKeys: String, CodingKey { case name, address }
    }

    struct Address: Codable {
        var city: String
        var note: String?
        var spot: Spot?
        enum CodingKeys: String, CodingKey { case city, note, spot }
    }

    struct Spot: Codable {
        var x: Int?
        var y: Int?
        enum CodingKeys: String, CodingKey { case x, y }
    }

    struct Rules: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let layouts: [KeyLayout]
        var nilMembers = VersionFormat.NilMembers.asEncoded
        var format: VersionFormat { VersionFormat(layouts: layouts, nilMembers: nilMembers) }

        init(_ name: String, _ layouts: [KeyLayout], _ nilMembers: VersionFormat.NilMembers = .asEncoded) {
            (testDescription, self.layouts, self.nilMembers) = (name, layouts, nilMembers)
        }
    }

    static let rules: [Rules] = {
        do {
            let flat = try KeyLayout(Home.CodingKeys.self, [.address: .flattened])
            func address(_ places: KeyValuePairs<Address.CodingKeys, KeyPlace>) throws -> KeyLayout {
                try KeyLayout(Address.CodingKeys.self, places)
            }
            let paths = try address([.city: .path("/g/city"), .note: .path("/g/note")])
            return [
                Rules("nested", []), Rules("nested, null", [], .null), Rules("nested, omitted", [], .omitted),
                Rules("flat", [flat]), Rules("flat, null", [flat], .null), Rules("flat, omitted", [flat], .omitted),
                Rules("flat, null for one", [flat, try address([.note: .kept.writingNil(.null)])]),
                Rules("flat, paths", [flat, paths]), Rules("flat, paths, null", [flat, paths], .null),
                Rules("flat, both", [flat, try address([.spot: .flattened])]),
                Rules("flat, both, null", [flat, try address([.spot: .flattened])], .null),
                Rules("nested, flat", [try address([.spot: .flattened])]),
                Rules("nested, flat, null", [try address([.spot: .flattened])], .null),
            ]
        } catch {
            Issue.record(error)
            return []
        }
    }()

    static let homes: [Home] = [
        Home(name: "A", address: nil), Home(name: "A", address: Address(city: "C")),
        Home(name: "A", address: Address(city: "C", note: "n")),
        Home(name: "A", address: Address(city: "C", spot: Spot(x: 1))),
        Home(name: "A", address: Address(city: "C", note: "n", spot: Spot(x: 1, y: 2))),
    ]

    private func controller(_ older: Rules, _ newer: Rules) -> VersionController<Version> {
        VersionController<Version>(location: VersionLocation("/version", as: .integer)) {
            $0 == .v1 ? older.format : newer.format
        }
    }

    @Test(arguments: rules, rules)
    func nilIsWrittenAsTheControllerWritesIt(_ older: Rules, _ newer: Rules) throws {
        let controller = controller(older, newer)
        let plan = try MigrationPlan("Homes", controller: controller, reformatting: Home.self)
        for home in Self.homes {
            for (from, target) in [(Version.v1, Version.v2), (.v2, .v1)] {
                let payload = try controller.encode(home, for: from)
                let expected = try controller.encode(home, for: target)
                let migrated = try plan.migrate(payload, to: target.label)
                #expect(
                    try JSONDocument(parsing: migrated.bytes).root
                        .isEquivalent(to: JSONDocument(parsing: [UInt8](expected)).root),
                    "\(String(decoding: payload, as: UTF8.self)) → \(migrated.text)")
                #expect(migrated.losses == [])
            }
        }
    }

    @Test func nilIsNotAMemberOfTheOtherVersion() throws {
        let controller = controller(Self.rules[0], Self.rules[4])
        let plan = try MigrationPlan("Homes", controller: controller, reformatting: Home.self)
        let migrated = try plan.migrate(#"{"version":1,"name":"A","address":null}"#, to: "2")
        #expect(migrated.text == #"{"version":2,"name":"A"}"#)
        #expect(migrated.losses.map(\.path) == ["/address"])
    }

    @Test func optionalWithoutMembersIsThereIfItsObjectIs() throws {
        struct Box: Codable {
            var spot: Spot?
            enum CodingKeys: String, CodingKey { case spot }
        }
        let flat = try KeyLayout(Box.CodingKeys.self, [.spot: .flattened])
        func migrated(_ text: String, _ nilMembers: VersionFormat.NilMembers) throws -> MigrationResult {
            let controller = VersionController<Version>(location: VersionLocation("/version", as: .integer)) {
                $0 == .v1 ? VersionFormat() : VersionFormat(layouts: [flat], nilMembers: nilMembers)
            }
            return try MigrationPlan("Boxes", controller: controller, reformatting: Box.self).migrate(text, to: "2")
        }
        let empty = #"{"version":1,"spot":{}}"#
        #expect(try migrated(empty, .null).text == #"{"version":2,"x":null,"y":null}"#)
        #expect(try migrated(empty, .null).losses == [])
        #expect(try migrated(empty, .asEncoded).text == #"{"version":2}"#)
        #expect(try migrated(empty, .asEncoded).losses.map(\.path) == ["/spot"])
        #expect(try migrated(#"{"version":1}"#, .null).text == #"{"version":2}"#)
        #expect(try migrated(#"{"version":1,"spot":{"y":2}}"#, .null).text == #"{"version":2,"x":null,"y":2}"#)
    }

    @Test func valueForNilIsWrittenOnlyWhereTheOptionalIs() throws {
        let flat = try KeyLayout(Home.CodingKeys.self, [.address: .flattened])
        let note = try KeyLayout(Address.CodingKeys.self, [.note: .key("text").defaulting(to: "-")])
        let controller = VersionController<Version>(location: VersionLocation("/version", as: .integer)) {
            VersionFormat(layouts: $0 == .v1 ? [flat, note] : [flat])
        }
        let plan = try MigrationPlan("Homes", controller: controller, reformatting: Home.self)
        #expect(try plan.migrate(#"{"version":1,"name":"A"}"#, to: "2").text == #"{"version":2,"name":"A"}"#)
        #expect(
            try plan.migrate(#"{"version":1,"name":"A","city":"C"}"#, to: "2").text
                == #"{"version":2,"name":"A","city":"C","note":"-"}"#)
    }
}
