import Foundation
import Migrations
import SampleAPI
import TestSupport
import Testing
import VersionedCodec

@Suite struct BridgeTests {
    static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1"

    static let pairs: [(FeedVersion, FeedVersion)] = FeedVersion.allCases.flatMap { from in
        FeedVersion.allCases.filter { $0 != from }.map { (from, $0) }
    }

    /// The fixture of version 1 becomes a model of version 2 through a bridge type, and that model is encoded for version 1.
    @Test func payloadOfVersion1BecomesAModelOfVersion2ThroughABridgeAndGoesBack() throws {
        let payload = try RepositoryFiles.fixture("v1/account.json")
        let controller = try Feed.controller(legacy: nil)
        var context = BridgeContext()
        let old = try controller.decode(FeedAccountV1.self, from: payload).value
        let model: FeedAccountV2 = try FeedBridgeV1V2().upgrade(old, in: &context)
        #expect(
            model
                == FeedAccountV2(
                    accountID: 17, givenName: "Ольга", familyName: "van der Berg", isPublic: true, kind: .artist,
                    rates: [FeedRate(currency: "EUR", rate: 1), FeedRate(currency: "USD", rate: Decimal(108) / 100)],
                    openedAt: Date(timeIntervalSince1970: 1_592_032_902)))
        let again = FeedBridgeV1V2().downgrade(model, in: &context)
        #expect(again == old)
        let written = try JSONDocument(parsing: controller.encode(again, for: .v1)).root
        #expect(written.isEquivalent(to: try JSONDocument(parsing: payload).root), "wrote \(written)")
        #expect(context.losses.isEmpty)
    }

    @Test(arguments: pairs)
    func everyVersionBecomesEveryOtherWithItsLosses(_ from: FeedVersion, _ target: FeedVersion) throws {
        let plan = try Feed.accounts()
        let result = try plan.migrate(RepositoryFiles.fixture("v\(from)/account.json"), to: target)
        let style = WritingStyle.pretty
        try expect(JSONDocument(parsing: result.bytes).root.text(in: style), "v\(from)/account.as-v\(target).json")
        let losses = result.losses.map(\.description).sorted().joined(separator: "\n")
        try expect(losses + "\n", "v\(from)/account.as-v\(target).txt")
        if !result.losses.isEmpty {
            let error = #expect(throws: MigrationError.self) {
                try plan.migrate(RepositoryFiles.fixture("v\(from)/account.json"), to: target, losses: .fail)
            }
            #expect(error?.code == .losses)
            #expect(error?.losses.count == result.losses.count)
        }
    }

    @Test(arguments: FeedVersion.allCases)
    func oneCallDecodesAndOneEncodes(_ version: FeedVersion) throws {
        let plan = try Feed.accounts()
        let decoded = try plan.decode(RepositoryFiles.fixture("v\(version)/account.json"))
        #expect(decoded.version == version)
        #expect(decoded.source == .field("/version"))
        #expect(decoded.value.givenName == "Ольга")
        #expect(decoded.losses.isEmpty)
        let encoded = try plan.encode(decoded.value, for: version)
        let original = try JSONDocument(parsing: RepositoryFiles.fixture("v\(version)/account.json")).root
        #expect(try JSONDocument(parsing: encoded.data).root.isEquivalent(to: original))
        #expect(encoded.losses.isEmpty)
    }

    @Test func payloadOfTheTargetVersionIsReturnedByteForByte() throws {
        let payload = try RepositoryFiles.fixture("v2/account.json")
        #expect(try Feed.accounts().migrate(payload, to: .v2).data == payload)
    }

    @Test func bridgesAndOperationsFollowEachOther() throws {
        struct Old: Codable, Sendable { var total: Int }
        struct Middle: Codable, Sendable { var price: Int }
        struct Now: Codable, Sendable, Equatable { var priceInCents: Int }
        struct Cents: Bridge {
            func upgrade(_ old: Middle, in context: inout BridgeContext) -> Now { Now(priceInCents: old.price * 100) }
            func downgrade(_ new: Now, in context: inout BridgeContext) throws -> Middle {
                #expect(context.document?["extra"] == nil || context.document?["extra"] == true)
                if !new.priceInCents.isMultiple(of: 100) { throw FeedRefusal("cents") }
                return Middle(price: new.priceInCents / 100)
            }
        }
        let plan = try VersionedPlan(
            Now.self, controller: VersionController<FeedVersion>(location: VersionLocation("/v", as: .integer)),
            steps: [
                .bridge(from: .v2, to: .v3, "Prices are in cents", Cents()),
                .operations(from: .v1, to: .v2, "The total is called price", [.rename("/total", to: "price")]),
            ])
        let payload = Data(#"{"v": 1, "total": 7, "extra": true}"#.utf8)
        #expect(try plan.decode(payload).value == Now(priceInCents: 700))
        #expect(try plan.migrate(payload, to: .v2).text == #"{"v": 2, "price": 7, "extra": true}"#)
        let old = try plan.encode(Now(priceInCents: 300), for: .v1)
        #expect(String(decoding: old.data, as: UTF8.self) == #"{"v":1,"total":3}"#)
        let error = #expect(throws: BridgeError.self) { try plan.encode(Now(priceInCents: 5), for: .v1) }
        #expect(error?.step == "3 → 2")
        #expect(error?.underlying as? FeedRefusal == FeedRefusal("cents"))
        #expect(error?.description == "cents (step 3 → 2, Cents)")
    }

    @Test func subclassGoesAcrossABridge() throws {
        class Base: Codable, @unchecked Sendable { var baseName = "b" }
        final class Child: Base, @unchecked Sendable {
            var childName = "c"
            override init() { super.init() }
            enum CodingKeys: String, CodingKey { case childName }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                childName = try container.decode(String.self, forKey: .childName)
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(childName, forKey: .childName)
                try super.encode(to: container.superEncoder())
            }
        }
        enum Two: Int, APIVersion { case v1 = 1, v2 }
        let plan = try VersionedPlan(
            Child.self,
            controller: VersionController<Two>(location: VersionLocation("/v", as: .integer)) { version in
                VersionFormat(
                    keys: version == .v1 ? .snakeCase : .asDeclared,
                    superclass: version == .v1 ? .inline : .under("super"))
            }, steps: [.format(from: .v1, to: .v2, "The base has an object of its own", Child.self)])
        let result = try plan.migrate(Data(#"{"v":1,"child_name":"x","base_name":"y"}"#.utf8), to: .v2)
        #expect(result.text == #"{"v":2,"childName":"x","super":{"baseName":"y"}}"#)
        #expect(try plan.migrate(result.data, to: .v1).text == #"{"v":1,"child_name":"x","base_name":"y"}"#)
    }

    @Test func stepsThatAreNoPlanFailWhenItIsBuilt() {
        let controller = VersionController<FeedVersion>()
        let gap = #expect(throws: PlanError.self) {
            try VersionedPlan(
                FeedAccount.self, controller: controller,
                steps: [.bridge(from: .v2, to: .v3, "", FeedBridgeV2V3())])
        }
        #expect(gap?.description == "there is no step from version 1 to 2")
        let far = #expect(throws: PlanError.self) {
            try VersionedPlan(
                FeedAccount.self, controller: controller, steps: [.operations(from: .v1, to: .v3, "", [])])
        }
        #expect(far?.description == "the step 1 → 3 is not between a version and the next newer one")
        let types = #expect(throws: PlanError.self) {
            try VersionedPlan(
                FeedAccountV2.self, controller: controller,
                steps: [
                    .bridge(from: .v1, to: .v2, "", FeedBridgeV1V2()),
                    .bridge(from: .v2, to: .v3, "", FeedBridgeV2V3()),
                ])
        }
        #expect(types?.description == "version 3 has two models, FeedAccount and FeedAccountV2")
    }

    private func expect(_ text: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = RepositoryFiles.root.appending(path: "fixtures").appending(path: path)
        if Self.isUpdating { return try Data(text.utf8).write(to: file) }
        let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(text == expected, "\(path)", sourceLocation: sourceLocation)
    }
}
