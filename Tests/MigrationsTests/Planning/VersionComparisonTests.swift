import Migrations
import Testing
import VersionedCodec

@Suite struct VersionComparisonTests {
    private static func plan() throws -> MigrationPlan {
        try MigrationPlan(
            "Shop order", versionAt: nil,
            versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3"), PlanVersion("4")],
            migrations: [
                Migration(
                    from: "1", to: "2", "",
                    operations: [.rename("/total", to: "price"), .add("/currency", value: "EUR")]),
                Migration(
                    from: "2", to: "3", "",
                    up: [.each("/items", [.when(.present("/old"), [.refuse("too old")], otherwise: [.sort("/l")])])],
                    down: [.rename("/a", to: "b")]),
                Migration(from: "3", to: "4", "", up: [], down: nil),
            ])
    }

    @Test func whatGivesNothingUpIsCompatible() throws {
        let comparison = try Self.plan().comparison(of: "1", and: "2")
        #expect(comparison.backward.verdict == .compatible && comparison.backward.lossClass == .needsDefault)
        #expect(comparison.forward.verdict == .lossy && comparison.full == .lossy)
        #expect(
            comparison.description == """
                Shop order: 1 and 2

                backward: compatible (needs default)
                    Programs that know 2 can read all payloads of 1.

                forward: lossy (captures)
                    Programs that know 1 can read payloads of 2, but not every value:
                    2 → 1: remove "/currency" (captures)

                full: lossy

                """)
        #expect(try Self.plan().comparison(of: "2", and: "1") == comparison)
    }

    @Test func operationsAreNamedWithTheirScopes() throws {
        let comparison = try Self.plan().comparison(of: "2", and: "3")
        #expect(comparison.forward.verdict == .lossy)
        #expect(
            comparison.forward.obstacles.map(\.reason) == [
                "the two halves are not inverses, so values that the way back does not restore are lost"
            ])
        #expect(comparison.backward.verdict == .lossy)
        #expect(
            comparison.backward.obstacles.map(\.reason) == [
                #"each of "/items", when "/old" is present, refuses: too old"#,
                #"each of "/items", when not ("/old" is present), sort "/l""#,
            ])
        #expect(comparison.backward.obstacles.map(\.lossClass) == [nil, .captures])
    }

    /// Scratch values are no part of the document, but it may be refused for them.
    @Test func whatChangesScratchValuesAloneIsCompatible() throws {
        let changing: [JSONOperation] = [
            .copy("/tags", to: .scratch("tags"), ifAbsent: .skip),
            .each(.scratch("tags"), [.add("/seen", value: true, ifExists: .overwrite)], ifAbsent: .skip),
        ]
        #expect(try MigrationPlan.of(changing).comparison(of: "1", and: "2").backward.verdict == .compatible)
        let refusing: [JSONOperation] = [.each(.scratch("tags"), [.requireUnique("/l", by: "/id")], ifAbsent: .skip)]
        let comparison = try MigrationPlan.of(changing + refusing).comparison(of: "1", and: "2")
        #expect(
            comparison.backward.obstacles.map(\.reason) == [
                #"each of "$tags", refuses duplicates: require unique "/id" in "/l""#
            ])
    }

    @Test func whatRefusesDuplicatesIsLossy() throws {
        let comparison = try MigrationPlan.of([.requireUnique("/pins", by: "/id")]).comparison(of: "1", and: "2")
        #expect(comparison.full == .lossy && comparison.backward.lossClass == .exact)
        #expect(
            comparison.description.contains(
                """
                backward: lossy (exact)
                    Programs that know 2 can read payloads of 1, but not all of them:
                    1 → 2: refuses duplicates: require unique "/id" in "/pins"
                """))
        let both = try MigrationPlan.of([.requireUnique("/pins", by: "/id"), .remove("/note")])
            .comparison(of: "1", and: "2")
        #expect(both.description.contains("payloads of 1, but neither all of them nor every value:"))
    }

    @Test func reversedElementsComeBack() throws {
        let comparison = try MigrationPlan.of([.transform("/k", by: [.reverse])]).comparison(of: "1", and: "2")
        #expect(comparison.full == .compatible)
    }

    @Test func aMissingPathIsIncompatible() throws {
        let comparison = try Self.plan().comparison(of: "1", and: "4")
        #expect(comparison.forward.verdict == .incompatible && comparison.full == .incompatible)
        #expect(
            comparison.description.hasSuffix(
                """
                forward: incompatible
                    Programs that know 1 cannot read payloads of 4:
                    4 → 1: there is no way from version 4 to 3: the migration declares no way down

                full: incompatible

                """))
        #expect(
            comparison.json["forward"]?.text()
                == #"{"verdict":"incompatible","because":[{"step":"4 → 1","reason":"there is no way from version 4 to 3: the migration declares no way down"}]}"#
        )
        #expect(
            try Self.plan().comparison(of: "1", and: "2").json.text()
                == #"{"plan":"Shop order","older":"1","newer":"2","backward":{"verdict":"compatible","lossClass":"needs default","because":[]},"forward":{"verdict":"lossy","lossClass":"captures","because":[{"step":"2 → 1","reason":"remove \"/currency\"","lossClass":"captures"}]},"full":{"verdict":"lossy"}}"#
        )
    }

    @Test func aVersionIsCompatibleWithItself() throws {
        #expect(try Self.plan().comparison(of: "3", and: "3").full == .compatible)
    }

    @Test func anUnknownVersionThrows() throws {
        let error = #expect(throws: MigrationError.self) { try Self.plan().comparison(of: "1", and: "9") }
        #expect(error?.code == .unknownVersion)
    }
}
