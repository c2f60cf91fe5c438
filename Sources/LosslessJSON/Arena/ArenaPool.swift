import Synchronization

/// Unused memory of arenas. Not a `RecyclingPool`: one document takes several at a time, for
/// its parts and for its way back.
package final class ArenaPool: Sendable {
    package static let shared = ArenaPool()

    private let idle = Mutex<[ArenaMemory]>([])

    private init() {}

    /// Memory for one document; it must be kept or dropped when that is done.
    package func take() -> ArenaMemory { idle.withLock { $0.popLast() } ?? ArenaMemory() }

    /// Keeps memory for another document, unless its last one has made it large. No other code may use it any more.
    package func keep(_ memory: ArenaMemory) {
        memory.arena.reset()
        guard memory.isSmall else { return }
        idle.withLock { if $0.count < 4 { $0.append(memory) } }
    }

    /// Calls a function with two values, each in an arena of its own.
    package func reading<Result>(
        _ value: JSONValue, _ other: JSONValue, _ body: (Arena, Arena) -> Result
    ) -> Result {
        let (memory, second) = (take(), take())
        defer {
            keep(memory)
            keep(second)
        }
        memory.arena.begin(value)
        second.arena.begin(other)
        return body(memory.arena, second.arena)
    }
}
