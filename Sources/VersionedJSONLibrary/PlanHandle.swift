import Migrations
import Synchronization
import VersionedCodec

/// A plan, or an entity of a plan set, that C holds.
final class PlanHandle: Sendable {
    private let subject: MigrationSubject

    /// The migrations of the last calls, one of which most often is that of the next one too; the newest first.
    private let prepared = Mutex<[Prepared]>([])
    private static let mostPrepared = 8

    private struct Prepared {
        let target: String
        let options: [UInt8]?
        let migration: BatchMigration
    }

    init(planFile bytes: [UInt8]) throws { subject = .plan(try MigrationPlan(planFile: bytes)) }

    /// - `path`: The plan file.
    convenience init(path: StoredPath) throws { try self.init(planFile: Self.bytes(of: path)) }

    /// - `path`: The plan-set file; the plans that it names are read from its folder.
    init(setFile path: StoredPath, entity: String) throws {
        let set = try PlanSet(setFile: Self.bytes(of: path)) { name in
            let file = path.folder.appending(StoredPath(name))
            let bytes = try PayloadInput(file).bytes()
            // The place of a mistake is one in this file.
            do { return try MigrationPlan(planFile: bytes) } catch { throw InterfaceError(error, in: file) }
        }
        guard set[entity] != nil else {
            let known = set.entities.map(\.name).joined(separator: ", ")
            throw InterfaceError(
                code: "unknownEntity", message: "the entity \"\(entity)\" is unknown; known entities: \(known)")
        }
        subject = .set(set, entity: entity)
    }

    private static func bytes(of path: StoredPath) throws(InterfaceError) -> [UInt8] {
        do { return try PayloadInput(path).bytes() } catch { throw InterfaceError(error, in: path) }
    }

    /// The plan as C holds it, until it is released.
    func retained() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    /// A migration to a version, with options in JSON.
    func migration(to target: String, _ options: [UInt8]?) throws -> BatchMigration {
        let known = prepared.withLock { $0.first { $0.target == target && $0.options == options } }
        if let known { return known.migration }
        let read = try options.map { try InterfaceOptions($0) } ?? InterfaceOptions()
        let migration = try BatchMigration(subject, target: target, from: read.from, options: read.migration)
        prepared.withLock {
            if $0.count == Self.mostPrepared { $0.removeLast() }
            $0.insert(Prepared(target: target, options: options, migration: migration), at: 0)
        }
        return migration
    }
}
