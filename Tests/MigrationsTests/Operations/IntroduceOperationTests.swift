import Migrations
import Testing
import VersionedCodec

@Suite struct IntroduceOperationTests {
    @Test func memberIsLostOnTheWayDownOnly() throws {
        let plan = try MigrationPlan.of([.introduce("/note")])
        #expect(try plan.migrate(#"{"id": 7}"#, to: "2", from: "1").losses.isEmpty)
        let down = try plan.migrate(#"{"id": 7, "note": "soon"}"#, to: "1", from: "2")
        #expect(down.text == #"{"id": 7}"#)
        #expect(
            down.losses.map(\.described)
                == [#"line 1, column 19, at "/note": lost "soon": the other version does not have it"#])
    }

    @Test(arguments: [
        Change(.introduce("/n"), on: #"{"a": 1}"#, gives: #"{"a": 1}"#),
        // The older version has no such member; what is there all the same does not survive the way back.
        Change(
            .introduce("/n"), on: #"{"a": 1, "n": 2}"#, gives: #"{"a": 1, "n": 2}"#,
            losing: [#"line 1, column 15, at "/n": lost 2: it is kept, and the way back takes it away"#],
            back: #"{"a": 1}"#,
            losingBack: [#"line 1, column 15, at "/n": lost 2: the other version does not have it"#]),
        Change(.introduce("/o/n"), on: #"{"o": {}}"#, gives: #"{"o": {}}"#),
        Change(.introduce("/o/n"), on: #"{"o": 7}"#, gives: #"{"o": 7}"#),
        Change(.each("/l", [.introduce("/n")]), on: #"{"l": [{}, {"a": 1}]}"#, gives: #"{"l": [{}, {"a": 1}]}"#),
    ])
    func nothingHappensOnTheWayUp(_ change: Change) throws { try change.check() }

    @Test func emptyParentsGoWhereThatIsSaid() throws {
        let plan = try MigrationPlan.of([.introduce("/o/n", removingEmptyParents: true)])
        #expect(try plan.migrate(#"{"o": {"n": 1}, "a": 2}"#, to: "1", from: "2").text == #"{"a": 2}"#)
    }

    @Test func memberThatIsThereIsRefusedWhereThatIsSaid() throws {
        try Misfit(
            .introduce("/n", ifExists: .error), on: #"{"n": 2}"#, .exists,
            says: #"line 1, column 7, at "/n": the older version has no such member, and it is 2"#
        ).check()
    }

    @Test func lossClassIsThatOfTheDirection() throws {
        #expect(JSONOperation.introduce("/n").lossClass == .captures)
        let strict = try MigrationPlan.of([.introduce("/n", ifExists: .error)])
        #expect(try strict.path(from: "1", to: "2").lossClass == .exact)
        #expect(try strict.path(from: "2", to: "1").lossClass == .captures)
    }

    @Test(arguments: [
        FileForm(#"{"op": "introduce", "path": "/a"}"#, .introduce("/a")),
        FileForm(
            #"{"op": "introduce", "path": "/a/b", "reason": "r", "removeEmptyParents": true, "ifExists": "error"}"#,
            .introduce("/a/b", reason: "r", removingEmptyParents: true, ifExists: .error)),
    ])
    func planFileForm(_ form: FileForm) throws { try form.check() }

    @Test func changelogTellsWhatIsNew() throws {
        let changelog = try MigrationPlan.of([.introduce("/note", reason: "orders had no notes")]).changelog()
        #expect(changelog.contains("- `/note` is new, and may be absent\n"), "\(changelog)")
        #expect(changelog.contains("- `/note`\n"), "\(changelog)")
    }
}
