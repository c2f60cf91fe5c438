import VersionedCodec

extension JSONValue {
    /// Whether another value is the same, as a loss is judged: kinds, texts of strings and numbers, elements in their
    /// order, members in any order.
    func isRestored(by other: JSONValue) -> Bool {
        guard isContainer else { return self == other }
        let (before, after) = (ArenaPool.shared.take(), ArenaPool.shared.take())
        defer {
            ArenaPool.shared.keep(before)
            ArenaPool.shared.keep(after)
        }
        before.arena.begin(self)
        after.arena.begin(other)
        return RestoredValues.lost(of: before.arena, in: after.arena).isEmpty
    }
}
