public import VersionedCodec

extension JSONOperation {
    /// Turns a flat list whose elements name their parents into a tree.
    ///
    /// ```swift
    /// .listToTree("/nodes", id: "/id", parent: "/parent", children: "children")
    /// // {"nodes": [{"id": 1}, {"id": 2, "parent": 1}]}
    /// //     →  {"nodes": [{"id": 1, "children": [{"id": 2}]}]}
    /// ```
    ///
    /// An element without a parent, or with the parent `root`, is a root. There may be several. Children keep the order
    /// of the list. A parent that is not in the list, two elements with the same id, and elements that are their own
    /// ancestors are unexpected.
    ///
    /// - `root`: The parent of root elements; `nil`: they name none.
    /// - `emptyChildren`: Whether an element without children gets an empty array.
    ///
    /// Loss class: captures; an order that a walk of the tree would not give is a loss, unless the order has no meaning
    /// (`anyOrder`). Reverse: `treeToList`. O(elements)
    public static func listToTree(
        _ path: JSONPointer, id: JSONPointer, parent: JSONPointer, children: String, root: JSONValue? = nil,
        emptyChildren: Bool = false, anyOrder: Bool = false, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let tree = ListedTree(
            path: path, id: id, link: .parent(parent), children: children, root: root, hasEmptyChildren: emptyChildren,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, anyOrder: anyOrder))
        return JSONOperation(ListToTreeOperation(tree: tree))
    }

    /// Turns a tree into a flat list whose elements name their parents.
    ///
    /// ```swift
    /// .treeToList("/nodes", id: "/id", parent: "/parent", children: "children")
    /// // {"nodes": [{"id": 1, "children": [{"id": 2}]}]}
    /// //     →  {"nodes": [{"id": 1}, {"id": 2, "parent": 1}]}
    /// ```
    ///
    /// Parents come before their children. The parameters are those of
    /// ``listToTree(_:id:parent:children:root:emptyChildren:anyOrder:ifAbsent:ifWrongKind:)``.
    ///
    /// Loss class: captures. Reverse: `listToTree`. O(elements)
    public static func treeToList(
        _ path: JSONPointer, id: JSONPointer, parent: JSONPointer, children: String, root: JSONValue? = nil,
        emptyChildren: Bool = false, anyOrder: Bool = false, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let tree = ListedTree(
            path: path, id: id, link: .parent(parent), children: children, root: root, hasEmptyChildren: emptyChildren,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, anyOrder: anyOrder))
        return JSONOperation(TreeToListOperation(tree: tree))
    }

    /// Turns a flat list whose elements list the ids of their children into a tree.
    ///
    /// ```swift
    /// .listToTree("/nodes", id: "/id", childIDs: "children")
    /// // {"nodes": [{"id": 1, "children": [2]}, {"id": 2}]}
    /// //     →  {"nodes": [{"id": 1, "children": [{"id": 2}]}]}
    /// ```
    ///
    /// Children are in the order of their ids. A child that is not in the list, or that has two parents, is unexpected.
    ///
    /// Loss class: captures. Reverse: `treeToList`. O(elements)
    public static func listToTree(
        _ path: JSONPointer, id: JSONPointer, childIDs children: String, anyOrder: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, anyOrder: anyOrder)
        return JSONOperation(ListToTreeOperation(tree: .ofChildIDs(path, id, children, rules)))
    }

    /// Turns a flat list whose elements have a level into a tree. Each element follows its parent.
    ///
    /// ```swift
    /// .listToTree("/outline", level: "/level", children: "parts")
    /// // {"outline": [{"level": 1, "t": "A"}, {"level": 2, "t": "B"}]}
    /// //     →  {"outline": [{"t": "A", "parts": [{"t": "B"}]}]}
    /// ```
    ///
    /// An element more than one level deeper than the previous one is unexpected.
    ///
    /// - `root`: The level of the roots, from 0 to 1000.
    ///
    /// Loss class: captures. Reverse: `treeToList`. O(elements)
    public static func listToTree(
        _ path: JSONPointer, level: JSONPointer, children: String, root: Int = 1, emptyChildren: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let tree = ListedTree.ofLevels(path, level, children, root, emptyChildren, ifAbsent, ifWrongKind)
        return JSONOperation(ListToTreeOperation(tree: tree))
    }

    /// Turns a tree into a flat list whose elements list the ids of their children.
    public static func treeToList(
        _ path: JSONPointer, id: JSONPointer, childIDs children: String, anyOrder: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, anyOrder: anyOrder)
        return JSONOperation(TreeToListOperation(tree: .ofChildIDs(path, id, children, rules)))
    }

    /// Turns a tree into a flat list whose elements have a level.
    public static func treeToList(
        _ path: JSONPointer, level: JSONPointer, children: String, root: Int = 1, emptyChildren: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let tree = ListedTree.ofLevels(path, level, children, root, emptyChildren, ifAbsent, ifWrongKind)
        return JSONOperation(TreeToListOperation(tree: tree))
    }
}

