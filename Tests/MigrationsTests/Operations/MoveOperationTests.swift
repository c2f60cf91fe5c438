import Migrations
import Testing
import VersionedCodec

@Suite struct MoveOperationTests {
    @Test(arguments: [
        Change(.move("/email", to: "/contact/email"), on: #"{"email": 1}"#, gives: #"{"contact": {"email": 1}}"#),
        Change(.move("/a/b/c", to: "/c"), on: #"{"a":{"b":{"c":1}}}"#, gives: #"{"c":1}"#),
        Change(.move("/a/b/c", to: "/c"), on: #"{"a":{"x":0,"b":{"c":1}}}"#, gives: #"{"a":{"x":0},"c":1}"#),
        Change(.move("/a/b/c", to: "/z/d"), on: #"{"z":{"y":2},"a":{"b":{"c":1}}}"#, gives: #"{"z":{"y":2,"d":1}}"#),
        Change(.move("/a/b/c", to: "/a/d/e"), on: #"{"a":{"x":2,"b":{"c":1}}}"#, gives: #"{"a":{"x":2,"d":{"e":1}}}"#),
        Change(.move("/a", to: "/b"), on: #"{"a":1,"z":2}"#, gives: #"{"b":1,"z":2}"#),
        Change(
            .move("/a/b", to: "/b", keepingEmptyParents: true), on: #"{"a":{"b":1}}"#, gives: #"{"a":{},"b":1}"#),
        Change(.move("/a", to: "/l/0"), on: #"{"l":[1,2],"a":0}"#, gives: #"{"l":[0,1,2]}"#),
        Change(.move("/l/1", to: "/a"), on: #"{"l":[1,2,3]}"#, gives: #"{"l":[1,3],"a":2}"#),
        Change(.move("/0", to: "/1"), on: "[1,2,3]", gives: "[2,1,3]"),
        Change(.move("/2", to: "/0"), on: "[1,2,3]", gives: "[3,1,2]"),
        Change(.move("", to: "/remote"), on: #"{"a":1}"#, gives: #"{"remote":{"a":1}}"#),
        Change(.move("", to: "/a/b"), on: "[1]", gives: #"{"a":{"b":[1]}}"#),
        Change(.move("/x", to: ""), on: #"{"x":{"y":1}}"#, gives: #"{"y":1}"#),
        Change(.move("/x/y", to: ""), on: #"{"x":{"y":null}}"#, gives: "null"),
    ])
    func valueMovesAndComesBack(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Change(.move("/a", to: "/a/b"), on: #"{"a":1,"z":2}"#, gives: #"{"a":{"b":1},"z":2}"#),
        Change(.move("/a/b", to: "/a"), on: #"{"a":{"b":1},"z":2}"#, gives: #"{"a":1,"z":2}"#),
        Change(.move("/a/b/c", to: "/a"), on: #"{"a":{"b":{"c":1}},"z":2}"#, gives: #"{"a":1,"z":2}"#),
        Change(.move("/a", to: "/a/a"), on: #"{"a":{"a":1},"z":2}"#, gives: #"{"a":{"a":{"a":1}},"z":2}"#),
        Change(.move("/0", to: "/0/a"), on: "[1,2]", gives: #"[{"a":1},2]"#),
        Change(.move("/0/a", to: "/0"), on: #"[{"a":1},2]"#, gives: "[1,2]"),
        Change(.move("/0", to: "/1/x"), on: #"[1,{"x":2},{}]"#, gives: #"[{"x":2},{"x":1}]"#),
        Change(.move("/a/b", to: "/a/c/d"), on: #"{"a":{"b":1},"z":2}"#, gives: #"{"a":{"c":{"d":1}},"z":2}"#),
    ])
    func overlappingPlacesKeepTheirPlace(_ change: Change) throws { try change.check() }

    @Test func changedTokensOfAPointerCount() throws {
        var (from, to): (JSONPointer, JSONPointer) = ("/x/b", "/y")
        from.tokens[0] = "a"
        to.tokens.append("c")
        try Change(.move(from, to: to), on: #"{"x":{"b":0},"a":{"b":1}}"#, gives: #"{"x":{"b":0},"y":{"c":1}}"#).check()
    }

    @Test func emptiedElementStaysInItsArray() throws {
        try Change(
            .move("/l/0/a", to: "/b"), on: #"{"l":[{"a":1},{"c":2}]}"#, gives: #"{"l":[{},{"c":2}],"b":1}"#
        ).check()
    }

    @Test(arguments: [
        Change(
            .move("/x", to: "/p/x"), on: #"{"p":{},"x":1}"#, gives: #"{"p":{"x":1}}"#,
            losing: [
                #"line 1, column 6, at "/p": lost {}: the way back cannot distinguish an empty object from an absent one"#
            ], back: #"{"x":1}"#),
        Change(
            .move("/x", to: "/p/q/x"), on: #"{"p":{},"x":1}"#, gives: #"{"p":{"q":{"x":1}}}"#,
            losing: [
                #"line 1, column 6, at "/p": lost {}: the way back cannot distinguish an empty object from an absent one"#
            ], back: #"{"x":1}"#),
    ])
    func emptyObjectThatWillNotComeBackIsALoss(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Misfit(
            .move("/a", to: "/b/c"), on: #"{"z": 2}"#, .absent,
            says: #"line 1, column 1, at "/a": there is no member "a""#),
        Misfit(
            .move("/a", to: "/b"), on: #"{"a": 1, "b": 2}"#, .exists,
            says: #"line 1, column 15, at "/b": the place is taken by 2"#),
        Misfit(
            .move("/a", to: "/b/c"), on: #"{"a": 1, "b": 2}"#, .wrongKind,
            says: #"line 1, column 15, at "/b": expected an object, found a number (2)"#),
        Misfit(
            .move("/a", to: "/l/3"), on: #"{"a": 1, "l": [1, 2]}"#, .absent,
            says: #"line 1, column 15, at "/l/3": "3" is not a place in an array of 2"#),
        Misfit(
            .move("/0", to: "/2"), on: "[1, 2]", .absent,
            says: #"line 1, column 1, at "/2": "2" is not a place in an array of 1"#),
        Misfit(
            .move("/l/9", to: "/a"), on: #"{"l": [1, 2]}"#, .absent,
            says: #"line 1, column 7, at "/l/9": there is no element 9"#),
        Misfit(
            .move("/x", to: ""), on: #"{"x": 1, "y": 2}"#, .exists,
            says:
                #"line 1, column 1, at the root: there is more beside it: "y"; with "ifExists": "overwrite" it is given up"#
        ),
        Misfit(
            .move("/x", to: ""), on: #"{"x":1,"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}"#, .exists,
            says:
                #"line 1, column 1, at the root: there is more beside it: "a", "b", "c", "d", "e" and 1 more; with "ifExists": "overwrite" it is given up"#
        ),
        Misfit(
            .move("/0", to: ""), on: "[1,2,3]", .exists,
            says:
                #"line 1, column 1, at the root: it is in an array with 2 more; with "ifExists": "overwrite" it is given up"#
        ),
        Misfit(
            .move("/a/0", to: "/a"), on: #"{"a": [1]}"#, .exists,
            says: #"line 1, column 7, at "/a": it is in an array; with "ifExists": "overwrite" it is given up"#),
        Misfit(
            .move("/0", to: "/1/x"), on: #"[1, {}, {"x": 2}]"#, .exists,
            says: #"line 1, column 15, at "/1/x": the place is taken by 2"#),
        Misfit(
            .move("/a/b", to: "/a"), on: #"{"a": {"b": 1, "c": 2}}"#, .exists,
            says:
                #"line 1, column 7, at "/a": there is more beside it: "c"; with "ifExists": "overwrite" it is given up"#
        ),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        Change(.move("/a", to: "/b/c", ifAbsent: .skip), on: #"{"z":1}"#, gives: #"{"z":1}"#),
        Change(
            .move("/a", to: "/b", ifAbsent: .skip), on: #"{"b":2}"#, gives: #"{"b":2}"#,
            losing: [#"line 1, column 6, at "/b": lost 2: it is kept, and the way back takes it away"#],
            back: #"{"a":2}"#),
        Change(
            .move("/a", to: "/b/c", ifWrongKind: .skip), on: #"{"a":1,"b":2}"#, gives: #"{"a":1,"b":2}"#),
        Change(.move("/a/x", to: "/c", ifAbsent: .skip, ifWrongKind: .skip), on: #"{"a":1}"#, gives: #"{"a":1}"#),
        Change(
            .move("/a", to: "/b", ifExists: .overwrite), on: #"{"b":2,"a":1}"#, gives: #"{"b":1}"#,
            losing: [#"line 1, column 6, at "/b": lost 2: it is overwritten"#], back: #"{"a":1}"#),
        Change(
            .move("/a/b", to: "/a", ifExists: .overwrite), on: #"{"a":{"b":1,"c":2}}"#, gives: #"{"a":1}"#,
            losing: [#"line 1, column 17, at "/a/c": lost 2: it is overwritten"#], back: #"{"a":{"b":1}}"#),
        Change(
            .move("/items", to: "", ifExists: .overwrite), on: #"{"items":[1],"next":2}"#, gives: "[1]",
            losing: [#"line 1, column 21, at "/next": lost 2: it is overwritten"#], back: #"{"items":[1]}"#),
    ])
    func ruleDecides(_ change: Change) throws { try change.check() }

    @Test func endOfArrayIsAPlaceToMoveTo() throws {
        let plan = try MigrationPlan.of([.move("/a", to: "/l/-")])
        #expect(try plan.migrate(#"{"a":1,"l":[0]}"#, to: "2", from: "1").text == #"{"l":[0,1]}"#)
    }

    @Test(arguments: [
        FileForm(#"{"op": "move", "from": "/a", "to": "/b/c"}"#, .move("/a", to: "/b/c")),
        FileForm(#"{"op": "move", "from": "", "to": "/x"}"#, .move("", to: "/x")),
        FileForm(
            #"{"op":"move","from":"/a","to":"","keepEmptyParents":true,"ifAbsent":"skip","ifWrongKind":"skip","ifExists":"skip"}"#,
            .move("/a", to: "", keepingEmptyParents: true, ifAbsent: .skip, ifWrongKind: .skip, ifExists: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(JSONOperation.move("", to: "/a").description == #"move the whole value to "/a""#)
        #expect(JSONOperation.move("/a", to: "/b").reversed == [.move("/b", to: "/a")])
        #expect(JSONOperation.move("/a", to: "/b").lossClass == .exact)
        #expect(JSONOperation.move("/a", to: "/b", ifExists: .overwrite).lossClass == .captures)
    }
}
