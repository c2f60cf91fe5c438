import VersionedCodec

/// Makes a flat list of a tree; `JSONOperation.treeToList` is beside `listToTree`.
struct TreeToListOperation: NodeOperation {
    static let name = "treeToList"

    let tree: ListedTree

    var path: JSONPointer { tree.path }
    var rules: Rules { tree.rules }
    var description: String { "make a flat list of the tree \(path.shown)" }

    func reversed() -> [JSONOperation] { [JSONOperation(ListToTreeOperation(tree: tree))] }

    /// Whether ids connect the elements of the list, and not levels.
    private var hasIDs: Bool { if case .level = tree.link { false } else { true } }

    /// An element of the tree, with what will describe its place there.
    struct Element {
        let node: NodeID
        let id: NodeID
        /// The id of the parent; none for a root, and if the list has levels.
        let parent: NodeID
        let level: Int
        /// Its number in the trail of places.
        let step: Int
        var children = NodeID.none
        /// The ids of the children, if the list has these.
        var childIDs: [NodeID] = []
    }

    typealias Work = [Element]

    /// The places of elements: each by its index, and its parent. A path is made only when it is needed: a tree may be
    /// as deep as its list is long.
    private struct Trail {
        let children: String
        private var steps: [(index: Int, within: Int?)] = []

        init(children: String) { self.children = children }

        mutating func add(_ index: Int, within step: Int?) -> Int {
            steps.append((index, step))
            return steps.count - 1
        }

        func place(_ step: Int) -> JSONPointer {
            var tokens: [String] = []
            var next: Int? = step
            while let step = next {
                tokens.append(String(steps[step].index))
                next = steps[step].within
                if next != nil { tokens.append(children) }
            }
            return JSONPointer(tokens.reversed())
        }
    }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work> {
        let arena = context.arena
        guard arena.isArray(place) else {
            throw context.wrongKind(expected: "an array", found: context.value(place), at: .root)
        }
        var (work, losses) = (Work(), context.losses.count)
        var trail = Trail(children: tree.children)
        var pending: [(node: NodeID, step: Int, parent: NodeID, level: Int)] = []
        for (index, root) in arena.children(of: place).enumerated().reversed() {
            pending.append((root, trail.add(index, within: nil), .none, tree.rootLevel))
        }
        while let next = pending.popLast() {
            guard arena.isObject(next.node) else {
                throw context.wrongKind(
                    expected: "an object", found: context.value(next.node), at: trail.place(next.step))
            }
            let id = try id(of: next.node, at: trail.place(next.step), context)
            var element = Element(node: next.node, id: id, parent: next.parent, level: next.level, step: next.step)
            element.children = arena.member(tree.children, of: next.node)
            if element.children.isNone, tree.hasEmptyChildren, context.mayLackMembers {
                throw context.tooPartial(
                    without: trail.place(next.step).appending(tree.children), tells: "whether the element is a leaf",
                    found: next.node)
            }
            if !element.children.isNone {
                let place = { trail.place(next.step).appending(tree.children) }
                let children = try children(of: element, at: place(), &context)
                for (index, child) in children.enumerated() where tree.link == .childIDs {
                    let place = place().appending(index)
                    guard arena.isObject(child) else {
                        throw context.wrongKind(expected: "an object", found: context.value(child), at: place)
                    }
                    element.childIDs.append(try self.id(of: child, at: place, context))
                }
                for (index, child) in children.enumerated().reversed() {
                    pending.append((child, trail.add(index, within: next.step), id, next.level + 1))
                }
            }
            try checkLink(of: element, at: trail.place(next.step), context)
            work.append(element)
        }
        if hasIDs { try checkIDs(of: work, trail, context) }
        losses = context.losses.count - losses
        return NodeDecision(work: work, comesBack: losses == 0 && comesBack(work, context))
    }

    /// Fails if two elements have one id: a list could not tell which of them is the parent.
    private func checkIDs(of work: Work, _ trail: Trail, _ context: OperationContext) throws(MigrationError) {
        for (index, first) in context.firsts(of: work.map(\.id)).enumerated() {
            guard let first, first != index else { continue }
            let found = context.value(work[index].id)
            let other = context.shown(trail.place(work[first].step))
            throw context.error(
                .duplicate, "\(found.text()) is already the id of \(other)",
                at: trail.place(work[index].step).appending(tree.id), found: found)
        }
    }

