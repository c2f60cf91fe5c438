import Migrations
import Testing
import VersionedCodec

@Suite struct RoundTripElementsTests {
    /// What came back of a document that went from version 1 to 2 and home.
    private static func returned(
        _ payload: String, up: [JSONOperation], down: [JSONOperation]? = nil
    ) throws -> RoundTrip.Returned {
        let migration =
            down.map { Migration(from: "1", to: "2", "", up: up, down: $0) }
            ?? Migration(from: "1", to: "2", "", operations: up)
        let plan = try MigrationPlan(
            "test", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")], migrations: [migration])
        let trips = try plan.roundTrips(of: JSONDocument(parsing: payload), from: "1")
        guard case .returned(let returned) = try #require(trips.first).outcome else {
            Issue.record("\(trips)")
            throw CancellationError()
        }
        return returned
    }

    /// A document is compared in time in proportion to its size, however deep its values are.
    @Test func deepDifferencesAreFound() throws {
        func nested(_ innermost: String) -> String {
            #"{"a":"# + String(repeating: #"{"x":["#, count: 200) + innermost + String(repeating: "]}", count: 200)
                + "}"
        }
        let around = Array(repeating: ["x", "0"], count: 200).flatMap { $0 }
        let differences = Loss.Difference.between(
            try JSONDocument(parsing: nested(#"{"n":1,"m":[],"o":{}}"#)).root,
            try JSONDocument(parsing: nested(#"{"n":1.0,"m":[2],"p":{}}"#)).root)
        #expect(
            differences.map(\.path) == [["m", "0"], ["o"], ["p"]].map { JSONPointer(["a"] + around + $0) })
        #expect(differences.map { $0.before == nil } == [true, false, true])

        // The way back adds a member to the innermost object only.
        let home = try Self.returned(
            nested(#"{"k":{"n":1}}"#),
            up: [.everywhere(where: .present("/n"), [.add("/m", value: 1)])],
            down: [.everywhere(where: .present("/n"), [.add("/o", value: 2), .remove("/m")])])
        #expect(home.losses.isEmpty)
        #expect(home.additions.map(\.path) == [JSONPointer(["a"] + around + ["k", "o"])])
    }

    @Test func lostOrderHidesNoOtherChange() throws {
        let home = try Self.returned(
            #"{"l": [{"n": 2}, {"n": 1}]}"#,
            up: [.sort("/l", by: "/n"), .each("/l", [.convert("/n", from: .number, to: .string)])], down: [])
        #expect(home.losses.map(\.path) == ["/l", "/l/0/n", "/l/1/n"])
    }

    @Test func elementsOfAnotherOrderAreNotMadeUp() throws {
        let home = try Self.returned(
            #"{"l": [{"n": 2, "x": 0}, {"n": 1, "y": 0}]}"#, up: [.sort("/l", by: "/n")])
        #expect(home.additions.isEmpty)
        #expect(
            home.losses.map(\.described) == [
                #"line 1, column 7, at "/l": lost [{"n":2,"x":0},{"n":1,"y":0}]: the order of the elements is not kept"#
            ])
    }

    @Test func orderThatTheOtherHalfDoesNotBringBackIsLost() throws {
        let home = try Self.returned(
            #"{"l": [1, 2, 3]}"#, up: [.move("/l/2", to: "/l/0")], down: [])
        #expect(home.losses.map(\.path) == ["/l"])
    }

    @Test func lostElementDoesNotBlameTheNext() throws {
        let home = try Self.returned(#"{"l": [3, 4, 5]}"#, up: [.remove("/l/0")])
        #expect(home.losses.map(\.value) == [3])
    }

    @Test func lostElementOfOneIdDoesNotBlameTheOthers() throws {
        let home = try Self.returned(
            #"{"l": [{"i": "x", "q": 1}, {"i": "x", "q": 2}, {"i": "y"}]}"#,
            up: [.arrayToObject("/l", id: "i", ifExists: .overwrite)])
        #expect(home.losses.count == 1)
    }

    @Test func lostOrderOfPartsExplainsTheirText() throws {
        let home = try Self.returned(#"{"l": "b,a"}"#, up: [.transform("/l", by: [.split(",")]), .sort("/l")])
        #expect(home.losses.count == 1)
    }

    @Test(arguments: [
        JSONOperation.add("/b", value: 1, ifExists: .skip), .copy("/a", to: "/b", ifExists: .skip),
    ])
    func valueThatTheWayUpWouldMakeIsTakenAwayOnTheWayBack(operation: JSONOperation) throws {
        let home = try Self.returned(#"{"a": 1, "b": 1}"#, up: [operation])
        #expect(home.losses.map(\.path) == ["/b"])
    }

    @Test func valueThatTheWayBackDoesNotMakeIsLost() throws {
        let home = try Self.returned(#"{"b": 1}"#, up: [.remove("/b", default: 1)], down: [])
        #expect(home.losses.map(\.path) == ["/b"])
    }

    @Test func elementThatIsNewIsMadeUp() throws {
        let home = try Self.returned(#"{"l": [3]}"#, up: [.add("/l/0", value: 7)], down: [])
        #expect(home.additions.map(\.description) == [#"at "/l/0": 7 was not there before"#])
    }
}
