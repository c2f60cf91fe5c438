import VersionedCodec

/// A list whose elements belong to those of another: beside it, with references, or within it. The common part of the
/// two operations.
struct OwnedLists: Sendable, Equatable {
    let path: JSONPointer
    let items: JSONPointer
    let owners: JSONPointer
    let id: JSONPointer
    let reference: JSONPointer
    let key: String
    let hasEmptyLists: Bool
    let rules: Rules

    init(
        path: JSONPointer, items: JSONPointer, owners: JSONPointer, id: JSONPointer, reference: JSONPointer,
        key: String, hasEmptyLists: Bool, rules: Rules
    ) {
        self.path = path
        self.items = items
        self.owners = owners
        self.id = id
        self.reference = reference
        self.key = key
        self.hasEmptyLists = hasEmptyLists
        self.rules = rules
    }

    init(reading members: inout MemberReader, items name: String, owners ownersName: String, key keyName: String)
        throws(PlanFileError)
    {
        path = try members.optionalPointer("path", scratch: true) ?? .root
        items = try members.pointer(name, allowsRoot: false)
        owners = try members.pointer(ownersName, allowsRoot: false)
        if items.isWithin(owners) || owners.isWithin(items) {
            throw members.fault("must be outside of \"\(name)\"", in: ownersName)
        }
        id = try members.pointer("id", allowsRoot: false)
        reference = try members.pointer("reference", allowsRoot: false)
        key = try members.key(keyName)
        hasEmptyLists = !(try members.flag("noEmptyLists"))
        rules = try members.rules([.absent, .wrongKind, .order])
    }

    func write(to members: inout MemberWriter, items name: String, owners ownersName: String, key keyName: String) {
        if !path.isRoot { members["path"] = .string(path.description) }
        members[name] = .string(items.description)
        members[ownersName] = .string(owners.description)
        members["id"] = .string(id.description)
        members["reference"] = .string(reference.description)
        members[keyName] = .key(key)
        if !hasEmptyLists { members["noEmptyLists"] = true }
        members.write(rules)
    }

    /// The array at a place within the object; `nil` if the rules leave it alone.
    func array(
        at pointer: JSONPointer, in place: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> NodeID? {
        guard let found = try context.find(pointer, in: place, rules) else { return nil }
        if context.arena.isArray(found) { return found }
        if context.leavesAlone(found) { return nil }
        throw context.wrongKind(expected: "an array", found: context.value(found), at: pointer)
    }

    /// For each id the place of the first one that equals it; `nil` if it is neither a string nor a number.
    ///
    /// The shape of the document depends on this only, and not on the characters of the ids.
    func firsts(of ids: [NodeID], _ context: OperationContext) -> [Int?] {
        let arena = context.arena
        let places = ids.indices.filter { place in
            let id = ids[place]
            return !id.isNone && (arena.kind(of: id) == .string || arena.kind(of: id) == .number)
        }
        let found = arena.withoutRecording {
            places.map { SameIDs.name(of: arena.value(of: ids[$0])) }.placesOfFirsts
        }
        arena.note(SameIDs(firsts: found), of: places.map { ids[$0] })
        var firsts = [Int?](repeating: nil, count: ids.count)
        for (place, first) in zip(places, found) { firsts[place] = places[first] }
        return firsts
    }

    /// Whether a reference is a member of its element, and not in an object there.
    var hasReferenceAtTop: Bool { reference.tokens.count == 1 && !reference.isScratch }
}

/// Which of some ids are equal, by the places of the first ones.
private struct SameIDs: ScalarFinding {
    let firsts: [Int]

    func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
        guard scalars.count <= 16 else { return scalars.map(Self.name).placesOfFirsts == firsts }
        guard scalars.count == firsts.count else { return false }
        return firsts.indices.allSatisfy { place in
            let first = scalars.indices.first { Self.areEqual(scalars[$0], scalars[place]) }
            return first == firsts[place]
        }
    }

    private typealias Scalar = (kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)

    private static func areEqual(_ one: Scalar, _ other: Scalar) -> Bool {
        if one.kind != other.kind { return false }
        if one.characters.isSame(as: other.characters) { return true }
        // Digits alone are spelled in one way.
        if one.kind == .string || [one, other].allSatisfy({ $0.characters.allSatisfy { $0 &- 0x30 < 10 } }) {
            return false
        }
        return name(one) == name(other)
    }

    private static func name(_ scalar: Scalar) -> String {
        let text = String(decoding: scalar.characters, as: UTF8.self)
        return scalar.kind == .string ? "\"" + text : JSONNumber(text: text)?.exactText ?? text
    }

    /// An id in a form that equal ids have in common.
    static func name(of id: JSONValue) -> String { id.string.map { "\"" + $0 } ?? id.number?.exactText ?? "" }
}
