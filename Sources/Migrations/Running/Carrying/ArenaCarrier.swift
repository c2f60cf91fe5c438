import VersionedCodec

/// Puts what the way back does not restore into a document in an arena, as carried data.
///
/// It does so where each such value is a member, in no array, and the way back adds nothing. Other documents are for
/// `Carrier`.
struct ArenaCarrier {
    /// What a document carries.
    struct Carried {
        /// How many bytes of data it has got itself.
        var bytes = 0
        /// The data that is kept beside it.
        var sidecar: CarriedData?
    }

    /// The labels of the versions of the document and of the result.
    let from, to: String
    let options: CarriedData.Options

    init(from: String, to: String, _ options: CarriedData.Options) {
        (self.from, self.to, self.options) = (from, to, options)
    }

    init(_ path: MigrationPath, _ options: CarriedData.Options) { self.init(from: path.from, to: path.to, options) }

    /// Carries what the result in an arena does not bring back of the document that the arena has read; `nil`, with
    /// nothing changed, where `Carrier` must do it.
    ///
    /// - Parameters:
    ///   - isUnnamed: Whether the entities within the document name no versions.
    ///   - changes: Finds what the way back does not restore; `nil` where more is to be said.
    func carry(
        in arena: Arena, isUnnamed: @autoclosure () -> Bool = false, _ changes: () -> [CarriedChange]?
    ) -> Carried? {
        let (root, member) = (arena.root, JSONPointer([options.member]))
        // A document whose way back fails is kept by `Carrier`, as a whole.
        guard arena.isObject(root), arena.find(member, from: root).isNone, let changes = changes() else { return nil }
        let isUnnamed = isUnnamed()
        if changes.isEmpty, !isUnnamed { return Carried() }
        let (data, count) = data(of: changes, isUnnamed: isUnnamed)
        return count <= options.limit ? carry(data, count, in: arena) : nil
    }

    /// Changes as carried data, and how many bytes that has.
    func data(of changes: [CarriedChange], isUnnamed: Bool = false) -> (data: CarriedData, bytes: Int) {
        let record = CarriedData.Record(version: from, source: to, kept: .changes(changes), isUnnamed: isUnnamed)
        let data = CarriedData(records: [record])
        return (data, data.json.bytes().count)
    }

    /// Puts data into the document, or beside it.
    func carry(_ data: CarriedData, _ count: Int, in arena: Arena) -> Carried {
        if options.isSidecar { return Carried(sidecar: data) }
        arena.insert(arena.makeOpened(data.json), as: options.member, into: arena.root)
        return Carried(bytes: count)
    }

    /// What the way back does not restore; `nil` if more is to be said.
    static func changes(_ before: Arena, _ home: Arena, of arena: Arena) -> [CarriedChange]? {
        var (changes, isComplete, beside) = ([CarriedChange](), true, BesideMembers())
        let hasAdded = RestoredValues.compare(before, home) { difference in
            let change = change(difference, before, home, of: arena, &beside)
            if let change { changes.append(change) } else { isComplete = false }
        }
        return isComplete && !hasAdded ? changes : nil
    }

    /// A difference as carried data has it; `nil` if it is more than one member.
    static func change(
        _ difference: RestoredValues.Difference, _ before: Arena, _ home: Arena, of arena: Arena,
        _ beside: inout BesideMembers
    ) -> CarriedChange? {
        let path = before.pointer(to: difference.old)
        guard !difference.isOrder, !path.isRoot, path.tokens.count < CarriedChange.deepest,
            isMember(difference.old, in: before), let value = arena.documentValue[at: path]
        else { return nil }
        var change = CarriedChange(path: path, now: .value(value))
        if !difference.new.isNone {
            change.was = Fingerprint.of(home.value(of: difference.new))
        }
        if path.tokens.count > 1 {
            change.around = beside.member(path.tokens.last, of: difference.holder, in: home)
        }
        // Fingerprints of the next document are others.
        if change.was != nil || !change.around.isEmpty { arena.giveUpRecording() }
        return change
    }

    /// Whether a document may be written as another one of its shape, which has got so many bytes of carried data.
    static func mayRepeat(_ carried: Int, in text: UnsafeBufferPointer<UInt8>, _ options: CarriedData.Options) -> Bool {
        // Of the same shape, only the values have other lengths, and no byte takes more than six.
        carried == 0 || carried + 6 * text.count <= options.limit
    }

    /// Whether no array is around a value.
    static func isMember(_ node: NodeID, in arena: Arena) -> Bool {
        var parent = arena.parent(of: node)
        while !parent.isNone {
            if !arena.isObject(parent) { return false }
            parent = arena.parent(of: parent)
        }
        return true
    }
}

/// The fingerprints beside members that differ, found once for each object.
struct BesideMembers {
    private var known: [Int32: [Fingerprint.Scalar]] = [:]

    mutating func member(_ key: String?, of holder: NodeID, in arena: Arena) -> [String] {
        let scalars = known[holder.raw] ?? Fingerprint.scalars(in: arena, holder, upTo: nil)
        known[holder.raw] = scalars
        return Fingerprint.beside(key, in: scalars)
    }
}
