import Migrations
import Testing
import VersionedCodec

@Suite struct ExplainingTests {
    @Test func pathIsToldStepByStep() throws {
        let plan = try MigrationPlan(
            "Order", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [
                Migration(
                    from: "1", to: "2", "Pins have kinds",
                    operations: [
                        .each(
                            "/p",
                            [.when(.present("/l"), [.add("/k", value: 1)], otherwise: [.add("/k", value: 2)])])
                    ]),
                Migration(from: "2", to: "3", "Nothing", operations: []),
            ])
        #expect(
            try plan.explanation(from: "1", to: "3") == """
                Order: 1 → 3 (needs default)
                needs default: a value is created that the document does not contain

                1 → 2 (needs default): Pins have kinds
                    each of "/p" (needs default)
                        when "/l" is present (needs default)
                            add "/k" = 1 (needs default)
                        otherwise
                            add "/k" = 2 (needs default)

                2 → 3 (exact): Nothing
                    nothing to do

                """)
        #expect(try plan.explanation(from: "2", to: "2") == "Order: 2 is 2, nothing runs\n")
    }

    @Test func rulesAndPartsOfOperationsAreTold() throws {
        let plan = try MigrationPlan(
            "Order", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "All of them",
                    operations: [
                        .rename("/a", to: "b", ifAbsent: .skip, ifExists: .overwrite),
                        .remove("/c", default: 5, reason: "nobody read it"),
                        .remove("/d", derivedFrom: "/b", by: .lastPathComponent, .dropSuffix(".git")),
                        .mapValues("/e", [(1, "one"), (nil, "none")], fallback: "other", ifUnknown: .error),
                        .set("/f", to: 2, from: 1),
                        .convert("/g", from: .string, to: .number, ifWrongKind: .skip),
                        .split("/h", into: ["/i", "/j"], separator: " ", extraParts: .first),
                        .unwrap("/k", ifMany: .first, ifEmpty: .remove),
                        .add("/l", value: 1, before: "m", ifExists: .skip),
                        .when(.absent("/n"), [.add("/n", value: "")], reverseIf: .at("/n", equals: "")),
                        .objectToArray("/o", id: "key", value: "rate", idAs: .number),
                        .drop([.null, .emptyArray], in: "/p", members: ["x"], deep: true),
                        .move("/q", to: "/r/s", keepingEmptyParents: true),
                        .transform("/t", by: [.lowercase], back: [.uppercase]),
                        .sort("/u", by: "/k", comparing: .caseInsensitive, descending: true),
                    ])
            ])
        let text = try plan.explanation(from: "1", to: "2")
        #expect(
            text == """
                Order: 1 → 2 (captures)
                captures: a value may be lost, and is then reported as a loss

                1 → 2 (captures): All of them
                    rename "/a" to "b" (captures)
                      - if it is absent: nothing happens
                      - if the place is taken: the existing value is overwritten and lost
                    remove "/c" (captures)
                      - not lost where it is 5, which the way back adds
                      - because nobody read it
                    remove "/d" (captures)
                      - not lost where it is what the way back makes: "/b" by lastPathComponent, dropSuffix ".git"
                    map the values of "/e" (captures)
                      - by the table 1 → "one", null → "none"
                      - if it is not in the table: it becomes "other"
                    set "/f" to 2 (captures)
                      - not lost where it was 1
                    convert "/g" from string to number (captures)
                      - if it is of another kind: it stays as it is
                    split "/h" into "/i", "/j" (exact)
                      - with " " between the parts
                      - of too many parts: the rest goes into the first one
                    unwrap "/k" from its array (captures)
                      - of several elements: the first stays, the others are lost
                      - if the array is empty: the member is removed
                    add "/l" = 1 (captures)
                      - before "m"
                      - if the place is taken: the existing value stays
                    when "/n" is absent (captures)
                      - the way back asks: "/n" is ""
                        add "/n" = "" (needs default)
                    make an array of "/o", by "key" (exact)
                      - value: "rate"
                      - idAs: "number"
                    drop empty members of "x" in "/p" (captures)
                      - empty is: null, emptyArray
                      - at any depth
                    move "/q" to "/r/s" (captures)
                      - objects that become empty stay
                    transform "/t" (captures)
                      - by lowercase
                      - back by uppercase
                    sort "/u" by "/k" (captures)
                      - upper and lower case are the same
                      - the greatest first

                """)
    }
}
