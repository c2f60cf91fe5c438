import VersionedCodec

/// Finds the operations that lost the values of one child of a container whose changes are deferred: takes it there and
/// back once more, examines the remains after each operation, and keeps what operations record.
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

    /// - Parameters:
    ///   - back: The document that came back, in which the operations of both ways are deferred.
    ///   - triesWayBack: Whether operations try what comes back, so that they may record more than they have.
    init(
        _ children: NestedChildren, of result: Arena, _ back: Arena, _ waiting: DeferredScopes, triesWayBack: Bool
    ) {
        documentMemory.arena.begin(asReadBy: result)
        wayMemory.arena.begin(asCopyOf: back)
        self.waiting = waiting.copied(to: wayMemory, recording: .trace(triesWayBack: triesWayBack))
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

    /// What the repeated ways have shown of losses of the innermost child; `nil` if that takes a look at the whole
    /// document.
    func trace(_ losses: [Loss]) -> LossTracer.Trace? {
        guard let old = before.node() else { return nil }
        let search = LossSearch(losses, in: documentMemory.arena, at: (old, before.depth))
        let arena = wayMemory.arena
        after.makeContainer()
        let records = waiting.records {
            after.observe(waiting) { search.look(at: $0, in: arena, behind: $2.description, of: $1) }
        }
        guard let (there, back) = records, !search.hasMissed else { return nil }
        return LossTracer.Trace(search: search, there: there, back: back)
    }
}
