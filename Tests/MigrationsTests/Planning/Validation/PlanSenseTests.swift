import Migrations
import Testing
import VersionedCodec

/// Plans that can be read, and cannot be meant.
@Suite struct PlanSenseTests {
    /// The error for a plan file, or a remark that there is none.
    private static func says(_ text: String) -> String {
        do {
            _ = try MigrationPlan(planFile: text)
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    private static func plan(operations: String) -> String {
        """
        {"planFormat": 1, "name": "x", "versions": [{"version": "1"}, {"version": "2"}],
         "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [
        \(operations)]}]}
        """
    }

    // MARK: Operations

    @Test(arguments: [
        (
            #"{"op": "convert", "path": "/a", "from": "string", "to": "string"}"#,
            #"line 3, column 57, at "/migrations/0/operations/0/to": the operation (convert "/a" from string to string) does nothing: both are "string""#
        ),
        (
            #"{"op": "move", "from": "/a", "to": "/a"}"#,
            #"line 3, column 36, at "/migrations/0/operations/0/to": the operation (move "/a" to "/a") does nothing: both paths are the same"#
        ),
        (
            #"{"op": "copy", "from": "/a", "to": "/a"}"#,
            #"line 3, column 36, at "/migrations/0/operations/0/to": the operation (copy "/a" to "/a") does nothing: both paths are the same"#
        ),
        (
            #"{"op": "rename", "path": "/b/a", "to": "a"}"#,
            #"line 3, column 40, at "/migrations/0/operations/0/to": the operation (rename "/b/a" to "a") does nothing: both keys are the same"#
        ),
        (
            #"{"op": "each", "path": "/a", "operations": []}"#,
            #"line 3, column 44, at "/migrations/0/operations/0/operations": the operation (each of "/a") does nothing: it has no operations"#
        ),
        (
            #"{"op": "each", "path": "/a", "operations": [{"op": "when", "if": {"path": "/b", "present": true}, "operations": []}]}"#,
            #"line 3, column 113, at "/migrations/0/operations/0/operations/0/operations": the operation (when "/b" is present) does nothing: it has no operations"#
        ),
        (
            #"{"op": "named", "name": "n", "operations": [{"op": "again", "name": "n"}]}"#,
            #"line 3, column 69, at "/migrations/0/operations/0/operations/0/name": the operation ("n" again) would never end: it applies "n" to the same value again; put it into a scope that leads deeper, such as "each""#
        ),
        (
            #"{"op": "named", "name": "n", "operations": [{"op": "named", "name": "m", "operations": [{"op": "inside", "path": "", "operations": [{"op": "again", "name": "n"}]}]}]}"#,
            #"line 3, column 157, at "/migrations/0/operations/0/operations/0/operations/0/operations/0/name": the operation ("n" again) would never end: it applies "n" to the same value again; put it into a scope that leads deeper, such as "each""#
        ),
        (
            #"{"op": "named", "name": "node", "operations": [{"op": "each", "operations": [{"op": "again", "name": "nod"}]}]}"#,
            #"line 3, column 102, at "/migrations/0/operations/0/operations/0/operations/0/name": the operation ("nod" again) is in no scope of that name; did you mean "node"? known: node"#
        ),
        (
            #"{"op": "again", "name": "n"}"#,
            #"line 3, column 25, at "/migrations/0/operations/0/name": the operation ("n" again) is in no scope of that name"#
        ),
    ])
    func operationThatCannotBeMeantIsRefused(_ operation: String, _ says: String) {
        #expect(Self.says(Self.plan(operations: operation)) == says)
    }

    @Test(arguments: [
        #"{"op": "named", "name": "n", "operations": [{"op": "each", "path": "/a", "operations": [{"op": "again", "name": "n"}]}]}"#,
        // What the condition asks for may be gone when it is asked again.
        #"{"op": "named", "name": "n", "operations": [{"op": "when", "if": {"path": "/a/a", "present": true}, "operations": [{"op": "unwrap", "path": "/a"}, {"op": "again", "name": "n"}]}]}"#,
        #"{"op": "when", "if": {"path": "/b", "present": true}, "operations": [], "otherwise": [{"op": "add", "path": "/b", "value": 1}], "reverseIf": {"path": "/c", "present": true}}"#,
        #"{"op": "copy", "in": "context", "from": "/a", "to": "/a"}"#,
    ])
    func operationThatCanBeMeantIsNot(_ operation: String) {
        #expect(Self.says(Self.plan(operations: operation)) == "no error")
    }

    @Test func listsAreLookedIntoWhereTheyStand() {
        let text = """
            {"planFormat": 1, "name": "x", "versions": [{"version": "1"}, {"version": "2"}],
             "lists": {"l": [
               {"op": "move", "from": "/a", "to": "/a"}]},
             "migrations": [{"from": "1", "to": "2", "summary": "s", "up": [{"op": "use", "list": "l"}]}]}
            """
        #expect(
            Self.says(text)
                == #"line 3, column 39, at "/lists/l/0/to": the operation (move "/a" to "/a") does nothing: both paths are the same"#
        )
    }

    @Test func versionIsWrittenByTheOperationThatIsNamed() {
        let text = """
            {"planFormat": 1, "name": "x", "version": {"at": "/v", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}],
             "migrations": [{"from": "1", "to": "2", "summary": "s", "down": [],
               "up": [{"op": "sort", "path": "/l"},
                      {"op": "set", "path": "/v", "to": 2}]}]}
            """
        #expect(
            Self.says(text)
                == #"line 5, column 11, at "/migrations/0/up/1": the operation (set "/v" to 2) writes the version; leave that out, because each step writes the version itself"#
        )
    }

