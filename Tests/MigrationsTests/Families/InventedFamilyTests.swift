import Migrations
import Testing
import VersionedCodec

/// Formats that change as real ones do, and that only `docs/PlanFiles.md` was needed for.
@Suite struct InventedFamilyTests {
    /// A version, a document of it, and what the document is in the other version.
    struct Golden: Sendable, CustomTestStringConvertible {
        let name: String
        let operations: String
        let older: String
        let newer: String

        var testDescription: String { name }
    }

    static let goldens = [
        // Maps whose entries are referred to by key become lists, and the references positions; in each model of its
        // own.
        Golden(
            name: "references by key become references by position",
            operations: #"""
                {"op": "each", "path": "/models", "operations": [{"op": "asDocument", "operations": [
                  {"op": "keyToIndex", "path": "/scene", "list": "/scenes", "ifAbsent": "skip"},
                  {"op": "each", "path": "/scenes", "operations": [{"op": "each", "path": "/nodes", "operations": [{"op": "keyToIndex", "path": "", "list": "/nodes"}]}]},
                  {"op": "each", "path": "/nodes", "operations": [
                    {"op": "each", "path": "/children", "ifAbsent": "skip", "operations": [{"op": "keyToIndex", "path": "", "list": "/nodes"}]},
                    {"op": "each", "path": "/meshes", "ifAbsent": "skip", "operations": [{"op": "keyToIndex", "path": "", "list": "/meshes"}]},
                    {"op": "unwrap", "path": "/meshes", "ifAbsent": "skip"},
                    {"op": "rename", "path": "/meshes", "to": "mesh", "ifAbsent": "skip"}]},
                  {"op": "objectToArray", "path": "/scenes", "id": "name"},
                  {"op": "objectToArray", "path": "/nodes", "id": "name"},
                  {"op": "objectToArray", "path": "/meshes", "id": "name"}]}]}
                """#,
            older: #"""
                {"v": 1, "models": [
                  {"scene": "main", "scenes": {"main": {"nodes": ["root"]}},
                   "nodes": {"root": {"children": ["leg", "arm"]}, "arm": {"meshes": ["cube"]}, "leg": {"meshes": ["ball"], "matrix": [1.50]}},
                   "meshes": {"cube": {"p": 1}, "ball": {"p": 2}}},
                  {"scenes": {}, "nodes": {"cube": {"meshes": ["cube"]}}, "meshes": {"a/b": {"p": 3}, "cube": {"p": 4}}}]}
                """#,
            newer: #"""
                {"v": 2, "models": [
                  {"scene": 0, "scenes": [{"name": "main", "nodes": [0]}],
                   "nodes": [{"name": "root", "children": [2, 1]}, {"name": "arm", "mesh": 0}, {"name": "leg", "mesh": 1, "matrix": [1.50]}],
                   "meshes": [{"name": "cube", "p": 1}, {"name": "ball", "p": 2}]},
                  {"scenes": [], "nodes": [{"name": "cube", "mesh": 1}], "meshes": [{"name": "a/b", "p": 3}, {"name": "cube", "p": 4}]}]}
                """#),
        // Two flat lists become one tree.
        Golden(
            name: "a tree is rebuilt from flat lists",
            operations: #"""
                {"op": "attach", "from": "/files", "to": "/folders", "id": "/id", "reference": "/folderId", "into": "files"},
                {"op": "listToTree", "path": "/folders", "id": "/id", "parent": "/parentId", "children": "folders", "root": null, "emptyChildren": true},
                {"op": "unwrap", "path": "/folders"},
                {"op": "rename", "path": "/folders", "to": "root"}
                """#,
            older: #"""
                {"v": 1, "folders": [{"id": 1, "parentId": null, "name": "/"}, {"id": 2, "parentId": 1, "name": "etc"},
                  {"id": 3, "parentId": 2, "name": "ssl"}, {"id": 4, "parentId": 1, "name": "usr"}],
                 "files": [{"name": "a", "folderId": 2}, {"name": "b", "folderId": 3}, {"name": "c", "folderId": 3}]}
                """#,
            newer: #"""
                {"v": 2, "root": {"id": 1, "name": "/", "files": [], "folders": [
                  {"id": 2, "name": "etc", "files": [{"name": "a"}], "folders": [
                    {"id": 3, "name": "ssl", "files": [{"name": "b"}, {"name": "c"}], "folders": []}]},
                  {"id": 4, "name": "usr", "files": [], "folders": []}]}}
                """#),
        // What most lines say goes to their order, what all orders say to the document, and what a line nests to the
        // line.
        Golden(
            name: "members are hoisted inside arrays",
            operations: #"""
                {"op": "each", "path": "/orders", "operations": [
                  {"op": "hoist", "list": "/lines", "member": "/currency", "to": "/currency", "ifMixed": "keep"},
                  {"op": "each", "path": "/lines", "operations": [
                    {"op": "move", "from": "/price/amount", "to": "/amount"},
                    {"op": "calculate", "path": "/amount", "divide": 100, "fractionDigits": 2}]}]},
                {"op": "hoist", "list": "/orders", "member": "/shop", "to": "/shop"}
                """#,
            older: #"""
                {"v": 1, "orders": [
                  {"id": 1, "shop": "x", "lines": [{"sku": "a", "currency": "EUR", "price": {"amount": 500}}, {"sku": "b", "currency": "EUR", "price": {"amount": 1999, "tax": 7}}]},
                  {"id": 2, "shop": "x", "lines": [{"currency": "CHF", "price": {"amount": 1}}, {"currency": "EUR", "price": {"amount": 2}}, {"currency": "EUR", "price": {"amount": 3}}]},
                  {"id": 3, "shop": "x", "lines": []}]}
                """#,
            newer: #"""
                {"v": 2, "shop": "x", "orders": [
                  {"id": 1, "currency": "EUR", "lines": [{"sku": "a", "amount": 5.00}, {"sku": "b", "amount": 19.99, "price": {"tax": 7}}]},
                  {"id": 2, "currency": "EUR", "lines": [{"currency": "CHF", "amount": 0.01}, {"amount": 0.02}, {"amount": 0.03}]},
                  {"id": 3, "lines": []}]}
                """#),
        // Entries of maps become fields, and fields entries.
        Golden(
            name: "maps become fields",
            operations: #"""
                {"op": "move", "from": "/metadata/annotations/example.org~1class", "to": "/spec/className", "ifAbsent": "skip"},
                {"op": "scatter", "from": "sizes", "suffix": "Size"},
                {"op": "objectToArray", "path": "/ports", "id": "name", "value": "port"},
                {"op": "objectToArray", "path": "/shape", "id": "type"}, {"op": "unwrap", "path": "/shape"},
                {"op": "each", "path": "/env", "operations": [{"op": "objectToArray", "path": "", "id": "name", "value": "value"}, {"op": "unwrap", "path": ""}]}
                """#,
            older: #"""
                {"v": 1, "metadata": {"annotations": {"example.org/class": "nginx", "x": "y"}}, "sizes": {"small": 1, "large": 2},
                 "ports": {"http": 80}, "shape": {"circle": {"r": 1}}, "env": [{"A": "1"}, {"": "2"}]}
                """#,
            newer: #"""
                {"v": 2, "metadata": {"annotations": {"x": "y"}}, "spec": {"className": "nginx"}, "smallSize": 1, "largeSize": 2,
                 "ports": [{"name": "http", "port": 80}], "shape": {"type": "circle", "r": 1}, "env": [{"name": "A", "value": "1"}, {"name": "", "value": "2"}]}
                """#),
    ]

    @Test(arguments: goldens + moreGoldens) func goldenInBothDirections(_ golden: Golden) throws {
        let plan = try Self.plan([golden.operations])
        try check(plan, golden.older, to: "2", gives: golden.newer)
        try check(plan, golden.newer, to: "1", gives: golden.older)
        for document in [golden.older, golden.newer] {
            #expect(try plan.roundTrips(of: JSONDocument(parsing: document)).allSatisfy(\.isSound))
        }
    }

    // MARK: A chain of forty steps

    private static let steps = #"""
        {"op": "rename", "path": "/title", "to": "name"}
        {"op": "convert", "path": "/price", "from": "string", "to": "number"}
        {"op": "calculate", "path": "/price", "multiply": 100, "reverseFractionDigits": 2}
        {"op": "rename", "path": "/price", "to": "cents"}
        {"op": "move", "from": "/cents", "to": "/amount/cents"}
        {"op": "add", "path": "/amount/currency", "value": "EUR"}
        {"op": "convert", "path": "/flag", "from": "number", "to": "boolean"}
        {"op": "transform", "path": "/tags", "by": [{"join": ","}]}
        {"op": "arrayToMembers", "path": "/size", "keys": ["w", "h"]}
        {"op": "join", "from": ["/owner/first", "/owner/last"], "into": "/owner/name", "separator": " "}
        {"op": "objectToArray", "path": "/map", "id": "key"}
        {"op": "hoist", "list": "/items", "member": "/unit", "to": "/unit"}
        {"op": "each", "path": "/items", "operations": [{"op": "rename", "path": "/qty", "to": "quantity"}]}
        {"op": "split", "from": "/note", "into": ["/left", "/right"], "separator": "-"}
        {"op": "gather", "into": "sides", "members": ["left", "right"]}
        {"op": "rename", "path": "/sides", "to": "halves"}
        {"op": "wrap", "path": "/name"}
        {"op": "rename", "path": "/name", "to": "names"}
        {"op": "arrayToObject", "path": "/items", "id": "id", "idAs": "number"}
        {"op": "renameKeys", "path": "/items", "by": [{"addPrefix": "item-"}]}
        {"op": "mapValues", "path": "/flag", "table": [[true, "on"], [false, "off"]]}
        {"op": "rename", "path": "/flag", "to": "state"}
        {"op": "printJSON", "path": "/halves"}
        {"op": "transform", "path": "/unit", "by": [{"addPrefix": "si:"}]}
        {"op": "move", "from": "/unit", "to": "/amount/unit"}
        {"op": "scatter", "from": "size", "prefix": "size_"}
        {"op": "add", "path": "/schema", "value": "27", "before": "names"}
        {"op": "set", "path": "/schema", "from": "27", "to": "28"}
        {"op": "remove", "path": "/schema", "default": "28"}
        {"op": "derive", "from": "/names", "to": "/nameCount", "by": ["count"]}
        {"op": "copy", "from": "/state", "to": "/oldState"}
        {"op": "remove", "path": "/oldState", "derived": {"from": "/state"}}
        {"op": "parseJSON", "path": "/halves"}
        {"op": "when", "if": {"path": "/state", "equals": "on"}, "operations": [{"op": "add", "path": "/active", "value": true}]}
        {"op": "everywhere", "where": {"path": "/quantity", "present": true}, "reverseIf": {"path": "/count", "present": true}, "operations": [{"op": "rename", "path": "/quantity", "to": "count"}]}
        {"op": "generate", "path": "/id", "as": "uuid", "seed": "s"}
        {"op": "move", "from": "/id", "to": "/meta/id"}
        {"op": "gather", "into": "data", "except": ["meta"]}
        {"op": "rename", "path": "/data", "to": "body"}
        {"op": "inside", "path": "/body", "operations": [{"op": "rename", "path": "/tags", "to": "labels"}]}
        """#.split(separator: "\n").map(String.init)

    @Test func fortyStepsLeadUpAndBack() throws {
        #expect(Self.steps.count == 40)
        let plan = try Self.plan(Self.steps)
        let first = #"""
            {"v": 1, "title": "A", "price": "19.90", "tags": ["x", "y"], "size": [1, 2], "owner": {"first": "Ann", "last": "Lee"},
             "items": [{"id": 1, "qty": 2, "unit": "m"}, {"id": 2, "qty": 3, "unit": "m"}], "map": {"k": {"n": 1}}, "flag": 1, "note": "a-b"}
            """#
        let up = try plan.migrate(first, to: "41")
        var last = try JSONDocument(parsing: up.bytes).root
        #expect(last["meta"]?["id"]?.string?.count == 36)
        _ = last.object?.removeValue(forKey: "meta")
        let expected = #"""
            {"v": 41, "body": {"names": ["A"], "labels": "x,y", "owner": {"name": "Ann Lee"}, "items": {"item-1": {"count": 2}, "item-2": {"count": 3}},
             "map": [{"key": "k", "n": 1}], "state": "on", "amount": {"cents": 1990, "currency": "EUR", "unit": "si:m"},
             "halves": {"left": "a", "right": "b"}, "size_w": 1, "size_h": 2, "nameCount": 1, "active": true}}
            """#
        #expect(Loss.Difference.between(try JSONDocument(parsing: expected).root, last).map(\.description) == [])
        try check(plan, up.text, to: "1", gives: first)
        // From any version to any other: in one go, or by way of each between.
        var stepwise = first
        for label in plan.labels.dropFirst() { stepwise = try plan.migrate(stepwise, to: label).text }
        #expect(stepwise == up.text)
        let middle = try plan.migrate(first, to: "20").text
        #expect(try plan.migrate(middle, to: "41").text == up.text)
        #expect(try plan.roundTrips(of: JSONDocument(parsing: middle)).allSatisfy(\.isSound))
    }

    // MARK: Plans and results

    /// A plan file of one step for each text of operations.
    private static func plan(_ steps: [String]) throws -> MigrationPlan {
        let versions = (1...steps.count + 1).map { #"{"version": "\#($0)"}"# }.joined(separator: ", ")
        let migrations = steps.enumerated().map { index, operations in
            #"{"from": "\#(index + 1)", "to": "\#(index + 2)", "summary": "", "operations": [\#(operations)]}"#
        }
        return try MigrationPlan(
            planFile: #"""
                {"planFormat": 1, "name": "invented", "version": {"at": "/v", "as": "integer"},
                 "versions": [\#(versions)], "migrations": [\#(migrations.joined(separator: ",\n"))]}
                """#)
    }

    private func check(
        _ plan: MigrationPlan, _ document: String, to target: String, gives expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try plan.migrate(document, to: target)
        let differences = Loss.Difference.between(
            try JSONDocument(parsing: expected).root, try JSONDocument(parsing: result.bytes).root)
        #expect(differences.map(\.description) == [], sourceLocation: sourceLocation)
    }
}
