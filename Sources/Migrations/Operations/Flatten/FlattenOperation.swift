public import VersionedCodec

extension JSONOperation {
    /// Concatenates arrays inside the elements of an array.
    ///
    /// ```swift
    /// .flatten("/sheets", elements: "/cells", carrying: ["/name": "/sheet"])
    /// // {"sheets": [{"name": "A", "cells": [{"n": 1}]}, {"name": "B", "cells": [{"n": 2}]}]}
    /// //     →  {"sheets": [{"n": 1, "sheet": "A"}, {"n": 2, "sheet": "B"}]}
    /// ```
    ///
    /// - `elements`: The place of the inner array in an element. The root means that the elements are arrays
    ///   themselves.
    /// - `carried`: Members of the outer element that each inner element gets: from where, to where. The way back uses
    ///   them to find elements that belong together. Without them, and without `size`, it makes one group.
    /// - `size`: The size of a group on the way back.
    /// - `rest`: The other content of the outer elements, which the way back creates again. An element with different
    ///   content loses it.
    ///
    /// Loss class: captures. Reverse: groups. O(elements)
    public static func flatten(
        _ path: JSONPointer, elements: JSONPointer = .root, carrying carried: [(JSONPointer, JSONPointer)] = [],
        size: Int? = nil, rest: JSONValue = [:], ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let list = GroupedList(
            path: path, elements: elements, carried: carried.map(GroupedList.Carried.init), size: size, rest: rest,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind))
        return JSONOperation(FlattenOperation(list: list))
    }

    /// Splits an array into groups: of neighbours with equal carried members, of a size, or one of all.
    ///
    /// ```swift
    /// .group("/cells", elements: "/cells", rest: ["metadata": [:]])
    /// // {"cells": [1, 2]}  →  {"cells": [{"metadata": {}, "cells": [1, 2]}]}
    /// ```
    ///
    /// The parameters are those of ``flatten(_:elements:carrying:size:rest:ifAbsent:ifWrongKind:)``. Loss class:
    /// captures. Reverse: flattens. O(elements)
    public static func group(
        _ path: JSONPointer, elements: JSONPointer = .root, carrying carried: [(JSONPointer, JSONPointer)] = [],
        size: Int? = nil, rest: JSONValue = [:], ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let list = GroupedList(
            path: path, elements: elements, carried: carried.map(GroupedList.Carried.init), size: size, rest: rest,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind))
        return JSONOperation(GroupOperation(list: list))
    }
}

/// A list of groups of elements, or of the elements alone: the common part of `flatten` and `group`.
struct GroupedList: Sendable, Equatable {
    struct Carried: Sendable, Equatable {
        let outer: JSONPointer
        let inner: JSONPointer
    }

    let path: JSONPointer
    let elements: JSONPointer
    let carried: [Carried]
    let size: Int?
    let rest: JSONValue
    let rules: Rules

    init(
        path: JSONPointer, elements: JSONPointer, carried: [Carried], size: Int?, rest: JSONValue, rules: Rules
    ) {
        self.path = path
        self.elements = elements
        self.carried = carried
        self.size = size
        self.rest = rest
        self.rules = rules
    }

    /// Whether what is carried are members of groups and of elements, each apart from the others and from the elements.
    var carriesMembers: Bool {
        let outer = carried.map(\.outer) + [elements]
        let inner = carried.map(\.inner)
        return (outer + inner).allSatisfy { $0.tokens.count == 1 } && Set(outer).count == outer.count
            && Set(inner).count == inner.count
    }

    /// Whether elements that carry these values go into one group.
    func areTogether(_ carried: [NodeID], _ others: [NodeID], _ arena: Arena) -> Bool {
        zip(carried, others).allSatisfy { left, right in
            left.isNone || right.isNone
                ? left.isNone && right.isNone : arena.likeness(of: left, to: right) != .different
        }
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.optionalPointer("path", scratch: true) ?? .root
        elements = try members.optionalPointer("elements") ?? .root
        carried = try members.pointerPairs("carry").map(Carried.init)
        size = try members.optionalInteger("size", from: 1)
        rest = try members.optionalValue("rest") ?? [:]
        if rest.kind != .object { throw members.wrongKind("an object", rest, at: members.path.appending("rest")) }
        if elements.isRoot, !carried.isEmpty { throw members.fault("needs \"elements\"", in: "carry") }
        if size != nil, !carried.isEmpty { throw members.fault("cannot be combined with \"carry\"", in: "size") }
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        if !elements.isRoot { members["elements"] = .string(elements.description) }
        if !carried.isEmpty {
            let pairs = carried.map { ($0.outer.description, $0.inner.description) }
            members["carry"] = .object(JSONObject(texts: pairs))
        }
        members["size"] = size.map { .integer($0) }
        if rest.object?.isEmpty != true { members["rest"] = rest }
        members.write(rules)
    }
}

