extension DecodingScope {
    /// Decodes a value strictly, and where that fails, tolerantly.
    ///
    /// The value is not part of the result: the runtime would look up types of it in every call on the way.
    func report<Value: Decodable>(
        _ type: Value.Type, at node: UInt32, _ options: ReportingOptions, into value: inout Value?
    ) -> ReportedIssues {
        recorder.isReporting = true
        let mark = recorder.mark
        do {
            value = try self.value(type, at: node)
            guard recorder.mark > mark else { return ReportedIssues() }
            let issues = recorder.take(from: mark).inDocumentOrder
            recorder.tell(issues)
            return ReportedIssues(
                kept: options.maximumIssues.map { Array(issues.prefix($0)) } ?? issues, count: issues.count)
        } catch {
            recorder.rollBack(to: mark)
            forgetFailures(in: node)
            let run = ToleranceRun(recorder: recorder, options: options)
            let base = IndexDecoder(scope: self, node: node, model: type)
            run.noteFault(at: node, in: self)
            let report: DecodingReport<Value> = run.report(type, base)
            recorder.tell(report.issues)
            value = report.value
            return ReportedIssues(kept: report.issues, count: report.issueCount, gaveUp: report.gaveUp)
        }
    }

    /// Forgets which types the elements within a value were not, before it is decoded again.
    func forgetFailures(in node: UInt32) {
        guard let rare, !rare.failures.isEmpty else { return }
        let end = nodes[Int(node)].next
        rare.failures = rare.failures.filter { $0.key < node || $0.key >= end }
    }
}

extension ToleranceRun {
    /// Decodes a value tolerantly, as a whole.
    func report<Value: Decodable>(_ type: Value.Type, _ base: any Decoder) -> DecodingReport<Value> {
        let tolerated = replay(type, base, nil).tolerant()
        let issues = tolerated.issues.inDocumentOrder
        return DecodingReport(
            value: isOver ? nil : tolerated.value, issues: issues, issueCount: max(count, issues.count),
            gaveUp: isOver)
    }
}

/// What a reporting call has found beside the value.
struct ReportedIssues {
    var kept: [DecodingIssue] = []
    var count = 0
    var gaveUp = false
}

extension DecodingReport {
    init(_ value: Value?, _ issues: ReportedIssues) {
        self.init(value: value, issues: issues.kept, issueCount: issues.count, gaveUp: issues.gaveUp)
    }
}
