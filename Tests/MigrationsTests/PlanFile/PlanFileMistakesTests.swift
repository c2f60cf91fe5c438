import Migrations
import Testing
import VersionedCodec

/// A plan file tells all of its mistakes at once, and none that only follows from another one.
@Suite struct PlanFileMistakesTests {
    private func lines(_ plan: String) -> [String] {
        do {
            _ = try MigrationPlan(planFile: plan)
            return []
        } catch {
            #expect(error.description == error.mistakes.map(\.diagnostic.description).joined(separator: "\n"))
            #expect(error.mistakes.allSatisfy { $0.others.isEmpty })
            return error.mistakes.map { "\($0.path): \($0.message)" }
        }
    }

    private func plan(
        versions: String = #"[{"version": "1"}, {"version": "2"}]"#, operations: String, more: String = ""
    ) -> String {
        #"{"planFormat": 1, "name": "P", "version": {"at": "/v", "as": "integer"}, "versions": \#(versions),"#
            + #" "migrations": [{"from": "1", "to": "2", "summary": "S", "operations": [\#(operations)]}]\#(more)}"#
    }

    @Test func mistakesOfSeveralOperationsAreAllReported() {
        let found = lines(
            plan(
                operations: """
                    {"op": "rename", "path": "/a", "too": "b"},
                    {"op": "remove", "path": "/ok"},
                    {"op": "convert", "path": "/c", "from": "strin", "to": "number"},
                    {"op": "each", "path": "/items", "operations": [
                        {"op": "remove", "path": 5}, {"op": "wat", "path": "/x"}]},
                    {"op": "add", "path": "/d"}
                    """))
        #expect(
            found.map { $0.prefix { $0 != ";" } } == [
                #"/migrations/0/operations/0: the member "to" is missing"#,
                #"/migrations/0/operations/0/too: unknown member "too""#,
                #"/migrations/0/operations/2/from: unknown value "strin""#,
                #"/migrations/0/operations/3/operations/0/path: expected a string, found a number"#,
                #"/migrations/0/operations/3/operations/1/op: unknown operation "wat""#,
                #"/migrations/0/operations/4: the member "value" is missing"#,
            ])
    }

    @Test func mistakesOfOneOperationAreAllReported() {
        let found = lines(
            plan(
                operations: #"{"op": "convert", "path": 1, "from": "strin", "to": 2, "ifAbsent": "no", "x": 1, "y": 2}"#
            ))
        #expect(
            found.map { $0.prefix { $0 != ";" } } == [
                #"/migrations/0/operations/0/path: expected a string, found a number"#,
                #"/migrations/0/operations/0/from: unknown value "strin""#,
                #"/migrations/0/operations/0/to: expected a string, found a number"#,
                #"/migrations/0/operations/0/ifAbsent: unknown value "no""#,
                #"/migrations/0/operations/0/x: unknown member "x""#,
                #"/migrations/0/operations/0/y: unknown member "y""#,
            ])
    }

    @Test func mistakesOfAllPartsAreReported() {
        let found = lines(
            #"{"planFormat": 1, "name": 1, "version": {"at": "/v", "as": "int", "newer": 3}, "#
                + #""versions": [{"version": 1}, {"version": "2", "unmarked": 1}], "#
                + #""lists": {"l": [{"op": "remov", "path": "/a"}]}, "migrations": [{"from": "1"}], "note": ""}"#)
        #expect(
            found.map { $0.prefix { $0 != ";" } } == [
                "/name: expected a string, found a number",
                #"/version/as: unknown value "int""#,
                "/version/newer: expected a string, found a number",
                "/versions/0/version: expected a string, found a number",
                "/versions/1/unmarked: expected true or false, found a number",
                #"/lists/l/0/op: unknown operation "remov""#,
                #"/migrations/0: the member "to" is missing"#,
                #"/migrations/0: the member "summary" is missing"#,
                #"/migrations/0: the migration has no operations: neither "operations" nor "up" or "down""#,
                #"/note: unknown member "note""#,
            ])
    }

    @Test func faultsOfThePlanAsAWholeAreAllReported() {
        let found = lines(
            #"{"planFormat": 1, "name": "P", "version": {"at": "/v", "as": "integer"}, "#
                + #""versions": [{"version": "1"}, {"version": "x"}, {"version": "2"}, {"version": "2"}], "#
                + #""migrations": [{"from": "1", "to": "9", "summary": "S", "operations": []}, "#
                + #"{"from": "2", "to": "1", "summary": "S", "operations": []}]}"#)
        #expect(
            found == [
                #"/versions/1/version: the version "x" cannot be written as an integer, as the place of the version asks"#,
                #"/versions/3/version: the version "2" appears twice"#,
                #"/migrations/0/to: the version "9" is not in the list; known: 1, 2, 2, x"#,
                #"/migrations/1/to: a migration leads from a version to the next newer one; "1" does not follow "2" in 1, x, 2, 2"#,
            ])
    }

    @Test func faultsOfSeveralOperationsAreAllReported() {
        let found = lines(
            plan(
                operations: """
                    {"op": "set", "path": "/v", "to": 1},
                    {"op": "convert", "path": "/c", "from": "string", "to": "string"},
                    {"op": "rename", "path": "/d", "to": "d"}
                    """))
        #expect(found.count == 3)
        #expect(
            found.map { $0.prefix { $0 != ":" } } == [
                "/migrations/0/operations/0", "/migrations/0/operations/1/to", "/migrations/0/operations/2/to",
            ])
    }

    /// What depends on a part that could not be read is not judged.
    @Test func datesOfVersionsThatCouldNotBeReadAreNoMistake() {
        let found = lines(
            plan(
                versions: #"[{"version": "1", "dates": "iso8601"}, {"version": "2", "dates": 5}]"#,
                operations: #"{"op": "reformatDate", "path": "/at"}"#))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("/versions/1/dates: ") == true)
    }

    @Test func atMostTwentyAreReported() {
        let operations = Array(repeating: #"{"op": "wat"}"#, count: 50).joined(separator: ",")
        #expect(lines(plan(operations: operations)).count == 20)
    }

    /// Every single mistake of a file gives one line, however deep it is.
    @Test(arguments: [1, 2, 5, 40])
    func aMistakeWithinScopesIsReportedOnce(depth: Int) {
        var operation = #"{"op": "remove", "path": 5}"#
        for _ in 0..<depth { operation = #"{"op": "each", "path": "/a", "operations": [\#(operation)]}"# }
        #expect(lines(plan(operations: operation)).count == 1)
    }

    @Test func mistakesOfAPlanSetAreAllReported() {
        let file =
            #"{"planSetFormat": 1, "name": 2, "entities": [{"name": "A", "nested": [{"entity": 1}]}, {"nam": "B"}], "apiVersions": 3}"#
        let error = #expect(throws: PlanFileError.self) {
            try PlanSet(setFile: Array(file.utf8)) { _ in throw PlanFileMistakesError() }
        }
        #expect(
            error?.mistakes.map(\.path.description) == [
                "/name", "/entities/0/nested/0/entity", "/entities/1/nam", "/apiVersions",
            ])
    }
}

private struct PlanFileMistakesError: Error {}
