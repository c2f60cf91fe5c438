import VersionedCodec

/// One member in both versions.
struct MemberChange {
    let sketch: TypeSketch.Object.Member
    let old: SketchPlaces.Member
    let new: SketchPlaces.Member

    var key: String { sketch.name }

    /// Where it is when it is changed: the first place in which the old version looks for it.
    var from: JSONPointer { old.reading.first?.pointer ?? .root }

    /// Its new place: where the new version writes it, or where it is already, if both declare the same.
    var to: JSONPointer { old.reading == new.reading && old.writing == new.writing ? from : new.writing.pointer }

    /// Whether it moves into, out of, or within an array.
    var movesInArrays: Bool { from != to && ((old.reading + [new.writing]).contains(where: \.entersArrays)) }

    /// Whether a payload of the old version may lack it.
    var mayBeAbsent: Bool { !sketch.isRequired && fallback == nil }

    /// The type of the value if it is not `null`.
    var notNull: TypeSketch.Value { if case .optional(let value) = sketch.value { value } else { sketch.value } }

    /// The value that the old version reads for nil, if the new version does not.
    var fallback: JSONValue? { old.fallback == new.fallback ? nil : old.fallback }

    /// Operations on the member, run only where it exists and is not nil: the first of them reports a payload without a
    /// required one.
    func whereThere(_ operations: [JSONOperation]) -> [JSONOperation] {
        if operations.isEmpty { return [] }
        var conditions: [Condition] = sketch.isRequired ? [] : [.present(from)]
        if notNull != sketch.value { conditions.append(.not(.at(from, is: .null))) }
        conditions += emptyForms.map { .not(.at(from, equals: $0)) }
        guard let first = conditions.first else { return operations }
        return [.when(conditions.count == 1 ? first : .all(conditions), operations)]
    }

    /// The empty values that mean nil in the old version.
    private var emptyForms: [JSONValue] {
        guard notNull != sketch.value || old.fallback != nil else { return [] }
        return (old.nilForms.contains(.emptyText) ? [""] : []) + (old.nilForms.contains(.emptyObject) ? [[:]] : [])
    }

    // MARK: Before all else

    /// Brings the member to the first of its places, makes nil out of its other forms, and inserts the value for nil.
    func preparation() -> [JSONOperation] {
        var operations: [JSONOperation] = []
        if from != to {
            for alias in (old.reading.dropFirst() + [old.writing]).map(\.pointer) where alias != from {
                operations.append(
                    .when(.all([.absent(from), .present(alias)]), [.move(alias, to: from)]))
            }
        }
        for empty in emptyForms where fallback != nil || !new.nilForms.contains(empty == "" ? .emptyText : .emptyObject)
        {
            operations.append(.when(.at(from, equals: empty), [.remove(from, default: empty)]))
        }
        guard let fallback else { return operations }
        operations += NilChange.parents(of: from).map { .add($0, value: [:], ifExists: .skip) }
        operations.append(.when(.at(from, is: .null), [.set(from, to: fallback, from: .null)]))
        operations.append(.add(from, value: fallback, ifExists: .skip))
        return operations
    }
}
