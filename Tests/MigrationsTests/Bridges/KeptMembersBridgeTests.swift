import Foundation
import Migrations
import Testing
import VersionedCodec

/// A bridge that passes on the unknown members of its models.
@Suite struct KeptMembersBridgeTests {
    private enum Version: Int, APIVersion { case v1 = 1, v2 }

    private struct Older: Codable, UnknownMembersKeeping {
        var a: Int
        var unknownMembers = UnknownMembers()
    }

    private struct Newer: Codable, UnknownMembersKeeping {
        var b: Int
        var unknownMembers = UnknownMembers()
    }

    private struct Renaming: Bridge {
        func upgrade(_ older: Older, in context: inout BridgeContext) -> Newer {
            Newer(b: older.a, unknownMembers: older.unknownMembers)
        }

        func downgrade(_ newer: Newer, in context: inout BridgeContext) -> Older {
            Older(a: newer.b, unknownMembers: newer.unknownMembers)
        }
    }

    private static let payloads = [
        ("/version", #"{"version":1,"a":1,"x":2.0}"#), ("/meta/v", #"{"meta":{"v":1},"a":1,"x":2.0}"#),
        ("/meta/v", #"{"meta":{"v":1,"y":3},"a":1}"#),
    ]

    @Test(arguments: payloads) func theVersionIsNotPassedOn(_ place: String, _ payload: String) throws {
        let location = VersionLocation(try JSONPointer(parsing: place), as: .integer)
        let migrator = try Migrator(
            Newer.self, controller: VersionController<Version>(location: location),
            migrations: [Migration(from: Version.v1, to: .v2, "renamed", bridge: Renaming())])
        let decoded = try migrator.decode(payload)
        #expect(decoded.losses.isEmpty)
        let encoded = try migrator.encode(decoded.model, for: .v1, losses: .fail)
        #expect(encoded.losses.isEmpty)
        let written = try JSONDocument(parsing: encoded.data).root
        #expect(written.isEquivalent(to: try JSONDocument(parsing: payload).root))
    }
}
