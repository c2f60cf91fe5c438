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
        var known = KnownLosses(result.losses.map(\.path), in: document.root)
        let returned: JSONValue
        do {
            let back = try self.back(to: home).convert(result.bytes)
            returned = try JSONDocument(parsing: back.bytes, options: options.parsing).root
        } catch {
            // Its place is one in the result.
            var bad = StoredMigration.BadDocument(file, error)
            bad.diagnostic.message = "taken back to version \(home), it fails: \(bad.diagnostic.message)"
            bad.diagnostic.position = nil
            return bad
        }
        let differences = Loss.Difference.between(
            withoutCarriedData(document.root), withoutCarriedData(returned))
        func unexplained() -> Loss.Difference? {
            differences.first { $0.before != nil && !known.explain($0.path) }
        }
        if unexplained() == nil { return nil }
        known = KnownLosses(result.losses.map(\.path) + (try carriedLosses(of: payload)), in: document.root)
        guard let lost = unexplained() else { return nil }
        // Only the way back itself shows which elements of a changed array are the same.
        if try isRestored(document, from: home, known.paths) { return nil }
        return StoredMigration.BadDocument(
            file, code: StoredMigration.BadDocument.Code.unverified,
            "taken back to version \(home), it is not the same: \(lost)", version: home)
    }

    private func carriedLosses(of payload: [UInt8]) throws -> [JSONPointer] {
        guard options.losses == .carry else { return [] }
        let again = try subject.migrate(payload, to: target, from: explicit, options: options)
        return again.carriedLosses.map(\.path)
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
        if root.object?[options.carrying.member]?.object?.isCarriedData == true {
            _ = root.object?.removeValue(forKey: options.carrying.member)
        }
        return root
    }
}

/// The losses of a document that are reported or carried, to ask of many differences.
private struct KnownLosses {
    let paths: Set<JSONPointer>
    /// The paths of all that has one of them in it.
    private var around: Set<JSONPointer> = []
    /// The arrays that have lost an element, or the order of their elements.
    private var arrays: Set<JSONPointer> = []

    init(_ losses: [JSONPointer], in document: JSONValue) {
        paths = Set(losses)
        for loss in paths {
            if !loss.isRoot, document[at: loss.parent]?.kind == .array { arrays.insert(loss.parent) }
            var place = loss
            while !place.isRoot, around.insert(place.parent).inserted { place = place.parent }
        }
    }

    /// Whether one of the losses explains that a value has changed: it is lost, or something in it or around it, or an
    /// element of an array around it.
    func explain(_ path: JSONPointer) -> Bool {
        if around.contains(path) { return true }
        var place = path
        while true {
            if paths.contains(place) || arrays.contains(place) { return true }
            if place.isRoot { return false }
            place = place.parent
        }
    }
}
