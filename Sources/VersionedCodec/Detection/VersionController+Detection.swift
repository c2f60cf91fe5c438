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
    func detect(
        in decoder: any Decoder, _ object: ObjectCache? = nil
    ) throws -> (version: Version, source: DetectedVersion.Source, isString: Bool) {
        if let explicitVersion { return (explicitVersion, .explicit, false) }
        if let native = decoder.asNative, let location,
            let version = stated(in: native.session, at: native.node, location)
        {
            return (version, .field(location.pointer), false)
        }
        let found: DetectedVersion
        do throws(VersionError) {
            if location == nil, let legacy, !hasShapes, !hasHints { return (legacy, .legacy, false) }
            if let native = decoder.asNative {
                found = try detector.detect(in: IndexSource(session: native.session, root: native.node), knowing: hints)
            } else if let location, !hasShapes, !hasHints,
                let value = PayloadPeek.value(at: location.pointer, in: decoder, object),
                let version = location.minor == nil ? location.label(of: value).flatMap(version(labelled:)) : nil
            {
                return (version, .field(location.pointer), location.isString(value))
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
        guard let version = Version.version(of: found.label) else {
            return (current, found.source, found.isString)
        }
        return (version, found.source, found.isString)
    }

    /// The same controller, inside the payload that a decoder is at; one that is inside a payload stays as it is.
    func settled(for decoder: any Decoder) throws -> Self {
        if isSettled { return self }
        if explicitVersion == nil, decoder.isOurs,
            let around = VersionScope.controller(for: Version.self, userInfo: decoder.userInfo, isOurs: true),
            around.isSettled
        {
            return inside(around.version)
        }
        if explicitVersion == nil, location == nil, legacy == nil, !hasShapes, !hasHints { return inside(current) }
        return try inside(detect(in: decoder).version)
    }
}

/// The payload that a decoder is at.
private struct DecoderSource: PayloadSource {
    let decoder: any Decoder

    var path: JSONPointer { JSONPointer(codingPath: decoder.codingPath) }
    func value(at pointer: JSONPointer) -> JSONValue? { PayloadPeek.value(at: pointer, in: decoder) }
    func position(at pointer: JSONPointer) -> SourcePosition? { nil }
}
