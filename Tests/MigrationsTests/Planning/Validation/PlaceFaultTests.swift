import Migrations
import TestSupport
import Testing
import VersionedCodec

/// Operations that are not ways together, and what the plan says of them.
struct PlaceFault: Sendable, CustomTestStringConvertible {
    let operations: [JSONOperation]
    let code: PlanError.Code
    let says: String

    init(_ operations: JSONOperation..., code: PlanError.Code, says: String) {
        self.operations = operations
        self.code = code
        self.says = says
    }

    var testDescription: String { says }
}

/// A plan of two versions with one migration.
private func plan(_ migration: Migration) throws(PlanError) -> MigrationPlan {
    try MigrationPlan("p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")], migrations: [migration])
}

@Suite struct PlaceFaultTests {
    @Test(arguments: [
        PlaceFault(
            .rename("/total", to: "price"), .convert("/total", from: .string, to: .number), code: .readsRemoved,
            says:
                #"the operation (convert "/total" from string to number) reads "/total", which the earlier one (rename "/total" to "price") has removed"#
        ),
        PlaceFault(
            .split("/a", into: ["/a/x", "/a/y"], separator: " "), code: .readsRemoved,
            says:
                #"the operation (split "/a" into "/a/x", "/a/y") needs "/a", which it removes itself; give it another name first"#
        ),
        PlaceFault(
            .remove("/a"), .copy("/a/b", to: "/c"), code: .readsRemoved,
            says:
                #"the operation (copy "/a/b" to "/c") reads "/a/b", which the earlier one (remove "/a") has removed with "/a""#
        ),
        PlaceFault(
            .remove("/a", ifAbsent: .skip), .add("/a/b", value: 1), code: .readsRemoved,
            says:
                #"the operation (add "/a/b" = 1) reads "/a", which the earlier one (remove "/a") has removed"#),
        PlaceFault(
            .move("/a", to: "/b"), .each("/a", [.rename("/x", to: "y")]), code: .readsRemoved,
            says: #"the operation (each of "/a") reads "/a", which the earlier one (move "/a" to "/b") has removed"#),
        PlaceFault(
            .each("/pins", [.rename("/url", to: "location"), .add("/kind", value: "git")]), .sort("/other"),
            .each("/pins", [.derive("/id", from: "/url", by: .lowercase)]), code: .readsRemoved,
            says:
                #"the operation (derive "/id" from "/url") reads "/pins/*/url", which the earlier one (rename "/url" to "location") has removed"#
        ),
        PlaceFault(
            .inside("/user", [.split("/name", into: ["/first", "/last"], separator: " ")]),
            .transform("/user/name", by: [.trim]), code: .readsRemoved,
            says:
                #"the operation (transform "/user/name") reads "/user/name", which the earlier one (split "/name" into "/first", "/last") has removed"#
        ),
        PlaceFault(
            .rename("/status", to: "state"), .when(.at("/status", equals: "open"), [.remove("/x")]),
            code: .readsRemoved,
            says:
                #"the operation (when "/status" is "open") reads "/status", which the earlier one (rename "/status" to "state") has removed"#
        ),
        PlaceFault(
            .when(.present("/k"), [.remove("/a")]), .when(.present("/k"), [.wrap("/a")]), code: .readsRemoved,
            says:
                #"the operation (wrap "/a" in an array) reads "/a", which the earlier one (remove "/a") has removed"#
        ),
        PlaceFault(
            .when(.present("/k"), [.remove("/a")]), .wrap("/a"), code: .readsRemoved,
            says:
                #"the operation (wrap "/a" in an array) reads "/a", which the earlier one (remove "/a") has removed"#
        ),
        PlaceFault(
            .remove("/slug", derivedFrom: "/title", by: .lowercase), .add("/title", value: "none"),
            code: .readsRemoved,
            says:
                #"on the way down that follows, the operation (derive "/slug" from "/title") reads "/title", which the earlier one (remove "/title") has removed"#
        ),
        PlaceFault(
            .add("/a", value: 1), .add("/a", value: 2), code: .writesTwice,
            says:
                #"the operation (add "/a" = 2) writes "/a", which the earlier one (add "/a" = 1) has written, and nothing has read since"#
        ),
        PlaceFault(
            .add("/a", value: 1), .set("/a", to: 2, from: 1), code: .writesTwice,
            says:
                #"the operation (set "/a" to 2) writes "/a", which the earlier one (add "/a" = 1) has written, and nothing has read since"#
        ),
        PlaceFault(
            .derive("/a/b", from: "/c", by: .trim), .move("/d", to: "/a", ifExists: .overwrite), code: .writesTwice,
            says:
                #"the operation (move "/d" to "/a") writes "/a", which the earlier one (derive "/a/b" from "/c") has written with "/a/b", and nothing has read since"#
        ),
        PlaceFault(
            .each("/l", [.join(["/a", "/b"], into: "/n", separator: " ")]), .each("/l", [.rename("/m", to: "n")]),
            code: .writesTwice,
            says:
                #"the operation (rename "/m" to "n") writes "/l/*/n", which the earlier one (join "/a", "/b" into "/n") has written, and nothing has read since"#
        ),
        PlaceFault(
            .when(.present("/k"), [.add("/a", value: 1)]),
            .when(.present("/k"), [.add("/a", value: 2)], otherwise: [.add("/a", value: 3)]), code: .writesTwice,
            says:
                #"the operation (add "/a" = 2) writes "/a", which the earlier one (add "/a" = 1) has written, and nothing has read since"#
        ),
    ])
    func operationsThatCannotBeMeantAreRefused(_ fault: PlaceFault) {
        let error = #expect(throws: PlanError.self) {
            try plan(Migration(from: "1", to: "2", "s", operations: fault.operations))
        }
        #expect(error?.code == fault.code)
        #expect(error?.description == fault.says)
    }

    @Test func eachHalfIsLookedAt() {
        let error = #expect(throws: PlanError.self) {
            try plan(Migration(from: "1", to: "2", "s", up: [], down: [.remove("/a"), .rename("/a", to: "b")]))
        }
        #expect(error?.code == .readsRemoved)
    }

