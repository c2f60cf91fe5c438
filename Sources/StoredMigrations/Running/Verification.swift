import Migrations
import VersionedCodec

extension DocumentConverter {
    /// Takes the bytes of a result back to the version that the document had, and compares. Each difference must be a
    /// loss that is reported or carried.
    ///
    /// - Throws: ``StoredMigration/BadDocument`` if it is not the same document, and no loss reports it.
    func verify(_ result: Result, of payload: [UInt8], at file: StoredPath) throws {
        guard let from = result.from?.label ?? explicit else { return }
        let document = try JSONDocument(parsing: payload, options: options.parsing)
        var first: StoredMigration.BadDocument?
        for home in labels(of: from) where home != target {
            guard let fault = try fault(of: result, document, payload, backTo: home, file) else { return }
            first = first ?? fault
        }
        if let first { throw first }
    }

    /// What is wrong with a result that is taken back to a version; `nil` if nothing is.
    private func fault(
        of result: Result, _ document: JSONDocument, _ payload: [UInt8], backTo home: String, _ file: StoredPath
    ) throws -> StoredMigration.BadDocument? {
        var known = Set(result.losses.map(\.path))
        let returned: JSONValue
        do {
            let back = try self.back(to: home).convert(result.bytes)
            returned = try JSONDocument(parsing: back.bytes, options: options.parsing).root
        } catch {
            return StoredMigration.BadDocument(file, error)
        }
        let differences = Loss.Difference.between(
            withoutCarriedData(document.root), withoutCarriedData(returned))
        func unexplained() -> Loss.Difference? {
            differences.first { $0.before != nil && !known.explain($0.path, in: document.root) }
        }
        if unexplained() == nil { return nil }
        known.formUnion(try carriedLosses(of: payload))
        guard let lost = unexplained() else { return nil }
        // Only the way back itself shows which elements of a changed array are the same.
        if try isRestored(document, from: home, known) { return nil }
        return StoredMigration.BadDocument(
            file, code: StoredMigration.BadDocument.Code.unverified,
            "taken back to version \(home), it is not the same: \(lost)", version: home)
    }

    private func carriedLosses(of payload: [UInt8]) throws -> [JSONPointer] {
        guard options.losses == .carry else { return [] }
        let again: [Loss] =
            switch subject {
            case .plan(let plan):
                try plan.migrate(payload, to: target, from: explicit, options: options).carriedLosses
            case .set(let set, let entity):
                try set.migrate(payload, entity: entity, to: target, from: explicit, options: options).carriedLosses
            }
        return again.map(\.path)
    }

    /// Whether all that does not come back is a known loss.
    private func isRestored(_ document: JSONDocument, from: String, _ known: Set<JSONPointer>) throws -> Bool {
        guard case .plan(let plan) = subject, !options.isPartial else { return false }
        let trips = try plan.roundTrips(of: document, from: from, context: options.context)
        guard case .returned(let returned) = trips.first(where: { $0.through == target })?.outcome else { return false }
        return returned.losses.allSatisfy { known.contains($0.path) }
    }

    /// A value without what it carries.
    private func withoutCarriedData(_ root: JSONValue) -> JSONValue {
        var root = root
        if root.object?[options.carrying.member]?.object?["carriedFormat"] != nil {
            _ = root.object?.removeValue(forKey: options.carrying.member)
        }
        return root
    }
}

extension Set<JSONPointer> {
    /// Whether one of these losses explains that a value of a document has changed: it is lost, or something in it or
    /// around it, or an element of an array around it.
    fileprivate func explain(_ path: JSONPointer, in document: JSONValue) -> Bool {
        contains { loss in
            loss.isWithin(path) || path.isWithin(loss)
                || path.isWithin(loss.parent) && document[at: loss.parent]?.kind == .array
        }
    }
}
