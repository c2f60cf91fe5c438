import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct DetectionThroughCodersTests {
    struct Item: Codable, Equatable { var a: Int }

    @Test func aVersionWhoseShapeIsNoObjectIsWrittenWithoutItsNumber() throws {
        let controller = VersionController<Edition>(location: VersionLocation("/version", as: .integer)) { version in
            version == .v1 ? VersionFormat(shape: ["": .kind(.array)]) : VersionFormat()
        }
        for text in ["[]", #"[{"a":1}]"#] {
            let read = try controller.decode([Item].self, from: Data(text.utf8))
            #expect(read.version == .v1)
            let written = try controller.encode(read.value, for: .v1)
            #expect(String(decoding: written, as: UTF8.self) == text)
            #expect(try controller.decode([Item].self, from: written).value == read.value)
            let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
            decoder.userInfo.install(controller)
            encoder.userInfo.install(controller)
            let again = try decoder.decode(Versioned<[Item], Edition>.self, from: Data(text.utf8))
            #expect(String(decoding: try encoder.encode(again), as: UTF8.self) == text)
        }
        #expect(throws: EncodingError.self) { try controller.encode([Item](), for: .v2) }
        #expect(throws: EncodingError.self) { try controller.encode(["a": 1], for: .v1) }
    }

    static let faults: [(String, VersionError.Code, String)] = [
        (
            #"{"a": 1}"#, .missing,
            "at \"/meta/v\": the payload names no version: looked for a version at \"/meta/v\"; known versions: 1, 2, 3; to accept such payloads, declare a default version"
        ),
        (
            #"{"meta": {"v": "2"}, "a": 1}"#, .unreadable,
            "at \"/meta/v\": the version is unreadable: expected an integer, found a string (\"2\"); known versions: 1, 2, 3"
        ),
        (
            #"{"meta": {"v": [1.5, {"x": true}]}, "a": 1}"#, .unreadable,
            "at \"/meta/v\": the version is unreadable: expected an integer, found an array;"
                + " known versions: 1, 2, 3"
        ),
        (
            #"{"meta": {"v": 0}, "a": 1}"#, .tooOld,
            "at \"/meta/v\": version 0 is older than any known one; known versions: 1, 2, 3"
        ),
        (
            #"{"meta": {"v": 4}, "a": 1}"#, .tooNew,
            "at \"/meta/v\": version 4 is newer than any known one; known versions: 1, 2, 3"
        ),
    ]

    @Test(arguments: CoderRoutes.all, faults)
    func eachFaultIsAnErrorOfItsOwn(
        _ route: any CoderRoute, _ fault: (payload: String, code: VersionError.Code, text: String)
    ) throws {
        let controller = VersionController<ShapeVersion>(location: VersionLocation("/meta/v", as: .integer))
        let payload = try route.payload(JSONDocument(parsing: fault.payload).root)
        let error = #expect(throws: DecodingError.self) {
            try route.decode(Item.self, from: payload, with: controller)
        }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect(try route.text(of: #require(error)) == fault.text)
        #expect(context.codingPath.map(\.stringValue) == ["meta", "v"])
        let beneath = try #require(context.underlyingError as? VersionError)
        #expect(beneath.code == fault.code)
        #expect(beneath.known == ["1", "2", "3"])
        #expect(beneath.tried == [.field("/meta/v")])
    }

    @Test(arguments: CoderRoutes.all)
    func unknownVersionBetweenKnownOnes(_ route: any CoderRoute) throws {
        let controller = VersionController<RichVersion>(location: VersionLocation("/v", as: .string))
        let error = #expect(throws: DecodingError.self) {
            try route.decode(
                [Versioned<Item, RichVersion>].self, from: route.payload([["v": "v2", "a": 1], ["v": "v5"]]),
                with: controller)
        }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect((context.underlyingError as? VersionError)?.code == .missing)  // The root is an array, which says none.
        let element = #expect(throws: DecodingError.self) {
            try route.decode(
                [Versioned<Item, RichVersion>].self, from: route.payload([["v": "v2", "a": 1], ["v": "v5"]]),
                with: VersionController<RichVersion>(location: VersionLocation("/v", as: .string, legacy: "v1")))
        }
        #expect(
            try route.text(of: #require(element))
                == "at \"/1/v\": version \"v5\" is unknown; known versions: v1, v2, v9, v10")
    }

    @Test(arguments: CoderRoutes.all)
    func explicitWinsThenFieldThenLegacy(_ route: any CoderRoute) throws {
        let controller = VersionController<ShapeVersion>(location: VersionLocation("/v", as: .integer), legacy: .v1)
        let payload = try route.payload(["v": 2, "a": 1])
        #expect(try route.decode(Item.self, from: payload, with: controller).version == .v2)
        let fixed = try route.decode(Item.self, from: payload, with: controller.fixed(to: .v3))
        #expect(fixed.version == .v3)
        #expect(fixed.source == .explicit)
        let legacy = try route.decode(Item.self, from: route.payload(["a": 1]), with: controller)
        #expect(legacy.version == .v1)
        #expect(legacy.source == .legacy)
        #expect(try route.value(of: route.encode(legacy, with: controller)) == ["a": 1])
    }

    @Test(arguments: CoderRoutes.all)
    func versionIsStampedWhereItIsFound(_ route: any CoderRoute) throws {
        struct Page: Codable, Equatable {
            var meta: [String: Int]
        }
        let controller = VersionController<ShapeVersion>(location: VersionLocation("/meta/v", as: .integer))
        let beside = try route.encode(Versioned(Page(meta: ["n": 7]), version: .v2), with: controller)
        #expect(try route.value(of: beside).isEquivalent(to: ["meta": ["n": 7, "v": 2]]))
        let alone = try route.encode(Versioned(Item(a: 1), version: .v2), with: controller)
        #expect(try route.value(of: alone).isEquivalent(to: ["meta": ["v": 2], "a": 1]))
        let clash = #expect(throws: EncodingError.self) {
            try route.encode(Versioned(Page(meta: ["v": 7]), version: .v2), with: controller)
        }
        guard case .invalidValue(_, let context) = innermost(clash) else { throw try #require(clash) }
        #expect(
            context.debugDescription
                == "\"v\" of _DictionaryCodingKey and the version write different values in one place, \"/meta/v\"")
        let array = #expect(throws: EncodingError.self) {
            try route.encode(Versioned([Item(a: 1)], version: .v2), with: controller)
        }
        guard case .invalidValue(_, let context) = innermost(array) else { throw try #require(array) }
        #expect(
            context.debugDescription
                == "there is no place for the version \"/meta/v\": the written value is not an object; fix the version on both sides"
                + " (fixed(to:)), wrap the elements of a list in Versioned, or encode a model that holds the value")
    }
}
