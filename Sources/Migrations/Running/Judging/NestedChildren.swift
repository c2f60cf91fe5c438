import VersionedCodec

/// A child of a container whose changes are deferred, the container's own enclosing child, and so on: their places in a
/// document, and, when they are needed, their nodes in an arena, with their deferred changes.
struct NestedChildren {
    private struct Level {
        let child: DeferredChild
        let container: JSONPointer
        var made: Made?
    }

    private enum Made {
        /// The container is not where it was.
        case gone
        case node(NodeID, Arena.DeferralMarks)
    }

    let arena: Arena
    private var levels: [Level] = []

    init(in arena: Arena) { self.arena = arena }

    /// The same children, in another arena.
    init(_ other: NestedChildren, in arena: Arena) {
        self.arena = arena
        levels = other.levels.map { Level(child: $0.child, container: $0.container) }
    }

    var isEmpty: Bool { levels.isEmpty }

    /// How many tokens lead to the innermost child.
    var depth: Int { (levels.last?.container.tokens.count ?? -1) + 1 }

    mutating func enter(_ child: DeferredChild, in container: JSONPointer) {
        levels.append(Level(child: child, container: container))
    }

    /// Leaves the innermost child, and releases its node.
    mutating func leave() { forget(levels.removeLast()) }

    private func forget(_ level: Level) {
        if case .node(_, let marks) = level.made { arena.takeBack(to: marks) }
    }

    /// The innermost child, with its deferred changes; `nil` if its container is not in its old place.
    mutating func node() -> NodeID? {
        make(levels.count)
        guard case .node(let node, _) = levels.last?.made else { return nil }
        return node
    }

    /// Shows the innermost child after the changes of each operation of a step, and releases it; `false` if its
    /// container is not where it was.
    mutating func observe(
        _ changes: DeferredScopes, _ observer: (NodeID, _ step: String, _ operation: JSONOperation) -> Void
    ) -> Bool {
        make(levels.count - 1)
        guard let last = levels.indices.last, let container = container(last) else { return false }
        let marks = arena.deferralMarks
        // What was decided about the child remains known.
        defer { arena.withoutRecording { arena.takeBack(to: marks) } }
        guard let (node, list) = arena.reopen(levels[last].child, of: container), let list else { return false }
        return changes.make(list, on: node, levels[last].child.element) { observer(node, $0, $1) }
    }

    /// Makes the changes of all children but the innermost.
    mutating func makeContainer() { make(levels.count - 1) }

    private mutating func make(_ count: Int) {
        for level in 0..<count where levels[level].made == nil {
            guard let container = container(level) else {
                levels[level].made = .gone
                continue
            }
            let marks = arena.deferralMarks
            guard let (node, list) = arena.reopen(levels[level].child, of: container) else {
                levels[level].made = .gone
                continue
            }
            if let list { arena.makeChanges(list, on: node, levels[level].child.element) }
            levels[level].made = .node(node, marks)
        }
    }

    /// The container of a child, in the child around it.
    private func container(_ level: Int) -> NodeID? {
        let tokens = levels[level].container.tokens
        if level == 0 { return arena.find(JSONPointer(tokens), from: arena.root) }
        guard case .node(let outer, _) = levels[level - 1].made else { return nil }
        let before = levels[level - 1].container.tokens.count + 1
        return arena.find(JSONPointer(Array(tokens.dropFirst(before))), from: outer)
    }
}
