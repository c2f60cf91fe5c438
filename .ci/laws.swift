import Foundation
import LosslessJSON
import Migrations
import Synchronization
import VersionedCodec
import VersionedTesting

/// Checks the laws on random documents: `laws COUNT SEED`. A failure is printed as JSON, with the line that replays it.
@main
enum Laws {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let (count, seed) = (Int(arguments.first ?? 10_000), arguments.dropFirst().first ?? 1)
        let runs = try [packages(), orders(), ingresses(), autoscalers()].flatMap { subject in
            subject.examples.map {
                Run(plan: subject.plan, version: $0.version, examples: $0.examples, isStrict: subject.isStrict)
            }
        }
        let results = Mutex([Result?](repeating: nil, count: runs.count))
        // Each core takes the next version that no other has taken.
        DispatchQueue.concurrentPerform(iterations: runs.count) { index in
            let result = runs[index].result(count: count, seed: seed)
            results.withLock { $0[index] = result }
        }
        let all = results.withLock { $0 }.compactMap { $0 }
        for result in all { print(result.lines.joined(separator: "\n")) }
        exit(all.count == runs.count && all.allSatisfy(\.isSound) ? 0 : 1)
    }

    private struct Result: Sendable {
        let lines: [String]
        let isSound: Bool
    }

    /// The documents of one version, on their paths to all others.
    private struct Run: Sendable {
        let plan: MigrationPlan
        let version: String
        let examples: [JSONValue]
        let isStrict: Bool

        func result(count most: Int, seed: UInt64) -> Result {
            let start = ContinuousClock.now
            let count = isStrict ? most / 10 : most
            var laws = VersionLaws(of: plan)
            laws.shrinkingLimit = 2_000
            let shape = DocumentShape(of: examples)
            let report = laws.check(LawCase.random(shape, version: version, count: count, seed: seed))
            var (lines, isSound) = (report.failures.map { "\($0)" }, report.isSound)
            // A path that refuses most documents would check nothing.
            let paths = count * (plan.labels.count - 1)
            if isStrict ? report.refused * 20 > paths * 19 : report.refused * 2 > paths {
                lines.append("\(plan.name): \(report.refused) documents of version \(version) are refused")
                isSound = false
            }
            let checked = report.checked.values.reduce(0, +)
            lines.append("\(plan.name) \(version): \(checked) checks in \(ContinuousClock.now - start)")
            return Result(lines: lines, isSound: isSound)
        }
    }

    private struct Subject {
        let plan: MigrationPlan
        let examples: [(version: String, examples: [JSONValue])]
        /// Whether the plan refuses most documents that are made by chance, and takes longer for the others: a tenth of
        /// the documents is enough.
        var isStrict = false
    }

    private static func file(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    /// What SwiftPM writes.
    private static func packages() throws -> Subject {
        Subject(
            plan: try MigrationPlan(planFile: file("Examples/Plans/package-resolved.json")),
            examples: try ["1", "2", "3"].map {
                ($0, [try JSONDocument(parsing: file("fixtures/package-resolved/v\($0).resolved")).root])
            })
    }

    /// Kubernetes' HorizontalPodAutoscaler: a hub of four versions, and JSON in texts.
    private static func autoscalers() throws -> Subject {
        Subject(
            plan: try MigrationPlan(planFile: file("Examples/Plans/hpa.json")),
            examples: try ["v1", "v2beta1", "v2beta2", "v2"].map {
                ("autoscaling/\($0)", [try JSONDocument(parsing: file("fixtures/hpa/web.\($0).json")).root])
            }, isStrict: true)
    }

    private static func examples(_ texts: String...) throws -> [JSONValue] {
        try texts.map { try JSONDocument(parsing: $0).root }
    }

    /// Kubernetes' Ingress.
    private static func ingresses() throws -> Subject {
        let rules = #"""
            "metadata": {"name": "web", "annotations": {"a": "b"}}, "spec": {"rules": [{"host": "a.example", "http":
            {"paths": [{"path": "/", BACKEND}, {"path": "/b", BACKEND}]}}], "tls": [{"hosts": ["a.example"]}]}
            """#
        func document(_ version: String, _ backends: String) throws -> JSONValue {
            let text = #"{"apiVersion": "\#(version)", "kind": "Ingress", \#(rules)}"#.replacing(
                "BACKEND", with: backends)
            return try JSONDocument(parsing: text).root
        }
        let (old, new) = (
            #""backend": {"serviceName": "s", "servicePort": 80}"#,
            #""pathType": "Prefix", "backend": {"service": {"name": "s", "port": {"number": 80}}}"#
        )
        return Subject(
            plan: try MigrationPlan(planFile: file("Examples/Plans/ingress.json")),
            examples: [
                ("extensions/v1beta1", [try document("extensions/v1beta1", old)]),
                ("networking.k8s.io/v1beta1", [try document("networking.k8s.io/v1beta1", old)]),
                ("networking.k8s.io/v1", [try document("networking.k8s.io/v1", new)]),
            ])
    }

    /// Many operations, those of plan format 2 among them.
    private static func orders() throws -> Subject {
        let plan = #"""
            {"planFormat": 2, "name": "Order", "version": {"at": "/version", "as": "integer"},
             "versions": [{"version": "1"}, {"version": "2"}, {"version": "3"}],
             "migrations": [
               {"from": "1", "to": "2", "summary": "Names, kinds, money", "operations": [
                 {"op": "introduce", "path": "/note"},
                 {"op": "rename", "path": "/buyer", "to": "customer", "ifAbsent": "skip"},
                 {"op": "move", "from": "/street", "to": "/address/street", "ifAbsent": "skip"},
                 {"op": "convert", "path": "/paid", "from": "number", "to": "boolean", "ifAbsent": "skip", "ifWrongKind": "skip"},
                 {"op": "mapValues", "path": "/state", "table": [["o", "open"], ["c", "closed"]], "ifUnknown": "skip", "ifAbsent": "skip"},
                 {"op": "remove", "path": "/legacy", "ifAbsent": "skip"},
                 {"op": "each", "path": "/items", "ifAbsent": "skip", "operations": [
                   {"op": "calculate", "path": "/cents", "multiply": 100, "ifAbsent": "skip", "ifWrongKind": "skip"},
                   {"op": "add", "path": "/count", "value": 1, "ifExists": "skip"}]}]},
               {"from": "2", "to": "3", "summary": "Lists, texts", "operations": [
                 {"op": "switch", "on": "/state", "cases": {"open": [{"op": "add", "path": "/due", "value": true, "ifExists": "skip"}]},
                  "ifUnknown": "skip", "ifAbsent": "skip"},
                 {"op": "objectToArray", "path": "/tags", "id": "name", "value": "value", "ifAbsent": "skip", "ifWrongKind": "skip"},
                 {"op": "sort", "path": "/codes", "missing": "last", "mixed": true, "ifAbsent": "skip", "ifWrongKind": "skip"},
                 {"op": "wrap", "path": "/customer", "ifAbsent": "skip"},
                 {"op": "remove", "path": "/hint", "ifAbsent": "skip", "only": "up"}]}]}
            """#
        return Subject(
            plan: try MigrationPlan(planFile: plan),
            examples: [
                (
                    "1",
                    try examples(
                        #"{"version": 1, "buyer": "Ann", "street": "High", "paid": 1, "state": "o", "legacy": 1.0, "items": [{"cents": 2}, {"cents": 3.5, "count": 2}], "tags": {"a": 1, "b": "x"}, "codes": [3, null, "a", 1.0], "hint": "h"}"#,
                        #"{"version": 1, "state": "x", "note": {"a": [1]}, "items": [], "address": {}}"#)
                ),
                (
                    "2",
                    try examples(
                        #"{"version": 2, "note": "n", "customer": "Ann", "address": {"street": "High"}, "paid": true, "state": "open", "items": [{"cents": 200, "count": 1}], "tags": {"a": 1}, "codes": [3, null, "a", 1.0], "hint": "h"}"#,
                        #"{"version": 2, "state": "closed", "due": false, "items": []}"#)
                ),
                (
                    "3",
                    try examples(
                        #"{"version": 3, "note": "n", "customer": ["Ann"], "paid": true, "state": "open", "due": true, "items": [{"cents": 200, "count": 1}], "tags": [{"name": "a", "value": 1}], "codes": [1, 3]}"#,
                        #"{"version": 3, "state": "closed", "items": [], "hint": "h"}"#)
                ),
            ])
    }
}
