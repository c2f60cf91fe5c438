import VersionedCodec

/// Finds the operation that gave a value up, where none has recorded it: goes the way once more, and looks behind
/// each operation what is left.
struct LossTracer {
    let judge: LossJudge
    let way: LossJudge.Way?
    let document: LossJudge.Document
    let result: Arena

    /// So many values are looked at; behind that, losses get no operation: time stays linear.
    private static let mostLooks = 4_000_000

    /// Gives losses without a step the step and the operation that gave them up.
    func name(_ losses: inout [Loss]) {
        let before = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(before) }
        document.begin(in: before.arena)
        let search = Search(losses, in: before.arena)
        run(judge.wayThere, on: { document.begin(in: $0) }, search)
        if let way { run(way, on: { $0.begin(asCopyOf: result) }, search) }
        for (index, culprit) in search.culprits {
            (losses[index].step, losses[index].operation) = (culprit.step, culprit.operation)
        }
    }

    private func run(_ way: LossJudge.Way, on begin: (Arena) -> Void, _ search: Search) {
        let memory = ArenaPool.shared.take()
        begin(memory.arena)
        var state = MigrationState(in: memory, plan: judge.plan, judge.environment)
        defer { state.finish() }
        for prepared in way.steps {
            if search.isDone { return }
            let step = prepared.step
            do throws(MigrationError) {
                try state.run(step, prepared) { arena, operation in
                    search.look(at: arena, behind: operation, of: step.name, mostLooks: Self.mostLooks)
                }
                // A document of a model that cannot be written is reported elsewhere.
                if case .bridge(let bridge, _) = step.work {
                    let arena = try state.memory(step.to).arena
                    search.look(at: arena, behind: bridge.description, of: step.name, mostLooks: Self.mostLooks)
                }
            } catch {
                return  // It has run before; what fails was told then.
            }
        }
    }

    /// Which values are still as they were, and who changed the others.
    private final class Search {
        /// The losses that are looked for, by the offsets of their values.
        private var wanted: [Int: [Int]] = [:]
        private let losses: [Loss]
        /// The document, which nothing was done to.
        private let before: Arena
        private var moved: [Int: Culprit] = [:]
        private var found: [Int: Culprit] = [:]
        private var looks = 0

        struct Culprit {
            let step: String
            let operation: String?
        }

        init(_ losses: [Loss], in before: Arena) {
            (self.losses, self.before) = (losses, before)
            for (index, loss) in losses.enumerated() where loss.step == nil {
                if let offset = loss.value.sourceOffset { wanted[offset, default: []].append(index) }
            }
        }

        var isDone: Bool { wanted.isEmpty }

        var culprits: [Int: Culprit] { moved.merging(found) { _, found in found } }

        func look(at arena: Arena, behind operation: String, of step: String, mostLooks: Int) {
            if isDone || looks > mostLooks { return }
            let culprit = Culprit(step: step, operation: operation)
            let (intact, inPlace) = find(in: arena)
            for (offset, indices) in wanted {
                for index in indices where !intact.contains(index) { found[index] = culprit }
                for index in indices where !inPlace.contains(index) && moved[index] == nil { moved[index] = culprit }
                let rest = indices.filter(intact.contains)
                wanted[offset] = rest.isEmpty ? nil : rest
            }
        }

        /// The losses whose values are as they were, and those of them whose values are where they was.
        private func find(in arena: Arena) -> (intact: Set<Int>, inPlace: Set<Int>) {
            let offsets = wanted.keys.sorted()
            var (intact, inPlace) = (Set<Int>(), Set<Int>())
            var pending = [arena.root]
            while let node = pending.popLast() {
                looks += 1
                if let origin = arena.origin(of: node), let indices = wanted[origin] {
                    for index in indices where isIntact(losses[index].value, node, arena) {
                        intact.insert(index)
                        if arena.pointer(to: node) == losses[index].path { inPlace.insert(index) }
                    }
                }
                if let span = arena.untouchedSpan(of: node) {
                    let held = offsets.within(span).flatMap { wanted[$0] ?? [] }
                    if held.isEmpty { continue }
                    intact.formUnion(held)
                    if isInPlace(node, arena) { inPlace.formUnion(held) }
                } else {
                    var child = arena.firstChild(of: node)
                    while !child.isNone {
                        pending.append(child)
                        child = arena.next(after: child)
                    }
                }
            }
            return (intact, inPlace)
        }

        private func isIntact(_ old: JSONValue, _ new: NodeID, _ arena: Arena) -> Bool {
            if old.isContainer { return old.kind == arena.kind(of: new) }
            return arena.isAsRead(new) || arena.isSame(new, as: old)
        }

        /// Whether a value is where it was in the document.
        private func isInPlace(_ node: NodeID, _ arena: Arena) -> Bool {
            let there = before.find(arena.pointer(to: node), from: before.root)
            return !there.isNone && before.origin(of: there) == arena.origin(of: node)
        }
    }
}

extension [Int] {
    /// Of ascending numbers those in a range behind its beginning.
    fileprivate func within(_ range: Range<Int>) -> ArraySlice<Int> {
        self[partitioningIndex { $0 > range.lowerBound }..<partitioningIndex { $0 >= range.upperBound }]
    }
}
