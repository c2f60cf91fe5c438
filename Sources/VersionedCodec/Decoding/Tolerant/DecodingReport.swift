/// The result of tolerant decoding: the value, as far as it could be read, and everything that was wrong.
///
/// ```swift
/// // [{"id": 1}, {"id": "two"}, {"id": 3}]
/// let report = try VersionedJSONDecoder().decodeReporting([Song].self, from: payload)
/// report.value?.count     // 2
/// report.issues.count     // 1
/// report.issues[0]        // line 1, column 19, at "/1/id": expected an integer, found a string ("two")
/// ```
public struct DecodingReport<Value> {
    /// The value; `nil` if a required value could not be read.
    public let value: Value?

    /// Everything that was wrong, and every declared conversion or replacement, in document order.
    public let issues: [DecodingIssue]

    /// The number of issues, including those that were not kept.
    public let issueCount: Int

    /// Whether decoding gave up because of too many issues.
    public let gaveUp: Bool

    @inlinable
    init(value: Value?, issues: [DecodingIssue], issueCount: Int, gaveUp: Bool) {
        self.value = value
        self.issues = issues
        self.issueCount = issueCount
        self.gaveUp = gaveUp
    }

    /// Another value with the same issues.
    package func map<Other>(_ change: (Value) throws -> Other) rethrows -> DecodingReport<Other> {
        DecodingReport<Other>(
            value: try value.map(change), issues: issues, issueCount: issueCount, gaveUp: gaveUp)
    }

    /// The same issues with another value.
    package func replacing(value: Value) -> DecodingReport {
        DecodingReport(value: value, issues: issues, issueCount: issueCount, gaveUp: gaveUp)
    }

    /// The same value with other words for its issues.
    package func mapIssues(_ change: (DecodingIssue) -> DecodingIssue) -> DecodingReport {
        DecodingReport(value: value, issues: issues.map(change), issueCount: issueCount, gaveUp: gaveUp)
    }
}

extension DecodingReport: Sendable where Value: Sendable {}
