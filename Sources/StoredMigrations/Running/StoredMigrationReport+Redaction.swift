import Migrations
import VersionedCodec

extension StoredMigration.BadDocument {
    /// The document without hidden values. Its reason is left out if it is about such a value, or contains the text of
    /// one.
    ///
    /// - `payload`: Its bytes.
    /// - `words`: Those of the plan.
    func redacted(
        by redactions: [DecodingIssue.Redaction], payload: [UInt8], _ words: Set<String>
    ) -> StoredMigration.BadDocument {
        if redactions.isEmpty { return self }
        // A payload that cannot be parsed has no places; its reason quotes one character of it.
        let hidden = HiddenTexts(of: payload, redactions, words: words)
        let isAbout = redactions.contains { $0.applies(to: diagnostic.path?.tokens ?? []) }
        var bad = self
        bad.losses = losses.map { $0.redacted(by: redactions, hiding: hidden) }
        bad.diagnostic = hidden.redacted(diagnostic, code: code, isAbout: isAbout)
        if let version, hidden.occur(in: version) { bad.version = nil }
        return bad
    }
}
