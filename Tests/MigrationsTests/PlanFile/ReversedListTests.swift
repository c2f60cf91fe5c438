import Migrations
import TestSupport
import Testing
import VersionedCodec

/// A list with `"reversed": true`: the way back over it is the list itself.
@Suite struct ReversedListTests {
    private static func plan(_ operations: [JSONValue]) throws -> MigrationPlan {
        let list = JSONValue.array(JSONArray(operations)).text()
        return try MigrationPlan(
            planFile:
                #"{"planFormat":2,"name":"n","versions":[{"version":"1"},{"version":"2"}],"lists":{"l":\#(list)},"#
                + #""migrations":[{"from":"1","to":"2","summary":"s","operations":["#
                + #"{"op":"use","list":"l","reversed":true}]}]}"#)
    }

    /// Each operation alone, in the scopes that hold lists, and beside one of one direction.
    private static let plans = Result<[(plain: MigrationPlan, reversed: MigrationPlan, text: String)], any Error> {
        let operations = OperationCatalogue.strict + OperationCatalogue.skipping
        return try Cases.some(of: operations).enumerated().compactMap { number, operation in
            guard operation.reversed != nil else { return nil }
            var all = [operation]
            switch number % 5 {
            case 0: all = [.inside("", [operation])]
            case 1: all = [.when(.at("/zz", .count(3...3)), [.wrap("/zz")], otherwise: [operation])]
            case 2: all = [.when(.present("/zz"), [.refuse("z")], otherwise: [operation])]
            case 3: all = [operation, .each("", [.remove("/yy", ifAbsent: .skip, ifWrongKind: .skip).only(.up)])]
            default: break
            }
            // What no plan can say in one direction, none can say in the other.
            guard let plain = try? MigrationPlan.of(all), plain.missingPaths.isEmpty else { return nil }
            return (plain, try plan(all.map(\.json)), all.map { $0.json.text() }.joined(separator: ", "))
        }
    }

    @Test(arguments: OperationCatalogue.documents.indices)
    func wayBackIsTheList(number: Int) throws {
        let document = try JSONDocument(parsing: OperationCatalogue.documents[number])
        var compared = 0
        let plans = try Self.plans.get()
        for tried in Cases.some(of: plans.count, with: number) {
            let (plain, reversed, text) = plans[tried]
            guard let expected = try? plain.migrate(document, to: "2", from: "1") else { continue }
            compared += 1
            let result = try? reversed.migrate(document, to: "1", from: "2")
            #expect(result?.text == expected.text, "\(text)")
        }
        #expect(compared > 0)
    }

    @Test(arguments: OperationCatalogue.documents.indices)
    func wayThereIsTheReverse(number: Int) throws {
        let document = try JSONDocument(parsing: OperationCatalogue.documents[number])
        let plans = try Self.plans.get()
        for tried in Cases.some(of: plans.count, with: number) {
            let (plain, reversed, text) = plans[tried]
            guard let expected = try? plain.migrate(document, to: "1", from: "2") else { continue }
            let result = try? reversed.migrate(document, to: "2", from: "1")
            #expect(result?.text == expected.text, "\(text)")
        }
    }

    /// A table in which several values become one: the way back is the whole table, and the way there its reverse.
    @Test func tableThatIsNotOneToOne() throws {
        let plan = try Self.plan(
            [
                #"{"op":"introduce","path":"/b"}"#,
                #"{"op":"mapValues","path":"/e","table":{"draft":"open","new":"open","done":"closed"}}"#,
            ].map { try JSONDocument(parsing: $0).root })
        #expect(try plan.migrate(#"{"e":"open"}"#, to: "2", from: "1").text == #"{"e":"draft"}"#)
        #expect(try plan.migrate(#"{"e":"new"}"#, to: "1", from: "2").text == #"{"e":"open"}"#)
        let written = try #require(plan.planFile)
        #expect(
            try MigrationPlan(planFile: written.text()).migrate(#"{"e":"new"}"#, to: "1", from: "2").losses.count == 1)
    }

    /// Only what is not the reverse of its reverse is written once for each direction.
    @Test func operationsThatAreNoReverseOfTheirReverseHaveOneDirectionEach() throws {
        let plan = try Self.plan(
            [
                #"{"op":"rename","path":"/a","to":"b"}"#, #"{"op":"remove","path":"/c","ifAbsent":"skip"}"#,
                #"{"op":"each","path":"/l","operations":[{"op":"add","path":"/n","value":0,"ifExists":"skip"}]}"#,
            ].map { try JSONDocument(parsing: $0).root })
        let written = plan.planFile?["migrations"]?[0]?["operations"]?.array?.map { $0.text() }
        #expect(
            written == [
                #"{"op":"each","path":"/l","operations":["#
                    + #"{"op":"remove","path":"/n","default":0,"ifAbsent":"skip","only":"up"},"#
                    + #"{"op":"add","path":"/n","value":0,"ifExists":"skip","only":"down"}]}"#,
                #"{"op":"remove","path":"/c","ifAbsent":"skip","only":"down"}"#,
                #"{"op":"rename","path":"/b","to":"a"}"#,
            ])
        #expect(
            try plan.migrate(#"{"a":1,"c":2,"l":[{"n":3},{}]}"#, to: "1", from: "2").text
                == #"{"b":1,"l":[{"n":3},{"n":0}]}"#)
        let losses = try plan.migrate(#"{"a":1,"c":2,"l":[]}"#, to: "1", from: "2").losses
        #expect(losses.map { "\($0.path)" } == ["/c"])
    }
}
