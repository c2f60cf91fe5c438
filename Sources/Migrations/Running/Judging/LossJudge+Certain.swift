import VersionedCodec

/// Losses that are certain before anything has been taken back.
extension LossJudge {
    /// The losses of a document, in its order, to which nothing was done but the steps; it is not taken back where they
    /// are certain.
    ///
    /// - Complexity: that of the way back, and O(values that steps have touched)
    func losses(ofRun document: Document, becoming result: Arena, _ records: LossRecords) -> [Loss] {
        certainLosses(records) ?? losses(of: document, becoming: result, records)
    }

    /// The losses of such a document where operations have only recorded what is lost in any document; `nil` if it must
    /// be taken back. O(losses)
    func certainLosses(_ records: LossRecords) -> [Loss]? {
        guard !records.isInDoubt, !records.losses.isEmpty, let certain = certainAlone,
            records.losses.allSatisfy(certain.hold)
        else { return nil }
        var losses = records.losses
        Loss.sortByOffset(&losses)
        return losses
    }

    /// What is certain to be lost of a document; `nil` if each one must be taken back, or none can.
    var certainAlone: CertainLosses? {
        if environment.isPartial || needsJudging || mustBeRecognized || wayBack == nil { return nil }
        return certain
    }

    func findCertainLosses() -> CertainLosses {
        let steps = path.steps + (wayBack?.path.steps ?? [])
        // Only operations say what they have to do with.
        if steps.contains(where: { $0.migration.bridge != nil || $0.isNormalizing }) {
            return CertainLosses(wayThere: [], wayBack: [], marks: [])
        }
        let marks = plan.labels.flatMap { plan.marks(of: $0) } + plan.needlessMarks(of: path.from)
        return CertainLosses(
            wayThere: path.steps.flatMap(\.operations), wayBack: wayBack?.path.steps.flatMap(\.operations) ?? [],
            marks: marks.map(\.pointer) + [plan.location?.pointer, plan.location?.minor].compactMap(\.self))
    }
}
