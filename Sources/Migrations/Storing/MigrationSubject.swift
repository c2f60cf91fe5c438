import VersionedCodec

/// What migrates documents: a plan, or a plan set, of which they are one entity.
package enum MigrationSubject: Sendable {
    case plan(MigrationPlan)
    case set(PlanSet, entity: String)

    /// The plan, or the plans of the set.
    package var plans: [MigrationPlan] {
        switch self {
        case .plan(let plan): [plan]
        case .set(let set, _): set.entities.compactMap(\.plan)
        }
    }

    /// Fails for an entity or a version that there is not.
    func requireVersions(_ target: String, _ explicit: String?) throws(MigrationError) {
        switch self {
        case .plan(let plan):
            _ = try plan.index(of: target)
            if let explicit { _ = try plan.index(of: explicit) }
        case .set(let set, let entity):
            _ = try (set.entity(of: entity), set.pins(of: target))
            if let explicit { _ = try set.pins(of: explicit) }
        }
    }

    /// Migrates a document.
    package func migrate(
        _ payload: [UInt8], to target: String, from explicit: String?, options: MigrationOptions
    ) throws(MigrationError) -> PlanSet.Migrated {
        switch self {
        case .plan(let plan):
            PlanSet.Migrated(try plan.migrate(payload, to: target, from: explicit, options: options))
        case .set(let set, let entity):
            try set.migrate(payload, entity: entity, to: target, from: explicit, options: options)
        }
    }

    /// Migrates a document into a file; the result has no bytes.
    package func migrate(
        _ payload: [UInt8], to target: String, from explicit: String?, options: MigrationOptions,
        into file: FileReplacement
    ) throws -> PlanSet.Migrated {
        switch self {
        case .plan(let plan):
            let migration = DocumentMigration(plan: plan, target: target, from: explicit, options: options)
            return PlanSet.Migrated(try migration.run(payload, into: file))
        case .set(let set, let entity):
            return try set.migrate(
                payload, entity: entity, to: target, from: explicit, options: options, into: file)
        }
    }

    /// Migrates lines.
    package func migrateLines(
        _ reader: LineReader, to target: String, from explicit: String?, options: MigrationOptions,
        _ receivers: LineReceivers
    ) throws -> LineMigration.Summary {
        switch self {
        case .plan(let plan):
            try LineMigration(plan: plan, target: target, from: explicit, options: options).run(reader, receivers)
        case .set(let set, let entity):
            try set.migrateLines(reader, entity: entity, to: target, from: explicit, options, receivers)
        }
    }
}

extension PlanSet.Migrated {
    /// The result of a plan.
    init(_ result: MigrationResult) {
        self.init(
            bytes: result.bytes, from: result.from, to: result.to, lossList: result.lossList,
            contradictions: result.from.contradiction.map { [$0] } ?? [])
        (carriedLosses, carried, outdatedCarried) = (result.carriedLosses, result.carried, result.outdatedCarried)
    }

    /// The result of a plan that was written into a file.
    fileprivate init(_ report: DocumentMigration.Report) {
        self.init(
            bytes: [], from: report.from, to: report.to, lossList: report.lossList,
            contradictions: report.from.contradiction.map { [$0] } ?? [])
        (carriedLosses, carried, outdatedCarried) = (report.carriedLosses, report.carried, report.outdatedCarried)
    }
}
