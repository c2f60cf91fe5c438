import Migrations
import Synchronization
import VersionedCodec

/// A plan that C holds.
final class PlanHandle: Sendable {
    private let plan: MigrationPlan

    /// The migration of the last call, which most often is that of the next one too.
    private let last = Mutex<Prepared?>(nil)

    private struct Prepared {
        let target: String
        let options: [UInt8]?
        let migration: BatchMigration
    }

    init(planFile bytes: [UInt8]) throws { plan = try MigrationPlan(planFile: bytes) }

    /// The plan as C holds it, until it is released.
    func retained() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    /// A migration to a version, with options in JSON.
    func migration(to target: String, _ options: [UInt8]?) throws -> BatchMigration {
        if let known = last.withLock({ $0 }), known.target == target, known.options == options {
            return known.migration
        }
        let read = try options.map { try InterfaceOptions($0) } ?? InterfaceOptions()
        let migration = try BatchMigration(plan: plan, target: target, from: read.from, options: read.migration)
        last.withLock { $0 = Prepared(target: target, options: options, migration: migration) }
        return migration
    }
}
