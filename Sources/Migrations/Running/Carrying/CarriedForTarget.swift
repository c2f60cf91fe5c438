import VersionedCodec

/// What is carried for a document, where all of it that its way restores is restored at the end.
struct CarriedForTarget {
    /// What is restored, and the data for other versions.
    let changes: [CarriedChange]
    /// Whether the entities within the payload of a set are to name no versions.
    let isUnnamed: Bool
    /// The version that the data was made for.
    private let source: String?
    let rest: CarriedData
    private let options: CarriedData.Options

    /// - `record`: The data for the end of the way, if there is any.
    /// - Returns: `nil` where more is carried than changes.
    init?(_ carried: CarriedData, _ record: CarriedData.Record?, _ options: CarriedData.Options) {
        guard carried.records.allSatisfy({ if case .changes = $0.kept { true } else { false } }) else { return nil }
        if case .changes(let kept)? = record?.kept { changes = kept } else { changes = [] }
        isUnnamed = record?.isUnnamed ?? false
        source = record?.source
        rest = record.map { carried.without($0.version) } ?? carried
        self.options = options
    }

    /// Restores in the document, and returns the places of what was not restored.
    ///
    /// - Parameters:
    ///   - version: The version of the document that the arena has read.
    ///   - marks: The keys of members that name versions.
    func restore(in arena: Arena, from version: String?, marks: @escaping () -> Set<String>) -> [JSONPointer] {
        if changes.isEmpty { return [] }
        var all = CarriedRestoring(in: arena)
        let middle = source == version ? MiddleDocument { arena.documentValue } : nil
        all.apply(changes, from: middle, marks: marks)
        return all.outdated
    }

    /// Puts the data for other versions back; `false` where the document is not an object, or has another member of
    /// that name.
    func putBack(in arena: Arena) -> Bool {
        if rest.isEmpty || options.isSidecar { return true }
        let member = JSONPointer([options.member])
        guard arena.isObject(arena.root), arena.find(member, from: arena.root).isNone else { return false }
        arena.insert(arena.make(rest.json), as: options.member, into: arena.root)
        return true
    }

    /// The data for other versions that is kept beside the document.
    var sidecar: CarriedData? { rest.isEmpty || !options.isSidecar ? nil : rest }
}
