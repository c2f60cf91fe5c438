import Migrations
import Testing
import VersionedCodec

/// Parts that are elements of one array: removing one of them moves those after it.
@Suite struct ElementPartsTests {
    private static let parts: [(JSONPointer, Condition?)] = [("/l/0", .at("", is: .string)), ("/l/1", nil)]
    private static let deepParts: [(JSONPointer, Condition?)] = [("/l/0", .at("", is: .string)), ("/l/1/a/b", nil)]
    private static let pattern = Result { try TextPattern("(?<x>.*)-(?<y>.*)") }
    private static let template = Result { try TextTemplate("{x}-{y}") }

    @Test(arguments: [
        Change(
            .concatenate(parts, into: "/x"), on: #"{"l":[["p"],[1],["q",2],5]}"#,
            gives: #"{"l":[["q",2],5],"x":["p",1]}"#),
        Change(
            .concatenate(parts, into: "/l/0"), on: #"{"l":[["p"],[1],["q",2],5]}"#,
            gives: #"{"l":[["p",1],["q",2],5]}"#),
        Change(.partition("/l/0", into: parts), on: #"{"l":[["a",1],5]}"#, gives: #"{"l":[["a"],[1],5]}"#),
        Change(.partition("/x", into: parts), on: #"{"l":[5],"x":["a",1]}"#, gives: #"{"l":[["a"],[1],5]}"#),
        Change(
            .concatenate(deepParts, into: "/x"), on: #"{"l":[["p"],{"a":{"b":[1]}},{"a":{}}]}"#,
            gives: #"{"l":[{},{"a":{}}],"x":["p",1]}"#),
        Change(
            .join(["/l/0", "/l/1/a"], into: "/x", separator: "-"), on: #"{"l":["p",{"a":"q"},{"a":"r"}]}"#,
            gives: #"{"l":[{},{"a":"r"}],"x":"p-q"}"#),
    ])
    func othersStayAsTheyAre(_ change: Change) throws { try change.check() }

    /// An object that is empty goes only from where the part was.
    @Test func emptyObjectBehindThePartStays() throws {
        let (pattern, template) = (try Self.pattern.get(), try Self.template.get())
        let parts: [String: JSONPointer] = ["x": "/l/0", "y": "/l/1/a/b"]
        try Change(
            .compose("/x", template, from: parts, back: pattern), on: #"{"l":["p",{"a":{"b":"q"}},{"a":{}}]}"#,
            gives: #"{"l":[{},{"a":{}}],"x":"p-q"}"#
        ).check()
    }

    @Test(arguments: [
        (
            #"{"op":"concatenate","into":"/x","from":[{"path":"/d","if":{"kind":"string"}},{"path":"/d/0"}]}"#,
            #"column 40, at "/migrations/0/up/0/from": "from" must not hold "/d/0", which is within "/d""#
        ),
        (
            #"{"op":"partition","from":"/x","into":[{"path":"/d/0/a","if":{"kind":"string"}},{"path":"/d"}]}"#,
            #"column 38, at "/migrations/0/up/0/into": "into" must not hold "/d/0/a", which is within "/d""#
        ),
        (
            #"{"op":"split","from":"/x","into":["/d","/d/0"],"separator":"-"}"#,
            #"column 34, at "/migrations/0/up/0/into": "into" must not hold "/d/0", which is within "/d""#
        ),
        (
            #"{"op":"join","from":["/d/0","/d"],"into":"/x","separator":"-"}"#,
            #"column 21, at "/migrations/0/up/0/from": "from" must not hold "/d/0", which is within "/d""#
        ),
        (
            #"{"op":"match","from":"/x","pattern":"(?<a>.)(?<b>.)","into":{"a":"/d","b":"/d/0"}}"#,
            #"column 61, at "/migrations/0/up/0/into": "into" must not hold "/d/0", which is within "/d""#
        ),
        (
            #"{"op":"compose","into":"/x","template":"{a}{b}","from":{"a":"/d","b":"/d/0"}}"#,
            #"column 56, at "/migrations/0/up/0/from": "from" must not hold "/d/0", which is within "/d""#
        ),
    ])
    func overlappingPartsAreRefused(_ operation: String, _ says: String) {
        let text = """
            {"planFormat":2,"name":"p","versions":[{"version":"1"},{"version":"2"}],"migrations":[{"from":"1","to":"2","summary":"s","up":[
            \(operation)]}]}
            """
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: text) }
        #expect(error?.description == "line 2, \(says)")
    }

    /// A whole around its parts, and parts around their whole, do not overlap in this sense.
    @Test(arguments: [
        #"{"op":"split","from":"/d","into":["/d/a","/d/b"],"separator":"-","makeParents":true}"#,
        #"{"op":"join","from":["/d/a","/d/b"],"into":"/d","separator":"-","makeParents":true}"#,
        #"{"op":"split","from":"/d/x","into":["/d","/e"],"separator":"-"}"#,
    ])
    func wholeAroundItsPartsIsAccepted(_ operation: String) throws { _ = try FileForm.reading(operation) }
}
