/// What holds for every plan and every document, whatever it converts.
public enum VersionLaw: String, Sendable, Hashable, CaseIterable {
    /// Converting leaves the document that was given as it was.
    case purity
    /// Converting twice gives the same bytes.
    case determinism
    /// Converting what has the target version already changes nothing.
    case idempotence
    /// A way over a version between gives the same as the direct one, where the first part of it loses nothing.
    case pathIndependence
    /// What goes to a newer version and comes back is the same, up to the losses that were reported; each of these is
    /// one.
    case upDown
    /// The same of what goes to an older version.
    case downUp
    /// With losses carried, what goes there and comes back is the same, number texts and order of elements included.
    case carriage
    /// With losses carried, an edit in the other version changes nothing but what it changes without them.
    case restoreAfterEdit
    /// What a fixture becomes is the fixture of the other version.
    case fixtures
}
