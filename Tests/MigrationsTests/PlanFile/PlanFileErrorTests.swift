import Testing
import VersionedCodec

@testable import Migrations

/// A plan file with a mistake, and what the error says.
struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    let code: PlanFileError.Code
    let says: String

    var testDescription: String { says }

    /// A plan file that is one operation too wrong; positions count from the operation.
    static func operation(_ json: String, _ code: PlanFileError.Code, at path: String, _ says: String) -> Mistake {
        Mistake.migration(#""up":["# + "\n" + json + "]", code, at: "/migrations/0/up/0" + path, line: 2, says)
    }

    /// A plan file with members of its one migration.
    static func migration(
        _ members: String, _ code: PlanFileError.Code, at path: String, line: Int = 1, _ says: String
    ) -> Mistake {
        Mistake(
            text:
                #"{"planFormat":1,"name":"","versions":[{"version":"1"},{"version":"2"}],"migrations":[{"from":"1","to":"2","summary":"",\#(members)}]}"#,
            code: code, says: "line \(line), COLUMN, at \"\(path)\": \(says)")
    }

    /// A plan file with members of its `version`.
    static func detection(_ members: String, _ code: PlanFileError.Code, _ says: String, at path: String) -> Mistake {
        Mistake(
            text: #"{"planFormat":1,"name":"","migrations":[],"version":{\#(members)},"versions":[{"version":"1"}]}"#,
            code: code, says: "line 1, COLUMN, at \"\(path)\": \(says)")
    }

    /// A plan file of one version.
    static func version(_ members: String, _ code: PlanFileError.Code, at path: String, _ says: String) -> Mistake {
        Mistake(
            text: #"{"planFormat":1,"name":"","migrations":[],"versions":[{"version":"1",\#(members)}]}"#, code: code,
            says: "line 1, COLUMN, at \"/versions/0\(path)\": \(says)")
    }

    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: PlanFileError.self, sourceLocation: sourceLocation) {
            try MigrationPlan(planFile: text)
        }
        let mistake = error?.mistakes.first { mistake in
            let column = "column \(mistake.position?.column ?? 0)"
            return mistake.description == says.replacing("COLUMN", with: column)
        }
        #expect(mistake != nil, "\(says) is not in: \(error?.description ?? "")", sourceLocation: sourceLocation)
        #expect(mistake?.code == code, sourceLocation: sourceLocation)
        #expect(mistake?.position != nil, sourceLocation: sourceLocation)
    }
}

