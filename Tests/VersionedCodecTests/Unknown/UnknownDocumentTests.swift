import Foundation
import Testing
import VersionedCodec

@Suite struct UnknownDocumentTests {
    struct Song: Codable, Equatable { var title: String }

    enum Media: Codable, Equatable, UnknownCaseDecodable, VersionedKeys {
        case song(Song), clip(title: String, seconds: Int)
        case unknown(JSONValue)

        static func unknownCase(_ raw: JSONValue) -> Media { .unknown(raw) }
        var unknownDocument: JSONValue? { if case .unknown(let document) = self { document } else { nil } }

        static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            switch version {
            case .v1:
                [
                    try KeyLayout(cases: CodingKeys.self, .beside("type"), [.clip: .key("video")]),
                    try KeyLayout(SongCodingKeys.self, [._0: .flattened]),
                ]
            case .v2: [try KeyLayout(cases: CodingKeys.self, .beside("type", payload: "it"))]
            }
        }
    }

    struct Page: Codable, Equatable {
        var id: Int
        var media: [Media]
        var cover: Media?
    }

    static let controller = VersionController<Edition>()

    static func read(_ text: String, _ version: Edition, foundation: Bool) throws -> Versioned<Page, Edition> {
        guard foundation else { return try controller.fixed(to: version).decode(Page.self, from: Data(text.utf8)) }
        let decoder = JSONDecoder()
        decoder.userInfo.install(controller.fixed(to: version))
        return try decoder.decode(Versioned<Page, Edition>.self, from: Data(text.utf8))
    }

    static func write(_ page: Page, _ version: Edition, foundation: Bool) throws -> String {
        guard foundation else {
            return String(decoding: try VersionedJSONEncoder(controller).encode(page, for: version), as: UTF8.self)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.userInfo.install(controller)
        return String(decoding: try encoder.encode(Versioned(page, version: version)), as: UTF8.self)
    }

    static let unknown = [
        #"{"type":"book","pages":1.0}"#, #"{"type":null}"#, #"{"type":3}"#, #"{"it":[1e3]}"#, "{}", "5", "null",
        #""song""#,
        #"[1.0,{"type":"song"}]"#, #"{"type":"unknown","it":{"_0":1}}"#, #"{"é":1,"e\u0301":2}"#,
        #"{"type":["song"],"":{"\u0000":"\/"}}"#,
    ]

    @Test(arguments: Edition.allCases, unknown)
    func unknownDocumentsComeBackByteForByte(_ version: Edition, _ document: String) throws {
        let known = version == .v1 ? #"{"type":"song","title":"A"}"# : #"{"type":"song","it":{"_0":{"title":"A"}}}"#
        let text = #"{"id":1,"media":[\#(document),\#(known),\#(document)]}"#
        var page = try Self.read(text, version, foundation: false)
        #expect(page.value.media[1] == .song(Song(title: "A")))
        #expect(page.value.media[0].unknownDocument?.text() == (try JSONValue(parsingForTests: document)).text())
        #expect(page.issues.map(\.code) == [.unknownCase, .unknownCase])
        #expect(try Self.write(page.value, version, foundation: false) == text)
        page.value.id = 2
        let edited = text.replacing("\"id\":1", with: "\"id\":2")
        #expect(try Self.write(page.value, version, foundation: false) == edited)
    }

    @Test(arguments: Edition.allCases, unknown.prefix(10))
    func unknownDocumentsComeBackOverFoundation(_ version: Edition, _ document: String) throws {
        let text = #"{"id":1,"media":[\#(document)]}"#
        let page = try Self.read(text, version, foundation: true).value
        let written = try JSONValue(parsingForTests: Self.write(page, version, foundation: true))
        #expect(written.isEquivalent(to: try JSONValue(parsingForTests: text)))
    }

    static let around = [#"{"book":{"pages":1.0}}"#, #"{"unknown":{"_0":1}}"#, "{}", "7", #"{"a":1,"b":2}"#, "null"]

    @Test(arguments: around) func enumsWithoutVersionsKeepDocumentsToo(_ document: String) throws {
        let text = #"[\#(document),{"song":{"_0":{"title":"A"}}}]"#
        let media = try VersionedJSONDecoder().decode([Media].self, from: text)
        #expect(media[0].unknownDocument != nil)
        #expect(media[1] == .song(Song(title: "A")))
        #expect(String(decoding: try VersionedJSONEncoder().encode(media), as: UTF8.self) == text)
    }

    @Test func whatIsWrongInAKnownCaseStaysAnError() throws {
        for text in [#"{"type":"video","title":"A"}"#, #"{"type":"song"}"#] {
            #expect(throws: DecodingError.self) {
                try Self.read(#"{"id":1,"media":[\#(text)]}"#, .v1, foundation: false)
            }
        }
        #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode(Media.self, from: #"{"song":{"_0":{}}}"#)
        }
    }

    @Test func theIssueSaysWhereAndWhat() throws {
        let page = try Self.read(#"{"id":1,"media":[{"type":"book"}]}"#, .v1, foundation: false)
        let text = page.issues[0].description
        #expect(text.contains(#""book" is not a case of Media; it is kept as it was"#), "\(text)")
        #expect(page.issues[0].path == "/media/0/type")
        #expect(page.issues[0].position?.column == 26)
    }

    @Test func aCaseOfAnotherNameIsNoNameOfAPayload() throws {
        enum Sign: Codable, Equatable, UnknownCaseDecodable {
            case plus(by: Int)
            case other(JSONValue)
            static func unknownCase(_ raw: JSONValue) -> Sign { .other(raw) }
            var unknownDocument: JSONValue? { if case .other(let document) = self { document } else { nil } }
        }
        let text = #"[{"other":{"_0":1.0}},{"minus":{}},{"plus":{"by":2}}]"#
        let signs = try VersionedJSONDecoder().decode([Sign].self, from: text)
        #expect(signs[2] == .plus(by: 2))
        #expect(signs[0].unknownDocument?.text() == #"{"other":{"_0":1.0}}"#)
        #expect(String(decoding: try VersionedJSONEncoder().encode(signs), as: UTF8.self) == text)
    }

    @Test(arguments: 0..<200) func randomDocumentsComeBack(_ seed: Int) throws {
        var random = RandomJSON(seed: seed)
        let version = Edition.allCases[seed % 2]
        let documents = (0..<4).map { _ in random.value() }
        let text = #"{"id":1,"media":[\#(documents.joined(separator: ","))]}"#
        let page = try Self.read(text, version, foundation: false).value
        #expect(page.media.allSatisfy { $0.unknownDocument != nil })
        #expect(try Self.write(page, version, foundation: false) == text)
    }

    @Test func aFlattenedEnumKeepsOnlyWhatIsItsOwn() throws {
        struct Post: Codable, Equatable, VersionedKeys {
            var id: Int
            var media: Media
            static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
                [try KeyLayout(CodingKeys.self, [.media: .flattened])]
            }
        }
        let controller = Self.controller.fixed(to: .v1)
        let text = #"{"id":1,"type":"book","pages":1.0}"#
        var post = try controller.decode(Post.self, from: Data(text.utf8)).value
        #expect(post.media.unknownDocument?.text() == #"{"type":"book","pages":1.0}"#)
        post.id = 2
        let written = try VersionedJSONEncoder(controller).encode(post)
        #expect(String(decoding: written, as: UTF8.self) == #"{"id":2,"type":"book","pages":1.0}"#)
    }
}

