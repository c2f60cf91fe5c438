extension Settlement {
    /// Puts the unknown members of a model among those that it has written.
    ///
    /// - Parameters:
    ///   - members: The unknown members.
    ///   - keyTypes: The key types that the model writes with, and where their members are.
    ///   - seats: The key of the property that holds them, which is not part of the payload.
    func insert(
        _ members: UnknownMembers, into value: EncodedValue, keyTypes: [PlacedKeys], seats: Set<ByteKey>
    ) -> EncodedValue {
        guard case .object = value.opened else { return value }
        let tracker = MemberTracker()
        for type in keyTypes { note(type.keys, type, in: tracker) }
        return inserting([], of: members, into: value, tracker, seats)
    }

    private func note<Key: CodingKey>(_ keys: Key.Type, _ placed: PlacedKeys, in tracker: MemberTracker) {
        guard !context.isVersioned else {
            return tracker.note(keys, context.layout(for: keys), prefix: placed.place, shared: placed.shared)
        }
        let strategy = context.rendering?.keyStrategy
        tracker.note(keys, nil, prefix: placed.place) { name in
            if case .convertToSnakeCase? = strategy { SnakeCase.camelCase(name) } else { name }
        }
    }

    private func inserting(
        _ path: [PlaceStep], of members: UnknownMembers, into value: EncodedValue, _ tracker: MemberTracker,
        _ seats: Set<ByteKey>
    ) -> EncodedValue {
        guard let holder = members.holder(at: path) else { return value }
        switch value.opened {
        case .object(let object) where !holder.isArray:
            return .object(inserting(holder, of: members, into: object, tracker, seats))
        case .array(var elements) where holder.isArray:
            for index in elements.indices where members.holder(at: path + [.element(index)]) != nil {
                elements[index] = inserting(
                    path + [.element(index)], of: members, into: elements[index], tracker, seats)
            }
            return .array(elements)
        case .slots(var slots) where holder.isArray:
            for (index, element) in slots.inOrder where members.holder(at: path + [.element(index)]) != nil {
                slots[index] = inserting(path + [.element(index)], of: members, into: element, tracker, seats)
            }
            return .slots(slots)
        default: return value
        }
    }

    private func inserting(
        _ holder: UnknownMembers.Holder, of members: UnknownMembers, into object: EncodedObject,
        _ tracker: MemberTracker, _ seats: Set<ByteKey>
    ) -> EncodedObject {
        var object = object
        // The members to be inserted before each member, and after the last.
        var inserted: [Int: [(name: String, value: EncodedValue, spelling: String?)]] = [:]
        var added: Set<ByteKey> = []
        var place = 0
        for slot in holder.slots {
            let whole = holder.path + [slot.step]
            guard case .member(let name) = slot.step else { continue }
            switch slot {
            case .known(_, let origin):
                let inner = members.holder(at: whole)
                if let index = origin.flatMap({ object.index(writtenBy: $0) }) ?? object.index(of: name) {
                    place = index + 1
                    guard inner != nil else { continue }
                    object.update(index) { $0 = inserting(whole, of: members, into: $0, tracker, seats) }
                } else if let inner, added.insert(ByteKey(name)).inserted {
                    // Nothing else of it is written.
                    let empty = inner.isArray ? members.array(at: whole) : .emptyObject
                    let value = inserting(whole, of: members, into: empty, tracker, seats)
                    if !value.isEmpty { inserted[place, default: []].append((name, value, nil)) }
                }
            case .unknown(_, let value, let spelling):
                if let index = object.index(of: name) {
                    guard case .leadsOn = tracker.ownership(of: whole) else { continue }
                    object.update(index) { $0 = adding(value, at: whole, to: $0, tracker) }
                    continue
                }
                guard added.insert(ByteKey(name)).inserted else { continue }
                // The model's own member wins, also where it is nil and not written.
                let isSeat = holder.path.isEmpty && seats.contains(ByteKey(name))
                if !isSeat, case .known = tracker.ownership(of: whole) { continue }
                inserted[place, default: []].append((name, EncodedValue(kept: value), spelling))
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

    /// Adds the parts of an unknown value that no key writes to a written value that only leads on to keys.
    private func adding(
        _ unknown: JSONValue, at path: [PlaceStep], to value: EncodedValue, _ tracker: MemberTracker
    ) -> EncodedValue {
        guard case .leadsOn = tracker.ownership(of: path) else { return value }
        switch (value.opened, EncodedValue(unknown)) {
        case (.object(var object), .object(let members)):
            for member in members.members {
                let whole = path + [.member(member.name)]
                guard case .leaf(.json(let inner)) = member.value else { continue }
                if let index = object.index(of: member.name) {
                    object.update(index) { $0 = adding(inner, at: whole, to: $0, tracker) }
                    continue
                }
                if case .known = tracker.ownership(of: whole) { continue }
                object.append(member.name, member.value, origin: nil, spelling: members.spelling(of: member.name))
            }
            return .object(object)
        case (.array(var written), .array(let elements)):
            for (index, element) in elements.enumerated() {
                let whole = path + [.element(index)]
                guard case .leaf(.json(let inner)) = element else { continue }
                if index < written.count, case .unknown = tracker.ownership(of: whole) {
                    // No key writes it: it is the filler of a gap.
                    written[index] = element
                } else if index < written.count {
                    written[index] = adding(inner, at: whole, to: written[index], tracker)
                } else if index == written.count {
                    written.append(element)
                }
            }
            return .array(written)
        default: return value
        }
    }

    /// Puts unknown elements into the arrays that are written element by element, where no key writes them.
    func fill(_ value: EncodedValue, with members: UnknownMembers, _ path: [PlaceStep] = []) -> EncodedValue {
        guard let holder = members.holder(at: path) else { return value }
        switch value {
        case .object(var object):
            for (index, member) in object.members.enumerated() {
                object.update(index) { $0 = fill($0, with: members, path + [.member(member.name)]) }
            }
            return .object(object)
        case .slots(var slots):
            for slot in holder.slots {
                guard case .element(let index) = slot.step else { continue }
                if let element = slots[index] {
                    slots[index] = fill(element, with: members, path + [slot.step])
                } else if case .unknown(_, let value, _) = slot {
                    slots[index] = EncodedValue(kept: value)
                } else if members.holder(at: path + [slot.step]) != nil {
                    slots[index] = .emptyObject
                }
            }
            return .slots(slots)
        case .leaf, .array: return value
        }
    }
}

extension UnknownMembers {
    fileprivate func holder(at path: [PlaceStep]) -> Holder? { holders.first { $0.path == path } }

    /// An array of which only unknown elements are written, with null for those that the model knows and that are nil.
    fileprivate func array(at path: [PlaceStep]) -> EncodedValue {
        let elements = holder(at: path)?.slots.map { slot -> EncodedValue in
            if case .unknown(_, let value, _) = slot { return EncodedValue(kept: value) }
            guard let inner = holder(at: path + [slot.step]) else { return .leaf(.null) }
            return inner.isArray ? array(at: inner.path) : .emptyObject
        }
        return .array(elements ?? [])
    }
}

extension UnknownMembers.Slot {
    var step: PlaceStep {
        switch self {
        case .known(let step, _), .unknown(let step, _, _): step
        }
    }
}

extension EncodedValue {
    fileprivate var isEmpty: Bool {
        switch self {
        case .object(let object): object.members.isEmpty
        case .array(let elements): elements.isEmpty
        case .leaf, .slots: false
        }
    }
}

extension EncodedObject {
    /// The place of the member that a key has written.
    fileprivate func index(writtenBy origin: KeyOrigin) -> Int? { members.firstIndex { $0.origin == origin } }
}
