extension VersionController {
    /// Finds the version of a payload: what the caller knows, otherwise the field at the location, otherwise the shape,
    /// otherwise the legacy version.
    ///
    /// ```swift
    /// let found = try controller.detector.detect(in: JSONDocument(parsing: payload))
    /// found.label    // "2"
    /// ```
    public var detector: VersionDetector { settings.detector }

    /// The version of the payload that a decoder is at, and how it was found.
    ///
    /// - `object`: The containers of the decoder's value, where what is decoded after it uses them too.
    func detect(in decoder: any Decoder, _ object: ObjectCache? = nil) throws -> FoundVersion<Version> {
        if let explicitVersion { return FoundVersion(explicitVersion, .explicit) }
        if let native = decoder.asNative, let location,
            let version = stated(in: native.session, at: native.node, location)
        {
            return FoundVersion(version, .field(location.pointer))
        }
        let found: DetectedVersion
        do throws(VersionError) {
            if location == nil, let legacy, !hasShapes, !hasHints { return FoundVersion(legacy, .legacy) }
            if let native = decoder.asNative {
                found = try detector.detect(in: IndexSource(session: native.session, root: native.node), knowing: hints)
            } else if let location, !hasShapes, !hasHints,
                let value = PayloadPeek.value(at: location.pointer, in: decoder, object),
                let version = location.minor == nil ? location.label(of: value).flatMap(version(labelled:)) : nil
            {
                return FoundVersion(version, .field(location.pointer), isString: location.isString(value))
            } else {
                found = try detector.detect(in: DecoderSource(decoder: decoder), knowing: hints)
            }
        } catch {
            let own = error.path.map { $0.tokens.dropFirst(decoder.codingPath.count) } ?? []
            let path = decoder.codingPath + own.map { PayloadKey($0) }
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: error.description, underlyingError: error))
        }
        // A payload that is newer than all known versions, where the rules let it pass, is read as the current one.
        let version = Version.version(of: found.label) ?? current
        return FoundVersion(
            version, found.source, isString: found.isString,
            contradiction: found.contradiction.map { decoder.issue(of: $0) })
    }

    /// The same controller, inside the payload that a decoder is at, and what contradicts the version; one that is
    /// inside a payload stays as it is.
    func settled(for decoder: any Decoder) throws -> (controller: Self, contradiction: DecodingIssue?) {
        if isSettled { return (self, nil) }
        if explicitVersion == nil, decoder.isOurs,
            let around = VersionScope.controller(for: Version.self, userInfo: decoder.userInfo, isOurs: true),
            around.isSettled
        {
            return (inside(around.version), nil)
        }
        if explicitVersion == nil, location == nil, legacy == nil, !hasShapes, !hasHints {
            return (inside(current), nil)
        }
        let found = try detect(in: decoder)
        return (inside(found.version), found.contradiction)
    }
}

/// The version of the payload that a decoder is at, and how it was found.
struct FoundVersion<Version: APIVersion> {
    let version: Version
    let source: DetectedVersion.Source

    /// Whether the payload names it as a string, if the form allows both.
    let isString: Bool

    /// The contradiction to the version, as an issue; made only if there is one.
    let contradiction: DecodingIssue?

    init(
        _ version: Version, _ source: DetectedVersion.Source, isString: Bool = false,
        contradiction: DecodingIssue? = nil
    ) {
        (self.version, self.source, self.isString, self.contradiction) = (version, source, isString, contradiction)
    }
}

/// The payload that a decoder is at.
private struct DecoderSource: PayloadSource {
    let decoder: any Decoder

    var path: JSONPointer { JSONPointer(codingPath: decoder.codingPath) }
    func value(at pointer: JSONPointer) -> JSONValue? { PayloadPeek.value(at: pointer, in: decoder) }
    func position(at pointer: JSONPointer) -> SourcePosition? { nil }
}
