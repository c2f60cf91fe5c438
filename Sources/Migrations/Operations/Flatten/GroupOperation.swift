import VersionedCodec

/// Makes groups of elements; `JSONOperation.group` is beside `flatten`.
struct GroupOperation: NodeOperation {
    static let name = "group"

    let list: GroupedList

    var path: JSONPointer { list.path }
    var rules: Rules { list.rules }
    var description: String { "group \(path.shown)" }

    func reversed() -> [JSONOperation] { [JSONOperation(FlattenOperation(list: list))] }

    /// Elements that become one group, and what they carry.
    private struct Group {
        let carried: [NodeID]
        /// The array of the elements.
        let elements: NodeID
    }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Void> {
        guard context.arena.isArray(place) else {
            throw context.wrongKind(expected: "an array", found: context.value(place), at: .root)
        }
        try needCarriedMembers(of: place, context)
        // The content of a group may not take what is put there.
        let isPlain = list.rest.object?.isEmpty == true && list.elements.tokens.count < 2 && list.carriesMembers
        let comesBack = list.carried.isEmpty || areFlattenedAgain(place, context)
        return NodeDecision(
            work: (), comesBack: comesBack, mayFailMidway: rules.wrongKind == .skip && !isPlain)
    }

    /// Fails where a partial document does not show what an element carries.
    private func needCarriedMembers(of place: NodeID, _ context: OperationContext) throws(MigrationError) {
        guard context.mayLackMembers, !list.carried.isEmpty else { return }
        for (index, element) in context.arena.children(of: place).enumerated() {
            let missing = list.carried.first { context.arena.find($0.inner, from: element).isNone }
            guard let missing else { continue }
            let at = JSONPointer([String(index)])
            throw context.tooPartial(
                without: at.appending(missing.inner), tells: "which group the element belongs to", at: at,
                found: element)
        }
    }

    func make(_ work: Void, at place: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        var groups: [Group] = []
        var element = arena.firstChild(of: place)
        while !element.isNone {
            let next = arena.next(after: element)
            let carried = list.carried.map { carried in
                let value = context.remove(at: carried.inner, in: element)
                context.removeEmptyParents(of: carried.inner, in: element)
                return value
            }
            if groups.last.map({ isTogether($0, carried, arena) }) != true {
                groups.append(Group(carried: carried, elements: arena.makeContainer(isObject: false)))
            }
            arena.detach(element)
            arena.insert(element, into: groups[groups.count - 1].elements)
            element = next
        }
        if groups.isEmpty, list.carried.isEmpty, list.size == nil {
            groups = [Group(carried: [], elements: arena.makeContainer(isObject: false))]
        }
        let array = arena.makeContainer(isObject: false, from: place)
        for group in groups { arena.insert(try made(of: group, context), into: array) }
        arena.take(array, into: place)
    }

    private func isTogether(_ group: Group, _ carried: [NodeID], _ arena: Arena) -> Bool {
        if let size = list.size { return arena.count(of: group.elements) < size }
        return list.areTogether(group.carried, carried, arena)
    }

    private func made(of group: Group, _ context: OperationContext) throws(MigrationError) -> NodeID {
        if list.elements.isRoot { return group.elements }
        let result = context.arena.make(list.rest)
        for (carried, node) in zip(list.carried, group.carried) where !node.isNone {
            guard try context.put(node, at: carried.outer, in: result, isNew: true, makingParents: true) else {
                throw context.error(
                    .unexpectedValue, "there is no object to put \(carried.outer.shown) into", at: .root)
            }
        }
        guard try context.put(group.elements, at: list.elements, in: result, isNew: true, makingParents: true) else {
            throw context.error(.unexpectedValue, "there is no object to put \(list.elements.shown) into", at: .root)
        }
        return result
    }

    /// Whether the way back gives each element what it carries now, where that is easily seen: neighbours that carry
    /// equal values have one spelling of them.
    private func areFlattenedAgain(_ place: NodeID, _ context: OperationContext) -> Bool {
        guard context.triesWayBack, list.carriesMembers else { return false }
        let arena = context.arena
        var last: [NodeID] = []
        var element = arena.firstChild(of: place)
        while !element.isNone {
            let values = list.carried.map { arena.find($0.inner, from: element) }
            // The way back puts nothing into an array.
            if !arena.isObject(element), values.contains(where: { !$0.isNone }) { return false }
            for (left, right) in zip(last, values)
            where !left.isNone && !right.isNone && arena.likeness(of: left, to: right) == .equivalent {
                return false
            }
            last = values
            element = arena.next(after: element)
        }
        return true
    }

    init(list: GroupedList) { self.list = list }

    init(reading members: inout MemberReader) throws(PlanFileError) { list = try GroupedList(reading: &members) }

    func write(to members: inout MemberWriter) { list.write(to: &members) }
}

extension GroupOperation {
    var words: String {
        "\(Markdown.place(path)) becomes an array of groups"
            + (list.elements.isRoot
                ? "" : ", each with its elements as \(Markdown.place(list.elements))")
    }

    func detail(of member: String, _ value: JSONValue) -> String? { list.detail(of: member, value) }
}
