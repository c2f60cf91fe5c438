import VersionedCodec

/// Results whose version shows in their contents only: they must be recognized when they are read again.
extension MigrationPlan {
    /// Whether documents of a version are recognized by their contents: they do not name it, are refused where they
    /// look different, or could name another one in another place.
    @inline(never)
    func recognizesByContents(_ label: String) -> Bool {
        guard let version = self[label] else { return false }
        if version.isMarked {
            return version.shape != nil && detector.rules.contradictions == .refused
                || !otherPlaces(than: marks(of: label).map(\.pointer)).isEmpty
        }
        return version.shape != nil || location?.legacy == label
    }

    /// Fails if a result would not be recognized as a document of its version. O(places of shapes)
    ///
    /// - `document`: The document that it was made of. Where it is normalized, and is not recognized itself, the result
    ///   need not be.
    /// - `bytes`: Its bytes.
    @inline(never)
    func checkRecognition(
        of result: ResultSource?, on path: MigrationPath, from document: JSONValue?, _ bytes: [UInt8],
        isPartial: Bool = false
    ) throws(MigrationError) {
        guard !isPartial, recognizesByContents(path.to), let result else { return }
        if path.from == path.to, let document, doubt(that: .value(document), is: path.to) != nil { return }
        try locating(path, bytes) { () throws(MigrationError) in
            if let error = misrecognition(of: result, on: path) { throw error }
        }
    }

    /// The error that a result would not be recognized as a document of its version; `nil` if it is.
    @inline(never)
    func misrecognition(of result: ResultSource, on path: MigrationPath) -> MigrationError? {
        guard let doubt = doubt(that: result, is: path.to) else { return nil }
        let place = doubt.place ?? .root
        var error = MigrationError(
            .unrecognizedResult, "the result would not be recognized as version \(path.to): \(doubt.reason)",
            at: doubt.place, found: result.value(at: place))
        error.offset = error.offset ?? result.origin(at: place)
        error.step = path.steps.last?.name
        return error
    }

    /// The error that a document would not be recognized when it comes back as it was; `nil` if it would be, or if it
    /// cannot come back.
    @inline(never)
    func unrecognizable(_ document: JSONValue, _ from: DetectedVersion, _ judge: LossJudge) -> MigrationError? {
        guard mayBeUnrecognizable(from), from.label != judge.path.to, let wayBack = judge.wayBack else { return nil }
        return misrecognition(of: .value(document), on: wayBack.path)
    }

    /// Whether a document may not be recognized as one of its version by itself: it is known from elsewhere, or looks
    /// like another one.
    func mayBeUnrecognizable(_ detected: DetectedVersion) -> Bool {
        let isFoundInIt = detected.source.pointer != nil || [.shape, .legacy].contains(detected.source)
        return (detected.contradiction != nil || !isFoundInIt) && recognizesByContents(detected.label)
    }

    /// Why a document would not be recognized as one of a version, and where that shows; `nil` if it is.
    @inline(never)
    private func doubt(that document: ResultSource, is label: String) -> (reason: String, place: JSONPointer?)? {
        func mismatch() -> (String, JSONPointer?)? {
            self[label]?.shape?.mismatch { document.kind(at: $0) }.map { ($0.negation, $0.pointer) }
        }
        do throws(VersionError) {
            let found = try document.version(by: detector)
            if found.label == label, found.contradiction == nil { return nil }
            return mismatch() ?? ("it would be version \(found.label), \(found.source)", found.source.pointer)
        } catch {
            return mismatch() ?? (error.diagnostic.message, error.diagnostic.path)
        }
    }
}

/// A result, whose version is looked for.
enum ResultSource {
    case value(JSONValue)
    case arena(Arena)

    fileprivate func version(by detector: VersionDetector) throws(VersionError) -> DetectedVersion {
        switch self {
        case .value(let value): try detector.detect(in: value)
        case .arena(let arena): try detector.detect(in: arena)
        }
    }

    fileprivate func kind(at pointer: JSONPointer) -> JSONKind? {
        switch self {
        case .value(let value): return value[at: pointer]?.kind
        case .arena(let arena):
            let found = arena.find(pointer, from: arena.root)
            return found.isNone ? nil : arena.kind(of: found)
        }
    }

    fileprivate func value(at pointer: JSONPointer) -> JSONValue? {
        switch self {
        case .value(let value): value[at: pointer]
        case .arena(let arena): arena.value(at: pointer)
        }
    }

    /// Where the value at a place was in the payload, or the innermost one on the way to it.
    fileprivate func origin(at pointer: JSONPointer) -> Int? {
        switch self {
        case .value(let value): return value.innermost(at: pointer).sourceOffset
        case .arena(let arena):
            var node = arena.root
            for token in pointer.tokens {
                let next = arena.child(token, of: node)
                if next.isNone { break }
                node = next
            }
            return arena.origin(of: node)
        }
    }
}