    /// What may look like a fault, and is none.
    @Test(arguments: [
        [JSONOperation.remove("/a"), .rename("/b", to: "a"), .wrap("/a")],
        [.remove("/a/b"), .wrap("/a")],
        [.remove("/a"), .remove("/ab"), .remove("/b/a")],
        [.remove("/list/0"), .wrap("/list/0"), .remove("/list/0")],
        [.move("/list/0/x", to: "/y"), .wrap("/list/0/x")],
        [.add("/list/-", value: 1), .add("/list/-", value: 2)],
        [.remove("/a", ifAbsent: .skip), .rename("/a", to: "b", ifAbsent: .skip)],
        [.rename("/a", to: "b", ifExists: .skip), .wrap("/a")],
        [.split("/a", into: ["/b", "/c"], separator: " ", ifWrongKind: .skip), .wrap("/a")],
        [.move("/a", to: "/c"), .move("/b", to: "/a/b")],
        [.move("/a/b", to: "/b"), .move("/c", to: "/a/c"), .wrap("/a/c")],
        [.when(.present("/k"), [.remove("/a")]), .when(.absent("/k"), [.wrap("/a")])],
        [.when(.present("/k"), [.remove("/a")], otherwise: [.wrap("/a")])],
        [.when(.at("/k", equals: 1), [.add("/a", value: 1)]), .when(.at("/k", equals: 2), [.add("/a", value: 2)])],
        [.when(.present("/k"), [.remove("/a"), .remove("/k")]), .when(.present("/k"), [.wrap("/a")])],
        [.rename("/a", to: "b", ifAbsent: .skip), .when(.present("/a"), [.wrap("/a", ifAbsent: .skip)])],
        [.derive("/id", from: "/url", by: .trim, ifAbsent: .skip), .add("/id", value: "none", ifExists: .skip)],
        [.derive("/id", from: "/url", by: .trim), .add("/id", value: "none", ifExists: .skip)],
        [.add("/name", value: [:]), .split("/text", into: ["/name/first", "/name/last"], separator: " ")],
        [.add("/a", value: 1), .copy("/a", to: "/b"), .set("/a", to: 2)],
        [.add("/a", value: 1), .convert("/a", from: .number, to: .string), .set("/a", to: "x", from: "1")],
        [.each("/l", [.remove("/a")]), .each("/m", [.wrap("/a")])],
        [.each("/l", [.remove("/a")]), .add("/l/x", value: ["a": 1]), .wrap("/l/x/a")],
        [.each("/l", [.remove("/a")]), .objectToArray("/l", id: "a"), .each("/l", [.wrap("/a")])],
        [.inside("/l/0", [.remove("/a")]), .wrap("/l/0/a")],
        [.set("/a", to: 2, from: 1), .convert("/a", from: .number, to: .string)],
        [.copy("/a", to: "/old"), .remove("/a"), .add("/a", value: 1)],
        [.move("", to: "/items"), .each("/items", [.rename("/a", to: "b")]), .add("/a", value: 1)],
        [.join(["/a", "/b"], into: "/a", separator: " "), .wrap("/a")],
    ])
    func whatIsMeantIsNoFault(_ operations: [JSONOperation]) throws {
        _ = try plan(Migration(from: "1", to: "2", "s", operations: operations))
    }

