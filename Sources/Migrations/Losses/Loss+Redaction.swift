public import VersionedCodec

extension Loss {
    /// The loss without redacted values: those at the given paths or below the given keys, and the parts of the reason
    /// that contain them.
    ///
    /// ```swift
    /// loss.description                                      // at "/email": lost "a@example.org": …
    /// loss.redacted(by: [.key("email")]).description        // at "/email": lost "(redacted)": …
    /// ```
    ///
    /// A path belongs to the version in whose document the value was lost; a key is the same in all versions that have
    /// it.
    public func redacted(by redactions: [DecodingIssue.Redaction]) -> Loss {
        redacted(by: redactions, hiding: nil)
    }

    /// - `hidden`: The texts that must not be shown, of the document that it is a loss of.
    package func redacted(by redactions: [DecodingIssue.Redaction], hiding hidden: HiddenTexts?) -> Loss {
        if redactions.isEmpty { return self }
        let shown = value.redacted(at: path, by: redactions, hiding: hidden)
        var loss = self
        if let hidden { loss.path = hidden.shown(path) }
        guard shown != value || hidden?.areSaid(in: reason) == true else { return loss }
        (loss.value, loss.reason) = (shown, group)
        return loss
    }
}

extension JSONValue {
    /// The substitute for a value that must not be shown.
    package static let redacted = JSONValue.string("(redacted)")

    /// The value at a path without what must not be shown.
    ///
    /// - `hidden`: Texts that must not be shown anywhere.
    package func redacted(
        at path: JSONPointer, by redactions: [DecodingIssue.Redaction], hiding hidden: HiddenTexts? = nil
    ) -> JSONValue {
        if redactions.isEmpty { return self }
        if redactions.contains(where: { $0.applies(to: path.tokens) }) { return .redacted }
        if let object {
            // What is carried has paths of its own, in other versions.
            if object.isCarriedData { return .redacted }
            var shown = JSONObject()
            for member in object {
                let key = hidden?.shownKey(member.key) { shown[$0] == nil && object[$0] == nil } ?? member.key
                shown[key] = member.value.redacted(at: path.appending(member.key), by: redactions, hiding: hidden)
            }
            return .object(shown)
        }
        if let array {
            return .array(
                JSONArray(
                    array.enumerated().map { index, value in
                        value.redacted(at: path.appending(index), by: redactions, hiding: hidden)
                    }))
        }
        if let hidden, let said = string ?? number.map({ _ in text() }), hidden.hide(said) { return .redacted }
        return self
    }

    /// The texts of what must not be shown in a document.
    package func redactedTexts(at path: JSONPointer = .root, by redactions: [DecodingIssue.Redaction]) -> [String] {
        if redactions.contains(where: { $0.applies(to: path.tokens) }) { return texts }
        if let object {
            return object.flatMap { $0.value.redactedTexts(at: path.appending($0.key), by: redactions) }
        }
        return (array ?? []).enumerated().flatMap { $1.redactedTexts(at: path.appending($0), by: redactions) }
    }

    /// The keys outside of what must not be shown.
    package func shownKeys(at path: JSONPointer = .root, by redactions: [DecodingIssue.Redaction]) -> [String] {
        if redactions.contains(where: { $0.applies(to: path.tokens) }) { return [] }
        if let object {
            return object.flatMap { [$0.key] + $0.value.shownKeys(at: path.appending($0.key), by: redactions) }
        }
        return (array ?? []).enumerated().flatMap { $1.shownKeys(at: path.appending($0), by: redactions) }
    }

    /// The texts of all strings and numbers in it.
    private var texts: [String] {
        if let string { return [string] }
        if let object { return object.flatMap { [$0.key] + $0.value.texts } }
        if let array { return array.flatMap(\.texts) }
        return number == nil ? [] : [text()]
    }
}

extension JSONObject {
    /// Whether the object is carried data.
    package var isCarriedData: Bool { self["carriedFormat"] != nil && self["versions"] != nil }
}
