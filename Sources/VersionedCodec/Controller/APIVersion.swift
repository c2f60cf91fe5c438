/// Adopt it in an enum of your own that lists the versions of one API or file format, in the order of release.
///
/// ```swift
/// enum FeedVersion: Int, APIVersion {
///     case v1 = 1, v2, v3
/// }
///
/// FeedVersion.v1 < .v2                      // true
/// FeedVersion.v2.label                      // "2"
/// try FeedVersion(label: "3")               // .v3
/// try FeedVersion(label: "9")              // throws: version "9" is newer than any known one; known versions: 1, 2, 3
/// ```
///
/// The order is the order of declaration, never that of the labels: `v10` can come after `v9`.
public protocol APIVersion: CaseIterable, Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The name of the version in payloads, in errors and on the command line.
    ///
    /// It is derived from the raw value if the enum has one. Labels are unique.
    var label: String { get }
}

extension APIVersion where Self: RawRepresentable, RawValue: BinaryInteger {
    /// The digits of the raw value: `case v2 = 2` has the label `2`.
    public var label: String { String(rawValue) }
}

extension APIVersion where Self: RawRepresentable, RawValue == String {
    /// The raw value: `case v2 = "2024-06-01"` has the label `2024-06-01`.
    public var label: String { rawValue }
}

extension APIVersion {
    /// Whether the left version is declared before the right one.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        for version in allCases {
            if version == rhs { return false }
            if version == lhs { return true }
        }
        return false
    }

    /// The label.
    public var description: String { label }

    /// The version with a label.
    ///
    /// - Throws: ``VersionError`` with the known labels, and with the code `tooOld`, `tooNew` or `unknown`.
    public init(label: String) throws(VersionError) {
        guard let version = Self.version(of: label) else {
            throw VersionError(unknownLabel: label, known: Self.labels, tried: [.explicit])
        }
        self = version
    }

    /// The labels of all versions, oldest first.
    public static var labels: [String] { allCases.map(\.label) }

    static func version(of label: String) -> Self? {
        allCases.first { $0.label.utf8.elementsEqual(label.utf8) }
    }
}
