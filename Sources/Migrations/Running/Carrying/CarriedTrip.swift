import VersionedCodec

/// A document that went a way on which carried data was restored.
struct CarriedTrip {
    private(set) var value: JSONValue
    private(set) var records = LossRecords()

    /// The data that is still carried.
    private(set) var carried: CarriedData

    /// The places of what was not put back.
    private(set) var outdated: [JSONPointer] = []

    /// Whether the reverses of operations skipped absent values, because an earlier step gave them up.
    private(set) var isTolerant = false

    /// Takes a document over the steps of a way, and restores what was carried for each version on it.
    ///
    /// - `isReturn`: Whether the document came over the way back, so that the reverses of operations may lack what was
    ///   given up.
    init(
        _ document: JSONValue, _ way: LossJudge.Way, _ carried: CarriedData, _ plan: MigrationPlan,
        _ environment: MigrationEnvironment, isReturn: Bool
    ) throws(MigrationError) {
        (value, self.carried) = (document, carried)
        do throws(MigrationError) {
            try run(document, way, plan, environment, toleratesAbsence: false)
        } catch {
            if isReturn, error.code == .absent {
                do throws(MigrationError) {
                    (self.carried, outdated, isTolerant) = (carried, [], true)
                    try run(document, way, plan, environment, toleratesAbsence: true)
                    return
                } catch {
                    // The first error is closer to the document as it is.
                }
            }
            guard case .document(let whole, of: let print)? = carried.record(for: way.path.to)?.kept,
                print == Fingerprint.of(document)
            else { throw error }
            (value, self.carried, outdated, records) = (whole, carried.without(way.path.to), [], LossRecords())
        }
    }

    private mutating func run(
        _ document: JSONValue, _ way: LossJudge.Way, _ plan: MigrationPlan, _ environment: MigrationEnvironment,
        toleratesAbsence: Bool
    ) throws(MigrationError) {
        var state = MigrationState(document, plan: plan, environment, toleratesAbsence: toleratesAbsence)
        defer { state.finish() }
        for (number, prepared) in way.steps.enumerated() {
            let step = prepared.step
            try state.run(step, prepared)
            if number == way.steps.count - 1 { try state.leaveOutUnknown(for: way.path.to) }
            if step.isNormalizing { continue }
            guard let record = carried.record(for: step.to) else { continue }
            carried = carried.without(step.to)
            if case .changes(let changes) = record.kept {
                var restoring = CarriedRestoring()
                var value = try state.document(step.to)
                restoring.apply(changes, to: &value)
                state.replace(by: value)
                outdated += restoring.outdated
            } else {
                outdated.append(.root)
            }
        }
        value = try state.document(way.path.to)
        records = state.records
    }
}
