import VersionedCodec

/// Finds the operations that lost the values of one child of a container whose changes are deferred: takes it there and
/// back once more, and examines the remains after each operation.
final class ChildTracer {
    private let documentMemory = ArenaPool.shared.take()
    private let wayMemory = ArenaPool.shared.take()
    private let waiting: DeferredScopes
    /// The child in the document, and on its way.
    private var before: NestedChildren
    private var after: NestedChildren

    /// The arenas in which it looks at children: that of the document, and that of their way.
    var documentArena: Arena { documentMemory.arena }
    var wayArena: Arena { wayMemory.arena }

    /// - `back`: The document that came back, in which the operations of both ways are deferred.
    init(_ children: NestedChildren, of result: Arena, _ back: Arena, _ waiting: DeferredScopes) {
        documentMemory.arena.begin(asReadBy: result)
        wayMemory.arena.begin(asCopyOf: back)
        self.waiting = waiting.copied(to: wayMemory, recording: .drop)
        wayMemory.arena.startDeferring(self.waiting)
        before = NestedChildren(children, in: documentMemory.arena)
        after = NestedChildren(children, in: wayMemory.arena)
    }

    deinit {
        ArenaPool.shared.keep(documentMemory)
        ArenaPool.shared.keep(wayMemory)
    }

    func enter(_ child: DeferredChild, in container: JSONPointer) {
        before.enter(child, in: container)
        after.enter(child, in: container)
    }

    func leave() {
        before.leave()
        after.leave()
    }

    /// Gives losses of the innermost child that have no step the step and the operation that gave them up; `false` if
    /// that takes a look at the whole document.
    func name(_ losses: inout [Loss]) -> Bool {
        guard let old = before.node() else { return false }
        let search = LossSearch(losses, in: documentMemory.arena, at: (old, before.depth))
        let arena = wayMemory.arena
        guard after.observe(waiting, { search.look(at: $0, in: arena, behind: $2.description, of: $1) }) else {
            return false
        }
        search.name(&losses)
        return !search.hasMissed
    }
}
