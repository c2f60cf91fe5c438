/// Puts every key in its place, once all is written.
struct Settlement {
    let context: FormatContext

    /// The value of a node.
    ///
    /// - Parameter isOpen: Whether its members join those of another object, which can write more elements of their
    ///   arrays; it then finishes the arrays.
    /// - Throws: `EncodingError.invalidValue` if two keys write different values in one place, or a value was
    ///   written as two kinds.
    func settle(_ node: EncodingNode, at path: TreePath?, isOpen: Bool = false) throws -> EncodedValue {
        guard let members = node.unknownMembers else { return try settleOwn(node, at: path, isOpen: isOpen) }
        let keyTypes = keyTypes(of: node)
        let own = try settleOwn(node, at: path, keeping: members, isOpen: isOpen)
        return insert(members, into: own, keyTypes: keyTypes, seats: node.seats)
    }

    /// The key types that a node is written with, and where their members are: its own, those of models whose members
    /// join its own, and those of superclasses in objects of their own.
    private func keyTypes(of node: EncodingNode, at place: [PlaceStep] = []) -> [PlacedKeys] {
        guard case .object(let assignments) = node.content else { return [] }
        var types = assignments.keyTypes.map { keys in
            let shared = assignments.list.lazy.compactMap(\.superclass).first { $0.keyType == keys }
            return PlacedKeys(keys, place, prefix(of: shared, in: assignments))
        }
        for assignment in assignments.list {
            guard case .node(let inner) = assignment.part else { continue }
            let steps = assignment.place.steps
            guard steps.isEmpty || assignment.origin == .superclass else { continue }
            types += keyTypes(of: inner, at: place + prefix(of: assignment.superclass, in: assignments) + steps)
        }
        return types
    }

    /// A key type, the steps that lead to its object, and those from there to the members of a superclass.
    struct PlacedKeys {
        let keys: any CodingKey.Type
        let place: [PlaceStep]
        let shared: [PlaceStep]

        init(_ keys: any CodingKey.Type, _ place: [PlaceStep], _ shared: [PlaceStep]) {
            (self.keys, self.place, self.shared) = (keys, place, shared)
        }
    }

    private func settleOwn(
        _ node: EncodingNode, at path: TreePath?, keeping members: UnknownMembers? = nil, isOpen: Bool
    ) throws -> EncodedValue {
        if let fault = node.fault { throw fault }
        switch node.content {
        case .nothing: return .emptyObject
        case .leaf(let leaf): return .leaf(leaf)
        case .settled(let value): return value
        case .array(let parts):
            return .array(
                try parts.enumerated().map { index, part in
                    try settle(part, at: path, PayloadKey(index: index))
                })
        case .object(let assignments): return try settle(assignments, at: path, members, isOpen: isOpen)
        }
    }

    private func settle(
        _ part: EncodedPart, at path: TreePath?, _ key: @autoclosure () -> any CodingKey, isOpen: Bool = false
    ) throws -> EncodedValue {
        switch part {
        case .leaf(let leaf): .leaf(leaf)
        case .node(let node): try settle(node, at: TreePath(path, key()), isOpen: isOpen)
        }
    }

    private func settle(
        _ assignments: Assignments, at path: TreePath?, _ members: UnknownMembers?, isOpen: Bool
    ) throws -> EncodedValue {
        var object = EncodedObject(capacity: assignments.list.count)
        var hasSlots = false
        for var assignment in assignments.inStableOrder {
            if case .node(let node) = assignment.part, node.replacement != nil {
                assignment.part = try node.last {
                    error(.emptyObject, $0, TreePath(path, assignment.origin.key(named: assignment.place.first)))
                }
            }
            if assignment.leavesNilOut, case .leaf(.null) = assignment.part { continue }
            let prefix = prefix(of: assignment.superclass, in: assignments)
            if prefix.isEmpty, case .member(let name) = assignment.place, object.index(of: name) == nil {
                let value = try settle(assignment.part, at: path, assignment.origin.key(named: name))
                object.append(name, value, origin: assignment.origin)
                continue
            }
            let steps = prefix + assignment.place.steps
            if isNothing(assignment, at: steps) { continue }
            let isFlattened = assignment.place.steps.isEmpty
            let value = try settle(
                assignment.part, at: path, PayloadKey(MemberPath(steps).pointer.tokens.joined(separator: "/")),
                isOpen: isFlattened)
            if steps.isEmpty, assignments.list.count == 1, assignment.origin != .superclass,
                !value.opened.isObject
            {
                return value  // A flattened value that is all there is.
            }
            hasSlots = hasSlots || MemberPath(steps).entersArrays || isFlattened && value.hasSlots
            try put(value, steps[...], Writer(origin: assignment.origin, gaps: assignment.gaps), into: &object, path)
        }
        guard hasSlots else { return .object(object) }
        let value = members.map { fill(.object(object), with: $0) } ?? .object(object)
        return isOpen ? value : try finished(value, at: path)
    }

