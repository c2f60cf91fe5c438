import Foundation
import Migrations
import TestSupport
import Testing
import VersionedCodec
import VersionedTesting

/// The plan for Kubernetes' HorizontalPodAutoscaler: each conversion gives what the API server gives, and reports
/// exactly what does not come back.
@Suite struct HorizontalPodAutoscalerTests {
    static let labels = ["v1", "v2beta1", "v2beta2", "v2"]

    private static func fixture(_ version: String) throws -> String {
        let path = "fixtures/hpa/web.\(version).json"
        return String(decoding: try Data(contentsOf: RepositoryFiles.root.appending(path: path)), as: UTF8.self)
    }

    /// An object of `autoscaling/…`, from its other members.
    private static func text(_ version: String, _ members: String) -> String {
        #"{"apiVersion": "autoscaling/\#(version)", \#(members)}"#
    }

    private static func differences(_ expected: String, _ found: String) throws -> [String] {
        Loss.Difference.between(try JSONDocument(parsing: expected).root, try JSONDocument(parsing: found).root)
            .map(\.description)
    }

    /// One object with metrics of all types, as each version writes it.
    @Test(arguments: labels, labels) func objectOfEachVersionBecomesThatOfEachOther(from: String, to: String) throws {
        let result = try FamilyCase.plan("hpa").migrate(Self.fixture(from), to: "autoscaling/\(to)")
        #expect(try Self.differences(Self.fixture(to), result.text) == [])
        #expect(result.losses.map(\.description) == [])
    }

    struct Conversion: Sendable, CustomTestStringConvertible {
        let name: String
        let from: String
        let to: String
        let before: String
        let after: String
        var losses: [String] = []

        var testDescription: String { name }
    }

