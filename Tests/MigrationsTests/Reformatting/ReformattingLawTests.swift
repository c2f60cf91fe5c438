import Foundation
import Testing
import VersionedCodec

@testable import Migrations

/// What a model is in one version, migrated to another, is what it is in the other.
@Suite struct ReformattingLawTests {
    static let nilMembers: [[VersionFormat.NilMembers]] = {
        let all: [VersionFormat.NilMembers] = [.asEncoded, .omitted, .null]
        return all.flatMap { old in all.map { [old, $0] } }
    }()

    @Test(arguments: nilMembers)
    func migratedModelIsTheModelInTheOtherVersion(_ nilMembers: [VersionFormat.NilMembers]) throws {
        let controller = try Garden.controller(nilMembers: nilMembers)
        let plan = try MigrationPlan("Garden", controller: controller, reformatting: Garden.Root.self)
        for seed in 1...25 {
            var generator = Garden.Generator(seed: UInt64(seed))
            let model = generator.root()
            let old = try controller.encode(model, for: .old)
            let new = try controller.encode(model, for: .new)
            try expect(plan, old, "2", new, "seed \(seed), up")
            try expect(plan, new, "1", old, "seed \(seed), down")
        }
    }

    private func expect(
        _ plan: MigrationPlan, _ payload: Data, _ target: String, _ expected: Data, _ comment: Comment
    ) throws {
        let stamped = try plan.stamped(payload, target == "2" ? "1" : "2")
        let result = try plan.migrate(stamped, to: target)
        let wanted = try JSONDocument(parsing: plan.stamped(expected, target)).root
        let found = try JSONDocument(parsing: result.bytes).root
        #expect(found.isEquivalent(to: wanted), "\(comment): \(found.text()) \(wanted.text())")
        #expect(result.losses.map(\.description) == [], comment)
    }

    @Test func whatTheModelDoesNotKnowStaysAsItIs() throws {
        let controller = try Garden.controller()
        let plan = try MigrationPlan("Plant", controller: controller, reformatting: Garden.Plant.self)
        let payload =
            #"{ "version":1, "x" : 1.0, "latin_name" : "\u0041", "watered_at" : "2020-06-13 23:21:42 +0800","y":[ ]}"#
        #expect(
            try plan.migrate(payload, to: "2").text
                == #"{ "version":2, "x" : 1.0, "latinName" : "\u0041", "wateredAt" : "2020-06-13T23:21:42+08:00","y":[ ]}"#
        )
    }
}

extension MigrationPlan {
    /// A payload with its version, which a fixed target is written without.
    fileprivate func stamped(_ payload: Data, _ label: String) throws -> Data {
        let memory = ArenaMemory()
        memory.arena.begin(try JSONDocument(parsing: payload).root)
        try mark(memory.arena, label)
        return Data(memory.arena.value(of: memory.arena.root).bytes())
    }
}
