import Migrations
import Testing
import VersionedCodec

/// Transforms of arrays: in place, and derived.
@Suite struct ListTransformTests {
    private static func lost(_ column: Int, _ path: String, _ value: String, _ reason: String) -> String {
        #"line 1, column \#(column), at "\#(path)": lost \#(value): \#(reason)"#
    }

    @Test(arguments: [
        Change(
            .transform("/l", by: [.filter(.at("/k", equals: 1))]), on: #"{"l":[{"k":1},{"k":2},{"k":1,"x":0}]}"#,
            gives: #"{"l":[{"k":1},{"k":1,"x":0}]}"#,
            losing: [lost(15, "/l/1", #"{"k":2}"#, "it is filtered out")], back: #"{"l":[{"k":1},{"k":1,"x":0}]}"#),
        Change(
            .transform("/l", by: [.filter(.not(.at("", .keyOf("/t", in: .document))))]),
            on: #"{"t":{"a":1},"l":["a","b"]}"#,
            gives: #"{"t":{"a":1},"l":["b"]}"#, losing: [lost(19, "/l/0", #""a""#, "it is filtered out")],
            back: #"{"t":{"a":1},"l":["b"]}"#),
        Change(
            .transform("/l", by: [.unique(["/id"])]), on: #"{"l":[{"id":1},{"id":1.0,"x":1},{"x":2},{"x":2}]}"#,
            gives: #"{"l":[{"id":1},{"x":2},{"x":2}]}"#,
            losing: [lost(16, "/l/1", #"{"id":1.0,"x":1}"#, "an earlier element is the same")],
            back: #"{"l":[{"id":1},{"x":2},{"x":2}]}"#),
        Change(
            .transform("/l", by: [.unique([])]), on: #"{"l":["a","b","a"]}"#, gives: #"{"l":["a","b"]}"#,
            losing: [lost(15, "/l/2", #""a""#, "an earlier element is the same")], back: #"{"l":["a","b"]}"#),
        Change(.transform("/l", by: [.reverse]), on: #"{"l":[1,"a",{}]}"#, gives: #"{"l":[{},"a",1]}"#),
        Change(.transform("/l", by: [.filter(.present("/k"))]), on: #"{"l":[]}"#, gives: #"{"l":[]}"#),
        Change(.transform("/l", by: [.unique([])], ifWrongKind: .skip), on: #"{"l":7}"#, gives: #"{"l":7}"#),
    ])
    func arrayIsChangedInPlace(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Change(
            .derive("/phone", from: "/p", by: .filter(.at("/t", equals: "home")), .first, .take("/n")),
            on: #"{"p":[{"t":"work","n":1},{"t":"home","n":2},{"t":"home","n":3}]}"#,
            gives: #"{"p":[{"t":"work","n":1},{"t":"home","n":2},{"t":"home","n":3}],"phone":2}"#),
        Change(
            .derive("/last", from: "/p", by: .filter(.at("", is: .string)), .last), on: #"{"p":["a","b",1]}"#,
            gives: #"{"p":["a","b",1],"last":"b"}"#),
        Change(
            .derive("/total", from: "/l", by: .map([.take("/p")]), .sum),
            on: #"{"l":[{"p":1.50},{"p":2.5},{"p":-1e-1}]}"#,
            gives: #"{"l":[{"p":1.50},{"p":2.5},{"p":-1e-1}],"total":3.90}"#),
        Change(.derive("/s", from: "/l", by: .sum), on: #"{"l":[]}"#, gives: #"{"l":[],"s":0}"#),
        Change(.derive("/s", from: "/l", by: .min), on: #"{"l":[2,1.0,1]}"#, gives: #"{"l":[2,1.0,1],"s":1.0}"#),
        Change(
            .derive("/s", from: "/l", by: .max), on: #"{"l":["a","é","z"]}"#, gives: #"{"l":["a","é","z"],"s":"é"}"#),
        Change(
            .derive("/ids", from: "/m", by: .map([.take("/id"), .addPrefix("@")]), .join(",")),
            on: #"{"m":{"x":{"id":"a"},"y":{"id":"b"}}}"#,
            gives: #"{"m":{"x":{"id":"a"},"y":{"id":"b"}},"ids":"@a,@b"}"#),
        Change(
            .derive("/all", from: "/tree", by: .everywhere(.present("/id")), .map([.take("/id")])),
            on: #"{"tree":{"id":1,"in":[{"x":{"id":2}},[{"id":3}]],"z":{"id":4}}}"#,
            gives: #"{"tree":{"id":1,"in":[{"x":{"id":2}},[{"id":3}]],"z":{"id":4}},"all":[1,2,3,4]}"#),
        Change(
            .derive("/n", from: "/l", by: .unique(["/a", "/b"]), .count),
            on: #"{"l":[{"a":1,"b":1},{"a":1},{"a":1,"b":1},{"a":1},{"c":1},{"c":1}]}"#,
            gives: #"{"l":[{"a":1,"b":1},{"a":1},{"a":1,"b":1},{"a":1},{"c":1},{"c":1}],"n":4}"#),
    ])
    func memberIsDerived(_ change: Change) throws { try change.check() }

    @Test func derivedMemberThatDiffersIsALossGoingDown() throws {
        let plan = try MigrationPlan.of([.derive("/s", from: "/l", by: .sum)])
        let down = try plan.migrate(#"{"l":[1,2],"s":4}"#, to: "1", from: "2")
        #expect(down.losses.map(\.path) == ["/s"])
        #expect(try plan.migrate(#"{"l":[1,2],"s":3}"#, to: "1", from: "2").losses.isEmpty)
    }

    /// A sum does not hold what it is of: with no way back, the array is lost.
    @Test func sumIsNotWhereTheArrayWent() throws {
        let plan = try MigrationPlan(
            "test", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(from: "1", to: "2", "", up: [.derive("/s", from: "/l", by: .sum), .remove("/l")], down: nil)
            ])
        #expect(try plan.migrate(#"{"l":[1,2]}"#, to: "2", from: "1").losses.map(\.path) == ["/l"])
        let inPlace = try MigrationPlan(
            "test", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", up: [.transform("/l", by: [.first])], down: nil)])
        #expect(try inPlace.migrate(#"{"l":["a","b"]}"#, to: "2", from: "1").losses.map(\.path) == ["/l/1"])
    }

    @Test(arguments: [
        Misfit(
            .derive("/s", from: "/l", by: .first), on: #"{"l": []}"#, .wrongKind,
            says: #"line 1, column 7, at "/l": expected an array that is not empty, found an array"#),
        // The transform that cannot go on says what it needs, and what it was given.
        Misfit(
            .derive("/s", from: "/l", by: .filter(.present("/a")), .first), on: #"{"l": [{"b": 1}]}"#, .wrongKind,
            says: #"line 1, column 7, at "/l": expected an array that is not empty, found an empty array"#),
        Misfit(
            .derive("/s", from: "/l", by: .first, .take("/a")), on: #"{"l": [{"b": 1}]}"#, .wrongKind,
            says: #"line 1, column 8, at "/l": expected a value with "/a", found an object"#),
        Misfit(
            .transform("/l", by: [.first, .lowercase]), on: #"{"l": [5]}"#, .wrongKind,
            says: #"line 1, column 8, at "/l": expected a string, found a number (5)"#),
        Misfit(
            .derive("/s", from: "/l", by: .sum), on: #"{"l": ["1"]}"#, .wrongKind,
            says: #"line 1, column 7, at "/l": expected an array of numbers, found an array"#),
        Misfit(
            .derive("/s", from: "/l", by: .max), on: #"{"l": ["1", 2]}"#, .wrongKind,
            says:
                #"line 1, column 7, at "/l": expected an array of numbers, or of strings, that is not empty, found an array"#
        ),
        Misfit(
            .transform("/l", by: [.filter(.present("/a"))]), on: #"{"l": {}}"#, .wrongKind,
            says: #"line 1, column 7, at "/l": expected an array, found an object"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(
            #"{"op":"transform","path":"/l","by":[{"filter":{"path":"/k","equals":1}},"reverse",{"unique":"/id"}]}"#,
            .transform("/l", by: [.filter(.at("/k", equals: 1)), .reverse, .unique(["/id"])])),
        FileForm(
            #"{"op":"derive","from":"/l","to":"/n","by":[{"map":[{"take":"/p"}]},"sum"]}"#,
            .derive("/n", from: "/l", by: .map([.take("/p")]), .sum)),
        FileForm(
            #"{"op":"derive","from":"","to":"/n","by":[{"everywhere":{"path":"/id","present":true}},{"unique":["/a","/b"]},"last"]}"#,
            .derive("/n", from: "", by: .everywhere(.present("/id")), .unique(["/a", "/b"]), .last)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test(arguments: [
        (#"["lowercase", "sum"]"#, "the transform before gives a text, and this one takes an array"),
        (#"["sum", "first"]"#, "the transform before gives a number, and this one takes an array"),
        (#"["filter"]"#, #"the transform "filter" needs an argument: {"filter": …}"#),
        (#"[{"sum": 1}]"#, #"the transform "sum" takes no argument: write "sum" alone"#),
        (#"[{"unique": []}]"#, #""unique" must not be empty"#),
        (#"[{"map": []}]"#, #""map" must not be empty"#),
    ])
    func mistakeInAPlanFileIsSaid(by: String, says: String) throws {
        let error = #expect(throws: PlanFileError.self) {
            try FileForm.reading(#"{"op":"transform","path":"/l","by":\#(by)}"#)
        }
        #expect(error?.message == says)
    }

    @Test func words() throws {
        let plan = try MigrationPlan.of([
            .transform("/l", by: [.filter(.at("/k", equals: 1)), .reverse]), .transform("/m", by: [.lowercase]),
        ])
        let changelog = try plan.changelog()
        #expect(changelog.contains(#"`/l` is changed: only the elements where "/k" is 1, then in reverse order"#))
        #expect(changelog.contains("`/m` is written in another way"))
        #expect(JSONOperation.transform("/l", by: [.reverse]).lossClass == .exact)
        #expect(JSONOperation.transform("/l", by: [.unique([])]).lossClass == .captures)
    }

    /// Against the same in Swift, and the losses against a way there and back.
    @Test func randomArraysAreChangedAsInSwift() throws {
        var random = SeededRandom(state: 8)
        let unique = try MigrationPlan.of([.transform("/l", by: [.unique([])])])
        let filter = try MigrationPlan.of([.transform("/l", by: [.filter(.at("", .atLeast(JSONNumber(3))))])])
        for _ in 0..<200 {
            let count = Int.random(in: 0...9, using: &random)
            let list = (0..<count).map { _ in Int.random(in: 0...5, using: &random) }
            var seen: Set<Int> = []
            for (plan, kept) in [
                (unique, list.indices.filter { seen.insert(list[$0]).inserted }),
                (filter, list.indices.filter { list[$0] >= 3 }),
            ] {
                let document = try JSONDocument(parsing: #"{"l":\#(list)}"#)
                let result = try plan.migrate(document, to: "2", from: "1")
                #expect(try JSONDocument(parsing: result.bytes).root["l"]?.array?.map(\.int) == kept.map { list[$0] })
                #expect(
                    result.losses.map(\.path)
                        == list.indices.filter { !kept.contains($0) }.map { ["l", String($0)] }.map(JSONPointer.init))
                #expect(try plan.roundTrips(of: document, from: "1").map(\.losses) == [result.losses])
            }
        }
    }
}
