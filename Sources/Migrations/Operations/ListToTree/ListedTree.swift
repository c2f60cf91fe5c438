import VersionedCodec

/// A tree, or the flat list of its elements: the common part of the two operations.
struct ListedTree: Sendable, Equatable {
    /// The member of the flat list that describes the tree.
    enum Link: Sendable, Equatable {
        /// Each element has the id of its parent.
        case parent(JSONPointer)
        /// Each element lists the ids of its children.
        case childIDs
        /// Each element has its level, and comes after its parent.
        case level(JSONPointer)

        /// The place within an element that only the list has.
        var member: JSONPointer? {
            switch self {
            case .parent(let place), .level(let place): place
            case .childIDs: nil
            }
        }
    }

    let path: JSONPointer
    /// The place of an element's id; the root if the list has levels, which needs no ids.
    let id: JSONPointer
    let link: Link
    let children: String
    /// The parent or the level that roots have in the list; `nil`: none, or the level 1.
    let root: JSONValue?
    let hasEmptyChildren: Bool
    let rules: Rules

    init(
        path: JSONPointer, id: JSONPointer, link: Link, children: String, root: JSONValue?,
        hasEmptyChildren: Bool, rules: Rules
    ) {
        self.path = path
        self.id = id
        self.link = link
        self.children = children
        self.root = root
        self.hasEmptyChildren = hasEmptyChildren
        self.rules = rules
    }

    static func ofChildIDs(
        _ path: JSONPointer, _ id: JSONPointer, _ children: String, _ rules: Rules
    ) -> ListedTree {
        ListedTree(
            path: path, id: id, link: .childIDs, children: children, root: nil, hasEmptyChildren: false, rules: rules)
    }

    static func ofLevels(
        _ path: JSONPointer, _ level: JSONPointer, _ children: String, _ root: Int, _ emptyChildren: Bool,
        _ ifAbsent: JSONOperation.UnexpectedRule, _ ifWrongKind: JSONOperation.UnexpectedRule
    ) -> ListedTree {
        ListedTree(
            path: path, id: .root, link: .level(level), children: children, root: root == 1 ? nil : .integer(root),
            hasEmptyChildren: emptyChildren, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind))
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        children = try members.key("children")
        if let level = try members.optionalPointer("level") {
            if level.isRoot { throw members.fault("must name a member, not the whole value", in: "level") }
            for name in ["id", "parent", "childIDs"] { try members.exclude(name, because: "level") }
            (id, link) = (.root, .level(level))
            root = try members.optionalValue("root")
            if let root, !(0...1000).contains(root.int ?? -1) {
                throw members.fault("must be a whole number from 0 to 1000 beside \"level\"", in: "root")
            }
            hasEmptyChildren = try members.flag("emptyChildren")
        } else if try members.flag("childIDs") {
            id = try members.pointer("id", allowsRoot: false)
            for name in ["parent", "root", "emptyChildren"] { try members.exclude(name, because: "childIDs") }
            (link, root, hasEmptyChildren) = (.childIDs, nil, false)
        } else {
            id = try members.pointer("id", allowsRoot: false)
            let parent = try members.pointer("parent", allowsRoot: false)
            if parent.isWithin(id) || id.isWithin(parent) {
                throw members.fault("must differ from \"id\"", in: "parent")
            }
            link = .parent(parent)
            root = try members.optionalValue("root")
            hasEmptyChildren = try members.flag("emptyChildren")
        }
        rules = try members.rules([.absent, .wrongKind, .order])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        if !id.isRoot { members["id"] = .string(id.description) }
        switch link {
        case .parent(let parent): members["parent"] = .string(parent.description)
        case .childIDs: members["childIDs"] = true
        case .level(let level): members["level"] = .string(level.description)
        }
        members["children"] = .key(children)
        members["root"] = root
        if hasEmptyChildren { members["emptyChildren"] = true }
        members.write(rules)
    }

    /// The level of the roots.
    var rootLevel: Int { root?.int ?? 1 }
}

extension ListedTree {
    /// The member of the flat list that describes the tree.
    var words: String {
        switch link {
        case .parent(let parent): "parents in \(Markdown.place(parent))"
        case .childIDs: "the ids of children in \(Markdown.code(children))"
        case .level(let level): "levels in \(Markdown.place(level))"
        }
    }
}

extension ListedTree {
    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "root": "the parent of a root is \(DetailWords.shown(value))"
        case "emptyChildren": "an element without children has an empty array"
        case "childIDs": "an element lists the ids of its children"
        case "level": "an element says at \(DetailWords.shown(value)) how deep it is"
        default: nil
        }
    }
}
