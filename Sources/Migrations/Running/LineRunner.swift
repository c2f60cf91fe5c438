import VersionedCodec

/// Migrates one line after another on one arena, in the same memory.
///
/// It does what every line that fits the plan needs. A line that does not is left to the plan, which has the words for it. What became of a
/// line is kept as a shape, so that most of those after it need no arena.
final class LineRunner {
    private let target: String
    private let options: MigrationOptions
    private let style: WritingStyle?
    private let location: VersionLocation?
    private let steps: [Step]
    private let versions: [(value: JSONValue, way: VersionWay)]
    /// The versions by what says them, where they are many.
    private let said: ValueIndex?
    private let legacy: VersionWay?
    private let explicit: VersionWay?
    private let memory = ArenaMemory()
    private(set) var shapes = ShapeCache()

    /// A step with what can be known of it before there is a document.
    private final class Step {
        let operations: [JSONOperation]
        let left: [JSONPointer]
        let marks: [MigrationPlan.VersionMark]
        let name: String
        let from: String
        var context: OperationContext

        init(
            _ plan: MigrationPlan, _ step: MigrationPath.Step, _ operations: [JSONOperation],
            _ context: OperationContext
        ) {
            self.operations = operations
            self.context = context
            left = plan.placesLeft(by: step)
            marks = plan.marks(of: step.to)
            (name, from) = (step.name, step.from)
        }
    }

    /// What is to be said of the losses of lines of one shape; the values differ.
    private final class LossNotes {
        let losses: [Loss]

        init(_ losses: [Loss]) { self.losses = losses }
    }

    /// A runner of a plan whose versions are told by one member; `nil` where a step needs more than operations.
    init?(_ plan: MigrationPlan, to target: String, from explicit: String?, options: MigrationOptions) {
        guard plan.allowsEditing(options), plan.tellsVersionsByTheFieldAlone(options) else { return nil }
        self.target = target
        self.options = options
        style = plan.style(of: target, options)?.onOneLine
        location = plan.location
        let memory = memory
        let ways = VersionWays(plan, to: target) { step -> [Step]? in
            guard case .operations(let operations) = step.work else { return nil }
            let surroundings = plan.surroundings(of: step, options.surroundings)
            return [Step(plan, step, operations, OperationContext(surroundings, in: memory))]
        }
        steps = ways.parts
        versions = zip(plan.labels, ways.ways).compactMap { label, way in
            plan.location?.value(of: label).flatMap { value in way.map { (value, $0) } }
        }
        said = versions.count > ConditionValues.few ? ValueIndex(versions.map(\.value)) : nil
        func way(from label: String?) -> VersionWay? { label.flatMap { plan.places[$0] }.flatMap { ways.ways[$0] } }
        legacy = way(from: plan.location?.legacy)
        self.explicit = way(from: explicit)
        if explicit != nil ? self.explicit == nil : versions.isEmpty && legacy == nil { return nil }
    }

    /// Appends the migrated line and returns its losses; `nil`, with nothing appended, where the plan must do it.
    func migrate(_ line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> [Loss]? {
        if shapes.find(line), let losses = lossesByShape() {
            shapes.write(to: &output)
            return losses
        }
        let arena = memory.arena
        guard arena.scan(line, options.parsing), !arena.breaksLines else { return nil }
        if style == nil { shapes.startRecording(arena) }
        defer { shapes.stopRecording(arena) }
        guard let way = way(arena) else { return nil }
        if way.isEmpty {
            shapes.keepUnchanged(arena)
            output.append(contentsOf: line)
            return []
        }
        guard let losses = run(way, arena), losses.isEmpty || options.losses != .fail else { return nil }
        if let style {
            output += arena.value(of: arena.root).bytes(in: style)
        } else {
            arena.write(to: &output)
            shapes.keep(arena, losses: losses.count, notes: losses.isEmpty ? nil : LossNotes(losses))
        }
        return losses
    }

    /// Runs the steps of a way on the document in the arena; `nil` where one fails, which the plan then does again, and says where.
    private func run(_ way: VersionWay, _ arena: Arena) -> [Loss]? {
        var losses: [Loss] = []
        do throws(MigrationError) {
            for number in [way.normalizing, way.rest].joined() {
                let step = steps[number]
                step.context.begin()
                for place in step.left { step.context.remove(at: place, in: arena.root) }
                try step.context.run(step.operations, at: arena.root)
                try MigrationPlan.mark(arena, step.marks)
                if step.context.losses.isEmpty { continue }
                let count = losses.count
                losses += step.context.losses
                for index in losses.indices.dropFirst(count) {
                    losses[index].step = step.name
                    losses[index].version = step.from
                }
            }
        } catch {
            return nil
        }
        return losses
    }

    /// The losses of the line whose shape has been found; `nil` where the arena must find them.
    private func lossesByShape() -> [Loss]? {
        if shapes.lostCount == 0 { return [] }
        guard var losses = (shapes.notes as? LossNotes)?.losses else { return nil }
        for index in losses.indices {
            guard let value = shapes.lost(index, options.parsing) else { return nil }
            losses[index].value = value
            losses[index].offset = value.sourceOffset
        }
        return losses
    }

    /// What leads from the version of the line, where it is one of those that can be told at a glance.
    private func way(_ arena: Arena) -> VersionWay? {
        // Which of both forms such a line has is for the plan to find out.
        if let explicit { return location?.form == .integerOrString ? nil : explicit }
        guard let location else { return nil }
        let found = arena.find(location.pointer, from: arena.root)
        if found.isNone { return legacy }
        if let said {
            let version = said.firstIndex(of: found, in: arena).map { versions[$0] }
            return version.flatMap { arena.isSame(found, as: $0.value) ? $0.way : nil }
        }
        return versions.first { arena.isSame(found, as: $0.value) }?.way
    }
}
