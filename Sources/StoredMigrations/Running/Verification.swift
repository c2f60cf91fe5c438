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
        switch trip.outcome {
        case .refused(let error), .failed(let error): throw StoredMigration.BadDocument(file, error)
        case .returned(let returned):
            var known = Set(result.losses.map(\.path))
            if options.losses == .carry, !returned.losses.isEmpty {
                let again = try plan.migrate(payload, to: target, from: explicit, options: options)
                known.formUnion(again.carriedLosses.map(\.path))
            }
            guard let lost = returned.losses.first(where: { !known.contains($0.path) }) else { return }
            throw StoredMigration.BadDocument(
                file, code: StoredMigration.BadDocument.Code.unverified,
                "taken back to version \(from), it is not the same: \(lost)",
                version: from)
        }
    }
}