@Suite struct UnknownClassTests {
    class Vehicle: Codable {
        var wheels: Int
        init(wheels: Int) { self.wheels = wheels }
    }

    final class Car: Vehicle {
        var seats: Int
        private enum Keys: String, CodingKey { case seats }
        required init(from decoder: any Decoder) throws {
            seats = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .seats)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(seats, forKey: .seats)
            try super.encode(to: encoder)
        }
    }

    final class UnknownVehicle: Vehicle {
        let document: JSONValue
        required init(from decoder: any Decoder) throws {
            document = try JSONValue(from: decoder)
            super.init(wheels: 0)
        }
        override func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }
    }

    static let discriminators: [Discriminator] = [.beside("kind"), .beside("kind", payload: "it"), .around]
    static let documents = [
        #"{"kind":"ship","sails":3.0}"#, #"{"kind":null}"#, #"{"kind":1}"#, "{}", "[1e3]", "12", #"{"ship":{"a":1}}"#,
        #"{"kind":"ship","it":{"a":"\u00e9"}}"#, #"{"a":1,"b":2}"#,
    ]

    @Test(arguments: discriminators, documents)
    func unknownClassesComeBackByteForByte(_ discriminator: Discriminator, _ document: String) throws {
        let family = try ClassFamily(
            Vehicle.self, discriminator, ["car": Car.self], unknown: UnknownVehicle.self)
        let controller = VersionController<Edition>(format: VersionFormat(superclass: .inline, families: [family]))
        let decoded = try controller.fixed(to: .v1).decode([Vehicle].self, from: Data("[\(document)]".utf8))
        #expect(decoded.value[0] is UnknownVehicle)
        #expect(decoded.issues.map(\.code) == [.unknownCase])
        let bytes = try VersionedJSONEncoder(controller.fixed(to: .v1)).encode(decoded.value)
        #expect(String(decoding: bytes, as: UTF8.self) == "[\(document)]")
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        decoder.userInfo.install(controller.fixed(to: .v1))
        encoder.userInfo.install(controller.fixed(to: .v1))
        let theirs = try decoder.decode(Versioned<[Vehicle], Edition>.self, from: Data("[\(document)]".utf8))
        let written = try JSONValue(parsingForTests: String(decoding: encoder.encode(theirs), as: UTF8.self))
        #expect(written.isEquivalent(to: try JSONValue(parsingForTests: "[\(document)]")))
    }

    @Test func withoutAClassForThemTheyAreErrors() throws {
        let family = try ClassFamily(Vehicle.self, .beside("kind"), ["car": Car.self])
        let controller = VersionController<Edition>(format: VersionFormat(families: [family]))
        #expect {
            try controller.fixed(to: .v1).decode([Vehicle].self, from: Data(#"[{"kind":"ship"}]"#.utf8))
        } throws: { error in
            "\(error)".contains(#""ship" names no class of the family of Vehicle: "car""#)
        }
    }
}
