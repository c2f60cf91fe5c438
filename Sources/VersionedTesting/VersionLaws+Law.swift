extension VersionLaws {
    /// A law that holds for every plan and every document.
    public enum Law: String, Sendable, Hashable, CaseIterable {
        /// A conversion does not change its input.
        case purity
        /// Two conversions give the same bytes and losses.
        case determinism
        /// Converting a document that has the target version changes nothing.
        case idempotence
        /// A detour through another version gives the same result as the direct path, if its first part loses nothing.
        case pathIndependence
        /// A round trip through a newer version gives the same document, except for the reported losses, and each
        /// reported loss is real.
        case upDown
        /// The same for a round trip through an older version.
        case downUp
        /// With carried losses, a round trip gives the same document, including number texts and the order of elements.
        case carriage
        /// Carrying losses does not change the effect of an edit in the other version.
        case restoreAfterEdit
        /// A migrated fixture equals the fixture of the other version.
        case fixtures
    }
}
