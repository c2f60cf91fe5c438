import VersionedCodec

/// A document on its way back from versions ever farther away.
final class ReturnTrip {
    /// The document at a version on the way back.
    private struct Stage {
        /// The document; `nil` if it was a model, or has not been seen.
        var value: JSONValue?
        /// Whether it names its version as a string, if the plan leaves that to each document.
        var saysVersionAsString = false
        /// The records of the step to the next stage; at the end, those of making a document of a model.
        var records = LossRecords()
        /// Why the step could not be done.
        var failure: MigrationError?

        var isEventful: Bool { !records.losses.isEmpty || !records.anyOrders.isEmpty || failure != nil }
    }

    private let plan: MigrationPlan
    private let bytes: [UInt8]
    private let home: String
    private let environment: MigrationEnvironment

    /// The steps, that to the home version first.
    private var steps: [MigrationPath.Step] = []
    /// The reason why there is no way back; of several reasons, the farthest one.
    private var missing: MigrationError?

    /// The stages of the last trip, the first version first. Each stage without a failure leads to the one before it in
    /// the list.
    private var stages: [Stage] = []
    /// The numbers of the stages with losses to report.
    private var eventful: [Int] = []

    /// Whether the values of many stages take too much memory.
    private var isLarge: Bool { bytes.count >= PlanRunner.deferring }

    init(of document: JSONDocument, to home: String, in plan: MigrationPlan, _ environment: MigrationEnvironment) {
        (self.plan, self.home, self.environment, bytes) = (plan, home, environment, document.bytes)
    }

    /// Takes in the step back from one more version.
    func extend(to label: String, from next: String) {
        do throws(MigrationError) {
            let path = try plan.runners.path(plan, from: next, to: label, withRemarks: false)
            if missing == nil { steps += path.steps.suffix(1) }
        } catch {
            missing = error
        }
    }

    /// Takes in the whole way from a version.
    func begin(at label: String) {
        do throws(MigrationError) {
            let path = try plan.runners.path(plan, from: label, to: home, withRemarks: false)
            steps = path.steps.filter { !$0.isNormalizing }.reversed()
        } catch {
            missing = error
        }
    }

    /// The result of a document of the last version on the way back.
    func result(
        of value: JSONValue, from label: String
    ) throws(MigrationError) -> OutwardTrip.Result {
        if let missing { throw missing }
        var records = LossRecords()
        let path = try plan.runners.path(plan, from: home, to: label, withRemarks: false)
        let written = plan.asWritten(value, over: path, environment)
        let value = try normalized(written, label, &records)
        run(value)
        for number in eventful.reversed() {
            let stage = stages[number]
            if var failure = stage.failure {
                failure.version = label
                failure.position = failure.offset.map { SourcePosition(byteOffset: $0, in: bytes) }
                throw failure
            }
            records.add(stage.records)
        }
        return OutwardTrip.Result(value: stages.first?.value ?? value, records: records)
    }

    /// A document of the last version in its current form, if the way back makes that.
    private func normalized(
        _ value: JSONValue, _ label: String, _ records: inout LossRecords
    ) throws(MigrationError) -> JSONValue {
        let path = try plan.path(from: label, to: home, withRemarks: false)
        guard let first = path.steps.first, first.isNormalizing else { return value }
        var state = MigrationState(value, plan: plan, environment)
        defer { state.finish() }
        try plan.run(MigrationPath(from: label, to: label, steps: [first]), &state, bytes)
        records.add(state.records)
        return try state.document(label)
    }

    /// Finds the stages, down to one in which the document is the same as on the last trip.
    private func run(_ value: JSONValue) {
        var state = MigrationState(value, plan: plan, environment)
        defer { state.finish() }
        var made: [Stage] = []
        var distance = steps.count
        while true {
            let isCompared = distance < stages.count && stages[distance].value != nil
            let isKept = !isLarge || made.count < 2
            var stage = Stage(
                value: isCompared || isKept ? state.value : nil, saysVersionAsString: state.saysVersionAsString)
            if distance < stages.count, let here = stage.value, let known = stages[distance].value,
                stages[distance].saysVersionAsString == stage.saysVersionAsString, known.isTheSame(as: here)
            {
                distance += 1
                break
            }
            let (losses, anyOrders) = (state.records.losses.count, state.records.anyOrders.count)
            do throws(MigrationError) {
                if distance > 0 {
                    try state.run(steps[distance - 1])
                } else {
                    try state.leaveOutUnknown(for: home, from: steps.last?.from ?? home)
                    stage.value = try state.document(home)
                }
            } catch {
                stage.failure = error
            }
            if !isKept, distance > 0 { stage.value = nil }
            stage.records.losses = Array(state.records.losses[losses...])
            stage.records.anyOrders = Array(state.records.anyOrders[anyOrders...])
            made.append(stage)
            if distance == 0 || stage.failure != nil { break }
            distance -= 1
        }
        keep(made, upTo: distance)
    }

    /// Puts new stages, that of the last version first, after those of nearer versions.
    private func keep(_ made: [Stage], upTo distance: Int) {
        stages.removeLast(max(0, stages.count - distance))
        while let last = eventful.last, last >= stages.count { eventful.removeLast() }
        while stages.count < distance { stages.append(Stage()) }
        for stage in made.reversed() {
            if stage.isEventful { eventful.append(stages.count) }
            stages.append(stage)
        }
        forgetOldValues()
    }

    /// Forgets the values of a large document that the next trip hardly ever meets: it is mostly the same in the
    /// version of the last one.
    private func forgetOldValues() {
        if !isLarge { return }
        for number in stages.indices.dropFirst().dropLast(2) { stages[number].value = nil }
    }
}
