import Migrations
import Testing
import VersionedCodec

/// What the operations that change shapes do with what they do not expect.
@Suite struct ShapingOperationTests {
    @Test(arguments: [
        Misfit(
            .renameKeys("/a", by: [.lowercase], back: []), on: #"{"a":[1]}"#, .wrongKind,
            says: #"line 1, column 6, at "/a": expected an object, found an array"#),
        Misfit(
            .renameKeys("/a", by: [.lowercase], back: [.uppercase]), on: #"{"a":{"x":1,"X":2}}"#, .exists,
            says: #"line 1, column 17, at "/a/X": another member becomes "x" too"#),
        Misfit(
            .renameKeys("/a", table: [("x", "y")]), on: #"{"a":{"z":1}}"#, .unexpectedValue,
            says: #"line 1, column 11, at "/a/z": the key "z" is not in the table; it has "x""#),
        Misfit(
            .gather(.only(["a"]), into: "n"), on: #"{"a":1,"n":2}"#, .exists,
            says: #"line 1, column 12, at "/n": the place is taken by 2"#),
        Misfit(
            .gather(.only(["a"]), into: "n", merging: true), on: #"{"a":1,"n":2}"#, .exists,
            says: #"line 1, column 12, at "/n": the place is taken by 2"#),
        Misfit(
            .scatter("n"), on: #"{"a":1,"n":{"a":2}}"#, .exists,
            says: #"line 1, column 17, at "/n/a": the place outside is taken by 1"#),
        Misfit(.scatter("n"), on: #"{"a":1}"#, .absent, says: #"line 1, column 1, at "/n": there is no member "n""#),
        Misfit(
            .flatten("/a"), on: #"{"a":[[1],2]}"#, .wrongKind,
            says: #"line 1, column 11, at "/a/1": expected an array, found a number (2)"#),
        Misfit(
            .flatten("/a", elements: "/c"), on: #"{"a":[{}]}"#, .absent,
            says: #"line 1, column 7, at "/a/0/c": there is no member "c""#),
        Misfit(
            .group("/a"), on: #"{"a":1}"#, .wrongKind,
            says: #"line 1, column 6, at "/a": expected an array, found a number (1)"#),
        Misfit(
            .arrayToMembers("/a", ["x", "y"]), on: #"{"a":[1]}"#, .unexpectedValue,
            says: #"line 1, column 6, at "/a": expected an array of 2 elements, found one of 1"#),
        Misfit(
            .membersToArray("/a", ["x", "y"]), on: #"{"a":{"x":1,"z":2}}"#, .unexpectedValue,
            says: #"line 1, column 17, at "/a/z": the array has no place for this member; it has "x", "y""#),
        Misfit(
            .membersToArray("/a", ["x", "y"], required: 0), on: #"{"a":{"y":1}}"#, .absent,
            says: #"line 1, column 6, at "/a/x": there is no member "x""#),
        Misfit(
            .listToTree("/a", id: "/i", parent: "/p", children: "c"), on: #"{"a":[{"i":1,"p":2},{"i":2,"p":1}]}"#,
            .unexpectedValue, says: #"line 1, column 7, at "/a/0": the element is its own ancestor"#),
        Misfit(
            .listToTree("/a", id: "/i", parent: "/p", children: "c"), on: #"{"a":[{"i":1,"p":7}]}"#, .unexpectedValue,
            says: #"line 1, column 18, at "/a/0/p": there is no element of the id 7"#),
        Misfit(
            .listToTree("/a", id: "/i", parent: "/p", children: "c"), on: #"{"a":[{"i":1},{"i":1.0}]}"#, .duplicate,
            says: #"line 1, column 20, at "/a/1/i": 1.0 is already the id of element 0"#),
        Misfit(
            .hoist("/a", member: "/m", to: "/m"), on: #"{"a":[{"m":1},{"m":2}]}"#, .unexpectedValue,
            says: #"line 1, column 20, at "/a/1/m": the elements differ: 2 is not 1"#),
        Misfit(
            .hoist("/a", member: "/m", to: "/m", ifMixed: .keep), on: #"{"a":[{"m":1},{}]}"#, .absent,
            says: #"line 1, column 15, at "/a/1/m": the element lacks the hoisted value"#),
        Misfit(
            .listToTree("/a", id: "/i", childIDs: "c"), on: #"{"a":[{"i":1,"c":[2]}]}"#, .unexpectedValue,
            says: #"line 1, column 19, at "/a/0/c/0": there is no element of the id 2"#),
        Misfit(
            .listToTree("/a", id: "/i", childIDs: "c"), on: #"{"a":[{"i":1,"c":[3]},{"i":2,"c":[3]},{"i":3}]}"#,
            .duplicate, says: #"line 1, column 35, at "/a/1/c/0": 3 is a child of another element already"#),
        Misfit(
            .listToTree("/a", id: "/i", childIDs: "c"), on: #"{"a":[{"i":1,"c":[1]}]}"#, .unexpectedValue,
            says: #"line 1, column 7, at "/a/0": the element is its own ancestor"#),
        Misfit(
            .listToTree("/a", id: "/i", childIDs: "c"), on: #"{"a":[{"i":1,"c":7}]}"#, .wrongKind,
            says: #"line 1, column 18, at "/a/0/c": expected an array, found a number (7)"#),
        Misfit(
            .listToTree("/a", level: "/l", children: "c"), on: #"{"a":[{"l":1},{"l":3}]}"#, .unexpectedValue,
            says: #"line 1, column 20, at "/a/1/l": the level must be from 1 to 2 here, found 3"#),
        Misfit(
            .listToTree("/a", level: "/l", children: "c"), on: #"{"a":[{"l":-9223372036854775808}]}"#,
            .unexpectedValue,
            says: #"line 1, column 12, at "/a/0/l": the level must be 1 here, found -9223372036854775808"#),
        Misfit(
            .listToTree("/a", level: "/l", children: "c"), on: #"{"a":[{"l":"1"}]}"#, .wrongKind,
            says: #"line 1, column 12, at "/a/0/l": expected a whole number, found a string ("1")"#),
        Misfit(
            .treeToList("/a", level: "/l", children: "c"), on: #"{"a":[{"l":1}]}"#, .exists,
            says: #"line 1, column 12, at "/a/0/l": the place of the level is taken"#),
        Misfit(
            .treeToList("/a", id: "/i", childIDs: "c"), on: #"{"a":[{"i":1,"c":[{}]}]}"#, .absent,
            says: #"line 1, column 19, at "/a/0/c/0/i": there is no id that is a string or a number"#),
        Misfit(
            .treeToList("/a", id: "/i", parent: "/p", children: "c"),
            on: #"{"a":[{"i":1,"c":[{"i":2}]},{"i":3,"c":[{"i":2.0}]}]}"#, .duplicate,
            says: #"line 1, column 46, at "/a/1/c/0/i": 2.0 is already the id of "/a/0/c/0""#),
        Misfit(
            .plunge("/m", into: "/a", as: "/m"), on: #"{"m":1,"a":[{"m":2}]}"#, .exists,
            says: #"line 1, column 18, at "/a/0/m": the place is taken"#),
        Misfit(
            .attach("/f", to: "/d", id: "/id", reference: "/d", into: "f"), on: #"{"d":[{"id":1}],"f":[{"d":2}]}"#,
            .unexpectedValue, says: #"line 1, column 27, at "/f/0/d": "/d" has no element of the id 2"#),
        Misfit(
            .partition("/a", into: [("/b", .at("", is: .number)), ("/c", .at("", is: .string))]),
            on: #"{"a":[1,null]}"#,
            .unexpectedValue, says: #"line 1, column 9, at "/a/1": no part takes the element"#),
        Misfit(
            .lookUp("/a", in: "/t", to: "/n"), on: #"{"a":"x","t":{"y":1}}"#, .unexpectedValue,
            says: #"line 1, column 6, at "/a": the table "/t" has nothing for "x""#),
        Misfit(
            .lookUp("/a", in: "/t", of: .context, to: "/n"), on: #"{"a":"x"}"#, .noContext,
            says: "line 1, column 1, at the root: a fact from outside is needed, and no context is given"),
        Misfit(
            .gather(.only(["c"]), into: "s", merging: true), on: #"{"c":1,"s":{"c":3}}"#, .exists,
            says: #"line 1, column 6, at "/c": the place inside is taken by 3"#),
        Misfit(
            .indexToKey("/a", in: "/l", key: "/k"), on: #"{"a":3,"l":[{"k":"x"}]}"#, .unexpectedValue,
            says: #"line 1, column 6, at "/a": "/l" has 1 element, and none of the index 3"#),
        Misfit(
            .keyToIndex("/a", in: "/l", key: "/k"), on: #"{"a":"z","l":[{"k":"x"}]}"#, .unexpectedValue,
            says: #"line 1, column 6, at "/a": "/l" has no element of the key "z""#),
    ])
    func misfitIsToldWithItsPlace(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        Change(
            .renameKeys("/a", by: [.lowercase], back: [.uppercase], ifWrongKind: .skip), on: #"{"a":1}"#,
            gives: #"{"a":1}"#),
        Change(
            .renameKeys("/a", table: [("x", "y")], ifUnknown: .drop), on: #"{"a":{"x":1,"z":2}}"#,
            gives: #"{"a":{"y":1}}"#,
            losing: [#"line 1, column 17, at "/a/z": lost 2: its key is not in the table"#], back: #"{"a":{"x":1}}"#),
        Change(
            .gather(.all, prefix: "h_", into: "h"), on: #"{"h_a":1,"b":2}"#, gives: #"{"b":2,"h":{"a":1}}"#,
            back: #"{"b":2,"h_a":1}"#),
        Change(
            .flatten("/a", elements: "/c"), on: #"{"a":[{"c":[1]},{"c":[2],"n":"x"}]}"#, gives: #"{"a":[1,2]}"#,
            losing: [#"line 1, column 17, at "/a/1": lost {"c":[2],"n":"x"}: the elements cannot hold it"#],
            back: #"{"a":[{"c":[1,2]}]}"#),
        Change(
            .flatten("/a"), on: #"{"a":[[1],[2]]}"#, gives: #"{"a":[1,2]}"#,
            losing: [#"line 1, column 11, at "/a/1": lost [2]: which elements were together is not kept"#],
            back: #"{"a":[[1,2]]}"#),
        Change(.flatten("/a", size: 2), on: #"{"a":[[1,2],[3]]}"#, gives: #"{"a":[1,2,3]}"#),
        Change(
            .listToTree("/a", id: "/i", parent: "/p", children: "c"), on: #"{"a":[{"i":2,"p":1},{"i":1}]}"#,
            gives: #"{"a":[{"i":1,"c":[{"i":2}]}]}"#,
            losing: [
                #"line 1, column 6, at "/a": lost [{"i":2,"p":1},{"i":1}]: the order of the elements is not kept"#
            ], back: #"{"a":[{"i":1},{"i":2,"p":1}]}"#),
        Change(.hoist("/a", member: "/m", to: "/m"), on: #"{"a":[]}"#, gives: #"{"a":[]}"#),
        Change(
            .hoist("/a", member: "/0", to: "/m"), on: #"{"a":[["x",1],["x",2]]}"#, gives: #"{"a":[[1],[2]],"m":"x"}"#),
        Change(
            .hoist("/a", member: "/m", to: "/c", ifWrongKind: .skip), on: #"{"a":[{"m":1},{"m":2}],"z":3}"#,
            gives: #"{"a":[{"m":1},{"m":2}],"z":3}"#),
        Change(
            .hoist("/a", member: "/m", to: "/c", ifAbsent: .skip), on: #"{"a":[{"n":1}],"c":2,"z":3}"#,
            gives: #"{"a":[{"n":1}],"c":2,"z":3}"#,
            losing: [#"line 1, column 20, at "/c": lost 2: it is kept, and the way back takes it away"#],
            back: #"{"a":[{"n":1,"m":2}],"z":3}"#),
        Change(
            .partition("/p", into: [("/n", .at("", is: .number)), ("/t", nil)]), on: #"{"p":[1,"a","b",2,3,"c",4]}"#,
            gives: #"{"n":[1,2,3,4],"t":["a","b","c"]}"#,
            losing: [
                #"line 1, column 6, at "/p": lost [1,"a","b",2,3,"c",4]: the order of the elements is not kept"#
            ], back: #"{"p":[1,2,3,4,"a","b","c"]}"#),
        Change(
            .partition("/p", into: [("/n", .at("", is: .number)), ("/t", nil)], anyOrder: true), on: #"{"p":["a",1]}"#,
            gives: #"{"n":[1],"t":["a"]}"#, back: #"{"p":[1,"a"]}"#),
        Change(
            .attach("/i", to: "/o", id: "/id", reference: "/r", into: "l", anyOrder: true),
            on: #"{"o":[{"id":1},{"id":2}],"i":[{"r":2},{"r":1}]}"#,
            gives: #"{"o":[{"id":1,"l":[{}]},{"id":2,"l":[{}]}]}"#,
            back: #"{"o":[{"id":1},{"id":2}],"i":[{"r":1},{"r":2}]}"#),
        Change(
            .listToTree("/a", id: "/i", parent: "/p", children: "c", anyOrder: true),
            on: #"{"a":[{"i":2,"p":1},{"i":1}]}"#,
            gives: #"{"a":[{"i":1,"c":[{"i":2}]}]}"#, back: #"{"a":[{"i":1},{"i":2,"p":1}]}"#),
        Change(.sort("/l", anyOrder: true), on: #"{"l":[2,1]}"#, gives: #"{"l":[1,2]}"#, back: #"{"l":[1,2]}"#),
        Change(
            .hoist("/a", member: "/m", to: "/m", ifMixed: .keep), on: #"{"a":[{"m":2},{"m":1},{"m":1.0},{"m":1}]}"#,
            gives: #"{"a":[{"m":2},{},{},{}],"m":1}"#,
            losing: [
                #"line 1, column 28, at "/a/2/m": lost 1.0: it does not come back as it was: it comes back as 1"#
            ],
            back: #"{"a":[{"m":2},{"m":1},{"m":1},{"m":1}]}"#),
        Change(
            .plunge("/m", into: "/a", as: "/m", ifMixed: .keep), on: #"{"m":1,"a":[{"m":2}]}"#,
            gives: #"{"a":[{"m":2}]}"#,
            losing: [
                #"line 1, column 6, at "/m": lost 1: it does not come back as it was: it comes back as 2"#,
                #"line 1, column 18, at "/a/0/m": lost 2: it does not come back"#,
            ], back: #"{"a":[{}],"m":2}"#),
        Change(
            .listToTree("/a", id: "/i", childIDs: "c"), on: #"{"a":[{"i":1,"c":[3,2]},{"i":3},{"i":2,"c":[]}]}"#,
            gives: #"{"a":[{"i":1,"c":[{"i":3},{"i":2,"c":[]}]}]}"#),
        Change(
            .listToTree("/a", id: "/i", childIDs: "c"), on: #"{"a":[{"i":2},{"i":1,"c":[2]}]}"#,
            gives: #"{"a":[{"i":1,"c":[{"i":2}]}]}"#,
            losing: [
                #"line 1, column 6, at "/a": lost [{"i":2},{"i":1,"c":[2]}]: the order of the elements is not kept"#
            ], back: #"{"a":[{"i":1,"c":[2]},{"i":2}]}"#),
        Change(
            .listToTree("/a", level: "/l", children: "c", root: 0),
            on: #"{"a":[{"l":0,"n":1},{"l":1,"n":2},{"l":2,"n":3},{"l":1,"n":4},{"l":0,"n":5}]}"#,
            gives: #"{"a":[{"n":1,"c":[{"n":2,"c":[{"n":3}]},{"n":4}]},{"n":5}]}"#,
            back: #"{"a":[{"n":1,"l":0},{"n":2,"l":1},{"n":3,"l":2},{"n":4,"l":1},{"n":5,"l":0}]}"#),
        Change(
            .listToTree("/a", level: "/l", children: "c", emptyChildren: true), on: #"{"a":[{"l":1}]}"#,
            gives: #"{"a":[{"c":[]}]}"#),
        Change(
            .gather(.except(["Size"]), suffix: "Size", into: "s"), on: #"{"aSize":1,"Size":3,"b":2}"#,
            gives: #"{"b":2,"s":{"a":1,"":3}}"#, back: #"{"b":2,"aSize":1,"Size":3}"#),
        Change(
            .scatter("s", .except(["t"])), on: #"{"t":1,"s":{"x":2,"t":3}}"#, gives: #"{"t":1,"x":2,"s":{"t":3}}"#,
            back: #"{"t":1,"s":{"t":3,"x":2}}"#),
        Change(
            .scatter("s", .only(["c"]), suffix: "Limit"), on: #"{"s":{"c":1,"z":3}}"#,
            gives: #"{"cLimit":1,"s":{"z":3}}"#,
            back: #"{"s":{"z":3,"c":1}}"#),
        Change(
            .gather(.only(["c"]), into: "s", merging: true), on: #"{"c":1,"s":{"z":3}}"#,
            gives: #"{"s":{"z":3,"c":1}}"#,
            back: #"{"c":1,"s":{"z":3}}"#),
        Change(
            .gather(.only(["c"]), into: "s", merging: true, ifExists: .overwrite), on: #"{"c":1,"s":{"c":3}}"#,
            gives: #"{"s":{"c":1}}"#, losing: [#"line 1, column 12, at "/s": lost {"c":3}: it is overwritten"#],
            back: #"{"c":1}"#),
        Change(
            .gather(.only(["c"]), into: "s", merging: true), on: #"{"c":1}"#, gives: #"{"s":{"c":1}}"#),
        Change(
            .scatter("s", prefix: "p", suffix: "s"), on: #"{"s":{"a":1}}"#, gives: #"{"pas":1}"#),
        Change(
            .each(
                "/s",
                [.asDocument([.each("/m", [.indexToKey("/r", in: "/l", key: "/k")]), .arrayToObject("/l", id: "k")])]),
            on: #"{"l":[],"s":[{"l":[{"k":"x"},{"k":"y"}],"m":[{"r":1},{"r":0}]}]}"#,
            gives: #"{"l":[],"s":[{"l":{"x":{},"y":{}},"m":[{"r":"y"},{"r":"x"}]}]}"#),
        Change(
            .plunge("/m", into: "/a", as: "/m"), on: #"{"a":[],"m":1}"#, gives: #"{"a":[]}"#,
            losing: [#"line 1, column 13, at "/m": lost 1: the array is empty, so no element can hold it"#],
            back: #"{"a":[]}"#),
        Change(
            .attach("/f", to: "/d", id: "/id", reference: "/d", into: "f"),
            on: #"{"d":[{"id":1},{"id":2}],"f":[{"n":1,"d":1},{"n":2,"d":2}]}"#,
            gives: #"{"d":[{"id":1,"f":[{"n":1}]},{"id":2,"f":[{"n":2}]}]}"#),
        Change(
            .lookUp("/a", in: "/t", by: "/k", take: "/v", to: "/n"), on: #"{"a":1,"t":[{"k":1.0,"v":"x"}]}"#,
            gives: #"{"a":1,"t":[{"k":1.0,"v":"x"}],"n":"x"}"#),
        Change(
            .lookUp("/a", in: "/t", to: "/n", ifUnknown: .skip), on: #"{"a":"z","t":{}}"#, gives: #"{"a":"z","t":{}}"#),
        Change(
            .each("/m", [.indexToKey("/r", in: "/l", key: "/k")]), .arrayToObject("/l", id: "k"),
            on: #"{"l":[{"k":"x","v":1},{"k":"y","v":2}],"m":[{"r":1},{"r":0}]}"#,
            gives: #"{"l":{"x":{"v":1},"y":{"v":2}},"m":[{"r":"y"},{"r":"x"}]}"#),
        Change(
            .indexToKey("/r", in: "/l", key: "/k"), on: #"{"l":[{"k":"x"},{"k":"x"}],"r":1}"#,
            gives: #"{"l":[{"k":"x"},{"k":"x"}],"r":"x"}"#,
            losing: [#"line 1, column 32, at "/r": lost 1: it does not come back as it was: it comes back as 0"#],
            back: #"{"l":[{"k":"x"},{"k":"x"}],"r":0}"#),
    ])
    func ruleDecidesAndLossIsListed(_ change: Change) throws { try change.check() }

    /// An array gives up an element, and the way back cannot put it there again.
    @Test(arguments: [#"{"l":[[1,2],[1,3]]}"#, #"{"l":[{"0":1},[1]]}"#])
    func arrayThatGivesUpWhatItCarriesIsALoss(_ text: String) throws {
        let plan = try MigrationPlan.of([.group("/l", elements: "/e", carrying: [("/g", "/0")])])
        let result = try plan.migrate(text, to: "2", from: "1")
        #expect(!result.losses.isEmpty)
        #expect(throws: MigrationError.self) { try plan.migrate(result.text, to: "1", from: "2") }
        #expect(try plan.migrate(#"{"l":[[],{"0":2},7]}"#, to: "2", from: "1").losses.isEmpty)
    }

    @Test func contextIsReadAndNotPointedInto() throws {
        let plan = try MigrationPlan.of([
            .lookUp("/a", in: "/names", of: .context, to: "/name"), .copy("/unit", to: "/unit", in: .context),
        ])
        let options = MigrationOptions(context: try JSONDocument(parsing: #"{"names":{"x":"Ann"},"unit":"m"}"#).root)
        let up = try plan.migrate(#"{"a":"x"}"#, to: "2", from: "1", options: options)
        #expect(up.text == #"{"a":"x","name":"Ann","unit":"m"}"#)
        let down = try plan.migrate(up.text, to: "1", from: "2", options: options)
        #expect(down.text == #"{"a":"x"}"#)
        #expect(down.losses.isEmpty)
        let other = try plan.migrate(
            up.text, to: "1", from: "2", options: MigrationOptions(context: ["names": ["x": "Bob"], "unit": "m"]))
        #expect(
            other.losses.map(\.described) == [
                #"line 1, column 17, at "/name": lost "Ann": it differs from what the way back makes: "Bob""#
            ])
    }
}
