/// A problem of a model that a controller found, or a declaration without effect; see
/// ``VersionController/faults(of:hints:)``.
public struct ModelFault: Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault. The list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A layout for a key type that the model never uses.
        public static let unusedLayout = Code(rawValue: "unusedLayout")
        /// Two members that are read from, or written to, the same place.
        public static let sharedPlace = Code(rawValue: "sharedPlace")
        /// A version in which the model cannot be read, because its declared keys are an error.
        public static let unreadableVersion = Code(rawValue: "unreadableVersion")
    }

    /// The kind of fault.
    public let code: Code

    /// The label of the version with the fault.
    public let version: String

    /// The type concerned; `nil` for a declaration in the format of a version.
    public let model: String?

    /// The coding keys concerned.
    public let keys: [String]

    /// Their common place, relative to the object of the type.
    public let place: JSONPointer?

    /// The problem, in one sentence, without the version.
    public let reason: String

    /// The problem, in one line: `version 1: Song: the keys "a" and "b" share the place "/x"`.
    public var description: String { "version \(version): " + (model.map { "\($0): " } ?? "") + reason }
}
