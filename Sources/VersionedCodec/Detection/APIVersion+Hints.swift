extension APIVersion {
    /// The version on a day, such as a client pins in a header: the version of that day, or the closest earlier one.
    ///
    /// ```swift
    /// enum ShopVersion: String, APIVersion { case spring = "2026-03-01", autumn = "2026-09-15" }
    /// try ShopVersion(on: "2026-07-31")    // .spring
    /// ```
    ///
    /// - Throws: ``VersionError``: `tooOld` for a day before the first version, `unreadable` for a text that is not a
    ///   day. O(versions)
    public init(on day: String) throws(VersionError) {
        let detector = VersionDetector(known: Self.labels, location: nil)
        let found = try detector.detect(in: NoPayload(), knowing: VersionHints(date: day))
        try self.init(label: found.label)
    }

    /// The version that a `Content-Type` names.
    ///
    /// ```swift
    /// let type = try VersionMediaType("application/vnd.acme.v{version}+json")
    /// try FeedVersion(contentType: "application/vnd.acme.v2+json", by: type)    // .v2
    /// try controller.fixed(to: FeedVersion(contentType: field, by: type)).decode(Page.self, from: body)
    /// ```
    ///
    /// - Throws: ``VersionError``: `missing` if the field names no version; `tooOld`, `tooNew` or `unknown` if it names
    ///   one that is not known.
    public init(contentType field: String, by type: VersionMediaType) throws(VersionError) {
        guard let label = type.label(inContentType: field) else {
            var error = VersionError(code: .missing, known: Self.labels, tried: [])
            error.unversioned = type.unversioned(field, known: Self.labels)
            throw error
        }
        try self.init(label: label)
    }
}

/// Nothing to look into.
private struct NoPayload: PayloadSource {
    var path: JSONPointer { .root }
    func value(at pointer: JSONPointer) -> JSONValue? { nil }
    func position(at pointer: JSONPointer) -> SourcePosition? { nil }
}
