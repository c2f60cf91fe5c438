import VersionedCodec

/// Puts what the way back does not restore into a document in an arena, as carried data.
///
/// Arrays are compared as values. Documents to which the way back adds something outside of arrays are for `Carrier`.
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
    /// The style in which the document is written; `nil`: its own layout.
    let style: WritingStyle?

    /// Carries what the result in an arena does not bring back of the document that the arena has read; `nil`, with
    /// nothing changed, where `Carrier` must do it.
    ///
    /// - Parameters:
    ///   - isUnnamed: Whether the entities within the document name no versions.
    ///   - changes: Finds what the way back does not restore; `nil` where `Carrier` must do it.
    func carry(
        in arena: Arena, isUnnamed: @autoclosure () -> Bool = false, _ changes: () -> [CarriedChange]?
    ) -> Carried? {
        let (root, member) = (arena.root, JSONPointer([options.member]))
        // A document whose way back fails is kept by `Carrier`, as a whole.
        guard arena.isObject(root), arena.find(member, from: root).isNone, let changes = changes() else { return nil }
        let isUnnamed = isUnnamed()
        if changes.isEmpty, !isUnnamed { return Carried() }
        return carry(changes, isUnnamed: isUnnamed, in: arena).carried
    }

    /// Puts changes into the document, or beside it; `nil` with the number of their bytes where that is beyond the
    /// limit.
    func carry(
        _ changes: [CarriedChange], isUnnamed: Bool = false, in arena: Arena
    ) -> (carried: Carried?, bytes: Int) {
        let record = CarriedData.Record(version: from, source: to, kept: .changes(changes), isUnnamed: isUnnamed)
        let data = CarriedData(records: [record])
        let layout = options.isSidecar || style != nil ? nil : arena.layoutOfInsertedText
        let text = layout.map { layout in
            var text = CarriedText(in: arena, layout)
            data.write(to: &text)
            return text
        }
        // What the document writes with escapes or space has fewer bytes as JSON of its own.
        let known = text.flatMap { $0.bytes.count <= options.limit ? $0.bytes.count : nil }
        let count = known ?? data.text.count
        if count > options.limit { return (nil, count) }
        if options.isSidecar { return (Carried(sidecar: data), count) }
        if let text, text.isComplete, arena.mayHold(depth: text.deepest) {
            arena.insert(arena.make(text: text.bytes), as: options.member, into: arena.root)
            return (Carried(bytes: count), count)
        }
        arena.insert(arena.makeOpened(data.json), as: options.member, into: arena.root)
        return (Carried(bytes: count), count)
    }

    /// What the way back does not restore; `nil` if `Carrier` must find it.
    ///
    /// - `marks`: The keys of members of elements that name versions.
    static func changes(
        _ before: Arena, _ home: Arena, of arena: Arena, marks: Set<String> = []
    ) -> [CarriedChange]? {
        var (changes, isComplete, beside) = ([CarriedChange](), true, BesideMembers())
        var arrays: [NodeID: Int] = [:]
        _ = RestoredValues.compare(before, home) { difference in
            guard isComplete else { return }
            let array = outermostArray(around: difference, in: before)
            if let array {
                if arrays[array] != nil { return }
                arrays[array] = changes.count
            }
            let change =
                array.map { self.change(ofArray: $0, before, home, of: arena, marks, &beside) }
                ?? change(difference, before, home, of: arena, &beside)
            if let change { changes.append(change) } else { isComplete = false }
        }
        guard isComplete else { return nil }
        let value = { (path: JSONPointer) -> JSONValue? in
            let node = home.find(path, from: home.root)
            return node.isNone ? .none : home.value(of: node)
        }
        if !arrays.isEmpty {
            CarriedChange.group(&changes, marks, in: value)
            guard restore(changes, arrays, before, home) else { return nil }
        }
        CarriedChange.noteHeldValues(in: &changes) { value($0).map { CarriedChange.BaseValue($0) } }
        let kept = KeptValues { path in
            let node = arena.find(path, from: arena.root)
            if node.isNone { return nil }
            // Whether it is the same decides.
            arena.giveUpRecording()
            return arena.value(of: node)
        } in: {
            (arena, arena.root)
        }
        kept.note(in: &changes) { path in
            let node = home.find(path, from: home.root)
            return node.isNone ? nil : (home, node)
        }
        return changes
    }

    /// The first array on the way to a difference; `nil` if there is none.
    private static func outermostArray(around difference: RestoredValues.Difference, in before: Arena) -> NodeID? {
        let isOfContainer = difference.isOrder || difference.isAddition
        var (node, found) = (isOfContainer ? difference.old : before.parent(of: difference.old), NodeID?.none)
        while !node.isNone {
            if before.isArray(node) { found = node }
            node = before.parent(of: node)
        }
        return found
    }

    /// The change of an array; `nil` if it cannot be carried.
    private static func change(
        ofArray old: NodeID, _ before: Arena, _ home: Arena, of arena: Arena, _ marks: Set<String>,
        _ beside: inout BesideMembers
    ) -> CarriedChange? {
        let path = before.pointer(to: old)
        let new = home.find(path, from: home.root)
        guard !path.isRoot, path.tokens.count < CarriedChange.deepest, !new.isNone, home.isArray(new) else {
            return nil
        }
        // Hashes of the next document are others.
        for arena in [arena, before, home] { arena.giveUpRecording() }
        let comparison = ArrayComparison(ComparedElements(of: old, in: before), ComparedElements(of: new, in: home))
        let depth = path.tokens.count
        let around = depth > 1 ? beside.member(path.tokens.last, of: home.parent(of: new), in: home) : []
        return comparison.change(at: path, depth, around: around, marks)
    }

    /// Whether the changes restore arrays.
    ///
    /// - `arrays`: The arrays in the document, and the numbers of their changes.
    private static func restore(
        _ changes: [CarriedChange], _ arrays: [NodeID: Int], _ before: Arena, _ home: Arena
    ) -> Bool {
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        let restored = memory.arena
        restored.begin(asCopyOf: home)
        var restoring = CarriedRestoring(in: restored)
        restoring.apply(arrays.values.ascending().map { changes[$0] })
        return arrays.allSatisfy { array, number in
            let node = restored.find(changes[number].path, from: restored.root)
            return !node.isNone && ValueHash.of(array, in: before) == ValueHash.of(node, in: restored)
        }
    }

    /// A difference as carried data has it; `nil` if it is more than one member.
    static func change(
        _ difference: RestoredValues.Difference, _ before: Arena, _ home: Arena, of arena: Arena,
        _ beside: inout BesideMembers
    ) -> CarriedChange? {
        let path = before.pointer(to: difference.old)
        guard !difference.isOrder, !difference.isAddition, !path.isRoot, path.tokens.count < CarriedChange.deepest,
            isMember(difference.old, in: before), let value = arena.documentValue[at: path]
        else { return nil }
        var change = CarriedChange(path: path, now: .value(value))
        if !difference.new.isNone {
            change.was = ValueHash.of(difference.new, in: home)
        }
        if path.tokens.count > 1 {
            change.around = beside.member(path.tokens.last, of: difference.holder, in: home)
        }
        // Hashes of the next document are others.
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

/// The hashes beside members that differ, found once for each object.
struct BesideMembers {
    private var known: [Int32: [ValueHash.Scalar]] = [:]

    mutating func member(_ key: String?, of holder: NodeID, in arena: Arena) -> [ValueHash] {
        let scalars = known[holder.raw] ?? ValueHash.scalarsForAll(in: arena, holder)
        known[holder.raw] = scalars
        return ValueHash.beside(key, in: scalars)
    }
}
