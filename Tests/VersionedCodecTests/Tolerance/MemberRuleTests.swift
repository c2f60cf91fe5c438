import Foundation
import Testing
import VersionedCodec

@Suite struct MemberRuleTests {
    struct Order: Codable, Equatable, DeclaresMemberRules {
        enum CodingKeys: String, CodingKey { case lines, corners, discount, note, weight }
        var lines: [Int]?
        var corners: [Int]?
        var discount: Double?
        var note: String?
        var weight: Double?

        static var memberRules: [MemberRule] {
            [
                .count(of: CodingKeys.lines, minimum: 1, maximum: 3), .count(of: CodingKeys.corners, exactly: 2),
                .limits(of: CodingKeys.discount, 0...1), .mandatory(CodingKeys.note), .exactNumber(CodingKeys.weight),
            ]
        }
    }

    @Test(
        arguments: [
            (#"{"note": "n", "lines": [1], "corners": [1, 2], "discount": 0.5, "weight": 0.1}"#, []),
            (#"{"note": "n", "lines": []}"#, [#"at "/lines": expected at least 1 element, found 0"#]),
            (#"{"note": "n", "lines": [1, 2, 3, 4]}"#, [#"at "/lines": expected at most 3 elements, found 4"#]),
            (#"{"note": "n", "corners": [1]}"#, [#"at "/corners": expected exactly 2 elements, found 1"#]),
            (#"{"note": "n", "discount": 1.5}"#, [#"at "/discount": expected a number from 0 to 1, found 1.5"#]),
            (#"{"note": null}"#, [#"at "/note": the member "note" must be there"#]),
            (#"{}"#, [#"at the root: the member "note" must be there"#]),
            (
                #"{"note": "n", "weight": 0.12345678901234567890}"#,
                [
                    #"at "/weight": the number has more digits than a Double: 0.12345678901234567890 becomes 0.12345678901234568"#
                ]
            ),
        ] as [(String, [String])])
    func rulesReportAndKeepTheValue(_ text: String, _ issues: [String]) throws {
        let report = try DecodeReportingTests.report(Order.self, text)
        #expect(report.value == (try VersionedJSONDecoder().decode(Order.self, from: text)))
        #expect(report.issues.map { String($0.description.drop { $0 != "a" }) } == issues)
        #expect(report.issues.allSatisfy { $0.code == .ruleBroken && $0.effect == .noted })
    }

    @Test func rulesHoldWhereSomethingElseIsWrong() throws {
        let report = try DecodeReportingTests.report(
            [Order].self, #"[{"note": "n", "lines": ["x"], "discount": 2}, {"note": 1, "lines": []}]"#)
        #expect(report.issues.map(\.path) == ["/0/lines/0", "/0/discount", "/1/note", "/1/lines"])
    }

    @Test func theLogGetsThemInDecode() throws {
        var decoder = VersionedJSONDecoder()
        let log = DecodingIssue.Log()
        decoder.userInfo[.decodingIssues] = log
        _ = try decoder.decode(Order.self, from: #"{"note": "n", "lines": []}"#)
        #expect(log.issues.map(\.code) == [.ruleBroken])
    }
}

@Suite struct IsolatedTests {
    struct Advertisement: Codable, Equatable {
        var width: Int
        var height: Int
    }

    struct Page: Codable, Equatable {
        var title: String
        var advertisement: Isolated<Advertisement>
    }

    static let text = #"{"title": "T", "advertisement": {"width": "wide", "height": null}}"#

    @Test func aPartDoesNotFailWhatIsAroundIt() throws {
        let page = try VersionedJSONDecoder().decode(Page.self, from: Self.text)
        #expect(page.title == "T")
        #expect(page.advertisement.value == nil)
        #expect(
            page.advertisement.issues.map(\.description) == [
                #"line 1, column 43, at "/advertisement/width": expected an integer, found a string ("wide")"#,
                #"line 1, column 61, at "/advertisement/height": expected an integer, found null"#,
            ])
    }

    @Test func itsIssuesAreLookedAtApart() throws {
        let report = try DecodeReportingTests.report([Page].self, "[\(Self.text), {\"title\": 5}]")
        #expect(report.issues.map(\.path) == ["/1/title"])
        #expect(report.value?.first?.advertisement.issues.count == 2)
    }

    @Test func overFoundationsDecoderToo() throws {
        let page = try JSONDecoder().decode(Page.self, from: Data(Self.text.utf8))
        #expect(page.advertisement.issues.map(\.path) == ["/advertisement/width", "/advertisement/height"])
    }
}