@Suite struct PlanFileErrorTests {
    @Test(arguments: [
        Mistake(
            text: "[]", code: .wrongKind, says: "line 1, column 1, at the root: expected an object, found an array"),
        Mistake(
            text: "{\n}", code: .missingMember,
            says: #"line 1, column 1, at the root: the member "planFormat" is missing"#),
        Mistake(
            text: "{\n  \"planFormat\": 3}", code: .unsupportedFormat,
            says: #"line 2, column 17, at "/planFormat": plan files of format 3 are not known; known: 1, 2"#),
        Mistake(
            text: #"{"planFormat": "1"}"#, code: .wrongKind,
            says: #"line 1, column 16, at "/planFormat": expected an integer, found a string"#),
        Mistake(
            text: #"{"planFormat": 1, "name": 7}"#, code: .wrongKind,
            says: #"line 1, column 27, at "/name": expected a string, found a number"#),
        Mistake(
            text: #"{"planFormat": 1, "name": "", "versions": [], "migrations": []}"#, code: .invalidPlan,
            says: #"line 1, column 43, at "/versions": a plan needs at least one version"#),
        Mistake(
            text: #"{"planFormat": 1, "nam": "", "name": "", "versions": [], "migrations": []}"#, code: .unknownMember,
            says:
                #"line 1, column 26, at "/nam": unknown member "nam"; did you mean "name"? known: lists, migrations, name, planFormat, routes, version, versions"#
        ),
        Mistake(
            text: #"{"planFormat":1,"name":"","version":{"as":"integer"},"versions":[],"migrations":[]}"#,
            code: .missingMember, says: #"line 1, column 37, at "/version": the member "at" is missing"#),
        Mistake(
            text: #"{"planFormat":1,"name":"","versions":[],"migration":[]}"#, code: .missingMember,
            says:
                #"line 1, column 53, at "/migration": the member "migrations" is missing; is "migration" meant to be it?"#
        ),
        Mistake(
            text: #"{"planFormat":1,"name":"","version":{"at":"","as":"integer"},"versions":[],"migrations":[]}"#,
            code: .invalidValue,
            says: #"line 1, column 43, at "/version/at": "at" must name a member or an element, not the whole value"#),
        Mistake(
            text: #"{"planFormat":1,"name":"","version":{"at":"/v","as":"int"},"versions":[],"migrations":[]}"#,
            code: .unknownValue,
            says:
                #"line 1, column 53, at "/version/as": unknown value "int"; known: date, integer, integerOrString, semantic, string"#
        ),
        Mistake(
            text: #"{"planFormat":1,"name":"","version":{"at":"v","as":"integer"},"versions":[],"migrations":[]}"#,
            code: .invalidValue,
            says:
                #"line 1, column 43, at "/version/at": "v" is not a JSON pointer: it must be empty or begin with "/"; "/v" was probably meant"#
        ),
        Mistake(
            text:
                #"{"planFormat":1,"name":"","version":{"at":"/v","as":"integer","default":"0"},"versions":[{"version":"1"}],"migrations":[]}"#,
            code: .invalidPlan,
            says:
                #"line 1, column 73, at "/version/default": the declared version "0" is not in the list; known: 1"#
        ),
        Mistake(
            text: #"{"planFormat":1,"name":"","versions":[{"version":"1"},{"version":"1"}],"migrations":[]}"#,
            code: .invalidPlan, says: #"line 1, column 66, at "/versions/1/version": the version "1" appears twice"#),
        Mistake(
            text: #"{"planFormat":1,"name":"","versions":[{"version":"1"},{"version":"2"}],"migrations":[]}"#,
            code: .invalidPlan, says: #"line 1, column 85, at "/migrations": there is no migration from "1" to "2""#),
        .detection(
            #""as":"integer""#, .missingMember, #"the member "at" is missing"#, at: "/version"),
        .detection(
            #""mediaType":"a/v{version}","default":"1""#, .invalidValue, #""default" needs "at""#,
            at: "/version/default"),
        .detection(
            #""mediaType":"a/b""#, .invalidValue, #""a/b" has no {version}"#, at: "/version/mediaType"),
        .detection(
            #""at":"/v","as":"string","text":"v""#, .invalidValue, #""v" has no {version}"#,
            at: "/version/text"),
        .detection(
            #""at":"/v","as":"string","text":["v{version}",1]"#, .wrongKind, "expected a string, found a number",
            at: "/version/text/1"),
        .detection(
            #""at":"/v","as":"integer","text":"v{version}""#, .invalidValue,
            #""text" cannot be combined with "as": "integer""#, at: "/version/text"),
        .detection(
            #""at":"/v","as":"string","minor":"/w""#, .invalidValue, #""minor" needs "as": "integer""#,
            at: "/version/minor"),
        .detection(
            #""at":"/v","as":"string","newer":"pass""#, .unknownValue,
            #"unknown value "pass"; known: passThrough, refuse"#, at: "/version/newer"),
    ])
    func mistakeAtTheTop(_ mistake: Mistake) { mistake.check() }

    @Test(arguments: [
        Mistake.migration(
            #""x":[]"#, .missingMember, at: "/migrations/0",
            #"the migration has no operations: neither "operations" nor "up" or "down""#),
        .migration(
            #""operatons":[]"#, .missingMember, at: "/migrations/0/operatons",
            #"the migration has no operations: neither "operations" nor "up" or "down"; is "operatons" meant to be it?"#
        ),
        .migration(
            #""operations":[],"up":[]"#, .invalidValue, at: "/migrations/0/up",
            #""up" cannot be combined with "operations""#),
        .migration(
            #""operations":[],"down":[]"#, .invalidValue, at: "/migrations/0/down",
            #""down" cannot be combined with "operations""#),
        .migration(
            #""up":{}"#, .wrongKind, at: "/migrations/0/up", "expected an array, found an object"),
        .migration(
            #""up":[],"dwon":[]"#, .unknownMember, at: "/migrations/0/dwon",
            #"unknown member "dwon"; did you mean "down"? known: down, from, notes, operations, summary, to, up"#),
        .version(
            #""style":{"indent":17}"#, .invalidValue, at: "/style/indent",
            #""indent" must be a number of spaces from 0 to 16, or "tab""#),
        .version(
            #""style":{"indent":true}"#, .wrongKind, at: "/style/indent",
            #""indent" must be a number of spaces from 0 to 16, or "tab""#),
        .version(
            #""style":{"colon":"="}"#, .invalidValue, at: "/style/colon", #""colon" may add only white space to :"#),
        .version(
            #""style":{"emptyArray":"[x]"}"#, .invalidValue, at: "/style/emptyArray",
            #""emptyArray" may add only white space to []"#),
        .version(
            #""style":{"keyOrder":"sort"}"#, .unknownValue, at: "/style/keyOrder",
            #"unknown value "sort"; did you mean "sorted"? known: kept, sorted"#),
        .version(
            #""style":{"colour":1}"#, .unknownMember, at: "/style/colour",
            #"unknown member "colour"; did you mean "colon"? known: colon, comma, emptyArray, emptyObject, escapeNonASCII, escapeSlashes, finalNewline, indent, keyOrder, lineEnding"#
        ),
        .version(
            #""at":"v""#, .invalidValue, at: "/at",
            #""v" is not a JSON pointer: it must be empty or begin with "/"; "/v" was probably meant"#),
        .version(#""at":"""#, .invalidValue, at: "/at", #""at" must name a member, not the whole value"#),
        .version(#""shape":[]"#, .wrongKind, at: "/shape", "expected an object, found an array"),
        .version(#""shape":{}"#, .invalidValue, at: "/shape", #""shape" must not be empty"#),
        .version(
            #""shape":{"/a":"list"}"#, .unknownValue, at: "/shape/~1a",
            #"unknown value "list"; known: absent, array, boolean, null, number, object, present, string"#),
        .version(
            #""shape":{"a":"array"}"#, .invalidValue, at: "/shape/a",
            #""a" is not a JSON pointer: it must be empty or begin with "/"; "/a" was probably meant"#),
        .version(#""unmarked":1"#, .wrongKind, at: "/unmarked", "expected true or false, found a number"),
    ])
    func mistakeInAPart(_ mistake: Mistake) { mistake.check() }

    @Test(arguments: [
        Mistake.operation(
            #"{"op":"renam","path":"/a","to":"b"}"#, .unknownValue, at: "/op",
            #"unknown operation "renam"; did you mean "rename"? known: "#
                + (OperationVocabulary.names + ["use"]).sorted().joined(separator: ", ")
        ),
        .operation(#"{"path":"/a"}"#, .missingMember, at: "", #"the member "op" is missing"#),
        .operation("7", .wrongKind, at: "", "expected an object, found a number"),
        .operation(#"{"op":"rename","path":"/a"}"#, .missingMember, at: "", #"the member "to" is missing"#),
        .operation(
            #"{"op":"rename","pth":"/a","to":"b"}"#, .missingMember, at: "/pth",
            #"the member "path" is missing; is "pth" meant to be it?"#),
        .operation(
            #"{"op":"reformatDate","path":"/a","form":"iso8601","to":"unixSeconds"}"#, .missingMember, at: "/form",
            #"the member "from" is missing, and the version declares no "dates"; is "form" meant to be it?"#),
        .operation(
            #"{"op":"calculate","path":"/a","divid":2}"#, .missingMember, at: "/divid",
            #"the calculation is missing; known: multiply, divide, plus, minus; is "divid" meant to be it?"#),
        .operation(
            #"{"op":"rename","from":"/a","to":"b"}"#, .missingMember, at: "", #"the member "path" is missing"#),
        .operation(
            #"{"op":"rename","path":"","to":"b"}"#, .invalidValue, at: "/path",
            #""path" must name a member or an element, not the whole value"#),
        .operation(
            #"{"op":"rename","path":"/a~2","to":"b"}"#, .invalidValue, at: "/path",
            #""/a~2" is not a JSON pointer: "~" is allowed only in "~0" (for ~) and "~1" (for /); "/a~02" was probably meant"#
        ),
        .operation(
            #"{"op":"rename","path":"/a","to":"b","ifAbsent":"overwrite"}"#, .unknownValue, at: "/ifAbsent",
            #"unknown value "overwrite"; known: error, skip"#),
        .operation(
            #"{"op":"rename","path":"/a","to":"b","ifWrongKind":"skip"}"#, .unknownMember, at: "/ifWrongKind",
            #"unknown member "ifWrongKind"; known: ifAbsent, ifExists, op, path, to"#),
        .operation(
            #"{"op":"remove","path":"/a","default":1,"derived":{"from":"/b"}}"#, .invalidValue, at: "/derived",
            #""derived" cannot be combined with "default""#),
        .operation(
            #"{"op":"convert","path":"/a","from":"text","to":"number"}"#, .unknownValue, at: "/from",
            #"unknown value "text"; known: boolean, number, string"#),
        .operation(
            #"{"op":"mapValues","path":"/a","table":{}}"#, .invalidValue, at: "/table", #""table" must not be empty"#),
        .operation(
            #"{"op":"mapValues","path":"/a","table":[[1,2],[1.0,3]]}"#, .invalidValue, at: "/table",
            #""table" has 1.0 twice"#),
        .operation(
            #"{"op":"mapValues","path":"/a","table":[[1]]}"#, .wrongKind, at: "/table/0",
            "expected an array of a value and its replacement, found one of 1 element"),
        .operation(
            #"{"op":"mapValues","path":"/a","table":[[1,2],7]}"#, .wrongKind, at: "/table/1",
            "expected an array of a value and its replacement, found a number"),
        .operation(
            #"{"op":"mapValues","path":"/a","table":"x"}"#, .wrongKind, at: "/table",
            "expected an object, or an array of pairs, found a string"),
        .operation(
            #"{"op":"drop","what":[]}"#, .invalidValue, at: "/what", #""what" must not be empty"#),
        .operation(
            #"{"op":"join","from":["/a"],"into":"/b","separator":""}"#, .invalidValue, at: "/from",
            #""from" must hold at least two pointers"#),
        .operation(
            #"{"op":"join","from":["/a","/a"],"into":"/b","separator":""}"#, .invalidValue, at: "/from",
            #""from" must not hold a pointer twice"#),
        .operation(
            #"{"op":"split","from":"/a","into":["/b","/c"],"separator":""}"#, .invalidValue, at: "/separator",
            #""separator" must not be empty"#),
        .operation(
            #"{"op":"derive","from":"/a","to":"/b","by":[{"split":","},"trim"]}"#, .invalidValue, at: "/by/1",
            "the transform before gives an array of strings, and this one takes a text"),
        .operation(
            #"{"op":"transform","path":"/a","by":["trim",{"join":","}]}"#, .invalidValue, at: "/by/1",
            "the transform before gives a text, and this one takes an array of strings"),
        .operation(
            #"{"op":"remove","path":"/a","derived":{"from":"/b","by":[{"join":","},{"join":","}]}}"#, .invalidValue,
            at: "/derived/by/1", "the transform before gives a text, and this one takes an array of strings"),
        .operation(
            #"{"op":"objectToArray","path":"/a","id":"x","value":"x"}"#, .invalidValue, at: "/value",
            #""value" must differ from "id""#),
        .operation(
            #"{"op":"set","path":"\#(String(repeating: "/a", count: 513))","to":1}"#, .invalidValue, at: "/path",
            #""path" leads deeper than 512 levels"#),
    ])
    func mistakeInAnOperation(_ mistake: Mistake) { mistake.check() }

    private static let transforms =
        "known: addPrefix, addSuffix, changeCase, count, decodeBase64, digest, dropPrefix, dropSuffix, encodeBase64, everywhere, filter, first, join, keys, last, lastPathComponent, lines, lowercase, map, match, max, min, replace, reverse, slug, split, sum, take, trim, unique, uppercase"

    @Test(arguments: [
        (
            #"{"changeCase":{"from":"snakeCase","to":"snakeCase"}}"#, PlanFileError.Code.invalidValue, "/changeCase/to",
            #""to" must differ from "from""#
        ),
        (
            #"{"changeCase":{"from":"snake_case","to":"camelCase"}}"#, .unknownValue, "/changeCase/from",
            #"unknown value "snake_case"; did you mean "snakeCase"? known: camelCase, kebabCase, pascalCase, screamingSnakeCase, snakeCase"#
        ),
        (
            #""lowercas""#, PlanFileError.Code.unknownValue, "",
            #"unknown transform "lowercas"; did you mean "lowercase"? \#(transforms)"#
        ),
        (#""split""#, .unknownValue, "", #"the transform "split" needs an argument: {"split": …}"#),
        (
            #"{"lowercase":true}"#, .unknownValue, "",
            #"the transform "lowercase" takes no argument: write "lowercase" alone"#
        ),
        ("{}", .unknownValue, "", "the object names no transform; \(transforms)"),
        (#"{"splitt":","}"#, .unknownValue, "", #"unknown transform "splitt"; did you mean "split"? \#(transforms)"#),
        (#"{"split":""}"#, .invalidValue, "/split", #""split" must not be empty"#),
        (#"{"split":",","part":"x"}"#, .wrongKind, "/part", "expected an integer, found a string"),
        (#"{"replace":"a"}"#, .missingMember, "", #"the member "with" is missing"#),
        ("7", .wrongKind, "", "expected the name of a transform, or an object of one, found a number"),
    ])
    func mistakeInATransform(json: String, code: PlanFileError.Code, at path: String, says: String) {
        Mistake.operation(
            #"{"op":"transform","path":"","by":[\#(json)]}"#, code, at: "/by/0" + path, says
        ).check()
    }

    @Test(arguments: [
        (
            #"{"path":"/a"}"#, PlanFileError.Code.missingMember, "",
            "the condition tests nothing; known tests: present, absent, equals, oneOf, kind, prefix, suffix, contains, matches, atLeast, atMost, count, sameAs, keyOf, hasElement, eachElement, all, any, not"
        ),
        (
            #"{"path":"/a","present":true,"odd":1}"#, .unknownMember, "/odd",
            #"unknown member "odd"; known: absent, all, any, atLeast, atMost, contains, count, eachElement, equals, hasElement, in, keyOf, kind, matches, not, oneOf, path, prefix, present, sameAs, suffix"#
        ),
        (#"{"present":1}"#, .wrongKind, "/present", "expected true or false, found a number"),
        (#"{"all":[]}"#, .invalidValue, "/all", #""all" must not be empty"#),
        (#"{"oneOf":[]}"#, .invalidValue, "/oneOf", #""oneOf" must not be empty"#),
        (
            #"{"kind":["text"]}"#, .unknownValue, "/kind/0",
            #"unknown value "text"; known: array, boolean, null, number, object, string"#
        ),
        (#"{"not":7}"#, .wrongKind, "/not", "expected an object, found a number"),
    ])
    func mistakeInACondition(json: String, code: PlanFileError.Code, at path: String, says: String) {
        Mistake.operation(#"{"op":"when","if":\#(json),"operations":[]}"#, code, at: "/if" + path, says).check()
    }

    @Test func faultyJSONIsAMistakeWithItsPlace() {
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: "{") }
        #expect(error?.code == .invalidJSON && error?.syntax == .unexpectedEnd && error?.position?.column == 2)
        let lock = #expect(throws: PlanFileError.self) { try PlanLock(lockFile: "{") }
        #expect(lock?.description == error?.description)
    }

    @Test func longNameIsNearNone() {
        let name = String(repeating: "rename", count: 20_000)
        let error = #expect(throws: PlanFileError.self) { try FileForm.reading(#"{"op":"\#(name)"}"#) }
        #expect(error?.message.contains("did you mean") == false)
    }
}
