import VersionedCodec

extension FormatChange {
    /// The operations for the members of a type's object: values where they are, then places, then nil.
    mutating func memberChanges(of type: TypeSketch.RecordedType, _ forms: Forms) throws -> [JSONOperation] {
        if try old.isInFamily(type) || new.isInFamily(type) {
            throw FormatChangeError(
                type.name, nil, "payloads say which of its subclasses a value is, and a sketch does not know them")
        }
        let (oldCases, newCases) = (try old.discriminator(of: type), try new.discriminator(of: type))
        guard oldCases == newCases else {
            throw FormatChangeError(type.name, nil, "the name of its case is elsewhere in the other version")
        }
        let members = try self.members(of: type)
        if let key = oldCases?.key { return try caseChanges(members, of: type, forms, at: JSONPointer([key])) }
        var deciders: [String: MemberChange] = [:]
        for member in members { deciders[member.key] = member }
        var operations = FlattenedOptional.preparation(of: members)
        for member in members {
            operations += try member.whereRead { path in
                let place = Place(type: type.name, key: member.key, path: path, deciders: deciders)
                if member.movesInArrays { throw place.error("it moves into, out of or within an array") }
                return try changes(of: member.notNull, self.forms(member, forms), place)
            }
        }
        operations += try otherMemberChanges(of: type, forms, members)
        operations += try MoveOrder.moves(members, type)
        operations += members.flatMap { $0.refusals() } + NilChange.operations(members)
        operations += FlattenedOptional.completion(of: members)
        return operations + (try superclassChanges(of: type))
    }

    private func forms(_ member: MemberChange, _ forms: Forms) -> Forms {
        Forms(old: forms.old.within(member.old), new: forms.new.within(member.new))
    }

    /// The members in both versions; in the place of one that is flattened, its own.
    private func members(of type: TypeSketch.RecordedType) throws -> [MemberChange] {
        var result: [MemberChange] = []
        let isCase = try old.discriminator(of: type) != nil
        for (old, new) in zip(try old.members(of: type), try new.members(of: type)) {
            let member = MemberChange(sketch: old.sketch, old: old, new: new)
            guard !isCase, old.isFlattened || new.isFlattened else {
                result.append(member)
                continue
            }
            guard case .object(let inner) = member.notNull, old.dates == nil, new.dates == nil else {
                throw FormatChangeError(
                    type.name, member.key, "it is flattened, and not an object whose members are known")
            }
            result += try members(of: inner).map { $0.within(member) }
        }
        return result
    }

    /// The operations for an object in which a member names the case.
    private mutating func caseChanges(
        _ members: [MemberChange], of type: TypeSketch.RecordedType, _ forms: Forms, at name: JSONPointer
    ) throws -> [JSONOperation] {
        var otherwise: [JSONOperation] = []
        for member in members.reversed() {
            let place = Place(type: type.name, key: member.key, path: member.from)
            let inner = try changes(of: member.notNull, self.forms(member, forms), place)
            for tag in member.old.tags.reversed() {
                guard let target = member.new.tags.contains(tag) ? tag : member.new.tags.first else { continue }
                let operations = inner + (target == tag ? [] : [.set(name, to: .string(target), from: .string(tag))])
                if operations.isEmpty && otherwise.isEmpty { continue }
                otherwise = [.when(.at(name, equals: .string(tag)), operations, otherwise: otherwise)]
            }
        }
        return otherwise
    }
}
