extension VersionDetector {
    /// The version of a payload that is within a document.
    ///
    /// - `path`: Where it is there.
    package func detect(
        in value: JSONValue, of document: JSONDocument, at path: JSONPointer, knowing hints: VersionHints
    ) throws(VersionError) -> DetectedVersion {
        try detect(in: NestedSource(root: value, document: document, path: path), knowing: hints)
    }
}

/// A payload within a document.
private struct NestedSource: PayloadSource {
    let root: JSONValue
    let document: JSONDocument
    let path: JSONPointer

    func value(at pointer: JSONPointer) -> JSONValue? { root[at: pointer] }
    func position(at pointer: JSONPointer) -> SourcePosition? { document.position(of: root.innermost(at: pointer)) }
}
