import Foundation
import Migrations
import Testing
import VersionedCodec

/// A member of the new version in the place of an object that the old version needs for others.
@Suite struct EmptiedPlaceTests {
    enum Version: Int, APIVersion { case v1 = 1, v2, v3 }

    struct Quote: Codable, Equatable, VersionedKeys {
        var amount: Int?
        var label: String?

        static func keyLayouts(for version: Version) throws -> [KeyLayout] {
            version == .v2
                ? [try KeyLayout(CodingKeys.self, [.label: .key("price")])]
                : [try KeyLayout(CodingKeys.self, [.amount: .path("/price/amount")])]
        }
    }

    static let controller = VersionController<Version>(location: VersionLocation("/version", as: .integer))

    @Test(arguments: [
        (#""price":{"amount":5}"#, #""amount":5"#),
        (#""price":{"amount":5},"label":"x""#, #""price":"x","amount":5"#),
        (#""price":{},"label":"x""#, #""price":"x""#), (#""price":{}"#, ""), (#""label":"x""#, #""price":"x""#),
    ])
    func placeIsFreeForTheOtherMember(_ nested: String, _ flat: String) throws {
        let plan = try MigrationPlan("Quotes", controller: Self.controller, reformatting: Quote.self)
        for (older, newer) in [("1", "2"), ("3", "2")] {
            let payload = #"{"version":\#(older),\#(nested)}"#
            let migrated = try plan.migrate(payload, to: newer)
            // Only an object that was empty before does not come back.
            #expect(migrated.losses.map(\.path) == (nested.contains("{}") ? ["/price"] : []))
            let members = #""version":\#(newer)"# + (flat.isEmpty ? "" : ",\(flat)")
            let expected = try JSONDocument(parsing: "{\(members)}").root
            #expect(try JSONDocument(parsing: migrated.bytes).root.isEquivalent(to: expected), "\(migrated.text)")
            let read = try Self.controller.decode(Quote.self, from: Data(payload.utf8)).value
            #expect(try Self.controller.decode(Quote.self, from: migrated.data).value == read)
            let back = try plan.migrate(migrated.text, to: older)
            #expect(try Self.controller.decode(Quote.self, from: back.data).value == read)
        }
    }

    @Test func placeIsFreeOfObjectsWithinObjects() throws {
        struct Deep: Codable, VersionedKeys {
            var amount: Int
            var label: String?

            static func keyLayouts(for version: Version) throws -> [KeyLayout] {
                version == .v2
                    ? [try KeyLayout(CodingKeys.self, [.label: .key("price")])]
                    : [try KeyLayout(CodingKeys.self, [.amount: .path("/price/net/amount")])]
            }
        }
        let plan = try MigrationPlan("Quotes", controller: Self.controller, reformatting: Deep.self)
        #expect(
            try plan.migrate(#"{"version":1,"price":{"net":{"amount":5}}}"#, to: "2").text
                == #"{"version":2,"amount":5}"#)
    }

    @Test func objectThatIsAMemberItselfStays() throws {
        struct Box: Codable, VersionedKeys {
            var size: [String: Int]
            var width: Int?

            static func keyLayouts(for version: Version) throws -> [KeyLayout] {
                version == .v2 ? [] : [try KeyLayout(CodingKeys.self, [.width: .path("/size/w")])]
            }
        }
        let plan = try MigrationPlan("Boxes", controller: Self.controller, reformatting: Box.self)
        #expect(
            try plan.migrate(#"{"version":1,"size":{"w":3}}"#, to: "2").text == #"{"version":2,"size":{},"width":3}"#)
    }
}
