import Migrations
import Testing
import VersionedCodec

/// An operation, and what a changelog and an explanation say of it.
struct ToldOperation: Sendable, CustomTestStringConvertible {
    let operation: JSONOperation
    let words: String
    let details: [String]

    init(_ operation: JSONOperation, _ words: String, _ details: String...) {
        self.operation = operation
        self.words = words
        self.details = details
    }

    var testDescription: String { words }
}

@Suite struct ReshapingWordsTests {
    private static let pattern = Result { try TextPattern("(?<a>[^ ]+) (?<b>.+)") }
    private static let template = Result { try TextTemplate("{a} {b}") }

    @Test(arguments: [
        ToldOperation(
            .gather(.only(["a", "b"]), into: "d"), "`a` and `b` move into `d`", #"only a, b"#),
        ToldOperation(
            .gather(.except(["id"]), in: "/x", into: "d"), "the members of `/x` but `id` move into `d`", "not id"),
        ToldOperation(
            .scatter("d", prefix: "h_", in: "/x", ifExists: .skip),
            "the members of `/x/d`, with the prefix `h_` outside, move into its parent",
            #"keys begin with "h_" outside, and are without it inside"#,
            "if two members have one key: the first stays, the other is lost"),
        ToldOperation(
            .renameKeys("/x", table: [("a", "b")], ifUnknown: .keep, reverseIfUnknown: .drop),
            "the keys of `/x` are renamed: `a` to `b`", #"by the table "a" → "b""#,
            "if a key is not in the table: it stays",
            "if a key is not in the table on the way back: the member is lost"),
        ToldOperation(
            .renameKeys(by: [.addPrefix("x")], ifExists: .overwrite), "the keys are renamed", #"by addPrefix "x""#,
            "if two members have one key: the last stays, the other is lost"),
        ToldOperation(
            .arrayToMembers("/p", ["x", "y"], required: 1),
            "the elements of `/p` become the members `x` and `y`", "at least 1 of them"),
        ToldOperation(.membersToArray("/p", ["x", "y"]), "`/p` becomes an array of its members `x` and `y`"),
        ToldOperation(
            .flatten("/s", elements: "/c", carrying: [("/name", "/sheet")], rest: ["k": 1]),
            "`/c` of each of `/s` become one array", #"elements are at "/c" in a group"#,
            #"of the group, elements have "/name" → "/sheet""#, #"a group holds besides {"k":1}"#),
        ToldOperation(.flatten("/s"), "the arrays in `/s` become one"),
        ToldOperation(.group("/s", size: 2), "`/s` becomes an array of groups", "groups are of 2 elements"),
        ToldOperation(
            .hoist("/lines", member: "/currency", to: "/c"),
            "`/currency`, which all of `/lines` have in common, moves to `/c`"),
        ToldOperation(
            .plunge("/c", into: "/lines", as: "/currency"), "`/c` moves into each of `/lines`, as `/currency`",
            #"as "/currency" of each"#),
        ToldOperation(
            .listToTree("/n", id: "/id", parent: "/up", children: "kids", root: 0, emptyChildren: true),
            "`/n` becomes a tree, with `kids` in each element", #"id: "/id""#, #"parent: "/up""#,
            #"children: "kids""#, "the parent of a root is 0", "an element without children has an empty array"),
        ToldOperation(
            .treeToList("/n", id: "/id", parent: "/up", children: "kids"),
            "`/n` becomes a flat array, with parents in `/up`", #"id: "/id""#, #"parent: "/up""#,
            #"children: "kids""#),
        ToldOperation(
            .attach("/files", to: "/folders", id: "/id", reference: "/folder", into: "files", emptyLists: false),
            "the elements of `/files` move into those of `/folders`, as `files`", #"id: "/id""#,
            #"reference: "/folder""#, #"they are its "files""#, "an element without a list has no empty one"),
        ToldOperation(
            .detach("/files", from: "/folders", id: "/id", reference: "/folder", outOf: "files"),
            "`files` of each of `/folders` moves to `/files`", #"id: "/id""#, #"reference: "/folder""#,
            #"they are its "files""#),
        ToldOperation(
            .partition("/people", into: [("/old", .at("/age", .atLeast(JSONNumber(18)))), ("/young", nil)]),
            "`/people` is divided into `/old` and `/young`",
            #""/old" takes what has "/age" is at least 18; "/young" takes the rest"#),
        ToldOperation(
            .concatenate([("/old", .at("/age", .atLeast(JSONNumber(18)))), ("/young", nil)], into: "/people"),
            "`/old` and `/young` become one array, `/people`",
            #""/old" takes what has "/age" is at least 18; "/young" takes the rest"#),
        ToldOperation(
            .lookUp("/a", in: "/users", by: "/id", take: "/name", to: "/n", ifUnknown: .skip),
            "`/n` is new: what `/users` says of `/a`", #"the table has it at "/id" of an element"#,
            #"taken is "/name" of what is found"#, #"to "/n""#,
            "if the table has nothing for it: nothing happens"),
        ToldOperation(
            .indexToKey("/m", in: "/materials", of: .context, key: "/name"),
            "`/m` refers to `/materials` in the context by key", "in the context",
            #"the key is at "/name" of an element"#),
        ToldOperation(.keyToIndex("/m", in: "/materials"), "`/m` refers to `/materials` by position"),
        ToldOperation(.parseJSON("/b"), "`/b` becomes the value that its text holds as JSON"),
        ToldOperation(.printJSON("/b"), "`/b` becomes a text of JSON"),
        ToldOperation(.repeatText("/n", "#"), "`/n` becomes as many `#` as it says"),
        ToldOperation(.countText("/n", "#"), "`/n` becomes the number of `#` in it"),
        ToldOperation(
            .calculate("/c", .divide(JSONNumber(100)), fractionDigits: 2), "`/c` is divided by 100",
            "with at least 2 digits after the point"),
        ToldOperation(
            .generate("/id", .sequence("cell-%04d", start: 5)), "`/id` is made where it is absent: `cell-%04d`",
            "the first number is 5"),
        ToldOperation(
            .generate("/id", .uuid(seed: "s")), "`/id` is made where it is absent: a UUID",
            #"the same for the same content, with the seed "s""#),
        ToldOperation(
            .reformatData("/k", from: .base64, to: .hexadecimal), "`/k` is written as hexadecimal data (it was Base64)"),
        ToldOperation(
            .copy("/a", to: "/x/b", in: .context, makingParents: true), "`/x/b` is new: a copy of `/a` in the context",
            "missing objects on the path are created"),
        ToldOperation(
            .remove("/id", restoredBy: .generate("/id", .digest)), "`/id` is removed",
            #"not lost where it is what the way back makes: generate "/id" as a digest"#),
    ])
    func operationsAreTold(_ told: ToldOperation) throws {
        let plan = try MigrationPlan.of([told.operation])
        let changelog = try plan.changelog()
        #expect(changelog.contains("\n- \(told.words)\n"), "\(changelog)")
        let lines = try plan.explanation(from: "1", to: "2").split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("      - ") } == told.details.map { "      - \($0)" })
    }

    @Test func textsAreTold() throws {
        let places: [String: JSONPointer] = ["a": "/first", "b": "/name"]
        let match = try MigrationPlan.of([
            .match("/name", Self.pattern.get(), into: places, back: Self.template.get())
        ])
        #expect(try match.changelog().contains("\n- `/name` is taken apart into `/first` and `/name`\n"))
        #expect(
            try match.explanation(from: "1", to: "2").hasSuffix(
                """
                    match "/name" by "(?<a>[^ ]+) (?<b>.+)" (captures)
                      - parts: "a" → "/first", "b" → "/name"
                      - the way back composes it by "{a} {b}"

                """))
        #expect(
            try match.changelog().hasSuffix("- what does not come back when `/first` and `/name` make up `/name`\n"))
    }

    @Test func scopesAreTold() throws {
        let plan = try MigrationPlan.of([
            .everywhere(
                in: "/doc", where: .at("/type", equals: "panel"), except: .at("/type", equals: "raw"),
                [.rename("/caption", to: "title")], reverseIf: .at("/type", equals: "box")),
            .named("folder", [.rename("/title", to: "name"), .each("/folders", [.again("folder")])]),
        ])
        #expect(
            try plan.changelog().contains(
                """
                - in every object in `/doc`, at any depth, where "/type" is "panel", except where "/type" is "raw":
                  - `/caption` is renamed to `title`
                - as `folder`:
                  - `/title` is renamed to `name`
                  - in each of `/folders`:
                    - `folder` again, with what is there

                Going back to 1 may lose what does not fit there:

                - what is so already: "/type" is "panel"
                """))
        #expect(
            try plan.explanation(from: "1", to: "2").hasSuffix(
                """
                    everywhere in "/doc" where "/type" is "panel" (captures)
                      - not in values where "/type" is "raw"
                      - the way back asks: "/type" is "box"
                        rename "/caption" to "title" (exact)
                    "folder" is (exact)
                        rename "/title" to "name" (exact)
                        each of "/folders" (exact)
                            "folder" again (exact)

                """))
    }

    @Test(arguments: [
        (
            JSONOperation.rename("/b", to: "a", ifAbsent: .skip),
            "what is at `/b` already, where there is no `/a`"
        ),
        (.move("/b", to: "/c/a", ifExists: .overwrite), "what is at `/b` already"),
        (.set("/a", to: 1, from: 2), "`/a`, where it is not `1`"),
        (.generate("/a", .uuid()), "`/a`, where it is not what the way back makes again"),
        (.calculate("/a", .plus(JSONNumber(1))), "what does not come back when `/a` is less by 1"),
    ])
    func lossesAreTold(_ operation: JSONOperation, _ words: String) throws {
        #expect(try MigrationPlan.of([operation]).changelog().hasSuffix("\n\n- \(words)\n"))
    }
}
