import VersionedCodec

/// Decides what a document has lost on its way: each value that the way back, as the plan declares it, does not
/// restore.
///
/// It is the only judge. What operations record on the way is a hint at which of them gave a value up, and why; where
/// none records anything, and each step is
/// the reverse of its own way back, nothing is lost and nothing is judged.
struct LossJudge {
    let plan: MigrationPlan
    let path: MigrationPath
    let surroundings: Surroundings

    /// What steps have recorded on the way.
    struct Records {
        var losses: [Loss] = []
        /// The offsets of arrays whose order the plan declares to say nothing, and of values that the way back makes
        /// again.
        var leftOut: [Int] = []
        /// The offsets of values that went into others, each with that of the other.
        var merged: [Int: Int] = [:]
        /// Whether a step left something as it is that its way back may change.
        var isInDoubt = false

        mutating func add(_ other: Records) {
            losses += other.losses
            leftOut += other.leftOut
            merged.merge(other.merged) { first, _ in first }
            isInDoubt = isInDoubt || other.isInDoubt
        }
    }

    /// Whether there is anything to judge.
    func isNeeded(_ records: Records) -> Bool {
        !records.losses.isEmpty || records.isInDoubt || surroundings.isPartial || plan.needsJudging(path)
    }

    /// The losses of a document, in its order.
    ///
    /// - Complexity: that of the way back, and O(values that steps have touched)
    func losses(of document: JSONValue, becoming result: JSONValue, _ records: Records) -> [Loss] {
        guard isNeeded(records) else { return [] }
        guard let way = plan.wayBack(over: path) else { return lossesWithoutAWayBack(of: document, result, records) }
        do throws(MigrationError) {
            let back = try run(way, on: result)
            return losses(of: document, comingBackAs: back.value, way, result, records, back.records)
        } catch {
            return losses(of: document, result, way, failingWith: error, records)
        }
    }

    /// The losses of a document for which the way back fails: all of it, unless the reverse of an operation only
    /// lacks what was given up, or never there.
    private func losses(
        of document: JSONValue, _ result: JSONValue, _ way: MigrationPath, failingWith failure: MigrationError,
        _ records: Records
    ) -> [Loss] {
        guard failure.code == .absent else { return [.ofFailure(failure, document)] }
        do throws(MigrationError) {
            let back = try run(way, on: result, toleratesAbsence: true)
            return losses(of: document, comingBackAs: back.value, way, result, records, back.records)
        } catch {
            return [.ofFailure(failure, document)]
        }
    }

    /// What the way back makes of a document.
    ///
    /// - `toleratesAbsence`: Whether the reverses of operations skip what is absent; halves that the plan declares by
    /// themselves never do.
    private func run(
        _ way: MigrationPath, on result: JSONValue, toleratesAbsence: Bool = false
    ) throws(MigrationError) -> (value: JSONValue, records: Records) {
        var passage = Passage(result, plan: plan, surroundings)
        passage.toleratesAbsence = toleratesAbsence
        defer { passage.finish() }
        for step in way.steps { try passage.run(step) }
        return (try passage.document(way.to), passage.records)
    }

    /// The losses of a document that has been taken there and back.
    func losses(
        of document: JSONValue, comingBackAs back: JSONValue, _ way: MigrationPath, _ result: JSONValue,
        _ records: Records, _ recordsBack: Records
    ) -> [Loss] {
        let lost = LostValue.between(
            document, back, orderSaysNothing: Set(records.leftOut + recordsBack.leftOut))
        return name(lost, in: document, way, result, records, recordsBack)
    }

    private func lossesWithoutAWayBack(
        of document: JSONValue, _ result: JSONValue, _ records: Records
    ) -> [Loss] {
        let changed = Set(records.losses.compactMap { $0.traits.contains(.isChange) ? $0.value.sourceOffset : nil })
        // What says the version is written by the plan.
        let marks = plan.marks(of: path.from).map(\.pointer)
        let lost = LostValue.goneWithoutAWayBack(
            from: document, becoming: result, changed: changed, merged: records.merged
        ).filter {
            !marks.contains($0.path)
        }
        return name(lost, in: document, nil, result, records, Records())
    }

