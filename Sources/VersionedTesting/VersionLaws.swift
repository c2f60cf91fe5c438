public import Migrations
public import VersionedCodec

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Use it to check laws of a plan, including its operations and bridges, on documents.
///
/// ```swift
/// let laws = VersionLaws(of: plan)
/// let shape = DocumentShape(of: [example])
/// try laws.check(LawCase.random(shape, version: "1", count: 10_000, seed: 1)).require()
/// ```
///
/// It works with Swift Testing and XCTest: ``VersionLaws/Report/require(fullCoverage:)`` throws, or expect
/// ``VersionLaws/Report/failures`` to be empty.
public struct VersionLaws: Sendable {
    /// The plan. For a `Migrator`, its plan.
    public let plan: MigrationPlan

    /// The losses that round trips may have.
    public enum Expectation: Sendable, Hashable {
        /// Each lost value is reported, and each reported value is lost. The plan reports by itself what a bridge
        /// forgets, swaps or rounds, so such a bridge is sound; ``exact`` finds it.
        case reported
        /// Nothing is lost.
        case exact
    }

    /// The losses that round trips may have. ``VersionLaws/Law/carriage`` is exact in any case.
    public var expectation = Expectation.reported

    /// The laws that are checked; all by default. A plan that generates random values is not deterministic.
    public var laws = Set(VersionLaws.Law.allCases)

    /// The facts from outside that operations can read.
    public var context: JSONValue?

    /// How many smaller documents are tried for each failure.
    public var shrinkingLimit = 500

    /// The laws of a plan.
    public init(of plan: MigrationPlan) { self.plan = plan }

    /// Checks the laws on documents, each on its path to every other version.
    ///
    /// - Complexity: About twelve conversions for each document and version.
    public func check(_ cases: some Sequence<LawCase>) -> VersionLaws.Report {
        var report = VersionLaws.Report()
        var failed: Set<String> = []
        for name in allNames { report.coverage[name] = 0 }
        for lawCase in cases {
            if let failure = unknownVersion(of: lawCase, lawCase.expected.keys.sorted()) {
                report.failures.append(failure)
                continue
            }
            for target in plan.labels where target != lawCase.version {
                cover(lawCase, target, &report)
                var isRefused = false
                for law in VersionLaws.Law.allCases where laws.contains(law) {
                    switch LawTrip(self, lawCase, target).outcome(of: law) {
                    case .holds: report.checked[law, default: 0] += 1
                    case .doesNotApply: break
                    case .refused: isRefused = true
                    case .fails(let reason):
                        report.checked[law, default: 0] += 1
                        // One of each kind is enough.
                        guard failed.insert("\(law) \(lawCase.version) \(target)").inserted else { break }
                        report.failures.append(smallest(law, lawCase, target, reason))
                    }
                    if isRefused { break }
                }
                if isRefused { report.refused += 1 }
            }
        }
        return report
    }

    /// Checks one law on one document again.
    ///
    /// - `line`: The JSON of a failure, as in ``VersionLaws/Failure/json``.
    /// - Throws: ``VersionLaws/Report`` if the law still fails, `JSONSyntaxError`, and `DecodingError` with the name of
    ///   a member that a failure has and the line lacks.
    public func replay(_ line: String) throws {
        let json = try JSONDocument(parsing: line).root
        func member(_ name: String) throws -> JSONValue {
            if let value = json[name] { return value }
            throw Self.noFailure("there is no member \"\(name)\"")
        }
        func text(_ name: String) throws -> String {
            if let text = try member(name).string { return text }
            throw Self.noFailure("\"\(name)\" is not a string")
        }
        let (name, from, target, value) = (try text("law"), try text("from"), try text("to"), try member("document"))
        guard let law = VersionLaws.Law(rawValue: name) else { throw Self.noFailure("there is no law \"\(name)\"") }
        var lawCase = LawCase("replay", version: from, document: try JSONDocument(parsing: value.bytes()))
        lawCase.expected[target] = json["expected"]
        if let failure = unknownVersion(of: lawCase, [target]) {
            var report = VersionLaws.Report()
            report.failures = [failure]
            throw report
        }
        guard case .fails(let reason) = LawTrip(self, lawCase, target).outcome(of: law) else { return }
        var report = VersionLaws.Report()
        report.checked[law] = 1
        report.failures = [smallest(law, lawCase, target, reason)]
        throw report
    }

