import Migrations
import Testing
import VersionedCodec

/// What a round trip did not bring back, and the losses that account for it.
@Suite struct LossTraceTests {
    private static func returned(_ payload: String, _ steps: [Migration], through: String) throws -> RoundTrip.Returned
    {
        let labels = ["1"] + steps.map(\.to)
        let plan = try MigrationPlan("p", versionAt: nil, versions: labels.map { PlanVersion($0) }, migrations: steps)
        let trips = try plan.roundTrips(of: JSONDocument(parsing: payload), from: "1")
        #expect(trips.map(\.through) == Array(labels.dropFirst()))
        guard case .returned(let returned) = try #require(trips.first { $0.through == through }).outcome else {
            Issue.record("\(trips)")
            throw CancellationError()
        }
        return returned
    }

    private static func up(_ steps: [JSONOperation]...) -> [Migration] {
        steps.enumerated().map { index, operations in
            Migration(from: "\(index + 1)", to: "\(index + 2)", "", operations: operations)
        }
    }

    private static let people = #"{"people": {"a": {"age": 40}, "b": {"age": 7}, "c": {"age": 30}}}"#
    private static let asList = JSONOperation.objectToArray("/people", id: "name")
    private static let parted = JSONOperation.partition(
        "/people", into: [("/adults", .at("/age", .atLeast(JSONNumber(18)))), ("/children", nil)])
    private static let nodes = #"{"nodes": [{"id": 1}, {"id": 2, "parent": 1}, {"id": 3, "parent": 2}]}"#
    private static let tree = JSONOperation.listToTree(
        "/nodes", id: "/id", parent: "/parent", children: "children")
    private static let files = #"{"folders": [{"id": 1}], "files": [{"name": "a", "folder": 1}]}"#
    private static let attached = JSONOperation.attach(
        "/files", to: "/folders", id: "/id", reference: "/folder", into: "files")

    /// A value that is lost where it stood in an intermediate version accounts for all that it holds, in one step or in several.
    @Test(arguments: [
        (people, [asList], [parted], [JSONOperation.remove("/adults")]),
        (nodes, [tree], [], [.everywhere(where: .present("/children"), [.remove("/children")])]),
        (nodes, [], [tree], [.remove("/nodes/0/children")]),
        (files, [attached], [], [.each("/folders", [.remove("/files")])]),
        (#"{"x": 1, "y": 2}"#, [.gather(.only(["x", "y"]), into: "data", ifAbsent: .skip)], [], [.remove("/data")]),
    ])
    func lossInAnIntermediateDocumentIsNotSilent(
        _ payload: String, _ first: [JSONOperation], _ second: [JSONOperation], _ third: [JSONOperation]
    ) throws {
        for steps in [Self.up(first, second, third), Self.up([], [], first + second + third)] {
            let home = try Self.returned(payload, steps, through: "4")
            #expect(home.silent.isEmpty)
            #expect(home.uncertain.isEmpty)
            #expect(!home.losses.isEmpty)
        }
    }

    @Test func valueThatStoodInSeveralPlacesIsUncertain() throws {
        let steps = Self.up(
            [.hoist("/lines", member: "/currency", to: "/currency")], [.set("/currency", to: "USD")])
        let home = try Self.returned(
            #"{"lines": [{"currency": "EUR"}, {"currency": "EUR"}]}"#, steps, through: "3")
        #expect(home.silent.isEmpty)
        #expect(
            home.uncertain.map(\.description) == [
                #"at "/lines/1/currency": "EUR" became "USD"; may be explained by the loss of "EUR" (at "/currency", step 2 → 3, set "/currency" to "USD")"#
            ])
        #expect(home.uncertain.map(\.loss) == home.losses)
    }

    @Test func partsOfOneTextAreUncertain() throws {
        let steps = Self.up(
            [.join(["/first", "/last"], into: "/name", separator: " ", ifAbsent: .skip)], [.remove("/name")])
        let home = try Self.returned(#"{"first": "Ann", "last": "Lee"}"#, steps, through: "3")
        #expect(home.silent.isEmpty)
        #expect(home.uncertain.map(\.difference.path) == ["/last"])
        #expect(home.losses.map(\.value) == ["Ann Lee"])
    }

    // MARK: What is lost in silence stays so

    @Test func restOfAnObjectThatIsLostInPartIsSilent() throws {
        let step = Migration(
            from: "1", to: "2", "", up: [.remove("/o/a"), .rename("/o", to: "p")], down: [])
        let home = try Self.returned(#"{"o": {"a": 1, "b": {"c": 2}}, "z": 0}"#, [step], through: "2")
        #expect(home.losses.map(\.path) == ["/o/a"])
        #expect(home.silent.map(\.description) == [#"at "/o/b/c": 2 became absent"#])
    }

    @Test func lossOfAnotherTextExplainsNothing() throws {
        let step = Migration(
            from: "1", to: "2", "", up: [Self.asList, .remove("/people"), .rename("/secret", to: "s")], down: [])
        let home = try Self.returned(
            #"{"people": {"a": {"age": 4}}, "secret": "hidden"}"#, [step], through: "2")
        #expect(home.silent.map(\.description) == [#"at "/secret": "hidden" became absent"#])
        #expect(home.uncertain.isEmpty)
    }

    @Test func lossOfALaterStepExplainsNothingThatWasGoneBefore() throws {
        let steps = [
            Migration(from: "1", to: "2", "", up: [.rename("/a", to: "b")], down: []),
            Migration(from: "2", to: "3", "", operations: [.remove("/c")]),
        ]
        // Both are 5; with the first step alone, only one of them is gone.
        let home = try Self.returned(#"{"a": 5, "c": 5}"#, steps, through: "3")
        #expect(home.silent.map(\.path) == ["/a"])
        #expect(home.uncertain.isEmpty)
    }

    @Test func lossOfTheWholeDocumentExplainsNoPartOfIt() throws {
        let step = Migration(
            from: "1", to: "2", "", up: [.rename("/a", to: "b"), .custom(LosesEverything())], down: [])
        let home = try Self.returned(#"{"a": 5, "c": 6}"#, [step], through: "2")
        #expect(home.losses.map(\.path) == [""])
        #expect(home.silent.map(\.path) == ["/a"])
    }

    private struct LosesEverything: CustomOperation {
        let name = "losesEverything"
        let lossClass = LossClass.captures
        func forward(_ value: inout JSONValue, in context: inout CustomContext) throws {
            context.lose(value, at: "", "it is told, but kept")
        }
        func back(_ value: inout JSONValue, in context: inout CustomContext) throws {}
    }

    // MARK: Places

    @Test func valueOfThePlanHasNoPlaceInThePayload() throws {
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat": 1, "name": "x", "version": {"at": "/v", "as": "integer"},
                 "versions": [{"version": "1"}, {"version": "2"}, {"version": "3"}],
                 "migrations": [
                   {"from": "1", "to": "2", "summary": "s", "operations": [{"op": "add", "path": "/kind", "value": {"of": "local"}}]},
                   {"from": "2", "to": "3", "summary": "s", "operations": [{"op": "remove", "path": "/kind/of"}]}]}
                """)
        let losses = try plan.migrate(#"{"v": 1}"#, to: "3").losses
        // What held it is the document, which begins at the first byte.
        #expect(
            losses.map(\.description) == [
                #"line 1, column 1, at "/kind/of": lost "local": it has no place in the other version (step 2 → 3, remove "/kind/of")"#
            ])
    }
}
