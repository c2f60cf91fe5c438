import VersionedCodec

/// Makes a flat list of a tree; `JSONOperation.treeToList` is beside `listToTree`.
struct TreeToListOperation: ValueOperation {
    static let name = "treeToList"

    let tree: ListedTree

    var path: JSONPointer { tree.path }
    var rules: Rules { tree.rules }
    var description: String { "make a flat list of the tree \(path.shown)" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] { [JSONOperation(ListToTreeOperation(tree: tree))] }

    private struct Pending {
        let value: JSONValue
        let step: Int
        let parent: JSONValue?
        let level: Int
    }

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

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let roots = value.array else { throw context.wrongKind(expected: "an array", found: value, at: .root) }
        var list: [JSONValue] = []
        var trail = Trail(children: tree.children)
        var pending = roots.enumerated().map {
            Pending(
                value: $0.element, step: trail.add($0.offset, within: nil), parent: tree.root, level: tree.rootLevel)
        }
        pending.reverse()
        while let next = pending.popLast() {
            guard var element = next.value.object.map({ JSONValue.object($0).comingFrom(next.value) }) else {
                throw context.wrongKind(expected: "an object", found: next.value, at: trail.place(next.step))
            }
            let id = try self.id(of: next.value, at: trail.place(next.step), context)
            if let children = element[tree.children] {
                guard let array = children.array else {
                    let place = trail.place(next.step).appending(tree.children)
                    throw context.wrongKind(expected: "an array", found: children, at: place)
                }
                if tree.link == .childIDs {
                    element.object?[tree.children] = try ids(
                        of: array, at: trail.place(next.step).appending(tree.children), context
                    ).comingFrom(children)
                } else {
                    _ = element.object?.removeValue(forKey: tree.children)
                    if array.isEmpty, !tree.hasEmptyChildren {
                        let place = trail.place(next.step).appending(tree.children)
                        context.lose(
                            children, at: place, "the way back cannot distinguish it from absent children",
                            .isAboutWayBack)
                    }
                }
                pending += array.enumerated().reversed().map {
                    Pending(
                        value: $0.element, step: trail.add($0.offset, within: next.step), parent: id,
                        level: next.level + 1)
                }
            }
            try link(&element, next, at: trail.place(next.step), context)
            list.append(element)
        }
        return .array(JSONArray(list))
    }

    /// Notes in an element its place in the tree.
    private func link(
        _ element: inout JSONValue, _ node: Pending, at place: @autoclosure () -> JSONPointer,
        _ context: OperationContext
    ) throws(MigrationError) {
        guard let member = tree.link.member else { return }
        let (said, word): (JSONValue?, String) =
            if case .level = tree.link { (.integer(node.level), "level") } else { (node.parent, "parent") }
        if let taken = element[at: member] {
            throw context.error(
                .exists, "the place of the \(word) is taken", at: place().appending(member), found: taken)
        }
        guard let said else { return }
        guard element.put(said.detachedIfScalar, at: member, makingParents: true) else {
            throw context.error(
                .unexpectedValue, "there is no object to put \(context.shown(place().appending(member))) into",
                at: place(), found: node.value)
        }
    }

    /// The id of an element; nothing if the list has levels.
    private func id(
        of element: JSONValue, at place: @autoclosure () -> JSONPointer, _ context: OperationContext
    ) throws(MigrationError) -> JSONValue? {
        if case .level = tree.link { return nil }
        guard let id = element[at: tree.id], tree.key(id) != nil else {
            throw context.error(
                .absent, "there is no id that is a string or a number", at: place().appending(tree.id), found: element)
        }
        return id
    }

    private func ids(
        of children: JSONArray, at place: @autoclosure () -> JSONPointer, _ context: OperationContext
    ) throws(MigrationError) -> JSONValue {
        var ids: [JSONValue] = []
        for (index, child) in children.enumerated() {
            guard child.kind == .object else {
                throw context.wrongKind(expected: "an object", found: child, at: place().appending(index))
            }
            if let id = try id(of: child, at: place().appending(index), context) { ids.append(id.detachedIfScalar) }
        }
        return .array(JSONArray(ids))
    }

    init(tree: ListedTree) { self.tree = tree }

    init(reading members: inout MemberReader) throws(PlanFileError) { tree = try ListedTree(reading: &members) }

    func write(to members: inout MemberWriter) { tree.write(to: &members) }
}

extension JSONValue {
    /// A scalar that is copied to another place: the copy does not record where it came from.
    var detachedIfScalar: JSONValue { isContainer ? self : detached }
}

extension TreeToListOperation {
    var words: String {
        "\(Markdown.place(path)) becomes a flat array, with \(tree.words)"
    }
}
