import Migrations
import Testing
import VersionedCodec

/// Named lists that are used backwards, in one direction, or with parameters.
@Suite struct UsedListTests {
    private static func text(_ operations: String, lists: String, format: Int = 2) -> String {
        #"{"planFormat":\#(format),"name":"n","versions":[{"version":"1"},{"version":"2"}],"lists":{\#(lists)},"#
            + #""migrations":[{"from":"1","to":"2","summary":"s","operations":[\#(operations)]}]}"#
    }

    private static func operations(_ operations: String, lists: String) throws -> [String] {
        let plan = try MigrationPlan(planFile: text(operations, lists: lists))
        return plan.planFile?["migrations"]?[0]?["operations"]?.array?.map { $0.text() } ?? []
    }

    private static let list =
        #""l":[{"op":"rename","path":"/a","to":"b"},{"op":"convert","path":"/b","from":"string","to":"number"}]"#

    @Test func reversedListLeadsBack() throws {
        #expect(
            try Self.operations(#"{"op":"use","list":"l","reversed":true}"#, lists: Self.list) == [
                #"{"op":"convert","path":"/b","from":"number","to":"string"}"#,
                #"{"op":"rename","path":"/b","to":"a"}"#,
            ])
    }

    /// Up and down change places in a list that is used backwards, within scopes too.
    @Test func reversedListTurnsDirectionsRound() throws {
        let lists =
            #""l":[{"op":"remove","path":"/a","only":"up"},"#
            + #"{"op":"each","path":"/l","operations":[{"op":"remove","path":"/b","only":"down"}]}]"#
        #expect(
            try Self.operations(#"{"op":"use","list":"l","reversed":true}"#, lists: lists) == [
                #"{"op":"each","path":"/l","operations":[{"op":"remove","path":"/b","only":"up"}]}"#,
                #"{"op":"remove","path":"/a","only":"down"}"#,
            ])
    }

    @Test func reversedListTurnsDirectionsRoundInCasesToo() throws {
        let lists = #""l":[{"op":"switch","on":"/k","cases":{"x":[{"op":"remove","path":"/b","only":"down"}]}}]"#
        #expect(
            try Self.operations(#"{"op":"use","list":"l","reversed":true}"#, lists: lists) == [
                #"{"op":"switch","on":"/k","cases":{"x":[{"op":"remove","path":"/b","only":"up"}]}}"#
            ])
    }

    /// The list runs in its order there, and not from behind.
    @Test func listThatIsUsedInOneDirectionIsAGroup() throws {
        #expect(
            try Self.operations(#"{"op":"use","list":"l","only":"down"}"#, lists: Self.list) == [
                #"{"op":"inside","path":"","operations":[{"op":"rename","path":"/a","to":"b"},"#
                    + #"{"op":"convert","path":"/b","from":"string","to":"number"}],"only":"down"}"#
            ])
        let plan = try MigrationPlan(
            planFile: Self.text(#"{"op":"use","list":"l","only":"down"}"#, lists: Self.list))
        #expect(try plan.migrate(#"{"a":"1"}"#, to: "1", from: "2").text == #"{"b":1}"#)
    }

    /// A list that is used twice with the same arguments is read once; these are not the same.
    @Test func argumentsThatOnlyLookAlikeAreOthers() throws {
        let form = #"{"op":"when","if":{"path":"/a","equals":X},"operations":[{"op":"refuse","message":"no"}]}"#
        let lists = #""l":{"parameters":["x"],"operations":["# + form.replacing("X", with: #""${x}""#) + "]}"
        let arguments = ["\"\u{E9}\"", "\"e\u{301}\"", "1", "1.0", "\"1\"", "[1]", "\"\u{E9}\""]
        let uses = arguments.map { #"{"op":"use","list":"l","with":{"x":\#($0)}}"# }
        let read = try Self.operations(uses.joined(separator: ","), lists: lists)
        #expect(read.count == arguments.count)
        for (operation, argument) in zip(read, arguments) {
            #expect(operation.utf8.elementsEqual(form.replacing("X", with: argument).utf8))
        }
    }

    @Test func argumentsStandInThePlacesOfParameters() throws {
        let lists =
            #""l":{"parameters":["at","value","key"],"operations":["#
            + #"{"op":"add","path":"${at}/${key}","value":"${value}"},"#
            + #"{"op":"renameKeys","path":"${at}","table":{"${key}":"new ${key}, $${key}"}}]}"#
        #expect(
            try Self.operations(
                #"{"op":"use","list":"l","with":{"at":"/x","value":[1,{"y":null}],"key":"k"}}"#, lists: lists)
                == [
                    #"{"op":"add","path":"/x/k","value":[1,{"y":null}]}"#,
                    #"{"op":"renameKeys","path":"/x","table":{"k":"new k, ${key}"}}"#,
                ])
    }

    @Test func parametersArePassedOnToAnotherList() throws {
        let lists =
            #""m":{"parameters":["at"],"operations":[{"op":"use","list":"l","with":{"at":"${at}/in"}}]},"#
            + #""l":{"parameters":["at"],"operations":[{"op":"remove","path":"${at}/a"}]}"#
        #expect(
            try Self.operations(#"{"op":"use","list":"m","with":{"at":"/x"}}"#, lists: lists)
                == [#"{"op":"remove","path":"/x/in/a"}"#])
    }

    @Test(arguments: [
        (#"{"op":"use","list":"l"}"#, #"the list "l" needs the parameter "at" in "with""#),
        (
            #"{"op":"use","list":"l","with":{"at":"/x","ta":1}}"#,
            #"the list "l" has no parameter "ta"; known: at"#
        ),
        (
            #"{"op":"use","list":"l","with":{"at":1}}"#,
            "within a text, a parameter must be a text, and it is a number"
        ),
        (#"{"op":"use","list":"p","with":{"at":1}}"#, #"the list "p" has no parameter "at"; it has none"#),
        (
            #"{"op":"use","list":"q","with":{"at":"/x"}}"#,
            #"unknown parameter "ta"; known: at; for a text with "${" in it, write "$${""#
        ),
        (
            #"{"op":"use","list":"o","reversed":true}"#,
            #""reversed" cannot be: it has no "back", which builds the text from its parts"#
        ),
    ])
    func mistake(_ operation: String, says: String) {
        let lists =
            #""l":{"parameters":["at"],"operations":[{"op":"remove","path":"${at}/a"}]},"p":[],"#
            + #""q":{"parameters":["at"],"operations":[{"op":"remove","path":"${ta}"}]},"#
            + #""o":[{"op":"match","from":"/n","pattern":"(?<f>.*) x","into":{"f":"/f"}}]"#
        let error = #expect(throws: PlanFileError.self) {
            try MigrationPlan(planFile: Self.text(operation, lists: lists))
        }
        #expect(error?.message == says)
    }

    /// A fault of the plan as a whole is at the operation in the list, or at the use of a list that runs backwards.
    @Test(arguments: [
        (
            #"{"op":"use","list":"l","with":{"at":"/x"}},{"op":"rename","path":"/x/a","to":"c"}"#,
            "/migrations/0/operations/1"
        ),
        (
            #"{"op":"remove","path":"/x/a"},{"op":"use","list":"l","with":{"at":"/x"}}"#, "/lists/l/operations/0"
        ),
        (
            #"{"op":"remove","path":"/x/a"},{"op":"use","list":"l","with":{"at":"/x"},"only":"up"}"#,
            "/lists/l/operations/0"
        ),
        (
            #"{"op":"remove","path":"/x/b"},{"op":"use","list":"l","with":{"at":"/x"},"reversed":true}"#,
            "/migrations/0/operations/1"
        ),
    ])
    func faultOfThePlanHasAPlace(_ operations: String, at place: JSONPointer) {
        let lists = #""l":{"parameters":["at"],"operations":[{"op":"rename","path":"${at}/a","to":"b"}]}"#
        let error = #expect(throws: PlanFileError.self) {
            try MigrationPlan(planFile: Self.text(operations, lists: lists))
        }
        #expect(error?.path == place)
    }

    @Test(arguments: [
        (#"{"op":"use","list":"l","reversed":true}"#, list, "reversed"),
        (#"{"op":"use","list":"l","with":{}}"#, list, "with"),
        ("", #""l":{"parameters":["at"],"operations":[]}"#, "parameters"),
    ])
    func oldFormatSaysWhatToWrite(_ operation: String, lists: String, word: String) {
        let error = #expect(throws: PlanFileError.self) {
            try MigrationPlan(planFile: Self.text(operation, lists: lists, format: 1))
        }
        #expect(error?.mistakes.first?.message == #""\#(word)" needs plan format 2; write "planFormat": 2"#)
    }

    /// Each list uses the one before it with an argument twice as long.
    @Test(arguments: [#""${p}${p}""#, #"["${p}", "${p}"]"#]) func argumentsAreLimited(_ argument: String) {
        let inner = #""l0": {"parameters": ["p"], "operations": [{"op": "add", "path": "/x", "value": "${p}"}]}"#
        let lists = (1..<40).map {
            #""l\#($0)": {"parameters": ["p"], "operations": [{"op": "use", "list": "l\#($0 - 1)", "with": {"p": \#(argument)}}]}"#
        }
        let plan = Self.text(
            #"{"op":"use","list":"l39","with":{"p":"abc"}}"#, lists: ([inner] + lists).joined(separator: ","))
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: plan) }
        #expect(error?.message == "parameters put more than 16 MiB into the lists of the plan")
    }
}
