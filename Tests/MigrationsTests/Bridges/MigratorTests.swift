import Foundation
import Migrations
import SampleAPI
import TestSupport
import Testing
import VersionedCodec

@Suite struct MigratorTests {
    // MARK: Bad input

    @Test func whatABridgeThrowsIsToldWithVersionAndStep() throws {
        let payload = try Self.payload("v1/account.json", replacing: #""7""#, with: #""seven""#)
        let error = #expect(throws: MigrationError.self) { try Feed.accounts().decode(payload) }
        #expect(error?.code == .refused)
        #expect(error?.underlying is AccountFault)
        #expect(
            error?.description
                == #"line 1, column 1: the id "seven" is not a number (version 1, step 1 → 2, bridge FeedAccountBridgeV1V2)"#
        )
    }

    @Test func aWireModelThatDoesNotDecodeIsToldWithItsPlace() throws {
        let payload = try Self.payload("v1/account.json", replacing: #""active": 1"#, with: #""active": "yes""#)
        let error = #expect(throws: MigrationError.self) { try Feed.accounts().migrate(payload, to: .v3) }
        #expect(error?.code == .doesNotDecode)
        #expect(error?.underlying is DecodingError)
        #expect(
            error?.description == """
                line 5, column 13, at "/active": expected an integer, found a string ("yes") (version 1, step 1 → 2, \
                decode FeedAccountV1)
                """)
    }

    @Test func aDateOfAnotherVersionIsToldWithItsPlace() throws {
        let payload = try Self.payload("v1/account.json", replacing: "2020-06-13T15:21:42+0800", with: "13.6.2020")
        let error = #expect(throws: MigrationError.self) { try Feed.accounts().decode(payload) }
        #expect(error?.path == "/joined_at" && error?.position?.line == 6)
        #expect(error?.diagnostic.message.hasPrefix(#""13.6.2020" is not a date: "#) == true)
    }

