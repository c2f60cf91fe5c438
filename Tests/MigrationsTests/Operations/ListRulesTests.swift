import Migrations
import Testing
import VersionedCodec

/// Rules of operations on lists and tables: what is left out, which entry counts, where a member is.
@Suite struct ListRulesTests {
    private static let adults: [(JSONPointer, Condition?)] = [
        ("/n", .at("", is: .number)), ("/rest", nil),
    ]

    @Test(arguments: [
        Change(
            .partition("/l", into: adults, noEmptyLists: true), on: #"{"l":[1,2]}"#, gives: #"{"n":[1,2]}"#),
        Change(.partition("/l", into: adults, noEmptyLists: true), on: #"{"l":[]}"#, gives: "{}"),
        Change(
            .partition("/l", into: adults, noEmptyLists: true, ifAbsent: .skip), on: #"{"l":[]}"#, gives: "{}",
            losing: [#"line 1, column 6, at "/l": lost []: it does not come back"#], back: "{}"),
        Change(.partition("/l", into: adults, noEmptyLists: true, ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(
            .concatenate(adults, into: "/l", noEmptyLists: true), on: #"{"n":[],"rest":["a"]}"#, gives: #"{"l":["a"]}"#,
            losing: [#"line 1, column 6, at "/n": lost []: the way back makes no empty list"#],
            back: #"{"rest":["a"]}"#),
        Change(.concatenate(adults, into: "/l", noEmptyLists: true), on: "{}", gives: #"{"l":[]}"#, back: "{}"),
    ])
    func partWithoutElementsIsLeftOut(_ change: Change) throws { try change.check() }

    /// A list of which one element does not fit stays as it is, as a whole.
    @Test(arguments: [
        (#""op":"arrayToObject","path":"/l","id":"n""#, #"[{"n":"x","v":1},{"v":2}]"#, "ifAbsent"),
        (#""op":"arrayToObject","path":"/l","id":"n","value":"v""#, #"[{"n":"x","v":1},{"n":"y"}]"#, "ifAbsent"),
        (#""op":"arrayToObject","path":"/l","id":"n""#, #"[{"n":"x"},7]"#, "ifWrongKind"),
        (#""op":"arrayToObject","path":"/l","id":"n""#, #"[{"n":"x"},{"n":7}]"#, "ifWrongKind"),
        (#""op":"objectToArray","path":"/l","id":"n""#, #"{"x":{"v":1},"y":7}"#, "ifWrongKind"),
        (#""op":"flatten","path":"/l","elements":"/e""#, #"[{"e":[{}]},{}]"#, "ifAbsent"),
        (
            #""op":"flatten","path":"/l","elements":"/e","carry":{"/n":"/m"}"#, #"[{"n":1,"e":[{}]},{"n":2}]"#,
            "ifAbsent"
        ),
        (#""op":"flatten","path":"/l","elements":"/e""#, #"[{"e":[{}]},{"e":7}]"#, "ifWrongKind"),
        (#""op":"sort","path":"/l","by":"/n""#, #"[{"n":2},{}]"#, "ifAbsent"),
        (#""op":"sort","path":"/l","by":"/n""#, #"[{"n":2},{"n":[]}]"#, "ifWrongKind"),
    ])
    func oneElementThatDoesNotFitSkipsTheList(_ operation: String, _ list: String, _ rule: String) throws {
        func plan(_ skipped: [String]) throws -> MigrationPlan {
            let rules = skipped.map { #","\#($0)":"skip""# }.joined()
            return try MigrationPlan(
                planFile: """
                    {"planFormat":2,"name":"p","versions":[{"version":"1"},{"version":"2"}],
                     "migrations":[{"from":"1","to":"2","summary":"s","operations":[{\(operation)\(rules)}]}]}
                    """)
        }
        let document = #"{"l":\#(list),"k":1.0}"#
        for skipped in [[], ["ifAbsent"], ["ifWrongKind"], ["ifAbsent", "ifWrongKind"]] {
            let plan = try plan(skipped)
            guard skipped.contains(rule) else {
                #expect(throws: MigrationError.self, "\(skipped)") { try plan.migrate(document, to: "2", from: "1") }
                continue
            }
            let result = try plan.migrate(document, to: "2", from: "1")
            #expect(result.text == document, "\(skipped)")
            // What the way back would change, or refuse, is a loss.
            let back = try? plan.migrate(result.text, to: "1", from: "2").text
            #expect(result.losses.isEmpty == (back == document), "\(skipped): \(result.losses), \(back ?? "none")")
        }
    }

    /// A member or key that the result cannot hold is an error, although both rules skip.
    @Test(arguments: [
        (
            JSONOperation.arrayToObject("/l", id: "n", value: "v", ifAbsent: .skip, ifWrongKind: .skip),
            #"{"l":[{"n":"x","v":1},{"n":"y","v":1,"w":2}]}"#
        ),
        (.objectToArray("/l", id: "n", ifAbsent: .skip, ifWrongKind: .skip), #"{"l":{"x":{"v":1},"y":{"n":1}}}"#),
        (.objectToArray("/l", id: "n", idAs: .number, ifWrongKind: .skip), #"{"l":{"1":{},"y":{}}}"#),
    ])
    func whatTheResultCannotHoldIsNotSkipped(_ operation: JSONOperation, _ document: String) throws {
        let plan = try MigrationPlan.of([operation])
        #expect(throws: MigrationError.self) { try plan.migrate(document, to: "2", from: "1") }
    }

    @Test func twoElementsOfOneIdAreNotSkipped() throws {
        let plan = try MigrationPlan.of([.arrayToObject("/l", id: "n", ifAbsent: .skip, ifWrongKind: .skip)])
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"l":[{"n":"x"},{"n":"x"}]}"#, to: "2", from: "1")
        }
        #expect(error?.code == .duplicate)
    }

    @Test(arguments: [
        Change(
            .move("/b", to: "/new", before: "a"), on: #"{"a":1,"b":2,"c":3}"#, gives: #"{"new":2,"a":1,"c":3}"#,
            back: #"{"b":2,"a":1,"c":3}"#),
        Change(
            .move("/in/x", to: "/x", before: "z"), on: #"{"in":{"x":1},"z":2}"#, gives: #"{"x":1,"z":2}"#,
            back: #"{"z":2,"in":{"x":1}}"#),
        Change(
            .move("/l/0", to: "/in/x", before: "a", ifExists: .overwrite), on: #"{"in":{"a":1,"x":2},"l":[3]}"#,
            gives: #"{"in":{"x":3,"a":1},"l":[]}"#,
            losing: [#"line 1, column 18, at "/in/x": lost 2: it is overwritten"#],
            back: #"{"in":{"a":1},"l":[3]}"#),
        Change(.move("/b", to: "/n", before: "zz"), on: #"{"b":2,"c":3}"#, gives: #"{"n":2,"c":3}"#),
        Change(.move("/b", to: "/n", before: "n"), on: #"{"b":2,"c":3}"#, gives: #"{"n":2,"c":3}"#),
        Change(
            .move("/b", to: "/l/0", before: "n"), on: #"{"b":2,"l":[1]}"#, gives: #"{"l":[2,1]}"#,
            back: #"{"l":[1],"b":2}"#),
    ])
    func movedMemberStandsBeforeAnother(_ change: Change) throws { try change.check() }

    @Test func behindTheLastElementOfAnArrayIsNoMember() throws {
        let plan = try MigrationPlan.of([.move("/b", to: "/l/-", before: "n")])
        #expect(try plan.migrate(#"{"b":2,"l":[1]}"#, to: "2", from: "1").text == #"{"l":[1,2]}"#)
    }

    @Test func orderOfMembersIsNoLossInEitherDirection() throws {
        let plan = try MigrationPlan.of([.move("/b", to: "/n", before: "a")])
        #expect(try plan.migrate(#"{"a":1,"b":2}"#, to: "2", from: "1").losses.isEmpty)
        #expect(try plan.migrate(#"{"a":1,"n":2}"#, to: "1", from: "2").losses.isEmpty)
    }

    @Test(arguments: [
        Change(
            .arrayToObject("/e", id: "k", value: "v", default: .null), on: #"{"e":[{"k":"a","v":1},{"k":"b"}]}"#,
            gives: #"{"e":{"a":1,"b":null}}"#),
        Change(
            .arrayToObject("/e", id: "k", value: "v", default: 1), on: #"{"e":[{"k":"b","v":1.0}]}"#,
            gives: #"{"e":{"b":1.0}}"#),
        Change(
            .objectToArray("/e", id: "k", value: "v", default: []), on: #"{"e":{"a":[],"b":[1]}}"#,
            gives: #"{"e":[{"k":"a"},{"k":"b","v":[1]}]}"#),
    ])
    func elementWithoutAValueHasTheDefault(_ change: Change) throws { try change.check() }

    @Test func elementThatSaysTheDefaultIsALoss() throws {
        let plan = try MigrationPlan.of([.arrayToObject("/e", id: "k", value: "v", default: .null)])
        let result = try plan.migrate(#"{"e":[{"k":"a"},{"k":"b","v":null}]}"#, to: "2", from: "1")
        #expect(result.text == #"{"e":{"a":null,"b":null}}"#)
        #expect(result.losses.count == 1)
        #expect(result.losses.first?.reason == "it is the default, which the way back leaves out")
        #expect(try plan.migrate(result.text, to: "1", from: "2").text == #"{"e":[{"k":"a"},{"k":"b"}]}"#)
    }

    @Test func defaultNeedsAValueMember() throws {
        let error = #expect(throws: PlanFileError.self) {
            try FileForm.reading(#"{"op":"arrayToObject","path":"/e","id":"k","default":1}"#)
        }
        #expect(error?.message == #""default" needs "value""#)
    }

    private static func price(_ match: JSONOperation.LookUpMatch, _ unknown: JSONOperation.UnexpectedRule = .error)
        -> JSONOperation
    {
        .lookUp("/n", in: "/t", by: "/from", match: match, take: "/p", to: "/price", ifUnknown: unknown)
    }

    private static let table =
        #""t":[{"from":10,"p":"b"},{"from":0,"p":"a"},{"from":10,"p":"c"},{"from":"x","p":"z"}]"#

    @Test(arguments: [
        Change(price(.first), on: #"{\#(table),"n":10}"#, gives: #"{\#(table),"n":10,"price":"b"}"#),
        Change(price(.last), on: #"{\#(table),"n":10}"#, gives: #"{\#(table),"n":10,"price":"c"}"#),
        Change(price(.range), on: #"{\#(table),"n":9.99}"#, gives: #"{\#(table),"n":9.99,"price":"a"}"#),
        Change(price(.range), on: #"{\#(table),"n":1e9}"#, gives: #"{\#(table),"n":1e9,"price":"c"}"#),
        Change(price(.range), on: #"{\#(table),"n":"y"}"#, gives: #"{\#(table),"n":"y","price":"z"}"#),
        Change(price(.range, .skip), on: #"{\#(table),"n":-1}"#, gives: #"{\#(table),"n":-1}"#),
        Change(price(.range, .skip), on: #"{\#(table),"n":null}"#, gives: #"{\#(table),"n":null}"#),
        Change(
            .lookUp("/n", in: "/t", to: "/price", ifTableAbsent: .skip), on: #"{"n":"a"}"#, gives: #"{"n":"a"}"#),
        Change(
            .each("/l", [.lookUp("/n", in: "/t", to: "/price", ifTableAbsent: .skip)]), on: #"{"l":[{"n":"a"}]}"#,
            gives: #"{"l":[{"n":"a"}]}"#),
    ])
    func entryOfATableIsFound(_ change: Change) throws { try change.check() }

    @Test func tableOfAnotherKindIsNoAbsentOne() throws {
        try Misfit(
            .lookUp("/n", in: "/t", to: "/price", ifTableAbsent: .skip), on: #"{"t": 1, "n": "a"}"#, .wrongKind,
            says:
                #"line 1, column 1, at the root: expected the table "/t" in the document to be an object, found a number"#
        ).check()
    }

    /// Against a search through all entries.
    @Test func randomRangesAreThoseOfALinearSearch() throws {
        var random = SeededRandom(state: 11)
        let plan = try MigrationPlan.of([.each("/l", [Self.price(.range, .skip)])])
        for _ in 0..<100 {
            let keys = (0..<Int.random(in: 0...8, using: &random)).map { _ in Int.random(in: 0...20, using: &random) }
            let values = (0..<5).map { _ in Int.random(in: -2...22, using: &random) }
            let table = keys.enumerated().map { #"{"from":\#($1),"p":\#($0)}"# }.joined(separator: ",")
            let list = values.map { #"{"n":\#($0)}"# }.joined(separator: ",")
            let result = try plan.migrate(#"{"t":[\#(table)],"l":[\#(list)]}"#, to: "2", from: "1")
            let expected = values.map { value -> String in
                let best = keys.filter { $0 <= value }.max()
                let place = best.flatMap { keys.lastIndex(of: $0) }
                return #"{"n":\#(value)"# + (place.map { #","price":\#($0)"# } ?? "") + "}"
            }.joined(separator: ",")
            #expect(result.text == #"{"t":[\#(table)],"l":[\#(expected)]}"#)
        }
    }

    @Test(arguments: [
        FileForm(
            #"{"op":"lookUp","from":"/n","table":"/t","by":"/k","match":"range","to":"/p","ifTableAbsent":"skip"}"#,
            .lookUp("/n", in: "/t", by: "/k", match: .range, to: "/p", ifTableAbsent: .skip)),
        FileForm(
            #"{"op":"move","from":"/a","to":"/b","before":"c"}"#, .move("/a", to: "/b", before: "c")),
        FileForm(
            #"{"op":"arrayToObject","path":"/e","id":"k","value":"v","default":null}"#,
            .arrayToObject("/e", id: "k", value: "v", default: .null)),
        FileForm(
            #"{"op":"partition","from":"/l","into":[{"path":"/n","if":{"kind":"number"}},{"path":"/rest"}],"noEmptyLists":true}"#,
            .partition("/l", into: adults, noEmptyLists: true)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func matchNeedsAMemberOfElements() throws {
        let error = #expect(throws: PlanFileError.self) {
            try FileForm.reading(#"{"op":"lookUp","from":"/n","table":"/t","match":"last","to":"/p"}"#)
        }
        #expect(error?.message == #""match" needs "by""#)
    }
}
