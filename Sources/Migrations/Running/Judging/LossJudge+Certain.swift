import VersionedCodec

/// Losses that are certain before anything has been taken back.
extension LossJudge {
    /// The losses of a document, in its order, to which nothing was done but the steps; it is not taken back where they
    /// are certain.
    ///
    /// - Complexity: that of the way back, and O(values that steps have touched)
    func losses(ofRun document: Document, becoming result: Arena, _ records: LossRecords) -> [Loss] {
        certainLosses(of: document, becoming: result, records) ?? losses(of: document, becoming: result, records)
    }

    /// The losses of such a document where operations have only recorded what is lost in any document; `nil` if it must
    /// be taken back. O(losses)
    func certainLosses(of document: Document, becoming result: Arena, _ records: LossRecords) -> [Loss]? {
        if records.isInDoubt || environment.isPartial || needsJudging || mustBeRecognized { return nil }
        guard !records.losses.isEmpty, wayBack != nil, records.losses.allSatisfy(certain.hold) else { return nil }
        var losses = records.losses
        for index in losses.indices where losses[index].isOfOrder {
            // The record has nothing of the array but its place.
            guard let array = document.array(at: losses[index].path, of: result) else { return nil }
            losses[index].value = array
        }
        Loss.sortByOffset(&losses)
        return losses
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

extension LossJudge.Document {
    /// The array at a place as it was given.
    ///
    /// - `result`: Has what became of it, in the same place.
    fileprivate func array(at path: JSONPointer, of result: Arena) -> JSONValue? {
        switch self {
        case .value(let value): return value[at: path]
        case .read(let reader), .part(let reader, _):
            let node = result.find(path, from: result.root)
            return node.isNone ? nil : result.sourceOfArray(node).map(reader.valueAsRead)
        }
    }
}
