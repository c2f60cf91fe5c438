public import VersionedCodec

extension PlanVersion {
    /// The members that documents of a version may have.
    ///
    /// Documents that are written for such a version have no other members; others are omitted, and each is a loss. A
    /// version without this declaration accepts every member.
    ///
    /// ```swift
    /// PlanVersion("1", knows: ["id": .anything, "lines": .elements(["sku": .anything])])
    /// ```
    /// ```json
    /// {"version": "1", "knows": {"id": true, "lines": [{"sku": true}]}}
    /// ```
    public indirect enum KnownMembers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
        /// Any value.
        case anything
        /// An object with these members. A value of another kind is accepted.
        case object([String: PlanVersion.KnownMembers])
        /// An array whose elements are described. A value of another kind is accepted.
        case elements(PlanVersion.KnownMembers)

        /// An object with these members.
        public init(dictionaryLiteral members: (String, PlanVersion.KnownMembers)...) {
            self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
        }

        /// The members of a model whose coding keys are used unchanged.
        ///
        /// Members whose keys are data, and recursive types, accept anything.
        public init(_ sketch: TypeSketch) { self.init(sketch.value, sketch, within: []) }

        private init(_ value: TypeSketch.Value, _ sketch: TypeSketch, within types: [TypeSketch.RecordedType]) {
            switch value {
            case .optional(let value): self.init(value, sketch, within: types)
            case .array(let element): self = .elements(PlanVersion.KnownMembers(element, sketch, within: types))
            case .object(let type):
                guard let object = sketch[type], object.others == nil, object.superclass == nil, !types.contains(type)
                else {
                    self = .anything
                    return
                }
                let members = object.members.map { member in
                    (member.name, PlanVersion.KnownMembers(member.value, sketch, within: types + [type]))
                }
                // Members that several kinds of an object have may differ between them.
                self = .object(Dictionary(members, uniquingKeysWith: { $0 == $1 ? $0 : .anything }))
            default: self = .anything
            }
        }

        /// The same, which knows a place as well.
        func adding(_ place: JSONPointer) -> PlanVersion.KnownMembers {
            guard case .object(var members) = self, let key = place.tokens.first else { return self }
            let rest = JSONPointer(Array(place.tokens.dropFirst()))
            members[key] = rest.isRoot ? members[key] ?? .anything : (members[key] ?? [:]).adding(rest)
            return .object(members)
        }

        /// The same, which knows the place of nested entities, and all that is in them: they have plans of their own.
        func opened(at nested: NestedEntity) -> PlanVersion.KnownMembers { opened(at: nested.pointers[...], nested) }

        private func opened(at pointers: ArraySlice<JSONPointer>, _ nested: NestedEntity) -> PlanVersion.KnownMembers {
            guard let pointer = pointers.first else { return .anything }
            return replacing(at: pointer.tokens[...]) { here in
                if pointers.count == 1, !nested.isEach { return .anything }
                let rest = pointers.dropFirst()
                switch here {
                case .anything: return .anything
                case .object(let members): return .object(members.mapValues { $0.opened(at: rest, nested) })
                case .elements(let element): return .elements(element.opened(at: rest, nested))
                }
            }
        }

        private func replacing(
            at tokens: ArraySlice<String>, by change: (PlanVersion.KnownMembers) -> PlanVersion.KnownMembers
        ) -> PlanVersion.KnownMembers {
            guard let token = tokens.first else { return change(self) }
            switch self {
            case .anything: return .anything
            case .object(var members):
                let rest = tokens.dropFirst()
                let known = members[token] ?? (rest.isEmpty ? .anything : [:])
                members[token] = known.replacing(at: rest, by: change)
                return .object(members)
            case .elements(let element): return .elements(element.replacing(at: tokens.dropFirst(), by: change))
            }
        }

