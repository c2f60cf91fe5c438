import VersionedCodec

/// A document that went a way on which carried data was restored.
struct CarriedTrip {
    private(set) var value: JSONValue
    private(set) var records = LossRecords()

    /// The data that is still carried.
    private(set) var carried: CarriedData

    /// The places of what was not put back.
    private(set) var outdated: [JSONPointer] = []

    /// The document in the versions on the way in which something was restored, without the last one.
    private(set) var stops: [Stop] = []

    /// A document in a version on the way, with what was restored.
    struct Stop {
        let version: String
        let value: JSONValue
        /// The places of what was restored.
        let restored: [JSONPointer]
    }

    /// Whether operations skipped absent values, because an earlier step could not make them.
    private(set) var isTolerant = false

    /// Takes a document over the steps of a way, and restores what was carried for each version on it.
    ///
    /// - `isReturn`: Whether the document came over the way back, so that the reverses of operations may lack what was
    ///   given up.
    /// - `judge`: Will judge the losses of the way.
    @inline(never)
    init(
        _ document: JSONValue, _ way: LossJudge.PreparedPath, _ carried: CarriedData, _ plan: MigrationPlan,
        _ environment: MigrationEnvironment, isReturn: Bool, judge: LossJudge? = nil
    ) throws(MigrationError) {
        (value, self.carried) = (document, carried)
        try go(document, way, plan, environment, isReturn: isReturn, judge)
        self.carried = self.carried.following(document, to: value, over: way.path, of: plan)
    }

    private mutating func go(
        _ document: JSONValue, _ way: LossJudge.PreparedPath, _ plan: MigrationPlan,
        _ environment: MigrationEnvironment,
        isReturn: Bool, _ judge: LossJudge?
    ) throws(MigrationError) {
        let carried = carried
        do throws(MigrationError) {
            try run(document, way, plan, environment, judge, toleratesAbsence: false)
        } catch {
            if isReturn, error.code == .absent {
                do throws(MigrationError) {
                    (self.carried, outdated, stops, isTolerant) = (carried, [], [], true)
                    try run(document, way, plan, environment, judge, toleratesAbsence: true)
                    return
                } catch {
                    // The first error is closer to the document as it is.
                }
            }
            (self.carried, outdated, stops) = (carried, [], [])
            guard carried.hasWholeDocuments else { throw error }
            try run(document, way, plan, environment, judge, toleratesAbsence: false, leaps: true)
        }
    }

    /// - `leaps`: Whether a document that is carried as a whole replaces what a step that fails would have made.
    private mutating func run(
        _ document: JSONValue, _ way: LossJudge.PreparedPath, _ plan: MigrationPlan,
        _ environment: MigrationEnvironment,
        _ judge: LossJudge?, toleratesAbsence: Bool, leaps: Bool = false
    ) throws(MigrationError) {
        var state = MigrationState(document, plan: plan, environment, cameFrom: toleratesAbsence ? way.path.to : nil)
        if let judge { state.record(for: judge) }
        defer { state.finish() }
        if let start = start(of: way.path, plan) { state.note(start: start) }
        // The hashes of the document in the versions that whole documents belong to, before and after it is
        // normalized.
        var hashes: [String: Set<ValueHash>] = [:]
        var number = 0
        while number < way.steps.count {
            let prepared = way.steps[number]
            let step = prepared.step
            if leaps, carried.hasWholeDocument(for: step.from) {
                hashes[step.from, default: []].insert(ValueHash.of(try state.document(step.from)))
            }
            do throws(MigrationError) {
                try state.run(step, prepared)
                if number == way.steps.count - 1 { try state.leaveOutUnknown(for: way.path.to, from: way.path.from) }
            } catch {
                guard let leap = leap(from: number, on: way, hashes) else { throw error }
                state = MigrationState(leap.document, plan: plan, environment)
                if let judge { state.record(for: judge) }
                (outdated, stops, number) = ([], [], leap.next)
                continue
            }
            number += 1
            if step.isNormalizing { continue }
            guard let record = carried.record(for: step.to) else { continue }
            carried = carried.without(step.to)
            if case .changes(let changes) = record.kept {
                // What is carried for a version is what a way that ends there does not restore.
                if number < way.steps.count { try state.leaveOutUnknown(for: step.to, from: way.path.from) }
                var restoring = CarriedRestoring(in: try state.memory(step.to).arena)
                let middle = record.source == way.path.from ? MiddleDocument { document } : nil
                restoring.apply(changes, from: middle) { plan.markKeys }
                outdated += restoring.outdated
                if number < way.steps.count {
                    let value = try state.document(step.to)
                    stops.append(Stop(version: step.to, value: value, restored: changes.map(\.path)))
                }
            } else {
                outdated.append(.root)
            }
        }
        value = try state.document(way.path.to)
        records = state.records
    }

    /// The version that the document has come from where it carries for the end of a way, if that is behind its start:
    /// what was given up in between may be absent.
    private func start(of path: MigrationPath, _ plan: MigrationPlan) -> String? {
        guard let source = carried.record(for: path.to)?.source, source != path.from,
            let whole = try? plan.path(from: source, to: path.to)  // Without one, nothing was given up.
        else { return nil }
        return whole.steps.contains { $0.to == path.from } ? source : nil
    }

    /// The first whole document that a step from a number on would lead to, if the document that it belongs to came by;
    /// and the number of the step after it.
    private mutating func leap(
        from number: Int, on way: LossJudge.PreparedPath, _ hashes: [String: Set<ValueHash>]
    ) -> (document: JSONValue, next: Int)? {
        for next in number..<way.steps.count {
            let version = way.steps[next].step.to
            guard let record = carried.record(for: version), case .document(let whole, of: let hash) = record.kept,
                hashes[record.source]?.contains(hash) == true
            else { continue }
            for passed in way.steps[number...next] { carried = carried.without(passed.step.to) }
            return (whole, next + 1)
        }
        return nil
    }
}

extension CarriedData {
    fileprivate var hasWholeDocuments: Bool { records.contains(where: \.isWhole) }

    /// The data of a document that has gone a way. Whole documents that belong to the one before it now belong to the
    /// one after it, unless their way goes through the version before.
    fileprivate func following(
        _ document: JSONValue, to result: JSONValue, over path: MigrationPath, of plan: MigrationPlan
    ) -> CarriedData {
        guard hasWholeDocument(for: path.from) else { return self }
        let hashes = (before: ValueHash.of(document), after: ValueHash.of(result))
        return CarriedData(
            records: records.map { record in
                guard record.source == path.from, case .document(let whole, of: hashes.before) = record.kept,
                    let way = try? plan.path(from: path.to, to: record.version),  // Without one, nothing is restored.
                    !way.steps.contains(where: { $0.to == path.from })
                else { return record }
                return CarriedData.Record(
                    version: record.version, source: path.to, kept: .document(whole, of: hashes.after))
            })
    }

    /// Whether a whole document belongs to the one of a version.
    fileprivate func hasWholeDocument(for source: String) -> Bool {
        records.contains { $0.source == source && $0.isWhole }
    }
}

extension CarriedData.Record {
    /// Whether it is a whole document.
    var isWhole: Bool { if case .document = kept { true } else { false } }
}
