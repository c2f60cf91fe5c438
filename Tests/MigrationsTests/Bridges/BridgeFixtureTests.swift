import Foundation
import Migrations
import SampleAPI
import TestSupport
import Testing
import VersionedCodec

/// `fixtures/vN/account.json` through the bridges of the sample API: beside each is what encoding for each version
/// gives, and, where there are any, the losses.
@Suite struct BridgeFixtureTests {
    static func account(_ version: FeedVersion) -> FeedAccount {
        FeedAccount(
            id: 7, firstName: "Ольга", lastName: "Müller Ng", isActive: true,
            joinedAt: Date(timeIntervalSince1970: 1_592_032_902), mood: version == .v3 ? .pensive : .merry,
            rates: [
                ExchangeRate(currency: "CHF", rate: Decimal(95) / 100),
                ExchangeRate(currency: "EUR", rate: Decimal(11) / 10),
            ],
            nick: version == .v3 ? "नीलम" : nil)
    }

    @Test func aVersion1PayloadBecomesAVersion2ModelThroughABridge() throws {
        let controller = try Feed.controller(legacy: nil)
        let wire = try controller.decode(FeedAccountV1.self, from: RepositoryFiles.fixture("v1/account.json"))
        #expect(wire.version == .v1)
        let migrator = try Migrator(
            FeedAccountV2.self, controller: Feed.untilVersion2(),
            migrations: [Migration(from: Until2.v1, to: .v2, "Names have two parts", bridge: FeedAccountBridgeV1V2())])
        let decoded = try migrator.decode(RepositoryFiles.fixture("v1/account.json"))
        let model: FeedAccountV2 = decoded.model
        #expect(model.firstName == "Ольга" && model.lastName == "Müller Ng")
        #expect(model.id == 7 && model.active && model.rates.map(\.currency) == ["CHF", "EUR"])
        #expect(decoded.version == .v1 && decoded.losses.isEmpty)

        let encoded = try migrator.encode(model, for: .v1)
        #expect(encoded.losses.isEmpty)
        let original = try JSONDocument(parsing: RepositoryFiles.fixture("v1/account.json")).root
        #expect(try JSONDocument(parsing: encoded.data).root.isEquivalent(to: original))
    }

    @Test(arguments: FeedVersion.allCases) func eachVersionGivesTodaysModel(_ version: FeedVersion) throws {
        let decoded = try Feed.accounts().decode(RepositoryFiles.fixture("v\(version)/account.json"))
        #expect(decoded.model == Self.account(version))
        #expect(decoded.version == version)
        #expect(decoded.losses == [])
    }

    @Test(arguments: FeedVersion.allCases, FeedVersion.allCases)
    func encodingForEachVersionGivesTheBytesAndTheLossesBeside(_ version: FeedVersion, _ target: FeedVersion) throws {
        let encoded = try Feed.accounts().encode(Self.account(version), for: target)
        try ExpectedFile.expect(
            String(decoding: encoded.data, as: UTF8.self), at: "v\(version)/account.as-v\(target).json")
        if version == target {
            #expect(encoded.data == (try RepositoryFiles.fixture("v\(version)/account.json")))
        }
        let losses = encoded.losses.map { $0.json.text() + "\n" }.joined()
        if version == .v3 && target == .v1 {
            try ExpectedFile.expect(losses, at: "v3/account.as-v1.losses.json")
        } else {
            #expect(losses == "")
        }
    }

    @Test(arguments: CoderRoutes.all, FeedVersion.allCases)
    func everyRouteReadsAndWritesTheWireModels(_ route: any CoderRoute, _ version: FeedVersion) throws {
        switch version {
        case .v1: try expectTheSame(FeedAccountV1.self, version, route)
        case .v2: try expectTheSame(FeedAccountV2.self, version, route)
        case .v3: try expectTheSame(FeedAccount.self, version, route)
        }
    }

    private func expectTheSame<Wire: Codable & Equatable>(
        _ wire: Wire.Type, _ version: FeedVersion, _ route: any CoderRoute
    ) throws {
        let controller = try Feed.controller(legacy: nil)
        let payload = try RepositoryFiles.fixture("v\(version)/account.json")
        let model = try controller.decode(wire, from: payload)
        #expect(model.version == version)
        let encoded = try route.encode(model, with: controller)
        #expect(try route.decode(wire, from: encoded, with: controller) == model)
        if !route.isPropertyList {
            #expect(try route.decode(wire, from: payload, with: controller) == model)
            #expect(try route.value(of: encoded).isEquivalent(to: JSONDocument(parsing: payload).root))
        }
    }

    @Test(arguments: FeedVersion.allCases, FeedVersion.allCases)
    func migratingBytesGivesTheSameBytes(_ version: FeedVersion, _ target: FeedVersion) throws {
        let payload = try RepositoryFiles.fixture("v\(version)/account.json")
        let migrated = try Feed.accounts().migrate(payload, to: target)
        #expect(migrated.data == (try RepositoryFiles.fixture("v\(version)/account.as-v\(target).json")))
    }
}

/// The versions of the feed as they were when version 2 was the current one.
enum Until2: Int, APIVersion {
    case v1 = 1
    case v2
}

extension Feed {
    static func untilVersion2() throws -> VersionController<Until2> {
        try VersionController(location: VersionLocation("/version", as: .integer)) { version in
            try format(of: version == .v1 ? .v1 : .v2)
        }
    }
}
