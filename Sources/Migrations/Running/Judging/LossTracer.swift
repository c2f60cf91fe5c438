import VersionedCodec

/// Finds the operation that gave a value up, where none has recorded it: goes the way once more, and looks behind
/// each operation what is left.
struct LossTracer {
    let judge: LossJudge
    let way: MigrationPath?
    let document: JSONValue
    let result: JSONValue

    /// So many values are looked at; behind that, losses get no operation: time stays linear.
    private static let mostLooks = 4_000_000

    /// Gives losses without a step the step and the operation that gave them up.
    func name(_ losses: inout [Loss]) {
        let search = Search(losses)
        run(judge.path, on: document, search)
        if let way { run(way, on: result, search) }
        for (index, culprit) in search.culprits {
            (losses[index].step, losses[index].operation) = (culprit.step, culprit.operation)
        }
    }

    private func run(_ path: MigrationPath, on value: JSONValue, _ search: Search) {
        var passage = Passage(value, plan: judge.plan, judge.surroundings)
        defer { passage.finish() }
        for step in path.steps {
            if search.isDone { return }
            do throws(MigrationError) {
                try passage.run(step) { value, operation in
                    search.look(at: value, behind: operation, of: step, mostLooks: Self.mostLooks)
                }
            } catch {
                return  // It has run before; what fails was told then.
            }
            // A document of a model that cannot be written is told elsewhere.
            if case .bridge(let bridge, _) = step.work, let value = try? passage.document(step.to) {
                search.look(at: value, behind: bridge.description, of: step, mostLooks: Self.mostLooks)
            }
        }
    }

    /// Which values are still as they were, and who changed the others.
    private final class Search {
        private var wanted: [Int: [Int]] = [:]
        private let losses: [Loss]
        private var moved: [Int: Culprit] = [:]
        private var found: [Int: Culprit] = [:]
        private var looks = 0

        struct Culprit {
            let step: String
            let operation: String?
        }

        init(_ losses: [Loss]) {
            self.losses = losses
            for (index, loss) in losses.enumerated() where loss.step == nil {
                if let offset = loss.value.sourceOffset { wanted[offset, default: []].append(index) }
            }
        }

        var isDone: Bool { wanted.isEmpty }

        var culprits: [Int: Culprit] { moved.merging(found) { _, found in found } }

        func look(
            at document: JSONValue, behind operation: String, of step: MigrationPath.Step, mostLooks: Int
        ) {
            if isDone || looks > mostLooks { return }
            let culprit = Culprit(step: step.name, operation: operation)
            var (intact, inPlace) = (Set<Int>(), Set<Int>())
            var places = PlaceChain()
            var pending = [(value: document, place: PlaceChain.root)]
            while let (value, place) = pending.popLast() {
                looks += 1
                if let offset = value.sourceOffset, let indices = wanted[offset] {
                    for index in indices where isIntact(losses[index].value, value) {
                        intact.insert(index)
                        if places.pointer(to: place) == losses[index].path { inPlace.insert(index) }
                    }
                }
                if let object = value.object {
                    for member in object { pending.append((member.value, places.child(.key(member.key), of: place))) }
                } else if let array = value.array {
                    for index in array.indices {
                        pending.append((array[index], places.child(.index(index), of: place)))
                    }
                }
            }
            for (offset, indices) in wanted {
                for index in indices where !intact.contains(index) { found[index] = culprit }
                for index in indices where !inPlace.contains(index) && moved[index] == nil { moved[index] = culprit }
                let rest = indices.filter(intact.contains)
                wanted[offset] = rest.isEmpty ? nil : rest
            }
        }

        private func isIntact(_ old: JSONValue, _ new: JSONValue) -> Bool {
            old.isContainer ? old.kind == new.kind : old == new
        }
    }
}