    private func children(
        of element: Element, at place: @autoclosure () -> JSONPointer, _ context: inout OperationContext
    ) throws(MigrationError) -> [NodeID] {
        let arena = context.arena
        guard arena.isArray(element.children) else {
            throw context.wrongKind(expected: "an array", found: context.value(element.children), at: place())
        }
        let children = arena.children(of: element.children)
        if children.isEmpty, tree.link != .childIDs, !tree.hasEmptyChildren {
            context.lose(
                element.children, at: place(), "the way back cannot distinguish it from absent children",
                .isAboutWayBack)
        }
        return children
    }

    /// Fails where an element cannot take the member that describes its place in the tree.
    private func checkLink(
        of element: Element, at place: @autoclosure () -> JSONPointer, _ context: OperationContext
    ) throws(MigrationError) {
        guard let member = tree.link.member else { return }
        let taken = context.arena.find(member, from: element.node)
        // The children will be gone.
        if !taken.isNone, member.tokens.first != tree.children {
            throw context.error(
                .exists, "the place of the \(hasIDs ? "parent" : "level") is taken", at: place().appending(member),
                found: context.value(taken))
        }
        guard says(element), !context.canPut(at: member, in: element.node), member.tokens.first != tree.children else {
            return
        }
        throw context.error(
            .unexpectedValue, "there is no object to put \(context.shown(place().appending(member))) into",
            at: place(), found: context.value(element.node))
    }

    /// Whether an element gets a member that describes its place in the tree.
    private func says(_ element: Element) -> Bool {
        switch tree.link {
        case .level: true
        case .parent: !element.parent.isNone || tree.root != nil
        case .childIDs: false
        }
    }

    /// Whether the way back is known to make the same tree.
    private func comesBack(_ work: Work, _ context: OperationContext) -> Bool {
        let arena = context.arena
        if let member = tree.link.member, member.tokens.count > 1 || member.tokens[0] == tree.children { return false }
        if tree.hasEmptyChildren, work.contains(where: { $0.children.isNone }) { return false }
        if !hasIDs { return true }
        if tree.id.tokens.first == tree.children { return false }
        if let root = tree.root, work.contains(where: { arena.isEquivalent($0.id, to: root) }) { return false }
        return true
    }

    /// The id of an element; none if the list has levels.
    private func id(
        of element: NodeID, at place: @autoclosure () -> JSONPointer, _ context: OperationContext
    ) throws(MigrationError) -> NodeID {
        let arena = context.arena
        if !hasIDs { return .none }
        let id = arena.find(tree.id, from: element)
        guard !id.isNone, arena.kind(of: id) == .string || arena.kind(of: id) == .number else {
            throw context.lacking(
                id, "there is no id that is a string or a number", at: place().appending(tree.id), of: element)
        }
        return id
    }

    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        for element in work { arena.detach(element.node) }
        let list = arena.makeContainer(isObject: false, from: place)
        for element in work {
            if tree.link == .childIDs, !element.children.isNone {
                let ids = arena.makeContainer(isObject: false, from: element.children)
                for id in element.childIDs { arena.insert(arena.makeCopy(of: id, keepsOrigin: false), into: ids) }
                arena.replace(element.children, by: ids)
            } else if !element.children.isNone {
                arena.detach(element.children)
            }
            if let member = tree.link.member, let said = said(of: element, arena) {
                _ = try context.put(said, at: member, in: element.node, makingParents: true)
            }
            arena.insert(element.node, into: list)
        }
        arena.take(list, into: place)
    }

    /// What describes the place of an element in the tree.
    private func said(of element: Element, _ arena: Arena) -> NodeID? {
        if case .level = tree.link { return arena.make(.integer(element.level)) }
        if !element.parent.isNone { return arena.makeCopy(of: element.parent, keepsOrigin: false) }
        return tree.root.map(arena.make)
    }

    init(tree: ListedTree) { self.tree = tree }

    init(reading members: inout MemberReader) throws(PlanFileError) { tree = try ListedTree(reading: &members) }

    func write(to members: inout MemberWriter) { tree.write(to: &members) }
}

extension TreeToListOperation {
    var words: String {
        "\(Markdown.place(path)) becomes a flat array, with \(tree.words)"
    }

    func detail(of member: String, _ value: JSONValue) -> String? { tree.detail(of: member, value) }
}
