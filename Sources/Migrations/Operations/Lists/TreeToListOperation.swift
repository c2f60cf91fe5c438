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
    }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let roots = value.array else { throw context.wrongKind(expected: "an array", found: value, at: .root) }
        var list: [JSONValue] = []
        var pending = roots.enumerated().map {
            Pending(value: $0.element, place: JSONPointer([String($0.offset)]), parent: tree.root)
        }
        pending.reverse()
        while let next = pending.popLast() {
            guard var element = next.value.object.map({ JSONValue.object($0).comingFrom(next.value) }) else {
                throw context.wrongKind(expected: "an object", found: next.value, at: next.place)
            }
            guard let id = element[at: tree.id], tree.key(id) != nil else {
                throw context.error(
                    .absent, "there is no id that is a string or a number", at: next.place.appending(tree.id),
                    found: next.value)
            }
            if let taken = element[at: tree.parent] {
                throw context.error(
                    .exists, "the place of the parent is taken", at: next.place.appending(tree.parent), found: taken)
            }
            if let children = element.object?.removeValue(forKey: tree.children) {
                let place = next.place.appending(tree.children)
                guard let array = children.array else {
                    throw context.wrongKind(expected: "an array", found: children, at: place)
                }
                if array.isEmpty, !tree.hasEmptyChildren {
                    context.lose(children, at: place, "it cannot be told from absent children on the way back")
                }
                pending += array.enumerated().reversed().map {
                    Pending(value: $0.element, place: place.appending($0.offset), parent: id)
                }
            }
            if let parent = next.parent {
                guard element.put(parent.detachedIfScalar, at: tree.parent, makingParents: true) else {
                    throw context.error(
                        .unexpectedValue, "there is no object to put \(tree.parent.shown) into", at: next.place,
                        found: next.value)
                }
            }
            list.append(element)
        }
        return .array(JSONArray(list))
    }

    init(tree: ListedTree) { self.tree = tree }

    init(reading members: inout MemberReader) throws(PlanFileError) { tree = try ListedTree(reading: &members) }

    func write(to members: inout MemberWriter) { tree.write(to: &members) }
}

extension JSONValue {
    /// A scalar that is copied to another place: it does not say that it stood there.
    var detachedIfScalar: JSONValue { isContainer ? self : detached }
}