    @Test func theCauseOfAnUnknownVersionIsAVersionError() throws {
        let payload = try Self.payload("v3/account.json", replacing: #""version": 3"#, with: #""version": 4"#)
        let error = #expect(throws: MigrationError.self) { try Feed.accounts().decode(payload) }
        #expect(error?.code == .invalidVersion && (error?.underlying as? VersionError)?.code == .tooNew)
    }

    @Test(arguments: ["1", "2", "3"])
    func anErrorIsOfOneTypeInEachVersion(version: String) throws {
        let broken = Data(#"{"version": \#(version), "#.utf8)
        let syntax = #expect(throws: MigrationError.self) { try Feed.accounts().decode(broken) }
        #expect(syntax?.code == .invalidJSON && syntax?.underlying is JSONSyntaxError)
        #expect(syntax?.description == (syntax?.underlying as? JSONSyntaxError)?.description)
        let empty = Data(#"{"version": \#(version)}"#.utf8)
        let error = #expect(throws: MigrationError.self) { try Feed.accounts().decode(empty) }
        #expect(error?.version == version && error?.position?.line == 1 && error?.path != nil)
    }

    @Test func aPayloadOfTheCurrentVersionThatDoesNotFitNamesItsPlace() throws {
        let payload = Data(#"{"version": 3, "id": []}"#.utf8)
        let error = #expect(throws: MigrationError.self) { try Feed.accounts().decode(payload) }
        #expect(error?.code == .doesNotDecode && error?.underlying is DecodingError && error?.step == nil)
        let carried = #expect(throws: MigrationError.self) { try Feed.accounts().decode(payload, losses: .carry) }
        #expect(carried?.description == error?.description)
    }

    private static func payload(_ path: String, replacing old: String, with new: String) throws -> Data {
        let text = String(decoding: try RepositoryFiles.fixture(path), as: UTF8.self)
        #expect(text.contains(old))
        return Data(text.replacing(old, with: new).utf8)
    }

    // MARK: Losses

    @Test func lossesFailWhereThePolicySaysSo() throws {
        let account = BridgeFixtureTests.account(.v3)
        let error = #expect(throws: MigrationError.self) {
            try Feed.accounts().encode(account, for: .v1, losses: .fail)
        }
        #expect(error?.code == .losses)
        #expect(error?.losses.map(\.path) == ["/mood", "/nick"])
        #expect(
            error?.description == #"at "/mood": 2 values would be lost: "pensive", and 1 more; the first:"#
                + " version 1 does not know this mood (version 3, step 2 → 1, bridge FeedAccountBridgeV1V2)")
        #expect(try Feed.accounts().encode(account, for: .v2, losses: .fail).losses == [])
    }

    @Test func lossesOfAPayloadHaveTheirPlacesInIt() throws {
        let result = try Feed.accounts().migrate(RepositoryFiles.fixture("v3/account.json"), to: .v1)
        #expect(result.losses.map(\.path) == ["/mood", "/nick"])
        #expect(result.losses.map(\.step) == ["2 → 1", "2 → 1"])
    }

    // MARK: The raw document

    @Test func aBridgeSeesTheRawDocumentBesideTheModel() throws {
        let payload = try Self.payload(
            "v1/account.json", replacing: #""mood": "merry","#, with: #""mood": "merry", "x_nick": "olga","#)
        #expect(try Feed.accounts().decode(payload).model.nick == "olga")
    }

    // MARK: Bridges and operations in one plan

    @Test func operationsAndBridgesFollowEachOther() throws {
        let controller = try Self.controller()
        let migrator = try Migrator(
            Point3.self, controller: controller,
            migrations: [
                Migration(from: Steps.one, to: .two, "x is called left", operations: [.rename("/x", to: "left")]),
                Migration(from: Steps.two, to: .three, "left is a number", bridge: PointBridge()),
                Migration(from: Steps.three, to: .four, "left is nested", operations: [.move("/left", to: "/at/left")]),
                Migration(from: Steps.four, to: .five, "nothing but the format", bridge: SameModel<Point3>()),
            ])
        let decoded = try migrator.decode(Data(#"{"version": "1", "x": "7"}"#.utf8))
        #expect(decoded.model == Point3(at: .init(left: 7)))
        #expect(decoded.version == .one && decoded.source == .field("/version"))
        let encoded = try migrator.encode(decoded.model, for: .one)
        #expect(String(decoding: encoded.data, as: UTF8.self) == #"{"version":"1","x":"7"}"#)
        for from in Steps.allCases {
            let payload = try migrator.encode(decoded.model, for: from).data
            for target in Steps.allCases {
                let moved = try migrator.migrate(payload, to: target)
                #expect(try migrator.decode(moved.data).model == decoded.model)
            }
        }
    }

    /// The formats of the versions decide what a date keeps, so the same model may lose.
    @Test func sameModelInAnotherFormatMayLose() throws {
        struct Event: Codable { var at: Date }
        enum Days: String, APIVersion { case one = "1", two = "2" }
        let controller = try VersionController<Days>(location: VersionLocation("/version", as: .string)) { version in
            VersionFormat(dates: [try version == .one ? .iso8601 : .pattern("yyyy-MM-dd", assuming: .gmt)])
        }
        let plan = try Migrator(
            Event.self, controller: controller,
            migrations: [Migration(from: Days.one, to: .two, "Days", bridge: SameModel<Event>())]
        ).plan
        #expect(try plan.path(from: "1", to: "2").lossClass == .captures)
        let losses = try plan.migrate(#"{"version":"1","at":"2026-11-23T05:00:00Z"}"#, to: "2").losses
        #expect(losses.map(\.path) == ["/at"])
    }

    @Test func theExplanationNamesBridges() throws {
        #expect(
            try Feed.accounts().plan.explanation(from: "1", to: "3") == """
                FeedAccount: 1 → 3 (captures)
                captures: a value may be lost, and is then reported as a loss

                1 → 2 (captures): Names have two parts, and rates are a list
                    bridge FeedAccountBridgeV1V2: FeedAccountV1 → FeedAccountV2 (captures)

                2 → 3 (exact): active is called isActive
                    bridge FeedAccountBridgeV2V3: FeedAccountV2 → FeedAccount (exact)

                """)
        #expect(try Feed.accounts().plan.planFile == nil)
    }

    // MARK: Plans that are none

    @Test func bridgesThatDoNotMeetAreRefused() throws {
        let error = #expect(throws: PlanError.self) {
            try Migrator(
                FeedAccount.self, controller: Feed.controller(),
                migrations: [
                    Migration(from: FeedVersion.v1, to: .v2, "", bridge: FeedAccountBridgeV2V3()),
                    Migration(from: FeedVersion.v2, to: .v3, "", bridge: FeedAccountBridgeV1V2()),
                ])
        }
        #expect(error?.code == .typesDoNotMeet)
        #expect(
            error?.description
                == "bridge FeedAccountBridgeV2V3 ends with FeedAccount, and bridge FeedAccountBridgeV1V2 begins with FeedAccountV1"
        )
    }

    @Test func aMigratorOfAnotherModelIsRefused() throws {
        let error = #expect(throws: PlanError.self) {
            try Migrator(
                FeedAccountV2.self, controller: Feed.controller(), migrations: Feed.accounts().plan.migrations)
        }
        #expect(error?.code == .typesDoNotMeet)
        #expect(
            error?.description
                == "bridge FeedAccountBridgeV2V3 has FeedAccount at version 3, the migrator is of FeedAccountV2")
    }

    @Test func aBridgeNeedsAController() throws {
        let error = #expect(throws: PlanError.self) {
            try MigrationPlan(
                "accounts", versionAt: nil, versions: ["1", "2", "3"].map { PlanVersion($0) },
                migrations: Feed.accounts().plan.migrations)
        }
        #expect(error?.code == .noController)
    }
}

private enum Steps: String, APIVersion {
    case one = "1"
    case two = "2"
    case three = "3"
    case four = "4"
    case five = "5"
}

private struct Point1: Codable, Equatable { var left: String }
private struct Point2: Codable, Equatable { var left: Int }
private struct Point3: Codable, Equatable {
    struct Place: Codable, Equatable { var left: Int }
    var at: Place
}

private struct PointBridge: Bridge {
    func upgrade(_ older: Point1, in context: inout BridgeContext) throws -> Point2 {
        Point2(left: try #require(Int(older.left)))
    }
    func downgrade(_ newer: Point2, in context: inout BridgeContext) -> Point1 { Point1(left: String(newer.left)) }
}

extension MigratorTests {
    private static func controller() throws -> VersionController<Steps> {
        VersionController(location: VersionLocation("/version", as: .string))
    }
}
