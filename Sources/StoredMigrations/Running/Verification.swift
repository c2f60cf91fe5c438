import Migrations
import VersionedCodec

extension DocumentConverter {
    /// Takes a result back to the version that the document had, and compares. Each difference must be a loss that is
    /// reported or carried.
    ///
    /// - Throws: ``StoredMigration/BadDocument`` if it is not the same document, and no loss reports it.
    func verify(_ result: Result, of payload: [UInt8], at file: StoredPath) throws {
        guard case .plan(let plan) = subject, let from = result.from?.label, from != target else { return }
        let document = try JSONDocument(parsing: payload, options: options.parsing)
        let trips = try plan.roundTrips(of: document, from: from, context: options.context)
        guard let trip = trips.first(where: { $0.through == target }) else { return }
        let fault: StoredMigration.BadDocument
        switch trip.outcome {
        case .refused(let error), .failed(let error): fault = StoredMigration.BadDocument(file, error)
        case .returned(let returned):
            let known = try knownLosses(result, of: payload, plan, mayBeCarried: !returned.losses.isEmpty)
            guard let lost = returned.losses.first(where: { !known.contains($0.path) }) else { return }
            fault = StoredMigration.BadDocument(
                file, code: StoredMigration.BadDocument.Code.unverified,
                "taken back to version \(from), it is not the same: \(lost)",
                version: from)
        }
        // That trip is without what the document carries. The result may have it.
        guard try isRestored(result, of: document, payload, plan, from: from) else { throw fault }
    }

    private func knownLosses(
        _ result: Result, of payload: [UInt8], _ plan: MigrationPlan, mayBeCarried: Bool
    ) throws -> Set<JSONPointer> {
        var known = Set(result.losses.map(\.path))
        if options.losses == .carry, mayBeCarried {
            let again = try plan.migrate(payload, to: target, from: explicit, options: options)
            known.formUnion(again.carriedLosses.map(\.path))
        }
        return known
    }

    /// Whether a document carries data, and its result comes back as the document without them, except for known
    /// losses.
    private func isRestored(
        _ result: Result, of document: JSONDocument, _ payload: [UInt8], _ plan: MigrationPlan, from: String
    ) throws -> Bool {
        guard let plain = withoutCarriedData(document.root) else { return false }
        var options = options
        options.losses = .report
        let back = try plan.migrate(result.bytes, to: from, from: target, options: options)
        let returned = try JSONDocument(parsing: back.bytes, options: options.parsing).root
        let known = try knownLosses(result, of: payload, plan, mayBeCarried: true)
        return Loss.Difference.between(plain, withoutCarriedData(returned) ?? returned).allSatisfy {
            $0.before == nil || known.contains($0.path)
        }
    }

    /// A value without what it carries; `nil` if it carries nothing.
    private func withoutCarriedData(_ root: JSONValue) -> JSONValue? {
        var root = root
        guard root.object?[options.carrying.member]?.object?["carriedFormat"] != nil else { return nil }
        _ = root.object?.removeValue(forKey: options.carrying.member)
        return root
    }
}
