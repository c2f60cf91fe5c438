import Foundation
import Migrations
import Testing
import VersionedCodec

/// Every reporting call, used as another package would use it.
@Suite struct ReportingFromOutsideTests {
    enum ShopVersion: Int, APIVersion { case v1 = 1, v2 }

    struct Item: Codable, Equatable {
        var name: String
        var price: Double
        var note: String?
    }

    struct Order: Codable, Equatable {
        var id: Int
        var items: [Item]
    }

    static let text = #"{"version":2,"id":7,"items":[{"name":"A","price":1},{"name":"B","price":"x","note":2}]}"#
    static let paths: [JSONPointer] = ["/items/1/price", "/items/1/note"]
    static let value = Order(id: 7, items: [Item(name: "A", price: 1)])
    static let controller = VersionController<ShopVersion>(location: VersionLocation("/version", as: .integer))

    private func check(_ report: DecodingReport<Order>, _ comment: Comment) {
        #expect(report.value == Self.value, comment)
        #expect(report.issues.map(\.path) == Self.paths, comment)
        #expect(report.issueCount == 2 && !report.gaveUp, comment)
    }

    // MARK: Calls

    @Test func ourDecoderTakesAnyFormOfAPayload() throws {
        let decoder = VersionedJSONDecoder()
        check(try decoder.decodeReporting(Order.self, from: Data(Self.text.utf8)), "data")
        check(try decoder.decodeReporting(Order.self, from: Array(Self.text.utf8)), "bytes")
        check(try decoder.decodeReporting(Order.self, from: Self.text), "text")
        check(try decoder.decodeReporting(Order.self, from: JSONDocument(parsing: Self.text).root), "value")
        check(
            try decoder.decodeReporting(Order.self, from: Data(Self.text.utf8), options: ReportingOptions()), "options")
        check(try VersionedJSONDecoder(Self.controller).decodeReporting(Order.self, from: Self.text), "controller")
    }

