#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Implement it for a store that holds one payload, and that several programs may write: a key of `UserDefaults`, a
/// column of a database, a file.
///
/// ```swift
/// struct DefaultsStore: ValueStore {
///     let defaults: UserDefaults
///     let key: String
///
///     func read() -> Data? { defaults.data(forKey: key) }
///
///     func write(_ new: Data, replacing old: Data?) -> Bool {
///         guard defaults.data(forKey: key) == old else { return false }
///         defaults.set(new, forKey: key)
///         return true
///     }
/// }
/// ```
public protocol ValueStore {
    /// The stored value; `nil` if there is none.
    func read() throws -> Data?

    /// Writes a payload in the place of the one that was read; where another one is there by now, writes nothing and
    /// returns false.
    ///
    /// A database does both in one statement: `UPDATE … SET value = :new WHERE id = :id AND value = :old`.
    func write(_ new: Data, replacing old: Data?) throws -> Bool
}

/// Choose how a payload is handled that is newer than all known versions, such as one from a newer release of the
/// program.
public enum NewerPayloadPolicy: Sendable, Hashable {
    /// Opening it is an error: a `VersionError` with the code `tooNew`.
    case fail
    /// It is read as the current version, and cannot be saved.
    case readOnly
}
