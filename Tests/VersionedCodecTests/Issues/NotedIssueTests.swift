import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct NotedIssueTests {
    struct Item: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case price }
        var price: Double

        init(price: Double) { self.price = price }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            price = try container.decode(Double.self, forKey: .price)
            if price < 0 { decoder.noteIssue("the price is negative", at: CodingKeys.price) }
        }
    }

    enum ItemVersion: Int, APIVersion { case v1 = 1 }

    static let payload = Data(#"{"version": 1, "price": -1}"#.utf8)

    @Test(arguments: CoderRoutes.json)
    func whatAModelReportsGoesToTheVersionedAround(_ route: any CoderRoute) throws {
        let laid = Laid(route, [try KeyLayout(Item.CodingKeys.self, [.price: .key("cost")])])
        let read = try laid.reading([Item].self, [["cost": 1], ["cost": -1]])
        #expect(read.value.count == 2)
        #expect(read.issues.map(\.message) == ["the price is negative"])
        #expect(read.issues.map(\.code) == [.reported])
        #expect(read.issues.map(\.version) == ["1"])
    }

    @Test func ourDecoderSaysWhereAndWhat() throws {
        let controller = VersionController<ItemVersion>(location: VersionLocation("/version", as: .integer))
        let issue = try #require(controller.decode(Item.self, from: Self.payload).issues.first)
        #expect(issue.description == #"line 1, column 25, at "/price": the price is negative (version 1)"#)
        #expect(issue.byteRange == 24..<26)
        #expect(issue.found == .number)
        #expect(issue.quotation == "-1")
        #expect(issue.effect == .noted)
    }

    @Test func theLogGetsItWithoutAnyVersion() throws {
        var decoder = VersionedJSONDecoder()
        let log = DecodingIssue.Log()
        decoder.userInfo[.decodingIssues] = log
        _ = try decoder.decode(Item.self, from: Self.payload)
        #expect(log.issues.map(\.description) == [#"line 1, column 25, at "/price": the price is negative"#])

        let foundation = JSONDecoder()
        let other = DecodingIssue.Log()
        foundation.userInfo[.decodingIssues] = other
        _ = try foundation.decode(Item.self, from: Self.payload)
        #expect(other.issues.map(\.description) == [#"at "/price": the price is negative"#])
    }
}
