public import VersionedCodec

/// A file that cannot be read or written.
public struct StoredFileError: DiagnosableError, Equatable {
    /// The failed action. The list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file cannot be opened or read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The file cannot be created, written or moved into place.
        public static let unwritable = Code(rawValue: "unwritable")
        /// The reader of the output has stopped.
        public static let closedPipe = Code(rawValue: "closedPipe")
        /// The file is already in place, and cannot be written any more.
        public static let committed = Code(rawValue: "committed")
        /// All files in progress were abandoned, because the program is about to end.
        public static let abandoned = Code(rawValue: "abandoned")
    }

    /// The failed action.
    public let code: Code

    /// The file.
    public let path: String

    /// The reason, in the words of the operating system.
    public let reason: String

    /// The number of the operating system's error; 0 if it is none of those.
    package let number: Int32

    package init(code: Code, path: String, reason: String, number: Int32 = 0) {
        (self.code, self.path, self.reason, self.number) = (code, path, reason, number)
    }

    /// Whether nothing else can be written either: the disk is full, fails, or is to be read only.
    package var isOfDisk: Bool { code == .unwritable && SystemFile.errorsOfDisk.contains(number) }

    /// The path, the failed action, and the reason.
    public var description: String { diagnostic.text(file: path) }

    /// The parts of the error.
    public var diagnostic: Diagnostic {
        Diagnostic(message: code == .unreadable ? "cannot read: \(reason)" : "cannot write: \(reason)")
    }
}
