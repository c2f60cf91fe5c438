import Foundation
import Testing
import VersionedCodec

protocol StrangerShape: Codable {}

/// What keeps unknown things, as a user of the package writes it; the code of the article "Keep what a model does not
/// know".
@Suite struct RawDocumentsAsAStrangerTests {
    enum DrawingVersion: Int, APIVersion { case v1 = 1, v2 }

    struct Event: Codable {
        var id: Int
        var payload: JSONValue
    }

    static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test func aMemberStaysJSON() throws {
        let data = Data(#"{"id": 7, "payload": {"b": 1.0, "a": [1e3, null]}}"#.utf8)
        let event = try VersionedJSONDecoder().decode(Event.self, from: data)
        #expect(event.payload["b"]?.number?.text == "1.0")
        #expect(Self.text(try VersionedJSONEncoder().encode(event)) == #"{"id":7,"payload":{"b":1.0,"a":[1e3,null]}}"#)
    }

    enum Media: Codable, Equatable, UnknownCaseDecodable {
        case song(title: String)
        case unknown(JSONValue)

        static func unknownCase(_ raw: JSONValue) -> Media { .unknown(raw) }
        var unknownDocument: JSONValue? { if case .unknown(let document) = self { document } else { nil } }
    }

    @Test func unknownCasesAreKept() throws {
        let text = #"[{"song":{"title":"Hi"}},{"video":{"length":1.0}}]"#
        let media = try VersionedJSONDecoder().decode([Media].self, from: text)
        #expect(media[0] == .song(title: "Hi"))
        #expect(media[1].unknownDocument?["video"]?["length"]?.number?.text == "1.0")
        #expect(Self.text(try VersionedJSONEncoder().encode(media)) == text)
    }

    class Vehicle: Codable {
        var wheels: Int
        init(wheels: Int) { self.wheels = wheels }
    }

    final class UnknownVehicle: Vehicle {
        let document: JSONValue

        required init(from decoder: any Decoder) throws {
            document = try JSONValue(from: decoder)
            super.init(wheels: 0)
        }

        override func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }
    }

    @Test func unknownClassesAreKept() throws {
        let family = try ClassFamily(
            Vehicle.self, .beside("kind"), ["vehicle": Vehicle.self], unknown: UnknownVehicle.self)
        let controller = VersionController<DrawingVersion>(format: VersionFormat(families: [family])).fixed(to: .v1)
        let text = #"[{"kind":"vehicle","wheels":2},{"kind":"ship","sails":3.0}]"#
        let vehicles = try controller.decode([Vehicle].self, from: Data(text.utf8)).value
        #expect(vehicles[1] is UnknownVehicle)
        #expect(Self.text(try VersionedJSONEncoder(controller).encode(vehicles)) == text)
    }

    struct Square: StrangerShape { var side: Int }

    struct UnknownShape: StrangerShape {
        var document: JSONValue
        init(from decoder: any Decoder) throws { document = try JSONValue(from: decoder) }
        func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }
    }

    enum Shapes: PolymorphicFamily {
        typealias Value = any StrangerShape

        static func types(for version: DrawingVersion?) throws -> PolymorphicTypes {
            switch version {
            case .v1: try PolymorphicTypes(.beside("kind"), ["sq": Square.self], unknown: UnknownShape.self)
            default: try PolymorphicTypes(.around, ["square": Square.self], unknown: UnknownShape.self)
            }
        }
    }

    struct Drawing: Codable {
        @Polymorphic<Shapes> var frame: any StrangerShape
        var shapes: [Polymorphic<Shapes>]
    }

    @Test func valuesBehindAProtocolAreNamedInEachVersion() throws {
        let first = #"{"frame":{"kind":"sq","side":2},"shapes":[{"kind":"star","points":5.0}]}"#
        let controller = VersionController<DrawingVersion>()
        var drawing = try controller.fixed(to: .v1).decode(Drawing.self, from: Data(first.utf8)).value
        #expect((drawing.frame as? Square)?.side == 2)
        #expect(drawing.shapes.values().first is UnknownShape)
        let encoder = VersionedJSONEncoder(controller)
        #expect(Self.text(try encoder.encode(drawing, for: DrawingVersion.v1)) == first)
        let second = #"{"frame":{"square":{"side":2}},"shapes":[{"kind":"star","points":5.0}]}"#
        #expect(Self.text(try encoder.encode(drawing, for: DrawingVersion.v2)) == second)
        drawing.shapes[0].value = Square(side: 3)
        drawing.shapes.append(Polymorphic(Square(side: 4)))
        #expect(
            Self.text(try VersionedJSONEncoder().encode(drawing))
                == #"{"frame":{"square":{"side":2}},"shapes":[{"square":{"side":3}},{"square":{"side":4}}]}"#)
    }

    struct Song: Codable, Equatable, UnknownMembersKeeping {
        var title: String
        var seconds: Int
        var unknownMembers = UnknownMembers()
    }

    @Test func unknownMembersAreKept() throws {
        let text = #"{"title": "Hi", "mood": {"calm": 1.0}, "seconds": 7}"#
        var song = try VersionedJSONDecoder().decode(Song.self, from: text)
        #expect(song.unknownMembers["mood"]?.text() == #"{"calm":1.0}"#)
        #expect(song.unknownMembers.names == ["mood"])
        song.seconds = 8
        #expect(
            Self.text(try VersionedJSONEncoder().encode(song)) == #"{"title":"Hi","mood":{"calm":1.0},"seconds":8}"#)
        song.unknownMembers = [:]
        #expect(song.unknownMembers.isEmpty)
    }

    struct Named: Decodable {
        let name: String
        let note: String?

        init(from decoder: any Decoder) throws {
            let decoder = LookupDecoder(decoder)
            let name = decoder["items"][0]["name"].value(as: String.self)
            note = decoder["note"].value(as: String?.self)
            guard let name, decoder.hasEveryRequiredValue else { throw decoder.failure }
            self.name = name
        }
    }

    @Test func deepValuesAreFound() throws {
        let payload = #"{"items": [{"name": "Ann", "values": [{"name": "Bob"}]}]}"#
        let document = try JSONDocument(parsing: payload)
        #expect(try document["items"][0]["values"][0]["name"].value(as: String.self) == "Bob")
        #expect(try document["items"][0]["size"].value(as: Int?.self) == nil)
        #expect(document["items"][0]["values"].json?.array?.count == 1)
        do {
            _ = try document["items"][5].value(as: Int.self)
            Issue.record("no error")
        } catch DecodingError.valueNotFound(_, let context) {
            let fault = context.underlyingError as? DecodingFault
            #expect(fault?.description == #"line 1, column 11, at "/items": the array has no element 5: it has 1"#)
        }
        #expect(try VersionedJSONDecoder().decode(Named.self, from: payload).name == "Ann")
        #expect(throws: DecodingError.self) { try VersionedJSONDecoder().decode(Named.self, from: "{}") }
    }
}
