import VersionedCodec

/// Migrates one line after another on one arena, in the same memory.
///
/// It does what every line that fits the plan needs. A line that does not is left to the plan, which has the words for it.
struct LineRunner {
    private let plan: MigrationPlan
    private let target: String
    private let options: MigrationOptions
    private let style: WritingStyle?
    private let location: JSONPointer?
    private let versions: [(value: JSONValue, steps: [Step])]
    private let legacy: [Step]?
    private let explicit: [Step]?
    private let memory = ArenaMemory()

    /// A step with what can be known of it before there is a document.
    private struct Step {
        let operations: [JSONOperation]
        let surroundings: Surroundings
        let left: [JSONPointer]
        let mark: String
        let name: String
        let from: String
    }

    /// A runner of a plan whose versions are told by one member; `nil` where a step needs more than operations.
    init?(_ plan: MigrationPlan, to target: String, from explicit: String?, options: MigrationOptions) {
        guard plan.allowsEditing(options), plan.tellsVersionsByTheFieldAlone(options) else { return nil }
        self.plan = plan
        self.target = target
        self.options = options
        style = plan.style(of: target, options)?.onOneLine
        location = plan.location?.pointer
        var versions: [(value: JSONValue, steps: [Step])] = []
        var legacy: [Step]?
        for label in plan.labels {
            guard let steps = Self.steps(plan, from: label, to: target, options) else { continue }
            if let value = plan.location?.value(of: label) { versions.append((value, steps)) }
            if label == plan.location?.legacy { legacy = steps }
        }
        self.versions = versions
        self.legacy = legacy
        self.explicit = explicit.flatMap { Self.steps(plan, from: $0, to: target, options) }
        if explicit != nil ? self.explicit == nil : versions.allSatisfy({ $0.steps.isEmpty }) && legacy == nil {
            return nil
        }
    }

    private static func steps(
        _ plan: MigrationPlan, from label: String, to target: String, _ options: MigrationOptions
    ) -> [Step]? {
        // Where there is no way, the plan says why.
        guard let path = try? plan.path(from: label, to: target) else { return nil }
        var steps: [Step] = []
        for step in path.steps {
            guard case .operations(let operations) = step.work else { return nil }
            steps.append(
                Step(
                    operations: operations, surroundings: plan.surroundings(of: step, options.surroundings),
                    left: plan.placesLeft(by: step), mark: step.to, name: step.name, from: step.from))
        }
        return steps
    }

    /// Appends the migrated line and returns its losses; `nil`, with nothing appended, where the plan must do it.
    func migrate(_ line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> [Loss]? {
        let arena = memory.arena
        guard arena.scan(line, options.parsing), !arena.breaksLines, let steps = steps(arena) else { return nil }
        if steps.isEmpty {
            output.append(contentsOf: line)
            return []
        }
        var losses: [Loss] = []
        do throws(MigrationError) {
            for step in steps {
                let count = losses.count
                var context = OperationContext(step.surroundings, in: memory)
                for place in step.left { context.remove(at: place, in: arena.root) }
                try context.run(step.operations, at: arena.root)
                try plan.mark(arena, step.mark)
                losses += context.losses
                for index in losses.indices.dropFirst(count) {
                    losses[index].step = step.name
                    losses[index].version = step.from
                }
            }
        } catch {
            return nil  // The plan meets the error again, and says where.
        }
        if !losses.isEmpty, options.losses == .fail { return nil }
        if let style {
            output += arena.value(of: arena.root).bytes(in: style)
        } else {
            arena.write(to: &output)
        }
        return losses
    }

    /// The steps from the version of the line, where it is one of those that can be told at a glance.
    private func steps(_ arena: Arena) -> [Step]? {
        // Which of both forms such a line has is for the plan to find out.
        if let explicit { return plan.location?.form == .integerOrString ? nil : explicit }
        guard let location else { return nil }
        let found = arena.find(location, from: arena.root)
        if found.isNone { return legacy }
        return versions.first { arena.isSame(found, as: $0.value) }?.steps
    }
}