extension MemberReader {
    /// An object of pointers by pointers; none where it is left out.
    mutating func pointerPairs(_ name: String) throws(PlanFileError) -> [(JSONPointer, JSONPointer)] {
        guard let value = try optionalValue(name) else { return [] }
        let table = try reader(value, at: path.appending(name))
        var pairs: [(JSONPointer, JSONPointer)] = []
        for member in table.object {
            let place = table.path.appending(member.key)
            let (from, to) = (
                try pointer(.string(member.key).comingFrom(member.value), at: place),
                try pointer(member.value, at: place)
            )
            if from.isRoot || to.isRoot { throw fault("must name members, not the whole value", in: name) }
            pairs.append((from, to))
        }
        return pairs
    }
}

struct FlattenOperation: NodeOperation {
    static let name = "flatten"

    let list: GroupedList

    var path: JSONPointer { list.path }
    var rules: Rules { list.rules }
    var description: String { "flatten \(path.shown)" }
    var droppedContents: DroppedContents { .all }

    func reversed() -> [JSONOperation] { [JSONOperation(GroupOperation(list: list))] }

    /// A group, and its elements.
    struct Group {
        let node: NodeID
        let elements: NodeID
        let index: Int
    }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<[Group]> {
        let arena = context.arena
        guard arena.isArray(place) else {
            throw context.wrongKind(expected: "an array", found: context.value(place), at: .root)
        }
        // What is carried into the elements of one group may fail before another group is looked at.
        guard list.carried.isEmpty else {
            let comesBack = context.triesWayBack && areGroupedAgain(place, context)
            return NodeDecision(work: [], comesBack: comesBack, mayFailMidway: !comesBack)
        }
        let groups = try self.groups(of: place, in: &context) { (_, _) throws(MigrationError) in }
        let comesBack =
            context.triesWayBack && groups.count == arena.count(of: place) && isMadeAgain(groups, context)
        return NodeDecision(work: groups, comesBack: comesBack)
    }

    /// The groups of an array, with each of which something is done.
    private func groups(
        of place: NodeID, in context: inout OperationContext,
        _ body: (Group, inout OperationContext) throws(MigrationError) -> Void
    ) throws(MigrationError) -> [Group] {
        let arena = context.arena
        var groups: [Group] = []
        groups.reserveCapacity(arena.count(of: place))
        var (node, index) = (arena.firstChild(of: place), 0)
        while !node.isNone {
            context.enter(.element(index))
            defer { context.leave() }
            if let elements = try context.find(list.elements, in: node, Rules()) {
                guard arena.isArray(elements) else {
                    throw context.wrongKind(expected: "an array", found: context.value(elements), at: list.elements)
                }
                groups.append(Group(node: node, elements: elements, index: index))
                try body(groups[groups.count - 1], &context)
            } else if context.isPartial {
                throw context.tooPartial(without: list.elements, tells: "what the whole is", found: node)
            }
            (node, index) = (arena.next(after: node), index + 1)
        }
        return groups
    }

    func make(
        _ decided: [Group], at place: NodeID, in context: inout OperationContext
    ) throws(MigrationError) {
        let arena = context.arena
        var groups = decided
        let flat = arena.makeContainer(isObject: false, from: place)
        if list.carried.isEmpty {
            for group in groups {
                context.enter(.element(group.index))
                defer { context.leave() }
                try takeApart(group, &context)
            }
        } else {
            groups = try self.groups(of: place, in: &context, takeApart)
        }
        for group in groups { arena.moveElements(of: group.elements, into: flat) }
        arena.take(flat, into: place)
    }

    /// Gives the elements of a group what they carry; what else it has is lost.
    private func takeApart(_ group: Group, _ context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        if !list.elements.isRoot { arena.detach(group.elements) }
        for carried in list.carried {
            let value = context.remove(at: carried.outer, in: group.node)
            if value.isNone { continue }
            if arena.count(of: group.elements) == 0 {
                context.lose(value, at: carried.outer, "the array is empty, so no element can hold it")
            }
            try carry(value, by: carried, in: group.elements, context)
        }
        if !list.elements.isRoot { context.removeEmptyParents(of: list.elements, in: group.node) }
        if !list.elements.isRoot, !arena.isEquivalent(group.node, to: list.rest) {
            context.lose(group.node, at: .root, "the elements cannot hold it")
        } else if group.index > 0, list.carried.isEmpty, list.size == nil {
            context.lose(group.elements, at: list.elements, "which elements were together is not kept")
        }
    }

