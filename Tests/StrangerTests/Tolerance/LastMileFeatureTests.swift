import Foundation
import Testing
import VersionedCodec

/// What LastMile offers, on plain `Codable` models.
@Suite struct LastMileFeatureTests {
    struct Person: Codable, Equatable, RecordIdentifying {
        enum CodingKeys: String, CodingKey { case id = "person_id", name, height, friends, address, note }
        var id: Int
        var name: String?
        var height: Double
        var friends: [Int]?
        var address: Address?
        var note: String?
        static var recordIDKey: any CodingKey { CodingKeys.id }
    }

    struct Address: Codable, Equatable {
        var zip: String
        var city: String
    }

    private func report<Value: Decodable>(
        _ type: Value.Type = Person.self, _ text: String
    ) throws -> DecodingReport<Value> { try VersionedJSONDecoder().decodeReporting(type, from: text) }

    @Test func theOneLineFormIsThatOfLastMile() throws {
        let issue = try report(Person.self, #"{"person_id": 8675309, "height": "tall"}"#).issues[0]
        #expect(
            issue.oneLine == #"root(Person person_id=8675309) > "height"(Double) : Unexpectedly found a string"#)
        let null = try report(Person.self, #"{"person_id": 8675309, "height": null}"#).issues[0]
        #expect(null.oneLine == #"root(Person person_id=8675309) > "height"(Double) : Unexpectedly found null"#)
        let list = try report([Person].self, #"[{"person_id": 1, "height": 1, "address": {"zip": 5, "city": "U"}}]"#)
        #expect(
            list.issues.map(\.oneLine) == [
                #"root[0](Person person_id=1) > "address"(Address) > "zip"(String) : Unexpectedly found a number"#
            ])
    }

    @Test func anOptionalThatFailsIsNilAndAnIssue() throws {
        let read = try report(Person.self, #"{"person_id": 1, "height": 1.8, "name": 5, "address": [1]}"#)
        #expect(read.value == Person(id: 1, height: 1.8))
        #expect(read.issues.map(\.path) == ["/name", "/address"])
        #expect(read.issues.allSatisfy { $0.effect == .setToNil })
    }

    @Test func aRequiredFailureFailsTheNearestParentOnly() throws {
        let read = try report(
            Person.self, #"{"person_id": 1, "height": 1.8, "address": {"zip": 5, "city": "Ulm"}, "note": "n"}"#)
        #expect(read.value == Person(id: 1, height: 1.8, note: "n"))
        #expect(read.issues.map(\.path) == ["/address/zip"])
    }

    @Test func everyRequiredMemberIsTried() throws {
        let read = try report(Person.self, #"{"person_id": "x", "height": true, "address": {"zip": 5, "city": 6}}"#)
        #expect(read.value == nil)
        #expect(read.issues.map(\.path) == ["/person_id", "/height", "/address/zip", "/address/city"])
    }

    @Test func nullAndAbsentAreTold() throws {
        let read = try report(Address.self, #"{"zip": null}"#)
        #expect(read.issues.map(\.code) == [.unexpectedNull])
        let absent = try report(Address.self, #"{"zip": "1"}"#)
        #expect(absent.issues.map(\.code) == [.missingMember])
        #expect(absent.issues[0].message == #"there is no member "city""#)
        #expect(try report(Person.self, #"{"person_id": 1, "height": 1, "name": null}"#).issues.isEmpty)
    }

    // MARK: Declared rules

    struct Deck: Codable, DeclaresMemberRules {
        var cards: [Int]
        var jokers: [Int]?
        var share: Double?
        var owner: String?
        var weight: Double?

        enum CodingKeys: String, CodingKey { case cards, jokers, share, owner, weight }

        static var memberRules: [MemberRule] {
            [
                .count(of: CodingKeys.cards, exactly: 2), .count(of: CodingKeys.jokers, minimum: 1, maximum: 2),
                .limits(of: CodingKeys.share, 0...1), .mandatory(CodingKeys.owner),
                .exactNumber(CodingKeys.weight),
            ]
        }
    }

    @Test func countsAndLimitsAreRules() throws {
        let good = try report(
            Deck.self, #"{"cards": [1, 2], "jokers": [1], "share": 0.5, "owner": "A", "weight": 0.25}"#)
        #expect(good.issues.isEmpty && good.value != nil)
        let bad = try report(
            Deck.self, #"{"cards": [1], "jokers": [], "share": 2, "weight": 0.12345678901234567890123}"#)
        #expect(bad.value?.cards == [1])
        #expect(bad.issues.allSatisfy { $0.code == .ruleBroken && $0.effect == .noted })
        #expect(
            bad.issues.map(\.message) == [
                #"the member "owner" must be there"#, "expected exactly 2 elements, found 1",
                "expected at least 1 element, found 0", "expected a number from 0 to 1, found 2",
                "the number has more digits than a Double: 0.12345678901234567890123 becomes 0.12345678901234568",
            ])
        let many = try report(Deck.self, #"{"cards": [1, 2], "jokers": [1, 2, 3], "owner": "A"}"#)
        #expect(many.issues.map(\.message) == ["expected at most 2 elements, found 3"])
    }

    @Test func numbersThatDoNotFitAreTold() throws {
        let read = try report([UInt8].self, "[1, 256, -1, 1.5, 255]")
        #expect(read.value == [1, 255])
        #expect(read.issues.map(\.code) == [.numberDoesNotFit, .numberDoesNotFit, .numberDoesNotFit])
    }

    // MARK: Parts, reasons

    struct Page: Codable {
        var title: String
        var advertisement: Isolated<Address>
    }

    @Test func anIsolatedPartIsLookedAtApart() throws {
        let text = #"{"title": "T", "advertisement": {"zip": 1, "city": 2}}"#
        let page = try VersionedJSONDecoder().decode(Page.self, from: text)
        #expect(page.advertisement.value == nil)
        #expect(page.advertisement.issues.map(\.path) == ["/advertisement/zip", "/advertisement/city"])
        #expect(try report(Page.self, text).issues.isEmpty)
        #expect(Isolated(Address(zip: "1", city: "U")).value?.zip == "1")
    }

    struct Priced: Decodable {
        var price: Double
        enum CodingKeys: String, CodingKey { case price }
        init(from decoder: any Decoder) throws {
            price = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .price)
            if price < 0 { decoder.noteIssue("the price is negative", at: CodingKeys.price, code: .negativePrice) }
            if price > 99 { decoder.noteIssue("the price is high") }
        }
    }

    @Test func aModelAddsReasonsOfItsOwn() throws {
        let read = try report([Priced].self, #"[{"price": -1}, {"price": 100}]"#)
        #expect(read.value?.map(\.price) == [-1, 100])
        #expect(read.issues.map(\.code) == [.negativePrice, .reported])
        #expect(read.issues.map(\.path) == ["/0/price", "/1"])
    }

    struct Refusing: Decodable {
        struct Reason: Error, CustomStringConvertible { var description: String { "no such shop" } }
        init(from decoder: any Decoder) throws { throw Reason() }
    }

    @Test func anErrorThatAModelThrowsIsAnIssue() throws {
        let read = try report([String: Refusing].self, #"{"a": {}}"#)
        #expect(read.value?.isEmpty == true)
        #expect(read.issues.map(\.code) == [.modelError] && read.issues[0].message == "no such shop")
    }
}

extension DecodingIssue.Code {
    fileprivate static let negativePrice = DecodingIssue.Code(rawValue: "negativePrice")
}