    @Test func oneMigrationIsNotTheNext() throws {
        _ = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [
                Migration(from: "1", to: "2", "", operations: [.remove("/a")]),
                Migration(from: "2", to: "3", "", operations: [.remove("/a")]),
            ])
    }

    @Test func aPlanOfManyOperationsIsLookedAtQuickly() throws {
        var operations: [JSONOperation] = []
        for number in 0..<Cases.parts(of: 5_000) {
            operations.append(.rename(JSONPointer(["m\(number)"]), to: "m\(number + 1)"))
            operations.append(.when(.present("/k"), [.wrap("", ifAbsent: .skip)]))
        }
        _ = try plan(Migration(from: "1", to: "2", "", up: operations, down: nil))
    }
}

@Suite struct PlaceFaultInPlanFilesTests {
    private func file(_ migrations: String) -> String {
        """
        {"planFormat": 1, "name": "p", "versions": [{"version": "1"}, {"version": "2"}, {"version": "3"}], "migrations": [
        \(migrations)
        ]}
        """
    }

    @Test(arguments: [
        (
            #"{"op": "remove", "path": "/a"},\#n {"op": "wrap", "path": "/a"}"#, "line 4, column 2",
            "/migrations/1/operations/1"
        ),
        (
            #"{"op": "remove", "path": "/a/x"},\#n {"op": "inside", "path": "/a", "operations": [\#n  {"op": "when", "if": {"path": "/k", "absent": true}, "operations": [], "otherwise": [\#n   {"op": "wrap", "path": "/x"}]}]}"#,
            "line 6, column 4", "/migrations/1/operations/1/operations/0/otherwise/0"
        ),
        (
            #"{"op": "inside", "path": "/a", "operations": [\#n  {"op": "remove", "path": "/s", "derived": {"from": "/t", "by": ["trim"]}},\#n  {"op": "add", "path": "/t", "value": ""}]}"#,
            "line 4, column 3", "/migrations/1/operations/0/operations/0"
        ),
        (
            #"{"op": "add", "path": "/a", "value": 1},\#n {"op": "set", "path": "/a", "to": 2}"#, "line 4, column 2",
            "/migrations/1/operations/1"
        ),
    ])
    func theLaterOperationIsPointedAt(operations: String, position: String, path: String) throws {
        // The migrations of a file need not be in the order of the versions.
        let text = file(
            #"{"from": "2", "to": "3", "summary": "", "operations": []}, {"from": "1", "to": "2", "summary": "", "operations": [\#(operations)]}"#
                .replacing("[{\"op\"", with: "[\n{\"op\"", maxReplacements: 1))
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: text) }
        #expect(error?.code == .invalidPlan)
        #expect(error?.fault == (operations.contains("\"set\"") ? .writesTwice : .readsRemoved))
        #expect(error?.description.hasPrefix("\(position), at \"\(path)\": ") == true, "\(error?.description ?? "")")
    }

    @Test func theMigrationOfAFaultIsTheOneInTheFile() throws {
        let text = file(
            """
            {"from": "2", "to": "3", "summary": "", "operations": []},
            {"from": "1", "to": "2", "summary": "", "operations": [{"op": "set", "path": "/v", "to": 2}]}
            """
        ).replacing(#""versions""#, with: #""version": {"at": "/v", "as": "integer"}, "versions""#, maxReplacements: 1)
        let error = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: text) }
        #expect(
            error?.fault == .writesVersion && error?.path == "/migrations/1/operations/0" && error?.position?.line == 3)
    }
}

@Suite struct UnreachableVersionTests {
    private func error(_ first: Migration, _ second: Migration) -> PlanError? {
        do {
            _ = try MigrationPlan(
                "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
                migrations: [first, second])
            return nil
        } catch { return error }
    }

    @Test func aVersionThatBothNeighboursLeadAwayFromIsRefused() {
        let fault = error(
            Migration(from: "1", to: "2", "", up: nil, down: []), Migration(from: "2", to: "3", "", up: [], down: nil))
        #expect(fault?.code == .unreachable)
        #expect(
            fault?.description
                == #"no path leads to the version "2": the migration from "1" has no way up, and the one from "3" no way down"#
        )
    }

    @Test func aMigrationThatLeadsNowhereIsRefused() {
        let fault = error(
            Migration(from: "1", to: "2", "", up: nil, down: nil), Migration(from: "2", to: "3", "", operations: []))
        #expect(fault?.code == .unreachable)
        #expect(fault?.description == #"the migration from "1" to "2" leads neither up nor down"#)
    }

    @Test func oneDirectionIsEnough() {
        #expect(
            error(
                Migration(from: "1", to: "2", "", up: [], down: nil),
                Migration(from: "2", to: "3", "", up: [], down: nil)) == nil)
        #expect(
            error(
                Migration(from: "1", to: "2", "", up: nil, down: []),
                Migration(from: "2", to: "3", "", up: nil, down: [])) == nil)
        #expect(
            error(
                Migration(from: "1", to: "2", "", up: [], down: nil),
                Migration(from: "2", to: "3", "", up: nil, down: [])) == nil)
    }
}
