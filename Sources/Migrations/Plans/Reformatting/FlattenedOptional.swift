import VersionedCodec

/// A member that is flattened in at least one of two versions. If it is optional, it is there where one of its own
/// members is, and nil is not written at all.
struct FlattenedOptional {
    /// The member, seen from the object around all of them.
    private let old: SketchPlaces.Member
    private let new: SketchPlaces.Member
    private let sketch: TypeSketch.Object.Member

    /// The keys that lead to it, which tell it from others.
    private let keys: [String]

    init(_ member: MemberChange) {
        (old, new, sketch, keys) = (member.old, member.new, member.sketch, [member.key])
    }

    private init(_ other: FlattenedOptional, within outer: MemberChange) {
        old = other.old.within(outer.old.writing)
        new = other.new.within(outer.new.writing)
        (sketch, keys) = (other.sketch, [outer.key] + other.keys)
    }

    /// The same one, seen from the object around another one.
    func within(_ outer: MemberChange) -> FlattenedOptional { FlattenedOptional(self, within: outer) }

    fileprivate var isOptional: Bool {
        if case .optional = sketch.value { return true }
        return !sketch.isRequired
    }

    /// Its place in the new version, if it is an object of its own there.
    var nestedPlace: JSONPointer? { new.isFlattened ? nil : new.writing.pointer }

    /// Its place in the old version, if it is an object of its own there.
    private var oldPlace: JSONPointer? { old.isFlattened ? nil : (old.reading.first ?? old.writing).pointer }

    fileprivate func isSame(as other: FlattenedOptional) -> Bool { keys == other.keys }

    // MARK: Before all else

    /// Brings members to the first of their places, and writes what the new version expects for nil: within an optional
    /// that is flattened only where that is there.
    static func preparation(of members: [MemberChange]) -> [JSONOperation] {
        var operations = members.filter { $0.optionalOwner == nil }.flatMap { $0.preparation(among: members) }
        for optional in all(of: members) {
            let own = members.filter { $0.optionalOwner?.isSame(as: optional) == true }
            let nulls = own.filter { $0.fallback == nil && NilChange.writesNull($0) }
                .flatMap { NilChange.null(for: $0, at: $0.from) }
            operations += optional.nilRemoval
            let inner = own.flatMap { $0.preparation(among: members) } + nulls
            if nulls.isEmpty, own.allSatisfy({ $0.fallback == nil }) {
                operations += inner
            } else {
                operations.append(.when(optional.isThere(members.filter { $0.isWithin(optional) }), inner))
            }
        }
        return operations
    }

    /// The optional ones among those that members are flattened out of, outer ones first.
    private static func all(of members: [MemberChange]) -> [FlattenedOptional] {
        var found: [FlattenedOptional] = []
        for optional in members.flatMap(\.outer) where optional.isOptional {
            if !found.contains(where: { $0.isSame(as: optional) }) { found.append(optional) }
        }
        return found.sorted { $0.keys.count < $1.keys.count }
    }

    /// Whether the old version reads a value.
    private func isThere(_ members: [MemberChange]) -> Condition {
        if let oldPlace { return .at(oldPlace, is: .object) }
        return .any(members.flatMap(\.sources).map { .present($0) })
    }

    /// Removes nil from its place in the old version.
    private var nilRemoval: [JSONOperation] {
        guard let oldPlace else { return [] }
        let forms: [(KeyPlace.NilForms, JSONValue)] = [(.null, .null), (.emptyText, ""), (.emptyObject, [:])]
        return forms.filter { old.nilForms.contains($0.0) }.map {
            .when(.at(oldPlace, equals: $0.1), [.remove(oldPlace, default: $0.1)])
        }
    }

    // MARK: After all else

    /// Writes nil where the new version has an object of its own, and removes the object that the old version had.
    static func completion(of members: [MemberChange]) -> [JSONOperation] {
        all(of: members).flatMap { optional -> [JSONOperation] in
            guard let place = optional.nestedPlace else { return optional.emptied(members) }
            guard case .optional = optional.sketch.value, optional.writesNull else { return [] }
            let operations =
                NilChange.parents(of: place).map { JSONOperation.add($0, value: [:], ifExists: .skip) }
                + [.add(place, value: .null, ifExists: .skip)]
            guard let outer = optional.owner(members) else { return operations }
            return [.when(.any(members.filter { $0.isWithin(outer) }.map { .present($0.to) }), operations)]
        }
    }

    private var writesNull: Bool {
        new.nilMembers == .null || new.nilMembers == .asEncoded && (sketch.isRequired || new.nilForms.readsOnlyNull)
    }

    /// The optional around it.
    private func owner(_ members: [MemberChange]) -> FlattenedOptional? {
        Self.all(of: members).last { $0.keys.count < keys.count && keys.starts(with: $0.keys) }
    }

    private func emptied(_ members: [MemberChange]) -> [JSONOperation] {
        guard let oldPlace, !members.contains(where: { $0.to.isWithin(oldPlace) }) else { return [] }
        // An object without members that must be there.
        guard !members.contains(where: { $0.isWithin(self) && $0.isRequiredByOwner }) else { return [] }
        return [.when(.at(oldPlace, equals: [:]), [.remove(oldPlace, default: [:])])]
    }
}

extension MemberChange {
    /// The innermost optional that it is flattened out of.
    var optionalOwner: FlattenedOptional? { outer.last(where: \.isOptional) }

    fileprivate func isWithin(_ optional: FlattenedOptional) -> Bool { outer.contains { $0.isSame(as: optional) } }
}