    /// Puts a value into each element.
    private func carry(
        _ value: NodeID, by carried: GroupedList.Carried, in elements: NodeID, _ context: OperationContext
    ) throws(MigrationError) {
        let arena = context.arena
        var (element, index) = (arena.firstChild(of: elements), 0)
        while !element.isNone {
            let place = list.elements.appending(index)
            guard arena.isObject(element) else {
                throw context.wrongKind(
                    expected: "an object that takes \(carried.outer.shown)", found: context.value(element), at: place)
            }
            let taken = arena.find(carried.inner, from: element)
            if !taken.isNone {
                throw context.error(
                    .exists, "the place is taken", at: place.appending(carried.inner), found: context.value(taken))
            }
            let next = arena.next(after: element)
            let own = next.isNone ? value : arena.makeCopy(of: value)
            guard try context.put(own, at: carried.inner, in: element, makingParents: true) else {
                throw context.error(
                    .unexpectedValue,
                    "there is no object to put \(context.shown(place.appending(carried.inner))) into", at: place,
                    found: context.value(element))
            }
            (element, index) = (next, index + 1)
        }
    }

    /// Whether the way back makes the groups again, for lists of which that is easily seen.
    private func isMadeAgain(_ groups: [Group], _ context: OperationContext) -> Bool {
        let arena = context.arena
        guard list.carried.isEmpty, list.elements.tokens.count < 2 else { return false }
        if let size = list.size {
            let counts = groups.map { arena.count(of: $0.elements) }
            guard counts.dropLast().allSatisfy({ $0 == size }), counts.last.map({ 1...size ~= $0 }) ?? true else {
                return false
            }
        } else if groups.count != 1 {
            return false
        }
        return list.elements.isRoot || groups.allSatisfy { isRest(of: $0, carrying: 0, context) }
    }

    /// Whether a group has nothing beside its elements, and what these carry, but what the way back creates.
    private func isRest(of group: Group, carrying count: Int, _ context: OperationContext) -> Bool {
        let arena = context.arena
        guard let rest = list.rest.object, arena.isObject(group.node),
            arena.count(of: group.node) == rest.count + 1 + count
        else { return false }
        return rest.allSatisfy { member in
            let found = arena.member(member.key, of: group.node)
            return !found.isNone && found != group.elements && context.isRestored(found, by: member.value)
        }
    }

    /// Whether the way back makes the groups again of elements that carry something, where that is easily seen: each
    /// element can carry it, and neighbouring groups differ in it. No element fails then.
    private func areGroupedAgain(_ place: NodeID, _ context: OperationContext) -> Bool {
        guard list.carriesMembers else { return false }
        let arena = context.arena
        var last: [NodeID]?
        var node = arena.firstChild(of: place)
        while !node.isNone {
            let elements = arena.isObject(node) ? arena.find(list.elements, from: node) : .none
            guard !elements.isNone, arena.isArray(elements), !arena.isEmpty(elements) else { return false }
            let carried = list.carried.map { arena.find($0.outer, from: node) }
            guard
                isRest(
                    of: Group(node: node, elements: elements, index: 0), carrying: carried.count { !$0.isNone }, context
                ),
                !list.carried.contains(where: { list.rest.object?[$0.outer.tokens[0]] != nil }),
                list.carried.allSatisfy({ canCarry($0, in: elements, arena) }),
                last.map({ !list.areTogether($0, carried, arena) }) ?? true
            else { return false }
            last = carried
            node = arena.next(after: node)
        }
        return true
    }

    /// Whether elements are objects that have nothing in the place of what they are to carry.
    private func canCarry(_ carried: GroupedList.Carried, in elements: NodeID, _ arena: Arena) -> Bool {
        var element = arena.firstChild(of: elements)
        while !element.isNone {
            guard arena.isObject(element), arena.find(carried.inner, from: element).isNone else { return false }
            element = arena.next(after: element)
        }
        return true
    }

    init(list: GroupedList) { self.list = list }

    init(reading members: inout MemberReader) throws(PlanFileError) { list = try GroupedList(reading: &members) }

    func write(to members: inout MemberWriter) { list.write(to: &members) }
}

extension FlattenOperation {
    var words: String {
        list.elements.isRoot
            ? "the arrays in \(Markdown.place(path)) become one"
            : "\(Markdown.place(list.elements)) of each of \(Markdown.place(path)) become one array"
    }

    func detail(of member: String, _ value: JSONValue) -> String? { list.detail(of: member, value) }

    var traits: OperationTraits { .mayCopy }
}

extension GroupedList {
    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "elements": "elements are at \(DetailWords.shown(value)) in a group"
        case "carry": "of the group, elements have \(DetailWords.pairs(value))"
        case "size": "groups are of \(DetailWords.shown(value)) elements"
        case "rest": "a group holds besides \(DetailWords.shown(value))"
        default: nil
        }
    }
}
