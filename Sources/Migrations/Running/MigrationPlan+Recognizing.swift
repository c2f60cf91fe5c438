import VersionedCodec

/// Results whose version shows in their contents only: they must be recognized when they are read again.
extension MigrationPlan {
    /// Whether documents of a version are recognized by their contents: they do not name it, or are refused where they
    /// look different.
    @inline(never)
    func recognizesByContents(_ label: String) -> Bool {
        guard let version = self[label] else { return false }
        if version.isMarked { return version.shape != nil && detector.rules.contradictions == .refused }
        return version.shape != nil || location?.legacy == label
    }

    /// Fails if a result would not be recognized as a document of its version. O(places of shapes)
    ///
    /// - `document`: The document that it was made of. Where it is normalized, and is not recognized itself, the result
    ///   need not be.
    /// - `bytes`: Its bytes.
    @inline(never)
    func checkRecognition(
        of result: JSONValue?, on path: MigrationPath, from document: JSONValue?, _ bytes: [UInt8],
        isPartial: Bool = false
    ) throws(MigrationError) {
        guard !isPartial, recognizesByContents(path.to), let result else { return }
        if path.from == path.to, let document, doubt(that: document, is: path.to) != nil { return }
        guard let doubt = doubt(that: result, is: path.to) else { return }
        let place = doubt.place ?? .root
        try locating(path, bytes) { () throws(MigrationError) in
            var error = MigrationError(
                .unrecognizedResult, "the result would not be recognized as version \(path.to): \(doubt.reason)",
                at: doubt.place, found: result[at: place])
            error.offset = error.offset ?? result.innermost(at: place).sourceOffset
            error.step = path.steps.last?.name
            throw error
        }
    }

    /// Why a document would not be recognized as one of a version, and where that shows; `nil` if it is.
    @inline(never)
    private func doubt(that document: JSONValue, is label: String) -> (reason: String, place: JSONPointer?)? {
        func mismatch() -> (String, JSONPointer?)? {
            self[label]?.shape?.mismatch { document[at: $0]?.kind }.map { ($0.negation, $0.pointer) }
        }
        do throws(VersionError) {
            let found = try detector.detect(in: document)
            if found.label == label, found.contradiction == nil { return nil }
            return mismatch() ?? ("it would be version \(found.label), \(found.source)", found.source.pointer)
        } catch {
            return mismatch() ?? (error.diagnostic.message, error.diagnostic.path)
        }
    }
}
