import Foundation
import Migrations
import Testing
import VersionedCodec

/// A bridge gets the same document of the payload before its step, whatever steps came before.
@Suite struct DocumentsBetweenBridgesTests {
    enum Version: Int, APIVersion { case v1 = 1, v2, v3 }

    struct One: Codable { var a: Int }
    struct Two: Codable { var b: Int }
    struct Three: Codable, Equatable {
        var c: Int
        var seen: String?
    }

    struct First: Bridge {
        func upgrade(_ older: One, in context: inout BridgeContext) -> Two { Two(b: older.a) }
        func downgrade(_ newer: Two, in context: inout BridgeContext) -> One { One(a: newer.b) }
    }

    struct Second: Bridge {
        func upgrade(_ older: Two, in context: inout BridgeContext) throws -> Three {
            let document = try context.document()
            return Three(c: older.b, seen: document.text())
        }
        func downgrade(_ newer: Three, in context: inout BridgeContext) -> Two { Two(b: newer.c) }
    }

    private static func migrator() throws -> Migrator<Three, Version> {
        try Migrator(
            Three.self, controller: VersionController<Version>(location: VersionLocation("/version", as: .integer)),
            migrations: [
                Migration(from: Version.v1, to: .v2, "s", bridge: First()),
                Migration(from: Version.v2, to: .v3, "s", bridge: Second()),
            ])
    }

    /// The second payload does not begin with its version, so it is read as a document.
    @Test(arguments: [#"{"version":1,"a":1,"x-hint":"E"}"#, #"{"a":1,"x-hint":"E","version":1}"#])
    func membersThatNoModelReads(_ payload: String) throws {
        let migrator = try Self.migrator()
        let between = try migrator.migrate(payload, to: .v2)
        #expect(between.text == #"{"version":2,"b":1,"x-hint":"E"}"#)
        let wanted = try migrator.decode(between.data).model
        #expect(wanted == Three(c: 1, seen: between.text))
        #expect(try migrator.decode(payload).model == wanted)
        #expect(try migrator.decodeReporting(payload).report.value == wanted)
        let (once, twice) = (try migrator.migrate(payload, to: .v3), try migrator.migrate(between.data, to: .v3))
        #expect(once.text == twice.text)
        #expect(once.losses.isEmpty)
    }
}
