/// Use it to find the version of a payload without decoding it. The first of these that has an answer wins: explicit
/// argument, media type, day, field, shape, declared default.
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

    /// Where payloads name their version; `nil` if they never do.
    public let location: VersionLocation?

    /// Other places where payloads of some versions name it, tried in order.
    public var otherPlaces: [JSONPointer]

    /// The version of a payload whose version cannot be found in another way; `nil` if such a payload is an error.
    public var legacy: String?

    /// The shapes of payloads, by version label.
    public var shapes: [String: PayloadShape]

    /// Further rules for finding versions, and for payloads that are newer or contradict themselves.
    public var rules: DetectionRules

    /// A detector for the given versions, oldest first.
    ///
    /// - Parameters:
    ///   - known: The labels of the versions.
    ///   - location: Where payloads name their version.
    ///   - otherPlaces: Other places where payloads of some versions name it, in the same form.
    ///   - shapes: The shapes of payloads, by version label.
    ///   - rules: Further rules.
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
    /// - `explicit`: A version that the caller knows; it wins over the version of the payload.
    /// - Throws: ``VersionError``. A version that is missing, unreadable, unknown, too old or too new, and a payload
    ///   that contradicts its version or fits several, have separate codes.
    public func detect(in document: JSONDocument, explicit: String? = nil) throws(VersionError) -> DetectedVersion {
        try detect(in: document, knowing: VersionHints(explicit: explicit))
    }

    /// The version of a payload, with what the caller knows; see ``detect(in:explicit:)``.
    public func detect(in document: JSONDocument, knowing hints: VersionHints) throws(VersionError) -> DetectedVersion {
        try detect(in: DocumentSource(document: document), knowing: hints)
    }

    /// The version of the payload that a source shows, and how it was found.
    func detect(
        in source: any PayloadSource, knowing hints: VersionHints = VersionHints()
    ) throws(VersionError) -> DetectedVersion {
        var search = VersionSearch(detector: self, source: source)
        return try search.run(hints)
    }

    /// Whether the version depends only on the field at its location, or on the lack of that field.
    package var goesByTheFieldAlone: Bool {
        shapes.isEmpty && otherPlaces.isEmpty && location?.minor == nil
    }
}

/// A payload as far as its version is concerned: what is at a place, and where that is.
protocol PayloadSource {
    /// The value at a place, or `nil` if there is none.
    func value(at pointer: JSONPointer) -> JSONValue?

    /// The kind of the value at a place, or `nil` if there is none.
    func kind(at pointer: JSONPointer) -> JSONKind?

    /// The byte at which the value at a place begins, or, if there is none, the innermost value on the way to it.
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
    /// The value at a pointer, or, if there is none, the innermost one on the way to it.
    package func innermost(at pointer: JSONPointer) -> JSONValue {
        var value = self
        for token in pointer.tokens {
            guard let next = value[at: JSONPointer([token])] else { return value }
            value = next
        }
        return value
    }
}
