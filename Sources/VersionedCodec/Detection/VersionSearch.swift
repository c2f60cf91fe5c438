/// One search for the version of one payload.
struct VersionSearch {
    let detector: VersionDetector
    let source: any PayloadSource

    /// Where a version was looked for without success, in order.
    private var tried: [DetectedVersion.Source] = []

    /// The `Content-Type` that the caller has given, if it has no version.
    private var unversioned: UnversionedMediaType?

    init(detector: VersionDetector, source: any PayloadSource) {
        self.detector = detector
        self.source = source
    }

    private var known: [String] { detector.known }

    mutating func run(_ hints: VersionHints) throws(VersionError) -> DetectedVersion {
        if let explicit = hints.explicit {
            guard known.contains(explicit) else {
                var error = VersionError(unknownLabel: explicit, known: known, tried: [.explicit])
                error.origin = .explicit
                throw error
            }
            return DetectedVersion(label: explicit, source: .explicit)
        }
        if let found = try fromOutside(hints) { return found }
        if let location = detector.location {
            for pointer in [location.pointer] + detector.otherPlaces {
                if let found = try atField(pointer, location) { return try checked(found) }
            }
        }
        if let found = try byShape() { return found }
        if let legacy = detector.legacy { return DetectedVersion(label: legacy, source: .legacy) }
        var missing = error(.missing, at: detector.location?.pointer)
        if let obstacle = detector.location.flatMap({ obstacle(on: $0.pointer) }) {
            missing = error(.missing, at: obstacle.pointer, found: obstacle.found)
            missing.wantedMember = obstacle.member
        }
        missing.unversioned = unversioned
        throw missing
    }

    /// The first value without members on the path to a place, where an object is expected.
    private func obstacle(on pointer: JSONPointer) -> (pointer: JSONPointer, found: JSONValue, member: String)? {
        for (depth, token) in pointer.tokens.enumerated() {
            let here = JSONPointer(Array(pointer.tokens[..<depth]))
            guard let kind = source.kind(at: here) else { return nil }
            // A payload that is not an object at all names no version, and nothing else about it.
            if depth == 0 || kind == .object || kind == .array && JSONPointer.index(of: token) != nil { continue }
            return source.value(at: here).map { (here, $0, token) }
        }
        return nil
    }

    // MARK: Facts from the caller

    private mutating func fromOutside(_ hints: VersionHints) throws(VersionError) -> DetectedVersion? {
        if let field = hints.mediaType, let label = detector.rules.mediaType?.label(inContentType: field) {
            return try resolved(label, by: .mediaType, said: .string(label), at: nil)
        }
        if let field = hints.mediaType, let type = detector.rules.mediaType {
            unversioned = type.unversioned(field, known: known)
        }
        guard let date = hints.date else { return nil }
        guard let day = DateLabel(date) else {
            throw error(.unreadable, found: .string(date), form: .date, origin: .date)
        }
        guard let label = day.closest(in: known) else {
            throw error(.tooOld, found: .string(date), origin: .date)
        }
        var found = DetectedVersion(label: label, source: .date)
        if label != date { found.said = date }
        return try checked(found)
    }

    // MARK: The version in the payload

    private mutating func atField(
        _ pointer: JSONPointer, _ location: VersionLocation
    ) throws(VersionError) -> DetectedVersion? {
        guard let value = source.value(at: pointer) else {
            tried.append(.field(pointer))
            return nil
        }
        let minor = location.minor.flatMap(source.value)
        guard let label = location.label(of: value, minor: minor) else {
            let isMinor = location.label(of: value) != nil
            throw error(
                .unreadable, at: isMinor ? location.minor : pointer, found: isMinor ? minor : value, location: location)
        }
        if minor == nil, let place = location.minor, location.known(label, in: known) == nil,
            known.contains(where: { $0.hasPrefix(label + ".") })
        {
            // Versions begin with this number, and only the second one distinguishes them.
            var error = error(.unreadable, at: place, location: location)
            error.firstNumber = label
            throw error
        }
        var found = try resolved(label, by: .field(pointer), said: minor == nil ? value : .string(label), at: pointer)
        found.isString = location.isString(value)
        return found
    }

    /// The known version of a given label.
    private func resolved(
        _ label: String, by source: DetectedVersion.Source, said: JSONValue, at pointer: JSONPointer?
    ) throws(VersionError) -> DetectedVersion {
        if let known = detector.location?.known(label, in: known) ?? known.first(where: { $0 == label }) {
            var found = DetectedVersion(label: known, source: source)
            if known != label { found.said = label }
            return found
        }
        let isSemantic = detector.location?.form == .semantic || detector.location?.minor != nil
        let code =
            (isSemantic ? SemanticLabel(label)?.code(known: known) : nil)
            ?? VersionError.code(forUnknown: label, known: known)
        if code == .tooNew, detector.rules.newer == .passedThrough {
            var found = DetectedVersion(label: label, source: source)
            found.isNewer = true
            return found
        }
        throw error(code, at: pointer, found: said, origin: pointer == nil ? source : nil)
    }

    // MARK: The shape of the payload

    private mutating func byShape() throws(VersionError) -> DetectedVersion? {
        if detector.shapes.isEmpty { return nil }
        let fitting = known.filter { detector.shapes[$0]?.mismatch(source.kind) == nil && detector.shapes[$0] != nil }
        if fitting.count == 1 { return DetectedVersion(label: fitting[0], source: .shape) }
        tried.append(.shape)
        if fitting.isEmpty { return nil }
        var error = error(.ambiguous)
        error.fitting = fitting
        throw error
    }

    /// Compares the version that the payload names with its shape.
    private func checked(_ found: DetectedVersion) throws(VersionError) -> DetectedVersion {
        guard !found.isNewer, let test = detector.shapes[found.label]?.mismatch(source.kind) else { return found }
        let others = known.filter { label in
            label != found.label && detector.shapes[label].map { $0.mismatch(source.kind) == nil } ?? false
        }
        let contradiction = DetectedVersion.Contradiction(
            label: found.label, test: test, looksLike: others, source: found.source,
            position: source.position(at: test.pointer))
        var found = found
        found.contradiction = contradiction
        if detector.rules.contradictions == .reported { return found }
        var error = error(.contradicted, at: test.pointer, found: source.value(at: test.pointer))
        error.contradiction = contradiction
        throw error
    }

    // MARK: Errors

    @inline(never)
    private func error(
        _ code: VersionError.Code, at pointer: JSONPointer? = nil, found: JSONValue? = nil,
        location: VersionLocation? = nil, form: VersionLocation.Form? = nil, origin: DetectedVersion.Source? = nil
    ) -> VersionError {
        var tried = tried
        // A version that the caller gave is at no place of the payload.
        let isPlaced = origin == nil && (pointer != nil || !source.path.isRoot)
        if let pointer, code != .missing, code != .contradicted { tried.append(.field(pointer)) }
        var error = VersionError(
            code: code, path: isPlaced ? source.path.appending(pointer ?? .root) : nil,
            position: isPlaced ? source.position(at: pointer ?? .root) : nil, found: found,
            form: location?.form ?? form ?? (pointer == nil ? nil : detector.location?.form), known: known, tried: tried
        )
        error.texts = location?.texts ?? []
        error.origin = origin
        return error
    }
}
