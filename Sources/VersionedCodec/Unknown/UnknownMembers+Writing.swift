extension Settlement {
    /// Puts the unknown members of a model among those that it has written.
    ///
    /// - Parameters:
    ///   - members: The unknown members.
    ///   - keyTypes: The key types that the model writes with.
    ///   - seats: The key of the property that holds them, which is none of the payload.
    func insert(
        _ members: UnknownMembers, into value: EncodedValue, keyTypes: [any CodingKey.Type], seats: Set<ByteKey>
    ) -> EncodedValue {
        guard case .object(let object) = value.opened else { return value }
        let tracker = MemberTracker()
        for keys in keyTypes { note(keys, in: tracker) }
        return .object(inserting([], of: members, into: object, tracker, seats))
    }

    private func note<Key: CodingKey>(_ keys: Key.Type, in tracker: MemberTracker) {
        guard !context.isVersioned else { return tracker.note(keys, context.layout(for: keys)) }
        let strategy = context.rendering?.keyStrategy
        tracker.note(keys, nil) { name in
            if case .convertToSnakeCase? = strategy { SnakeCase.camelCase(name) } else { name }
        }
    }

    private func inserting(
        _ path: [String], of members: UnknownMembers, into object: EncodedObject, _ tracker: MemberTracker,
        _ seats: Set<ByteKey>
    ) -> EncodedObject {
        guard let holder = members.holders.first(where: { $0.path == path }) else { return object }
        var object = object
        // What is to stand before each member, and behind the last.
        var inserted: [Int: [(name: String, value: EncodedValue, spelling: String?)]] = [:]
        var added: Set<ByteKey> = []
        var place = 0
        for slot in holder.slots {
            switch slot {
            case .known(let name, let origin):
                let index = origin.flatMap { object.index(writtenBy: $0) } ?? object.index(of: name)
                let whole = path + [name]
                let leadsOn = members.holders.contains { $0.path == whole }
                if let index {
                    place = index + 1
                    guard leadsOn else { continue }
                    object.update(index) { value in
                        guard case .object(let inner) = value.opened else { return }
                        value = .object(inserting(whole, of: members, into: inner, tracker, seats))
                    }
                } else if leadsOn, added.insert(ByteKey(name)).inserted {
                    let inner = inserting(whole, of: members, into: EncodedObject(), tracker, seats)
                    if !inner.members.isEmpty { inserted[place, default: []].append((name, .object(inner), nil)) }
                }
            case .unknown(let name, let value, let spelling):
                guard object.index(of: name) == nil, added.insert(ByteKey(name)).inserted else { continue }
                // The model's own member wins, also where it is nil and not written.
                let isSeat = path.isEmpty && seats.contains(ByteKey(name))
                if !isSeat, case .known = tracker.ownership(of: path + [name]) { continue }
                inserted[place, default: []].append((name, EncodedValue(value), spelling))
            }
        }
        guard !inserted.isEmpty else { return object }
        var result = EncodedObject(capacity: object.members.count + added.count)
        for index in 0...object.members.count {
            for member in inserted[index] ?? [] {
                result.append(member.name, member.value, origin: nil, spelling: member.spelling)
            }
            guard index < object.members.count else { break }
            let member = object.members[index]
            result.append(
                member.name, member.value, origin: member.origin, spelling: object.spelling(of: member.name))
        }
        return result
    }
}

extension EncodedObject {
    /// The place of the member that a key has written.
    fileprivate func index(writtenBy origin: KeyOrigin) -> Int? { members.firstIndex { $0.origin == origin } }
}
