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
        let place: JSONPointer
        let parent: JSONValue?
        let level: Int
    }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let roots = value.array else { throw context.wrongKind(expected: "an array", found: value, at: .root) }
        var list: [JSONValue] = []
        var pending = roots.enumerated().map {
            Pending(
                value: $0.element, place: JSONPointer([String($0.offset)]), parent: tree.root, level: tree.rootLevel)
        }
        pending.reverse()
        while let next = pending.popLast() {
            guard var element = next.value.object.map({ JSONValue.object($0).comingFrom(next.value) }) else {
                throw context.wrongKind(expected: "an object", found: next.value, at: next.place)
            }
            let id = try self.id(of: next.value, at: next.place, context)
            if let children = element[tree.children] {
                let place = next.place.appending(tree.children)
                guard let array = children.array else {
                    throw context.wrongKind(expected: "an array", found: children, at: place)
                }
                if tree.link == .childIDs {
                    element.object?[tree.children] = try ids(of: array, at: place, context).comingFrom(children)
                } else {
                    _ = element.object?.removeValue(forKey: tree.children)
                    if array.isEmpty, !tree.hasEmptyChildren {
                        context.lose(children, at: place, "it cannot be told from absent children on the way back")
                    }
                }
                pending += array.enumerated().reversed().map {
                    Pending(
                        value: $0.element, place: place.appending($0.offset), parent: id, level: next.level + 1)
                }
            }
            try link(&element, next, context)
            list.append(element)
        }
        return .array(JSONArray(list))
    }

    /// Says in an element where in the tree it stood.
    private func link(
        _ element: inout JSONValue, _ node: Pending, _ context: OperationContext
    ) throws(MigrationError) {
        guard let member = tree.link.member else { return }
        let (said, word): (JSONValue?, String) =
            if case .level = tree.link { (.integer(node.level), "level") } else { (node.parent, "parent") }
        if let taken = element[at: member] {
            throw context.error(
                .exists, "the place of the \(word) is taken", at: node.place.appending(member), found: taken)
        }
        guard let said else { return }
        guard element.put(said.detachedIfScalar, at: member, makingParents: true) else {
            throw context.error(
                .unexpectedValue, "there is no object to put \(context.shown(node.place.appending(member))) into",
                at: node.place, found: node.value)
        }
    }

    /// The id of an element; nothing where levels say the tree.
    private func id(
        of element: JSONValue, at place: JSONPointer, _ context: OperationContext
    ) throws(MigrationError) -> JSONValue? {
        if case .level = tree.link { return nil }
        guard let id = element[at: tree.id], tree.key(id) != nil else {
            throw context.error(
                .absent, "there is no id that is a string or a number", at: place.appending(tree.id), found: element)
        }
        return id
    }

    private func ids(
        of children: JSONArray, at place: JSONPointer, _ context: OperationContext
    ) throws(MigrationError) -> JSONValue {
        var ids: [JSONValue] = []
        for (index, child) in children.enumerated() {
            let place = place.appending(index)
            guard child.kind == .object else { throw context.wrongKind(expected: "an object", found: child, at: place) }
            if let id = try id(of: child, at: place, context) { ids.append(id.detachedIfScalar) }
        }
        return .array(JSONArray(ids))
    }

    init(tree: ListedTree) { self.tree = tree }

    init(reading members: inout MemberReader) throws(PlanFileError) { tree = try ListedTree(reading: &members) }

    func write(to members: inout MemberWriter) { tree.write(to: &members) }
}

extension JSONValue {
    /// A scalar that is copied to another place: it does not say that it stood there.
    var detachedIfScalar: JSONValue { isContainer ? self : detached }
}
