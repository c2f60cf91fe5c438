public import VersionedCodec

extension JSONOperation {
    /// Makes a tree of a flat list whose elements say their parents.
    ///
    /// ```swift
    /// .listToTree("/nodes", id: "/id", parent: "/parent", children: "children")
    /// // {"nodes": [{"id": 1}, {"id": 2, "parent": 1}]}
    /// //     →  {"nodes": [{"id": 1, "children": [{"id": 2}]}]}
    /// ```
    ///
    /// An element without a parent, or with the parent `root`, is a root; there may be several. Children keep the order of the list.
    /// A parent that is not in the list, two elements of one id, and elements that are their own ancestors are unexpected.
    ///
    /// - `root`: What the elements without a parent say as their parent; `nil`: they say nothing.
    /// - `emptyChildren`: Whether an element without children gets an empty array.
    ///
    /// Loss class: captures: an order that walking the tree would not give is a loss. Reverse: `treeToList`. O(elements)
    public static func listToTree(
        _ path: JSONPointer, id: JSONPointer, parent: JSONPointer, children: String, root: JSONValue? = nil,
        emptyChildren: Bool = false, ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let tree = ListedTree(
            path: path, id: id, parent: parent, children: children, root: root, hasEmptyChildren: emptyChildren,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind))
        return JSONOperation(ListToTreeOperation(tree: tree))
    }

    /// Makes a flat list of a tree; each element says its parent.
    ///
    /// ```swift
    /// .treeToList("/nodes", id: "/id", parent: "/parent", children: "children")
    /// // {"nodes": [{"id": 1, "children": [{"id": 2}]}]}
    /// //     →  {"nodes": [{"id": 1}, {"id": 2, "parent": 1}]}
    /// ```
    ///
    /// Parents come before their children. Parameters as for ``listToTree(_:id:parent:children:root:emptyChildren:ifAbsent:ifWrongKind:)``.
    ///
    /// Loss class: captures. Reverse: `listToTree`. O(elements)
    public static func treeToList(
        _ path: JSONPointer, id: JSONPointer, parent: JSONPointer, children: String, root: JSONValue? = nil,
        emptyChildren: Bool = false, ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let tree = ListedTree(
            path: path, id: id, parent: parent, children: children, root: root, hasEmptyChildren: emptyChildren,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind))
        return JSONOperation(TreeToListOperation(tree: tree))
    }
}

/// A tree, or the flat list of its elements: what the two operations share.
struct ListedTree: Sendable, Equatable {
    let path: JSONPointer
    let id: JSONPointer
    let parent: JSONPointer
    let children: String
    let root: JSONValue?
    let hasEmptyChildren: Bool
    let rules: Rules

    init(
        path: JSONPointer, id: JSONPointer, parent: JSONPointer, children: String, root: JSONValue?,
        hasEmptyChildren: Bool, rules: Rules
    ) {
        self.path = path
        self.id = id
        self.parent = parent
        self.children = children
        self.root = root
        self.hasEmptyChildren = hasEmptyChildren
        self.rules = rules
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path")
        id = try members.pointer("id", allowsRoot: false)
        parent = try members.pointer("parent", allowsRoot: false)
        if parent.isWithin(id) || id.isWithin(parent) { throw members.fault("must differ from \"id\"", in: "parent") }
        children = try members.text("children")
        root = try members.optionalValue("root")
        hasEmptyChildren = try members.flag("emptyChildren")
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["id"] = .string(id.description)
        members["parent"] = .string(parent.description)
        members["children"] = .string(children)
        members["root"] = root
        if hasEmptyChildren { members["emptyChildren"] = true }
        members.write(rules)
    }

    /// The id of an element, in a form that equal ids have in common.
    func key(_ id: JSONValue) -> String? {
        if let text = id.string { return "\"" + text }
        return id.number?.exactText
    }
}

struct ListToTreeOperation: ValueOperation {
    static let name = "listToTree"

    let tree: ListedTree

