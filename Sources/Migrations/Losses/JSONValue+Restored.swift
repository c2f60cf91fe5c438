import VersionedCodec

extension JSONValue {
    /// Whether another value is the same, as a loss is judged: kinds, texts of strings and numbers, elements in their
    /// order, members in any order.
    func isRestored(by other: JSONValue) -> Bool {
        isContainer ? reading(other) { RestoredValues.lost(of: $0, in: $1).isEmpty } : self == other
    }

    /// Whether another value, as it came back, may have values that this one does not; `false` is certain.
    func isExceeded(by other: JSONValue) -> Bool {
        isContainer && reading(other) { RestoredValues.compare($0, $1) { _ in } }
    }

    private func reading<Result>(_ other: JSONValue, _ body: (_ before: Arena, _ after: Arena) -> Result) -> Result {
        reading { before in other.reading { body(before, $0) } }
    }

    /// Calls a function with an arena that has the value.
    func reading<Result>(_ body: (Arena) -> Result) -> Result {
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        memory.arena.begin(self)
        return body(memory.arena)
    }
}
