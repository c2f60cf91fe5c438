import Foundation
import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Ten trips with edits between: whatever a document has become, and whatever it carries, it goes to the other version
/// and comes back as it was.
@Suite struct CarriedEditsLawTests {
    private static var options: MigrationOptions {
        var options = MigrationOptions(losses: .carry)
        options.carrying.limit = .max
        return options
    }

    private static func bare(_ bytes: [UInt8]) throws -> JSONValue {
        try JSONDocument(parsing: CarriedData.removed(from: Data(bytes))).root
    }

    /// Says how many of the trips were possible.
    static func check(
        _ payload: [UInt8], _ plan: MigrationPlan, from start: String, through target: String, seed: Int,
        _ comment: String
    ) throws -> Int {
        var (bytes, here, there, trips) = (payload, start, target, 0)
        let marks = Set(plan.marks(of: start).map { $0.pointer } + plan.marks(of: target).map { $0.pointer })
        var edit = RandomEdit(seed: seed, leaving: Set(marks.compactMap(\.tokens.first) + [CarriedData.member]))
        for _ in 0..<10 {
            guard let moved = try? plan.migrate(bytes, to: there, from: here, options: options) else {
                return trips
            }
            trips += 1
            let back = try plan.migrate(moved.bytes, to: here, from: there, options: options)
            let (before, after) = (try bare(bytes), try bare(back.bytes))
            let changes = CarriedChange.between(before, after)
            #expect(
                changes.isEmpty,
                "\(comment) \(here) to \(there), trip \(trips)\n\(changes)\n\(before.text())\n\(moved.text)")
            if !changes.isEmpty { return trips }
            // The other version, edited; where the plan has no way for that, as it is.
            let root = try JSONDocument(parsing: moved.bytes).root
            let edited = edit.edited(root)
            let isPossible = (try? plan.migrate(edited.bytes(), to: here, from: there, options: options)) != nil
            bytes = isPossible ? edited.bytes() : moved.bytes
            (here, there) = (there, here)
        }
        return trips
    }

    @Test func randomDocuments() throws {
        var trips = 0
        let count = ProcessInfo.processInfo.environment["CARRY_COUNT"].flatMap { Int($0) } ?? 8
        for seed in 0..<count {
            var random = RandomPlans(seed: UInt64(seed))
            let plan = try random.twoWayPlan()
            for _ in 0..<4 {
                guard let document = try? JSONDocument(parsing: random.document()), document.root.kind == .object,
                    let from = try? plan.detector.detect(in: document, explicit: nil).label
                else { continue }
                for target in ["1", "2", "3"] where target != from {
                    trips += try Self.check(
                        document.bytes, plan, from: from, through: target, seed: seed, "seed \(seed)")
                }
            }
        }
        #expect(trips > 50)
    }
}

@Suite(.enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)))
struct CarriedFamilyTests {
    /// Some small documents of a family; with `CARRY_COUNT` in the environment, all of them.
    private func documents(_ cases: [FamilyCase]) throws -> [(name: String, bytes: [UInt8])] {
        let names = Set(cases.flatMap { [$0.input, $0.expected] }).sorted()
        let all = try names.map { ($0, [UInt8](try RepositoryFiles.shared($0))) }
        if ProcessInfo.processInfo.environment["CARRY_COUNT"] != nil { return all.filter { $0.1.count < 60_000 } }
        let small = all.filter { $0.1.count < 4_000 }
        return stride(from: 0, to: small.count, by: max(1, small.count)).map { small[$0] }
    }

    private func check(_ family: String, _ documents: [(name: String, bytes: [UInt8])]) throws {
        let plan = try FamilyCase.plan(family)
        var trips = 0
        for (name, bytes) in documents {
            guard let from = try? plan.detector.detect(in: JSONDocument(parsing: bytes), explicit: nil).label else {
                continue
            }
            for target in plan.labels where target != from {
                trips += try CarriedEditsLawTests.check(
                    bytes, plan, from: from, through: target, seed: name.utf8.count, name)
            }
        }
        #expect(trips > 10)
        if ProcessInfo.processInfo.environment["CARRY_COUNT"] != nil { print(family, trips) }
    }

    @Test func ingress() throws { try check("ingress", documents(FamilyCase.ingress)) }
    @Test func nbformat() throws { try check("nbformat", documents(FamilyCase.nbformat)) }
    @Test func denoLock() throws { try check("deno-lock", documents(FamilyCase.denoLock)) }

    @Test func packageResolved() throws {
        let documents = try ["v1", "v2", "v3"].map { name in
            let url = RepositoryFiles.root.appending(path: "fixtures/package-resolved/\(name).resolved")
            return (name, [UInt8](try Data(contentsOf: url)))
        }
        try check("package-resolved", documents)
    }
}
