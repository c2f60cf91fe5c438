/// Use it to see the work of a plan before it runs: the steps from one version to another, in their order.
public struct MigrationPath: Sendable, Equatable {
    /// The label of the first version of the path.
    public let from: String

    /// The label of the last version of the path.
    public let to: String

    /// The steps, first to last; empty if both versions are the same.
    public let steps: [Step]

    /// One migration in one direction.
    public struct Step: Sendable, Equatable {
        /// The label of the version before the step.
        public let from: String

        /// The label of the version after the step.
        public let to: String

        /// The migration of the step.
        public let migration: Migration

        let work: Work

        /// The operations, in the order in which they run; empty if the step is a bridge.
        public var operations: [JSONOperation] {
            if case .operations(let operations) = work { operations.filter(\.runs) } else { [] }
        }

        /// The name of the step in errors and losses: `1 → 2`.
        public var name: String { isNormalizing ? "\(from), normalized" : "\(from) → \(to)" }

        /// Whether the step brings a document into the form that its version has today.
        var isNormalizing: Bool { from == to }

        /// The step of the way back; the step itself if there is none.
        var opposite: MigrationPath.Step {
            guard let work = try? from == migration.to ? migration.up() : migration.down() else { return self }
            return MigrationPath.Step(from: to, to: from, migration: migration, work: work)
        }

        /// The possible losses of the step. For two halves, the values that the other half does not restore.
        public var lossClass: LossClass {
            switch work {
            case .operations(let operations):
                isLedBack ? operations.lossClass : max(operations.lossClass, .captures)
            case .bridge(let bridge, _): bridge.lossClass
            }
        }

        /// The reason for a step whose way back does not reverse one operation after another.
        static let notLedBack = "the two halves are not inverses, so values that the way back does not restore are lost"

        /// Whether that is all that can be lost: no operation gives anything up by itself.
        var isNotLedBackAlone: Bool { !isLedBack && operations.lossClass < .captures }

        /// Whether the way back takes back one operation after another, so that their classes are that of the step.
        var isLedBack: Bool {
            if isNormalizing { return operations.isEmpty }
            let halves = migration.halves
            if from == migration.to { return halves.down }
            return halves.up || halves.onlyUp && halves.upCarries
        }
    }

    /// The work of a step.
    enum Work: Sendable, Equatable {
        case operations([JSONOperation])
        case bridge(AnyBridge, isUp: Bool)
    }

    /// What may be lost besides what the steps give up.
    var remarks: [String] = []

    /// The possible losses of the whole path: the most severe class of its steps and its ends.
    public var lossClass: LossClass {
        max(steps.map(\.lossClass).max() ?? .exact, remarks.isEmpty ? .exact : .captures)
    }
}

extension MigrationPlan {
    /// The path from one version to another, composed of migrations.
    ///
    /// ```swift
    /// try plan.path(from: "1", to: "3").steps.map(\.name)    // ["1 → 2", "2 → 3"]
    /// ```
    ///
    /// - Throws: ``MigrationError`` with the code `noWay` if a migration on the path does not support that direction,
    ///   and with `unknownVersion` for a label that is not in the plan.
    public func path(from: String, to target: String) throws(MigrationError) -> MigrationPath {
        try path(from: from, to: target, withRemarks: true)
    }

    /// - `withRemarks`: Whether the loss class of the path is needed; in a long path, the remarks take most of the
    ///   time.
    func path(
        from: String, to target: String, withRemarks: Bool
    ) throws(MigrationError) -> MigrationPath {
        if from != target, self[from]?.access == .writeOnly {
            throw MigrationError(
                .noWay, "there is no way from version \(from): documents are only written for it", at: nil)
        }
        if from != target, self[target]?.access == .readOnly {
            throw MigrationError(
                .noWay, "there is no way to version \(target): documents of it are only read", at: nil)
        }
        return try runners.path(self, from: from, to: target, withRemarks: withRemarks)
    }

    /// Composes the path again.
    func composedPath(
        from: String, to target: String, withRemarks: Bool
    ) throws(MigrationError) -> MigrationPath {
        let (start, end) = (try index(of: from), try index(of: target))
        guard let edges = graph.path(from: start, to: end) else {
            throw MigrationError(
                .noWay, "there is no way from version \(from) to \(target): no migrations lead there", at: nil)
        }
        var steps = edges.first?.isUp != false ? normalizing(versions[start]) : []
        for edge in edges { steps.append(try step(edge.migration, isUp: edge.isUp)) }
        let remarks = withRemarks ? remarks(on: steps, from: from, to: target) : []
        return MigrationPath(from: from, to: target, steps: steps, remarks: remarks)
    }

    private func remarks(on steps: [MigrationPath.Step], from: String, to target: String) -> [String] {
        if steps.isEmpty { return [] }
        let unknown = [from, target].filter { self[$0]?.knows != nil }.map { label in
            "\(label == target ? "" : "on the way back, ")what \(label) does not know is left out"
        }
        let overwritten = steps.flatMap { step in
            // A payload that has another value in a place where versions are looked for is not of an unmarked version.
            let searched = needlessMarks(of: step.from).map(\.pointer)
            return placesTaken(by: step).filter { !searched.contains($0) }.map {
                "a value at \"\($0)\", where \(step.to) is named, is lost"
            }
        }
        return unknown + overwritten + differing(on: steps)
    }

    /// The remarks on what the way back finds that is not as it was, where nothing else can be lost.
    private func differing(on steps: [MigrationPath.Step]) -> [String] {
        guard steps.allSatisfy({ $0.lossClass < .captures }), let last = steps.last else { return [] }
        let back = steps.reversed().flatMap { $0.opposite.operations }
        var remarks: [String] = []
        if last.from == last.migration.to, let target = self[last.to], !target.normalizing.isEmpty {
            remarks.append("on the way back, a document of \(target.label) is normalized")
        }
        if ReorderedMembers(back, areReordered: sortsMembers(of: last.to)).areShown {
            remarks.append("on the way back, members in another order are a text or a list of another order")
        }
        if usesDifferingPlaces(on: steps, backBy: back) {
            remarks.append("on the way back, operations may use values that are not as they were")
        }
        return remarks
    }

    /// The place of a version among those of the plan.
    func index(of label: String) throws(MigrationError) -> Int {
        if let index = places[label] { return index }
        let shown = "version \"\(label)\" is unknown; known versions: " + labels.joined(separator: ", ")
        throw MigrationError(.unknownVersion, shown, at: nil)
    }

    /// The step that brings a document into the form that its version has today.
    func normalizing(_ version: PlanVersion) -> [MigrationPath.Step] {
        if version.normalizing.isEmpty { return [] }
        let summary = "a document of version \(version.label) in the form of today"
        let migration = Migration(
            from: version.label, to: version.label, summary, operations: version.normalizing)
        return [
            MigrationPath.Step(
                from: version.label, to: version.label, migration: migration, work: .operations(version.normalizing))
        ]
    }

    /// The step of the migration with a number, in one direction.
    func step(_ number: Int, isUp: Bool) throws(MigrationError) -> MigrationPath.Step {
        let migration = migrations[number]
        let (from, to) = isUp ? (migration.from, migration.to) : (migration.to, migration.from)
        do throws(NoWayBack) {
            let work = isUp ? try migration.up() : try migration.down()
            return MigrationPath.Step(from: from, to: to, migration: migration, work: work)
        } catch {
            throw MigrationError(.noWay, "there is no way from version \(from) to \(to): \(error.reason)", at: nil)
        }
    }
}