    /// Whether a value leaves nothing: one that joins the members of the object, and is nil or writes nothing.
    private func isNothing(_ assignment: Assignments.Assignment, at steps: [PlaceStep]) -> Bool {
        switch assignment.part {
        case .node(let node): if case .nothing = node.content { return steps.isEmpty } else { return false }
        // It joins them also where they are in an object of their superclass.
        case .leaf(.null): return assignment.place.steps.isEmpty
        case .leaf: return false
        }
    }

    private func prefix(of superclass: SharedSuperclass?, in all: Assignments) -> [PlaceStep] {
        guard let superclass else { return [] }
        let isShared =
            superclass.isSubclass
            ?? all.keyTypes.contains { $0 != superclass.keyType && !isOfClass($0, above: superclass.owner) }
        return isShared ? superclass.path.steps : []
    }

    /// Whether a key type is declared to be that of a class above another.
    private func isOfClass(_ keyType: any CodingKey.Type, above owner: AnyClass?) -> Bool {
        guard let owner, let isProperSubclass = context.layout(for: keyType).declared?.isProperSubclass else {
            return false
        }
        return isProperSubclass(owner)
    }

    // MARK: Arrays whose elements have places of their own

    /// A value whose arrays are whole.
    private func finished(_ value: EncodedValue, at path: TreePath?) throws -> EncodedValue {
        switch value {
        case .leaf, .array: return value
        case .object(var object):
            for (index, member) in object.members.enumerated() {
                let here = TreePath(path, member.origin?.key(named: member.name) ?? PayloadKey(member.name))
                try object.update(index) { $0 = try finished($0, at: here) }
            }
            return .object(object)
        case .slots(var slots):
            if slots.gaps.filler == nil, let gap = slots.firstGap {
                throw error(
                    .emptyObject,
                    "an array has \(slots.count) elements here, and no key writes that of index \(gap);"
                        + " a layout may say KeyLayout(…, gaps: .filled(with: …))", path)
            }
            for (index, element) in slots.elements {
                slots[index] = try finished(element, at: TreePath(path, PayloadKey(index: index)))
            }
            return slots.array { EncodedValue(slots.gaps.filler ?? .null) }
        }
    }

    // MARK: Two values for one place

    /// The model that writes a value.
    struct Writer {
        let origin: KeyOrigin
        /// Whether the key writes the whole value, which no other key adds members to.
        var isWhole = true
        var gaps = KeyLayout.ArrayGaps.fail
    }

    func put(
        _ value: EncodedValue, _ place: ArraySlice<PlaceStep>, _ writer: Writer, into object: inout EncodedObject,
        _ path: TreePath?
    ) throws {
        guard case .member(let name)? = place.first else {
            guard place.isEmpty, case .object(let members) = value.opened else {
                let what = writer.origin == .superclass ? "the superclass" : writer.origin.phrase
                let whose = writer.origin == .superclass ? "the subclass" : "the object"
                throw error(
                    value, "\(what) writes no object, so its members cannot join those of \(whose)", path)
            }
            for member in members.members {
                let writer = Writer(origin: member.origin ?? writer.origin, isWhole: member.origin != nil)
                try put(member.value, [.member(member.name)], writer, into: &object, path)
            }
            return
        }
        let rest = place.dropFirst()
        let here = TreePath(path, writer.origin.key(named: name))
        guard let index = object.index(of: name) else {
            let isKnown = rest.isEmpty && (writer.isWhole || !value.opened.isObject)
            object.append(name, try made(value, rest, writer, here), origin: isKnown ? writer.origin : nil)
            return
        }
        let other = object.members[index].origin
        try object.update(index) { existing in
            try merge(value, rest, writer, into: &existing, writtenBy: other, here)
        }
    }