    static let conversions = [
        Conversion(
            name: "the CPU of v1 becomes a metric, and its current value too", from: "v1", to: "v2",
            before:
                #""spec": {"targetCPUUtilizationPercentage": 80}, "status": {"currentCPUUtilizationPercentage": 72}"#,
            after: #"""
                "spec": {"metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}}]},
                "status": {"currentMetrics": [{"type": "Resource", "resource": {"name": "cpu", "current": {"averageUtilization": 72}}}]}
                """#),
        Conversion(
            name: "a current CPU value without a metric", from: "v2", to: "v1",
            before: #"""
                "metadata": {"name": "web"}, "status": {"currentReplicas": 1, "currentMetrics": [
                  {"type": "Resource", "resource": {"name": "cpu", "current": {"averageUtilization": 72}}}]}
                """#,
            after: #"""
                "metadata": {"name": "web", "annotations": {"autoscaling.alpha.kubernetes.io/current-metrics":
                  "[{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"currentAverageUtilization\":72,\"currentAverageValue\":\"0\"}}]"}},
                "status": {"currentReplicas": 1, "currentCPUUtilizationPercentage": 72}
                """#),
        Conversion(
            name: "v1 keeps no place for the CPU among metrics", from: "v2", to: "v1",
            before: #"""
                "metadata": {"name": "web"}, "spec": {"metrics": [
                  {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}},
                  {"type": "Pods", "pods": {"metric": {"name": "r"}, "target": {"type": "AverageValue", "averageValue": "1"}}}]}
                """#,
            after: #"""
                "metadata": {"name": "web", "annotations": {"autoscaling.alpha.kubernetes.io/metrics":
                  "[{\"type\":\"Pods\",\"pods\":{\"metricName\":\"r\",\"targetAverageValue\":\"1\"}}]"}},
                "spec": {"targetCPUUtilizationPercentage": 80}
                """#,
            losses: ["/spec/metrics"]),
        Conversion(
            name: "v1 has one value for the CPU", from: "v2", to: "v1",
            before: #"""
                "metadata": {"name": "web"}, "spec": {"metrics": [
                  {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}},
                  {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 60}}}]}
                """#,
            after: #""metadata": {"name": "web"}, "spec": {"targetCPUUtilizationPercentage": 80}"#,
            losses: ["/spec/metrics/1"]),
        Conversion(
            name: "the CPU by value is a metric in the annotation", from: "v2", to: "v1",
            before: #"""
                "metadata": {"name": "web"}, "spec": {"metrics": [
                  {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "AverageValue", "averageValue": "1"}}}], "maxReplicas": 2}
                """#,
            after: #"""
                "metadata": {"name": "web", "annotations": {"autoscaling.alpha.kubernetes.io/metrics":
                  "[{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"targetAverageValue\":\"1\"}}]"}}, "spec": {"maxReplicas": 2}
                """#),
        Conversion(
            name: "an annotation that is no list of metrics is dropped", from: "v1", to: "v2",
            before: #"""
                "metadata": {"name": "web", "annotations": {"autoscaling.alpha.kubernetes.io/metrics": "7",
                  "autoscaling.alpha.kubernetes.io/behavior": "oops"}}, "spec": {"targetCPUUtilizationPercentage": 80}
                """#,
            after: #"""
                "metadata": {"name": "web"}, "spec": {"metrics": [
                  {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}}]}
                """#,
            losses: [
                "/metadata/annotations"
            ]),
        Conversion(
            name: "an annotation of the conversion that v2 has is dropped", from: "v2", to: "v1",
            before: #"""
                "metadata": {"name": "web", "annotations": {"owner": "x", "autoscaling.alpha.kubernetes.io/metrics": "[]"}}, "spec": {}
                """#,
            after: #""metadata": {"name": "web", "annotations": {"owner": "x"}}, "spec": {}"#,
            losses: ["/metadata/annotations/autoscaling.alpha.kubernetes.io~1metrics"]),
        Conversion(
            name: "in v2beta1 only behavior is an annotation", from: "v2beta1", to: "v2",
            before: #"""
                "metadata": {"name": "web", "annotations": {"autoscaling.alpha.kubernetes.io/metrics": "[]",
                  "autoscaling.alpha.kubernetes.io/behavior": "{\"ScaleUp\":null,\"ScaleDown\":{\"StabilizationWindowSeconds\":1,\"SelectPolicy\":\"Disabled\",\"Policies\":null}}"}},
                "spec": {"maxReplicas": 2}
                """#,
            after: #"""
                "metadata": {"name": "web"},
                "spec": {"maxReplicas": 2, "behavior": {"scaleDown": {"stabilizationWindowSeconds": 1, "selectPolicy": "Disabled"}}}
                """#,
            losses: ["/metadata/annotations/autoscaling.alpha.kubernetes.io~1metrics"]),
        Conversion(
            name: "an object by average has a value too", from: "v2", to: "v2beta1",
            before: #"""
                "spec": {"metrics": [{"type": "Object", "object": {"describedObject": {"kind": "Service", "name": "s"},
                  "target": {"type": "AverageValue", "averageValue": "5"}, "metric": {"name": "hits"}}}]}
                """#,
            after: #"""
                "spec": {"metrics": [{"type": "Object", "object": {"target": {"kind": "Service", "name": "s"},
                  "metricName": "hits", "targetValue": "0", "averageValue": "5"}}]}
                """#),
        Conversion(
            name: "a target of another type than its value is a loss", from: "v2", to: "v2beta1",
            before: #"""
                "spec": {"metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Value", "averageUtilization": 5}}}]}
                """#,
            after:
                #""spec": {"metrics": [{"type": "Resource", "resource": {"name": "cpu", "targetAverageUtilization": 5}}]}"#,
            losses: ["/spec/metrics/0/resource/target/type"]),
        Conversion(
            name: "a status without metrics or conditions", from: "v2beta2", to: "v1",
            before: #""status": {"currentReplicas": 1, "currentMetrics": null, "conditions": null}"#,
            after: #""status": {"currentReplicas": 1}"#),
        Conversion(
            name: "a status of v1 has neither metrics nor conditions", from: "v1", to: "v2beta2",
            before: #""status": {"currentReplicas": 1}"#,
            after: #""status": {"currentReplicas": 1, "currentMetrics": null, "conditions": null}"#),
        Conversion(
            name: "metrics of a type that no version has pass", from: "v2", to: "v2beta1",
            before: #""spec": {"metrics": [{"type": "Moon", "moon": {"phase": 1}}]}"#,
            after: #""spec": {"metrics": [{"type": "Moon", "moon": {"phase": 1}}]}"#),
    ]

    @Test(arguments: conversions) func conversionIsThatOfTheServer(_ given: Conversion) throws {
        let plan = try FamilyCase.plan("hpa")
        let result = try plan.migrate(Self.text(given.from, given.before), to: "autoscaling/\(given.to)")
        #expect(try Self.differences(Self.text(given.to, given.after), result.text) == [])
        #expect(result.losses.map { "\($0.path)" } == given.losses, "\(result.losses)")
    }

    /// Two counts, taken without the judge: what is reported and came back, and what did not and is not reported.
    @Test(arguments: labels) func lossesAreThoseOfARoundTrip(to target: String) throws {
        let plan = try FamilyCase.plan("hpa")
        let documents =
            try Self.labels.map { try Self.fixture($0) } + Self.conversions.map { Self.text($0.from, $0.before) }
            + Self.conversions.map { Self.text($0.to, $0.after) }
        for document in documents {
            let there = try plan.migrate(document, to: "autoscaling/\(target)")
            let back = try plan.migrate(there.text, to: there.from.label)
            let truth = LossTruth(
                before: try JSONDocument(parsing: document).root, after: try JSONDocument(parsing: back.bytes).root)
            #expect(truth.silent(there.losses) == [], "\(document)")
            #expect(truth.invented(there.losses) == [], "\(document)")
        }
    }

    @Test func lawsHoldForRandomDocuments() throws {
        let plan = try FamilyCase.plan("hpa")
        var cases: [LawCase] = []
        for version in Self.labels {
            let examples =
                [try Self.fixture(version)]
                + Self.conversions.filter { $0.from == version }.map { Self.text($0.from, $0.before) }
            let shape = DocumentShape(of: try examples.map { try JSONDocument(parsing: $0).root })
            cases += LawCase.random(shape, version: "autoscaling/\(version)", count: Cases.some(of: 20), seed: 7)
        }
        try VersionLaws(of: plan).check(cases).require()
    }

    /// 872 lines were needed when plans had no words for routes, directions, lists with parameters and scratch values.
    @Test func planIsShort() throws {
        let path = RepositoryFiles.root.appending(path: "Examples/Plans/hpa.json")
        let lines = String(decoding: try Data(contentsOf: path), as: UTF8.self).split(separator: "\n")
        #expect(lines.count < 872 / 2)
        #expect(lines.allSatisfy { $0.utf8.count <= 160 })
    }
}

/// What did not come back from a round trip, by comparing the leaves of both documents.
struct LossTruth {
    /// The paths of the leaves that did not come back.
    let gone: [String]

    init(before: JSONValue, after: JSONValue) {
        let back = Dictionary(Self.leaves(after, ""), uniquingKeysWith: { $1 })
        var containers: Set<String> = []
        for path in back.keys {
            var path = path[...]
            while let slash = path.lastIndex(of: "/") {
                path = path[..<slash]
                containers.insert(String(path))
            }
        }
        gone = Self.leaves(before, "").compactMap { path, text in
            if back[path] == text { return nil }
            return (text == "[]" || text == "{}") && containers.contains(path) ? nil : path
        }
    }

    func silent(_ losses: [Loss]) -> [String] {
        gone.filter { path in !losses.contains { Self.touch($0.path.description, path) } }
    }

    func invented(_ losses: [Loss]) -> [String] {
        losses.map(\.path.description).filter { path in !gone.contains { Self.touch(path, $0) } }
    }

    private static func touch(_ path: String, _ other: String) -> Bool {
        path == other || other.hasPrefix(path + "/") || path.hasPrefix(other + "/")
    }

    private static func leaves(_ value: JSONValue, _ path: String) -> [(String, String)] {
        if let object = value.object, !object.isEmpty {
            return object.flatMap { leaves($0.value, JSONPointer([$0.key]).description.withPrefix(path)) }
        }
        if let array = value.array, !array.isEmpty {
            return array.enumerated().flatMap { leaves($1, "\(path)/\($0)") }
        }
        return [(path, value.text())]
    }
}

extension String {
    fileprivate func withPrefix(_ prefix: String) -> String { prefix + self }
}
