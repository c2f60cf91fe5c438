import VersionedCodec

/// One member in both versions.
struct MemberChange {
    let sketch: TypeSketch.Object.Member
    let old: SketchPlaces.Member
    let new: SketchPlaces.Member

    /// The members that it is flattened out of, in one of the versions, outermost first.
    private(set) var outer: [FlattenedOptional] = []

    /// Whether the object that the model reads it from must have it.
    private(set) var isRequiredByOwner: Bool

    init(sketch: TypeSketch.Object.Member, old: SketchPlaces.Member, new: SketchPlaces.Member) {
        (self.sketch, self.old, self.new) = (sketch, old, new)
        isRequiredByOwner = sketch.isRequired
    }

    /// The same member, seen from the object around one that is flattened.
    func within(_ flattened: MemberChange) -> MemberChange {
        var change = MemberChange(
            sketch: sketch.whereRequired(flattened.sketch.isRequired && sketch.isRequired),
            old: old.within(flattened.old.writing), new: new.within(flattened.new.writing))
        change.isRequiredByOwner = isRequiredByOwner
        change.outer = outer.map { $0.within(flattened) }
        change.outer.insert(FlattenedOptional(flattened), at: 0)
        return change
    }

    var key: String { sketch.name }

    /// Where a payload of the old version may have it: where the version looks for it, in order, and where it writes
    /// it.
    var sources: [JSONPointer] {
        var sources = old.reading.map(\.pointer)
        if !sources.contains(old.writing.pointer) { sources.append(old.writing.pointer) }
        return sources
    }

    /// The places that it is looked for in after the first one.
    private var aliases: ArraySlice<JSONPointer> { sources.dropFirst() }

    /// Whether it stays in its place, because both versions have the same rules for places.
    private var stays: Bool {
        guard old.reading == new.reading, old.writing == new.writing else { return false }
        return aliases.isEmpty
            || old.nilForms == new.nilForms && old.nilMembers == new.nilMembers && fallback == nil
    }

    /// Where it is when it is changed, if it does not stay in its place: the first place in which the old version looks
    /// for it.
    var from: JSONPointer { old.reading.first?.pointer ?? .root }

    /// Its new place: where the new version writes it.
    var to: JSONPointer { stays ? from : new.writing.pointer }

    /// Whether it moves into, out of, or within an array.
    var movesInArrays: Bool {
        !stays && (from != to || !aliases.isEmpty)
            && (old.reading + [old.writing, new.writing]).contains(where: \.entersArrays)
    }

    /// Whether a payload of the old version may lack it.
    var absenceReason: Bool { !sketch.isRequired && (fallback == nil || optionalOwner != nil) }

    /// The type of the value if it is not `null`.
    var notNull: TypeSketch.Value { if case .optional(let value) = sketch.value { value } else { sketch.value } }

    /// The value that the old version reads for nil, if the new version does not.
    var fallback: JSONValue? { old.fallback == new.fallback ? nil : old.fallback }

    /// Operations on the member in the place in which the old version reads it.
    func whereRead(_ operations: (JSONPointer) throws -> [JSONOperation]) rethrows -> [JSONOperation] {
        let first = whereThere(try operations(from), at: from)
        if !stays || first.isEmpty { return first }
        return try aliases.indices.reversed().reduce(first) { others, index in
            let inner = whereThere(try operations(sources[index]), at: sources[index])
            return [.when(isRead(from: index), inner, otherwise: others)]
        }
    }

    /// Operations on the member, run only where it exists and is not nil: the first of them reports a payload without a
    /// required one.
    private func whereThere(_ operations: [JSONOperation], at place: JSONPointer) -> [JSONOperation] {
        if operations.isEmpty { return [] }
        var conditions: [Condition] = sketch.isRequired ? [] : [.present(place)]
        if notNull != sketch.value { conditions.append(.not(.at(place, is: .null))) }
        if mayBeNil { conditions += old.emptyForms.map { .not(.at(place, equals: $0)) } }
        guard let first = conditions.first else { return operations }
        return [.when(conditions.count == 1 ? first : .all(conditions), operations)]
    }

    private var mayBeNil: Bool { notNull != sketch.value || old.fallback != nil }

    // MARK: Several places

    /// Whether the old version reads it from one of its places: the first in which it is not nil.
    private func isRead(from index: Int) -> Condition {
        .all(sources[..<index].map { .any([.absent($0)] + old.isNil($0)) } + old.isThere(sources[index]))
    }

    /// Whether the old version reads a value.
    func isRead(as value: JSONValue) -> Condition {
        if !stays || aliases.isEmpty { return .at(from, equals: value) }
        return .any(sources.indices.map { .all([isRead(from: $0), .at(sources[$0], equals: value)]) })
    }

    /// Refuses a payload in which the new version would read another value before this one.
    func refusals() -> [JSONOperation] {
        guard !stays, let index = new.reading.firstIndex(of: new.writing) else { return [] }
        return new.reading[..<index].map(\.pointer).filter { $0 != from }.map { other in
            .when(
                .all(new.isThere(other)),
                [.refuse("the other version would read \"\(other)\" instead of \"\(to)\"")])
        }
    }

    // MARK: Before all else

    /// Brings the member to the first of its places, makes nil out of its other forms, and inserts the value for nil.
    func preparation(among members: [MemberChange]) -> [JSONOperation] {
        var operations: [JSONOperation] = []
        for alias in aliases where !stays {
            let isHidden = old.isNil(from).map { Condition.all([$0] + old.isThere(alias)) }
            let keepsParents = MoveOrder.keepsParents(of: alias, members.map(\.from.tokens))
            operations.append(
                .when(
                    .all([.present(alias), .any([.absent(from)] + isHidden)]),
                    [.move(alias, to: from, keepingEmptyParents: keepsParents, ifExists: .overwrite)]))
        }
        for empty in mayBeNil ? old.emptyForms : []
        where fallback != nil || !new.nilForms.contains(empty == "" ? .emptyText : .emptyObject) {
            operations.append(.when(.at(from, equals: empty), [.remove(from, default: empty)]))
        }
        guard let fallback else { return operations }
        operations += NilChange.parents(of: from).map { .add($0, value: [:], ifExists: .skip) }
        operations.append(.when(.at(from, is: .null), [.set(from, to: fallback, from: .null)]))
        operations.append(.add(from, value: fallback, ifExists: .skip))
        return operations
    }
}

extension SketchPlaces.Member {
    /// The empty values that mean nil.
    fileprivate var emptyForms: [JSONValue] {
        (nilForms.contains(.emptyText) ? [""] : []) + (nilForms.contains(.emptyObject) ? [[:]] : [])
    }

    /// Whether there is a value that means nil; empty if none does.
    fileprivate func isNil(_ place: JSONPointer) -> [Condition] {
        let values = emptyForms + (nilForms.contains(.null) ? [.null] : [])
        return values.isEmpty ? [] : [.oneOf(place, values)]
    }

    /// Whether there is a value that does not mean nil.
    fileprivate func isThere(_ place: JSONPointer) -> [Condition] {
        [.present(place)] + isNil(place).map(Condition.not)
    }
}
