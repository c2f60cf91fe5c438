extension DecodingScope {
    /// Decodes a value strictly, and where that fails, tolerantly.
    func report<Value: Decodable>(
        _ type: Value.Type, at node: UInt32, _ options: ReportingOptions
    ) -> DecodingReport<Value> {
        recorder.isReporting = true
        let mark = recorder.mark
        do {
            let value = try self.value(type, at: node)
            let issues = recorder.take(from: mark).inDocumentOrder
            recorder.tell(issues)
            return DecodingReport(
                value: value, issues: options.maximumIssues.map { Array(issues.prefix($0)) } ?? issues,
                issueCount: issues.count, gaveUp: false)
        } catch {
            recorder.rollBack(to: mark)
            forgetFailures(in: node)
            let run = ToleranceRun(recorder: recorder, options: options)
            let base = IndexDecoder(scope: self, node: node, model: type)
            run.noteFault(at: node, in: self)
            let report: DecodingReport<Value> = run.report(type, base)
            recorder.tell(report.issues)
            return report
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
