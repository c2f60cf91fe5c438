/// Finds the version of a payload: the first of explicit argument, media type, day, field, shape, declared default that
/// answers.
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

    /// Other places where payloads of some versions say it, each tried after the one before.
    public var otherPlaces: [JSONPointer]

    /// The version of a payload that nothing else tells the version of; `nil` where that is an error.
    public var legacy: String?

    /// What the payloads of versions look like, by their labels.
    public var shapes: [String: PayloadShape]

    /// What else there is to go by, and what happens where a payload is not what it says.
    public var rules: DetectionRules

    /// A detector for the given versions, oldest first.
    ///
    /// - Parameters:
    ///   - known: The labels of the versions.
    ///   - location: Where payloads say their version.
    ///   - otherPlaces: Other places where payloads of some versions say it, in the same form.
    ///   - shapes: What the payloads of versions look like, by their labels.
    ///   - rules: What else there is to go by.
    public init(
        known: [String], location: VersionLocation?, otherPlaces: [JSONPointer] = [],
        shapes: [String: PayloadShape] = [:], rules: DetectionRules = DetectionRules()
    ) {
        self.known = known
        self.location = location
        self.otherPlaces = otherPlaces
        legacy = location?.legacy
        self.shapes = shapes
        self.rules = rules
    }

    /// The version of a payload, and how it was found.
    ///
    /// - `explicit`: A version that the caller knows from elsewhere; it wins over what the payload says.
    /// - Throws: ``VersionError``, with a code of its own for a version that is missing, unreadable, unknown, too old,
    ///   too new, and for a payload that contradicts its version or fits several.
    public func detect(in document: JSONDocument, explicit: String? = nil) throws(VersionError) -> DetectedVersion {
        try detect(in: document, knowing: VersionHints(explicit: explicit))
    }

    /// The version of a payload, with what the caller knows from elsewhere; see ``detect(in:explicit:)``.
    public func detect(in document: JSONDocument, knowing hints: VersionHints) throws(VersionError) -> DetectedVersion {
        try detect(in: DocumentSource(document: document), knowing: hints)
    }

    /// The version of the payload that a source shows, and how it was found.
    func detect(
        in source: some PayloadSource, knowing hints: VersionHints = VersionHints()
    ) throws(VersionError) -> DetectedVersion {
        var search = VersionSearch(detector: self, source: source)
        return try search.run(hints)
    }

    /// Whether a payload's own word at the place of its version, or the lack of one, is all that there is to go by.
    package var goesByTheFieldAlone: Bool {
        shapes.isEmpty && otherPlaces.isEmpty && location?.minor == nil
    }
}

/// A payload as far as its version is concerned: what is at a place, and where that is.
protocol PayloadSource {
    /// The value at a place, or `nil` where there is none.
    func value(at pointer: JSONPointer) -> JSONValue?

    /// Of what kind the value at a place is, or `nil` where there is none.
    func kind(at pointer: JSONPointer) -> JSONKind?

    /// Where the value at a place is in the bytes, or, where there is none, where the innermost value on the way to it
    /// begins.
    func position(at pointer: JSONPointer) -> SourcePosition?

    /// The place of the payload in a larger one.
    var path: JSONPointer { get }
}

extension PayloadSource {
    func kind(at pointer: JSONPointer) -> JSONKind? { value(at: pointer)?.kind }
}

/// A whole document.
struct DocumentSource: PayloadSource {
    let document: JSONDocument

    var path: JSONPointer { .root }
    func value(at pointer: JSONPointer) -> JSONValue? { document.root[at: pointer] }
    func position(at pointer: JSONPointer) -> SourcePosition? {
        document.position(of: document.root.innermost(at: pointer))
    }
}

extension JSONValue {
    /// The value at a pointer, or, where there is none, the innermost one on the way to it.
    func innermost(at pointer: JSONPointer) -> JSONValue {
        var value = self
        for token in pointer.tokens {
            guard let next = value[at: JSONPointer([token])] else { return value }
            value = next
        }
        return value
    }
}
