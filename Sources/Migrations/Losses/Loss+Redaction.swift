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

    /// - `hidden`: The texts of the loss's document that must not be shown.
    package func redacted(by redactions: [DecodingIssue.Redaction], hiding hidden: HiddenTexts?) -> Loss {
        if redactions.isEmpty { return self }
        let shown = value.redacted(at: path, by: redactions, hiding: hidden)
        var loss = self
        if let hidden { loss.path = hidden.shown(path) }
        guard shown != value || hidden?.occur(in: reason) == true else { return loss }
        (loss.value, loss.reason) = (shown, group)
        return loss
    }
}

extension Loss.Difference {
    /// The difference without redacted values.
    ///
    /// - `hidden`: The texts of the document that must not be shown.
    package func redacted(
        by redactions: [DecodingIssue.Redaction], hiding hidden: HiddenTexts
    ) -> Loss.Difference {
        Loss.Difference(
            path: hidden.shown(path), before: before?.redacted(at: path, by: redactions, hiding: hidden),
            after: after?.redacted(at: path, by: redactions, hiding: hidden), surroundings: [], isOrder: isOrder)
    }
}
