import Foundation
import Testing
import VersionedCodec

/// Models that decode another payload in their `init(from:)`: its places are not those of the payload around it.
@Suite struct OwnDecoderReportingTests {
    struct Inner: Codable {
        var x: Int
        var when: Int
    }

    /// JSON in a text.
    struct Embedded: Decodable {
        enum CodingKeys: CodingKey { case p }
        var inner: Inner
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .p)
            inner = try VersionedJSONDecoder().decode(Inner.self, from: text)
        }
    }

    struct Checked: Decodable {
        enum CodingKeys: CodingKey { case p }
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .p)
        }
    }

    private static let payload = Data(
        #"{"list": [{"p": "{\"x\": 1, \"when\": 2}"}, {"p": "{\n\n \"x\": \"no\", \"when\": 2}"}, {"p": "{"}]}"#.utf8)

    @Test func issueNamesThePlaceOfTheModel() throws {
        let report = try VersionedJSONDecoder().decodeReporting([String: [Embedded]].self, from: Self.payload)
        #expect(report.value?["list"]?.map(\.inner.x) == [1])
        #expect(report.issues.map(\.path) == ["/list/1", "/list/2"])
        #expect(report.issues.map(\.position?.column) == [45, 89])
        #expect(report.issues.allSatisfy { $0.code == .modelError && $0.position?.line == 1 && $0.effect == .skipped })
        #expect(
            report.issues.map(\.message) == [
                #"of another payload that is decoded here, line 3, column 7, at "/x": "#
                    + #"expected an integer, found a string ("no")"#,
                "of another payload that is decoded here, line 1, column 2, at the root: "
                    + #"expected a key or "}", but the text ends"#,
            ])
    }

    @Test func issueOverFoundationDoesToo() throws {
        let report = try JSONDecoder().decodeReporting([String: [Embedded]].self, from: Self.payload)
        #expect(report.issues.map(\.path) == ["/list/1", "/list/2"])
        #expect(report.issues.allSatisfy { $0.code == .modelError })
    }

    @Test func memberOfTheSamePayloadHasItsOwnPlace() throws {
        let report = try VersionedJSONDecoder().decodeReporting([Checked].self, from: #"[{"p": "no"}]"#)
        #expect(report.issues.map(\.path) == ["/0/p"])
        #expect(report.issues.map(\.code) == [.unexpectedKind])
    }
}
