package import VersionedCodec

/// The texts of a document that must not be shown, so that they are found again in what steps have made of them: a name
/// that was split, a number that was a text.
///
/// Text that contains such a text, or three bytes or more of it, is hidden. Derived values, such as a hash, are not
/// found.
package struct HiddenTexts: Sendable {
    private let texts: [[UInt8]]

    /// The texts of a document; empty for one that cannot be read.
    ///
    /// - Complexity: O(bytes)
    package init(of payload: [UInt8], _ redactions: [DecodingIssue.Redaction]) {
        // Of a payload that cannot be read, no value was read either, so no text of one can be shown.
        let root = redactions.isEmpty ? nil : try? JSONDocument(parsing: payload, options: .everything).root
        texts = root.map { $0.redactedTexts(by: redactions).map { Array($0.utf8) }.filter { !$0.isEmpty } } ?? []
    }

    /// Whether a text contains a hidden one.
    ///
    /// - Complexity: O(bytes of the text × hidden bytes)
    package func areSaid(in text: String) -> Bool {
        if texts.isEmpty { return false }
        let text = Array(text.utf8)
        return texts.contains { Self.isPart($0, of: text) }
    }

    /// Whether a value is a hidden text or a part of one, or contains one.
    func hide(_ value: String) -> Bool {
        if texts.isEmpty { return false }
        let value = Array(value.utf8)
        return texts.contains { text in
            text == value || value.count >= 3 && Self.isPart(value, of: text)
                || text.count >= 3 && Self.isPart(text, of: value)
        }
    }

    private static func isPart(_ part: [UInt8], of text: [UInt8]) -> Bool {
        guard let first = part.first, part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { start in
            text[start] == first && text[start..<(start + part.count)].elementsEqual(part)
        }
    }
}
