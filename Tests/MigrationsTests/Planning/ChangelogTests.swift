import Migrations
import Testing
import VersionedCodec

@Suite struct ChangelogTests {
    private static func plan() throws -> MigrationPlan {
        try MigrationPlan(
            planFile: """
                {"planFormat": 1, "name": "Shop order",
                 "versions": [{"version": "1"}, {"version": "2"}, {"version": "3"}, {"version": "4"}],
                 "migrations": [
                  {"from": "1", "to": "2", "summary": "The total is called price, and is a number",
                   "notes": ["Clients that compare prices as texts must not do so any more.", "", "See [prices](prices.md)."],
                   "operations": [
                    {"op": "rename", "path": "/total", "to": "price"},
                    {"op": "convert", "path": "/price", "from": "string", "to": "number"}]},
                  {"from": "2", "to": "3", "summary": "Items have kinds", "operations": [
                    {"op": "each", "path": "/items", "operations": [
                     {"op": "when", "if": {"path": "/url", "prefix": "/"},
                      "operations": [{"op": "add", "path": "/kind", "value": "local"}],
                      "otherwise": [{"op": "remove", "path": "/`odd`", "default": 0}]}]},
                    {"op": "sort", "path": "/items"}]},
                  {"from": "3", "to": "4", "summary": "Nothing", "up": []}
                 ]}
                """)
    }

    @Test func whatAVersionDoesNotKnowIsTold() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil,
            versions: [PlanVersion("1", knows: ["a": .anything]), PlanVersion("2", knows: ["a": .anything])],
            migrations: [Migration(from: "1", to: "2", "", operations: [])])
        #expect(
            try plan.changelog()
                == """
                # p

                ## 2

                - what 2 does not know is left out

                Going back to 1 may lose what does not fit there:

                - what 1 does not know
                - what 2 does not know, on the way up again

                """)
    }

    @Test func whatOnlyTheWayBackDoesIsTold() throws {
        let plan = try MigrationPlan.of([
            .rename("/a", to: "b").only(.down),
            .when(.present("/x"), [.each("/l", [.remove("/c").only(.down), .wrap("/d")])]),
        ])
        #expect(
            try plan.changelog().contains(
                """
                Only on the way back to 1:

                - where "/x" is present:
                  - in each of `/l`:
                    - `/c` is removed
                - `/a` is renamed to `b`

                Going back to 1 may lose
                """))
    }

    @Test func ofAValueThatATableHasTwiceTheFirstCounts() throws {
        let plan = try MigrationPlan.of([.mapValues("/s", [("a", "x"), ("b", "x")])])
        #expect(try plan.changelog().contains(#"`"a"` becomes `"x"`, `"b"` becomes `"x"`"#))
        #expect(try plan.explanation(from: "2", to: "1").contains(#"by the table "x" → "a""# + "\n"))
    }

    @Test func theNewestVersionComesFirst() throws {
        #expect(
            try Self.plan().changelog()
                == """
                # Shop order

                ## 4

                Nothing

                Documents stay as they are.

                There is no way back to 3: the migration declares no way down.

                ## 3

                Items have kinds

                - in each of `/items`:
                  - where "/url" begins with "/":
                    - `/kind` is new: `"local"` by default
                  - otherwise:
                    - ``/`odd` `` is removed
                - `/items` is sorted

                Going back to 2 may lose what does not fit there:

                - `/kind`, where it is not `"local"`, where "/url" begins with "/", in each of `/items`

                ## 2

                The total is called price, and is a number

                Clients that compare prices as texts must not do so any more.

                See [prices](prices.md).

                - `/total` is renamed to `price`
                - `/price` becomes a number (it was a string)

                Going back to 1 loses nothing.

                """.replacing("``/`odd` ``", with: "`` /`odd` ``"))
    }

    @Test func versionsOutsideAreLeftOut() throws {
        let plan = try Self.plan()
        let some = try plan.changelog(from: "1", to: "2")
        #expect(some.hasPrefix("# Shop order\n\n## 2\n\nThe total") && !some.contains("## 3"))
        #expect(try plan.changelog(from: "2", to: "1") == some)
        #expect(try plan.changelog(from: "2", to: "2") == "# Shop order\n\nNothing changed.\n")
        let error = #expect(throws: MigrationError.self) { try plan.changelog(from: "9") }
        #expect(error?.code == .unknownVersion)
        #expect(error?.description == #"version "9" is unknown; known versions: 1, 2, 3, 4"#)
    }

    @Test func notesAreKeptInThePlanFile() throws {
        let plan = try Self.plan()
        #expect(
            plan.migrations[0].notes
                == "Clients that compare prices as texts must not do so any more.\n\nSee [prices](prices.md).")
        #expect(plan.migrations[1].notes == nil)
        #expect(try MigrationPlan(planFile: #require(plan.planFile).bytes()) == plan)
    }

    @Test(arguments: [
        (JSONOperation.move("/a", to: "/b/c"), "`/a` moves to `/b/c`"),
        (.move("", to: "/b"), "the value itself moves to `/b`"),
        (.copy("/a", to: "/b"), "`/b` is new: a copy of `/a`"),
        (.remove("/a", reason: "nobody read it"), "`/a` is removed: nobody read it"),
        (.set("/a", to: 2), "`/a` becomes `2`"),
        (
            .mapValues("/a", [(1, "one"), (2, "two")]),
            "`/a` has other values: `1` becomes `\"one\"`, `2` becomes `\"two\"`"
        ),
        (
            .reformatDate("/a", from: .rfc3339, to: .unixSeconds),
            "`/a` is a date written as `Unix seconds` (it was `RFC 3339`)"
        ),
        (.derive("/b", from: "/a", by: .trim), "`/b` is new: made from `/a`"),
        (.transform("/a", by: [.trim]), "`/a` is written in another way"),
        (.split("/a", into: ["/b", "/c", "/d"], separator: " "), "`/a` is split into `/b`, `/c` and `/d`"),
        (.join(["/b", "/c"], into: "/a", separator: " "), "`/b` and `/c` are joined into `/a`"),
        (.drop([.null], in: "/a"), "members of `/a` that are `null` are left out"),
        (
            .drop([.null, .emptyString], in: "/a", members: ["b"], deep: true),
            "`b` of `/a`, at any depth, is left out where it is `null` or `\"\"`"
        ),
        (
            .renameKeys("/k", table: [("a", "b")], ifUnknown: .drop),
            "the keys of `/k` are renamed: `a` to `b`; members with other keys are left out"
        ),
        (.sort("/a", by: "/k"), "`/a` is sorted by `/k`"),
        (.requireUnique("/a"), "the elements of `/a` must differ"),
        (.wrap("/a"), "`/a` becomes an array that holds it"),
        (.unwrap("/a"), "`/a` is not an array any more, but its one element"),
        (.objectToArray("/a", id: "k"), "`/a` becomes an array, with the keys as `k`"),
        (.arrayToObject("/a", id: "k"), "`/a` becomes an object, with `k` as the keys"),
        (.refuse("no"), "it is refused: no"),
        (.inside("/a", [.wrap("/b")]), "in `/a`:"),
        (.rename("/a\n", to: ""), "`\"/a\\n\"` is renamed to `  `"),
    ])
    func operationsAreToldInPlainWords(_ operation: JSONOperation, _ words: String) throws {
        #expect(try MigrationPlan.of([operation]).changelog().contains("\n- \(words)\n"))
    }
}
