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

    /// Whether a reference is a member of its element, and not in an object there.
    var hasReferenceAtTop: Bool { reference.tokens.count == 1 && !reference.isScratch }
}

extension OwnedLists {
    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "noEmptyLists" ? "an element without a list has no empty one" : nil
    }
}
