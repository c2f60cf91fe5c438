import Testing
import VersionedCodec

@testable import Migrations

/// Mistakes in the newer operations and members of a plan file, and lists that use themselves.
@Suite struct PlanFileNewerErrorTests {
    @Test(arguments: [
        (
            #"{"op":"use","list":"addres"}"#,
            #"line 2, column 20, at "/migrations/0/up/0/list": unknown list "addres"; did you mean "address"? known: address, loop, other"#
        ),
        (#"{"op":"use"}"#, #"line 2, column 1, at "/migrations/0/up/0": the member "list" is missing"#),
        (
            #"{"op":"use","list":"address","x":1}"#,
            #"line 2, column 34, at "/migrations/0/up/0/x": unknown member "x"; known: list, op"#
        ),
        (
            #"{"op":"calculate","path":"/a"}"#,
            #"line 2, column 1, at "/migrations/0/up/0": the calculation is missing; known: multiply, divide, plus, minus"#
        ),
        (
            #"{"op":"calculate","path":"/a","multiply":0}"#,
            #"line 2, column 42, at "/migrations/0/up/0/multiply": "multiply" must not be 0"#
        ),
        (
            #"{"op":"calculate","path":"/a","plus":1,"minus":1}"#,
            #"line 2, column 48, at "/migrations/0/up/0/minus": "minus" cannot be combined with "plus""#
        ),
        (
            #"{"op":"match","from":"/a","pattern":"(","into":{"x":"/b"}}"#,
            #"line 2, column 37, at "/migrations/0/up/0/pattern": "pattern" is not a pattern: a ")" is missing (at character 2)"#
        ),
        (
            #"{"op":"match","from":"/a","pattern":"(?<y>.)","into":{"x":"/b"}}"#,
            #"line 2, column 37, at "/migrations/0/up/0/pattern": "pattern" has no group "x"; it has y"#
        ),
        (
            #"{"op":"compose","into":"/a","template":"{z}","from":{"x":"/b"}}"#,
            #"line 2, column 40, at "/migrations/0/up/0/template": "template" has a hole "z" that nothing fills; known: x"#
        ),
        (
            #"{"op":"generate","path":"/a","as":"sequence","pattern":"x"}"#,
            #"line 2, column 56, at "/migrations/0/up/0/pattern": "pattern" must hold one number, such as %d, %04d or %a"#
        ),
        (
            #"{"op":"generate","path":"/a","as":"uid"}"#,
            #"line 2, column 35, at "/migrations/0/up/0/as": unknown value "uid"; did you mean "uuid"? known: digest, index, sequence, uuid"#
        ),
        (
            #"{"op":"renameKeys","path":"/a","table":{},"ifUnknown":"keep"}"#,
            #"line 2, column 40, at "/migrations/0/up/0/table": "table" must not be empty"#
        ),
        (
            #"{"op":"arrayToMembers","path":"/a","keys":["x","x"]}"#,
            #"line 2, column 43, at "/migrations/0/up/0/keys": "keys" must not hold a key twice"#
        ),
        (
            #"{"op":"partition","from":"/a","into":[{"path":"/b"},{"path":"/c"}]}"#,
            #"line 2, column 38, at "/migrations/0/up/0/into": "into" must have an "if" in each part but the last"#
        ),
        (
            #"{"op":"hoist","list":"/a","member":"/m","to":"/a/x"}"#,
            #"line 2, column 46, at "/migrations/0/up/0/to": "to" must be outside of "list""#
        ),
        (
            #"{"op":"flatten","path":"/a","elements":"/b","carry":{"/c":"/d"},"size":2}"#,
            #"line 2, column 72, at "/migrations/0/up/0/size": "size" cannot be combined with "carry""#
        ),
        (
            #"{"op":"indexToKey","path":"/a","list":"/b","in":"here"}"#,
            #"line 2, column 49, at "/migrations/0/up/0/in": "in" must be "document" or "context""#
        ),
        (
            #"{"op":"reformatDate","path":"/a","from":"yyyyMMdd","to":"iso8601"}"#,
            #"line 2, column 41, at "/migrations/0/up/0/from": "from" shows no zone, so it cannot read dates: declare the zone to assume, as in {"pattern": "yyyyMMdd", "assuming": "GMT"}"#
        ),
        (
            #"{"op":"reformatDate","path":"/a","from":"iso8601","to":{"pattern":"yyyyMMdd"}}"#,
            #"line 2, column 56, at "/migrations/0/up/0/to": the member "assuming" is missing"#
        ),
        (
            #"{"op":"reformatDate","path":"/a","from":"iso8601","to":{"pattern":"yyyyMMddX"}}"#,
            #"line 2, column 67, at "/migrations/0/up/0/to/pattern": "pattern" shows the zone, so it is written without an object: "yyyyMMddX""#
        ),
        (
            #"{"op":"reformatDate","path":"/a","from":"iso8601","to":{"pattern":"yyyyMMddX","assuming":"GMT"}}"#,
            #"line 2, column 90, at "/migrations/0/up/0/to/assuming": "assuming" cannot be combined with a pattern that shows the zone"#
        ),
        (
            #"{"op":"reformatDate","path":"/a","from":"iso8601","to":{"pattern":"yyyyMMdd","assuming":"Europe/Paris"}}"#,
            #"line 2, column 89, at "/migrations/0/up/0/to/assuming": "assuming" is not a zone at a fixed distance from GMT, such as "GMT" or "+02:00""#
        ),
        (
            #"{"op":"reformatDate","path":"/a","from":"iso8601"}"#,
            #"line 2, column 1, at "/migrations/0/up/0": the member "to" is missing, and the version declares no "dates""#
        ),
        (
            #"{"op":"remove","path":"/a","default":1,"restoredBy":{"op":"refuse","message":""}}"#,
            #"line 2, column 53, at "/migrations/0/up/0/restoredBy": "restoredBy" cannot be combined with "default""#
        ),
        (
            #"{"op":"when","if":{"path":"/a","count":{"atLeast":3,"atMost":1}},"operations":[]}"#,
            #"line 2, column 40, at "/migrations/0/up/0/if/count": "count" must have "atLeast" or "atMost", in this order"#
        ),
    ])
    func mistakeInANewerOperation(json: String, says: String) {
        let lists =
            #""lists":{"address":[{"op":"wrap","path":"/x"}],"other":[{"op":"use","list":"address"}],"loop":[]}"#
        let text =
            #"{"planFormat":1,"name":"","versions":[{"version":"1"},{"version":"2"}],\#(lists),"migrations":[{"from":"1","to":"2","summary":"","up":["#
            + "\n\(json)]}]}"
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: text) }
        #expect(error?.mistakes.map(\.description).contains(says) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        (
            #"{"op":"hoist","list":"/a","member":"/m","to":"/x","ifMixed":"skip"}"#,
            #"line 2, column 61, at "/migrations/0/up/0/ifMixed": unknown value "skip"; known: error, keep"#
        ),
        (
            #"{"op":"plunge","from":"/a","list":"/l","member":"/m","ifMixed":true}"#,
            #"line 2, column 64, at "/migrations/0/up/0/ifMixed": expected a string, found a boolean"#
        ),
        (
            #"{"op":"gather","into":"a","suffix":1}"#,
            #"line 2, column 36, at "/migrations/0/up/0/suffix": expected a string, found a number"#
        ),
        (
            #"{"op":"gather","into":"a","sufix":"x"}"#,
            #"line 2, column 35, at "/migrations/0/up/0/sufix": unknown member "sufix"; did you mean "suffix"? known: except, ifAbsent, ifExists, ifWrongKind, into, members, merge, op, path, prefix, suffix"#
        ),
        (
            #"{"op":"listToTree","path":"/a","id":"/i","childIDs":"yes","children":"c"}"#,
            #"line 2, column 53, at "/migrations/0/up/0/childIDs": expected true or false, found a string"#
        ),
        (
            #"{"op":"listToTree","path":"/a","id":"/i","childIDs":true,"parent":"/p","children":"c"}"#,
            #"line 2, column 67, at "/migrations/0/up/0/parent": "parent" cannot be combined with "childIDs""#
        ),
        (
            #"{"op":"listToTree","path":"/a","level":"","children":"c"}"#,
            #"line 2, column 40, at "/migrations/0/up/0/level": "level" must name a member, not the whole value"#
        ),
        (
            #"{"op":"listToTree","path":"/a","level":"/l","id":"/i","children":"c"}"#,
            #"line 2, column 50, at "/migrations/0/up/0/id": "id" cannot be combined with "level""#
        ),
        (
            #"{"op":"treeToList","path":"/a","level":"/l","root":"1","children":"c"}"#,
            #"line 2, column 52, at "/migrations/0/up/0/root": "root" must be a whole number from 0 to 1000 beside "level""#
        ),
        (
            #"{"op":"asDocument","path":"/a"}"#,
            #"line 2, column 1, at "/migrations/0/up/0": the member "operations" is missing"#
        ),
        (
            #"{"op":"asDocument","path":"a","operations":[]}"#,
            #"line 2, column 27, at "/migrations/0/up/0/path": "a" is not a JSON pointer: it must be empty or begin with "/"; "/a" was probably meant"#
        ),
        (
            #"{"op":"asDocument","operations":[],"ifExists":"skip"}"#,
            #"line 2, column 47, at "/migrations/0/up/0/ifExists": unknown member "ifExists"; known: ifAbsent, ifWrongKind, op, operations, path"#
        ),
        (
            #"{"op":"rename","path":"/a","to":"/b"}"#,
            #"line 2, column 33, at "/migrations/0/up/0/to": this is a key, not a path: "b", or {"key": "/b"} where the key begins with a slash"#
        ),
        (
            #"{"op":"objectToArray","path":"/a","id":"/name"}"#,
            #"line 2, column 40, at "/migrations/0/up/0/id": this is a key, not a path: "name", or {"key": "/name"} where the key begins with a slash"#
        ),
        (
            #"{"op":"arrayToObject","path":"/a","id":"n","value":"/v"}"#,
            #"line 2, column 52, at "/migrations/0/up/0/value": this is a key, not a path: "v", or {"key": "/v"} where the key begins with a slash"#
        ),
        (
            #"{"op":"listToTree","path":"/a","id":"/i","parent":"/p","children":"/c"}"#,
            #"line 2, column 67, at "/migrations/0/up/0/children": this is a key, not a path: "c", or {"key": "/c"} where the key begins with a slash"#
        ),
        (
            #"{"op":"gather","into":"a","members":["x","/y"]}"#,
            #"line 2, column 42, at "/migrations/0/up/0/members/1": this is a key, not a path: "y", or {"key": "/y"} where the key begins with a slash"#
        ),
        (
            #"{"op":"rename","path":"/a","to":{"kee":"b"}}"#,
            #"line 2, column 40, at "/migrations/0/up/0/to/kee": the member "key" is missing; is "kee" meant to be it?"#
        ),
        (
            #"{"op":"remove","path":"/a","ifDifferent":"keep"}"#,
            #"line 2, column 42, at "/migrations/0/up/0/ifDifferent": "ifDifferent" needs "restoredBy""#
        ),
        (
            #"{"op":"partition","from":"/a","into":[{"path":"/b","if":{"path":"/x","present":true}},{"path":"/c"}],"anyOrder":1}"#,
            #"line 2, column 113, at "/migrations/0/up/0/anyOrder": expected true or false, found a number"#
        ),
    ])
    func mistakeInANewestMember(json: String, says: String) {
        mistakeInANewerOperation(json: json, says: says)
    }

    @Test(arguments: [
        FileForm(
            #"{"op":"rename","path":"/paths/~1pets","to":{"key":"/animals"}}"#, .rename("/paths/~1pets", to: "/animals")
        ),
        FileForm(#"{"op":"objectToArray","path":"/a","id":{"key":"/i"}}"#, .objectToArray("/a", id: "/i")),
        FileForm(#"{"op":"gather","into":"x","members":["a",{"key":"/b"}]}"#, .gather(.only(["a", "/b"]), into: "x")),
    ])
    func keyThatBeginsWithASlashIsSaidToBeOne(_ form: FileForm) throws { try form.check() }

    @Test func listThatUsesItselfIsAMistake() {
        let lists =
            #"{"a":[{"op":"use","list":"b"}],"b":[{"op":"inside","path":"/x","operations":[{"op":"use","list":"a"}]}]}"#
        let text = #"{"planFormat":1,"name":"","versions":[{"version":"1"}],"migrations":[],"lists":\#(lists)}"#
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: text) }
        #expect(error?.message == #""list" uses the list that it is in"#)
        #expect(error?.mistakes.map(\.path) == ["/lists/a/0/list", "/lists/b/0/operations/0/list"])
    }

    /// Ten lists, each of which uses the next one ten times.
    @Test func listsThatGrowBeyondAllMeasureAreAMistake() {
        let lists = (0..<10).map { index in
            let use = index == 9 ? #"{"op":"wrap","path":""}"# : #"{"op":"use","list":"l\#(index + 1)"}"#
            return #""l\#(index)":[\#(Array(repeating: use, count: 10).joined(separator: ","))]"#
        }
        let text =
            #"{"planFormat":1,"name":"","versions":[{"version":"1"}],"migrations":[],"lists":{\#(lists.joined(separator: ","))}}"#
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: text) }
        #expect(error?.message == "the plan has more than 100000 operations")
    }
}
