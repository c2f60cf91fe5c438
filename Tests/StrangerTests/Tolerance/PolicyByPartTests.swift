import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Policies for parts of a payload: by path, and by version.
@Suite struct PolicyByPartTests {
    struct Item: Codable, Equatable {
        var id: Int
        var price: Double?
    }

    struct Shop: Codable, Equatable {
        var legacy: [Item]
        var items: [Item]
    }

    static let shop = #"{"legacy": [{"id": "7", "price": "1.5"}], "items": [{"id": 8}, {"id": "9"}]}"#

    enum ShopVersion: Int, APIVersion { case v1 = 1, v2 }

    /// The same through our decoder alone, and through one that follows layouts of a version.
    static let decoders: [@Sendable () throws -> VersionedJSONDecoder] = [
        { VersionedJSONDecoder() },
        {
            VersionedJSONDecoder(
                VersionController<ShopVersion>(location: .init("/version", as: .integer), legacy: .v2) { _ in
                    VersionFormat(keys: .snakeCase)
                })
        },
    ]

    @Test(arguments: decoders)
    func conversionsActAtAPathOnly(_ make: @Sendable () throws -> VersionedJSONDecoder) throws {
        var decoder = try make()
        decoder.conversionsByPath = ["/legacy/*": [.numberFromText]]
        let report = try decoder.decodeReporting(Shop.self, from: Self.shop)
        #expect(report.value == Shop(legacy: [Item(id: 7, price: 1.5)], items: [Item(id: 8)]))
        #expect(report.issues.map(\.path) == ["/legacy/0/id", "/legacy/0/price", "/items/1/id"])
        #expect(report.issues.map(\.effect) == [.noted, .noted, .failed])
    }

    @Test func theLongestPathCounts() throws {
        var decoder = VersionedJSONDecoder()
        decoder.conversions = [.numberFromText]
        decoder.conversionsByPath = ["/legacy": [], "/legacy/0/price": [.numberFromText]]
        let report = try decoder.decodeReporting(Shop.self, from: Self.shop)
        #expect(report.value == Shop(legacy: [], items: [Item(id: 8), Item(id: 9)]))
        #expect(report.issues.filter { $0.effect != .noted }.map(\.path) == ["/legacy/0/id"])
        decoder.conversionsByPath = ["/legacy": [.numberFromText], "/legacy/0/price": []]
        #expect(
            try decoder.decodeReporting(Shop.self, from: Self.shop).value
                == Shop(legacy: [Item(id: 7)], items: [Item(id: 8), Item(id: 9)]))
    }

    @Test func aVersionIsDecodedStrictly() throws {
        let controller = VersionController<ShopVersion>(location: .init("/version", as: .integer)) { _ in .init() }
        var options = ReportingOptions()
        options.strict = [.version(ShopVersion.v2)]
        for (version, ids, count) in [(1, [8], 2), (2, nil, 1)] as [(Int, [Int]?, Int)] {
            let payload = Data(
                #"{"version": \#(version), "legacy": [{"id": "7"}], "items": [{"id": 8}, {"id": "9"}]}"#.utf8)
            let report = try controller.decodeReporting(Shop.self, from: payload, options: options)
            #expect(report.value?.value.items.map(\.id) == ids)
            #expect(report.issues.count == count)
        }
    }
}