    /// Gives each lost value the step and the operation that gave it up, and adds what bridges say.
    private func name(
        _ lost: [LostValue], in document: JSONValue, _ way: MigrationPath?, _ result: JSONValue, _ records: Records,
        _ recordsBack: Records
    ) -> [Loss] {
        var attribution = LossAttribution(records.losses, recordsBack.losses)
        // What an operation says of its own way back is true where that is the way back.
        let isOwnWayBack = way != nil && path.steps.count == 1 && !plan.needsJudging(path)
        var losses = lost.map { lost in
            var lost = lost
            lost.isKept = way != nil && lost.isLeft(in: result)
            return Loss(lost, hasWayBack: way != nil, attribution.record(of: lost), isOwnWayBack: isOwnWayBack)
        }
        if losses.contains(where: { $0.step == nil }) {
            LossTracer(judge: self, way: way, document: document, result: result).name(&losses)
        }
        let told = attribution.used
        for (number, said) in records.losses.enumerated() where said.isSaidByBridge && !told.contains(number) {
            losses.append(said.inDocument(document))
        }
        return losses
    }
}

extension Loss {
    /// The loss of a value that did not come back.
    fileprivate init(_ lost: LostValue, hasWayBack: Bool, _ record: Loss?, isOwnWayBack: Bool) {
        let keepsReason = record.map { !$0.traits.contains(.isAboutWayBack) || isOwnWayBack } == true
        let (reason, detail) = lost.reason(hasWayBack: hasWayBack)
        self.init(
            path: lost.path, value: lost.value, reason: keepsReason ? record?.reason ?? reason : reason + detail,
            group: keepsReason ? record?.group ?? reason : reason, isOfOrder: lost.isOrder)
        (operation, step, version) = (record?.operation, record?.step, record?.version)
        // A bridge has its own words for what it gives up of a value.
        if let record, record.isSaidByBridge, record.path == path { value = record.value }
    }

    /// The one loss of a document for which the way back fails.
    fileprivate static func ofFailure(_ error: MigrationError, _ document: JSONValue) -> Loss {
        let reason = "the way back fails"
        var loss = Loss(path: .root, value: document, reason: "\(reason): \(error.message)", group: reason)
        (loss.operation, loss.step) = (error.operation, error.step)
        return loss
    }

    /// A loss that a bridge has said, at its place in the document that was given.
    fileprivate func inDocument(_ document: JSONValue) -> Loss {
        guard let offset, let path = document.path(toOffset: offset) else { return self }
        var loss = self
        loss.path = path
        return loss
    }
}

extension LostValue {
    /// Whether the value stands in the same place in another document.
    fileprivate func isLeft(in document: JSONValue) -> Bool {
        guard !isOrder, let left = document[at: path], left.sourceOffset == value.sourceOffset else { return false }
        return value.isContainer ? left.kind == value.kind : left == value
    }

    fileprivate func reason(hasWayBack: Bool) -> (reason: String, detail: String) {
        if isOrder { return ("the order of the elements is not kept", "") }
        if !hasWayBack { return ("nothing in the other version comes from it", "") }
        if isKept {
            guard let after else { return ("it is kept, and the way back takes it away", "") }
            return ("it is kept, and the way back reads it as", " \(Loss.shortened(after.text()))")
        }
        if let after {
            return ("it does not come back as it was", ": it comes back as \(Loss.shortened(after.text()))")
        }
        return ("it does not come back", "")
    }
}

extension JSONValue {
    /// The path to the value that begins at a byte of the payload, from the root of the document as it was read.
    /// O(members on the way)
    func path(toOffset offset: Int) -> JSONPointer? {
        var (value, tokens) = (self, [String]())
        while value.sourceOffset != offset {
            // Children stand in the order of the payload: the last one that begins before the byte holds it.
            if let array = value.array {
                var range = 0..<array.count
                while !range.isEmpty {
                    let middle = range.lowerBound + range.count / 2
                    let isBefore = array[middle].sourceOffset.map { $0 <= offset } == true
                    range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
                }
                guard range.lowerBound > 0 else { return nil }
                tokens.append(String(range.lowerBound - 1))
                value = array[range.lowerBound - 1]
            } else {
                let last = value.object?.last { $0.value.sourceOffset.map { $0 <= offset } == true }
                guard let last else { return nil }
                tokens.append(last.key)
                value = last.value
            }
        }
        return JSONPointer(tokens)
    }
}
