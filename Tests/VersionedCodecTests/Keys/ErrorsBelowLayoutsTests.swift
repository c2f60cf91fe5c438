import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// An error below a flattened value, a discriminator or a nested place says as much as any other.
@Suite struct ErrorsBelowLayoutsTests {
    struct Event: Codable {
        enum CodingKeys: String, CodingKey { case at, count }
        var at: Date
        var count: Int
    }

    struct Picky: Codable {
        enum CodingKeys: String, CodingKey { case name }
        struct NoName: Error, CustomStringConvertible { let description = "a name must not be empty" }
        var name: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            if name.isEmpty { throw NoName() }
            if name == "x" {
                throw DecodingError.dataCorruptedError(
                    forKey: .name, in: container, debugDescription: "x is not a name.")
            }
        }
    }

    enum Entry: Codable, VersionedKeys {
        case event(Event)
        case picky(Picky)
        case labelled(at: Date)

        static func keyLayouts(for version: ShapeVersion) throws -> [KeyLayout] {
            let parts = [
                try KeyLayout(EventCodingKeys.self, [._0: .flattened]),
                try KeyLayout(PickyCodingKeys.self, [._0: .flattened]),
            ]
            return switch version {
            case .v1: [try KeyLayout(cases: CodingKeys.self, .around)] + parts
            case .v2: [try KeyLayout(cases: CodingKeys.self, .beside("type"))] + parts
            case .v3: [try KeyLayout(cases: CodingKeys.self, .beside("type", payload: "value"))] + parts
            }
        }
    }

    static func error(_ version: ShapeVersion, _ payload: String) -> String {
        let controller = VersionController<ShapeVersion>(
            format: VersionFormat(dates: DateFormats([.iso8601]))
        ).fixed(to: version)
        do {
            _ = try controller.decode([Entry].self, from: Data(payload.utf8))
            return "no error"
        } catch {
            return "\(Diagnostic(describing: error))"
        }
    }

    @Test(arguments: [
        (
            ShapeVersion.v1, #"[{"event": {"at": "yesterday", "count": 1}}]"#,
            #"line 1, column 19, at "/0/event/at": "yesterday" is not a date: expected a digit of the year, found "y""#
        ),
        (
            .v2, #"[{"type": "event", "at": "yesterday", "count": 1}]"#,
            #"line 1, column 26, at "/0/at": "yesterday" is not a date: expected a digit of the year, found "y""#
        ),
        (
            .v2, #"[{"type": "event", "at": "2026-01-01T00:00:00Z", "count": "x"}]"#,
            #"line 1, column 59, at "/0/count": expected an integer, found a string ("x")"#
        ),
        (
            .v2, #"[{"type": "event", "at": "2026-01-01T00:00:00Z"}]"#,
            #"line 1, column 2, at "/0": there is no member "count""#
        ),
        (
            .v2, #"[{"type": "labelled", "at": "yesterday"}]"#,
            #"line 1, column 29, at "/0/at": "yesterday" is not a date: expected a digit of the year, found "y""#
        ),
        (
            .v3, #"[{"type": "labelled", "value": {"at": "yesterday"}}]"#,
            #"line 1, column 39, at "/0/value/at": "yesterday" is not a date: expected a digit of the year, found "y""#
        ),
        (
            .v2, #"[{"type": "labelled", "at": 5}]"#,
            #"line 1, column 29, at "/0/at": 5 is not a date: the format is a text, and this is a number"#
        ),
        (.v1, #"[{"picky": {"name": ""}}]"#, #"a name must not be empty"#),
        (.v2, #"[{"type": "picky", "name": ""}]"#, #"a name must not be empty"#),
        (.v2, #"[{"type": "picky", "name": "x"}]"#, #"line 1, column 28, at "/0/name": x is not a name"#),
        (
            .v3, #"[{"type": "picky", "value": {"name": "x"}}]"#,
            #"line 1, column 38, at "/0/value/name": x is not a name"#
        ),
        (
            .v2, #"[{"type": "film"}]"#,
            #"line 1, column 11, at "/0/type": "film" names no case of Entry: "event", "picky", "labelled""#
        ),
        (.v2, #"[{"typ": "film"}]"#, #"line 1, column 2, at "/0": there is no member "type", which names the case"#),
        (.v2, #"[{"type": 3}]"#, #"line 1, column 11, at "/0/type": expected a string, found a number (3)"#),
    ])
    func placeAndReasonAreOnOneLine(_ version: ShapeVersion, _ payload: String, _ says: String) {
        // The text of a model's own error is left alone.
        let named = says.hasPrefix("line ") ? " (version \(version.label))" : ""
        #expect(Self.error(version, payload) == says + named)
    }

    /// A model's own error stays what it is, to be caught by its type; a report says where it was thrown.
    @Test(arguments: [
        (
            ShapeVersion.v1, #"[{"picky": {"name": ""}}]"#,
            #"line 1, column 12, at "/0/picky": a name must not be empty; stopped at member "_0" (version 1)"#
        ),
        (
            .v2, #"[{"type": "picky", "name": ""}]"#,
            #"line 1, column 2, at "/0": a name must not be empty; stopped at member "_0" (version 2)"#
        ),
        (
            .v3, #"[{"type": "picky", "value": {"name": ""}}]"#,
            #"line 1, column 29, at "/0/value": a name must not be empty; stopped at member "_0" (version 3)"#
        ),
    ])
    func aReportTellsWhereAModelsOwnErrorWasThrown(_ version: ShapeVersion, _ payload: String, _ says: String) throws {
        let controller = VersionController<ShapeVersion>(
            format: VersionFormat(dates: DateFormats([.iso8601]))
        ).fixed(to: version)
        #expect(throws: Picky.NoName.self) { try controller.decode([Entry].self, from: Data(payload.utf8)) }
        let report = try controller.decodeReporting([Entry].self, from: Data(payload.utf8))
        #expect(report.issues.map(\.description) == [says])
    }
}
