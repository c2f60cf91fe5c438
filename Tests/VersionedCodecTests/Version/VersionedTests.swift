import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct VersionedTests {
    @Test(arguments: CoderRoutes.all, RichVersion.allCases)
    func everyVersionRoundTrips(_ route: any CoderRoute, _ version: RichVersion) throws {
        let controller = try RichModel.controller(VersionLocation("/meta/version", as: .string))
        let payload = try route.encode(Versioned(RichModel.sample, version: version), with: controller)
        let read = try route.decode(RichModel.self, from: payload, with: controller)
        #expect(read.value == RichModel.sample)
        #expect(read.version == version)
        #expect(read.source == .field("/meta/version"))
    }

    @Test(arguments: CoderRoutes.json)
    func keysAndDatesFollowTheVersionAtEveryDepth(_ route: any CoderRoute) throws {
        let controller = try RichModel.controller()
        let payload = try route.encode(Versioned(RichModel.sample, version: .v1), with: controller)
        let written = try route.value(of: payload)
        #expect(written.isEquivalent(to: RichModel.v1), "wrote \(written)")
        let read = try route.decode(RichModel.self, from: route.payload(RichModel.v1), with: controller.fixed(to: .v1))
        #expect(read.value == RichModel.sample)
    }

    @Test(arguments: CoderRoutes.propertyList)
    func propertyListsKeepDatesAndDataUnlessTheFormatAsksForText(_ route: any CoderRoute) throws {
        let controller = try RichModel.controller()
        let native = try route.value(
            of: route.encode(Versioned(RichModel.sample, version: .v2), with: controller))
        #expect(native["createdAt"] == "date:1592032902")
        #expect(native["rawBytes"] == "data:+/8=")
        let text = try route.value(of: route.encode(Versioned(RichModel.sample, version: .v1), with: controller))
        #expect(text["created_at"] == "2020-06-13 15:21:42 +0800")
        #expect(text["raw_bytes"] == "fbff")
    }

    @Test(arguments: CoderRoutes.all)
    func elementsSayTheirOwnVersions(_ route: any CoderRoute) throws {
        struct Item: Codable, Equatable { var playedAt: Date }
        let controller = try RichModel.controller(VersionLocation("/v", as: .string, legacy: "v9"))
        let payload = try route.payload([
            ["v": "v1", "played_at": "1970-01-01 08:00:07 +0800"], ["played_at": 7],
        ])
        let items = try route.decode(
            [Versioned<Item, RichVersion>].self, from: payload, with: controller)
        #expect(items.value.map(\.version) == [.v1, .v9])
        #expect(items.value.map(\.value) == Array(repeating: Item(playedAt: Date(timeIntervalSince1970: 7)), count: 2))
        let written = try route.value(of: route.encode(items, with: controller))
        #expect(
            written.isEquivalent(to: [["v": "v1", "played_at": "1970-01-01 08:00:07 +0800"], ["played_at": 7]]),
            "wrote \(written)")
    }

    @Test(arguments: CoderRoutes.json)
    func formatThatChangesNothingStillTellsTheVersion(_ route: any CoderRoute) throws {
        struct Asking: Codable {
            struct Inner: Codable {
                var version: String
                init(from decoder: any Decoder) throws {
                    #expect(!String(describing: type(of: decoder)).contains("Proxy"))
                    version = try decoder.versionController(for: RichVersion.self).version.label
                }
            }
            var inner: Inner
        }
        let controller = VersionController<RichVersion>(
            location: VersionLocation("/v", as: .string), format: .unchanged)
        let read = try route.decode(Asking.self, from: route.payload(["v": "v2", "inner": [:]]), with: controller)
        #expect(read.value.inner.version == "v2")
    }

    @Test(arguments: CoderRoutes.all)
    func modelsSeeTheVersionOfTheirPayload(_ route: any CoderRoute) throws {
        struct Asking: Codable {
            struct Inner: Codable {
                var version: String
                init(from decoder: any Decoder) throws {
                    version = try decoder.versionController(for: RichVersion.self).version.label
                }
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.singleValueContainer()
                    try container.encode(encoder.versionController(for: RichVersion.self).version.label)
                }
            }
            var inner: [Inner]
        }
        let controller = try RichModel.controller(VersionLocation("/v", as: .string))
        var read = try route.decode(Asking.self, from: route.payload(["v": "v2", "inner": [0]]), with: controller)
        #expect(read.value.inner[0].version == "v2")
        read.version = .v9
        let written = try route.value(of: route.encode(read, with: controller))
        #expect(written.isEquivalent(to: ["v": "v9", "inner": ["v9"]]), "wrote \(written)")
    }

    @Test func missingControllerSaysHowToInstallOne() throws {
        let decoding = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Versioned<Int, RichVersion>.self, from: Data("1".utf8))
        }
        guard case .dataCorrupted(let context) = decoding else { throw try #require(decoding) }
        #expect(
            context.debugDescription
                == "the decoder carries no version controller for RichVersion; before coding, install one:"
                + " decoder.userInfo.install(VersionController<RichVersion>(…))")
        #expect(context.underlyingError is VersionControllerSet.MissingController)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(Versioned(1, version: RichVersion.v1)) }
    }

    @Test func controllersOfSeveralVersionTypesMeet() throws {
        var controllers = VersionControllerSet()
        controllers.install(VersionController<RichVersion>())
        controllers.install(VersionController<ShapeVersion>())
        #expect(controllers.controller(for: RichVersion.self)?.version == .v10)
        #expect(controllers.controller(for: ShapeVersion.self)?.version == .v3)
    }

    @Test(arguments: CoderRoutes.all)
    func noVersionIsStampedAmongTheKeysOfADictionary(_ route: any CoderRoute) throws {
        let controller = VersionController<RichVersion>(location: VersionLocation("/v", as: .string))
        let names = Versioned(["a": "b"], version: RichVersion.v1)
        let error = #expect(throws: EncodingError.self) { try route.encode(names, with: controller) }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == "at the root: there is no place for the version \"/v\" in a dictionary, whose keys are data;"
                + " fix the version on both sides (fixed(to:)), or encode a model that holds the dictionary")
        let payload = try route.encode(names, with: controller.fixed(to: .v1))
        let read = try route.decode([String: String].self, from: payload, with: controller.fixed(to: .v1))
        #expect(read.value == ["a": "b"])
    }

    private static let versioned = VersionController<RichVersion>(location: VersionLocation("/v", as: .string))

    /// What a call writes for a version can be read: either it says its version, or there is an error that says what to
    /// do.
    @Test func encodingAListForAVersionIsAnError() throws {
        let controller = Self.versioned
        let lists: [() throws -> Data] = [
            { try controller.encode([["a": 1]], for: .v1) }, { try controller.encode(["a": 1], for: .v1) },
            { try controller.encode(1, for: .v1) }, { try controller.encodePropertyList([["a": 1]], for: .v1) },
            { try VersionedJSONEncoder(controller).encode([["a": 1]], for: RichVersion.v1) },
        ]
        for list in lists {
            let error = #expect(throws: EncodingError.self) { try list() }
            let said = Diagnostic(describing: try #require(error)).description
            #expect(said.contains("there is no place for the version \"/v\"") && said.contains("fixed(to:)"), "\(said)")
        }
    }

    @Test func aValueWithAVersionOfItsOwnIsNotEncodedForAnother() throws {
        struct Item: Codable, Equatable { var a: Int }
        let (item, controller) = (Versioned(Item(a: 1), version: RichVersion.v1), Self.versioned)
        let calls: [() throws -> Data] = [
            { try controller.encode(item) }, { try controller.encode(item, for: .v1) },
            { try controller.encode([item]) }, { try controller.encode(Optional(item)) },
            { try VersionedJSONEncoder().encode(Versioned(item, version: RichVersion.v2), configuration: controller) },
        ]
        for call in calls {
            let error = #expect(throws: EncodingError.self) { try call() }
            #expect(
                Diagnostic(describing: try #require(error)).description
                    == "at the root: the value has a version of its own: encode it with"
                    + " VersionedJSONEncoder(controller), or encode the model in it for its version")
        }
        let written = try VersionedJSONEncoder(controller).encode(item)
        #expect(String(decoding: written, as: UTF8.self) == #"{"v":"v1","a":1}"#)
        #expect(
            try String(decoding: controller.encode(item.value, for: item.version), as: UTF8.self)
                == #"{"a":1,"v":"v1"}"#)
        let list = #expect(throws: EncodingError.self) { try controller.encodePropertyList(item) }
        #expect(
            Diagnostic(describing: try #require(list)).description
                == #"at "/v": the version and the value itself write different values in one place, "/v""#)
    }

    @Test func whatTheErrorSaysToDoWorks() throws {
        let (list, controller) = ([["a": 1], ["a": 2]], Self.versioned)
        let fixed = controller.fixed(to: .v1)
        #expect(try fixed.decode([[String: Int]].self, from: fixed.encode(list)).value == list)
        #expect(try fixed.decode([[String: Int]].self, from: fixed.encode(list, for: .v1)).value == list)
        struct Item: Codable, Equatable { var a: Int }
        let wrapped = [Versioned(Item(a: 1), version: RichVersion.v1)]
        let payload = try VersionedJSONEncoder(controller).encode(wrapped)
        #expect(String(decoding: payload, as: UTF8.self).hasPrefix("[{\"v\":"))
        let read = try VersionedJSONDecoder(controller).decode([Versioned<Item, RichVersion>].self, from: payload)
        #expect(read.map(\.value) == [Item(a: 1)])
        struct Holder: Codable { var list: [[String: Int]] }
        #expect(
            try controller.decode(Holder.self, from: controller.encode(Holder(list: list), for: .v1)).version == .v1)
    }
}
