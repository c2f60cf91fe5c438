/// A part of a payload that never fails what is around it, and whose issues are looked at apart.
///
/// ```swift
/// struct Page: Codable {
///     var articles: [Article]
///     var advertisement: Isolated<Advertisement>
/// }
/// // {"articles": […], "advertisement": {"width": "wide"}}
/// page.advertisement.value     // nil
/// page.advertisement.issues    // at "/advertisement/width": expected an integer, found a string ("wide")
/// ```
///
/// It acts in `decode` too: the part is decoded tolerantly, and what is around it strictly. An absent part is an issue
/// of the part.
public struct Isolated<Value> {
    /// The value, without what could not be read; `nil` where there is none.
    public let value: Value?

    /// What was wrong in the part.
    public let issues: [DecodingIssue]

    /// A part made in Swift.
    public init(_ value: Value?) {
        self.value = value
        issues = []
    }
}

extension Isolated: Sendable where Value: Sendable {}
extension Isolated: Equatable where Value: Equatable {}

extension Isolated: Decodable where Value: Decodable {
    /// Decodes the part; what is wrong in it is not an error.
    public init(from decoder: any Decoder) throws {
        let base = (decoder.asTolerant?.base ?? decoder).withoutProxy
        let recorder = base.asNative?.session.recorder ?? IssueRecorder()
        let wasReporting = recorder.isReporting
        recorder.isReporting = true
        defer { recorder.isReporting = wasReporting }
        let mark = recorder.mark
        let report: DecodingReport<Value> = ToleranceRun(
            recorder: recorder, options: ReportingOptions()
        )
        .report(Value.self, base)
        recorder.rollBack(to: mark)
        (value, issues) = (report.value, report.issues)
    }
}

extension Isolated: Encodable where Value: Encodable {
    /// Encodes the value, or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
