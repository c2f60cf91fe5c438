import VersionedCodec

/// A document on its way to versions ever farther away.
final class OutwardTrip {
    private let plan: MigrationPlan
    private let bytes: [UInt8]
    private let from: String
    private var state: MigrationState
    /// Why the way ended: there is none, or a step failed.
    private var missing: MigrationError?
    private var failure: MigrationError?

    @inline(never)
    init(of document: JSONDocument, from: String, in plan: MigrationPlan, _ environment: MigrationEnvironment) {
        (self.plan, self.from, bytes) = (plan, from, document.bytes)
        state = MigrationState(document.root, plan: plan, environment)
    }

    /// Goes on by one version.
    func extend(to label: String, behind previous: String) {
        if missing != nil { return }
        let path: MigrationPath
        do throws(MigrationError) {
            path = try plan.runners.path(plan, from: previous, to: label, withRemarks: false)
        } catch {
            missing = error
            return
        }
        if failure != nil { return }
        // A document is brought into the form of today in its own version only.
        let steps = previous == from ? path.steps[...] : path.steps.suffix(1)
        do throws(MigrationError) {
            for step in steps { try state.run(step) }
        } catch {
            failure = error
        }
    }

    /// The document in the last version.
    func result(at label: String) throws(MigrationError) -> Result {
        if let missing { throw missing }
        var state = state
        let failure = failure
        let whole = MigrationPath(from: from, to: label, steps: [])
        let value = try plan.locating(whole, bytes) { () throws(MigrationError) in
            if let failure { throw failure }
            // The way continues from the document as it is.
            try state.settleDocument(label)
            try state.leaveOutUnknown(for: label, from: from)
            return try state.document(label)
        }
        return Result(value: value, records: state.records)
    }

    /// The resulting document, and the records of the steps.
    struct Result {
        let value: JSONValue
        let records: LossRecords
    }
}
