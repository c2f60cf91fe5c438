import Foundation
import Testing
import VersionedCodec

/// Values of each kind at the top level, there and back through both coders.
@Suite struct FoundationCasesTopLevelTests {
    struct Hollow: Codable, Equatable {}

    final class HollowClass: Codable, Equatable {
        static func == (lhs: HollowClass, rhs: HollowClass) -> Bool { true }
    }

    /// Writes one value by itself.
    enum Light: Codable {
        case on, off
        init(from decoder: any Decoder) throws {
            self = try decoder.singleValueContainer().decode(Bool.self) ? .on : .off
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(self == .on)
        }
    }

    struct Seconds: Codable, Equatable {
        var count: Double
        init(_ count: Double) { self.count = count }
        init(from decoder: any Decoder) throws { count = try decoder.singleValueContainer().decode(Double.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(count)
        }
    }

    final class Tally: Codable, Equatable {
        var count: Int
        init(_ count: Int) { self.count = count }
        init(from decoder: any Decoder) throws { count = try decoder.singleValueContainer().decode(Int.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(count)
        }
        static func == (lhs: Tally, rhs: Tally) -> Bool { lhs.count == rhs.count }
    }

    /// True, false or unknown, which is null.
    enum Answer: Codable {
        case yes, no, unknown
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = container.decodeNil() ? .unknown : try container.decode(Bool.self) ? .yes : .no
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if self == .unknown { try container.encodeNil() } else { try container.encode(self == .yes) }
        }
    }

    struct Links: Codable, Equatable {
        var table: [String: URL]
        init(from decoder: any Decoder) throws {
            table = try decoder.singleValueContainer().decode([String: URL].self)
        }
        init(_ table: [String: URL]) { self.table = table }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(table)
        }
    }

    class Person: Codable, Equatable {
        let name: String
        let site: URL?
        init(_ name: String, _ site: URL? = nil) { (self.name, self.site) = (name, site) }
        func isEqual(_ other: Person) -> Bool { name == other.name && site == other.site }
        static func == (lhs: Person, rhs: Person) -> Bool { lhs.isEqual(rhs) }
    }

