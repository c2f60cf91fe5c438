/// Finds the version of a payload: the first of explicit argument, field, declared default that answers.
///
/// ```swift
/// let detector = VersionDetector(known: ["1", "2"], location: VersionLocation("/version", as: .integer))
/// let found = try detector.detect(in: JSONDocument(parsing: #"{"version": 2}"#))
/// found.label     // "2"
/// found.source    // found at "/version"
/// ```
public struct VersionDetector: Sendable, Hashable {
    /// The labels of the known versions, oldest first.
    public let known: [String]

    /// Where payloads say their version; `nil` where they never do.
    public let location: VersionLocation?

    /// A detector for the given versions, oldest first.
    public init(known: [String], location: VersionLocation?) {
        self.known = known
        self.location = location
    }

    /// The version of a payload, and how it was found.
    ///
    /// - `explicit`: A version that the caller knows from elsewhere; it wins over what the payload says.
    /// - Throws: ``VersionError``, with a code of its own for a version that is missing, unreadable, unknown, too old, too new.
    public func detect(in document: JSONDocument, explicit: String? = nil) throws(VersionError) -> DetectedVersion {
        let value = location.flatMap { document.root[at: $0.pointer] }
        return try detect(
            value, explicit: explicit, position: { document.position(of: value ?? document.root) })
    }

    /// The version that a value at the location says, and how it was found.
    ///
    /// - Parameters:
    ///   - value: What stands at the location; `nil` where nothing does.
    ///   - explicit: A version that the caller knows from elsewhere.
    ///   - path: Where the payload stands in a larger one.
    ///   - position: Where the value, or the payload that lacks it, is in the bytes.
    func detect(
        _ value: JSONValue?, explicit: String? = nil, below path: JSONPointer = .root,
        position: () -> SourcePosition? = { nil }
    ) throws(VersionError) -> DetectedVersion {
        if let explicit {
            guard known.contains(explicit) else {
                throw VersionError(unknownLabel: explicit, known: known, tried: [.explicit])
            }
            return DetectedVersion(label: explicit, source: .explicit)
        }
        guard let location else { throw VersionError(code: .missing, known: known, tried: []) }
        let place = path.appending(location.pointer)
        guard let value else {
            if let legacy = location.legacy { return DetectedVersion(label: legacy, source: .legacy) }
            throw VersionError(
                code: .missing, path: place, position: position(), known: known, tried: [.field(location.pointer)])
        }
        let label = location.label(of: value)
        if let label, known.contains(label) {
            return DetectedVersion(label: label, source: .field(location.pointer))
        }
        // Only an error needs the place: finding it takes time for all bytes before it.
        throw VersionError(
            code: label.map { VersionError.code(forUnknown: $0, known: known) } ?? .unreadable, path: place,
            position: position(), found: value, form: location.form, known: known, tried: [.field(location.pointer)])
    }
}

/// A version that was found, and how.
public struct DetectedVersion: Sendable, Hashable {
    /// The label of the version.
    public let label: String

    /// How the version was found.
    public let source: DetectionSource

    /// A version that was found in a way.
    public init(label: String, source: DetectionSource) {
        self.label = label
        self.source = source
    }
}

/// How a version was found; the list may grow.
public struct DetectionSource: Sendable, Hashable, CustomStringConvertible {
    /// What it is, in words.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The caller gave it.
    public static let explicit = DetectionSource("given explicitly")

    /// The payload says it at a pointer.
    public static func field(_ pointer: JSONPointer) -> DetectionSource {
        DetectionSource("found " + Diagnostic.place(pointer))
    }

    /// The payload says none, and there is a declared default for legacy payloads.
    public static let legacy = DetectionSource("declared default for payloads without a version")
}