    @Test func aControllerReportsWithTheVersion() throws {
        let report = try Self.controller.decodeReporting(Order.self, from: Data(Self.text.utf8))
        #expect(report.value?.value == Self.value && report.value?.version == .v2)
        #expect(report.issues.map(\.path) == Self.paths)
        #expect(report.issues.map(\.version) == ["2", "2"])
        let newer = try Self.controller.decodeReporting(Order.self, from: Data(#"{"version":3}"#.utf8))
        #expect(newer.value == nil && newer.issues.map(\.code) == [.unknownVersion])
    }

    @Test func aMigratorRunsItsStepsFirst() throws {
        let migrator = try Migrator(
            Order.self, controller: Self.controller,
            migrations: [
                Migration(
                    from: ShopVersion.v1, to: .v2, "Lists of lines are called items",
                    operations: [.rename("/lines", to: "items"), .remove("/coupon", ifAbsent: .skip)])
            ])
        let old = #"{"version":1,"id":7,"lines":[{"name":"A","price":1},{"name":"B","price":"x"}],"coupon":5}"#
        let read = try migrator.decodeReporting(Data(old.utf8))
        #expect(read.report.value == Self.value && read.version == .v1)
        // The place in the payload of the caller.
        #expect(read.report.issues.map(\.path) == ["/lines/1/price"])
        #expect(read.losses.map(\.path) == ["/coupon"])
        #expect("\(read.source)".isEmpty == false)
        #expect(try migrator.decodeReporting(Data(Self.text.utf8)).report.issues.map(\.path) == Self.paths)
        let given = try migrator.decodeReporting(
            Data(#"{"id":7,"items":[]}"#.utf8), from: .v2, parsing: JSONParsingOptions(), options: ReportingOptions())
        #expect(given.report.value?.id == 7)
    }

    struct Configured: Codable, DecodableWithConfiguration, Equatable {
        var item: Item
        init(from decoder: any Decoder, configuration: Double) throws {
            item = try Item(from: decoder)
            item.price *= configuration
        }
    }

    @Test func aConfigurationIsPassedOn() throws {
        let decoder = VersionedJSONDecoder()
        let good = Data(#"{"name":"A","price":2}"#.utf8)
        let one = try decoder.decodeReporting(Configured.self, from: good, configuration: 1.5)
        #expect(one.value?.item.price == 3 && one.issues.isEmpty)
        let list = Data(#"[{"name":"A","price":2},{"name":1,"price":2},{"name":"C","price":4}]"#.utf8)
        let many = try decoder.decodeReporting([Configured].self, from: list, configuration: 0.5)
        #expect(many.value?.map(\.item.price) == [1, 2])
        #expect(many.issues.map(\.path) == ["/1/name"])
    }

    @Test func foundationsDecoderReportsToo() throws {
        let report = try JSONDecoder().decodeReporting(Order.self, from: Data(Self.text.utf8))
        #expect(report.value == Self.value)
        #expect(Set(report.issues.map(\.path)) == Set(Self.paths))
        #expect(report.issues.allSatisfy { $0.position == nil && $0.byteRange == nil })
        let decoder = JSONDecoder()
        decoder.userInfo.install(Self.controller)
        let versioned = try decoder.decodeReporting(Versioned<Order, ShopVersion>.self, from: Data(Self.text.utf8))
        #expect(versioned.value?.value == Self.value && versioned.value?.version == .v2)
    }

    @Test func noJSONAndNoPayloadAreTwoErrors() throws {
        func beneath(_ payload: String) -> (any Error)? {
            do {
                _ = try VersionedJSONDecoder().decodeReporting(Order.self, from: payload)
                return nil
            } catch DecodingError.dataCorrupted(let context), DecodingError.valueNotFound(_, let context) {
                return context.underlyingError
            } catch { return error }
        }
        #expect(beneath("[1,]") is JSONSyntaxError)
        for absent in ["", " \n"] {
            #expect(beneath(absent) as? DecodingIssue.MissingPayload == DecodingIssue.MissingPayload())
        }
        #expect(DecodingIssue.MissingPayload().description == "there is no payload: it is empty")
        for (payload, code) in [("[1,]", DecodingIssue.Code.invalidJSON), ("", .missingPayload)] {
            let error = #expect(throws: DecodingError.self) {
                try VersionedJSONDecoder().decodeReporting(Order.self, from: payload)
            }
            #expect(DecodingIssue(describing: try #require(error)).code == code)
        }
    }

    // MARK: Options

    private final class Seen: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [DecodingIssue] = []
        var all: [DecodingIssue] { lock.withLock { list } }
        func add(_ issue: DecodingIssue) { lock.withLock { list.append(issue) } }
    }

    @Test func aHandlerGetsEachIssue() throws {
        let seen = Seen()
        var options = ReportingOptions()
        options.maximumIssues = 1
        options.handler = { seen.add($0) }
        let report = try VersionedJSONDecoder().decodeReporting(
            [Int].self, from: #"[1,"a","b",4,null]"#, options: options)
        #expect(report.value == [1, 4] && report.issues.count == 1 && report.issueCount == 3)
        #expect(seen.all.map(\.path) == ["/1", "/2", "/4"])
    }

    @Test func limitsEndARun() throws {
        var options = ReportingOptions()
        options.givesUpAfter = 2
        let report = try VersionedJSONDecoder().decodeReporting([Int].self, from: #"["a","b","c",4]"#, options: options)
        #expect(report.gaveUp && report.value == nil && report.issues.count == 2)
    }

    struct Sealed: Codable, StrictlyDecoded { var items: [Item] }

    @Test func partsAreStrictByTypePathAndVersion() throws {
        let text = Self.text
        for rule: ReportingOptions.StrictRule in [
            .type(Order.self), .path("/items"), .path("/*"), .version(ShopVersion.v2),
        ] {
            var options = ReportingOptions()
            options.strict = [rule]
            let report = try Self.controller.decodeReporting(Order.self, from: Data(text.utf8), options: options)
            #expect(report.value == nil && report.issues.map(\.path) == ["/items/1/price"], "\(rule)")
        }
        var other = ReportingOptions()
        other.strict = [.version(ShopVersion.v1), .path("/lines"), .type(Sealed.self)]
        #expect(
            try Self.controller.decodeReporting(Order.self, from: Data(text.utf8), options: other).value?.value
                == Self.value)
        #expect(try VersionedJSONDecoder().decodeReporting(Sealed.self, from: text).value == nil)
    }

    @Test func replayCanBeSwitchedOff() throws {
        var options = ReportingOptions()
        options.replays = false
        let report = try VersionedJSONDecoder().decodeReporting(
            Item.self, from: #"{"name":1,"price":"x"}"#, options: options)
        #expect(report.issues.map(\.path) == ["/name"] && report.value == nil)
        options.replays = true
        let all = try VersionedJSONDecoder().decodeReporting(
            Item.self, from: #"{"name":1,"price":"x"}"#, options: options)
        #expect(all.issues.map(\.path) == ["/name", "/price"])
    }

    // MARK: Issues

    @Test func aReportIsSendable() throws {
        func send(_ value: some Sendable) {}
        send(try VersionedJSONDecoder().decodeReporting(Int.self, from: "1"))
    }

    @Test func anIssueHasAllFacts() throws {
        let issue = try #require(
            try Self.controller.decodeReporting(Order.self, from: Data(Self.text.utf8)).issues.first)
        #expect(issue.code == .unexpectedKind && issue.effect == .failed || issue.effect == .skipped)
        #expect(issue.type == "Item" && issue.member == "price" && issue.record == nil)
        #expect(issue.position == SourcePosition(line: 1, column: 73, byteOffset: 72) && issue.byteRange == 72..<75)
        #expect(issue.version == "2" && issue.step == nil && issue.stoppedAt == nil)
        #expect(issue.expected == "a number" && issue.expectedType == "Double")
        #expect(issue.found == .string && issue.quotation == #""x""#)
        #expect(issue.message == #"expected a number, found a string ("x")"#)
        #expect(
            issue.description
                == #"line 1, column 73, at "/items/1/price": expected a number, found a string ("x") (version 2)"#)
        #expect(issue.diagnostic.path == "/items/1/price")
        #expect(issue == issue && Set([issue, issue]).count == 1)
        #expect(issue.text(in: Self.text.utf8).hasSuffix("^~~"))
        let entry = issue.logEntry(redacting: [.key("price"), .path("/items/*/note")], mostCharacters: 40)
        #expect(entry.message == "expected a number, found a string" && entry.quotation == nil)
        let again = try JSONDecoder().decode(DecodingIssue.LogEntry.self, from: JSONEncoder().encode(entry))
        #expect(again == entry)
        if case .typeMismatch = issue.decodingError {} else { Issue.record("\(issue.decodingError)") }
    }
}
