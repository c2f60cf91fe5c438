import VersionedCodec

/// The tree in the elements of a flat list.
extension ListedTree {
    /// The roots, and the children of each element.
    struct Links {
        var roots: [Int] = []
        var children: [[Int]]
        /// Whether the way back describes the tree with the same texts.
        var areMadeAgain = true

        init(count: Int) { children = [[Int]](repeating: [], count: count) }
    }

    func links(of elements: [NodeID], _ context: OperationContext) throws(MigrationError) -> Links {
        for (index, element) in elements.enumerated() where !context.arena.isObject(element) {
            throw context.wrongKind(
                expected: "an object", found: context.value(element), at: JSONPointer([String(index)]))
        }
        return switch link {
        case .parent(let parent): try parentLinks(parent, of: elements, context)
        case .childIDs: try childLinks(of: elements, context)
        case .level(let level): try levelLinks(level, of: elements, context)
        }
    }

    private func parentLinks(
        _ parent: JSONPointer, of elements: [NodeID], _ context: OperationContext
    ) throws(MigrationError) -> Links {
        let arena = context.arena
        let ids = elements.map { arena.find(id, from: $0) }
        let parents = elements.map { element in
            let said = arena.find(parent, from: element)
            if let root, !said.isNone, arena.isEquivalent(said, to: root) { return NodeID.none }
            return said
        }
        let firsts = context.firsts(of: ids + parents)
        try check(ids, firsts, of: elements, context)
        var links = Links(count: elements.count)
        links.areMadeAgain = isMember(parent)
        for (index, said) in parents.enumerated() {
            if said.isNone {
                let element = elements[index]
                if context.mayLackMembers, arena.find(parent, from: element).isNone {
                    let place = JSONPointer([String(index)])
                    throw context.tooPartial(
                        without: place.appending(parent), tells: "whether the element is a root", at: place,
                        found: element)
                }
                links.roots.append(index)
                links.areMadeAgain = links.areMadeAgain && isRootAgain(arena.find(parent, from: elements[index]), arena)
                continue
            }
            let place = JSONPointer([String(index)]).appending(parent)
            let owner = try owner(of: said, firsts[ids.count + index], ids.count, at: place, context)
            links.children[owner].append(index)
            links.areMadeAgain = links.areMadeAgain && arena.likeness(of: said, to: ids[owner]) == .same
        }
        return links
    }

    private func childLinks(of elements: [NodeID], _ context: OperationContext) throws(MigrationError) -> Links {
        let arena = context.arena
        let ids = elements.map { arena.find(id, from: $0) }
        let lists = elements.map { arena.member(children, of: $0) }
        let listed = lists.map { $0.isNone || !arena.isArray($0) ? [] : arena.children(of: $0) }
        let firsts = context.firsts(of: ids + listed.flatMap(\.self))
        try check(ids, firsts, of: elements, context)
        var links = Links(count: elements.count)
        links.areMadeAgain = id.tokens.first != children
        var hasParent = [Bool](repeating: false, count: elements.count)
        var number = ids.count
        for (index, list) in lists.enumerated() {
            let place = JSONPointer([String(index), children])
            if !list.isNone, !arena.isArray(list) {
                throw context.wrongKind(expected: "an array", found: context.value(list), at: place)
            }
            for (inList, said) in listed[index].enumerated() {
                let place = place.appending(inList)
                let child = try owner(of: said, firsts[number], ids.count, at: place, context)
                number += 1
                if hasParent[child] {
                    let found = context.value(said)
                    throw context.error(
                        .duplicate, "\(found.text()) is a child of another element already", at: place, found: found)
                }
                hasParent[child] = true
                links.children[index].append(child)
                links.areMadeAgain = links.areMadeAgain && arena.likeness(of: said, to: ids[child]) == .same
            }
        }
        links.roots = elements.indices.filter { !hasParent[$0] }
        return links
    }

    private func levelLinks(
        _ level: JSONPointer, of elements: [NodeID], _ context: OperationContext
    ) throws(MigrationError) -> Links {
        let arena = context.arena
        var links = Links(count: elements.count)
        links.areMadeAgain = isMember(level)
        var ancestors: [Int] = []
        for (index, element) in elements.enumerated() {
            let place = JSONPointer([String(index)]).appending(level)
            let said = arena.find(level, from: element)
            if said.isNone {
                throw context.lacking(said, "there is no level", at: place, of: element)
            }
            arena.noteLook(at: said)
            let value = context.value(said)
            guard let number = value.int else {
                throw context.wrongKind(expected: "a whole number", found: value, at: place)
            }
            guard number >= rootLevel, number - rootLevel <= ancestors.count else {
                let (least, most) = (rootLevel, rootLevel + ancestors.count)
                throw context.error(
                    .unexpectedValue,
                    least == most
                        ? "the level must be \(least) here, found \(number)"
                        : "the level must be from \(least) to \(most) here, found \(number)", at: place, found: value)
            }
            links.areMadeAgain = links.areMadeAgain && value.number?.text == String(number)
            ancestors.removeLast(ancestors.count - (number - rootLevel))
            if let parent = ancestors.last { links.children[parent].append(index) } else { links.roots.append(index) }
            ancestors.append(index)
        }
        return links
    }

    /// Whether a member that describes the tree is taken away, and made again, without a trace.
    private func isMember(_ member: JSONPointer) -> Bool {
        member.tokens.count == 1 && member.tokens[0] != children && id.tokens.first != children
    }

    /// Whether the way back writes the parent of a root as it was.
    private func isRootAgain(_ said: NodeID, _ arena: Arena) -> Bool {
        guard let root else { return said.isNone }
        return !said.isNone && arena.isSame(said, as: root)
    }

    // MARK: Ids

    /// Fails if an element has no id, or that of another one.
    private func check(
        _ ids: [NodeID], _ firsts: [Int?], of elements: [NodeID], _ context: OperationContext
    ) throws(MigrationError) {
        for (index, element) in elements.enumerated() where firsts[index] != index {
            let place = JSONPointer([String(index)]).appending(id)
            if ids[index].isNone {
                throw context.lacking(ids[index], "there is no id", at: place, of: element)
            }
            let found = context.value(ids[index])
            guard let other = firsts[index] else {
                throw context.wrongKind(expected: "a string or a number", found: found, at: place)
            }
            throw context.error(
                .duplicate, "\(found.text()) is already the id of element \(other)", at: place, found: found)
        }
    }

    /// The element that an id names.
    ///
    /// - `first`: The first of all ids that equals it; those of the elements come before all others.
    private func owner(
        of said: NodeID, _ first: Int?, _ count: Int, at place: JSONPointer, _ context: OperationContext
    ) throws(MigrationError) -> Int {
        if let first, first < count { return first }
        let found = context.value(said)
        throw context.error(
            .unexpectedValue, "there is no element of the id \(Loss.shortened(found.text()))", at: place, found: found)
    }
}
