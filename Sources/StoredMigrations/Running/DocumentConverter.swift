import Migrations
import VersionedCodec

/// Migrates one document of a stored migration, by a plan or by an entity of a plan set. A class, because it is passed
/// on with each document.
final class DocumentConverter: Sendable {
    let subject: MigrationSubject
    let target: String
    let explicit: String?
    let options: MigrationOptions
    /// Finds documents that stay as they are; `nil` if all have to be read.
    let peek: TargetVersionPeek?

    init(subject: MigrationSubject, target: String, explicit: String?, options: MigrationOptions) {
        var options = options
        // Nothing is beside stored documents.
        options.carrying.isSidecar = false
        (self.subject, self.target, self.explicit, self.options) = (subject, target, explicit, options)
        if case .plan(let plan) = subject {
            peek = TargetVersionPeek(plan, to: target, from: explicit, options: options)
        } else {
            peek = nil
        }
    }

    /// Whether the caller names the version, and not the document: migrating one twice would spoil it.
    var isTold: Bool { explicit != nil || options.hints != VersionHints() }

    /// Whether documents may name their version.
    var findsVersions: Bool {
        if case .plan(let plan) = subject { plan.location != nil } else { true }
    }

    /// The targets at which a document may have a version: the version itself, or those of a set, the nearest first. An
    /// envelope has no version of its own.
    func labels(of version: String) -> [String] {
        guard case .set(let set, let entity) = subject else { return [version] }
        let place = set.pins.firstIndex { $0.label == target } ?? 0
        let ordered = set.pins.indices.inOrder { abs($0 - place) < abs($1 - place) }.map { set.pins[$0] }
        if ordered.contains(where: { $0.label == version }) { return [version] }
        let holding = ordered.filter { $0.versions[entity] == version }
        return (holding.isEmpty ? ordered : holding).map(\.label)
    }

    /// The converter that takes results back to an earlier target.
    func back(to home: String) -> DocumentConverter {
        var options = options
        if options.losses == .carry { options.losses = .report }
        let isTold = isTold || !findsVersions || options.isPartial
        return DocumentConverter(subject: subject, target: home, explicit: isTold ? target : nil, options: options)
    }

    /// A document that has been migrated.
    struct Result {
        let bytes: [UInt8]
        /// `nil` if a part that names its version is absent.
        let from: DetectedVersion?
        let losses: [Loss]
        let contradictions: [DetectedVersion.Contradiction]
        /// The number of values that the document carries.
        var carried = 0
        /// The places at which carried values were not restored.
        var outdatedCarried: [JSONPointer] = []
    }

    func convert(_ payload: [UInt8]) throws -> Result {
        let result = try subject.migrate(payload, to: target, from: explicit, options: options)
        return Result(
            bytes: result.bytes, from: result.from, losses: result.losses, contradictions: result.contradictions,
            carried: result.carriedLosses.count, outdatedCarried: result.outdatedCarried)
    }

    /// Migrates whole lines; bad ones are distinguished.
    func convertLines(_ reader: LineReader, _ receivers: LineReceivers) throws {
        _ = try subject.migrateLines(reader, to: target, from: explicit, options: options, receivers)
    }

    /// The version of a document, where only that is asked for; of an envelope, that of the first entity in it.
    func detect(_ payload: [UInt8]) throws -> DetectedVersion? { try detectFirst(payload)?.version }

    /// The version of a document, and whether it is that of the document itself: an envelope has none, and its first
    /// entity has.
    func detectFirst(_ payload: [UInt8]) throws -> (version: DetectedVersion, isOfDocument: Bool)? {
        let document = try JSONDocument(parsing: payload, options: options.parsing)
        switch subject {
        case .plan(let plan):
            var hints = options.hints
            if let explicit { hints.explicit = explicit }
            return (try plan.detector.detect(in: document, knowing: hints), true)
        case .set(let set, let entity):
            let found = try set.versions(in: document, entity: entity, from: explicit, hints: options.hints)
            return found.first.map { ($0.version, $0.path.tokens.isEmpty) }
        }
    }

    /// Distinguishes plans by all that decides about their results. The code of a bridge is not part of it.
    var fingerprint: Digest {
        let contents =
            switch subject {
            case .plan(let plan): plan.digestedParts
            case .set(let set, let entity): [entity] + set.digestedParts
            }
        return Self.digest(of: contents + [explicit ?? "", options.style.rawValue])
    }

    /// Distinguishes options that decide about the results of documents, besides the plan and the target.
    func fingerprint(ofOptionsVerifying verifies: Bool) -> Digest {
        var texts = [options.losses.rawValue, "\(options.isPartial)", "\(verifies)"]
        texts += [options.context.map { $0.text(in: WritingStyle(keyOrder: .sorted)) } ?? ""]
        texts += [options.hints.mediaType ?? "", options.hints.date ?? ""]
        if options.losses == .carry {
            let carrying = options.carrying
            texts += [carrying.member, "\(carrying.isSidecar)", "\(carrying.limit)", carrying.beyondLimit.rawValue]
        }
        return Self.digest(of: texts + ["\(options.carrying.isDropped)"])
    }

    private static func digest(of texts: [String]) -> Digest {
        Digest(of: Array(texts.joined(separator: "\u{1E}").utf8))
    }
}
