extension VersionDetector {
    /// The version of a payload that is within a document.
    ///
    /// - `path`: Where it is there, for errors and contradictions.
    package func detect(
        in value: JSONValue, of document: JSONDocument, at path: @escaping () -> JSONPointer,
        knowing hints: VersionHints
    ) throws(VersionError) -> DetectedVersion {
        try detect(in: NestedSource(root: value, document: document, pathToRoot: path), knowing: hints)
    }

    /// The version of a value that has no text yet, so that errors have no positions.
    package func detect(in value: JSONValue) throws(VersionError) -> DetectedVersion {
        try detect(in: NestedSource(root: value, document: nil, pathToRoot: { .root }))
    }
}

extension VersionDetector {
    /// The version of the document in an arena, or of one within it; `nil` where it has none, or more is to be said:
    /// why it has none, that it contradicts itself, or that it is newer than all versions.
    package func detect(in arena: Arena, at root: NodeID? = nil, knowing hints: VersionHints) -> DetectedVersion? {
        let source = ArenaSource(arena: arena, root: root ?? arena.root)
        guard let found = try? detect(in: source, knowing: hints), found.contradiction == nil,
            !found.isNewer
        else { return nil }
        return found
    }

    /// The version of the document in an arena, which has no text, so that errors have no positions.
    package func detect(in arena: Arena) throws(VersionError) -> DetectedVersion {
        try detect(in: ArenaSource(arena: arena, root: arena.root))
    }
}

/// The document in an arena, or a value of it.
private struct ArenaSource: PayloadSource {
    let arena: Arena
    let root: NodeID

    var path: JSONPointer { .root }
    func position(at pointer: JSONPointer) -> SourcePosition? { nil }

    func value(at pointer: JSONPointer) -> JSONValue? { arena.value(at: pointer, from: root) }

    func kind(at pointer: JSONPointer) -> JSONKind? {
        let found = arena.find(pointer, from: root)
        return found.isNone ? nil : arena.kind(of: found)
    }
}

/// A payload within a document.
private struct NestedSource: PayloadSource {
    let root: JSONValue
    let document: JSONDocument?
    let pathToRoot: () -> JSONPointer

    var path: JSONPointer { pathToRoot() }

    func value(at pointer: JSONPointer) -> JSONValue? { root[at: pointer] }
    func position(at pointer: JSONPointer) -> SourcePosition? { document?.position(of: root.innermost(at: pointer)) }
}
