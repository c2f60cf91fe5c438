extension KeyPlace {
    /// The forms of a member that count as nil when reading.
    ///
    /// ```swift
    /// [.absent, .null]                      // the usual: {} and {"note": null}
    /// .absent                               // {}; {"note": null} is an error
    /// .null                                 // {"note": null}; {} is an error
    /// [.absent, .null, .emptyText]          // and {"note": ""}
    /// [.absent, .null, .emptyObject]        // and {"note": {}}
    /// ```
    ///
    /// These forms apply to members that may be nil (the model calls `decodeIfPresent`, as synthesised code does), and
    /// to those with a default. A required member is always decoded. Reading `""` or `{}` as nil is an issue
    /// (``DecodingIssue/Code/valueConverted``).
    public struct NilForms: OptionSet, Sendable, Hashable {
        /// The bits of the forms.
        public let rawValue: UInt8

        /// Forms with the given bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The member is absent.
        public static let absent = KeyPlace.NilForms(rawValue: 1)

        /// The member is `null`.
        public static let null = KeyPlace.NilForms(rawValue: 2)

        /// The member is `{}`.
        public static let emptyObject = KeyPlace.NilForms(rawValue: 4)

        /// The member is `""`.
        public static let emptyText = KeyPlace.NilForms(rawValue: 8)

        /// Absent, or `null`, as in Swift's own coders.
        public static let usual: KeyPlace.NilForms = [.absent, .null]
    }
}

extension KeyPlace.NilForms {
    /// The forms in words, for errors.
    var phrase: String {
        var forms: [String] = []
        if contains(.absent) { forms.append("an absent member") }
        if contains(.null) { forms.append("null") }
        if contains(.emptyObject) { forms.append("an empty object") }
        if contains(.emptyText) { forms.append("an empty text") }
        return forms.isEmpty ? "nothing" : "only " + forms.joined(separator: " or ")
    }
}