struct ListToTreeOperation: NodeOperation {
    static let name = "listToTree"

    let tree: ListedTree

    var path: JSONPointer { tree.path }
    var rules: Rules { tree.rules }
    var description: String { "make a tree of \(path.shown)" }

    func reversed() -> [JSONOperation] { [JSONOperation(TreeToListOperation(tree: tree))] }

    /// The elements, their places in the tree, and the numbers of the elements in the order of a walk over it.
    struct Work {
        let elements: [NodeID]
        let links: ListedTree.Links
        let order: [Int]
    }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work> {
        let arena = context.arena
        guard arena.isArray(place) else {
            throw context.wrongKind(expected: "an array", found: context.value(place), at: .root)
        }
        let elements = arena.children(of: place)
        let links = try tree.links(of: elements, context)
        let order = Self.walk(links)
        if order.count < elements.count {
            var isReached = [Bool](repeating: false, count: elements.count)
            for index in order { isReached[index] = true }
            let lost = isReached.firstIndex(of: false) ?? 0
            throw context.error(
                .unexpectedValue, "the element is its own ancestor", at: JSONPointer([String(lost)]),
                found: context.value(elements[lost]))
        }
        let isSorted = order.elementsEqual(elements.indices)
        if !isSorted {
            let ids = elements.map { element in
                let id = arena.find(tree.id, from: element)
                return id.isNone ? .null : context.value(id)
            }
            context.loseOrder(JSONValue.array(JSONArray(ids)).beginning(at: arena.origin(of: place)), at: .root, rules)
        }
        if tree.link != .childIDs {
            // The last one in the tree first, as the tree is made from below.
            for index in order.reversed() {
                let taken = arena.member(tree.children, of: elements[index])
                if taken.isNone { continue }
                throw context.error(
                    .exists, "the place of the children is taken",
                    at: JSONPointer([String(index), tree.children]), found: context.value(taken))
            }
        }
        return NodeDecision(
            work: Work(elements: elements, links: links, order: order), comesBack: isSorted && links.areMadeAgain)
    }

    /// The elements as a walk over the tree meets them, parents first. Not a recursion: a tree may be as deep as the
    /// list is long.
    private static func walk(_ links: ListedTree.Links) -> [Int] {
        var order: [Int] = []
        var pending = Array(links.roots.reversed())
        while let index = pending.popLast() {
            order.append(index)
            pending += links.children[index].reversed()
        }
        return order
    }

    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) {
        let arena = context.arena
        for element in work.elements { arena.detach(element) }
        for index in work.order.reversed() {
            let element = work.elements[index]
            if let member = tree.link.member, !context.remove(at: member, in: element).isNone {
                context.removeEmptyParents(of: member, in: element)
            }
            let listed = arena.member(tree.children, of: element)
            let children = work.links.children[index]
            guard tree.hasEmptyChildren || !listed.isNone || !children.isEmpty else { continue }
            // A list of ids becomes the list of the children.
            let array = arena.makeContainer(isObject: false, from: listed)
            for child in children { arena.insert(work.elements[child], into: array) }
            if listed.isNone {
                arena.insert(array, as: tree.children, into: element)
            } else {
                arena.replace(listed, by: array)
            }
        }
        let roots = arena.makeContainer(isObject: false, from: place)
        for index in work.links.roots { arena.insert(work.elements[index], into: roots) }
        arena.take(roots, into: place)
    }

    init(tree: ListedTree) { self.tree = tree }

    init(reading members: inout MemberReader) throws(PlanFileError) { tree = try ListedTree(reading: &members) }

    func write(to members: inout MemberWriter) { tree.write(to: &members) }
}

extension ListToTreeOperation {
    var words: String {
        "\(Markdown.place(path)) becomes a tree, with \(Markdown.code(tree.children)) in each element"
    }

    func detail(of member: String, _ value: JSONValue) -> String? { tree.detail(of: member, value) }
}
