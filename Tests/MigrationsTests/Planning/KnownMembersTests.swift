import Migrations
import Testing
import VersionedCodec

/// What is written for a version that declares what it knows has no other members.
@Suite struct KnownMembersTests {
    private static func plan(
        _ older: PlanVersion.KnownMembers? = ["id": .anything, "lines": .elements(["sku": .anything])],
        _ newer: PlanVersion.KnownMembers? = nil, _ operations: [JSONOperation] = [.rename("/id", to: "key")]
    ) throws -> MigrationPlan {
        try MigrationPlan(
            "Order", versionAt: VersionLocation("/meta/v", as: .integer),
            versions: [PlanVersion("1", knows: older), PlanVersion("2", knows: newer), PlanVersion("3")],
            migrations: [
                Migration(from: "1", to: "2", "s", operations: operations),
                Migration(from: "2", to: "3", "s", operations: [.introduce("/x")]),
            ])
    }

    /// At any depth; what says the version is known.
    @Test func unknownMemberIsLeftOutAndLost() throws {
        let text = #"{"meta":{"v":2,"by":"me"},"key":7,"lines":[{"sku":"a","n":1},"free"],"note":{"a":1}}"#
        let down = try Self.plan().migrate(text, to: "1")
        #expect(down.text == #"{"meta":{"v":1},"id":7,"lines":[{"sku":"a"},"free"]}"#)
        #expect(
            down.losses.map(\.description) == [
                #"line 1, column 21, at "/meta/by": lost "me": version 1 does not know it (step written for 1)"#,
                #"line 1, column 59, at "/lines/0/n": lost 1: version 1 does not know it (step written for 1)"#,
                #"line 1, column 77, at "/note": lost {"a":1}: version 1 does not know it (step written for 1)"#,
            ])
    }

    @Test func versionThatDeclaresNothingLetsMembersPass() throws {
        let up = try Self.plan().migrate(#"{"meta":{"v":1},"id":7,"lines":[]}"#, to: "2")
        #expect(up.text == #"{"meta":{"v":2},"key":7,"lines":[]}"#)
        #expect(up.losses.isEmpty)
        #expect(try Self.plan(nil).migrate(#"{"meta":{"v":2},"key":7,"o":1}"#, to: "1").losses.isEmpty)
    }

    /// What a document has that its own version does not know does not come back.
    @Test func memberThatItsOwnVersionDoesNotKnowIsLost() throws {
        let up = try Self.plan().migrate(#"{"meta":{"v":1},"id":7,"o":1}"#, to: "2")
        #expect(up.text == #"{"meta":{"v":2},"key":7,"o":1}"#)
        #expect(up.losses.map(\.path) == ["/o"])
    }

    /// A document that is normalized keeps its version, and its members; so does the second number of its version.
    @Test func documentThatKeepsItsVersionKeepsItsMembers() throws {
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer, minor: "/m"),
            versions: [
                PlanVersion("1", knows: ["a": .anything], normalizing: [.remove("/old", ifAbsent: .skip)]),
                PlanVersion("2"),
            ], migrations: [Migration(from: "1", to: "2", "s", operations: [])])
        let text = #"{"v":1,  "m":3, "a":1, "un":3}"#
        var chunks = [Array((text + "\n").utf8)]
        var lines: [UInt8] = []
        _ = try LineMigration(plan: plan, target: "1").run(LineReader { chunks.popLast() }, write: { lines += $0 })
        #expect(String(decoding: lines, as: UTF8.self) == text + "\n")
        let same = try plan.migrate(text, to: "1")
        #expect(same.text == text && same.losses.isEmpty)
        let normalized = try plan.migrate(#"{"v":1, "old":1, "un":3}"#, to: "1")
        #expect(normalized.text == #"{"v":1, "un":3}"# && normalized.losses.map(\.path) == ["/old"])
        let down = try plan.migrate(#"{"v":2,"m":3,"a":1,"un":3}"#, to: "1")
        #expect(down.text == #"{"v":1,"m":3,"a":1}"# && down.losses.map(\.path) == ["/un"])
    }

    /// Entities within a document have plans of their own, which say what they know.
    @Test(arguments: [true, false]) func entitiesWithinAreKnown(isEach: Bool) throws {
        let customer = try MigrationPlan(
            "Customer", versionAt: nil,
            versions: [
                PlanVersion("1", isMarked: false, knows: ["mail": .anything]), PlanVersion("2", isMarked: false),
            ], migrations: [Migration(from: "1", to: "2", "s", operations: [.rename("/mail", to: "email")])])
        let known: PlanVersion.KnownMembers = ["mail": .anything]
        let order = try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer),
            versions: [
                PlanVersion("1", knows: ["total": .anything, "customer": isEach ? .elements(known) : known]),
                PlanVersion("2"),
            ], migrations: [Migration(from: "1", to: "2", "s", operations: [.rename("/total", to: "price")])])
        let nested =
            isEach ? NestedEntity("Customer", eachOf: "/customer") : NestedEntity("Customer", at: "/customer")
        let set = try PlanSet(
            "S",
            entities: [
                PlanSet.Entity("Order", plan: order, nested: [nested]), PlanSet.Entity("Customer", plan: customer),
            ],
            pins: [
                VersionPins("a", ["Order": "1", "Customer": "1"]), VersionPins("b", ["Order": "2", "Customer": "2"]),
            ])
        func wrapped(_ customer: String) -> String { isEach ? "[\(customer)]" : customer }
        for text in [#"{"email":"m"}"#, #"{"email":"m","x":1}"#] {
            let down = try set.migrate(
                #"{"v":2,"price":5,"customer":\#(wrapped(text)),"u":1}"#, entity: "Order", to: "a", from: "b")
            #expect(down.text == #"{"v":1,"total":5,"customer":\#(wrapped(#"{"mail":"m"}"#))}"#)
            #expect(down.losses.map(\.path.tokens.last) == (text.contains("x") ? ["x", "u"] : ["u"]))
        }
        // The plan by itself knows what it declares.
        let alone = try order.migrate(
            #"{"v":2,"price":5,"customer":\#(wrapped(#"{"email":"m"}"#))}"#, to: "1", from: "2")
        #expect(alone.losses.count == 1)
    }

    /// Only the version that is written counts, not those on the way.
    @Test func versionsOnTheWayLeaveMembersAlone() throws {
        let plan = try Self.plan(nil, ["key": .anything])
        #expect(try plan.migrate(#"{"meta":{"v":1},"id":7,"o":1}"#, to: "3").text == #"{"meta":{"v":3},"key":7,"o":1}"#)
        #expect(try plan.migrate(#"{"meta":{"v":1},"id":7,"o":1}"#, to: "2").text == #"{"meta":{"v":2},"key":7}"#)
    }

    /// All ways to migrate agree, and so does a trip there and back.
    @Test(arguments: [
        #"{"meta":{"v":2,"by":"me"},"key":7,"lines":[{"sku":"a","n":1},"free"],"note":{"a":1}}"#,
        #"{"meta":{"v":2},"key":7}"#, #"{"meta":{"v":1},"id":7,"o":1}"#, #"{"meta":{"v":1},"id":7}"#,
    ])
    func allWaysAgree(_ text: String) throws {
        let plan = try Self.plan()
        let document = try JSONDocument(parsing: text)
        let label = text.contains("\"v\":1") ? "1" : "2"
        let target = label == "1" ? "2" : "1"
        let apart = try plan.migrate(document, to: target)
        #expect(try plan.migrate(text, to: target).text == apart.text)
        #expect(try plan.migrate(text, to: target).losses == apart.losses)
        let trips = try plan.roundTrips(of: document)
        #expect(trips.first { $0.through == target }?.losses == apart.losses)
    }

    @Test func lossClassSaysSo() throws {
        let plan = try Self.plan()
        #expect(try plan.path(from: "1", to: "2").lossClass == .captures)
        #expect(try plan.path(from: "2", to: "1").lossClass == .captures)
        #expect(try Self.plan(nil).path(from: "1", to: "2").lossClass == .exact)
        #expect(try plan.explanation(from: "2", to: "1").hasSuffix("\nwhat 1 does not know is left out (captures)\n"))
        #expect(
            try plan.explanation(from: "1", to: "2")
                .hasSuffix("\non the way back, what 1 does not know is left out (captures)\n"))
        #expect(
            try plan.comparison(of: "1", and: "2").forward.obstacles.map(\.reason)
                == ["what 1 does not know is left out"])
        #expect(try plan.changelog().contains("- what 1 does not know\n"))
    }

    private struct Line: Codable {
        var sku: String
        var count: Int?
    }

    private struct Order: Codable {
        var id: Int
        var lines: [Line]
        var labels: [String: String]
    }

    @Test func sketchOfAModelSaysWhatItKnows() throws {
        #expect(
            try PlanVersion.KnownMembers(TypeSketch(of: Order.self)) == [
                "id": .anything, "lines": .elements(["sku": .anything, "count": .anything]), "labels": .anything,
            ])
    }

    private static func file(_ knows: String, format: Int = 2) -> String {
        #"{"planFormat":\#(format),"name":"n","versions":[{"version":"1","knows":\#(knows)}],"migrations":[]}"#
    }

    @Test func planFileSaysIt() throws {
        let plan = try MigrationPlan(planFile: Self.file(#"{"id":true,"lines":[{"sku":true}]}"#))
        #expect(plan["1"]?.knows == ["id": .anything, "lines": .elements(["sku": .anything])])
        let written = try #require(plan.planFile)
        #expect(written["planFormat"] == 2)
        #expect(try MigrationPlan(planFile: written.text()) == plan)
    }

    @Test(arguments: [
        ("true", 2, #""knows" has no effect; without it, every member is accepted"#),
        (#"{"a":"x"}"#, 2, "expected true, an object of members, or an array of what its elements are, found a string"),
        (#"{"a":[]}"#, 2, "expected true, an object of members, or an array of what its elements are, found an array"),
        (#"{"a":true}"#, 1, #""knows" needs plan format 2; write "planFormat": 2"#),
    ])
    func mistake(_ knows: String, format: Int, says: String) {
        let error = #expect(throws: PlanFileError.self) {
            try MigrationPlan(planFile: Self.file(knows, format: format))
        }
        #expect(error?.message == says)
    }
}
