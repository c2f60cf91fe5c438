import Foundation
import TestSupport
import Testing
import VersionedCodec

/// Real payloads, of which models know only a part: decoded, edited and encoded, everything else comes back byte for
/// byte.
@Suite(.enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)))
struct RealPayloadRoundTripTests {
    struct User: Codable, UnknownMembersKeeping {
        var login: String
        var id: Int
        var type: Kind?
        var unknownMembers = UnknownMembers()
    }

    enum Kind: String, Codable, UnknownCaseDecodable {
        case bot = "Bot"
        case other
        static func unknownCase(_ raw: JSONValue) -> Kind { .other }
    }

    struct Repository: Codable, UnknownMembersKeeping {
        var id: Int
        var full_name: String
        var owner: User
        var unknownMembers = UnknownMembers()
    }

    struct Event: Codable, UnknownMembersKeeping {
        var action: Action?
        var repository: Repository?
        var sender: User?
        var added: Int?
        var unknownMembers = UnknownMembers()
    }

    /// No payload has its only case, so every raw value is an unknown one.
    enum Action: Codable, UnknownCaseDecodable {
        case known(Int)
        case unknown(JSONValue)
        static func unknownCase(_ raw: JSONValue) -> Action { .unknown(raw) }
        var unknownDocument: JSONValue? { if case .unknown(let raw) = self { raw } else { nil } }
    }

    private enum Edition: Int, APIVersion { case v1 = 1 }

    private static func encoded(_ event: Event, _ isVersioned: Bool) throws -> String {
        let controller = VersionController<Edition>().fixed(to: .v1)
        var encoder = isVersioned ? VersionedJSONEncoder(controller) : VersionedJSONEncoder()
        // Real payloads do not escape slashes.
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(event), as: UTF8.self)
    }

    private static func decoded(_ text: String, _ isVersioned: Bool) throws -> Event {
        let controller = VersionController<Edition>().fixed(to: .v1)
        guard isVersioned else { return try VersionedJSONDecoder().decode(Event.self, from: text) }
        return try controller.decode(Event.self, from: Data(text.utf8)).value
    }

    @Test(arguments: WebhookMutationTests.payloads, [false, true])
    func whatNoModelKnowsComesBack(_ file: URL, _ isVersioned: Bool) throws {
        var document = try JSONDocument(parsing: Data(contentsOf: file)).root
        // Kinds that the enum gives up would be written as its fallback.
        if var sender = document["sender"], sender["type"]?.string != "Bot" {
            sender.object?["type"] = nil
            document.object?["sender"] = sender
        }
        if var repository = document["repository"], var owner = repository["owner"], owner["type"]?.string != "Bot" {
            owner.object?["type"] = nil
            repository.object?["owner"] = owner
            document.object?["repository"] = repository
        }
        let text = document.text()
        var event = try Self.decoded(text, isVersioned)
        let written = try Self.encoded(event, isVersioned)
        #expect(try JSONDocument(parsing: written).root.isEquivalent(to: document))
        // Members that the models know may be in another order than theirs; the texts of all others do not change.
        #expect(written.utf8.count == text.utf8.count)
        let again = try Self.encoded(Self.decoded(written, isVersioned), isVersioned)
        #expect(again == written)
        guard event.sender != nil else { return }
        event.sender?.login = "somebody-else"
        let edited = try Self.encoded(event, isVersioned)
        let name = try #require(document["sender"]?["login"]?.string)
        var expected = try JSONDocument(parsing: written).root
        expected.object?["sender"]?.object?["login"] = "somebody-else"
        #expect(edited == expected.text())
        #expect(edited.utf8.count - written.utf8.count == "somebody-else".utf8.count - name.utf8.count)
    }

    @Test(arguments: WebhookMutationTests.payloads) func aPayloadWithoutAModelComesBack(_ file: URL) throws {
        let bytes = try Data(contentsOf: file)
        let document = try JSONDocument(parsing: bytes)
        let value = try VersionedJSONDecoder().decode(JSONValue.self, from: bytes)
        #expect(try VersionedJSONEncoder().bytes(of: value) == document.root.bytes())
        let media = try VersionedJSONDecoder().decode(Action.self, from: bytes)
        #expect(try VersionedJSONEncoder().bytes(of: media) == document.root.bytes())
    }
}