        /// Takes the members that are not known out of a value of the document, and calls a function with each.
        func leaveOutUnknown(
            of node: NodeID, at path: JSONPointer, in arena: Arena, _ note: (NodeID, JSONPointer) -> Void
        ) {
            switch self {
            case .anything: return
            case .object(let members):
                guard arena.isObject(node) else { return }
                var child = arena.firstChild(of: node)
                while !child.isNone {
                    let next = arena.next(after: child)
                    let key = arena.key(of: child)
                    // Keys are compared by their bytes; a dictionary would take other spellings of a letter as the
                    // same.
                    let known = members[key].flatMap { known in
                        members.keys.contains { $0.utf8.elementsEqual(key.utf8) } ? known : nil
                    }
                    if let known {
                        known.leaveOutUnknown(of: child, at: path.appending(key), in: arena, note)
                    } else {
                        note(child, path.appending(key))
                        arena.detach(child)
                    }
                    child = next
                }
            case .elements(let element):
                guard arena.isArray(node), element != .anything else { return }
                var (child, index) = (arena.firstChild(of: node), 0)
                while !child.isNone {
                    element.leaveOutUnknown(of: child, at: path.appending(index), in: arena, note)
                    (child, index) = (arena.next(after: child), index + 1)
                }
            }
        }
    }
}

// MARK: - The law of a plan

extension MigrationPlan {
    /// The members that a version knows, and the version's own place; `nil` if it declares nothing.
    func known(by label: String) -> PlanVersion.KnownMembers? {
        guard let known = self[label]?.knows else { return nil }
        let places = marks(of: label).map(\.pointer) + (location?.minor.map { [$0] } ?? [])
        let nested = nestedEntities.filter { $0.versions?.contains(label) ?? true }
        return nested.reduce(places.reduce(known) { $0.adding($1) }) { $0.opened(at: $1) }
    }

    /// Takes out of a document in an arena what the version that it is written for does not know; each value is a loss.
    ///
    /// - `root`: The document, where it is within another one.
    func leaveOutUnknown(
        _ known: PlanVersion.KnownMembers, by label: String, in arena: Arena, at root: NodeID? = nil
    ) -> [Loss] {
        var losses: [Loss] = []
        known.leaveOutUnknown(of: root ?? arena.root, at: .root, in: arena) { node, path in
            let reason = "version \(label) does not know it"
            var loss = Loss(path: path, value: arena.valueLost(at: node), reason: reason, group: reason)
            loss.traits = [.isInWordsOfPlan, .isUnknown]
            loss.step = "written for \(label)"
            loss.version = label
            losses.append(loss)
        }
        return losses
    }
}

// MARK: - Plan files

extension MemberReader {
    /// The known members of a version: `true`, an object of members, or an array of what is known of its elements.
    mutating func optionalKnownMembers(_ name: String) throws(PlanFileError) -> PlanVersion.KnownMembers? {
        guard asksFor(name), let value = try optionalValue(name) else { return nil }
        noteNewWord(name)
        let known = try knownMembers(value, at: path.appending(name))
        guard case .anything = known else { return known }
        throw fault("has no effect; without it, every member is accepted", in: name)
    }

    private func knownMembers(_ value: JSONValue, at place: JSONPointer) throws(PlanFileError)
        -> PlanVersion.KnownMembers
    {
        if value.bool == true { return .anything }
        if let object = value.object {
            var members: [String: PlanVersion.KnownMembers] = [:]
            for member in object {
                members[member.key] = try knownMembers(member.value, at: place.appending(member.key))
            }
            return .object(members)
        }
        if let array = value.array, array.count == 1 {
            return .elements(try knownMembers(array[0], at: place.appending(0)))
        }
        throw wrongKind("true, an object of members, or an array of what its elements are", value, at: place)
    }
}

extension PlanVersion.KnownMembers {
    /// The form that plan files have.
    var json: JSONValue {
        switch self {
        case .anything: return true
        case .elements(let element): return [element.json]
        case .object(let members):
            var object = JSONObject()
            for (key, known) in members.inOrder(by: { $0.key < $1.key }) { object[key] = known.json }
            return .object(object)
        }
    }
}
