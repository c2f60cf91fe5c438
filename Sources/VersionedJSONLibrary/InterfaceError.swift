import Migrations

/// A call that its caller has got wrong, or a file that cannot be used.
struct InterfaceError: Error {
    /// The error in the form of all others.
    let fault: DocumentFault

    init(code: String, message: String) { fault = DocumentFault(code: code, message) }

    /// An error about a file, which it names.
    init(_ error: any Error, in file: StoredPath) { fault = DocumentFault(error, in: file) }

    /// A pointer that must not be NULL is.
    static func missing(_ argument: String) -> InterfaceError {
        InterfaceError(code: "invalidArgument", message: "the argument '\(argument)' is missing")
    }

    static func options(_ message: String) -> InterfaceError {
        InterfaceError(code: "invalidOptions", message: message)
    }

    static func offsets(_ message: String) -> InterfaceError {
        InterfaceError(code: "invalidOffsets", message: message)
    }
}
