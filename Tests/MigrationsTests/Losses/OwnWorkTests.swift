import Migrations
import Testing
import VersionedCodec

/// An operation that looks at the document sees it as it was before the outermost operation. So does its way back,
/// which finds what that operation has written.
@Suite struct OwnWorkTests {
    private static func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "s", operations: operations)])
    }

    @Test(arguments: [
        (
            JSONOperation.each(
                "/l",
                [
                    .when(.elsewhere(.document, .present("/l/0/k")), [.rename("/a", to: "b")]),
                    .rename("/k", to: "j"),
                ]),
            #"{"l":[{"k":1,"a":2}]}"#, ["/l/0/a: it does not come back"]
        ),
        (
            .each("/l", [.keyToIndex("/r", in: "/l", key: "/n"), .rename("/n", to: "name")]),
            #"{"l":[{"n":"a","r":"a"}]}"#,
            [#": the way back fails: the element 0 of "/l" has no key"#]
        ),
        (
            .keyToIndex("/l/0/n", in: "/l", key: "/n"), #"{"l":[{"n":"a"}]}"#,
            ["/l/0/n: it does not come back as it was: it comes back as 0"]
        ),
        (
            .asDocument("/d", [.keyToIndex("/l/0/n", in: "/l", key: "/n")]), #"{"d":{"l":[{"n":"a"}]}}"#,
            ["/d/l/0/n: it does not come back as it was: it comes back as 0"]
        ),
    ])
    func wayBackThatSeesItIsTried(_ operation: JSONOperation, payload: String, losses: [String]) throws {
        #expect(operation.lossClass == .captures)
        let result = try Self.plan([operation]).migrate(payload, to: "2", from: "1")
        #expect(result.losses.map { "\($0.path): \($0.reason)" } == losses)
    }

    @Test func otherPlacesOfTheDocumentAreTheSameOnTheWayBack() {
        let condition = Condition.elsewhere(.document, .present("/kind"))
        #expect(JSONOperation.each("/l", [.when(condition, [.rename("/a", to: "b")])]).lossClass == .exact)
    }
}
