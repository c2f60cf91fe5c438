import Foundation
import Migrations
import TestSupport
import Testing
import VersionedCodec
import VersionedTesting

/// The laws, on random documents that look like real ones.
///
/// `LAW_CASES=10000 swift test --filter FamilyLawTests` checks so many for each version of a family.
@Suite(.enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)))
struct FamilyLawTests {
    private static let count = ProcessInfo.processInfo.environment["LAW_CASES"].flatMap { Int($0) }

    private func check(_ family: String, _ cases: [FamilyCase]) throws -> VersionLaws.Report {
        let plan = try FamilyCase.plan(family)
        var examples: [String: [JSONValue]] = [:]
        for name in Set(cases.flatMap { [$0.input, $0.expected] }).sorted() {
            let bytes = try RepositoryFiles.shared(name)
            guard bytes.count < 20_000 else { continue }
            let document = try JSONDocument(parsing: bytes)
            guard let version = try? plan.detector.detect(in: document, explicit: nil).label else { continue }
            examples[version, default: []].append(document.root)
        }
        var cases: [LawCase] = []
        for (version, roots) in examples.sorted(by: { $0.key < $1.key }) {
            // Documents as different as the whole family fit no plan: each has the shape of two that exist.
            for start in 0..<(Self.count.map { max(1, $0 / 10) } ?? 2) {
                let pair = [roots[start % roots.count], roots[(start * 7 + 1) % roots.count]]
                cases += LawCase.random(
                    DocumentShape(of: pair), version: version, count: Self.count == nil ? 1 : 10, seed: UInt64(start))
            }
        }
        let report = VersionLaws(of: plan).check(cases)
        if Self.count != nil { print(family, cases.count, report) }
        return report
    }

    @Test func ingress() throws { try check("ingress", FamilyCase.ingress).require() }
    @Test func denoLock() throws { try check("deno-lock", FamilyCase.denoLock).require() }
    @Test func nbformat() throws { try check("nbformat", FamilyCase.nbformat).require() }
}
