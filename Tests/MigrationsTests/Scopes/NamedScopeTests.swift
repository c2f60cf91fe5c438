import Testing
import VersionedCodec

@testable import Migrations

@Suite struct NamedScopeTests {
    static let folders = JSONOperation.named(
        "folder", [.rename("/title", to: "name"), .each("/folders", [.again("folder")], ifAbsent: .skip)])

    static let inner = JSONOperation.named(
        "n",
        [
            .rename("/a", to: "b"),
            .inside("/in", [.named("n", [.rename("/x", to: "y"), .inside("/in", [.again("n")], ifAbsent: .skip)])]),
        ])

    @Test(arguments: [
        Change(
            folders, on: #"{"title":"a","folders":[{"title":"b","folders":[{"title":"c"}]},{"title":"d"}]}"#,
            gives: #"{"name":"a","folders":[{"name":"b","folders":[{"name":"c"}]},{"name":"d"}]}"#),
        // The innermost scope of a name counts.
        Change(
            inner, on: #"{"a":1,"in":{"x":1,"in":{"x":2}}}"#, gives: #"{"b":1,"in":{"y":1,"in":{"y":2}}}"#),
    ])
    func changes(_ change: Change) throws { try change.check() }

    @Test func errorHasTheWholePath() throws {
        let plan = try MigrationPlan.of([Self.folders])
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"title":"a","folders":[{"title":"b","folders":[{}]}]}"#, to: "2", from: "1")
        }
        #expect(error?.path == "/folders/0/folders/0/title")
        #expect(error?.code == .absent)
    }

    @Test(arguments: [
        FileForm(
            #"{"op": "named", "name": "n", "operations": [{"op": "each", "path": "/a", "operations": [{"op": "again", "name": "n"}]}]}"#,
            .named("n", [.each("/a", [.again("n")])]))
    ])
    func fileForm(_ form: FileForm) throws { try form.check() }

    @Test(arguments: [[JSONOperation.again("n")], [.named("m", [.inside("/a", [.again("n")])])]])
    func repetitionWithoutAScopeIsAnErrorOfThePlan(_ operations: [JSONOperation]) {
        let known = operations == [.again("n")] ? "" : "; known: m"
        let error = #expect(throws: PlanError.self) { try MigrationPlan.of(operations) }
        #expect(error?.code == .invalidOperation)
        #expect(error?.description == #"the operation ("n" again) is in no scope of that name\#(known)"#)
    }

    @Test func repetitionWithoutEndIsAnError() throws {
        let plan = try MigrationPlan.of([.named("n", [.when(.absent("/a"), [.again("n")])])])
        let error = #expect(throws: MigrationError.self) { try plan.migrate("{}", to: "2", from: "1") }
        #expect(error?.message == #""n" again is more than 128 levels deep"#)
    }

    /// Each level runs the operations of the next one twice.
    @Test func repetitionForTheSameValuesIsAnErrorBeforeItTakesTooLong() throws {
        let plan = try MigrationPlan.of([
            .named("n", [.each("/a", [.again("n"), .again("n")], ifAbsent: .skip)])
        ])
        let payload = String(repeating: #"{"a":["#, count: 60) + String(repeating: "]}", count: 60)
        let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "2", from: "1") }
        #expect(
            error?.message
                == #""n" again is more than 107680 times in the document: several times for the same values"#)
    }
}
