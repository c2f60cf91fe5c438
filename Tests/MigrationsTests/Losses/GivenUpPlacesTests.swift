import Migrations
import Testing
import VersionedCodec

/// What the way there gave up, the way back need not find: the losses say so, and documents that go back show it.
@Suite struct GivenUpPlacesTests {
    struct Trip: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [[JSONOperation]]
        let document: String
        let losses: [String]
        let home: String

        init(_ name: String, _ steps: [JSONOperation]..., of document: String, losing losses: [String], home: String) {
            (self.name, self.steps, self.document, self.losses, self.home) = (name, steps, document, losses, home)
        }

        var testDescription: String { name }
    }

    private static func plan(_ steps: [[JSONOperation]]) throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer),
            versions: (0...steps.count).map { PlanVersion("\($0 + 1)") },
            migrations: steps.enumerated().map { index, operations in
                Migration(from: "\(index + 1)", to: "\(index + 2)", "s", operations: operations)
            })
    }

    /// A document of the newer version that cannot come back, although its way down finds nothing to do.
    @Test(arguments: [
        JSONOperation.set("/b", to: 3), .split("/b", into: ["/x", "/y"], separator: " ", ifWrongKind: .skip),
        .move("/b", to: "/x", ifWrongKind: .skip), .join(["/b", "/c"], into: "/x", separator: " ", ifWrongKind: .skip),
        .sort("/b"), .pick(["x"], in: "/b"),
    ])
    func newerDocumentWithoutWhatTheWayUpNeedsIsLost(_ operation: JSONOperation) throws {
        let plan = try Self.plan([[operation]])
        let down = try plan.migrate(#"{"v":2,"g":1}"#, to: "1")
        #expect(down.text == #"{"v":1,"g":1}"#)
        #expect(throws: MigrationError.self) { try plan.migrate(down.text, to: "2") }
        let loss = try #require(down.losses.first)
        #expect(loss.path == .root && "\(loss)".contains("the way back fails: there is no member \"b\""), "\(loss)")
        #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"v":2,"g":1}"#, to: "1", options: MigrationOptions(losses: .fail))
        }
    }

    /// Operations that remove nothing for good excuse no absence: what an operation before them needs must be there.
    @Test(
        arguments: [
            (.sort("/q", by: "/n"), #"{"v":2,"q":[{"n":1}]}"#),
            (.hoist("/q", member: "/n", to: "/n"), #"{"v":2,"n":1,"q":[{}]}"#),
            (.plunge("/n", into: "/q", as: "/n"), #"{"v":2,"q":[{"n":1}]}"#),
            (.group("/q", size: 1), #"{"v":2,"q":[[{"n":1}]]}"#),
            (.listToTree("/q", id: "/i", parent: "/p", children: "c"), #"{"v":2,"q":[{"i":1}]}"#),
            (.treeToList("/q", id: "/i", parent: "/p", children: "c"), #"{"v":2,"q":[{"i":1}]}"#),
            (.printJSON("/q"), #"{"v":2,"q":"[{}]"}"#),
            (.arrayToMembers("/q", ["a"]), #"{"v":2,"q":{"a":{}}}"#),
            (.copy("/y", to: "/z"), #"{"v":2,"q":[{}],"y":1,"z":1}"#),
        ] as [(JSONOperation, String)])
    func nothingElseMayBeAbsent(_ operation: JSONOperation, _ document: String) throws {
        let plan = try Self.plan([[.each("/q", [.rename("/x", to: "r")]), operation]])
        let error = #expect(throws: MigrationError.self) { try plan.migrate(document, to: "1") }
        #expect(error?.message == #"there is no member "r""#)
    }

    /// Members that an operation leaves are not among those that it may have removed.
    @Test(arguments: [
        JSONOperation.pick(["m", "n", "k"]), .drop([.emptyString, .emptyObject], members: ["c", "a"]),
    ])
    func membersThatAreLeftMustBeThere(_ operation: JSONOperation) throws {
        let plan = try Self.plan([[.copy("/m", to: "/n"), operation]])
        let down = try plan.migrate(#"{"v":2,"k":1}"#, to: "1")
        let loss = try #require(down.losses.first)
        #expect(loss.path == .root && "\(loss)".contains(#"the way back fails: there is no member "m""#), "\(loss)")
        let other = try Self.plan([[.copy("/a", to: "/n"), .drop([.emptyString], members: ["a"])]])
        #expect(try other.migrate(#"{"v":2,"k":1}"#, to: "1").losses.isEmpty)
    }

    /// Documents whose way back fails, although no operation has a loss of its own.
    @Test(
        arguments: [
            ([.sort("/b", by: "/n")], "2", #"{"v":2,"b":[{"x":1},{"x":2}]}"#, "there is no value to sort by"),
            (
                [.add("/d/c", value: 1, ifExists: .overwrite)], "2", #"{"v":2,"d":[]}"#,
                "is not a place in an array of 0"
            ),
            (
                [
                    .rename("/n", to: "b"),
                    .concatenate([("/t", .present("/id")), ("/n", nil)], into: "/c"),
                ],
                "1", #"{"v":1,"n":[1],"t":[]}"#, "the place is taken by an array"
            ),
        ] as [([JSONOperation], String, String, String)])
    func failingWayBackIsALoss(
        _ operations: [JSONOperation], from version: String, _ document: String, _ words: String
    ) throws {
        let result = try Self.plan([operations]).migrate(document, to: version == "1" ? "2" : "1")
        #expect(result.losses.map(\.path) == [""])
        #expect(result.losses.first?.reason.contains("the way back fails: ") == true)
        #expect(result.losses.first?.reason.contains(words) == true)
    }

    /// A text that is parsed, changed, and would be printed in another way.
    @Test func changedKeysOfAParsedTextAreALoss() throws {
        let plan = try Self.plan([[.renameKeys("/d", by: [.lowercase], back: [.uppercase]), .printJSON("/d")]])
        let down = try plan.migrate(#"{"v":2,"d":"{\"X\":1}"}"#, to: "1")
        #expect(down.text == #"{"v":1,"d":{"X":1}}"#)
        #expect(down.losses.map(\.path) == ["/d"])
    }

    /// A value that is kept unless it is made again is kept in its own spelling.
    @Test func otherSpellingIsKept() throws {
        let plan = try Self.plan([
            [.remove("/d", restoredBy: .add("/d", value: 1.5, ifExists: .skip), ifDifferent: .keep)]
        ])
        for (spelling, result) in [("1.50", #"{"v":2,"d":1.50}"#), ("1.5", #"{"v":2}"#)] {
            let up = try plan.migrate(#"{"v":1,"d":\#(spelling)}"#, to: "2")
            #expect(up.text == result)
            #expect(up.losses.isEmpty)
        }
    }

    static let trips = [
        Trip(
            "removed after a rename", [.rename("/a", to: "b"), .remove("/b")], of: #"{"v":1,"a":5,"z":1}"#,
            losing: ["/a"], home: #"{"v":1,"z":1}"#),
        Trip(
            "removed after two renames", [.rename("/a", to: "b"), .move("/b", to: "/c"), .remove("/c")],
            of: #"{"v":1,"a":5}"#, losing: ["/a"], home: #"{"v":1}"#),
        Trip(
            "made, and dropped because it is empty",
            [.add("/b", value: []), .rename("/b", to: "c"), .drop([.emptyArray], in: "")], of: #"{"v":1,"z":5}"#,
            losing: [], home: #"{"v":1,"z":5}"#),
        Trip(
            "removed by a later step", [.rename("/a", to: "b"), .rename("/q", to: "r")],
            [.remove("/b"), .rename("/r", to: "s")], of: #"{"v":1,"a":5,"q":1}"#, losing: ["/a"],
            home: #"{"v":1,"q":1}"#),
        Trip(
            "removed by a later step that has no way back of its own", [.rename("/a", to: "b")], [.remove("/b")],
            of: #"{"v":1,"a":5}"#, losing: ["/a"], home: #"{"v":1}"#),
        Trip(
            "removed in each element", [.each("/l", [.rename("/a", to: "b"), .remove("/b")])],
            of: #"{"v":1,"l":[{"a":1},{"a":2}]}"#, losing: ["/l/0/a", "/l/1/a"], home: #"{"v":1,"l":[{},{}]}"#),
        Trip(
            "removed in each element afterwards",
            [.each("/l", [.rename("/a", to: "b")]), .each("/l", [.remove("/b")])],
            of: #"{"v":1,"l":[{"a":1}]}"#, losing: ["/l/0/a"], home: #"{"v":1,"l":[{}]}"#),
        Trip(
            "removed with the object around it", [.rename("/a/x", to: "y"), .remove("/a")],
            of: #"{"v":1,"a":{"x":1}}"#, losing: ["/a"], home: #"{"v":1}"#),
        Trip(
            "not among the members that are kept", [.rename("/a/x", to: "y"), .pick(["q"], in: "/a")],
            of: #"{"v":1,"a":{"x":1,"q":2}}"#, losing: ["/a/x"], home: #"{"v":1,"a":{"q":2}}"#),
        Trip(
            "removed under a condition",
            [.rename("/a", to: "b"), .when(.at("/k", equals: 1), [.remove("/b")])], of: #"{"v":1,"a":5,"k":1}"#,
            losing: ["/a"], home: #"{"v":1,"k":1}"#),
        Trip(
            "one of two parts is removed", [.split("/n", into: ["/f", "/g"], separator: " "), .remove("/g")],
            of: #"{"v":1,"n":"x y"}"#, losing: ["/n"], home: #"{"v":1,"f":"x"}"#),
        Trip(
            "not split, being no text", [.split("/n", into: ["/f", "/g"], separator: " ", ifWrongKind: .skip)],
            of: #"{"v":1,"n":5}"#, losing: [], home: #"{"v":1,"n":5}"#),
    ]

    @Test(arguments: trips) func documentsGoBackOverWhatWasGivenUp(_ trip: Trip) throws {
        let plan = try Self.plan(trip.steps)
        let there = try plan.migrate(trip.document, to: "\(trip.steps.count + 1)")
        #expect(there.losses.map(\.path.description) == trip.losses)
        #expect(try plan.migrate(there.text, to: "1").text == trip.home)
    }

    /// A half of a migration gives up what the other half does not write, in scopes too.
    @Test(
        arguments: [
            ([.remove("/q", ifAbsent: .skip)], #"{"v":1,"w":{"c":5}}"#, ["/w/a"]),
            ([.rename("/c", to: "b")], #"{"v":1,"w":{"a":5}}"#, []),
        ] as [([JSONOperation], String, [JSONPointer])])
    func halfWithScopesGivesUpWhatTheOtherDoesNotWrite(
        _ down: [JSONOperation], _ home: String, _ lost: [JSONPointer]
    ) throws {
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer), versions: ["1", "2", "3"].map { PlanVersion($0) },
            migrations: [
                Migration(from: "1", to: "2", "s", operations: [.inside("/w", [.rename("/a", to: "b")])]),
                Migration(
                    from: "2", to: "3", "s", up: [.inside("/w", [.rename("/b", to: "c")])],
                    down: [.inside("/w", down)]),
            ])
        let there = try plan.migrate(#"{"v":1,"w":{"a":5}}"#, to: "3")
        #expect(there.text == #"{"v":3,"w":{"c":5}}"#)
        #expect(there.losses.map(\.path) == lost)
        #expect(try plan.migrate(there.text, to: "1").text == home)
    }

    /// Where nothing gave the member up, it must be there.
    @Test(arguments: [
        (#"{"v":2,"b":5}"#, "/d"), (#"{"v":2,"d":5}"#, "/b"),
        (#"{"v":3,"e":1}"#, "/d"),
    ])
    func whatNothingGaveUpMustBeThere(_ document: String, _ place: JSONPointer) throws {
        let plan = try Self.plan([
            [.rename("/a", to: "b"), .rename("/c", to: "d")], [.rename("/b", to: "e")],
        ])
        let error = #expect(throws: MigrationError.self) { try plan.migrate(document, to: "1") }
        #expect(error?.code == .absent)
        #expect(error?.path == place)
    }

    /// A document that begins in the version before a removal has the member.
    @Test func laterStepCountsOnlyOnTheWayOverIt() throws {
        let plan = try Self.plan([[.rename("/a", to: "b")], [.remove("/b")]])
        #expect(try plan.migrate(#"{"v":3}"#, to: "1").text == #"{"v":1}"#)
        #expect(throws: MigrationError.self) { try plan.migrate(#"{"v":2}"#, to: "1") }
    }

    /// An operation before the one that gave something up is no reason: on the way back it comes later.
    @Test func earlierRemovalIsNoReason() throws {
        let plan = try Self.plan([[.remove("/b"), .rename("/a", to: "b")]])
        #expect(throws: MigrationError.self) { try plan.migrate(#"{"v":2}"#, to: "1") }
    }

    /// An operation of one direction is the reverse of none.
    @Test func operationOfOneDirectionMustFindItsMember() throws {
        let plan = try Self.plan([[.rename("/b", to: "a").only(.down), .remove("/b", ifAbsent: .skip)]])
        #expect(throws: MigrationError.self) { try plan.migrate(#"{"v":2}"#, to: "1") }
    }

    // MARK: Going down, and up again

    /// What the way up removes, the way down does not make: going up again, it is absent without a loss.
    @Test(
        arguments: [
            ([.remove("/a")], #"{"v":2,"b":1}"#), ([.rename("/a", to: "b"), .remove("/b")], #"{"v":2}"#),
            ([.unwrap("/a", ifEmpty: .remove)], #"{"v":2}"#), ([.each("/l", [.remove("/a")])], #"{"v":2,"l":[{}]}"#),
        ] as [([JSONOperation], String)])
    func whatTheWayUpRemovesMayBeAbsent(_ operations: [JSONOperation], _ document: String) throws {
        #expect(try Self.plan([operations]).migrate(document, to: "1").losses == [])
    }

    static let overwriting: [JSONOperation] = [
        .when(
            .present("/d"),
            [.copy("/b", to: "/z"), .rename("/z", to: "b", ifExists: .overwrite), .rename("/b/b", to: "c")],
            reverseIf: .present("/never"))
    ]

    /// Where it needs something else that is not there, the whole document is a loss.
    @Test(
        arguments: [
            (
                [.add("/a/type", value: "x")], #"{"v":2,"a":[7]}"#,
                #"the way back fails: "type" is not a place in an array of 1"#
            ),
            (
                [.add("/a/type", value: "x")], #"{"v":2}"#,
                #"the way back fails: there is no object to put "/a/type" into"#
            ),
            (
                [.each("/l", [.generate("/id", .index())])], #"{"v":2,"l":[[]]}"#,
                #"the way back fails: "id" is not a place in an array of 0"#
            ),
            (
                [
                    .when(
                        .at("/text", is: .object),
                        [.move("/text/text", to: "/t"), .remove("/text", default: 1), .rename("/t", to: "text")],
                        reverseIf: .at("/text", is: .string))
                ], #"{"v":2,"text":{"a":[]}}"#, #"the way back fails: there is no member "text""#
            ),
            // What is removed at any depth is another member than the one that is needed there.
            (
                [
                    .named(
                        "schema",
                        [
                            .when(
                                .at("/l", is: .array), [.each("/l", [.again("schema")])],
                                reverseIf: .at("/l", is: .array)),
                            .when(.at("/e", is: .boolean), [.rename("/m", to: "e")], reverseIf: .at("/e", is: .number)),
                            .remove("/x", ifAbsent: .skip),
                        ])
                ], #"{"v":2,"l":[{"e":true}]}"#, #"the way back fails: there is no member "m""#
            ),
            // What an earlier operation takes away or writes over does not excuse a later one.
            (overwriting, #"{"v":2,"d":1,"b":{"x":1}}"#, #"the way back fails: there is no member "b""#),
            (
                [
                    .when(
                        .present("/dockerfile"),
                        [
                            .gather(.only(["build", "dockerfile"]), into: "b_"), .rename("/b_", to: "build"),
                            .rename("/build/build", to: "context"),
                        ], reverseIf: .at("/build", is: .object))
                ], #"{"v":2,"dockerfile":"D"}"#, #"the way back fails: there is no member "build""#
            ),
            (
                [.each("/l", overwriting)], #"{"v":2,"l":[{"d":1,"b":{"x":1}}]}"#,
                #"the way back fails: there is no member "b""#
            ),
            (
                [.named("n", overwriting + [.each("/l", [.again("n")], ifAbsent: .skip)])],
                #"{"v":2,"l":[{"d":1,"b":{"x":1}}]}"#, #"the way back fails: there is no member "b""#
            ),
        ] as [([JSONOperation], String, String)])
    func whatElseTheWayUpNeedsIsALoss(_ operations: [JSONOperation], _ document: String, _ reason: String) throws {
        let plan = try Self.plan([operations])
        let down = try plan.migrate(document, to: "1")
        #expect(down.losses.map(\.reason) == [reason])
        #expect(down.losses.map(\.path) == [.root])
        #expect(throws: MigrationError.self) { try plan.migrate(down.text, to: "2") }
    }

    // MARK: Operations that apply themselves again

    static let folders: [JSONOperation] = [
        .named(
            "folder", [.rename("/title", to: "name"), .each("/folders", [.again("folder")], ifAbsent: .skip)])
    ]

    /// The operations that go deeper give nothing up by that.
    @Test(
        arguments: [
            (#"{"v":2,"folders":[]}"#, "/name"), (#"{"v":2,"name":"a","folders":[{}]}"#, "/folders/0/name"),
            (#"{"v":2,"name":"a","folders":[{"name":"b","folders":[{}]}]}"#, "/folders/0/folders/0/name"),
        ] as [(String, JSONPointer)])
    func whatNothingGaveUpMustBeThereAtEachDepth(_ document: String, _ place: JSONPointer) throws {
        let error = #expect(throws: MigrationError.self) { try Self.plan([Self.folders]).migrate(document, to: "1") }
        #expect(error?.code == .absent)
        #expect(error?.path == place)
    }

    /// What they give up is given up at each depth, and so is what would be made of it.
    @Test(
        arguments: [
            [.rename("/title", to: "name"), .remove("/name"), .each("/folders", [.again("folder")], ifAbsent: .skip)],
            [
                .rename("/title", to: "n"), .rename("/n", to: "name"), .remove("/name"),
                .each("/folders", [.again("folder")], ifAbsent: .skip),
            ],
            [
                .each("/folders", [.again("folder"), .remove("/name")], ifAbsent: .skip),
                .rename("/title", to: "name"),
            ],
        ] as [[JSONOperation]])
    func whatWasGivenUpMayBeAbsentAtEachDepth(_ operations: [JSONOperation]) throws {
        let plan = try Self.plan([[.named("folder", operations)]])
        let document = #"{"v":1,"title":"a","folders":[{"title":"b","folders":[{"title":"c"}]}]}"#
        let there = try plan.migrate(document, to: "2")
        #expect(there.losses.allSatisfy { $0.path.tokens.last == "title" }, "\(there.losses)")
        let home = try plan.migrate(there.text, to: "1").text
        let top = home.contains(#""title":"a""#) ? #""title":"a","# : ""
        #expect(home == #"{"v":1,\#(top)"folders":[{"folders":[{}]}]}"#)
    }

    /// An object that is there only for what names the version is one that operations of the way back find.
    @Test func objectAroundAVersionIsFoundOnTheWayBack() throws {
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/meta/v", as: .integer, legacy: "1"),
            versions: [PlanVersion("1", isMarked: false), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "s",
                    operations: [.inside("/meta", [.rename("/x", to: "y")], ifAbsent: .skip)])
            ])
        let there = try plan.migrate(#"{"a":5}"#, to: "2")
        #expect(there.text == #"{"a":5,"meta":{"v":2}}"#)
        #expect(there.losses.map(\.path) == [.root])
        #expect(try plan.migrate(#"{"a":5,"meta":{"x":1}}"#, to: "2").losses.isEmpty)
        // Carried as a whole, it comes back.
        let carried = try plan.migrate(#"{"a":5}"#, to: "2", options: MigrationOptions(losses: .carry))
        #expect(try plan.migrate(carried.text, to: "1").text == #"{"a":5}"#)
    }
}