    private static func noFailure(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "the line is no failure of a law: \(reason)"))
    }

    /// The failure of a document of a version that the plan does not have, or is expected in one.
    private func unknownVersion(of lawCase: LawCase, _ targets: [String]) -> VersionLaws.Failure? {
        guard let unknown = ([lawCase.version] + targets).first(where: { plan[$0] == nil }) else { return nil }
        return VersionLaws.Failure(
            law: .fixtures, from: lawCase.version, to: unknown, reason: "the plan has no version \(unknown)",
            document: lawCase.document.root, name: lawCase.name, expected: lawCase.expected[unknown])
    }

    // MARK: Coverage

    private var allNames: [String] {
        plan.labels.flatMap { from in
            plan.labels.flatMap { target in
                // A way that does not exist has no operations.
                from == target ? [] : (try? plan.traceNames(from: from, to: target)) ?? []
            }
        }
    }

    private func cover(_ lawCase: LawCase, _ target: String, _ report: inout VersionLaws.Report) {
        do {
            try plan.trace(lawCase.document, from: lawCase.version, to: target, context: context) {
                report.coverage[$0, default: 0] += 1
            }
            guard plan.hasWayBack(from: lawCase.version, to: target) else { return }
            let there = try plan.migrate(
                lawCase.document, to: target, from: lawCase.version, options: MigrationOptions(context: context))
            try plan.trace(
                JSONDocument(parsing: there.bytes), from: target, to: lawCase.version, context: context
            ) { report.coverage[$0, default: 0] += 1 }
        } catch {
            // Parts that were applied before the refusal count; the laws count the refusal itself.
        }
    }

    // MARK: Small counterexamples

    private func smallest(
        _ law: VersionLaws.Law, _ lawCase: LawCase, _ target: String, _ reason: String
    ) -> VersionLaws.Failure {
        var failure = VersionLaws.Failure(
            law: law, from: lawCase.version, to: target, reason: reason, document: lawCase.document.root,
            name: lawCase.name, expected: law == .fixtures ? lawCase.expected[target] : nil)
        if law == .fixtures { return failure }
        var tries = 0
        var isSmaller = true
        while isSmaller, tries < shrinkingLimit {
            isSmaller = false
            for candidate in Shrinking.candidates(of: failure.document) {
                tries += 1
                if tries > shrinkingLimit { break }
                // Candidates are valid JSON.
                guard let document = try? JSONDocument(parsing: candidate.bytes()) else { continue }
                let smaller = LawCase(lawCase.name, version: lawCase.version, document: document)
                guard case .fails(let reason) = LawTrip(self, smaller, target).outcome(of: law) else { continue }
                (failure.document, failure.reason, isSmaller) = (document.root, reason, true)
                break
            }
        }
        return failure
    }
}

/// Smaller values than a value.
enum Shrinking {
    /// Values that are smaller by one part, the greatest steps first.
    static func candidates(of value: JSONValue) -> [JSONValue] {
        if let object = value.object {
            var found: [JSONValue] = []
            for member in object {
                var smaller = object
                _ = smaller.removeValue(forKey: member.key)
                found.append(.object(smaller))
            }
            for member in object {
                for inner in candidates(of: member.value) {
                    var smaller = object
                    smaller[member.key] = inner
                    found.append(.object(smaller))
                }
            }
            return found
        }
        if let array = value.array {
            if array.isEmpty { return [] }
            let elements = Array(array)
            var found =
                elements.count > 3 ? [elements[..<(elements.count / 2)], elements[(elements.count / 2)...]] : []
            found += elements.indices.map { (elements[..<$0] + elements[($0 + 1)...])[...] }
            var values = found.map { JSONValue.array(JSONArray($0)) }
            for (index, element) in elements.enumerated() {
                for inner in candidates(of: element) {
                    var smaller = elements
                    smaller[index] = inner
                    values.append(.array(JSONArray(smaller)))
                }
            }
            return values
        }
        if let text = value.string, text.count > 1 { return ["", "a"] }
        return []
    }
}
