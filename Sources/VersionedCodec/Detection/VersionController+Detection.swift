extension VersionController {
    /// What finds the version of a payload: the explicit one, else the one at the location, else the legacy one.
    ///
    /// ```swift
    /// let found = try controller.detector.detect(in: JSONDocument(parsing: payload))
    /// found.label    // "2"
    /// ```
    public var detector: VersionDetector {
        var location = location
        location?.legacy = legacy?.label
        return VersionDetector(known: Version.labels, location: location)
    }

    /// The version of the payload that a decoder stands at, and how it was found.
    func detect(in decoder: any Decoder) throws -> (version: Version, source: DetectionSource) {
        if let explicitVersion { return (explicitVersion, .explicit) }
        if let native = decoder as? IndexDecoder, let location,
            let version = stated(in: native.scope, at: native.node, location)
        {
            return (version, .field(location.pointer))
        }
        let found: DetectedVersion
        do throws(VersionError) {
            if location == nil, let legacy { return (legacy, .legacy) }
            let value = location.flatMap { PayloadPeek.value(at: $0.pointer, in: decoder) }
            if let location, let value, let version = location.label(of: value).flatMap(Version.version(of:)) {
                return (version, .field(location.pointer))
            }
            found = try detector.detect(value, below: JSONPointer(codingPath: decoder.codingPath))
        } catch {
            let path = decoder.codingPath + (location?.pointer.tokens ?? []).map { PayloadKey($0) }
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: error.description, underlyingError: error))
        }
        guard let version = Version.version(of: found.label) else { return (current, found.source) }
        return (version, found.source)
    }

    /// The same controller, inside the payload that a decoder stands at; one that is inside a payload stays as it is.
    func settled(for decoder: any Decoder) throws -> Self {
        if isSettled { return self }
        if explicitVersion == nil, decoder is ProxyDecoder || decoder is IndexDecoder,
            let around = VersionScope.controller(for: Version.self, userInfo: decoder.userInfo, isOurs: true),
            around.isSettled
        {
            return inside(around.version)
        }
        if explicitVersion == nil, location == nil, legacy == nil { return inside(current) }
        return try inside(detect(in: decoder).version)
    }
}
