import Testing

@testable import Migrations
@testable import VersionedCodec

/// A value that the way back puts elsewhere than it was is put back where it was if nothing has changed there.
/// Otherwise it stays where the way back puts it: it is neither lost nor in two places.
@Suite struct MovedCarriedValuesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let operation: String
        let document: String
        /// A part of the migrated document, and what it is edited to.
        let edit: (String, String)
        let back: String
        var isDown = false
        var restoresAll = false
    }

    private static let flatten = #"{"op": "flatten", "path": "/l", "size": 2}"#
    private static let lists = #"{"v":1,"l":[["a"],["b","c"],["d"]]}"#
    private static let lines =
        #"{"op": "flatten", "path": "/orders", "elements": "/lines", "carry": {"/day": "/day"}}"#
    private static let orders =
        #"{"v":1,"orders":[{"day":"Mo","lines":[{"n":"x"}]},{"day":"Mo","lines":[{"n":"y"}]},{"day":"Mo","lines":[{"n":"z"}]}]}"#
    private static let people =
        #"""
        {"op": "concatenate", "into": "/all", "from": [
          {"path": "/old", "if": {"path": "/age", "atLeast": 18}}, {"path": "/young"}]}
        """#
    private static let ages = #"{"v":1,"old":[{"n":"a","age":40},{"n":"b","age":7}],"young":[{"n":"c","age":5}]}"#
    private static let swapped = #"{"v":1,"old":[{"n":"b","age":7}],"young":[{"n":"d","age":40}]}"#
    private static let scatter = #"{"op": "scatter", "from": "o", "members": ["a", "b"], "ifAbsent": "skip"}"#
    private static let move = #"{"op": "move", "from": "/d", "to": "/m/f", "ifAbsent": "skip"}"#
    private static let plunge =
        #"{"op": "plunge", "from": "/unit", "list": "/l", "member": "/unit", "ifAbsent": "skip", "ifMixed": "keep"}"#

    private static let sections = #"{"op": "flatten", "path": "/s", "elements": "/items", "ifAbsent": "skip"}"#
    private static let texts =
        #"{"v":1,"s":[{"lang":"en","items":[{"id":"a","t":"one"}]},{"lang":"de","items":[{"id":"b","lang":"en"},{"id":"c"}]}]}"#
    private static let renames =
        #"""
        {"op": "rename", "path": "/x", "to": "z", "ifAbsent": "skip", "ifExists": "skip"},
        {"op": "rename", "path": "/x", "to": "y", "ifAbsent": "skip", "ifExists": "skip"}
        """#
    private static let intoElement =
        #"""
        {"op": "move", "from": "/o", "to": "/l/0"}, {"op": "concatenate", "into": "/z", "from": [
          {"path": "/p", "if": {"path": "/x", "present": true}}, {"path": "/l"}]}
        """#
    private static let join =
        #"""
        {"op": "join", "from": ["/a", "/b"], "into": "/name", "separator": " ", "ifWrongKind": "skip",
          "ifAbsent": "skip"}
        """#
    private static let skipping = #"{"op": "scatter", "from": "o", "members": ["a"], "ifExists": "skip"}"#

    static let cases = [
        Case(
            testDescription: "an element is edited", operation: flatten, document: lists, edit: (#""d""#, #""E""#),
            back: #"{"v":1,"l":[["a","b"],["c","E"]]}"#),
        Case(
            testDescription: "the last element is deleted", operation: flatten, document: lists, edit: (#","d""#, ""),
            back: #"{"v":1,"l":[["a","b"],["c"]]}"#),
        Case(
            testDescription: "a moved element is edited", operation: flatten, document: lists,
            edit: (#""b""#, #""E""#), back: #"{"v":1,"l":[["a","E"],["c","d"]]}"#),
        Case(
            testDescription: "an element is inserted", operation: flatten, document: lists,
            edit: (#","d""#, #","N","d""#), back: #"{"v":1,"l":[["a","b"],["c","N"],["d"]]}"#),
        Case(
            testDescription: "nothing is edited", operation: flatten, document: lists, edit: ("", ""), back: lists),
        Case(
            testDescription: "an element of an element is deleted", operation: lines, document: orders,
            edit: (#"{"n":"y","day":"Mo"},"#, ""),
            back: #"{"v":1,"orders":[{"day":"Mo","lines":[{"n":"x"},{"n":"z"}]}]}"#),
        Case(
            testDescription: "an element of an element is edited", operation: lines, document: orders,
            edit: (#"{"n":"z","#, #"{"n":"z","q":2,"#),
            back: #"{"v":1,"orders":[{"day":"Mo","lines":[{"n":"x"},{"n":"y"},{"n":"z","q":2}]}]}"#),
        Case(
            testDescription: "an element of another array is deleted", operation: people, document: ages,
            edit: (#"{"n":"b","age":7},"#, ""), back: #"{"v":1,"old":[{"n":"a","age":40}],"young":[{"n":"c","age":5}]}"#
        ),
        Case(
            testDescription: "an element of another array is edited", operation: people, document: ages,
            edit: (#""age":7"#, #""age":8"#),
            back: #"{"v":1,"old":[{"n":"a","age":40}],"young":[{"n":"b","age":8},{"n":"c","age":5}]}"#),
        Case(
            testDescription: "of two that are exchanged, one is deleted", operation: people, document: swapped,
            edit: (#"{"n":"b","age":7},"#, ""), back: #"{"v":1,"old":[{"n":"d","age":40}],"young":[]}"#),
        Case(
            testDescription: "a scattered member is deleted", operation: scatter, document: #"{"v":1,"a":1,"b":2}"#,
            edit: (#""a":1,"#, ""), back: #"{"v":1,"o":{"b":2}}"#),
        Case(
            testDescription: "a scattered member is edited", operation: scatter, document: #"{"v":1,"a":1,"b":2}"#,
            edit: (#""a":1"#, #""a":7"#), back: #"{"v":1,"o":{"a":7,"b":2}}"#),
        Case(
            testDescription: "a member that stays in another object is deleted", operation: move,
            document: #"{"v":1,"m":{"f":5},"k":1}"#, edit: (#""m":{"f":5},"#, ""), back: #"{"v":1,"k":1}"#),
        Case(
            testDescription: "a member that stays in another object is edited", operation: move,
            document: #"{"v":1,"m":{"f":5},"k":1}"#, edit: (#""f":5"#, #""f":6"#), back: #"{"v":1,"k":1,"d":6}"#),
        Case(
            testDescription: "a member that comes from another object is deleted", operation: move,
            document: #"{"v":2,"d":5,"k":1}"#, edit: (#""d":5,"#, ""), back: #"{"v":2,"k":1}"#, isDown: true),
        Case(
            testDescription: "the element of a member is edited", operation: plunge,
            document: #"{"v":1,"l":[{"id":1,"n":2,"unit":"m"}]}"#, edit: (#""id":1,"n":2"#, #""id":7,"n":3"#),
            back: #"{"v":1,"l":[{"id":7,"n":3}],"unit":"m"}"#),
        Case(
            testDescription: "an element goes into another element", operation: sections, document: texts,
            edit: (#""one""#, #""ONE""#),
            back: #"{"v":1,"s":[{"items":[{"id":"a","t":"ONE"},{"id":"b","lang":"en"},{"id":"c"}]}]}"#),
        Case(
            testDescription: "an element that goes into another element is deleted", operation: sections,
            document: texts, edit: (#",{"id":"c"}"#, ""),
            back: #"{"v":1,"s":[{"items":[{"id":"a","t":"one"},{"id":"b","lang":"en"}]}]}"#),
        Case(
            testDescription: "what an object holds that is taken away goes into an element", operation: sections,
            document:
                #"{"v":1,"s":[{"id":"a","k":"b"},{"k":"c","items":[{"id":"d"}]},{"id":"e","items":[{"id":"f"}]}]}"#,
            edit: (#"{"id":"f"}"#, #"{"id":"F"}"#),
            back:
                #"{"v":1,"s":[{"items":[{"id":"a","k":"b"},{"k":"c","items":[{"id":"d"}]},{"id":"e","items":[{"id":"F"}]}]}]}"#
        ),
        Case(
            testDescription: "a member of an element is edited", operation: plunge,
            document: #"{"v":1,"unit":"EUR","l":[{"id":"a","unit":"USD"},{"id":"b"}]}"#,
            edit: (#""USD""#, #""GBP""#),
            back: #"{"v":1,"l":[{"id":"a"},{"id":"b","unit":"EUR"}],"unit":"GBP"}"#),
        Case(
            testDescription: "an element with another member is inserted", operation: plunge,
            document: #"{"v":1,"unit":"EUR","l":[{"id":"a","unit":"USD"},{"id":"b"}]}"#,
            edit: (#"[{"id":"a""#, #"[{"id":"n","unit":"GBP"},{"id":"a""#),
            back: #"{"v":1,"l":[{"id":"n"},{"id":"a","unit":"USD"},{"id":"b","unit":"EUR"}],"unit":"GBP"}"#),
        Case(
            testDescription: "a member that another one goes by is edited", operation: renames,
            document: #"{"v":1,"x":"s","y":7}"#, edit: (#""y":7"#, #""y":8"#), back: #"{"v":1,"z":"s","x":8}"#),
        Case(
            testDescription: "a member moves between an object and an element", operation: intoElement,
            document: #"{"v":1,"o":{},"l":[{"id":"b","x":"s"}],"p":[{"id":"a"}]}"#,
            edit: (#"{"id":"b","x":"s"}"#, #"{"id":"b","x":"s"},{"id":"new"}"#),
            back: #"{"v":1,"p":[{"id":"b","x":"s"}],"l":[{},{"id":"new"}],"o":{"id":"a"}}"#),
        Case(
            testDescription: "a member that a scattered one gave way to is edited", operation: skipping,
            document: #"{"v":1,"o":{"a":5},"a":6}"#, edit: (#""a":6"#, #""a":9"#), back: #"{"v":1,"o":{"a":9}}"#),
        Case(
            testDescription: "a text of which others are parts is deleted", operation: join,
            document: #"{"v":1,"a":"Anna","b":"van Dyk"}"#, edit: (#","name":"Anna van Dyk""#, ""), back: #"{"v":1}"#),
        Case(
            testDescription: "a text of which others are parts is edited", operation: join,
            document: #"{"v":1,"a":"Anna","b":"van Dyk"}"#, edit: ("Anna van Dyk", "Cher"),
            back: #"{"v":1,"name":"Cher"}"#),
        Case(
            testDescription: "a text of which others are parts is edited in an element",
            operation: #"{"op": "each", "path": "/l", "operations": [\#(join)]}"#,
            document: #"{"v":1,"l":[{"id":5,"a":"Anna","b":"van Dyk"},{"id":6,"a":"Bo","b":"van Hal"}]}"#,
            edit: ("Anna van Dyk", "Cher"),
            back: #"{"v":1,"l":[{"id":5,"name":"Cher"},{"id":6,"a":"Bo","b":"van Hal"}]}"#),
        Case(
            testDescription: "a member that gave way to another one is restored beside it",
            operation: #"{"op": "rename", "path": "/a", "to": "b", "ifExists": "overwrite", "ifAbsent": "skip"}"#,
            document: #"{"v":1,"a":5,"b":6}"#, edit: (#""b":5"#, #""b":9"#), back: #"{"v":1,"a":9,"b":6}"#,
            restoresAll: true),
        // A value that is the number of the version moves nowhere: the others come back.
        Case(
            testDescription: "a version is not a value that moves",
            operation:
                #"{"op": "each", "path": "/l", "operations": [{"op": "remove", "path": "/x", "ifAbsent": "skip"}]}"#,
            document: #"{"l":[{"id":1,"x":1},{"id":2,"x":3}]}"#, edit: (#"{"id":1}"#, #"{"id":9}"#),
            back: #"{"l":[{"id":9},{"id":2,"x":3}]}"#),
    ]

    @Test(arguments: cases) func movedValuesAreInOnePlace(_ given: Case) throws {
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat": 2, "name": "M", "version": {"at": "/v", "as": "integer", "default": "1"},
                "versions": [{"version": "1"}, {"version": "2"}],
                "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [\(given.operation)]}]}
                """)
        let (start, target) = given.isDown ? ("2", "1") : ("1", "2")
        let options = MigrationOptions(losses: .carry)
        let there = try plan.migrate(given.document, to: target, options: options).text
        let large = try plan.run(on: Array(given.document.utf8), to: target, from: nil, options: options, largeFrom: 0)
        if let large { #expect(String(decoding: large.bytes, as: UTF8.self) == there) }
        let edited = there.replacing(given.edit.0, with: given.edit.1, maxReplacements: 1)
        #expect(edited != there || given.edit.0.isEmpty)
        let back = try plan.migrate(edited, to: start)
        #expect(
            try JSONDocument(parsing: back.text).root.isEquivalent(to: JSONDocument(parsing: given.back).root),
            "\(back.text)")
        #expect(back.outdatedCarried.isEmpty == (given.edit.0.isEmpty || given.restoresAll), "\(there)")
    }
}