    // MARK: Versions

    private static func plan(version: String, labels: [String]) -> String {
        let versions = labels.map { #"{"version": "\#($0)"}"# }.joined(separator: ", ")
        let migrations = zip(labels, labels.dropFirst()).map {
            #"{"from": "\#($0)", "to": "\#($1)", "summary": "s", "operations": []}"#
        }
        return """
            {"planFormat": 1, "name": "x", "version": {\(version)},
             "versions": [\(versions)], "migrations": [\(migrations.joined(separator: ", "))]}
            """
    }

    @Test(arguments: [
        (
            #""at": "/v", "as": "integer""#, ["2", "1"], 45,
            #"the version "1" comes after "2", which is newer; the oldest comes first"#
        ),
        (#""at": "/v", "as": "integer""#, ["9", "10"], 0, ""),
        (#""at": "/v", "as": "integer", "minor": "/w""#, ["4.5", "4.10", "5"], 0, ""),
        (#""at": "/v", "as": "integer", "minor": "/w""#, ["4", "4.0"], 0, ""),
        (
            #""at": "/v", "as": "integer", "minor": "/w""#, ["4.5", "4"], 47,
            #"the version "4" comes after "4.5", which is newer; the oldest comes first"#
        ),
        (#""at": "/v", "as": "semantic""#, ["4.2", "4.10.0-rc.1", "4.10"], 0, ""),
        (
            #""at": "/v", "as": "semantic""#, ["4.2", "4.10", "4.9.9"], 68,
            #"the version "4.9.9" comes after "4.10", which is newer; the oldest comes first"#
        ),
        (
            #""at": "/v", "as": "semantic""#, ["4", "4.0"], 45,
            #"the versions "4" and "4.0" are written in the same way"#
        ),
        (#""at": "/v", "as": "date""#, ["2025-12-31", "2026-01-01"], 0, ""),
        (
            #""at": "/v", "as": "date""#, ["2026-01-01", "2025-12-31"], 54,
            #"the version "2025-12-31" comes after "2026-01-01", which is newer; the oldest comes first"#
        ),
        (#""at": "/v", "as": "string""#, ["v2", "v1"], 0, ""),
    ])
    func versionsStandOldestFirst(_ version: String, _ labels: [String], _ column: Int, _ says: String) {
        let place = #"line 2, column \#(column), at "/versions/\#(labels.count - 1)/version": "#
        #expect(Self.says(Self.plan(version: version, labels: labels)) == (says.isEmpty ? "no error" : place + says))
    }

    @Test func labelOfAMigrationIsNamedWhereItStands() {
        let text = """
            {"planFormat": 1, "name": "x", "versions": [{"version": "1"}, {"version": "2"}, {"version": "3"}],
             "migrations": [{"from": "1", "to": "X", "summary": "s", "operations": []}]}
            """
        #expect(
            Self.says(text.replacing("X", with: "20"))
                == #"line 2, column 37, at "/migrations/0/to": the version "20" is not in the list; known: 1, 2, 3"#
        )
        #expect(
            Self.says(text.replacing("X", with: "3"))
                == #"line 2, column 37, at "/migrations/0/to": a migration leads from a version to the next newer one; "3" does not follow "1" in 1, 2, 3"#
        )
    }
}
