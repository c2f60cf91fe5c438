import Migrations
import VersionedCodec

extension StoredMigration.Report {
    /// Takes out what must not be shown.
    mutating func redact(by redactions: [DecodingIssue.Redaction]) {
        if redactions.isEmpty { return }
        losses = losses.map { $0.redacted(by: redactions) }
        differences = differences.map { $0.redacted(by: redactions) }
    }
}

extension BadDocument {
    /// The document without what must not be shown. Its reason is left out where it is about such a value, or says the
    /// text of one.
    ///
    /// - `payload`: Its bytes.
    func redacted(by redactions: [DecodingIssue.Redaction], payload: [UInt8]) -> BadDocument {
        if redactions.isEmpty { return self }
        // What cannot be read has no places; its reason says one character of it.
        let texts = (try? JSONDocument(parsing: payload))?.root.redactedTexts(by: redactions) ?? []
        let isAbout = redactions.contains { $0.applies(to: diagnostic.path?.tokens ?? []) }
        let says = { (text: String) in texts.contains { !$0.isEmpty && text.contains($0) } }
        var bad = self
        bad.losses = losses.map { $0.redacted(by: redactions) }
        if isAbout || says(diagnostic.message) { bad.diagnostic.message = "\(code); the reason is redacted" }
        if let version, isAbout || says(version) { bad.version = nil }
        return bad
    }
}