    /// A value within the objects and arrays that lead to it.
    @inline(never)
    private func made(
        _ value: EncodedValue, _ rest: ArraySlice<PlaceStep>, _ writer: Writer, _ path: TreePath?
    ) throws -> EncodedValue {
        switch rest.first {
        case nil: return value
        case .member:
            var object = EncodedObject()
            try put(value, rest, writer, into: &object, path)
            return .object(object)
        case .element(let index):
            var slots = EncodedSlots(gaps: writer.gaps)
            try merge(value, rest, writer, into: &slots, index, path)
            return .slots(slots)
        }
    }

    @inline(never)
    private func merge(
        _ value: EncodedValue, _ rest: ArraySlice<PlaceStep>, _ writer: Writer, into existing: inout EncodedValue,
        writtenBy other: KeyOrigin?, _ path: TreePath?
    ) throws {
        switch (existing.opened, rest.first) {
        case (.object(var object), .member?):
            try put(value, rest, writer, into: &object, path)
            existing = .object(object)
            return
        case (.object(var object), nil):
            guard case .object = value.opened, other == nil || !writer.isWhole else { break }
            try put(value, [], writer, into: &object, path)
            existing = .object(object)
            return
        case (.slots(var slots), .element(let index)?):
            try merge(value, rest, writer, into: &slots, index, path)
            existing = .slots(slots)
            return
        case (.array(let elements), .element(let index)?):
            var slots = EncodedSlots(elements, by: other, gaps: writer.gaps)
            try merge(value, rest, writer, into: &slots, index, path)
            existing = .slots(slots)
            return
        case (.slots(var slots), nil):
            guard let elements = value.opened.elements else { break }
            for (index, element) in elements {
                try merge(element, [.element(index)], writer, into: &slots, index, path)
            }
            existing = .slots(slots)
            return
        case (.array(let array), nil):
            guard case .slots(let added) = value else { break }
            var slots = EncodedSlots(array, by: other, gaps: added.gaps)
            for (index, element) in added.inOrder {
                try merge(element, [.element(index)], writer, into: &slots, index, path)
            }
            existing = .slots(slots)
            return
        default: break
        }
        guard rest.isEmpty, Self.isEqual(value, existing) else {
            let origins = [other ?? innermost(existing), writer.origin].compactMap(\.self)
            let areAlike = origins.first?.phrase == writer.origin.phrase
            var names = origins.map { areAlike ? $0.longPhrase : $0.phrase }
            // What was settled before has no origin.
            if names.count == 1 { names.append("the value itself") }
            let place = JSONPointer(codingPath: path?.keys ?? [])
            throw error(
                value, "\(names.joined(separator: " and ")) write different values in one place, \"\(place)\"", path)
        }
    }

    private func merge(
        _ value: EncodedValue, _ rest: ArraySlice<PlaceStep>, _ writer: Writer, into slots: inout EncodedSlots,
        _ index: Int, _ path: TreePath?
    ) throws {
        let here = TreePath(path, PayloadKey(index: index))
        guard var element = slots[index] else {
            slots[index] = try made(value, rest.dropFirst(), writer, here)
            if rest.count == 1 { slots.origins[index] = writer.origin }
            return
        }
        try merge(value, rest.dropFirst(), writer, into: &element, writtenBy: slots.origins[index], here)
        slots[index] = element
    }

    /// The first key that wrote into a value.
    @inline(never)
    private func innermost(_ value: EncodedValue) -> KeyOrigin? {
        switch value.opened {
        case .leaf, .array: nil
        case .object(let object):
            object.members.lazy.compactMap { $0.origin ?? innermost($0.value) }.first
        case .slots(let slots):
            slots.elements.inOrder { $0.key < $1.key }.lazy.compactMap { innermost($0.value) }.first
        }
    }

    private static func isEqual(_ left: EncodedValue, _ right: EncodedValue) -> Bool {
        switch (left, right) {
        case (.leaf(.written), _), (_, .leaf(.written)), (.leaf(.json), _), (_, .leaf(.json)):
            // Values that are text already are compared as text; unfinished text is equal to none.
            guard let left = try? left.json(), let right = try? right.json() else { return false }
            return left == right
        case (.leaf(let left), .leaf(let right)): return left == right
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy(isEqual)
        case (.object, .object):
            guard let left = try? left.json(), let right = try? right.json() else { return false }
            return left == right
        default: return false
        }
    }

    func error(_ value: EncodedValue, _ text: String, _ path: TreePath?) -> EncodingError {
        let json = (try? value.json())?.text() ?? "a value that JSON has no text for"
        let shown = json.count > 60 ? json.prefix(59) + "…" : json
        return .invalidValue(shown, .init(codingPath: path?.keys ?? [], debugDescription: text))
    }
}
