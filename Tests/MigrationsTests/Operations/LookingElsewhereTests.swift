import Migrations
import Testing
import VersionedCodec

/// Operations see the document as it was before the outermost one of them.
@Suite struct LookingElsewhereTests {
    private static func inside(_ operation: JSONOperation) -> JSONOperation {
        .inside("", [operation, .each("/l", [.copy("/u/1/n", to: "/z", in: .document)])])
    }

    @Test(arguments: [
        (inside(.move("/c", to: "/u/0")), #"{"u":[9,{"n":1},{"n":2}],"l":[{"z":2}]}"#),
        (inside(.remove("/u/0")), #"{"u":[{"n":2}],"c":9,"l":[{"z":2}]}"#),
        (inside(.add("/u/0", value: 7)), #"{"u":[7,{"n":1},{"n":2}],"c":9,"l":[{"z":2}]}"#),
        (inside(.set("/u/1/n", to: 5)), #"{"u":[{"n":1},{"n":5}],"c":9,"l":[{"z":2}]}"#),
        (inside(.rename("/u", to: "v")), #"{"v":[{"n":1},{"n":2}],"c":9,"l":[{"z":2}]}"#),
        (inside(.rename("/c", to: "d")), #"{"u":[{"n":1},{"n":2}],"d":9,"l":[{"z":2}]}"#),
    ])
    func elementIsTheOneBefore(_ operation: JSONOperation, _ result: String) throws {
        let plan = try MigrationPlan.of([operation])
        #expect(try plan.migrate(#"{"u":[{"n":1},{"n":2}],"c":9,"l":[{}]}"#, to: "2", from: "1").text == result)
    }

    @Test func numbersWithinKeysMeanTheSame() throws {
        let plan = try MigrationPlan.of([
            .when(.at("/r", .elementOf("/v", in: .document)), [.add("/in", value: true)]),
            .lookUp("/k", in: "/t", by: "/id", take: "/w", to: "/x"),
        ])
        let payload = #"{"r":[1],"v":[[1.0]],"k":{"a":1,"b":[2]},"t":[{"id":{"b":[2.0],"a":1e0},"w":3}]}"#
        #expect(try plan.migrate(payload, to: "2", from: "1").text == payload.dropLast() + #","in":true,"x":3}"#)
    }
}
