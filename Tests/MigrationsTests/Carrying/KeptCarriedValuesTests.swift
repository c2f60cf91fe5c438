import Testing

@testable import Migrations
@testable import VersionedCodec

/// Values that the other document has too, and that only the way back takes away: what is done to them there wins.
@Suite struct KeptCarriedValuesTests {
    struct Case: Sendable {
        let operation: String
        let document: String
        let edit: (String, String)
        let back: String
    }

    private static let introduce = #"{"op": "introduce", "path": "/note"}"#
    private static let each = #"{"op": "each", "path": "/l", "operations": [\#(introduce)]}"#
    private static let note = #"{"v":1,"id":5,"note":"old"}"#
    private static let notes = #"{"v":1,"l":[{"id":5,"note":"old"},{"id":6,"note":"other"}]}"#

    static let cases: [Case] =
        [introduce, #"{"op": "add", "path": "/note", "value": "x", "ifExists": "skip"}"#].flatMap { operation in
            [
                Case(
                    operation: operation, document: note, edit: (#","note":"old""#, ""), back: #"{"v":1,"id":5}"#),
                Case(
                    operation: operation, document: note, edit: (#""old""#, #""new""#), back: #"{"v":1,"id":5}"#),
                Case(
                    operation: operation, document: note, edit: (#""id":5"#, #""id":7"#),
                    back: #"{"v":1,"id":7,"note":"old"}"#),
            ]
        } + [
            Case(
                operation: each, document: notes, edit: (#","note":"old""#, ""),
                back: #"{"v":1,"l":[{"id":5},{"id":6,"note":"other"}]}"#),
            Case(
                operation: each, document: notes, edit: (#""old""#, #""new""#),
                back: #"{"v":1,"l":[{"id":5},{"id":6,"note":"other"}]}"#),
            Case(
                operation: each, document: notes, edit: (#"{"id":5,"note":"old"},"#, ""),
                back: #"{"v":1,"l":[{"id":6,"note":"other"}]}"#),
            Case(
                operation: each, document: notes, edit: ("[", #"[{"id":4},"#),
                back: #"{"v":1,"l":[{"id":4},{"id":5,"note":"old"},{"id":6,"note":"other"}]}"#),
            Case(
                operation:
                    #"{"op": "move", "from": "/l", "to": "/o/l"}, {"op": "each", "path": "/o/l", "operations": [\#(introduce)]}"#,
                document: notes, edit: (#","note":"old""#, ""),
                back: #"{"v":1,"l":[{"id":5},{"id":6,"note":"other"}]}"#),
            Case(
                operation: #"{"op": "gather", "into": "g", "members": ["a"], "merge": true, "ifExists": "skip"}"#,
                document: #"{"v":1,"g":{"a":5},"a":6}"#, edit: (#"{"a":5}"#, #"{"a":9}"#), back: #"{"v":1,"a":6}"#),
        ]

    @Test(arguments: cases.indices) func editedAndDeletedOnesDoNotComeBack(number: Int) throws {
        let given = Self.cases[number]
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat": 2, "name": "M", "version": {"at": "/v", "as": "integer", "default": "1"},
                "versions": [{"version": "1"}, {"version": "2"}],
                "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [\(given.operation)]}]}
                """)
        let options = MigrationOptions(losses: .carry)
        let there = try plan.migrate(given.document, to: "2", options: options).text
        let large = try plan.run(on: Array(given.document.utf8), to: "2", from: nil, options: options, largeFrom: 0)
        if let large { #expect(String(decoding: large.bytes, as: UTF8.self) == there) }
        let slow = try plan.migrate(JSONDocument(parsing: given.document), to: "2", options: options)
        #expect(slow.text == there)
        let same = try plan.migrate(there, to: "1")
        #expect(
            try JSONDocument(parsing: same.text).root.isEquivalent(to: JSONDocument(parsing: given.document).root))
        let edited = there.replacing(given.edit.0, with: given.edit.1, maxReplacements: 1)
        #expect(edited != there)
        let back = try plan.migrate(edited, to: "1")
        let wanted = try JSONDocument(parsing: given.back).root
        #expect(try JSONDocument(parsing: back.text).root.isEquivalent(to: wanted), "\(back.text)")
        #expect(try plan.migrate(JSONDocument(parsing: edited), to: "1").outdatedCarried == back.outdatedCarried)
        let restoresAll = given.back.contains(#""old""#)
        #expect(back.outdatedCarried.isEmpty == restoresAll, "\(there)")
        let largeBack = try plan.run(on: Array(edited.utf8), to: "1", from: nil, options: .init(), largeFrom: 0)
        if let largeBack { #expect(String(decoding: largeBack.bytes, as: UTF8.self) == back.text) }
    }

    /// What a version on the way has made of the value cannot be compared with that of another one.
    @Test func valuesOfALongerWayComeBackAsBefore() throws {
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat": 2, "name": "M", "version": {"at": "/v", "as": "integer"},
                "versions": [{"version": "1"}, {"version": "2"}, {"version": "3"}],
                "migrations": [
                  {"from": "1", "to": "2", "summary": "s", "operations": [{"op": "introduce", "path": "/note"}]},
                  {"from": "2", "to": "3", "summary": "s", "operations": [
                    {"op": "rename", "path": "/note", "to": "text", "ifAbsent": "skip"}]}]}
                """)
        let options = MigrationOptions(losses: .carry)
        let second = try plan.migrate(#"{"v":1,"note":"old"}"#, to: "2", options: options).text
        let third = try plan.migrate(second, to: "3", options: options).text
        #expect(third.contains(#""text":"old""#))
        #expect(try plan.migrate(third, to: "1").text == #"{"v":1,"note":"old"}"#)
    }

    /// An operation makes an object around another one: both come from one place, and only one of them has the value.
    @Test func objectsFromOnePlaceAreNotTakenForEachOther() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "s", operations: [.each("/tree", [.move("", to: "/u9").only(.down)])])
            ])
        let document = #"{"tree":[{"children":"a"}]}"#
        let there = try plan.migrate(document, to: "1", from: "2", options: MigrationOptions(losses: .carry))
        #expect(there.text.hasPrefix(#"{"tree":[{"u9":{"children":"a"}}]"#))
        #expect(try plan.migrate(there.text, to: "2", from: "1").text == document)
    }
}
