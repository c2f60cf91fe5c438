/// Use it to show or log the parts of an error. One renderer writes the text of all errors.
///
/// ```swift
/// let diagnostic = Diagnostic(
///     message: "there is no member here", position: SourcePosition(byteOffset: 8, in: bytes), path: "/a",
///     step: "1 → 2")
/// diagnostic.description               // line 2, column 3, at "/a": there is no member here (step 1 → 2)
/// diagnostic.text(file: "old.json")    // old.json:2:3: there is no member here (at "/a", step 1 → 2)
/// ```
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The problem, in one sentence without a full stop.
    public var message: String

    /// Where, in the bytes that were read.
    public var position: SourcePosition?

    /// Where, in the document.
    public var path: JSONPointer?

    /// The version of the payload, if it is known.
    public var version: String?

    /// The step of the plan that was running, such as `1 → 2`.
    public var step: String?

    /// The operation that was running.
    public var operation: String?

    /// A diagnostic of the given parts.
    public init(
        message: String, position: SourcePosition? = nil, path: JSONPointer? = nil, version: String? = nil,
        step: String? = nil, operation: String? = nil
    ) {
        self.message = message
        self.position = position
        self.path = path
        self.version = version
        self.step = step
        self.operation = operation
    }

    /// The text of an error without a file: the place first, then what is wrong.
    public var description: String {
        var place: [String] = []
        if let position { place.append("line \(position.line), column \(position.column)") }
        if let path { place.append(Self.place(path)) }
        return (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + message + Self.parenthesis(circumstances)
    }

    /// The text of an error in a file, in the form that editors and terminals turn into a link: `file:line:column:
    /// message`.
    public func text(file: String) -> String {
        var place = [file]
        if let position { place += [String(position.line), String(position.column)] }
        return place.joined(separator: ":") + ": " + message
            + Self.parenthesis((path.map { [Self.place($0)] } ?? []) + circumstances)
    }

    private var circumstances: [String] {
        var parts: [String] = []
        if let version { parts.append("version \(version)") }
        if let step { parts.append("step \(step)") }
        if let operation { parts.append(operation) }
        return parts
    }

    /// A place in a document, in words: `at "/a"`, `at the root`.
    package static func place(_ path: JSONPointer) -> String {
        path.isRoot ? "at the root" : "at \(path.shownShort)"
    }

    private static func parenthesis(_ parts: [String]) -> String {
        parts.isEmpty ? "" : " (" + parts.joined(separator: ", ") + ")"
    }
}

/// The errors of this library: each knows its place and its subject. Catch `any DiagnosableError` to show all of them
/// alike.
public protocol DiagnosableError: Error, CustomStringConvertible {
    /// The parts of the error.
    var diagnostic: Diagnostic { get }
}

extension DiagnosableError {
    /// The text of the error: place first, then what is wrong.
    public var description: String { diagnostic.description }
}
