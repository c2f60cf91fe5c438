import Migrations
import Testing
import VersionedCodec

/// A condition about the document holds for all elements alike: as the document was before the operation.
@Suite struct ConditionElsewhereTests {
    private static func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "s", operations: operations)])
    }

    private static func whenDocument(_ condition: Condition, adds key: String) -> JSONOperation {
        .each("/a", [.when(.elsewhere(.document, condition), [.add(JSONPointer([key]), value: true)])])
    }

    @Test func eachOperationSeesTheDocumentBeforeIt() throws {
        let plan = try Self.plan([
            Self.whenDocument(.present("/x"), adds: "one"), .remove("/x"),
            Self.whenDocument(.present("/x"), adds: "two"), .add("/x", value: 1),
            Self.whenDocument(.present("/x"), adds: "three"),
        ])
        #expect(
            try plan.migrate(#"{"v":1,"x":0,"a":[{},{}]}"#, to: "2").text
                == #"{"v":2,"a":[{"one":true,"three":true},{"one":true,"three":true}],"x":1}"#)
    }

    @Test func conditionsOfOneOperationAreToldApart() throws {
        let isElement = { (value: JSONValue) in
            Condition.at("/t", .hasElement(.at("", equals: value)))
        }
        let plan = try Self.plan([
            .each(
                "/a",
                (0..<40).map { number in
                    .when(
                        .elsewhere(.document, isElement(.integer(number))),
                        [.add(JSONPointer(["\(number)"]), value: true)])
                } + [.when(.elsewhere(.document, .at("/t", .count(2...2))), [.add("/two", value: true)])])
        ])
        #expect(
            try plan.migrate(#"{"v":1,"t":[7,"8",33.0],"a":[{},{}]}"#, to: "2").text
                == #"{"v":2,"t":[7,"8",33.0],"a":[{"7":true,"33":true},{"7":true,"33":true}]}"#)
    }

    /// Documents that follow each other with the same shape are looked at anew.
    @Test func everyLineIsLookedAt() throws {
        let plan = try Self.plan([
            Self.whenDocument(.at("/t", .eachElement(.at("", .atLeast(JSONNumber(0))))), adds: "ok")
        ])
        for (list, isOK) in [("[1,2]", true), ("[1,-2]", false), ("[3,4]", true), ("[]", true), ("{}", true)] {
            let text = try plan.migrate(#"{"v":1,"t":\#(list),"a":[{"k":1},{"k":2}]}"#, to: "2").text
            #expect(text.contains(#""ok":true"#) == isOK, "\(list)")
        }
    }
}
