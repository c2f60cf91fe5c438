#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSONDecoder {
    /// Decodes a value with Foundation's decoder, and records what is wrong, as far as that decoder shows it.
    ///
    /// ```swift
    /// let report = try JSONDecoder().decodeReporting(Page.self, from: payload)
    /// report.issues[0].path     // "/results/1/id"
    /// ```
    ///
    /// Values and skipped elements are the same as in ``VersionedJSONDecoder``. Foundation does not provide lines,
    /// columns, bytes, kinds and quotations. With a key strategy, members of dictionaries are not skipped, because
    /// Foundation's containers do not show the keys of the payload. Issues come in the order in which they are found.
    ///
    /// - Throws: `DecodingError` if the payload is not JSON.
    public func decodeReporting<Value: Decodable>(
        _ type: Value.Type, from payload: Data, options: ReportingOptions = ReportingOptions()
    ) throws -> DecodingReport<Value> {
        try CallOptions.$current.withValue(options) {
            try decode(ForeignReport<Value>.self, from: payload).report
        }
    }
}

private enum CallOptions {
    @TaskLocal static var current = ReportingOptions()
}

/// The report of a value, made while another coder's decoder is alive.
private struct ForeignReport<Value: Decodable>: Decodable {
    let report: DecodingReport<Value>

    init(from decoder: any Decoder) throws {
        let recorder = IssueRecorder()
        recorder.isReporting = true
        do {
            // Decodes strictly first, and again if that fails.
            let value = try CallRecorder.$current.withValue(CallRecorder(recorder: recorder)) {
                try decoder.singleValueContainer().decode(Value.self)
            }
            let issues = recorder.take(from: 0).issues
            let kept = CallOptions.current.maximumIssues.map { Array(issues.prefix($0)) } ?? issues
            report = DecodingReport(value: value, issues: kept, issueCount: issues.count, gaveUp: false)
        } catch {
            recorder.rollBack(to: 0)
            let run = ToleranceRun(recorder: recorder, options: CallOptions.current)
            report = run.report(Value.self, decoder)
        }
        if let log = decoder.userInfo[.decodingIssues] as? DecodingIssue.Log { report.issues.forEach(log.note) }
    }
}
