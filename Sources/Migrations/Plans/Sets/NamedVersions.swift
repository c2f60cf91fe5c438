import VersionedCodec

/// Whether the entities within a payload that steps have changed name their versions.
struct NamedVersions {
    private var hasNamed = false
    private var hasUnnamed = false

    /// - `isNamed`: `nil` for an entity whose version is never named.
    mutating func note(_ isNamed: Bool?) {
        guard let isNamed else { return }
        if isNamed { hasNamed = true } else { hasUnnamed = true }
    }

    mutating func note(_ others: NamedVersions) {
        hasNamed = hasNamed || others.hasNamed
        hasUnnamed = hasUnnamed || others.hasUnnamed
    }

    /// Whether one of them does.
    var isOfSome: Bool { hasNamed }

    /// Whether there are some, and none does: it takes one word to carry that.
    var isOfNone: Bool { hasUnnamed && !hasNamed }
}

extension MigrationPlan {
    /// Whether a value names its version; `nil` if that is never named.
    func isNamed(_ value: JSONValue, as label: String) -> Bool? {
        let marks = marks(of: label)
        return marks.isEmpty ? nil : marks.contains { value[at: $0.pointer] != nil }
    }

    /// A value without what names its version.
    func unnamed(_ value: JSONValue, as label: String) -> JSONValue {
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        let arena = memory.arena
        arena.begin(value)
        for mark in marks(of: label) where !mark.pointer.isRoot {
            let node = arena.find(mark.pointer, from: arena.root)
            if !node.isNone { arena.detach(node) }
        }
        return arena.value(of: arena.root)
    }
}
