import Migrations

/// A call that its caller has got wrong.
struct InterfaceError: Error {
    let code: String
    let message: String

    /// The error in the form of all others.
    var fault: DocumentFault { DocumentFault(code: code, message) }

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
