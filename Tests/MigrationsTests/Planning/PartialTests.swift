import Migrations
import Testing
import VersionedCodec

@Suite struct PartialTests {
    private static func plan(_ operations: JSONOperation...) throws -> MigrationPlan {
        try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: nil),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: operations)])
    }

    private static let parts: [(JSONPointer, Condition?)] = [("/a", .at("/k", equals: 1)), ("/b", nil)]
    private static func inDocument(_ path: JSONPointer) -> Condition { .elsewhere(.document, .present(path)) }

    private static let join = JSONOperation.join(["/p", "/q"], into: "/pq", separator: "-")
    private static let attach = JSONOperation.attach("/i", to: "/o", id: "/id", reference: "/r", into: "items")
    private static let skippingAttach = JSONOperation.attach(
        "/f", to: "/g", id: "/id", reference: "/r", into: "x", ifWrongKind: .skip)
    private static let skippingDetach = JSONOperation.detach(
        "/i", from: "/o", id: "/id", reference: "/r", outOf: "items", ifAbsent: .skip, ifWrongKind: .skip)
    private static let detach = JSONOperation.detach("/i", from: "/o", id: "/id", reference: "/r", outOf: "items")

    @Test(
        arguments: [
            (JSONOperation.rename("/a", to: "b"), "{}", "{}"), (.rename("/a", to: "b"), #"{"a":null}"#, #"{"b":null}"#),
            (.add("/a", value: 1), "{}", "{}"), (.remove("/a", default: 1), "{}", "{}"),
            (.move("/a/b", to: "/c/d"), #"{"a":{}}"#, #"{"a":{}}"#),
            (.move("/a", to: "/c/d"), #"{"a":1}"#, #"{"c":{"d":1}}"#),
            (.convert("/a", from: .string, to: .number), #"{"a":null}"#, #"{"a":null}"#),
            (.mapValues("/a", [("x", "y")]), #"{"a":null}"#, #"{"a":null}"#),
            (.wrap("/a"), #"{"a":null}"#, #"{"a":null}"#),
            (.unwrap("/a"), #"{"a":null}"#, #"{"a":null}"#),
            (.split("/a", into: ["/b", "/c"], separator: " "), "{}", "{}"),
            (.join(["/a", "/b"], into: "/c", separator: " "), #"{"z":1}"#, #"{"z":1}"#),
            (.generate("/id", .digest), "{}", "{}"), (.gather(.only(["a"]), into: "n"), #"{"z":1}"#, #"{"z":1}"#),
            (.each("/a", [.add("/x", value: 1)]), #"{"a":[{}]}"#, #"{"a":[{}]}"#),
            (.inside("/a", [.wrap("/b")]), #"{"a":null}"#, #"{"a":null}"#),
            (.when(.at("/k", equals: "x"), [.rename("/a", to: "b")]), #"{"z":1}"#, #"{"z":1}"#),
            (.when(.at("/k", equals: "x"), [.refuse("no")]), #"{"a":1}"#, #"{"a":1}"#),
            (.when(.at("/k", equals: "x"), [.rename("/a", to: "b")]), #"{"k":"x","a":1}"#, #"{"k":"x","b":1}"#),
            (.calculate("/a", .multiply(JSONNumber(100))), #"{"a":null}"#, #"{"a":null}"#),
            (.derive("/b", from: "/a", by: .lowercase), #"{"a":null}"#, #"{"a":null,"b":null}"#),
            (.rename("/a", to: "b"), #"{"v":1,"a":2}"#, #"{"v":2,"b":2}"#),
            (.drop([.null, .emptyArray]), #"{"a":null,"b":[]}"#, #"{"a":null,"b":[]}"#),
            (.partition("/w", into: parts, noEmptyLists: true), #"{"w":[{"k":2}]}"#, #"{"a":[],"b":[{"k":2}]}"#),
            (.partition("/w", into: parts, noEmptyLists: true), #"{"w":[]}"#, #"{"a":[],"b":[]}"#),
            (.concatenate(parts, into: "/w", noEmptyLists: true), #"{"a":[],"b":[]}"#, #"{"w":[]}"#),
            (.membersToArray("/p", ["x", "y"], required: 1), #"{"p":{"y":2,"x":1}}"#, #"{"p":[1,2]}"#),
            (.objectToArray("/l", id: "id", value: "n"), #"{"l":null}"#, #"{"l":null}"#),
            (.printJSON("/a"), #"{"a":[1]}"#, #"{"a":"[1]"}"#),
            (.derive("/n", from: "/a", by: .count), #"{"a":[{}]}"#, #"{"a":[{}],"n":1}"#),
            (.switch(on: "/k", cases: ["x": [.rename("/a", to: "b")]], ifAbsent: .skip), #"{"z":1}"#, #"{"z":1}"#),
            (.calculate("/a", .plus(.member("/b"))), #"{"z":1}"#, #"{"z":1}"#),
            (.set("/a", to: "git", from: "x"), #"{"a":null}"#, #"{"a":null}"#),
            (.concatenate(parts, into: "/w"), #"{"z":1}"#, #"{"z":1}"#),
            (.concatenate(parts, into: "/w"), #"{"a":[],"b":[2]}"#, #"{"w":[2]}"#),
            (.partition("/w", into: parts), #"{"w":[{"k":2}]}"#, #"{"a":[],"b":[{"k":2}]}"#),
            (detach, #"{"o":[{"id":1}]}"#, #"{"o":[{"id":1}]}"#),
            (attach, #"{"z":1}"#, #"{"z":1}"#),
            // An id of another kind is not one that may be elsewhere.
            (skippingAttach, #"{"f":[{"r":1}],"g":[{"id":true}]}"#, #"{"f":[{"r":1}],"g":[{"id":true}]}"#),
            (skippingAttach, #"{"f":[{"r":1}],"g":[7]}"#, #"{"f":[{"r":1}],"g":[7]}"#),
            (
                .keyToIndex("/a", in: "/b", key: "/n"), #"{"a":"x","b":[{"n":"x"},{}]}"#,
                #"{"a":0,"b":[{"n":"x"},{}]}"#
            ),
            (attach, #"{"o":[{"id":1}],"i":[]}"#, #"{"o":[{"id":1,"items":[]}]}"#),
            (.plunge("/u", into: "/l", as: "/u"), #"{"l":[]}"#, #"{"l":[]}"#),
            (.when(inDocument("/k"), [.rename("/a", to: "b")]), #"{"k":{"x":1},"a":2}"#, #"{"k":{"x":1},"b":2}"#),
            (
                .when(.at("/k", equals: ["x": 1]), [.rename("/a", to: "b")]), #"{"k":{"x":2},"a":2}"#,
                #"{"k":{"x":2},"a":2}"#
            ),
            (.when(.at("/k", equals: [["x": 1]]), [.rename("/a", to: "b")]), #"{"k":[],"a":2}"#, #"{"k":[],"a":2}"#),
            (.when(.at("/k", equals: 1), [.rename("/a", to: "b")]), #"{"k":{},"a":2}"#, #"{"k":{},"a":2}"#),
            (
                .when(.at("/k", .sameAs("/l", in: .here)), [.rename("/a", to: "b")]), #"{"k":{"x":1},"l":2,"a":2}"#,
                #"{"k":{"x":1},"l":2,"a":2}"#
            ),
            (join, #"{"z":1}"#, #"{"z":1}"#), (join, #"{"p":null,"q":null}"#, #"{"pq":null}"#),
            (join, #"{"p":"a","q":"b"}"#, #"{"pq":"a-b"}"#),
            // Objects on the way to a new place may be in the whole document.
            (.join(["/p", "/q"], into: "/f/d", separator: "-"), #"{"p":"a","q":"b"}"#, #"{"f":{"d":"a-b"}}"#),
            (.split("/n", into: ["/f/a", "/f/b"], separator: " "), #"{"n":"x y"}"#, #"{"f":{"a":"x","b":"y"}}"#),
            (.copy("/a", to: "/f/d"), #"{"a":1}"#, #"{"a":1,"f":{"d":1}}"#),
            (.derive("/f/d", from: "/a", by: .lowercase), #"{"a":"X"}"#, #"{"a":"X","f":{"d":"x"}}"#),
            (.sort("/d", by: "/f", missing: .last), #"{"d":[{"f":2},{"f":1}]}"#, #"{"d":[{"f":1},{"f":2}]}"#),
            (
                .when(.at("/k", .keyOf("/o", in: .document)), [.rename("/a", to: "b")]),
                #"{"o":{"x":1},"k":"x","a":1}"#,
                #"{"o":{"x":1},"k":"x","b":1}"#
            ),
            (
                .when(.at("/o", .hasElement(.at("", equals: 1))), [.rename("/a", to: "b")]), #"{"o":[1],"a":1}"#,
                #"{"o":[1],"b":1}"#
            ),
            (.gather(.except(["id"]), into: "g", merging: true), #"{"g":null}"#, #"{"g":null}"#),
            (.hoist("/l", member: "/u", to: "/u"), #"{"l":[{"n":1}]}"#, #"{"l":[{"n":1}]}"#),
            (
                .everywhere(where: .at("/k", equals: "x"), [.rename("/a", to: "b")]), #"{"z":{"c":1},"k":"x","a":2}"#,
                #"{"z":{"c":1},"k":"x","b":2}"#
            ),
        ] as [(JSONOperation, String, String)])
    func absentStaysAbsentAndNullStaysNull(operation: JSONOperation, part: String, gives: String) throws {
        let from = part.contains("\"v\"") ? nil : "1"
        let result = try Self.plan(operation).migrate(
            part, to: "2", from: from, options: MigrationOptions(isPartial: true))
        #expect(result.text == gives)
    }

    /// The version that a part names is not reported as a loss.
    @Test func versionOfAPartIsNoLoss() throws {
        let plan = try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: "1"),
            versions: [PlanVersion("1", isMarked: false), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.rename("/a", to: "b")])])
        let options = MigrationOptions(losses: .fail, isPartial: true)
        #expect(try plan.migrate(#"{"v":2,"b":1}"#, to: "1", options: options).text == #"{"a":1}"#)
        #expect(try plan.migrate(#"{"b":1}"#, to: "1", from: "2", options: options).text == #"{"a":1}"#)
        #expect(try plan.migrate(#"{"a":1}"#, to: "2", from: "1", options: options).text == #"{"b":1}"#)
    }

    @Test func wholeDocumentStillNeedsAll() throws {
        #expect(throws: MigrationError.self) {
            try Self.plan(.rename("/a", to: "b")).migrate("{}", to: "2", from: "1")
        }
        #expect(try Self.plan(.add("/a", value: 1)).migrate("{}", to: "2", from: "1").text == #"{"v":2,"a":1}"#)
    }

    @Test(arguments: [
        (
            JSONOperation.join(["/a", "/b"], into: "/c", separator: " "), #"{"a":"x"}"#,
            #"line 1, column 6, at "/b": a partial document without "/b" does not tell what the whole is"#
        ),
        (
            .when(.at("/k", equals: "x"), [.rename("/a", to: "b")]), #"{"a":1}"#,
            #"line 1, column 1, at the root: a partial document without "/k" does not tell whether "/k" is "x", and what becomes of it depends on that"#
        ),
        (
            .everywhere(where: .at("/k", equals: "x"), [.rename("/a", to: "b")]), #"{"z":{"a":1}}"#,
            #"line 1, column 6, at "/z": a partial document without "/z/k" does not tell whether "/k" is "x", and what becomes of it depends on that"#
        ),
        (
            .concatenate(parts, into: "/w"), #"{"b":[]}"#,
            #"line 1, column 6, at "/a": a partial document without "/a" does not tell what the whole is"#
        ),
        (
            .partition("/w", into: parts), #"{"w":[{"k":1},{}]}"#,
            #"line 1, column 15, at "/w/1": a partial document without "/w/1/k" does not tell whether "/k" is 1"#
        ),
        (
            .transform("/t", by: [.filter(.at("/x", equals: 1))]), #"{"t":[{"a":1}]}"#,
            #"line 1, column 7, at the root: a partial document without "/x" does not tell whether "/x" is 1"#
        ),
        (
            .sort("/d", by: "/f", missing: .last), #"{"d":[{"g":1},{"f":1}]}"#,
            #"line 1, column 7, at "/d/0": a partial document without "/d/0/f" does not tell where the element belongs"#
        ),
        (
            .listToTree("/n", id: "/id", parent: "/p", children: "c"), #"{"n":[{"id":1,"p":2},{"id":2}]}"#,
            #"line 1, column 22, at "/n/1": a partial document without "/n/1/p" does not tell whether the element is a root"#
        ),
        (
            .plunge("/u", into: "/l", as: "/m", ifMixed: .keep), #"{"u":1,"l":[{},{"m":2}]}"#,
            #"line 1, column 13, at "/l/0": a partial document without "/l/0/m" does not tell whether the element has a value of its own"#
        ),
        (
            .group("/l", elements: "/e", carrying: [("/n", "/o")]), #"{"l":[{"o":1},{"s":2}]}"#,
            #"line 1, column 15, at "/l/1": a partial document without "/l/1/o" does not tell which group the element belongs to"#
        ),
        (
            .lookUp("/k", in: "/t", by: "/id", take: "/v", to: "/n"), #"{"k":1,"t":[{"v":1},{"id":1,"v":2}]}"#,
            #"line 1, column 6, at "/k": a partial document without "/t/0/id" does not tell which entry of the table it is"#
        ),
        (
            .lookUp("/k", in: "/t", to: "/n"), #"{"k":"x","t":{"y":1}}"#,
            #"line 1, column 6, at "/k": a partial document without "/t/x" does not tell which entry of the table it is"#
        ),
        (
            .transform("/t", by: [.unique(["/id"])]), #"{"t":[{"id":1},{}]}"#,
            #"line 1, column 6, at the root: a partial document may not have all members of an object, so it does not tell what becomes of it"#
        ),
        (
            .when(.at("/o", .eachElement(.at("", equals: 1))), [.rename("/a", to: "b")]), #"{"a":1,"o":{"x":1}}"#,
            #"line 1, column 1, at the root: a partial document without "/o/…" does not tell whether "/o" has only elements for which (the whole value is 1), and what becomes of it depends on that"#
        ),
        (
            .when(.at("/k", .keyOf("/o", in: .document)), [.rename("/a", to: "b")]), #"{"o":{"x":1},"k":"y","a":1}"#,
            #"line 1, column 1, at the root: a partial document without "/o/y" does not tell whether "/k" is a key of "/o" in the document, and what becomes of it depends on that"#
        ),
        (
            .when(.at("/k", .elementOf("/l", by: "/id", in: .document)), [.rename("/a", to: "b")]),
            #"{"l":[{"x":1}],"k":1,"a":1}"#,
            #"line 1, column 1, at the root: a partial document without "/l/0/id" does not tell whether "/k" is "/id" of an element of "/l" in the document, and what becomes of it depends on that"#
        ),
        (
            .move("/o/id", to: "/o"), #"{"o":{}}"#,
            #"line 1, column 6, at "/o/id": a partial document without "/o/id" does not tell what "/o" becomes"#
        ),
        (
            .calculate("/a", .plus(.member("/b"))), #"{"a":1}"#,
            #"line 1, column 6, at "/b": a partial document without "/b" does not tell what "/a" becomes"#
        ),
        (
            .transform("/a", by: [.addPrefix(.member("/b"))]), #"{"a":"1"}"#,
            #"line 1, column 1, at "/b": a partial document without "/b" does not tell what this becomes"#
        ),
        (
            .switch(on: "/k", cases: ["x": [.rename("/a", to: "b")]], ifAbsent: .skip), #"{"a":1}"#,
            #"line 1, column 1, at the root: a partial document without "/k" does not tell whether "/k" is "x", and what becomes of it depends on that"#
        ),
        (
            .flatten("/t", elements: "/c", ifAbsent: .skip), #"{"t":[{"id":1}]}"#,
            #"line 1, column 7, at "/t/0/c": a partial document without "/t/0/c" does not tell what the whole is"#
        ),
        (
            detach, #"{"o":[{"id":1,"items":[]},{"id":2}]}"#,
            #"line 1, column 23, at "/o/1/items": a partial document without "/o/1/items" does not tell what "/i" is"#
        ),
        (
            attach, #"{"i":[{"r":1}]}"#,
            #"line 1, column 6, at "/o": a partial document without "/o" does not tell where these belong"#
        ),
        (
            attach, #"{"o":[{"id":1}]}"#,
            #"line 1, column 6, at "/i": a partial document without "/i" does not tell which elements belong to these"#
        ),
        (
            .when(inDocument("/k"), [.rename("/a", to: "b")]), #"{"a":1}"#,
            #"line 1, column 1, at the root: a partial document without "/k" does not tell whether in the document, "/k" is present, and what becomes of it depends on that"#
        ),
        (
            .transform("/l", by: [.filter(.at("/a", .keyOf("/t", in: .document)))]), #"{"l":[{"a":"x"}]}"#,
            #"line 1, column 7, at the root: a partial document without "/t" does not tell whether "/a" is a key of "/t" in the document"#
        ),
        (
            .when(.at("/k", equals: ["x": 1, "y": 2]), [.rename("/a", to: "b")]), #"{"k":{"x":1},"a":1}"#,
            #"line 1, column 1, at the root: a partial document without "/k/…" does not tell whether "/k" is {"x":1,"y":2}, and what becomes of it depends on that"#
        ),
        (
            .when(.at("/k", .sameAs("/l", in: .here)), [.rename("/a", to: "b")]), #"{"k":{"x":1},"l":{"x":1},"a":1}"#,
            #"line 1, column 1, at the root: a partial document without "/k/…" does not tell whether "/k" is the same as "/l", and what becomes of it depends on that"#
        ),
        (
            join, #"{"q":"b"}"#,
            #"line 1, column 6, at "/p": a partial document without "/p" does not tell what the whole is"#
        ),
        (
            join, #"{"p":"a","q":null}"#,
            #"line 1, column 6, at "/q": a partial document without "/q" does not tell what the whole is"#
        ),
        (
            .plunge("/u", into: "/l", as: "/u"), #"{"l":[{"n":1}]}"#,
            #"line 1, column 6, at "/u": a partial document without "/u" does not tell what the elements get"#
        ),
        (
            .plunge("/u", into: "/l", as: "/u"), #"{"u":1}"#,
            #"line 1, column 6, at "/l": a partial document without "/l" does not tell which elements get this value"#
        ),
        (
            .arrayToObject("/l", id: "id", value: "n", default: 0), #"{"l":[{"id":"a"}]}"#,
            #"line 1, column 7, at "/l/0": a partial document without "/l/0/n" does not tell what becomes of this element"#
        ),
        (
            .objectToArray("/l", id: "id", value: "n"), #"{"l":{"a":0}}"#,
            #"line 1, column 6, at "/l": a partial document may not have all members of an object, so it does not tell what the array is"#
        ),
        (
            .membersToArray("/p", ["x", "y"], required: 1), #"{"p":{"x":1}}"#,
            #"line 1, column 6, at "/p/y": a partial document without "/p/y" does not tell what the array is"#
        ),
        (
            .printJSON("/a"), #"{"a":[[{}]]}"#,
            #"line 1, column 6, at "/a": a partial document may not have all members of an object, so it does not tell what the text is"#
        ),
        (
            .derive("/n", from: "/a", by: .count), #"{"a":{"b":1}}"#,
            #"line 1, column 6, at the root: a partial document may not have all members of an object, so it does not tell what becomes of it"#
        ),
        (
            .derive("/n", from: "/a", by: .keys), #"{"a":{"b":1}}"#,
            #"line 1, column 6, at the root: a partial document may not have all members of an object, so it does not tell what becomes of it"#
        ),
        (
            .derive("/n", from: "/a", by: .digest), #"{"a":{"b":1}}"#,
            #"line 1, column 6, at the root: a partial document may not have all members of an object, so it does not tell what becomes of it"#
        ),
        (
            .derive("/n", from: "/a", by: .map([.lowercase])), #"{"a":{"b":1}}"#,
            #"line 1, column 6, at the root: a partial document may not have all members of an object, so it does not tell what becomes of it"#
        ),
        (
            .derive("/n", from: "/a", by: .everywhere(.at("/k", equals: 1))), #"{"a":{"b":1}}"#,
            #"line 1, column 6, at the root: a partial document may not have all members of an object, so it does not tell what becomes of it"#
        ),
        (
            .transform("/a", by: [.digest]), #"{"a":[{"b":1}]}"#,
            #"line 1, column 6, at the root: a partial document may not have all members of an object, so it does not tell what becomes of it"#
        ),
        (
            .when(.at("/k", .keyOf("/o", in: .here)), [.rename("/a", to: "b")]), #"{"a":1,"k":"z","o":{"x":1}}"#,
            #"line 1, column 1, at the root: a partial document without "/o/z" does not tell whether "/k" is a key of "/o", and what becomes of it depends on that"#
        ),
        (
            .when(.at("/o", .count(1...1)), [.rename("/a", to: "b")]), #"{"a":1,"o":{"x":1}}"#,
            #"line 1, column 1, at the root: a partial document without "/o/…" does not tell whether "/o" has 1 element, and what becomes of it depends on that"#
        ),
        (
            .when(.at("/l", .hasElement(.at("/x", equals: 2))), [.rename("/a", to: "b")]), #"{"a":1,"l":[{"x":1},{}]}"#,
            #"line 1, column 1, at the root: a partial document without "/l/1/x" does not tell whether "/l" has an element for which ("/x" is 2), and what becomes of it depends on that"#
        ),
        (
            .indexToKey("/m", in: "/l"), #"{"m":0,"l":{"b":1}}"#,
            #"line 1, column 12, at "/m": a partial document may not have all members of an object, so it does not tell which key has which index"#
        ),
        // A rule to skip is about what a document lacks, and not about what a part of it does not show.
        (
            .indexToKey("/a", in: "/b", key: "/n", ifWrongKind: .skip), #"{"a":0}"#,
            #"line 1, column 6, at "/a": a partial document without "/b" does not tell what this becomes"#
        ),
        (
            .indexToKey("/a", in: "/b", key: "/n", ifWrongKind: .skip), #"{"a":1,"b":[{},{}]}"#,
            #"line 1, column 6, at "/a": a partial document without "/b/1/n" does not tell what this becomes"#
        ),
        (
            .keyToIndex("/a", in: "/b", key: "/n", ifWrongKind: .skip), #"{"a":"y","b":[{},{"n":"y"}]}"#,
            #"line 1, column 6, at "/a": a partial document without "/b/0/n" does not tell what this becomes"#
        ),
        (
            .lookUp("/k", in: "/t", by: "/id", take: "/v", to: "/n", ifTableAbsent: .skip), #"{"k":1}"#,
            #"line 1, column 1, at the root: a partial document without "/t" does not tell what this becomes"#
        ),
        (
            skippingAttach, #"{"f":[{"r":1}],"g":[{}]}"#,
            #"line 1, column 21, at "/g/0/id": a partial document without "/g/0/id" does not tell what this becomes"#
        ),
        (
            skippingAttach, #"{"f":[{}],"g":[{"id":1}]}"#,
            #"line 1, column 7, at "/f/0/r": a partial document without "/f/0/r" does not tell what this becomes"#
        ),
        (
            skippingDetach, #"{"o":[{"items":[{}]}]}"#,
            #"line 1, column 7, at "/o/0/id": a partial document without "/o/0/id" does not tell what this becomes"#
        ),
        (
            .arrayToObject("/l", id: "id", ifAbsent: .skip), #"{"l":[{"n":1}]}"#,
            #"line 1, column 7, at "/l/0": a partial document without "/l/0/id" does not tell what becomes of this element"#
        ),
        (
            .listToTree("/n", id: "/id", parent: "/p", children: "c", ifWrongKind: .skip), #"{"n":[{"p":1}]}"#,
            #"line 1, column 7, at "/n/0/id": a partial document without "/n/0/id" does not tell what this becomes"#
        ),
        (
            .listToTree("/n", level: "/v", children: "c", ifWrongKind: .skip), #"{"n":[{"t":1}]}"#,
            #"line 1, column 7, at "/n/0/v": a partial document without "/n/0/v" does not tell what this becomes"#
        ),
        (
            .treeToList("/n", id: "/id", parent: "/p", children: "c", ifWrongKind: .skip), #"{"n":[{"c":[]}]}"#,
            #"line 1, column 7, at "/n/0/id": a partial document without "/n/0/id" does not tell what this becomes"#
        ),
        (
            .hoist("/l", member: "/m", to: "/m", ifWrongKind: .skip), #"{"l":[{"m":1},{}]}"#,
            #"line 1, column 15, at "/l/1/m": a partial document without "/l/1/m" does not tell what this becomes"#
        ),
    ])
    func partThatDoesNotTellIsAnError(operation: JSONOperation, part: String, says: String) throws {
        let error = #expect(throws: MigrationError.self) {
            try Self.plan(operation).migrate(part, to: "2", from: "1", options: MigrationOptions(isPartial: true))
        }
        #expect(error?.code == .tooPartial)
        #expect(error?.description == "\(says) (version 1, step 1 → 2, \(operation))")
    }

    /// A branch that may run and writes a scratch value decides about what is made of that.
    @Test(arguments: [
        #"{"op":"when","if":{"path":"/kind","equals":"B"},"operations":[{"op":"copy","from":"/c","to":"$s"}]}"#,
        #"{"op":"switch","on":"/kind","cases":{"B":[{"op":"copy","from":"/c","to":"$s"}]},"ifAbsent":"skip"}"#,
    ])
    func scratchValueOfAnUndecidedBranchIsAnError(_ operation: String) throws {
        let plan = try MigrationPlan(
            planFile: #"""
                {"planFormat":2,"name":"p","versions":[{"version":"1"},{"version":"2"}],"migrations":[{"from":"1","to":"2",
                "summary":"s","up":[{"op":"copy","from":"/d","to":"$t","ifAbsent":"skip"},\#(operation),
                {"op":"copy","from":"$s","to":"/y","ifAbsent":"skip"}]}]}
                """#)
        let options = MigrationOptions(isPartial: true)
        for part in [#"{"c":1}"#, #"{"c":1,"d":2}"#] {
            let error = #expect(throws: MigrationError.self) {
                try plan.migrate(part, to: "2", from: "1", options: options)
            }
            #expect(error?.code == .tooPartial)
        }
        #expect(try plan.migrate(#"{"d":2}"#, to: "2", from: "1", options: options).text == #"{"d":2}"#)
        #expect(
            try plan.migrate(#"{"c":1,"kind":"B"}"#, to: "2", from: "1", options: options).text
                == #"{"c":1,"kind":"B","y":1}"#)
    }

    /// Objects that steps have made of whole arrays and texts are whole: the way back loses nothing.
    @Test(arguments: [
        (JSONOperation.arrayToObject("/l", id: "id", value: "n"), #"{"l":[{"id":"a","n":1}]}"#),
        (.parseJSON("/t"), #"{"t":"{\"x\":1}"}"#), (.arrayToMembers("/t", ["x", "y"], required: 1), #"{"t":[1]}"#),
    ])
    func resultOfAPartIsJudgedAsWhole(operation: JSONOperation, part: String) throws {
        let result = try Self.plan(operation).migrate(
            part, to: "2", from: "1", options: MigrationOptions(losses: .fail, isPartial: true))
        #expect(result.losses.isEmpty && result.text != part)
    }

    @Test func runnersOfWholeDocumentsAreNotUsed() throws {
        // The same plan and bytes, whole and in part: a runner would have added the default.
        let plan = try Self.plan(.add("/a", value: 1))
        #expect(try plan.migrate(#"{"v":1}"#, to: "2").text == #"{"v":2,"a":1}"#)
        #expect(try plan.migrate(#"{"v":1}"#, to: "2", options: MigrationOptions(isPartial: true)).text == #"{"v":2}"#)
    }
}

@Suite struct NormalizingTests {
    private static let text = #"""
        {"planFormat": 1, "name": "t", "version": {"at": "/v", "as": "integer"},
         "versions": [{"version": "1"}, {"version": "2", "normalize": [
           {"op": "when", "if": {"path": "/minor", "atMost": 4}, "operations": [{"op": "set", "path": "/minor", "to": 5}]}]}, {"version": "3"}],
         "migrations": [{"from": "1", "to": "2", "summary": "", "operations": [{"op": "add", "path": "/minor", "value": 1}]},
           {"from": "2", "to": "3", "summary": "", "operations": [{"op": "rename", "path": "/minor", "to": "m"}]}]}
        """#

    @Test(arguments: [
        (#"{"v": 2,  "minor": 2}"#, "2", #"{"v": 2,  "minor": 5}"#),
        (#"{"v": 2,  "minor": 5}"#, "2", #"{"v": 2,  "minor": 5}"#),
        (#"{"v":2,"minor":2}"#, "3", #"{"v":3,"m":5}"#), (#"{"v":2,"minor":2}"#, "1", #"{"v":1}"#),
        (#"{"v":1}"#, "3", #"{"v":3,"m":1}"#),
    ])
    func runsBeforeAStepUpAndWhereTheVersionStays(payload: String, to: String, gives: String) throws {
        let plan = try MigrationPlan(planFile: Self.text)
        let result = try plan.migrate(payload, to: to)
        #expect(result.text == gives)
        #expect(try plan.migrate(JSONDocument(parsing: payload), to: to).text == gives)
    }

    @Test func lossNamesIt() throws {
        let result = try MigrationPlan(planFile: Self.text).migrate(#"{"v":2,"minor":2}"#, to: "2")
        #expect(
            result.losses.map(\.description) == [
                #"line 1, column 16, at "/minor": lost 2: it is set to 5 (step 2, normalized, set "/minor" to 5)"#
            ])
    }

    @Test func planFileKeepsIt() throws {
        let plan = try MigrationPlan(planFile: Self.text)
        #expect(try MigrationPlan(planFile: try #require(plan.planFile).text()) == plan)
    }
}
