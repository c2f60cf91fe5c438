import Migrations
import Testing
import VersionedCodec

/// Texts that are canonically equivalent are two: JSON compares them by their characters.
@Suite struct EquivalentTextTests {
    @Test(arguments: [
        Change(
            .listToTree("/l", id: "/i", parent: "/p", children: "c", anyOrder: true),
            on: #"{"l":[{"i":"\u00e9"},{"i":"e\u0301"},{"i":1,"p":"e\u0301"},{"i":2,"p":"\u00e9"}]}"#,
            gives: #"{"l":[{"i":"\u00e9","c":[{"i":2}]},{"i":"e\u0301","c":[{"i":1}]}]}"#,
            back: #"{"l":[{"i":"\u00e9"},{"i":2,"p":"\u00e9"},{"i":"e\u0301"},{"i":1,"p":"e\u0301"}]}"#),
        Change(
            .attach("/o", to: "/u", id: "/i", reference: "/r", into: "o"),
            on: #"{"u":[{"i":"\u00e9"},{"i":"e\u0301"}],"o":[{"r":"\u00e9"},{"r":"e\u0301"}]}"#,
            gives: #"{"u":[{"i":"\u00e9","o":[{}]},{"i":"e\u0301","o":[{}]}]}"#),
        Change(
            .transform("/l", by: [.unique([])]), on: #"{"l":["\u00e9","e\u0301"]}"#,
            gives: #"{"l":["\u00e9","e\u0301"]}"#),
        Change(
            .transform("/l", by: [.unique(["/i"])]), on: #"{"l":[{"i":"\u00e9"},{"i":"e\u0301"}]}"#,
            gives: #"{"l":[{"i":"\u00e9"},{"i":"e\u0301"}]}"#),
        Change(
            .transform("/l", by: [.filter(.at("", .elementOf("/t", in: .document)))]),
            on: #"{"t":["\u00e9"],"l":["\u00e9"]}"#, gives: #"{"t":["\u00e9"],"l":["\u00e9"]}"#),
    ])
    func textsAreComparedByCharacters(_ change: Change) throws { try change.check() }

    @Test func idsOfADocumentAndOfALine() throws {
        let plan = try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: nil),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "",
                    operations: [
                        .each("/l", [.when(.at("/i", .elementOf("/t", in: .document)), [.add("/known", value: true)])])
                    ])
            ])
        let payload = #"{"v":1,"t":["\u00e9"],"l":[{"i":"\u00e9"},{"i":"e\u0301"}]}"#
        #expect(
            try plan.migrate(payload, to: "2").text
                == #"{"v":2,"t":["\u00e9"],"l":[{"i":"\u00e9","known":true},{"i":"e\u0301"}]}"#)
    }
}