    var path: JSONPointer { tree.path }
    var rules: Rules { tree.rules }
    var description: String { "make a tree of \(path.shown)" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] { [JSONOperation(TreeToListOperation(tree: tree))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let list = value.array else { throw context.wrongKind(expected: "an array", found: value, at: .root) }
        let elements = Array(list)
        let parents = try parents(of: elements, context)
        var children = [[Int]](repeating: [], count: elements.count)
        var roots: [Int] = []
        for (index, parent) in parents.enumerated() {
            if let parent { children[parent].append(index) } else { roots.append(index) }
        }
        let order = Self.walk(roots, children)
        if order.count < elements.count {
            var isReached = [Bool](repeating: false, count: elements.count)
            for index in order { isReached[index] = true }
            let lost = isReached.firstIndex(of: false) ?? 0
            throw context.error(
                .unexpectedValue, "the element is its own ancestor", at: JSONPointer([String(lost)]),
                found: elements[lost])
        }
        if order != Array(elements.indices) {
            let ids = elements.map { $0[at: tree.id] ?? .null }
            context.loseOrder(JSONValue.array(JSONArray(ids)).comingFrom(value), at: .root)
        }
        return .array(try assembled(elements, order, roots, children, &context))
    }

    /// For each element the place of its parent; `nil` for a root.
    private func parents(
        of elements: [JSONValue], _ context: OperationContext
    ) throws(MigrationError) -> [Int?] {
        var places = JSONObject()
        for (index, element) in elements.enumerated() {
            let place = JSONPointer([String(index)])
            guard element.kind == .object else {
                throw context.wrongKind(expected: "an object", found: element, at: place)
            }
            guard let id = element[at: tree.id] else {
                throw context.error(.absent, "there is no id", at: place.appending(tree.id), found: element)
            }
            guard let key = tree.key(id) else {
                throw context.wrongKind(expected: "a string or a number", found: id, at: place.appending(tree.id))
            }
            if let other = places[key]?.int {
                throw context.error(
                    .duplicate, "\(id.text()) is already the id of element \(other)", at: place.appending(tree.id),
                    found: id)
            }
            places[key] = .integer(index)
        }
        var parents: [Int?] = []
        for (index, element) in elements.enumerated() {
            guard let parent = element[at: tree.parent], tree.root.map({ !$0.isEquivalent(to: parent) }) ?? true else {
                parents.append(nil)
                continue
            }
            guard let key = tree.key(parent), let place = places[key]?.int else {
                throw context.error(
                    .unexpectedValue, "there is no element of the id \(Loss.shortened(parent.text()))",
                    at: JSONPointer([String(index)]).appending(tree.parent), found: parent)
            }
            parents.append(place)
        }
        return parents
    }

    /// The elements as a walk over the tree meets them, parents first. Not a recursion: a tree may be as deep as the list is long.
    private static func walk(_ roots: [Int], _ children: [[Int]]) -> [Int] {
        var order: [Int] = []
        var pending = Array(roots.reversed())
        while let index = pending.popLast() {
            order.append(index)
            pending += children[index].reversed()
        }
        return order
    }

    private func assembled(
        _ elements: [JSONValue], _ order: [Int], _ roots: [Int], _ children: [[Int]],
        _ context: inout OperationContext
    ) throws(MigrationError) -> JSONArray {
        var made = elements
        for index in order.reversed() {
            let place = JSONPointer([String(index)])
            var element = elements[index]
            if let taken = element[tree.children] {
                throw context.error(
                    .exists, "the place of the children is taken", at: place.appending(tree.children), found: taken)
            }
            if let parent = element[at: tree.parent] {
                context.leaveOut(parent)
                _ = element.remove(at: tree.parent)
                element.removeEmptyParents(of: tree.parent)
            }
            if tree.hasEmptyChildren || !children[index].isEmpty {
                let inner = children[index].map { made[$0] }
                for child in children[index] { made[child] = .null }
                element.object?[tree.children] = .array(JSONArray(inner))
            }
            made[index] = element
        }
        return JSONArray(roots.map { made[$0] })
    }

    init(tree: ListedTree) { self.tree = tree }

    init(reading members: inout MemberReader) throws(PlanFileError) { tree = try ListedTree(reading: &members) }

    func write(to members: inout MemberWriter) { tree.write(to: &members) }
}