    /// Its own member is among those of its base.
    final class Worker: Person {
        let number: Int
        enum CodingKeys: String, CodingKey { case number }
        init(_ name: String, _ number: Int) {
            self.number = number
            super.init(name)
        }
        required init(from decoder: any Decoder) throws {
            number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .number)
            try super.encode(to: encoder)
        }
        override func isEqual(_ other: Person) -> Bool {
            (other as? Worker)?.number == number && super.isEqual(other)
        }
    }

    struct Firm: Codable, Equatable {
        var address: [String: String]
        var people: [Person]
        var founded: Seconds
        var isOpen: Light
        var branches: [Firm]
    }

    @Test func everyKindOfModelGoesThereAndBack() throws {
        let both = BothCoders([.sortedKeys, .withoutEscapingSlashes])
        try both.expect(Hollow(), "{}")
        try both.expect(HollowClass(), "{}")
        try both.expect(Light.on, "true")
        try both.expect(Light.off, "false")
        try both.expect(Seconds(3_141_592_653), "3141592653")
        try both.expect(Tally(7), "7")
        try both.expect(Answer.yes, "true")
        try both.expect(Answer.no, "false")
        try both.expect(Answer.unknown, "null")
        try both.expect([Answer.unknown, .yes], "[null,true]")
        try both.expect([4, 8, 15, 16, 23, 42], "[4,8,15,16,23,42]")
        let site = try #require(URL(string: "https://example.org/a?b#c"))
        try both.expect(Links(["home": site]), #"{"home":"https://example.org/a?b#c"}"#)
        try both.expect(Worker("Jo", 42), #"{"name":"Jo","number":42}"#)
        let small = Firm(address: [:], people: [], founded: Seconds(0), isOpen: .off, branches: [])
        let firm = Firm(
            address: ["street": "Main 1/2", "city": ""], people: [Person("A", site), Person("B")],
            founded: Seconds(-1.5), isOpen: .on, branches: [small])
        try both.expect(
            firm,
            #"{"address":{"city":"","street":"Main 1/2"},"branches":[{"address":{},"branches":[],"founded":0,"isOpen":false,"#
                + #""people":[]}],"founded":-1.5,"isOpen":true,"people":[{"name":"A","site":"https://example.org/a?b#c"},{"name":"B"}]}"#
        )
    }

    @Test func optionalsOfOptionalsGoAsFarAsNullTells() throws {
        let both = BothCoders()
        try both.expect(Int??.some(.some(1)), "1")
        try both.expect(Int?.none, "null")
        try both.expect([Int??.some(1), nil], "[1,null]")
        try both.expect(["a": Int??.some(2), "b": nil], #"{"a":2,"b":null}"#)
        struct Deep: Codable, Equatable { var a: Int??, b: [String?]??, c: [[Light??]?] }
        try both.expect(
            Deep(a: 1, b: [nil, "x"], c: [nil, [.on, nil]]), #"{"a":1,"b":[null,"x"],"c":[null,[true,null]]}"#)
        both.decoders.agree(Deep.self, #"{"a":null,"b":null,"c":[]}"#)
        both.decoders.agree(Deep.self, #"{"c":[]}"#)
    }

    /// Two nested containers of one key share an object.
    struct Split: Codable, Equatable {
        var first: String
        var second: String
        enum Top: String, CodingKey { case top }
        enum One: String, CodingKey { case first }
        enum Two: String, CodingKey { case second }
        init(_ first: String, _ second: String) { (self.first, self.second) = (first, second) }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Top.self)
            first = try container.nestedContainer(keyedBy: One.self, forKey: .top).decode(String.self, forKey: .first)
            second = try container.nestedContainer(keyedBy: Two.self, forKey: .top).decode(String.self, forKey: .second)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Top.self)
            var one = container.nestedContainer(keyedBy: One.self, forKey: .top)
            try one.encode(first, forKey: .first)
            var two = container.nestedContainer(keyedBy: Two.self, forKey: .top)
            try two.encode(second, forKey: .second)
        }
    }

    @Test func nestedContainersOfOneKeyShareAnObject() throws {
        try BothCoders().expect(Split("a", "b"), #"{"top":{"first":"a","second":"b"}}"#)
        try BothCoders().expect([Split("", "b")], #"[{"top":{"first":"","second":"b"}}]"#)
    }

    @Test func theTypeThatIsAskedForCountsNotTheOneInTheSource() throws {
        let payload = Data(#"{"name":"Jo","number":42}"#.utf8)
        #expect(try VersionedJSONDecoder().decode(Worker.self as Person.Type, from: payload) is Worker)
        #expect(try JSONDecoder().decode(Worker.self as Person.Type, from: payload) is Worker)
        let person: Person = Worker("Jo", 42)
        #expect(try VersionedJSONEncoder().encode(person).count == JSONEncoder().encode(person).count)
    }

    struct Tabled: Codable, Equatable {
        struct Key: Codable, Hashable { var x: String }
        var table: [Key: String]
    }

    @Test func dictionaryWithoutTextKeysIsAnArrayThoughEmpty() throws {
        try BothCoders().expect(Tabled(table: [:]), #"{"table":[]}"#)
        try BothCoders().expect(Tabled(table: [.init(x: "a"): "b"]), #"{"table":[{"x":"a"},"b"]}"#)
        BothDecoders().agree(Tabled.self, #"{"table":{}}"#)
        BothDecoders().agree(Tabled.self, #"{"table":[{"x":"a"}]}"#)
    }

    @Test func enumsWithValuesGoThereAndBack() throws {
        enum Move: Codable, Equatable {
            case stay
            case go(to: String, _ speed: Int? = nil)
            indirect case both(Move, Move)
        }
        let both = BothCoders()
        try both.expect(
            [Move.stay, .go(to: "x", 1), .go(to: "y")], #"[{"stay":{}},{"go":{"_1":1,"to":"x"}},{"go":{"to":"y"}}]"#)
        try both.expect(Move.both(.stay, .both(.stay, .stay)))
        for payload in [
            "{}", #"{"stay":{},"go":{"to":"x"}}"#, #"{"fly":{}}"#, #"{"go":{}}"#, #"{"go":{"to":1}}"#, #"{"stay":1}"#,
            "[]",
            #""stay""#, #"{"both":{"_0":{"stay":{}},"_1":{"fly":{}}}}"#, #"{"stay":null}"#, #"{"fly":{},"stay":{}}"#,
        ] { both.decoders.agree(Move.self, payload) }
    }
}
