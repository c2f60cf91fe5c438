import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct NilAndNumberTests {
    struct Model: Codable, Equatable {
        var number: Int?
        var text: String?
        var list: [Int?]
        var table: [String: Int?]

        enum CodingKeys: String, CodingKey { case number, text, list, table }

        init() { (list, table) = ([1, nil], ["a": nil]) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(number, forKey: .number)
            try container.encode(text, forKey: .text)
            try container.encode(list, forKey: .list)
            try container.encode(table, forKey: .table)
        }
    }

    static let shapes: [(VersionFormat.NilMembers, JSONValue)] = [
        (.asEncoded, ["text": nil, "list": [1, nil], "table": ["a": nil]]),
        (.omitted, ["list": [1, nil], "table": ["a": nil]]),
        (.null, ["number": nil, "text": nil, "list": [1, nil], "table": ["a": nil]]),
    ]

    @Test(arguments: CoderRoutes.json, shapes)
    func nilMembersAreWrittenAsTheFormatSays(_ route: any CoderRoute, _ expected: (VersionFormat.NilMembers, JSONValue))
        throws
    {
        let controller = VersionController<ShapeVersion>(format: VersionFormat(nilMembers: expected.0))
        let payload = try route.encode(Versioned(Model(), version: .v1), with: controller)
        #expect(try route.value(of: payload).isEquivalent(to: expected.1))
        #expect(try route.decode(Model.self, from: payload, with: controller.fixed(to: .v1)).value == Model())
    }

    @Test(arguments: CoderRoutes.propertyList, shapes)
    func propertyListsLeaveNilMembersOut(_ route: any CoderRoute, _ format: (VersionFormat.NilMembers, JSONValue))
        throws
    {
        let controller = VersionController<ShapeVersion>(format: VersionFormat(nilMembers: format.0))
        let payload = try route.encode(Versioned(Model(), version: .v1), with: controller)
        #expect(try route.value(of: payload)["text"] == nil)
        #expect(try route.decode(Model.self, from: payload, with: controller.fixed(to: .v1)).value == Model())
    }

    /// Synthesised code of a generic type decodes its optional as any value, so a member that was left out must be nil.
    @Test(arguments: CoderRoutes.all, shapes)
    func memberOfGenericTypeThatWasLeftOutIsNil(
        _ route: any CoderRoute, _ format: (VersionFormat.NilMembers, JSONValue)
    ) throws {
        struct Holder<Value: Codable & Equatable>: Codable, Equatable { var value: Value }
        let controller = VersionController<ShapeVersion>(format: VersionFormat(nilMembers: format.0))
        let model = Holder<Date?>(value: nil)
        let payload = try route.encode(Versioned(model, version: .v1), with: controller)
        let isLeftOut = route.isPropertyList || format.0 == .omitted
        #expect(try route.value(of: payload) == (isLeftOut ? [:] : ["value": nil]))
        #expect(try route.decode(Holder<Date?>.self, from: payload, with: controller.fixed(to: .v1)).value == model)
    }

    enum Choice: Codable, Equatable, UnknownCaseDecodable {
        case song(title: String)
        case unknown(JSONValue)

        static func unknownCase(_ raw: JSONValue) -> Choice { .unknown(raw) }
        var unknownDocument: JSONValue? { if case .unknown(let document) = self { document } else { nil } }
    }

    struct Documents: Codable, Equatable {
        var json = JSONValue.null
        var maybe: JSONValue?
        var moved = JSONValue.null
        var choice = Choice.unknown(.null)

        enum CodingKeys: CodingKey { case json, maybe, moved, choice }
    }

    @Test(arguments: CoderRoutes.json, shapes)
    func documentThatIsNullIsAValueAndNotNil(
        _ route: any CoderRoute, _ format: (VersionFormat.NilMembers, JSONValue)
    ) throws {
        let omitted = try KeyLayout(
            Documents.CodingKeys.self, [.json: .kept.writingNil(.omitted), .moved: .path("/a/b").writingNil(.omitted)])
        for layouts in [[], [omitted]] {
            let controller = VersionController<ShapeVersion>(
                format: VersionFormat(layouts: layouts, nilMembers: format.0))
            let payload = try route.encode(Versioned(Documents(), version: .v1), with: controller)
            let value = try route.value(of: payload)
            #expect(value["json"] == .null && value["choice"] == .null, "\(value)")
            #expect((value["maybe"] == .null) == (format.0 == .null))
            #expect(
                try route.decode(Documents.self, from: payload, with: controller.fixed(to: .v1)).value == Documents())
        }
    }

    @Test(arguments: CoderRoutes.json)
    func aDateOfAnotherKindIsNamed(_ route: any CoderRoute) throws {
        let controller = VersionController<ShapeVersion>(format: VersionFormat(dates: [.iso8601])).fixed(to: .v1)
        let cases: [(JSONValue, String)] = [
            ([nil], "line 1, column 2, at \"/0\": expected a date, found null (version 1)"),
            ([[:]], "line 1, column 2, at \"/0\": expected a date, found an object (version 1)"),
            (
                [1],
                "line 1, column 2, at \"/0\": 1 is not a date: the format is a text, and this is a number (version 1)"
            ),
        ]
        for (value, text) in cases {
            let payload = try route.payload(value)
            let error = #expect(throws: DecodingError.self) {
                try route.decode([Date].self, from: payload, with: controller)
            }
            #expect(Diagnostic(describing: try #require(error), in: payload).description == text)
        }
    }

    @Test(arguments: CoderRoutes.json, ["1.5", "-7", "99999999999999999999999", "1e300", "-1e300", "1e400"])
    func numberOfAnySizeIsNotADateInText(_ route: any CoderRoute, _ text: String) throws {
        let controller = VersionController<ShapeVersion>(format: VersionFormat(dates: [.iso8601])).fixed(to: .v1)
        let error = #expect(throws: DecodingError.self) {
            try route.decode([Date].self, from: Data("[\(text)]".utf8), with: controller)
        }
        guard case .dataCorrupted = error else { throw try #require(error) }
    }

    @Test(arguments: CoderRoutes.json)
    func integersOfEveryWidthAreExact(_ route: any CoderRoute) throws {
        struct Widths: Codable, Equatable {
            var a = Int8.min, b = UInt64.max, c = Int128.max, d = UInt128.max, e = Int64.min, f = Float(0.1), g = 1e300
        }
        let controller = VersionController<ShapeVersion>()
        let payload = try route.encode(Versioned(Widths(), version: .v1), with: controller)
        #expect(try route.decode(Widths.self, from: payload, with: controller.fixed(to: .v1)).value == Widths())
        #expect(try route.value(of: payload)["d"]?.number?.text == "340282366920938463463374607431768211455")
    }

    @Test(arguments: CoderRoutes.json)
    func numberThatIsNotFiniteNeedsAText(_ route: any CoderRoute) throws {
        let controller = VersionController<ShapeVersion>()
        let error = #expect(throws: EncodingError.self) {
            try route.encode(Versioned(["a": Double.nan], version: .v1), with: controller)
        }
        guard case .invalidValue(_, let context) = error else { throw try #require(error) }
        #expect(context.codingPath.map(\.stringValue) == ["a"])
    }

    @Test(arguments: CoderRoutes.all)
    func deepModelsSurvive(_ route: any CoderRoute) throws {
        final class Chain: Codable {
            var next: Chain?
            init(_ next: Chain?) { self.next = next }
        }
        var chain = Chain(nil)
        for _ in 0..<200 { chain = Chain(chain) }
        let controller = VersionController<ShapeVersion>(format: VersionFormat(keys: .snakeCase))
        let payload = try route.encode(Versioned(chain, version: .v1), with: controller)
        var read: Chain? = try route.decode(Chain.self, from: payload, with: controller.fixed(to: .v1)).value
        var depth = 0
        while let next = read?.next { (read, depth) = (next, depth + 1) }
        #expect(depth == 200)
    }

    /// The version has no dates of its own, so the coder's strategy reads them; Foundation reports the parent's path.
    @Test func errorOfTheCodersOwnDateStrategyHasTheWholePath() throws {
        struct Event: Decodable { var at: Date }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.userInfo.install(VersionController<ShapeVersion>().fixed(to: .v1))
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode(Versioned<[Event], ShapeVersion>.self, from: Data(#"[{"at": "soon"}]"#.utf8))
        }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect(context.codingPath.last?.stringValue == "at")
        #expect(context.codingPath.count == 2)
    }

    @Test func oneControllerServesManyTasksThroughOneDecoder() async throws {
        let controller = try Feed.controller()
        let payloads: [Data] = (0..<64).map { index in
            let version = FeedVersion.allCases[index % 3]
            let time = "\"2020-06-13T15:21:42+0800\""
            let key = version == .v3 ? "joinedAt" : "joined_at"
            let date = version == .v2 ? "\"2020-06-13 15:21:42 +0800\"" : time
            let id = version == .v3 ? "userID" : "user_id"
            return Data("{\"version\": \(version), \"\(id)\": \(index), \"name\": \"n\", \"\(key)\": \(date)}".utf8)
        }
        let users = try await withThrowingTaskGroup(of: FeedUser.self) { group in
            for payload in payloads { group.addTask { try controller.decode(FeedUser.self, from: payload).value } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(users.map(\.userID)) == Set(0..<64))
        #expect(Set(users.map(\.joinedAt)).count == 1)
    }

    @Test(arguments: [
        ("-_8", true), ("-_8=", true), ("QQ", true), ("QQ==", true), ("", true), ("QQ=", false), ("=QQ", false),
        ("QQ==QQ==", false), ("-_8==", false), ("+/8=", false), ("A", false), ("====", false), ("Q Q", false),
    ])
    func paddingOfBase64ForURLsStandsAtTheEnd(_ text: String, _ isData: Bool) throws {
        let controller = VersionController<ShapeVersion>(format: VersionFormat(data: .base64URL)).fixed(to: .v1)
        let payload = Data("[\"\(text)\"]".utf8)
        if isData {
            let data = try controller.decode([Data].self, from: payload).value[0]
            let digits = String(text.prefix { $0 != "=" })
            #expect(try String(decoding: controller.encode([data]), as: UTF8.self) == "[\"\(digits)\"]")
        } else {
            let error = #expect(throws: DecodingError.self) { try controller.decode([Data].self, from: payload) }
            #expect(
                Diagnostic(describing: try #require(error)).description
                    == "line 1, column 2, at \"/0\": \"\(text)\" is not Base64 for URLs (version 1)")
        }
    }

    @Test(arguments: CoderRoutes.json, ["", "ht tp://%%"])
    func textThatIsNoURLIsNamed(_ route: any CoderRoute, _ text: String) throws {
        let payload = try route.payload([.string(text)])
        let error = #expect(throws: DecodingError.self) {
            try route.decode([URL].self, from: payload, with: VersionController<ShapeVersion>().fixed(to: .v1))
        }
        #expect(
            Diagnostic(describing: try #require(error), in: payload).description
                == "line 1, column 2, at \"/0\": \"\(text)\" is not a URL (version 1)")
    }
}
