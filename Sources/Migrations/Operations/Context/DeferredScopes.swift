import VersionedCodec

/// Operations on the children of large containers that wait until these are written; see `Arena+Deferring`.
final class DeferredScopes: DeferredChanges {
    /// From how many nodes of the index on a container is a large one.
    let threshold: Int

    /// The losses of the document so far, and the step that is running.
    var lossesBefore = 0
    var step = (name: "", from: "")

    /// Operations on each child, as they were to be run.
    private final class Work {
        let operations: [JSONOperation]
        var context: OperationContext
        let step: (name: String, from: String)
        /// How many losses came before those of the operations.
        let position: Int
        let keepsKinds: Bool
        var losses: [Loss] = []

        init(
            _ operations: [JSONOperation], _ context: OperationContext, _ step: (name: String, from: String),
            position: Int, keepsKinds: Bool
        ) {
            self.operations = operations
            self.context = context
            self.step = step
            self.position = position
            self.keepsKinds = keepsKinds
        }
    }

    private let arena: Arena
    private var works: [Work] = []
    /// Lists of numbers of works, each longer by one than an earlier one.
    private var lists: [[Int]] = []

    /// Whether an operation has failed; which one of all fails first is then to be found out.
    private(set) var haveFailed = false

    /// Whether an operation left something as it is that its way back may change.
    private(set) var isInDoubt = false

    init(_ arena: Arena, threshold: Int) {
        self.arena = arena
        self.threshold = threshold
    }

    /// The document is to be begun anew, with nothing deferred.
    func fail() { haveFailed = true }

    // MARK: Deferring

    /// A list with one more piece of work.
    func add(
        _ operations: [JSONOperation], _ context: OperationContext, keepsKinds: Bool, to list: UInt32?
    ) -> UInt32 {
        let position = lossesBefore + context.losses.count
        works.append(Work(operations, context, step, position: position, keepsKinds: keepsKinds))
        lists.append((list.map { lists[Int($0)] } ?? []) + [works.count - 1])
        return UInt32(truncatingIfNeeded: lists.count - 1)
    }

    func keepKinds(_ list: UInt32) -> Bool { lists[Int(list)].allSatisfy { works[$0].keepsKinds } }

    // MARK: Running

    func make(_ list: UInt32, on child: NodeID, _ element: Int) {
        for number in lists[Int(list)] {
            if haveFailed { return }
            run(works[number], on: child, element)
        }
    }

    private func run(_ work: Work, on child: NodeID, _ element: Int) {
        work.context.enter(arena.isObject(arena.parent(of: child)) ? .member(child) : .element(element))
        do {
            try work.context.run(work.operations, at: child)
        } catch {
            haveFailed = true
        }
        work.context.leave()
        if work.context.isInDoubt { isInDoubt = true }
        if work.context.losses.isEmpty { return }
        for loss in work.context.losses {
            var loss = loss
            (loss.step, loss.version) = (work.step.name, work.step.from)
            work.losses.append(loss)
        }
        work.context.forget(behind: (0, 0))
    }

    /// The losses in the order in which they would have come, had nothing been deferred.
    func inserted(into losses: [Loss]) -> [Loss] {
        if works.allSatisfy(\.losses.isEmpty) { return losses }
        var all: [Loss] = []
        var done = 0
        for work in works {
            let end = max(done, min(work.position, losses.count))
            all += losses[done..<end]
            done = end
            all += work.losses
        }
        return all + losses[done...]
    }
}
