/// Something about a model that a controller cannot do, or that is declared and does nothing; see
/// ``VersionController/faults(of:hints:)``.
public struct ModelFault: Sendable, Hashable, CustomStringConvertible {
    /// What kind of fault it is; the list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A layout of a key type that the model never asks for.
        public static let unusedLayout = Code(rawValue: "unusedLayout")
        /// Two members that are read from, or written to, one place.
        public static let sharedPlace = Code(rawValue: "sharedPlace")
        /// A version in which the model cannot be read: what it says of its keys is an error.
        public static let unreadableVersion = Code(rawValue: "unreadableVersion")
    }

    /// What kind of fault it is.
    public let code: Code

    /// The label of the version in which it is one.
    public let version: String

    /// The type that it is about; `nil` for what the format of a version declares.
    public let model: String?

    /// The coding keys that it is about.
    public let keys: [String]

    /// The place that they share, seen from the object of the type.
    public let place: JSONPointer?

    /// What is wrong, in one sentence, without the version.
    public let reason: String

    /// What is wrong, in one line: `version 1: Song: the keys "a" and "b" share the place "/x"`.
    public var description: String { "version \(version): " + (model.map { "\($0): " } ?? "") + reason }
}
