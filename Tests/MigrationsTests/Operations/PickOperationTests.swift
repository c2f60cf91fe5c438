import Migrations
import Testing
import VersionedCodec

@Suite struct PickOperationTests {
    @Test(arguments: [
        Change(
            .pick(["a", "b"], in: "/m"), on: #"{"m":{"a":1,"x":{"y":2},"b":3}}"#, gives: #"{"m":{"a":1,"b":3}}"#,
            losing: [
                #"line 1, column 17, at "/m/x": lost {"y":2}: it is not one of the members that are kept"#
            ], back: #"{"m":{"a":1,"b":3}}"#),
        Change(
            .pick([], in: "/m"), on: #"{"m":{"a":1}}"#, gives: #"{"m":{}}"#,
            losing: [#"line 1, column 11, at "/m/a": lost 1: it is not one of the members that are kept"#],
            back: #"{"m":{}}"#),
        Change(
            .each("/l", [.pick(["a"], ifWrongKind: .skip)]), on: #"{"l":[{"a":1,"b":2},7]}"#,
            gives: #"{"l":[{"a":1},7]}"#,
            losing: [#"line 1, column 18, at "/l/0/b": lost 2: it is not one of the members that are kept"#],
            back: #"{"l":[{"a":1},7]}"#),
        Change(.pick(["caf\u{E9}"]), on: "{\"caf\u{E9}\":1}", gives: "{\"caf\u{E9}\":1}"),
        Change(.pick(["a"], in: "/m", ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.pick(["a", "b"]), on: #"{"b": 1}"#, gives: #"{"b": 1}"#),
    ])
    func namedMembersStay(_ change: Change) throws { try change.check() }

    @Test func keysAreComparedByTheirBytes() throws {
        let result = try MigrationPlan.of([.pick(["caf\u{E9}"])])
            .migrate("{\"cafe\u{301}\":1}", to: "2", from: "1")
        #expect(result.text == "{}")
        #expect(result.losses.count == 1)
    }

    @Test func versionStaysAtTheRoot() throws {
        let plan = try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.pick(["a"])])])
        let result = try plan.migrate(#"{"v":1,"a":{"v":7},"b":2}"#, to: "2")
        #expect(result.text == #"{"v":2,"a":{"v":7}}"#)
        #expect(result.losses.map(\.path) == ["/b"])
        // Within the document, a member of that key is one as any other.
        let inner = try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.pick(["b"], in: "/a")])])
        #expect(try inner.migrate(#"{"v":1,"a":{"v":7}}"#, to: "2").text == #"{"v":2,"a":{}}"#)
    }

    @Test(arguments: [
        Misfit(
            .pick(["a"], in: "/m"), on: #"{"m": 1}"#, .wrongKind,
            says: #"line 1, column 7, at "/m": expected an object, found a number (1)"#),
        Misfit(
            .pick(["a"], in: "/m"), on: "{}", .absent, says: #"line 1, column 1, at "/m": there is no member "m""#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(#"{"op": "pick", "members": ["a", "b"]}"#, .pick(["a", "b"])),
        FileForm(
            #"{"op":"pick","path":"/m","members":["~a"],"ifAbsent":"skip","ifWrongKind":"skip"}"#,
            .pick(["~a"], in: "/m", ifAbsent: .skip, ifWrongKind: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test(arguments: [
        (#"{"op": "pick"}"#, #"the member "members" is missing"#),
        (#"{"op": "pick", "members": ["/a"]}"#, "this is a key, not a path"),
        (#"{"op": "pick", "members": "a"}"#, "expected an array, found a string"),
    ])
    func mistakeInAPlanFileIsSaid(json: String, says: String) throws {
        let error = #expect(throws: PlanFileError.self) { try FileForm.reading(json) }
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
    }

    @Test func sayWhatTheyAre() throws {
        let operation = JSONOperation.pick(["a", "b"], in: "/m")
        #expect(operation.description == #"pick "a", "b" in "/m""#)
        #expect(operation.lossClass == .captures)
        #expect(operation.reversed == [])
        let plan = try MigrationPlan.of([operation])
        #expect(try plan.changelog().contains("of the members of `/m` only `a` and `b` stay"))
    }

    /// Against a filter of keys in Swift.
    @Test func randomObjectsKeepWhatAFilterKeeps() throws {
        var random = SeededRandom(state: 5)
        let keys = ["a", "b", "c", "d", "caf\u{E9}", "~x"]
        for _ in 0..<200 {
            let names = keys.filter { _ in Bool.random(using: &random) }
            let present = keys.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))
            let object = JSONValue.object(JSONObject(texts: present.map { ($0, $0) }))
            let result = try MigrationPlan.of([.pick(names)]).migrate(object.text(), to: "2", from: "1")
            let kept = JSONValue.object(JSONObject(texts: present.filter(names.contains).map { ($0, $0) }))
            #expect(result.text == kept.text())
            #expect(result.losses.map(\.path) == present.filter { !names.contains($0) }.map { JSONPointer([$0]) })
        }
    }
}

extension JSONObject {
    fileprivate init(texts: [(String, String)]) {
        self.init()
        for (key, text) in texts { self[key] = .string(text) }
    }
}
