import Foundation
import Synchronization
import Testing
import VersionedCodec

@Suite struct ReportingOptionsTests {
    struct Item: Decodable, Equatable {
        var id: Int
        var price: Price?
    }

    struct Price: Decodable, Equatable {
        var amount: Int
        var tags: [Int]
    }

    struct Signature: Decodable, StrictlyDecoded {
        var bytes: [Int]
        var other: [Int]
    }

    static let numbers = "[" + (0..<50).map { $0 % 2 == 0 ? "\"x\"" : "1" }.joined(separator: ", ") + "]"

    @Test func moreIssuesThanAreKeptAreCounted() throws {
        var options = ReportingOptions()
        options.maximumIssues = 10
        let report = try DecodeReportingTests.report([Int].self, Self.numbers, options)
        #expect(report.value?.count == 25)
        #expect(report.issues.count == 10)
        #expect(report.issueCount == 25)
        #expect(!report.gaveUp)
    }

    @Test func decodingGivesUpAfterSoManyIssues() throws {
        var options = ReportingOptions()
        options.givesUpAfter = 3
        let report = try DecodeReportingTests.report([Int].self, Self.numbers, options)
        #expect(report.value == nil)
        #expect(report.issues.count == 3)
        #expect(report.gaveUp)
    }

    @Test func aHandlerGetsEachIssue() throws {
        let seen = Mutex<[JSONPointer]>([])
        var options = ReportingOptions()
        options.maximumIssues = 0
        options.handler = { issue in seen.withLock { $0.append(issue.path) } }
        let report = try DecodeReportingTests.report([Int].self, #"[1, "a", 2, "b"]"#, options)
        #expect(report.value == [1, 2])
        #expect(report.issues.isEmpty)
        #expect(seen.withLock { $0 } == ["/1", "/3"])
    }

    @Test func aTypeOptsOut() throws {
        struct Holder: Decodable { var signature: Signature?, id: Int }
        let report = try DecodeReportingTests.report(
            Holder.self, #"{"signature": {"bytes": [1, "x"], "other": [true]}, "id": 7}"#)
        #expect(report.value?.id == 7)
        #expect(report.value?.signature == nil)
        #expect(report.issues.map(\.path) == ["/signature/bytes/1"])
    }

    @Test(arguments: [ReportingOptions.StrictRule.type(Price.self), .path("/*/price")])
    func aRuleMakesAPartStrict(_ rule: ReportingOptions.StrictRule) throws {
        var options = ReportingOptions()
        options.strict = [rule]
        let text = #"[{"id": 1, "price": {"amount": 5, "tags": [1, "x", true]}}]"#
        let strict = try DecodeReportingTests.report([Item].self, text, options)
        #expect(strict.value == [Item(id: 1)])
        #expect(strict.issues.map(\.path) == ["/0/price/tags/1"])
        let tolerant = try DecodeReportingTests.report([Item].self, text)
        #expect(tolerant.value == [Item(id: 1, price: Price(amount: 5, tags: [1]))])
        #expect(tolerant.issues.count == 2)
    }
}
