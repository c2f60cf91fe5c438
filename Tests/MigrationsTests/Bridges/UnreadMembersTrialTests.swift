import Migrations
import Testing
import VersionedCodec

/// Whether a model reads a member is found out by trial decodes. How many there are does not grow with the document.
@Suite struct UnreadMembersTrialTests {
    @Test(arguments: [
        // Nothing is unknown: one decode on the way there, and one on the way back, which judges losses.
        (unknown: 0, read: 0, decodes: 2),
        // On each way, one trial before the bridge and two behind it answer for all.
        (unknown: 1, read: 0, decodes: 8),
        (unknown: 1_000, read: 0, decodes: 8),
        // Every second one is read: the search ends at 64 trials, and what is not known by then is a loss.
        (unknown: 1_000, read: 500, decodes: 138),
    ])
    func trialsAreBounded(unknown: Int, read: Int, decodes: Int) throws {
        let plan = try MigrationPlan(
            "wide", controller: VersionController<WideVersion>(location: VersionLocation("/v", as: .integer)),
            migrations: [Migration(from: WideVersion.one, to: .two, "nothing", bridge: WideBridge())])
        let members = (0..<unknown).map { ",\"\($0 % 2 == 0 && $0 / 2 < read ? "read" : "k")\($0)\":0" }
        let payload = "{\"v\":1,\"name\":\"a\"\(members.joined())}"
        let count = DecodeCount()
        let result = try DecodeCount.$current.withValue(count) { try plan.migrate(payload, to: "2") }
        #expect(count.decodes <= decodes)
        #expect(result.losses.isEmpty == (read == 0))
    }
}

private enum WideVersion: String, APIVersion {
    case one = "1"
    case two = "2"
}

/// Counts the decodes of a call.
private final class DecodeCount: @unchecked Sendable {
    @TaskLocal static var current: DecodeCount?
    var decodes = 0
}

/// Reads its name, and each member that begins with `read`, which it does not write.
private struct Wide: Codable {
    var name: String

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        DecodeCount.current?.decodes += 1
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: Key(stringValue: "name"))
        for key in container.allKeys where key.stringValue.hasPrefix("read") {
            _ = try container.decode(Int.self, forKey: key)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: Key(stringValue: "name"))
    }
}

private struct WideBridge: Bridge {
    func upgrade(_ old: Wide, in context: inout BridgeContext) -> Wide { old }
    func downgrade(_ new: Wide, in context: inout BridgeContext) -> Wide { new }
}
