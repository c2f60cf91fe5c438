public import VersionedCodec

/// A file that cannot be read or written.
public struct StoredFileError: DiagnosableError, Equatable {
    /// What could not be done; the list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file cannot be opened or read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The file cannot be created, written or put in its place.
        public static let unwritable = Code(rawValue: "unwritable")
        /// The reader of the output has stopped.
        public static let closedPipe = Code(rawValue: "closedPipe")
        /// The file is in its place already, and is written no more.
        public static let committed = Code(rawValue: "committed")
        /// All files that were being written have been abandoned, because the program is to end.
        public static let abandoned = Code(rawValue: "abandoned")
    }

    /// What could not be done.
    public let code: Code

    /// The file.
    public let path: String

    /// Why, in the words of the operating system.
    public let reason: String

    /// The number of the operating system's error; 0 where it is none of those.
    package let number: Int32

    package init(code: Code, path: String, reason: String, number: Int32 = 0) {
        (self.code, self.path, self.reason, self.number) = (code, path, reason, number)
    }

    /// Whether nothing else can be written either: the disk is full, fails, or is to be read only.
    package var isOfDisk: Bool { code == .unwritable && SystemFile.errorsOfDisk.contains(number) }

    /// The path, what could not be done with it, and why.
    public var description: String { diagnostic.text(file: path) }

    /// The error in the form that one renderer makes text of.
    public var diagnostic: Diagnostic {
        Diagnostic(message: code == .unreadable ? "cannot read: \(reason)" : "cannot write: \(reason)")
    }
}
